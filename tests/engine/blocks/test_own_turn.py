"""What a nation may do at any time in its own turn (T96, T108)."""

import pytest

from engine import check, legal
from engine.core.blocks import Influence
from engine.core.pick import Pick
from engine.orders.disband import Disband
from engine.orders.renounce import Renounce
from engine.values import replace
from tests.engine.blocks.test_government import government, markers
from tests.support.blocks import Piece, codes, do, places, position, rules, with_cards

UNITS: list[Piece] = [
    ("Axis", "infantry", "Berlin"),
    ("Axis", "infantry", "Berlin", 3),
    ("Axis", "tank", "Munich"),
    ("West", "infantry", "London"),
    ("USSR", "infantry", "Moscow"),
]


@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_T108_blocks_are_given_up_in_a_turn_with_cards_and_without(phase: str) -> None:
    state = position(UNITS, phase=phase)
    for one in (state, with_cards(state, {})):
        step = do(one, "disband 1 infantry: Berlin")
        assert 1 not in places(step.state) and 2 in places(step.state)
        assert rules(one, "disband 3 infantry: Berlin") == ["T108"]
        assert rules(one, "disband 1 infantry: London") == ["T108"]
        nowhere = Disband((Pick(1, "infantry"),), "Atlantis")
        assert [reason.code for reason in check(one, nowhere)] == ["unknown-territory"]


def test_T108_a_block_that_has_moved_stays_until_the_turn_is_over() -> None:
    step = do(position(UNITS), "move 1 tank: Munich > Ruhr")
    assert rules(step.state, "disband 1 tank: Ruhr") == ["T108"]


def test_T96_a_block_that_is_given_up_can_be_built_again() -> None:
    ships: list[Piece] = [("Axis", "carrier", "Konigsberg"), ("Axis", "carrier", "Konigsberg")]
    state = position([*UNITS, *ships], phase="production", season="", command=0, kind="")
    state = with_cards(state, {})
    assert rules(state, "place 1 carrier: Konigsberg") == ["T96"]
    step = do(state, "disband 1 carrier: Konigsberg")
    assert codes(step.state, "place 1 carrier: Konigsberg") == []


def test_T108_a_marker_is_given_up_at_a_time() -> None:
    """The West drops one of two on Czechoslovakia, which is a protectorate no more (T148)."""
    state = government({"Axis": ()}, influence={"Czechoslovakia": ("Axis", 2)})
    step = do(state, "renounce Czechoslovakia")
    assert markers(step.state, "Czechoslovakia") == ("Axis", 1)
    assert codes(do(step.state, "renounce Czechoslovakia").state, "renounce Czechoslovakia") == [
        "no-influence"
    ]
    assert rules(state, "renounce Poland") == ["T108"]
    assert Renounce("Czechoslovakia") in list(legal(state))


def test_T108_nobody_gives_up_the_markers_of_others() -> None:
    state = position(UNITS)
    assert state.blocks is not None
    held = {"Poland": Influence("West", 1)}
    state = replace(state, blocks=replace(state.blocks, influence=held))
    assert rules(state, "renounce Poland") == ["T108"]
