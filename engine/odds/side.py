"""One side of a battle as numbered states, and what it fires in each of them.

A fixed order of losses makes a queue of hits.  Enemies that can hit only some of the units take the
first of these in the queue; so a state is how many hits each class of units has taken, and which
classes have left the battle alive.  Units of a class are hit by the same enemies.

Rule: rule book, Battle and Special cases of firing (B75, B188 to B191, B198 to B201, C73, C74).
Options: transport_casualties_restricted, weakest_lost_first, attacker_picks_ally,
allies_roll_apart.
"""

from dataclasses import dataclass
from typing import Final, Generic

from engine.gamedef import Options
from engine.odds.battle import Combatant, Plan, Rules
from engine.odds.hits import HitTable, N
from engine.rules.battle.loss_order import NO_PRICE, Candidate, hit_order, loss_order
from engine.rules.battle.shooters import Shooter, shooter_for, supported, total_power
from engine.rules.battle.targets import (
    FIRST_STRIKE,
    GENERAL,
    can_hit,
    fires_early,
    firing_group,
    is_mere_transport,
)
from engine.rules.values import attack_value, defence_value

AIR: Final = 1
SUBMARINE: Final = 2
LANDED: Final = 4
OTHER: Final = 8
_CLASSES: Final = (AIR, SUBMARINE, LANDED, OTHER)
EVERYBODY: Final = AIR | SUBMARINE | LANDED | OTHER

Key = tuple[int, int, int, int, int, int]
"""Hits taken by each class, the classes that have left, and 1 where the last land unit was kept."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What matters of a side in one state.

    alive: units in the battle, as places in the list of the side; away: units that left alive.
    power: of all that fire, without regard to targets; hits_left: what destroys it.
    is_defenceless: nothing but transports, where by option these are lost without a die.
    """

    alive: tuple[int, ...]
    away: tuple[int, ...]
    classes: int
    hits_left: int
    power: int
    has_destroyer: bool
    has_land: bool
    is_air_only: bool
    is_defenceless: bool


@dataclass(frozen=True, slots=True)
class Shots(Generic[N]):
    """One volley: which classes it can hit, and the chance of each number of hits."""

    mask: int
    chances: list[N]


def class_of(unit: Combatant) -> int:
    """The class of a unit."""
    if unit.kind.is_air:
        return AIR
    if unit.kind.is_submarine:
        return SUBMARINE
    return LANDED if unit.landed else OTHER


def losses_in_order(
    units: tuple[Combatant, ...], rules: Rules, plan: Plan, side: str
) -> tuple[int, ...]:
    """The queue of hits: places of units, one for each hit that they can take.

    Where the attacker picks the ally that is hit, one nation is lost after the other (C74).
    """
    if plan.queue:
        return plan.queue
    everybody = tuple(range(len(units)))
    if side == "attacker" or not rules.options.attacker_picks_ally:
        return _queue(everybody, units, rules, plan, side)
    owners = dict.fromkeys((*plan.nations, *(unit.owner for unit in units)))
    return tuple(
        place
        for owner in owners
        for place in _queue(
            tuple(at for at in everybody if units[at].owner == owner), units, rules, plan, side
        )
    )


def _queue(
    places: tuple[int, ...], units: tuple[Combatant, ...], rules: Rules, plan: Plan, side: str
) -> tuple[int, ...]:
    options = rules.options
    there = [
        Candidate(
            unit=place,
            shooter=_shooter(units[place], rules, side),
            strength=_plain_strength(units[place], options, side),
            price=rules.prices.get(units[place].kind.name, NO_PRICE),
            hits_left=units[place].hits_left,
            cargo=units[place].cargo,
            steps_left=units[place].steps_left,
        )
        for place in places
    ]
    weakest_first = options.weakest_lost_first
    order = loss_order(there, rules.support, side, weakest_first=weakest_first)
    if plan.losses:
        rank = {name: place for place, name in enumerate(plan.losses)}
        order.sort(key=lambda one: rank.get(units[one.unit].kind.name, len(rank)))
    if options.transport_casualties_restricted:
        order.sort(key=lambda one: is_mere_transport(units[one.unit].kind))
    if plan.keep_land:
        land = [one for one in order if units[one.unit].kind.is_land]
        order.sort(key=lambda one: bool(land) and one is land[-1])
    return hit_order(order)


def _plain_strength(unit: Combatant, options: Options, side: str) -> int:
    if side == "attacker":
        return attack_value(unit.kind, options, unit.technologies, landed=unit.landed)
    return defence_value(unit.kind, options, unit.technologies)


def _shooter(unit: Combatant, rules: Rules, side: str) -> Shooter:
    return shooter_for(unit.kind, rules.options, unit.technologies, side, landed=unit.landed)


class Side(Generic[N]):
    """A side with its states; state 0 is the side as it begins.

    role: ``"attacker"`` or ``"defender"``; enemies: the units of the other side.
    """

    def __init__(
        self,
        role: str,
        units: tuple[Combatant, ...],
        enemies: tuple[Combatant, ...],
        rules: Rules,
        plan: Plan,
        table: HitTable[N],
    ) -> None:
        self.role = role
        self.units = units
        self.plan = plan
        self.order = losses_in_order(units, rules, plan, role)
        self.one = table.one
        # One enemy of each class stands for all of them.
        self._enemies = {class_of(unit): unit.kind for unit in enemies}
        self._rules = rules
        self._table = table
        alike = {unit: _shooter(unit, rules, role) for unit in dict.fromkeys(units)}
        self._shooters = tuple(alike[unit] for unit in units)
        self._hits = tuple(unit.hits_left for unit in units)
        self._masks: dict[tuple[str, bool], int] = {}
        self._class = tuple(class_of(unit) for unit in units)
        self._queues = tuple(
            tuple(at for at, unit in enumerate(self.order) if self._class[unit] == kind)
            for kind in _CLASSES
        )
        self.keys: list[Key] = []
        self._ids: dict[Key, int] = {}
        self._facts: dict[int, Facts] = {}
        self._next: dict[tuple[int, int], int] = {}
        self._shots: dict[tuple[int, bool, bool, bool], tuple[Shots[N], ...]] = {}
        self._id((0, 0, 0, 0, 0, 0))

    def _id(self, key: Key) -> int:
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = len(self.keys)
            self.keys.append(key)
        return known

    def hit(self, state: int, mask: int) -> int:
        """The state after one hit by somebody who can hit the classes of a mask."""
        known = self._next.get((state, mask))
        if known is None:
            known = self._next[state, mask] = self._hit(state, mask)
        return known

    def _hit(self, state: int, mask: int) -> int:
        key = self.keys[state]
        best, first = -1, len(self.order)
        for index, kind in enumerate(_CLASSES):
            taken, queue = key[index], self._queues[index]
            if kind & mask & ~key[4] and taken < len(queue) and queue[taken] < first:
                best, first = index, queue[taken]
        if best < 0:
            return state
        air, submarines, landed, others = (
            taken + (index == best) for index, taken in enumerate(key[:4])
        )
        return self._id((air, submarines, landed, others, key[4], key[5]))

    def after(self, state: int, mask: int, hits: int) -> int:
        """The state after so many hits; hits that find no target are lost."""
        for _ in range(hits):
            following = self.hit(state, mask)
            if following == state:
                break
            state = following
        return state

    def destroyed(self, state: int) -> int:
        """The state after all units in the battle are lost."""
        return self.after(state, EVERYBODY, self.facts(state).hits_left)

    def leave(self, state: int, classes: int) -> int:
        """The state after the units of these classes have left the battle alive."""
        key = self.keys[state]
        here = self.facts(state).classes & classes
        return self._id((*key[:4], key[4] | here, key[5])) if here else state

    def keeping_land(self, before: int, state: int) -> int:
        """The state in which the last land unit of an earlier state is kept, where that can be.

        The unit that is next in the queue is lost in its place.
        """
        if not self.facts(before).has_land or self.facts(state).has_land:
            return state
        if self.facts(state).hits_left == 0:
            return state
        key = self.keys[state]
        return self._id((*key[:5], 1))

    def facts(self, state: int) -> Facts:
        """What matters of the side in a state."""
        known = self._facts.get(state)
        if known is None:
            known = self._facts[state] = self._facts_of(self.keys[state])
        return known

    def _facts_of(self, key: Key) -> Facts:
        taken = [0] * len(self.units)
        for index, queue in enumerate(self._queues):
            for at in queue[: key[index]]:
                taken[self.order[at]] += 1
        if key[5]:
            self._swap_kept(taken)
        left = [most - hits for most, hits in zip(self._hits, taken, strict=True)]
        living = [place for place, hits in enumerate(left) if hits > 0]
        alive = tuple(place for place in living if not self._class[place] & key[4])
        kinds = [self.units[place].kind for place in alive]
        classes = 0
        for place in alive:
            classes |= self._class[place]
        shooters = supported(
            tuple(self._shooters[place] for place in alive), self._rules.support, self.role
        )
        return Facts(
            alive=alive,
            away=tuple(place for place in living if self._class[place] & key[4]),
            classes=classes,
            hits_left=sum(left[place] for place in alive),
            power=total_power(shooters, self._rules.sides),
            has_destroyer=any(kind.is_destroyer for kind in kinds),
            has_land=any(kind.is_land for kind in kinds),
            is_air_only=bool(kinds) and all(kind.is_air for kind in kinds),
            is_defenceless=self._rules.options.transport_casualties_restricted
            and all(is_mere_transport(kind) for kind in kinds),
        )

    def _swap_kept(self, taken: list[int]) -> None:
        """The last land unit lives and the next in the queue is hit in its place."""
        land = [unit for unit in self.order if self.units[unit].kind.is_land]
        taken[land[-1]] = 0
        for unit in self.order:
            if taken[unit] < self._hits[unit] and unit != land[-1]:
                taken[unit] += 1
                return

    def shots(self, state: int, *, early: bool, blocked: bool, facing: int) -> tuple[Shots[N], ...]:
        """The volleys of a state in the early or in the general segment, in their order.

        blocked: whether the other side had a destroyer when the round began; facing: the classes
        of enemies that are present.
        """
        prey = bool(facing & SUBMARINE)
        key = (state, early, blocked, prey)
        known = self._shots.get(key)
        if known is None:
            known = self._shots_of(state, early=early, blocked=blocked, prey=prey)
            self._shots[key] = known
        return known

    def _shots_of(
        self, state: int, *, early: bool, blocked: bool, prey: bool
    ) -> tuple[Shots[N], ...]:
        facts = self.facts(state)
        options = self._rules.options
        apart = self.role == "defender" and options.allies_roll_apart
        groups: dict[tuple[str, str], list[int]] = {}
        names: dict[str, str] = {}
        for place in facts.alive:
            unit = self.units[place]
            name = names.get(unit.kind.name, "")
            if not name:
                name = names[unit.kind.name] = firing_group(
                    unit.kind,
                    options,
                    self.role,
                    blocked=blocked,
                    destroyer=facts.has_destroyer,
                    prey=prey,
                )
            groups.setdefault((unit.owner if apart else "", name), []).append(place)
        shots: list[Shots[N]] = []
        wanted = (FIRST_STRIKE,) if early else GENERAL
        owners = dict.fromkeys(owner for owner, _ in groups)
        for group in ((owner, name) for owner in owners for name in wanted):
            places = groups.get(group)
            if not places:
                continue
            alone = tuple(self._shooters[place] for place in places)
            firing = supported(alone, self._rules.support, self.role)
            if total_power(firing, self._rules.sides) > 0:
                mask = self._mask(self.units[places[0]], destroyer=facts.has_destroyer)
                shots.append(Shots(mask, self._table.chances(firing)))
        return tuple(shots)

    def masks(self) -> set[int]:
        """Every set of classes that units of the side can hit."""
        return {
            self._mask(unit, destroyer=destroyer)
            for unit in dict.fromkeys(self.units)
            for destroyer in (False, True)
        }

    def _mask(self, shooter: Combatant, *, destroyer: bool) -> int:
        key = (shooter.kind.name, destroyer)
        if key not in self._masks:
            restricted = self._rules.options.air_needs_destroyer_against_submarines
            self._masks[key] = sum(
                number
                for number, kind in self._enemies.items()
                if can_hit(shooter.kind, kind, destroyer=destroyer, restricted=restricted)
            )
        return self._masks[key]

    def fires_early(self, state: int, *, blocked: bool) -> bool:
        """Whether units of the side are in the battle that fire in the early segment."""
        options = self._rules.options
        return any(
            fires_early(self.units[place].kind, options, self.role, blocked=blocked)
            for place in self.facts(state).alive
        )
