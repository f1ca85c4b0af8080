"""The odds that the page shows while moves are planned."""

import threading

import pytest

from engine import State, apply, load_scenario, new_game, parse_order
from engine.advice import planned_battles
from engine.odds import Battle, Odds, simulation, solve
from pbem.board.odds import KeptOdds, odds_now

FINLAND = "move 3 infantry: Karelija > Finland"


def position(*lines: str) -> State:
    game = load_scenario("big_world_1942")
    step = new_game(game)
    for line in ("done", "done", *lines):
        step = apply(step.state, parse_order(line, game))
    return step.state


def test_B245_a_target_shows_the_odds_of_what_was_sent_there() -> None:
    state = position(FINLAND)
    (battle,) = planned_battles(state)
    (shown,) = odds_now(state, KeptOdds(), "Finland")
    assert shown["text"] == battle.sentence()
    assert odds_now(state, KeptOdds(), "Karelija") == []


def test_B245_a_move_works_out_only_the_battle_that_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked: list[Battle] = []

    def counted(battle: Battle) -> Odds:
        worked.append(battle)
        return solve(battle)

    monkeypatch.setattr(simulation, "solve", counted)
    known = KeptOdds()
    before = odds_now(position(FINLAND), known)
    assert odds_now(position(FINLAND, "move 1 infantry: Leningrad > Karelija"), known) == before
    assert len(worked) == 1
    odds_now(position("move 2 infantry: Karelija > Finland"), known)
    assert len(worked) == 2


def test_two_that_ask_at_once_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    worked: list[Battle] = []

    def slow(battle: Battle) -> Odds:
        worked.append(battle)
        begun.set()
        assert go_on.wait(20)
        return solve(battle)

    monkeypatch.setattr(simulation, "solve", slow)
    known, state = KeptOdds(), position(FINLAND)
    found: list[object] = []
    both = [threading.Thread(target=lambda: found.append(odds_now(state, known))) for _ in range(2)]
    both[0].start()
    assert begun.wait(20)
    both[1].start()
    go_on.set()
    for one in both:
        one.join()
    assert found[0] == found[1]
    assert len(worked) == 1
