"""Each battle against its odds: what both sides lost, and what they lose on average.

A swing is (PUs that the defender lost less PUs that the attacker lost) less the mean of the same
difference, which the exact odds give at the start of the battle, before AA guns and bombardment.
It is positive when the attacker did better.  Both count the units that fight: cargo that goes down
with its ship, infrastructure and land are in neither.  The odds let both sides fight to the end, so
the swing of a battle that was broken off holds that choice as well as the dice.

Battles without exact odds are left out, with the reason.  Decision: docs/adr/0041.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import prod
from typing import Final

from engine.core.events import Event
from engine.core.events.battle import BattleBegan, BattleEnded, UnitsRetreated
from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.odds import Battle, Caveat, Plan, battle_in, solve
from engine.rules.common.battle_step import BATTLE
from engine.values import dataclass, replace

_MOST_ON_LAND: Final = 100_000
_MOST_AT_SEA: Final = 6_000
"""Pairs of numbers of hits left whose exact odds take about a second."""

_MOST_SHOT_DOWN: Final = 64
"""Sets of aircraft that AA guns may shoot down: each of them is a battle of its own."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A battle against its odds; amounts in PUs, from the attacker's side.

    expected: mean of what the defender loses less what the attacker loses; 0.0 where there are no
      exact odds.
    left_out: why there are none; None where there are.
    attacker_lost, defender_lost: the price of the units that were lost.
    broken_off: whether units retreated from it.
    """

    territory: TerritoryName
    attacker: NationName
    defender: NationName
    expected: float
    attacker_lost: int
    defender_lost: int
    broken_off: bool
    left_out: Caveat | None = None

    @property
    def amount(self) -> float:
        """How much better the attacker did than the odds, in PUs; 0 where there are none."""
        return 0.0 if self.left_out else self.defender_lost - self.attacker_lost - self.expected


def swings(scenes: Iterable[tuple[State, Event]]) -> Iterator[Swing]:
    """The swing of every battle that ends, in order.

    scenes: events in order, each with the position just before it.
    """
    began: tuple[State, BattleBegan] | None = None
    broken_off = False
    for state, event in scenes:
        match event:
            case BattleBegan(kind=kind) if kind == BATTLE:
                began, broken_off = (state, event), False
            case UnitsRetreated():
                broken_off = True
            case BattleEnded(kind=kind) if kind == BATTLE and began is not None:
                yield _swing(*began, state, broken_off)
                began = None
            case _:
                pass


def _swing(before: State, began: BattleBegan, after: State, broken_off: bool) -> Swing:
    prices = before.definition.economy.prices

    def lost(units: Iterable[int]) -> int:
        gone = (before.units[key].type for key in units if key not in after.units)
        return sum(prices.get(kind, 0) for kind in gone)

    swing = Swing(
        began.territory,
        began.attacker,
        began.defender,
        0.0,
        lost(began.attackers),
        lost(began.defenders),
        broken_off,
    )
    battle = battle_in(before, began.territory, began.attackers, Plan()).battle
    left_out = _why_not(battle)
    if left_out is not None:
        return replace(swing, left_out=left_out)
    odds = solve(battle, many=True)
    expected = float(odds.mean_cost("defender")) - float(odds.mean_cost("attacker"))
    return replace(swing, expected=expected)


def _why_not(battle: Battle) -> Caveat | None:
    """Why there are no exact odds; None when there are."""
    if not battle.attackers or not battle.defenders:
        return Caveat("nobody-fights", "one side has nobody who fights")
    for reason in battle.uncounted():
        return reason
    hits = [
        1 + sum(unit.hits_left for unit in side) for side in (battle.attackers, battle.defenders)
    ]
    most = _MOST_AT_SEA if battle.is_sea else _MOST_ON_LAND
    aircraft = Counter(unit.kind.name for unit in battle.attackers if unit.kind.is_air)
    sets = prod(1 + count for count in aircraft.values()) if battle.aa_strength else 1
    if hits[0] * hits[1] > most or sets > _MOST_SHOT_DOWN:
        return Caveat("too-big", "it is too big for exact odds")
    return None
