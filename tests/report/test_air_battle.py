"""An air battle before a raid, in the report and at a terminal (option of other maps, B69)."""

from dataclasses import replace

from engine.core.agenda import PendingBattle
from engine.core.events import Event
from engine.gamedef import State
from pbem.report.battle_model import BattleNote
from pbem.report.battles import battles_of
from pbem.report.narrate import sentences
from pbem.report.scenes import scenes_of
from tests.engine.battle.arena import opened, play
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

PLACE = "Leningrad"


def _story(interceptors: int, bombers: int, *dice: list[int]) -> tuple[State, tuple[Event, ...]]:
    board = big_world(air_battles_before_raids=True)
    fighter = with_facts(board.unit_types["fighter"], can_intercept=True, air_defence=2)
    bomber = with_facts(board.unit_types["bomber"], air_attack=1)
    types = {**board.unit_types, "fighter": fighter, "bomber": bomber}
    state = position(
        replace(board, unit_types=types),
        "Germans",
        "battle",
        cleared=[PLACE],
        units=[
            (PLACE, "Russians", "factory", 1),
            (PLACE, "Russians", "fighter", interceptors),
            (PLACE, "Germans", "bomber", bombers),
        ],
    )
    raiders = tuple(unit.id for unit in state.units_in(PLACE) if unit.owner == "Germans")
    state = replace(state, battles=(PendingBattle(PLACE, "raid", raiders),))
    begun = opened(state)
    return state, (*begun.events, *play(begun, *dice).events)


def test_B69_an_air_battle_has_an_account_of_its_own() -> None:
    state, events = _story(1, 2, [6, 6], [2], [3])
    fought, raid = battles_of(tuple(scenes_of(state, events)))
    assert (fought.kind, raid.kind) == ("air_battle", "raid")
    assert fought.title == "Leningrad: Russians meet a raid of Germans"
    assert (fought.result, fought.won) == ("The bombers go on.", True)
    assert [luck.luck.hits for luck in fought.luck] == [0, 1]
    notes = [
        entry for part in fought.rounds for entry in part.entries if isinstance(entry, BattleNote)
    ]
    assert notes == [
        BattleNote("Interceptors: Russians, 1 fighter (by default, nobody asked).", True)
    ]


def test_no_interceptor_and_no_bomber_left_are_reported() -> None:
    state, events = _story(1, 3, [3, 3, 3])
    assert "interceptors: none" in list(sentences(state, events))
    state, events = _story(1, 1, [6], [1])
    (fought,) = battles_of(tuple(scenes_of(state, events)))
    assert (fought.result, fought.won) == ("No bomber is left.", False)
