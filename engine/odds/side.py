"""What a side of a battle fires in each of its states.

Rule: rule book, Battle and Special cases of firing (B188 to B191, B201, C73).
Options: allies_roll_apart, air_needs_destroyer_against_submarines.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from engine.odds.battle import Combatant, Plan, Rules
from engine.odds.hits import HitTable, N
from engine.odds.losses import shooters_of
from engine.odds.states import SUBMARINE, States, class_of
from engine.rules.battle.shooters import Mark, groups_of, mark_of, total_power
from engine.rules.battle.support import supported
from engine.rules.battle.targets import EARLY, GENERAL, can_hit, fires_early, firing_group


class Shots(NamedTuple, Generic[N]):
    """One volley: which classes it can hit, and the chance of each number of hits."""

    mask: int
    chances: list[N]


class Side(States, Generic[N]):
    """A side with its states and its volleys.

    role: ``"attacker"`` or ``"defender"``; enemies: the units of the other side; order: places of
    units, one for each hit, in the order in which they are lost; helpers: what of its own side
    stands there and only helps (B57); infrastructure: what fires with it and cannot be hit (B50).
    """

    def __init__(
        self,
        role: str,
        units: tuple[Combatant, ...],
        order: tuple[int, ...],
        enemies: tuple[Combatant, ...],
        rules: Rules,
        plan: Plan,
        table: HitTable[N],
        helpers: tuple[Combatant, ...] = (),
        infrastructure: tuple[Combatant, ...] = (),
    ) -> None:
        super().__init__(units, order, rules.options)
        self.role = role
        self.plan = plan
        self.one = table.one
        # One enemy of each class represents all of them.
        self._enemies = {class_of(unit): unit.kind for unit in enemies}
        self._rules = rules
        self._table = table
        # Infrastructure comes after the units, at places that no hit can reach.
        self._firing = (*units, *infrastructure)
        self._infrastructure = tuple(range(len(units), len(self._firing)))
        self._shooters = shooters_of(self._firing, rules, role)
        self._helpers = shooters_of(helpers, rules, role)
        # Marks as numbers, because numbers are counted faster than what they represent.
        marks = [mark_of(shooter) for shooter in self._shooters]
        self._firing_kinds = tuple({unit.kind.name: unit.kind for unit in self._firing}.values())
        self._marks = list(dict.fromkeys(marks))
        self._mark_at = tuple(map(self._marks.index, marks))
        # Units that no support rule helps fire alone, whatever is beside them.
        helping = [
            rule
            for rule in rules.support
            if (rule.attack if role == "attacker" else rule.defence) and not rule.on_enemies
        ]
        self._givers = self._places({name for rule in helping for name in rule.givers})
        self._receivers = self._places({name for rule in helping for name in rule.receivers})
        self._others_strike = any(
            fires_early(kind, rules.options, role, blocked=False)
            for kind in self.kinds
            if not kind.is_submarine
        )
        self._help: dict[tuple[tuple[int, ...], tuple[int, ...]], Counter[Mark]] = {}
        self._masks: dict[tuple[str, bool], int] = {}
        self._early: dict[tuple[int, bool], bool] = {}
        self._can_hurt: dict[tuple[int, int, bool], bool] = {}
        self._powers: dict[int, int] = {}
        self._groups: dict[tuple[bool, bool, bool], dict[str, str]] = {}
        self._shots: dict[tuple[int, bool, bool, bool], tuple[Shots[N], ...]] = {}

    def _places(self, names: Collection[str]) -> frozenset[int]:
        """The places of firing units of these types."""
        return frozenset(
            [place for place, unit in enumerate(self._firing) if unit.kind.name in names]
        )

    def power(self, state: int) -> int:
        """The strength of all that fire in a state, without regard to their targets."""
        known = self._powers.get(state)
        if known is None:
            alone = tuple(self._shooters[place] for place in self.facts(state).alive)
            friends = (*alone, *self._helpers)
            firing = supported(alone, self._rules.support, self.role, friends)
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
        firing = (*facts.alive, *self._infrastructure) if facts.alive else ()
        names = self._group_names(destroyer=facts.has_destroyer, blocked=blocked, prey=prey)
        apart = self.role == "defender" and self._rules.options.allies_roll_apart
        groups: dict[tuple[str, str], Sequence[int]] = {}
        if len(set(names.values())) == 1 and not apart:
            groups["", next(iter(names.values()))] = firing
        else:
            groups = self._firing_apart(firing, names, apart=apart)
        wanted = EARLY if early else GENERAL
        owners = dict.fromkeys(owner for owner, _ in groups)
        shots: list[Shots[N]] = []
        for group in ((owner, name) for owner in owners for name in wanted):
            if group in groups:
                shots += self._volley(groups[group], facts.alive, facts.has_destroyer)
        return tuple(shots)

    def _firing_apart(
        self, places: Iterable[int], names: Mapping[str, str], *, apart: bool
    ) -> dict[tuple[str, str], Sequence[int]]:
        """Units by owner, where allies roll apart, and by the group in which they fire."""
        groups: dict[tuple[str, str], list[int]] = {}
        for place in places:
            unit = self._firing[place]
            group = (unit.owner if apart else "", names[unit.kind.name])
            groups.setdefault(group, []).append(place)
        return dict(groups)

    def _group_names(self, *, destroyer: bool, blocked: bool, prey: bool) -> dict[str, str]:
        """The group in which each type of the side fires."""
        key = (destroyer, blocked, prey)
        known = self._groups.get(key)
        if known is None:
            known = self._groups[key] = {
                kind.name: firing_group(
                    kind,
                    self._rules.options,
                    self.role,
                    blocked=blocked,
                    destroyer=destroyer,
                    prey=prey,
                )
                for kind in self._firing_kinds
            }
        return known

    def of_all(self, state: int) -> list[N]:
        """The chances of the hits of a state in which all units fire in one volley."""
        alive = self.facts(state).alive
        firing = (*alive, *self._infrastructure) if alive and self._infrastructure else alive
        return self._chances(firing, alive)

    def _volley(
        self, places: Sequence[int], alive: Sequence[int], destroyer: bool
    ) -> list[Shots[N]]:
        """What these units fire together: one volley, or none where none of them can hit."""
        chances = self._chances(places, alive)
        if len(chances) == 1:
            return []
        return [Shots(self._mask(self._firing[places[0]], destroyer=destroyer), chances)]

    def _chances(self, places: Sequence[int], alive: Sequence[int]) -> list[N]:
        """The chances of the hits of units that fire together.

        alive: all units of the side, which help even where they fire in another group.
        """
        receivers = self._receivers
        lone = [place for place in places if place not in receivers] if receivers else places
        numbers = [self._mark_at[place] for place in lone]
        counts = {
            mark: count
            for number, mark in enumerate(self._marks)
            if (count := numbers.count(number))
        }
        if len(lone) < len(places):
            helped = self._helped(
                tuple([place for place in places if place in receivers]),
                tuple([place for place in alive if place in self._givers]),
            )
            for mark, count in helped.items():
                counts[mark] = counts.get(mark, 0) + count
        return self._table.of_groups(groups_of(counts))

    def _helped(self, places: tuple[int, ...], givers: tuple[int, ...]) -> Counter[Mark]:
        """What units that a support rule may help fire, with the help they get."""
        known = self._help.get((places, givers))
        if known is None:
            friends = [*[self._shooters[place] for place in givers], *self._helpers]
            alone = [self._shooters[place] for place in places]
            firing = supported(alone, self._rules.support, self.role, friends)
            known = self._help[places, givers] = Counter(map(mark_of, firing))
        return known

    def can_hurt(self, state: int, enemies: int, *, blocked: bool) -> bool:
        """Whether units of a state can hit anything; enemies: the classes that are left."""
        key = (state, enemies, blocked)
        known = self._can_hurt.get(key)
        if known is None:
            known = self._can_hurt[key] = any(
                shots.mask & enemies
                for early in (True, False)
                for shots in self.shots(state, early=early, blocked=blocked, facing=enemies)
            )
        return known

    def masks(self) -> set[int]:
        """Every set of classes that units of the side can hit."""
        return {
            self._mask(unit, destroyer=destroyer)
            for unit in dict.fromkeys(self._firing)
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

    def is_calm(self, state: int) -> bool:
        """Whether no submarine is left in the battle and nobody else fires early.

        So it is then after any hit.
        """
        if self.has_class(state, SUBMARINE):
            return False
        return not (self._others_strike and self.fires_early(state, blocked=False))

    def fires_early(self, state: int, *, blocked: bool) -> bool:
        """Whether the side has units in the battle that fire in the early segment."""
        key = (state, blocked)
        known = self._early.get(key)
        if known is None:
            options = self._rules.options
            kinds = self.facts(state).kinds
            known = self._early[key] = any(
                kinds >> number & 1 and fires_early(kind, options, self.role, blocked=blocked)
                for number, kind in enumerate(self.kinds)
            )
        return known
