"""How a battle will probably go: mean hits round by round, cheap units lost first.

Far simpler than the exact odds, and good enough to tell a good attack from a bad one.
"""

from collections.abc import Iterable
from typing import Final

from engine import Unit
from engine.ai.survey import Survey
from engine.values import dataclass

_MOST_ROUNDS: Final = 8


@dataclass(frozen=True, slots=True)
class Fighter:
    """What counts of a unit in a battle: its number, its hit points, its price, its kind."""

    power: int
    hit_points: int
    price: int
    holds_land: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is likely left.

    left: share of the attacker's hit points that survive, 0 when the attacker loses.
    beaten: share of the defender's hit points that are destroyed.
    takes: whether a unit that can take land is among the survivors.
    """

    left: float
    beaten: float
    takes: bool

    @property
    def wins(self) -> bool:
        """Whether the attacker probably destroys every defender."""
        return self.beaten >= 1 and self.left > 0


def attackers(survey: Survey, units: Iterable[Unit]) -> list[Fighter]:
    """Own units as attackers, infantry helped by artillery beside it."""
    fighters: list[Fighter] = []
    giving = 0
    taking = 0
    support = survey.state.definition.support
    rules = [rule for rule in support if rule.attack and rule.strength and not rule.on_enemies]
    for unit in units:
        kind = survey.kind(unit)
        price = survey.state.definition.economy.prices.get(unit.type, 0)
        giving += sum(rule.count * rule.bonus for rule in rules if unit.type in rule.givers)
        taking += any(unit.type in rule.receivers for rule in rules)
        hits = max(1, kind.hit_points - unit.hits)
        fighters.append(Fighter(kind.attack, hits, price, kind.is_land))
    if giving and taking:
        fighters.append(Fighter(min(giving, taking), 0, 0, holds_land=False))
    return fighters


def defenders(survey: Survey, units: Iterable[Unit]) -> list[Fighter]:
    """Enemy units as defenders."""
    prices = survey.state.definition.economy.prices
    fighters: list[Fighter] = []
    for unit in units:
        kind = survey.kind(unit)
        hits = max(1, kind.hit_points - unit.hits)
        fighters.append(Fighter(kind.defence, hits, prices.get(unit.type, 0), kind.is_land))
    return fighters


def forecast(
    attack: Iterable[Fighter], defence: Iterable[Fighter], sides: int, *, first_shots: int = 0
) -> Forecast:
    """The likely end of a battle to the finish.

    sides: faces of a die; first_shots: power of what fires before the first round.
    """
    mine = sorted(attack, key=lambda fighter: (fighter.price, fighter.power))
    theirs = sorted(defence, key=lambda fighter: (fighter.price, fighter.power))
    my_hits = all_mine = float(sum(fighter.hit_points for fighter in mine))
    their_hits = all_theirs = float(sum(fighter.hit_points for fighter in theirs))
    their_hits -= first_shots / sides
    for _ in range(_MOST_ROUNDS):
        if my_hits <= 0 or their_hits <= 0:
            break
        blow = _power(mine, my_hits) / sides
        answer = _power(theirs, their_hits) / sides
        my_hits -= answer
        their_hits -= blow
        if blow == 0 and answer == 0:
            break
    left = max(0.0, my_hits) / all_mine if all_mine else 0.0
    beaten = 1.0 if their_hits <= 0 else 1 - their_hits / all_theirs
    return Forecast(left, beaten, _land_unit_left(mine, my_hits))


def _power(fighters: list[Fighter], hits_left: float) -> float:
    """Mean power of the units left when the cheapest are lost first."""
    total = 0.0
    for fighter in reversed(fighters):
        if fighter.hit_points == 0:
            total += fighter.power if hits_left > 0 else 0
            continue
        share = min(1.0, max(0.0, hits_left / fighter.hit_points))
        total += fighter.power * share
        hits_left -= fighter.hit_points
    return total


def _land_unit_left(fighters: list[Fighter], hits_left: float) -> bool:
    """Whether at least most of a land unit survives; the dearest units live longest."""
    for fighter in reversed(fighters):
        if hits_left < 0.5:
            return False
        if fighter.holds_land:
            return True
        hits_left -= fighter.hit_points
    return False
