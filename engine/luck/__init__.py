"""Luck: what dice promised and what they gave, a door of the engine (ADR 0041).

`rolled` says of an event what its dice could have scored, `RollTotals` adds such rolls up and knows
their mean, their variance and how often fair dice are that far off, and `swings` holds each battle
against its exact odds.

>>> from engine.luck import Rolled, RollTotals
>>> seven = Rolled("attack", "Germans", "Karelija", dice=3, scored=3, sure=0, draws=(((4, 2), 3),))
>>> totals = RollTotals.of([seven])
>>> totals.scored, totals.mean, totals.variance, round(totals.chance, 4)
(3, Fraction(1, 1), Fraction(2, 3), 0.037)
"""

from engine.luck.rolls import (
    DAMAGE,
    HITS,
    KINDS,
    LOST,
    MONEY,
    SUCCESSES,
    Rolled,
    rolled,
    rolled_in_volley,
)
from engine.luck.swing import Swing, swings
from engine.luck.totals import RollTotals

__all__ = [
    "DAMAGE",
    "HITS",
    "KINDS",
    "LOST",
    "MONEY",
    "SUCCESSES",
    "RollTotals",
    "Rolled",
    "Swing",
    "rolled",
    "rolled_in_volley",
    "swings",
]
