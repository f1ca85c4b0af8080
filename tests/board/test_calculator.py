"""The calculator answers what `pbem odds` answers, of the game and of made-up forces."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import State, new_game
from engine.loading import load_scenario
from pbem.board.calculator import asked_in, calculated
from pbem.usage import UsageError
from tests.support.table import desk


@pytest.fixture(scope="module")
def state() -> State:
    return new_game(load_scenario("big_world_1942")).state


def asked(state: State, **question: object) -> dict[str, object]:
    return calculated(state, question, lambda _done, _all: None)


def data_of(found: dict[str, object]) -> dict[str, object]:
    data = found["data"]
    assert isinstance(data, dict)
    return data


def test_made_up_forces_have_the_odds_of_the_command(state: State, tmp_path: Path) -> None:
    found = asked(state, ask="forces", attackers="3 infantry, 2 armour", defenders="2 infantry")
    said = desk(tmp_path, "Ann").ok("odds", "3 infantry, 2 armour", "2 infantry")
    assert found["text"] == said.out.rstrip("\n")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"retreat": "after 1; below 2"}, ("attacker retreats",)),
        ({"waves": "3 armour, after 1\n2 infantry"}, ("All waves together:", "Wave 1 alone:")),
        ({"attack_losses": "armour, infantry"}, ("Order of losses, attacker: 2 armour",)),
        ({"exact": True}, ("In fractions:",)),
        ({"needed": "90%", "add": "4 infantry"}, ("Needed for 90 %",)),
        ({"hold": "30%", "add": "6 infantry"}, ("Needed to leave the attacker 30 % at most",)),
        ({"prize": 5}, ("success counted as 5",)),
        ({"bombard": "1 battleship"}, ("territory taken",)),
    ],
)
def test_everything_that_the_command_can_be_asked(
    state: State, question: dict[str, object], words: tuple[str, ...]
) -> None:
    forces = {"ask": "forces", "attackers": "2 infantry, 2 armour", "defenders": "3 infantry"}
    text = str(asked(state, **forces, **question)["text"])
    for one in words:
        assert one in text


def test_rules_can_be_other_ones_than_those_of_the_game(state: State) -> None:
    forces = {"ask": "forces", "attackers": "3 infantry", "defenders": "2 infantry"}
    usual = data_of(asked(state, **forces))["chances"]
    assert data_of(asked(state, **forces, luck="dice"))["chances"] == usual
    assert data_of(asked(state, **forces, luck="low"))["chances"] != usual
    tech = {"ask": "forces", "attackers": "2 fighter", "defenders": "2 fighter", "sea": True}
    usual = data_of(asked(state, **tech))["success"]
    assert data_of(asked(state, **tech, defence_tech="jet_power"))["success"] != usual


def test_an_area_of_the_game_and_what_it_takes(state: State) -> None:
    found = data_of(asked(state, ask="area", place="Finland", everybody=True))
    assert found["territory"] == "Finland"
    needed = asked(state, ask="area", place="Finland", needed="90%")
    assert "Needed for 90 %" in str(needed["text"])
    held = asked(state, ask="area", place="Karelija", hold="30%")
    assert "could take it" in str(held["text"])


def test_every_threat_is_told(state: State) -> None:
    found = data_of(asked(state, ask="threats", hold="50%"))
    assert isinstance(found["threats"], list)
    assert found["threats"]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"ask": "everything"}, "bad-request"),
        ({"ask": 3}, "bad-request"),
        ({"ask": "forces", "attackers": "3 infantry", "defenders": "x"}, "bad-forces"),
        ({"ask": "forces", "attackers": "99999 infantry", "defenders": "1 infantry"}, "bad-forces"),
        ({"ask": "area", "place": "Atlantis"}, "unknown-territory"),
        ({"ask": "area", "place": "Finland", "prize": 1e999}, "bad-request"),
        ({"ask": "area", "place": "Finland", "retreat": "never"}, "bad-condition"),
        ({"ask": "threats", "hold": "900%"}, "bad-chance"),
        ({"ask": "forces", "attackers": "1 infantry", "defenders": "1 infantry", "luck": "my"}, ""),
        (
            {
                "ask": "forces",
                "attackers": "1 infantry",
                "defenders": "1 infantry",
                "options": "no_such = 1",
            },
            "unknown-option",
        ),
    ],
)
def test_what_cannot_be_worked_out_is_said(
    state: State, question: dict[str, object], code: str
) -> None:
    with pytest.raises(UsageError) as refused:
        asked(state, **question)
    assert refused.value.code == (code or "bad-request")


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "[" * 3000, '{"a": "' + "x" * 5000 + '"}'])
def test_what_the_page_never_asks_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="not an object"):
        asked_in(text)


def test_blocks_have_no_odds() -> None:
    blocks = new_game(load_scenario("triumph_tragedy")).state
    with pytest.raises(UsageError) as refused:
        asked(blocks, ask="attacks")
    assert refused.value.code == "no-odds-of-blocks"
