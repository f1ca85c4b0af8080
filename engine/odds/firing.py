"""What both sides fire in one round, and when casualties are removed.

While both fire, marked casualties count as present until they are removed; units hit by the first
strike of submarines are removed before they fire, unless their side has a destroyer.

Rule: rule book, Battle (B187 to B194, G5).
"""

from typing import Generic, NamedTuple

from engine.odds.hits import N
from engine.odds.side import Side
from engine.rules.battle.numbers.targets import are_removed_early
from engine.rulesets.battle_round import FIRE

Pair = tuple[int, int]
"""The states of the attacker and of the defender."""


class Spot(NamedTuple):
    """Both sides while they fire: the units present and those not marked yet."""

    attackers: int
    unmarked_attackers: int
    defenders: int
    unmarked_defenders: int


class Firing(Generic[N]):
    """The fire of both sides.

    keeps_land: whether the attacker keeps the last land unit where it takes the territory.
    """

    def __init__(self, attack: Side[N], defence: Side[N], *, keeps_land: bool) -> None:
        self.attack = attack
        self.defence = defence
        self.keeps_land = keeps_land

    def fired(self, spot: Spot) -> dict[Pair, N]:
        """The pairs after both sides have fired and casualties are removed, with their chances."""
        first_strikes = self.removes_early(spot)
        spots = {spot: self.attack.one}
        for part in FIRE:
            match part:
                case "first_strike_of_attacker":
                    spots = self._attack_fires(spots, spot, early=True)
                case "first_strike_of_defender":
                    spots = self._defence_fires(spots, spot, early=True)
                case "remove_early_casualties":
                    spots = _removed(spots, *first_strikes)
                case "general_of_attacker":
                    spots = self._attack_fires(spots, spot, early=False)
                case "general_of_defender":
                    spots = self._defence_fires(spots, spot, early=False)
                case "remove_casualties":
                    spots = _removed(spots, True, True)
                case _:
                    raise LookupError(f"the odds do not know the part {part!r} of a round")
        return {(one.attackers, one.defenders): chance for one, chance in spots.items()}

    def blocked(self, spot: Spot) -> tuple[bool, bool]:
        """Whether destroyers hold up the submarines of the attacker and of the defender."""
        return (
            self.defence.facts(spot.defenders).has_destroyer,
            self.attack.facts(spot.attackers).has_destroyer,
        )

    def removes_early(self, spot: Spot) -> tuple[bool, bool]:
        """Whether casualties of a first strike go early: of the attacker, of the defender."""
        attack_blocked, defence_blocked = self.blocked(spot)
        return (
            are_removed_early(
                enemy_fired_early=self.defence.fires_early(spot.defenders, blocked=defence_blocked),
                had_destroyer=defence_blocked,
            ),
            are_removed_early(
                enemy_fired_early=self.attack.fires_early(spot.attackers, blocked=attack_blocked),
                had_destroyer=attack_blocked,
            ),
        )

    def _attack_fires(self, spots: dict[Spot, N], start: Spot, *, early: bool) -> dict[Spot, N]:
        blocked = self.blocked(start)[0]
        found: dict[Spot, N] = {}
        for spot, chance in spots.items():
            there = {spot.unmarked_defenders: chance}
            facing = self.defence.facts(spot.defenders).classes
            for shots in self.attack.shots(
                spot.attackers, early=early, blocked=blocked, facing=facing
            ):
                there = spread(self.defence, there, shots.mask, shots.chances)
            for state, part in there.items():
                after = Spot(spot.attackers, spot.unmarked_attackers, spot.defenders, state)
                found[after] = found[after] + part if after in found else part
        return found

    def _defence_fires(self, spots: dict[Spot, N], start: Spot, *, early: bool) -> dict[Spot, N]:
        blocked = self.blocked(start)[1]
        found: dict[Spot, N] = {}
        for spot, chance in spots.items():
            before = spot.unmarked_attackers
            there = {before: chance}
            facing = self.attack.facts(spot.attackers).classes
            for shots in self.defence.shots(
                spot.defenders, early=early, blocked=blocked, facing=facing
            ):
                there = spread(self.attack, there, shots.mask, shots.chances)
            keeps = self.keeps_land and not self.defence.facts(spot.unmarked_defenders).alive
            for state, part in there.items():
                kept = self.attack.keeping_land(before, state) if keeps else state
                after = Spot(spot.attackers, kept, spot.defenders, spot.unmarked_defenders)
                found[after] = found[after] + part if after in found else part
        return found


def spread(side: Side[N], there: dict[int, N], mask: int, chances: list[N]) -> dict[int, N]:
    """The states of a side after a volley at it, with their chances."""
    if len(there) == 1:
        return _spread_one(side, there, mask, chances)
    found: dict[int, N] = {}
    for before, weight in there.items():
        path = side.path(before, mask)
        for state, chance in zip(path, chances, strict=False):
            if chance:
                part = weight * chance
                found[state] = found[state] + part if state in found else part
        last = path[-1]
        for chance in chances[len(path) :]:
            if chance:
                part = weight * chance
                found[last] = found[last] + part if last in found else part
    return found


def _spread_one(side: Side[N], there: dict[int, N], mask: int, chances: list[N]) -> dict[int, N]:
    """The same from one state; the states of a path are all different."""
    ((before, weight),) = there.items()
    path = side.path(before, mask)
    found = {state: weight * chance for state, chance in zip(path, chances, strict=False) if chance}
    if len(chances) > len(path):
        last = path[-1]
        over = sum(chances[len(path) :], start=chances[len(path) - 1])
        if over:
            found[last] = weight * over
    return found


def _removed(spots: dict[Spot, N], attackers: bool, defenders: bool) -> dict[Spot, N]:
    """The spots after marked units of these sides have left the board."""
    found: dict[Spot, N] = {}
    for spot, chance in spots.items():
        after = Spot(
            spot.unmarked_attackers if attackers else spot.attackers,
            spot.unmarked_attackers,
            spot.unmarked_defenders if defenders else spot.defenders,
            spot.unmarked_defenders,
        )
        found[after] = found[after] + chance if after in found else chance
    return found
