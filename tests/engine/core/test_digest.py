"""The digest of a state: the same for equal states, another one for any difference."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.agenda import (
    BattleFrame,
    Frame,
    Outcome,
    OverflightFrame,
    PendingBattle,
    PhaseFrame,
    ResearchFrame,
    VolleyFrame,
)
from engine.core.blocks import BlockState
from engine.core.changes import RuleChange
from engine.core.digest import state_digest
from engine.core.state import TurnRecord, with_units
from engine.gamedef import State
from tests.support.positions import big_world, position

FRAMES: list[Frame] = [
    PhaseFrame(3, "Russians", "battle", "open"),
    ResearchFrame("rockets", 2),
    OverflightFrame((1, 2), ("a", "b"), ("a",)),
    VolleyFrame("attacker", "general", 2, (1, 2, 3)),
    BattleFrame("Finland", "battle", "Russians", "Germans", 1, 0, (), (1,), (2,)),
]


def start() -> State:
    return position(big_world(), "Russians", "tech")


def test_equal_states_have_equal_digests_of_32_bytes() -> None:
    assert start() == start()
    assert state_digest(start()) == state_digest(start())
    assert len(state_digest(start())) == 32


def test_the_order_in_which_a_mapping_was_filled_does_not_matter() -> None:
    state = start()
    reverse = dict(reversed(list(state.owners.items())))
    assert list(reverse) != list(state.owners)
    assert state_digest(replace(state, owners=reverse)) == state_digest(state)


def test_asking_about_units_does_not_change_the_digest() -> None:
    state = start()
    before = state_digest(state)
    state.units_in("Moscow")
    assert state_digest(state) == before


def test_every_part_of_a_state_counts() -> None:
    state = start()
    battle = PendingBattle("Finland", "battle", (1,))
    others = [
        replace(state, round=2),
        replace(state, agenda=(replace(state.phase, stage="end"),)),
        replace(state, owners={**state.owners, "Finland": "Russians"}),
        with_units(state, [replace(state.units[1], moved=1)]),
        replace(state, resources={**state.resources, "Russians": {"PUs": 35}}),
        replace(state, technologies={**state.technologies, "Russians": ("rockets",)}),
        replace(state, found={**state.found, "Russians": ("rockets",)}),
        replace(state, unplaced={**state.unplaced, "Russians": {"infantry": 1}}),
        replace(state, purchase={"infantry": 1}),
        replace(state, battles=(battle,)),
        replace(state, battles=(replace(battle, kind="raid"),)),
        replace(state, turn=TurnRecord(researched=True)),
        replace(state, turn=TurnRecord(placed=((1, "Moscow"),))),
        replace(state, turn=TurnRecord(boarded=(1,))),
        replace(state, next_unit=999),
        replace(state, outcome=Outcome((), "draw", "a draw")),
    ]
    digests = {state_digest(other) for other in [state, *others]}
    assert len(digests) == len(others) + 1


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_frame_of_the_agenda_can_be_written_down(frame: Frame) -> None:
    state = start()
    pushed = replace(state, agenda=(*state.agenda, frame))
    assert state_digest(pushed) != state_digest(state)
    assert state_digest(pushed) == state_digest(replace(state, agenda=(*state.agenda, frame)))


def test_a_field_that_is_left_out_while_empty_counts_as_soon_as_it_is_not() -> None:
    state = start()
    unit = state.units[1]
    others = [
        with_units(state, [replace(unit, bonus=1)]),
        with_units(state, [replace(unit, strength=1)]),
        with_units(state, [replace(unit, base="Moscow")]),
        with_units(state, [replace(unit, theatre="Moscow")]),
        with_units(state, [replace(unit, escaped=True)]),
        replace(state, turn=TurnRecord(constructed=(1,))),
        replace(state, turn=TurnRecord(retaken=("Moscow",))),
        replace(state, turn=TurnRecord(struck=("Moscow",))),
        replace(state, turn=TurnRecord(takers=(1,))),
        replace(state, relations=(("Germans", "Russians", "war", 2),)),
        replace(state, changes=(RuleChange("territory", "Moscow", "production", 0),)),
        replace(state, used={"first": (0, 0)}),
        replace(state, chances={"first": 0}),
        replace(state, destroyed={"Russians": (0, 0, 0)}),
        replace(state, fought=((1, "Russians", "Germans", "Moscow"),)),
        replace(state, blocks=BlockState(())),
        replace(state, standing_orders={"Russians": ()}),
    ]
    digests = {state_digest(other) for other in [state, *others]}
    assert len(digests) == len(others) + 1


def test_frames_of_different_kinds_with_like_fields_differ() -> None:
    state = start()
    one = replace(state, battles=(PendingBattle("a", "b", ()),))
    other = replace(state, outcome=Outcome(("a",), "b", ""))
    assert state_digest(one) != state_digest(other)


def test_something_that_cannot_be_written_down_is_refused() -> None:
    broken = replace(start(), purchase={"infantry": 1.5})
    with pytest.raises(TypeError):
        state_digest(broken)


def test_the_digest_does_not_depend_on_the_seed_of_hashes() -> None:
    program = (
        "from engine.game import new_game, apply\n"
        "from engine.loading import load_scenario\n"
        "from engine.orders.done import Done\n"
        "from engine.core.digest import state_digest\n"
        "state = new_game(load_scenario('big_world_1942')).state\n"
        "for _ in range(3):\n"
        "    state = apply(state, Done()).state\n"
        "print(state_digest(state).hex())\n"
    )
    root = Path(__file__).parents[3]
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64
