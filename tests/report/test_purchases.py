"""What is said of a purchase: units, and resources in games that sell them."""

import pytest

from engine import new_game
from engine.core.events import Event
from engine.core.events.economy import PurchasePlanned, UnitsBought
from pbem.report.model import Purchase
from pbem.report.narrate import sentences
from pbem.report.words import sorted_stack
from tests.support.positions import big_world


def said(event: Event) -> list[str]:
    return list(sentences(new_game(big_world()).state, (event,)))


@pytest.mark.parametrize(
    ("units", "goods", "text"),
    [
        ((("armour", 2),), (), "planned: 2 armour for 10 PUs"),
        ((("armour", 2), ("iron", 5)), (), "planned: 2 armour, 5 iron for 10 PUs"),
        ((("iron", 5),), (("oil", 1),), "planned: 5 iron for 10 PUs, 1 oil"),
        ((), (), "planned: nothing for 10 PUs"),
    ],
)
def test_a_plan_names_units_and_resources(
    units: tuple[tuple[str, int], ...], goods: tuple[tuple[str, int], ...], text: str
) -> None:
    assert said(PurchasePlanned("Germans", units, 10, goods)) == [text]


def test_what_is_paid_and_what_it_brings_in_are_told_apart() -> None:
    event = UnitsBought("Germans", (("armour", 2),), 10, 3, (("oil", 1), ("iron", -5)))
    assert said(event) == ["paid 10 PUs, 1 oil, got 5 iron, 3 left"]


def test_a_report_says_all_that_was_bought() -> None:
    armour = sorted_stack({"armour": 2}, ("armour",))
    assert Purchase(armour, 10, 3).what == "2 armour"
    assert Purchase(armour, 10, 3, gained="5 iron").what == "2 armour, 5 iron"
    assert Purchase(sorted_stack({}, ()), 10, 3, gained="5 iron").what == "5 iron"
