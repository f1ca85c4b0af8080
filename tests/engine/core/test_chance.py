"""Dice as an input: what fits a request, and low-luck arithmetic (B241)."""

import pytest

from engine.core.chance import RollRequest, RollResult, check_roll
from engine.core.low_luck import low_luck_split

REQUEST = RollRequest("Russians", "tech", "", 0, "research", "", 3, 6, "research")


@pytest.mark.parametrize(
    ("dice", "codes"),
    [
        ((1, 6, 3), []),
        ((1, 6), ["wrong-dice-count"]),
        ((1, 6, 3, 4), ["wrong-dice-count"]),
        ((0, 6, 3), ["wrong-die"]),
        ((1, 7, 3), ["wrong-die"]),
        ((-1,), ["wrong-dice-count", "wrong-die"]),
        ((), ["wrong-dice-count"]),
    ],
)
def test_dice_fit_a_request_by_count_and_faces(dice: tuple[int, ...], codes: list[str]) -> None:
    assert [reason.code for reason in check_roll(REQUEST, RollResult(dice))] == codes


@pytest.mark.parametrize(
    ("power", "hits", "rest"), [(7, 1, 1), (12, 2, 0), (5, 0, 5), (0, 0, 0), (9, 1, 3)]
)
def test_B241_power_becomes_sure_hits_and_one_die(power: int, hits: int, rest: int) -> None:
    assert low_luck_split(power, 6) == (hits, rest)
