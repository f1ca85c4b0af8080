"""A nation's turn is what the sequence makes it: another one may buy before its battles."""

from dataclasses import replace

from engine.core.events.turn import TurnEnded
from engine.game import apply, legal
from engine.gamedef import Definition
from engine.gamedef.sequence import SequenceStep
from engine.orders.done import Done
from engine.orders.move import Move
from engine.rules.turn.sequence import is_suspended
from tests.support.positions import big_world, position

STEPS = (
    ("British", "combat_move"),
    ("British", "purchase"),
    ("Americans", "purchase"),
    ("British", "battle"),
    ("British", "noncombat_move"),
    ("British", "end_turn"),
    ("Americans", "combat_move"),
    ("Americans", "battle"),
    ("Americans", "end_turn"),
)


def divided() -> Definition:
    steps = tuple(
        SequenceStep(nation=nation, phase=phase, name=f"{nation}{phase}") for nation, phase in STEPS
    )
    return replace(big_world(), sequence=steps)


def test_a_turn_goes_on_until_its_battles_and_moves_are_over() -> None:
    world = divided()
    waiting = [is_suspended(world, index) for index in range(len(STEPS))]
    assert waiting == [True, True, True, True, False, False, True, False, False]


def test_a_raid_stays_a_raid_and_flown_steps_are_flown_while_another_nation_buys() -> None:
    state = position(divided(), "British", "combat_move")
    raid = next(order for order in legal(state) if isinstance(order, Move) and order.raid)
    goal = raid.path[-1]
    state = apply(state, raid).state
    (bomber,) = (u for u in state.units_in(goal) if u.owner == "British")
    events: list[object] = []
    for _ in range(3):
        step = apply(state, Done())
        events += step.events
        state = step.state
    assert (state.nation, state.phase.phase) == ("British", "battle")
    assert not any(isinstance(event, TurnEnded) for event in events)
    assert state.units[bomber.id].moved == len(raid.path) - 1
    assert [(battle.territory, battle.kind) for battle in state.battles] == [(goal, "raid")]
