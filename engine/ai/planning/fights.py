"""Battles that a plan thinks of, each worked out once."""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from engine import State, TerritoryName, Unit
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.worth import Appraisal
from engine.odds import Battle, Combatant, ForceError, Odds, Plan, Rules, aa_fire_in, solve
from engine.values import dataclass, field, replace

_MOST_ROUNDS: Final = 12


@dataclass(frozen=True, slots=True)
class Clash:
    """How a battle ends on average.

    success: chance to take the land, at sea to win; lost, killed: PUs of both sides.
    left: the attackers that are left when it goes as usual.
    """

    success: float
    lost: float
    killed: float
    left: tuple[Unit, ...] = ()


@dataclass(frozen=True)
class Fights:
    """Odds for the nation on turn of a position; a clash is asked for by its units."""

    state: State
    worth: Appraisal
    effort: ThinkingBounds
    solved: dict[object, Clash] = field(default_factory=dict)

    def clash(
        self,
        attackers: Sequence[Unit],
        defenders: Sequence[Unit],
        place: TerritoryName,
        landed: Collection[int] = (),
    ) -> Clash:
        """How a battle between these units would end.

        landed: identities of those attackers that come from ships.
        """
        mine = [_as_landed(unit, landed) for unit in attackers]
        key = (place, _likes(mine), _likes(defenders))
        known = self.solved.get(key)
        if known is None:
            known = self.solved[key] = self._solve(mine, defenders, place)
        return replace(known, left=_survivors(mine, known.left, self.worth))

    def strength(self, units: Sequence[Unit], *, attack: bool) -> float:
        """Lanchester's measure: power times hits, support included."""
        power, hits = self._power(units, attack=attack)
        return power * hits

    def _power(self, units: Sequence[Unit], *, attack: bool) -> tuple[float, int]:
        types = self.state.definition.unit_types
        kinds = [types[unit.type] for unit in units]
        power = 0.0
        for kind in kinds:
            dice = kind.gunnery.attack_dice if attack else kind.gunnery.defence_dice
            power += (kind.attack if attack else kind.defence) * dice
        names = Counter(unit.type for unit in units)
        for rule in self.state.definition.support:
            if (rule.attack if attack else rule.defence) and rule.strength and not rule.on_enemies:
                givers = sum(names[name] for name in rule.givers) * rule.count
                power += rule.bonus * min(givers, sum(names[name] for name in rule.receivers))
        hits = sum(
            max(1, kind.hit_points - unit.hits) for kind, unit in zip(kinds, units, strict=True)
        )
        return power, hits

    def _solve(
        self, attackers: list[Unit], defenders: Sequence[Unit], place: TerritoryName
    ) -> Clash:
        state = self.state
        types = state.definition.unit_types
        at_sea = state.definition.board.is_sea[place]
        if not attackers:
            return Clash(0.0, 0.0, 0.0)
        if not defenders:
            takes = at_sea or any(types[unit.type].is_land for unit in attackers)
            return Clash(float(takes), 0.0, 0.0, tuple(attackers))
        size = self._power(attackers, attack=True)[1] * self._power(defenders, attack=False)[1]
        if self.effort.is_exact(size, at_sea=at_sea):
            try:
                odds = solve(self._battle(attackers, defenders, place), many=True)
            except ForceError:
                pass
            else:
                return self._clash_of(attackers, odds)
        return self._by_mean_hits(attackers, defenders, at_sea=at_sea)

    def _battle(
        self, attackers: list[Unit], defenders: Sequence[Unit], place: TerritoryName
    ) -> Battle:
        state = self.state
        mine = tuple(_combatant(state, unit) for unit in attackers)
        theirs = tuple(_combatant(state, unit) for unit in defenders)
        fire = aa_fire_in(state, place, mine)
        area = state.definition.board.territories[place]
        return Battle(
            Rules.of(state.definition.combat_rules()).fought_in(area),
            mine,
            theirs,
            is_sea=state.definition.board.is_sea[place],
            aa_strength=fire.strength,
            aa_shots=fire.shots,
            attack_plan=Plan(keep_land=True),
        )

    def _clash_of(self, attackers: list[Unit], odds: Odds) -> Clash:
        lost = {name: float(count) for name, count in odds.mean_losses("attacker")}
        left: list[Unit] = []
        for name in lost:
            alike = [unit for unit in attackers if unit.type == name]
            left += alike[: max(0, len(alike) - round(lost[name]))]
        return Clash(
            float(odds.success),
            float(odds.mean_cost("attacker")),
            float(odds.mean_cost("defender")),
            tuple(left),
        )

    def _by_mean_hits(
        self, attackers: Sequence[Unit], defenders: Sequence[Unit], *, at_sea: bool
    ) -> Clash:
        """The same from mean hits: power is taken to fall as the hits that are left do."""
        faces = self.state.definition.dice_sides
        power, mine = self._power(attackers, attack=True)
        answer, theirs = self._power(defenders, attack=False)
        my_left, their_left = float(mine), float(theirs)
        for _ in range(_MOST_ROUNDS):
            # The weakest are lost first, so that power falls more slowly than hits do.
            blow = power * max(0.0, my_left / mine) ** 0.7 / faces
            back = answer * max(0.0, their_left / theirs) ** 0.7 / faces
            my_left, their_left = my_left - back, their_left - blow
            if my_left <= 0 or their_left <= 0 or blow + back == 0:
                break
        spread = max(1.0, 0.7 * math.sqrt(mine + theirs))
        success = 1 / (1 + math.exp(-2 * (max(0.0, my_left) - max(0.0, their_left)) / spread))
        types = self.state.definition.unit_types
        if not at_sea and not any(types[unit.type].is_land for unit in attackers):
            success = 0.0
        share = 1 - max(0.0, my_left) / mine
        in_order = sorted(attackers, key=lambda unit: (-self.worth.unit(unit), unit.id))
        left = tuple(in_order[: round(max(0.0, my_left) / mine * len(in_order))])
        dear = [self.worth.unit(unit) for unit in in_order]
        lost = sum(dear[len(left) :])
        killed = self.worth.units(list(defenders)) * (1 - max(0.0, their_left) / theirs)
        return Clash(success, lost if share else 0.0, killed, left)


def _as_landed(unit: Unit, landed: Collection[int]) -> Unit:
    return replace(unit, amphibious=True) if unit.id in landed and not unit.amphibious else unit


def _combatant(state: State, unit: Unit) -> Combatant:
    """As `engine.odds.combatant`, for a unit that is not where it will fight."""
    return Combatant(
        state.definition.unit_types[unit.type],
        owner=unit.owner,
        technologies=tuple(state.technologies.get(unit.owner, ())),
        hits=unit.hits,
        landed=unit.amphibious,
    )


def _likes(units: Sequence[Unit]) -> object:
    likes = Counter((unit.type, unit.owner, unit.hits, unit.amphibious) for unit in units)
    return frozenset(likes.items())


def _survivors(
    attackers: Sequence[Unit], pattern: tuple[Unit, ...], worth: Appraisal
) -> tuple[Unit, ...]:
    """As many of these attackers as survive by type in a clash that was worked out before."""
    counts = Counter(unit.type for unit in pattern)
    left: list[Unit] = []
    for unit in sorted(attackers, key=lambda unit: (-worth.unit(unit), unit.id)):
        if counts[unit.type]:
            counts[unit.type] -= 1
            left.append(unit)
    return tuple(left)
