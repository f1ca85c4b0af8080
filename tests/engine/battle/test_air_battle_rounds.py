"""Air battles of several rounds, and who leaves them (map dialect: Air Battle Rounds, Air Battle
Attackers Can Retreat, Air Battle Defenders Can Retreat)."""

from dataclasses import replace

import pytest

from engine.advice.question import question_lines
from engine.ai import choose_sensibly
from engine.core.agenda import Decision, PhaseOpen
from engine.core.events.battle import (
    AircraftWithdrew,
    BattleEnded,
    BattleRoundBegan,
    FactoryBombed,
    InterceptorsReturned,
)
from engine.game import check
from engine.gamedef import Definition
from engine.gamedef.position import Step
from engine.notation.answers import decide
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from pbem.report.battles import battles_of
from pbem.report.narrate import sentences
from pbem.report.scenes import scenes_of
from tests.engine.battle.arena import Played, asks, first_answer, opened, play, wants
from tests.engine.battle.test_air_battle import PLACE, _board, _raid
from tests.engine.battle.test_dogfight import _board as dogfight_board
from tests.engine.battle.test_dogfight import _state as dogfight
from tests.support.positions import count_in
from tests.support.unit_types import with_facts

MISS = 6


def _begun(bombers: int = 1, interceptors: int = 1, **options: int) -> Step:
    return opened(_raid({"bomber": bombers}, interceptors, _board(**options)))


def _rounds(played: Played) -> list[int]:
    return [event.round for event in played.all(BattleRoundBegan)]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_an_air_battle_has_as_many_rounds_as_the_option_says(most: int) -> None:
    step = _begun(air_battle_rounds=most)
    for fought in range(1, most + 1):
        assert wants(step).step == "air_battle"
        played = play(step, [MISS], [MISS])
        assert _rounds(played)[:1] == ([1] if fought == most else [fought + 1])
        step = played.step
    # The raid that follows has rounds of its own.
    assert (wants(step).step, wants(step).round) == ("raid", 1)
    assert [event.rounds for event in played.all(BattleEnded)] == [most]


def test_an_air_battle_is_over_when_a_side_is_gone() -> None:
    assert wants(play(_begun(air_battle_rounds=3), [1], [MISS]).step).step == "raid"
    lost = play(_begun(air_battle_rounds=3), [MISS], [1])
    assert isinstance(lost.step.waiting, PhaseOpen)
    assert not lost.step.state.battles


def test_an_air_battle_without_limit_goes_on_while_somebody_can_hit() -> None:
    step = _begun(air_battle_rounds=0)
    for _ in range(5):
        step = play(step, [MISS], [MISS]).step
    assert (wants(step).step, wants(step).round) == ("air_battle", 6)
    harmless = opened(
        dogfight(
            {"fighter": 1},
            {"fighter": 1},
            _harmless(),
        )
    )
    assert wants(play(harmless, Fight(PLACE)).step).step == "general"


def _harmless() -> Definition:
    board = dogfight_board()
    kind = with_facts(board.unit_types["fighter"], air_attack=0, air_defence=0)
    options = replace(board.options, air_battle_rounds=0)
    types = {**board.unit_types, "fighter": kind}
    return replace(board, unit_types=types, options=options)


def test_an_air_battle_before_a_battle_has_as_many_rounds() -> None:
    board = dogfight_board()
    board = replace(board, options=replace(board.options, air_battle_rounds=2))
    state = dogfight({"fighter": 1}, {"fighter": 1, "infantry": 1}, board)
    step = play(opened(state), Fight(PLACE)).step
    played = play(step, [MISS], [MISS])
    assert (wants(played.step).step, wants(played.step).round) == ("air_battle", 2)
    played = play(played.step, [MISS], [MISS])
    assert (wants(played.step).step, wants(played.step).round) == ("general", 1)


def test_raiders_may_call_their_raid_off_between_two_rounds() -> None:
    state = _raid({"bomber": 2}, 1, _board(air_battle_rounds=2, attackers_leave_air_battles=True))
    begun = opened(state)
    played = play(begun, [MISS, MISS], [MISS])
    decision = asks(played.step)
    assert (decision.nation, decision.what, len(decision.units)) == ("Germans", "retreat", 2)
    assert list(question_lines(played.step.state, decision))[2:] == [
        "p  fights another round in the air",
        "r  leaves the air battle, keeping 2 bomber",
    ]
    assert decide(played.step.state, decision) == Press(PLACE)
    assert first_answer(played.step) == Press(PLACE)
    assert _codes(played.step, Retreat(PLACE, "Finland")) == ["no-retreat-there"]
    assert _codes(played.step, Fight(PLACE)) == ["decision-first"]

    left = play(played.step, Retreat(PLACE, ""))
    assert [len(event.units) for event in left.all(AircraftWithdrew)] == [2]
    assert not left.all(FactoryBombed)
    assert not left.step.state.battles
    assert isinstance(left.step.waiting, PhaseOpen)
    assert count_in(left.step.state, PLACE, "Germans", "bomber") == 2
    story = (*begun.events, *played.events, *left.events)
    (fought,) = battles_of(tuple(scenes_of(state, story)))
    assert (fought.result, fought.won, len(fought.rounds)) == ("The raid is called off.", False, 1)

    stayed = play(played.step, Press(PLACE))
    assert (wants(stayed.step).step, wants(stayed.step).round) == ("air_battle", 2)
    # After the last round nobody is asked.
    assert wants(play(stayed.step, [MISS, MISS], [MISS]).step).step == "raid"


def test_interceptors_may_land_between_two_rounds_and_do_not_defend_the_land() -> None:
    more = {"ask_defender": True, "air_battle_rounds": 2, "defenders_leave_air_battles": True}
    step = _begun(2, 1, **more)
    step = play(step, first_answer(step)).step
    played = play(step, [MISS, MISS], [MISS])
    decision = asks(played.step)
    assert (decision.nation, decision.what, len(decision.units)) == ("Russians", "retreat", 1)
    assert decide(played.step.state, decision) == Press(PLACE)
    landed = play(played.step, Retreat(PLACE, ""))
    assert [len(event.units) for event in landed.all(InterceptorsReturned)] == [1]
    assert "Russians, 1 fighter leave the air battle" in list(
        sentences(played.step.state, landed.events)
    )
    assert (wants(landed.step).step, wants(landed.step).count) == ("raid", 2)
    assert len(landed.step.state.turn.intercepted) == 1
    assert count_in(landed.step.state, PLACE, "Russians", "fighter") == 1


def test_the_raiders_are_asked_before_the_interceptors() -> None:
    step = _begun(
        ask_defender=True,
        air_battle_rounds=2,
        attackers_leave_air_battles=True,
        defenders_leave_air_battles=True,
    )
    step = play(step, first_answer(step)).step
    asked = play(step, [MISS], [MISS]).step
    assert asks(asked).nation == "Germans"
    assert asks(play(asked, Press(PLACE)).step).nation == "Russians"


def test_an_absent_defender_stays_in_the_air() -> None:
    step = _begun(air_battle_rounds=2, defenders_leave_air_battles=True)
    assert wants(play(step, [MISS], [MISS]).step).step == "air_battle"


def test_the_computer_fights_on_in_the_air() -> None:
    step = _begun(air_battle_rounds=2, attackers_leave_air_battles=True)
    step = play(step, [MISS], [MISS]).step
    assert isinstance(step.waiting, Decision)
    assert choose_sensibly(step.state, step.waiting) == Press(PLACE)


def _codes(step: Step, order: Order) -> list[str]:
    return [reason.code for reason in check(step.state, order)]
