"""Positions as JSON: what is written is read, and nothing else."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import (
    PositionFormError,
    load_scenario,
    new_game,
    scenario_names,
    state_from_json,
    state_to_json,
)
from pbem.home import Home
from pbem.replay import read_history

SAVES = sorted((Path(__file__).parents[3] / "savegames").glob("*.pbem"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_positions_of_recorded_games_are_read_again(path: Path) -> None:
    moments = read_history(Home(path.parent / "nobody").view(str(path)).save).moments
    definition = moments[0].step.state.definition
    for moment in moments[:: len(moments) // 25 + 1]:
        state = moment.step.state
        assert state_from_json(state_to_json(state), definition) == state


@pytest.mark.parametrize("name", scenario_names())
def test_the_start_of_every_scenario_is_read_again(name: str) -> None:
    definition = load_scenario(name)
    state = new_game(definition).state
    assert state_from_json(state_to_json(state), definition) == state


def _put(tag: str, value: object) -> Callable[[dict[str, object]], None]:
    return lambda fields: fields.update({tag: value})


BAD = {
    "the position has a field that nothing reads: moon": _put("moon", 1),
    "the position: round is not a int": _put("round", "one"),
    "the position: agenda is not a list": _put("agenda", {}),
    "the position: agenda, an entry is of no known kind": _put("agenda", [["volcano", {}]]),
    "the position: units has a key that is not a number": _put("units", {"first": []}),
    "the position: units, an entry is not a unit": _put("units", {"1": ["unity", {}]}),
    "the position: relations, an entry does not have 4 entries": _put("relations", [["a", "b"]]),
    "the position names what this game does not have: 'Atlantis'": _put(
        "changes",
        [
            [
                "rule_change",
                {"subject": "territory", "name": "Atlantis", "fact": "production", "value": 1},
            ]
        ],
    ),
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_position_is_refused_with_its_place(text: str) -> None:
    definition = load_scenario("big_world_1942")
    tag, fields = json.loads(state_to_json(new_game(definition).state))
    BAD[text](fields)
    with pytest.raises(PositionFormError) as caught:
        state_from_json(json.dumps([tag, fields]).encode(), definition)
    assert str(caught.value) == text


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'["pbem-state-2", {}]', b"[" * 100_000])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(PositionFormError):
        state_from_json(data, load_scenario("classic_1942"))
