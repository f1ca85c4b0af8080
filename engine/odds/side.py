"""What a side of a battle fires in each of its states.

Rule: rule book, Battle and Special cases of firing (B188 to B191, B201, C73).
Options: allies_roll_apart, air_needs_destroyer_against_submarines.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from engine.core.ids import BattleSide
from engine.odds.battle import Combatant, Plan, Rules
from engine.odds.help import Help
from engine.odds.hits import HitTable, N
from engine.odds.losses import shooters_of
from engine.odds.states import SUBMARINE, States, class_of
from engine.rules.battle.numbers.shooters import Mark, Shooter, groups_of, mark_of, power_of
from engine.rules.battle.numbers.targets import EARLY, GENERAL, can_hit, fires_early, firing_group


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
        role: BattleSide,
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
        # Infrastructure comes after the sorts of units, each of it as a sort that no hit reaches.
        self._firing = (*self.sorts, *infrastructure)
        self._infrastructure = (1,) * len(infrastructure)
        shooters = shooters_of(self._firing, rules, role)
        self._help = self._help_among(shooters, shooters_of(helpers, rules, role))
        # Units that no support rule helps fire alone, whatever is beside them.
        receivers = self._help.receivers if self._help else ()
        self._lone = [
            (sort, mark_of(one)) for sort, one in enumerate(shooters) if sort not in receivers
        ]
        self._firing_kinds = tuple({unit.kind.name: unit.kind for unit in self._firing}.values())
        self._others_strike = any(
            fires_early(kind, rules.options, role, blocked=False)
            for kind in self.kinds
            if not kind.undersea.is_submarine
        )
        self._masks: dict[tuple[str, bool], int] = {}
        self._early: dict[tuple[int, bool], bool] = {}
        self._can_hurt: dict[tuple[int, int, bool], bool] = {}
        self._powers: dict[int, int] = {}
        self._groups: dict[tuple[bool, bool, bool], dict[str, str]] = {}
        self._shots: dict[tuple[int, bool, bool, bool], tuple[Shots[N], ...]] = {}

    def _help_among(self, shooters: Sequence[Shooter], helpers: Sequence[Shooter]) -> Help | None:
        """The help that units of the side get, None where there is none."""
        types = {one.type for one in shooters}
        givers = {one.type for one in (*shooters[: len(self.sorts)], *helpers)}
        rules = [
            rule
            for rule in self._rules.support
            if (rule.attack if self.role == "attacker" else rule.defence)
            and not (rule.on_enemies or givers.isdisjoint(rule.givers))
            and not types.isdisjoint(rule.receivers)
        ]
        return Help(self, shooters, helpers, rules, self.role) if rules else None

    def power(self, state: int) -> int:
        """The strength of all units that fire in a state, without regard to their targets."""
        known = self._powers.get(state)
        if known is None:
            numbers = self.facts(state).numbers
            without_infrastructure = (*numbers, *[0] * len(self._infrastructure))
            groups = groups_of(self._counted(without_infrastructure, numbers))
            known = self._powers[state] = power_of(groups, self._rules.sides)
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
        if not facts.alive:
            return ()
        firing = (*facts.numbers, *self._infrastructure)
        names = self._group_names(destroyer=facts.has_destroyer, blocked=blocked, prey=prey)
        apart = self.role == "defender" and self._rules.options.allies_roll_apart
        groups: dict[tuple[str, str], Sequence[int]] = {}
        if len(set(names.values())) == 1 and not apart:
            groups["", next(iter(names.values()))] = firing
        else:
            groups = self._firing_apart(firing, names, apart=apart)
        wanted = EARLY if early else GENERAL
        owners = self._owners(state) if apart else ("",)
        shots: list[Shots[N]] = []
        for group in ((owner, name) for owner in owners for name in wanted):
            if group in groups:
                shots += self._volley(groups[group], facts.numbers, facts.has_destroyer)
        return tuple(shots)

    def _owners(self, state: int) -> Iterable[str]:
        """The owners of the units in the battle and of infrastructure, in the order of the list."""
        firing = (
            *(self.units[place] for place in self.places(state)),
            *self._firing[len(self.sorts) :],
        )
        return dict.fromkeys(unit.owner for unit in firing)

    def _firing_apart(
        self, firing: Sequence[int], names: Mapping[str, str], *, apart: bool
    ) -> dict[tuple[str, str], Sequence[int]]:
        """Numbers of units by owner, where allies roll apart, and by the group that fires."""
        groups: dict[tuple[str, str], list[int]] = {}
        for sort, number in enumerate(firing):
            if number:
                unit = self._firing[sort]
                group = (unit.owner if apart else "", names[unit.kind.name])
                groups.setdefault(group, [0] * len(firing))[sort] = number
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
        facts = self.facts(state)
        if not facts.alive:
            return self._table.of_counts({})
        return self._chances((*facts.numbers, *self._infrastructure), facts.numbers)

    def _volley(
        self, firing: Sequence[int], there: Sequence[int], destroyer: bool
    ) -> list[Shots[N]]:
        """What these units fire together: one volley, or none where none of them can hit."""
        chances = self._chances(firing, there)
        if len(chances) == 1:
            return []
        first = next(sort for sort, number in enumerate(firing) if number)
        return [Shots(self._mask(self._firing[first], destroyer=destroyer), chances)]

    def _chances(self, firing: Sequence[int], there: Sequence[int]) -> list[N]:
        """The chances of the hits of units that fire together.

        firing: how many of each sort; there: all units of the side in the battle by their sort,
        which help even where they fire in another group.
        """
        return self._table.of_counts(self._counted(firing, there))

    def _counted(self, firing: Sequence[int], there: Sequence[int]) -> dict[Mark, int]:
        """The same units by what makes them alike for the dice, with the help that they get."""
        counts: dict[Mark, int] = {}
        for sort, mark in self._lone:
            number = firing[sort]
            if number:
                counts[mark] = counts.get(mark, 0) + number
        if self._help is not None:
            for mark in self._help.marks(firing, there):
                counts[mark] = counts.get(mark, 0) + 1
        return counts

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
            for unit in self._firing
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
