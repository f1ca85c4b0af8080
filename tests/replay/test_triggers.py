"""Triggers of a map in a signed game: their dice are receipts, what they change is proved."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import RollRequest
from engine.core.events.triggers import TriggerRolled
from engine.gamedef import Definition
from engine.gamedef.conditions import Rounds, Together
from engine.gamedef.triggers import Effect, GiveResource, SetFact, Trigger
from pbem.replay import read_history, read_position
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave
from tests.support.table import Table, big_world, pass_turn, table

ALWAYS = Together((), 0, 0)


def game_with(*triggers: Trigger) -> Definition:
    world = big_world()
    return replace(world, script=replace(world.script, triggers=triggers))


def lucky(moment: str, *effects: Effect) -> Trigger:
    return Trigger("luck", "Russians", ALWAYS, effects, (moment,), chance=1, sides=2)


def dice_of_triggers(save: TrustedSave) -> list[tuple[int, ...]]:
    rolls = (record for record in save.records if isinstance(record, Roll))
    return [roll.dice for roll in rolls if roll.request.spec.step == "trigger"]


@pytest.mark.parametrize(
    "moment",
    [
        "start",
        "before:russianCombatMove",
        "after:russianCombatMove",
        "after:russianEndTurn",
        "before:germanTech",
    ],
)
def test_a_trigger_by_chance_is_rolled_by_the_authority_and_replays(
    tmp_path: Path, moment: str
) -> None:
    paid = lucky(moment, GiveResource(("Russians",), "PUs", 100))
    game: Table = table(tmp_path / "authority", definition=game_with(paid))
    first = pass_turn(game.session())
    save = first if moment != "before:germanTech" else pass_turn(game.session())
    (dice,) = dice_of_triggers(save)
    history = read_history(save)
    assert history.error is None
    rolled = [
        event
        for step in history.moments
        for event in step.step.events
        if isinstance(event, TriggerRolled)
    ]
    assert [(event.die, event.sides) for event in rolled] == [(dice[0], 2)]


def test_the_next_player_rolls_what_happens_at_the_beginning_of_their_turn(tmp_path: Path) -> None:
    game = table(tmp_path / "authority", definition=game_with(lucky("before:germanTech")))
    save = pass_turn(game.session())
    assert not dice_of_triggers(save)
    position = read_position(save)
    assert isinstance(position.step.waiting, RollRequest)
    assert position.nation == "Germans"


def test_what_a_trigger_changes_is_covered_by_the_signed_position(tmp_path: Path) -> None:
    better = Trigger(
        "better",
        "Russians",
        Rounds(1),
        (SetFact("unit", ("infantry",), "attack", 2),),
        ("after:russianTech",),
    )
    game = table(tmp_path / "authority", definition=game_with(better))
    save = pass_turn(game.session())
    state = read_position(save).state
    assert state.definition.unit_types["infantry"].attack == 2
    assert [change.fact for change in state.changes] == ["attack"]
    assert read_position(pass_turn(game.session())).error is None
