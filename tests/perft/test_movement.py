"""Counts of legal moves at the start of Big World: 1942, one and two moves deep.

The numbers are what the engine found when its verdicts agreed with the recorded ones of TripleA.
They prove nothing by themselves; a number that changes shows that a rule of movement has changed,
and whoever changes it has to know why.
"""

import pytest

from engine.game import apply
from engine.rules.movement.legal import legal_moves
from tests.support.positions import big_world, position


@pytest.mark.parametrize(
    ("nation", "combat", "noncombat"),
    [
        ("Russians", 357, 295),
        ("Germans", 844, 651),
        ("British", 612, 507),
        ("Chinese", 48, 37),
        ("Japanese", 617, 523),
        ("Americans", 448, 414),
    ],
)
def test_moves_of_the_start_position(nation: str, combat: int, noncombat: int) -> None:
    first = position(big_world(), nation, "combat_move")
    assert len(list(legal_moves(first, None))) == combat
    second = position(big_world(), nation, "noncombat_move")
    assert len(list(legal_moves(second, None))) == noncombat


@pytest.mark.parametrize(("phase", "count"), [("combat_move", 1671), ("noncombat_move", 982)])
def test_two_moves_of_the_chinese(phase: str, count: int) -> None:
    start = position(big_world(), "Chinese", phase)
    after = (apply(start, order).state for order in legal_moves(start, None))
    assert sum(len(list(legal_moves(state, None))) for state in after) == count
