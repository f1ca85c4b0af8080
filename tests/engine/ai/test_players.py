"""Computer players: legal, deterministic, and lively enough for a demonstration."""

import ast
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from engine import (
    Buy,
    Decision,
    Done,
    Fight,
    GameOver,
    Move,
    PhaseOpen,
    RollRequest,
    RollResult,
    Step,
    apply,
    check,
    new_game,
    state_digest,
)
from engine.ai import PLAYERS, choose_randomly, choose_sensibly, computer_player
from engine.ai.chance import one_of, shuffled
from engine.ai.forecast import Fighter, forecast
from engine.core.agenda import Outcome
from engine.core.events.battle import BattleEnded, UnitsDestroyed
from engine.core.events.movement import UnitsUnloaded
from tests.support.play_again import play_again
from tests.support.playout import Playout, play
from tests.support.positions import big_world, position

WORLD = big_world()


@pytest.fixture(scope="module")
def demo() -> Playout:
    """Round 1 of Big World between sensible players."""
    return play(
        WORLD, 1, 1, lambda state, waiting, chance: choose_sensibly(state, waiting), thorough=100
    )


def test_a_demonstration_has_battles_on_land_at_sea_and_from_transports(demo: Playout) -> None:
    happened = [event for step in play_again(WORLD, demo.actions) for event in step.events]
    at_sea = Counter(
        WORLD.board.territories[event.territory].is_sea
        for event in happened
        if isinstance(event, BattleEnded)
    )
    assert at_sea[True] >= 2
    assert at_sea[False] >= 4
    assert any(isinstance(event, UnitsUnloaded) and event.amphibious for event in happened)
    assert any(isinstance(event, UnitsDestroyed) for event in happened)


def test_both_alliances_lose_units_in_a_demonstration(demo: Playout) -> None:
    last = play_again(WORLD, demo.actions)[-1]
    start = new_game(WORLD).state.units
    lost = Counter(unit.owner for key, unit in start.items() if key not in last.state.units)
    axis = lost["Germans"] + lost["Japanese"]
    allies = lost["Russians"] + lost["British"] + lost["Americans"] + lost["Chinese"]
    assert axis >= 10
    assert allies >= 10


def test_every_nation_of_a_demonstration_buys_and_nothing_is_left_over(demo: Playout) -> None:
    assert sum(isinstance(action, Buy) for action in demo.actions) == 6
    hands = demo.last.state.unplaced
    assert all(not unplaced for unplaced in hands.values())


@pytest.mark.parametrize("choose", [choose_randomly, lambda s, w, c: choose_sensibly(s, w)])
def test_the_same_chances_give_the_same_game(choose: object) -> None:
    assert callable(choose)
    digests = []
    for _ in range(2):
        chance, step = random.Random(5), new_game(WORLD)
        for _ in range(120):
            if isinstance(step.waiting, RollRequest):
                dice = [chance.randint(1, 6) for _ in range(step.waiting.count)]
                step = apply(step.state, RollResult(tuple(dice)))
            else:
                step = apply(step.state, choose(step.state, step.waiting, chance))
        digests.append(state_digest(step.state))
    assert digests[0] == digests[1]


def test_players_are_not_asked_for_dice_or_after_the_end() -> None:
    dice = RollRequest("Germans", "battle", "Finland", 1, "general", "attacker", 3, 6, "the attack")
    over = GameOver(Outcome((), "draw", "nobody has won"))
    state = new_game(WORLD).state
    for waiting in (dice, over):
        with pytest.raises(ValueError, match="no order"):
            choose_randomly(state, waiting, random.Random(1))
        with pytest.raises(ValueError, match="no order"):
            choose_sensibly(state, waiting)


def test_a_sensible_player_keeps_aircraft_alive() -> None:
    step = sensible_until(position(WORLD, "Germans", "combat_move"), "place")
    owner = WORLD.original_owner
    for unit in step.state.units_of("Germans"):
        if WORLD.unit_types[unit.type].is_air:
            home = step.state.owners.get(unit.territory, "")
            assert WORLD.politics.is_allied("Germans", home), (unit, owner(unit.territory))


def sensible_until(state: engine.State, phase: str) -> Step:
    chance = random.Random(3)
    step = Step(state, (), engine.waiting_for(state))
    while step.state.phase.phase != phase:
        if isinstance(step.waiting, RollRequest):
            dice = [chance.randint(1, 6) for _ in range(step.waiting.count)]
            step = apply(step.state, RollResult(tuple(dice)))
        else:
            step = apply(step.state, choose_sensibly(step.state, step.waiting))
    return step


def test_a_sensible_player_does_not_attack_a_fortress() -> None:
    state = position(
        WORLD, "Russians", "combat_move", units=[("Finland", "Germans", "infantry", 60)]
    )
    waiting = engine.waiting_for(state)
    for _ in range(60):
        order = choose_sensibly(state, waiting)
        if isinstance(order, Done):
            return
        assert isinstance(order, Move)
        assert order.path[-1] != "Finland"
        state = apply(state, order).state
    raise AssertionError("the combat move does not end")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_hopeless_battle_is_broken_off(name: str) -> None:
    state = position(
        WORLD, "Russians", "combat_move", units=[("Finland", "Germans", "infantry", 60)]
    )
    move = engine.parse_order("move 2 infantry: Karelija > Finland", WORLD)
    step = apply(apply(state, move).state, Done())
    step = apply(step.state, Fight("Finland"))
    while isinstance(step.waiting, RollRequest):
        dice = (1,) + (6,) * (step.waiting.count - 1)
        step = apply(step.state, RollResult(dice))
        if isinstance(step.waiting, Decision) and step.waiting.what == "casualties":
            step = apply(step.state, engine.decide(step.state, step.waiting))
    assert isinstance(step.waiting, Decision)
    order = computer_player(name).choose(step.state, step.waiting)
    assert order == engine.Retreat("Finland", "Karelija")
    assert check(step.state, order) == ()


def test_without_money_or_capital_players_end_their_phases() -> None:
    state = position(WORLD, "Russians", "purchase", pus={"Russians": 0})
    waiting = PhaseOpen("Russians", "purchase")
    assert choose_sensibly(state, waiting) == Done()
    assert choose_randomly(state, waiting, random.Random(1)) == Done()


@pytest.mark.parametrize(
    ("attack", "defence", "wins"),
    [
        ([3, 3, 3, 3], [2], True),
        ([1], [2, 2, 2], False),
        ([0], [0], False),
        ([], [2], False),
    ],
)
def test_forecasts_know_the_stronger_side(
    attack: list[int], defence: list[int], wins: bool
) -> None:
    mine = [Fighter(power, 1, 3, holds_land=True) for power in attack]
    theirs = [Fighter(power, 1, 3, holds_land=True) for power in defence]
    assert forecast(mine, theirs, 6).wins is wins


def test_a_forecast_without_land_units_takes_nothing() -> None:
    planes = [Fighter(3, 1, 10, holds_land=False)] * 4
    outlook = forecast(planes, [Fighter(2, 1, 3, holds_land=True)], 6)
    assert outlook.wins
    assert not outlook.takes


def test_chances_choose_and_shuffle_everything() -> None:
    chance = random.Random(1)
    assert {one_of(chance, "abc") for _ in range(50)} == set("abc")
    assert sorted(shuffled(chance, range(9))) == list(range(9))
    with pytest.raises(ValueError, match="nothing"):
        one_of(chance, [])


def test_players_use_the_public_functions_of_the_engine_only() -> None:
    folder = Path(engine.__file__).parent / "ai"
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("engine"):
                module = str(node.module)
                # The door of frozen dataclasses is everybody's (ADR 0031).
                doors = {"engine", "engine.lazy", "engine.odds", "engine.values"}
                assert module in doors or module.startswith("engine.ai"), path.name
                if module == "engine":
                    assert {name.name for name in node.names} <= set(vars(engine)["__all__"])


def test_a_bid_is_bought_and_placed_by_both_players() -> None:
    rich = replace(WORLD, options=replace(WORLD.options, bid={"Germans": 12}))
    for choose in (choose_randomly, lambda s, w, c: choose_sensibly(s, w)):
        chance, step = random.Random(2), new_game(rich)
        while step.state.phase.phase in {"bid", "bid_place"}:
            step = apply(step.state, choose(step.state, step.waiting, chance))
        assert step.state.phase.phase == "tech"
        assert len(step.state.units) > len(new_game(WORLD).state.units)
