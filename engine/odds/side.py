"""One side of a battle as numbered states, and what it fires in each of them.

A fixed order of losses makes a queue of hits.  Enemies that can hit only some of the units take the
first of these in the queue; so a state is how many hits each class of units has taken, and which
classes have left the battle alive.  Units of a class are hit by the same enemies.

Rule: rule book, Battle and Special cases of firing (B188 to B191, B201, C73).
Options: transport_casualties_restricted, allies_roll_apart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple

from engine.odds.battle import Combatant, Plan, Rules
from engine.odds.hits import HitTable, N
from engine.odds.losses import losses_in_order, shooter_of
from engine.rules.battle.shooters import supported, total_power
from engine.rules.battle.targets import (
    FIRST_STRIKE,
    GENERAL,
    can_hit,
    fires_early,
    firing_group,
    is_mere_transport,
)

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
    kinds: numbers of the types among those alive, sorted.
    hits_left: what destroys it.
    is_defenceless: nothing but transports, where by option these are lost without a die.
    """

    alive: tuple[int, ...]
    away: tuple[int, ...]
    kinds: tuple[int, ...]
    classes: int
    hits_left: int
    has_destroyer: bool
    has_land: bool
    is_air_only: bool
    is_defenceless: bool


class _Part(NamedTuple):
    """One class of units after so many hits: who is left, and what matters of them."""

    places: tuple[int, ...]
    kinds: frozenset[int]
    hits_left: int
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


def _merged(parts: Iterable[_Part]) -> tuple[int, ...]:
    """All units of several classes in the order of the list."""
    return tuple(sorted(place for part in parts for place in part.places))


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
        alike = {unit: shooter_of(unit, rules, role) for unit in dict.fromkeys(units)}
        self._shooters = tuple(alike[unit] for unit in units)
        self._hits = tuple(unit.hits_left for unit in units)
        kinds = {unit.kind.name: unit.kind for unit in units}
        self._kinds = tuple(kinds.values())
        numbers = {name: index for index, name in enumerate(kinds)}
        self._kind_of = tuple(numbers[unit.kind.name] for unit in units)
        self._masks: dict[tuple[str, bool], int] = {}
        self._class = tuple(class_of(unit) for unit in units)
        self._queues = tuple(
            tuple(at for at, unit in enumerate(self.order) if self._class[unit] == kind)
            for kind in _CLASSES
        )
        self._targets = tuple(
            tuple(
                index for index, kind in enumerate(_CLASSES) if kind & mask and self._queues[index]
            )
            for mask in range(EVERYBODY + 1)
        )
        self._members = tuple(
            tuple(place for place, its in enumerate(self._class) if its == kind)
            for kind in _CLASSES
        )
        self._parts: dict[tuple[int, int], _Part] = {}
        self.keys: list[Key] = []
        self._ids: dict[Key, int] = {}
        self._facts: dict[int, Facts] = {}
        self._next: dict[tuple[int, int], int] = {}
        self._early: dict[tuple[int, bool], bool] = {}
        self._powers: dict[int, int] = {}
        self._paths: dict[tuple[int, int], tuple[int, ...]] = {}
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
        for index in self._targets[mask & ~key[4]]:
            taken, queue = key[index], self._queues[index]
            if taken < len(queue) and queue[taken] < first:
                best, first = index, queue[taken]
        if best < 0:
            return state
        air, submarines, landed, others, gone, kept = key
        if best == 0:
            air += 1
        elif best == 1:
            submarines += 1
        elif best == 2:
            landed += 1
        else:
            others += 1
        return self._id((air, submarines, landed, others, gone, kept))

    def path(self, state: int, mask: int) -> tuple[int, ...]:
        """The states after 0, 1, 2 ... hits, as far as hits find a target."""
        known = self._paths.get((state, mask))
        if known is None:
            steps = [state]
            while (following := self.hit(steps[-1], mask)) != steps[-1]:
                steps.append(following)
            known = tuple(steps)
            # The rest of a path is a path too.
            for at in range(len(steps)):
                self._paths[steps[at], mask] = known[at:]
        return known

    def after(self, state: int, mask: int, hits: int) -> int:
        """The state after so many hits; hits that find no target are lost."""
        path = self.path(state, mask)
        return path[min(hits, len(path) - 1)]

    def hits_left(self, state: int) -> int:
        """How many hits destroy all units in the battle; quicker than all the facts."""
        key = self.keys[state]
        return sum(
            len(queue) - key[index]
            for index, queue in enumerate(self._queues)
            if not _CLASSES[index] & key[4]
        )

    def destroyed(self, state: int) -> int:
        """The state after all units in the battle are lost."""
        return self.after(state, EVERYBODY, self.facts(state).hits_left)

    def leave(self, state: int, classes: int) -> int:
        """The state after the units of these classes have left the battle alive."""
        key = self.keys[state]
        here = sum(
            kind
            for kind, queue, taken in zip(_CLASSES, self._queues, key, strict=False)
            if kind & classes & ~key[4] and taken < len(queue)
        )
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
        parts = (
            self._kept_parts(key)
            if key[5]
            else [self._part(index, taken) for index, taken in enumerate(key[:4])]
        )
        here = [
            part
            for part, kind in zip(parts, _CLASSES, strict=True)
            if part.places and not kind & key[4]
        ]
        return Facts(
            alive=_merged(here),
            away=_merged(part for part, kind in zip(parts, _CLASSES, strict=True) if kind & key[4]),
            kinds=tuple(sorted(frozenset().union(*(part.kinds for part in here)))),
            classes=sum(
                kind
                for part, kind in zip(parts, _CLASSES, strict=True)
                if part.places and not kind & key[4]
            ),
            hits_left=sum(part.hits_left for part in here),
            has_destroyer=any(part.has_destroyer for part in here),
            has_land=any(part.has_land for part in here),
            is_air_only=bool(here) and all(part.is_air_only for part in here),
            is_defenceless=self._rules.options.transport_casualties_restricted
            and all(part.is_defenceless for part in here),
        )

    def _part(self, index: int, taken: int) -> _Part:
        known = self._parts.get((index, taken))
        if known is None:
            left = {place: self._hits[place] for place in self._members[index]}
            for at in self._queues[index][:taken]:
                left[self.order[at]] -= 1
            known = self._parts[index, taken] = self._part_of(left)
        return known

    def _part_of(self, left: Mapping[int, int]) -> _Part:
        """What matters of units with so many hits left each."""
        places = tuple(place for place, hits in left.items() if hits > 0)
        numbers = frozenset(self._kind_of[place] for place in places)
        kinds = [self._kinds[number] for number in numbers]
        return _Part(
            places,
            numbers,
            sum(left[place] for place in places),
            has_destroyer=any(kind.is_destroyer for kind in kinds),
            has_land=any(kind.is_land for kind in kinds),
            is_air_only=all(kind.is_air for kind in kinds),
            is_defenceless=all(is_mere_transport(kind) for kind in kinds),
        )

    def _kept_parts(self, key: Key) -> list[_Part]:
        taken = [0] * len(self.units)
        for index, queue in enumerate(self._queues):
            for at in queue[: key[index]]:
                taken[self.order[at]] += 1
        self._swap_kept(taken)
        return [
            self._part_of({place: self._hits[place] - taken[place] for place in members})
            for members in self._members
        ]

    def _swap_kept(self, taken: list[int]) -> None:
        """The last land unit lives and the next in the queue is hit in its place."""
        land = [unit for unit in self.order if self.units[unit].kind.is_land]
        taken[land[-1]] = 0
        for unit in self.order:
            if taken[unit] < self._hits[unit] and unit != land[-1]:
                taken[unit] += 1
                return

    def power(self, state: int) -> int:
        """The strength of all that fire in a state, without regard to their targets."""
        known = self._powers.get(state)
        if known is None:
            alone = tuple(self._shooters[place] for place in self.facts(state).alive)
            firing = supported(alone, self._rules.support, self.role)
            known = self._powers[state] = total_power(firing, self._rules.sides)
        return known

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
        names = {
            kind: firing_group(
                self._kinds[kind],
                options,
                self.role,
                blocked=blocked,
                destroyer=facts.has_destroyer,
                prey=prey,
            )
            for kind in facts.kinds
        }
        groups: dict[tuple[str, str], list[int]] = {}
        if not apart and len(set(names.values())) == 1:
            groups["", names[facts.kinds[0]]] = list(facts.alive)
        else:
            for place in facts.alive:
                owner = self.units[place].owner if apart else ""
                groups.setdefault((owner, names[self._kind_of[place]]), []).append(place)
        shots: list[Shots[N]] = []
        wanted = (FIRST_STRIKE,) if early else GENERAL
        owners = dict.fromkeys(owner for owner, _ in groups)
        for group in ((owner, name) for owner in owners for name in wanted):
            places = groups.get(group)
            if not places:
                continue
            alone = tuple(self._shooters[place] for place in places)
            firing = supported(alone, self._rules.support, self.role)
            if any(one.strength > 0 for one in firing):
                mask = self._mask(self.units[places[0]], destroyer=facts.has_destroyer)
                shots.append(Shots(mask, self._table.chances(firing)))
        return tuple(shots)

    def can_hurt(self, state: int, enemies: int, *, blocked: bool) -> bool:
        """Whether units of a state can hit anybody; enemies: the classes that are left of them."""
        return any(
            shots.mask & enemies
            for early in (True, False)
            for shots in self.shots(state, early=early, blocked=blocked, facing=enemies)
        )

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
        key = (state, blocked)
        known = self._early.get(key)
        if known is None:
            options = self._rules.options
            known = self._early[key] = any(
                fires_early(self._kinds[kind], options, self.role, blocked=blocked)
                for kind in self.facts(state).kinds
            )
        return known
