"""Dice as an input: what a rule asks for and what comes back.

A rule never rolls a die.  It stops at a RollRequest; someone outside answers with a RollResult.
"""

from typing import Literal

from engine.core.errors import Illegal
from engine.core.ids import BattleSide, NationName, TerritoryName
from engine.core.words import PhaseName
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Dice that the game waits for.

    nation: whose turn it is (its player requests the dice, whichever side rolls them).
    phase: the phase, such as ``"battle"``.
    territory: where, or "" when the dice belong to no place (research).
    round: battle round, from 1; 0 outside a battle.
    step: what the dice decide, such as ``"general"``, ``"aa_fire"``, ``"research"``.
    side: ``"attacker"``, ``"defender"`` or "" outside a battle.
    count, sides: how many dice with how many faces.
    purpose: a sentence for people; not part of what is signed.
    """

    nation: NationName
    phase: PhaseName
    territory: TerritoryName
    round: int
    step: str
    side: BattleSide | Literal[""]
    count: int
    sides: int
    purpose: str


@dataclass(frozen=True, slots=True)
class RollResult:
    """The dice that answer a RollRequest, each from 1 to the number of sides, in order."""

    dice: tuple[int, ...]


def check_roll(request: RollRequest, roll: RollResult) -> tuple[Illegal, ...]:
    """Every reason why the dice do not answer the request; () when they do."""
    reasons: list[Illegal] = []
    if len(roll.dice) != request.count:
        text = f"{request.purpose} needs {request.count} dice, not {len(roll.dice)}"
        reasons.append(Illegal("wrong-dice-count", text, where=request.territory))
    if any(not 1 <= die <= request.sides for die in roll.dice):
        text = f"a die for {request.purpose} is not between 1 and {request.sides}"
        reasons.append(Illegal("wrong-die", text, where=request.territory))
    return tuple(reasons)
