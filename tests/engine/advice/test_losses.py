"""What a choice of losses leads to, when ships that take two hits are among those to choose."""

from engine.advice import question_lines, safe_answer
from engine.orders.lose import Lose
from tests.engine.battle.arena import Played, arena, asks, fought, play

ZONE = "SZ 19 Atlantic"


def hit_twice() -> Played:
    """A battleship and a destroyer of the Americans take two hits of two cruisers, and miss."""
    fleet = [("battleship", 1), ("destroyer", 1)]
    state = arena(
        ZONE, fleet, [("cruiser", 2)], by="Americans", origins=["SZ 13 Gulf of St Lawrence"]
    )
    return play(fought(state, ZONE), [6, 6], [1, 1])


def test_B200_a_ship_that_takes_one_of_two_hits_fights_on_in_the_odds() -> None:
    step = hit_twice().step
    line = list(question_lines(step.state, asks(step)))[-1]
    words, _, odds = line.partition(": ")
    assert words == "with 1 battleship damaged, without 1 destroyer"
    order = safe_answer(step.state, asks(step))
    assert isinstance(order, Lose)
    step = play(step, order).step
    pressing_on = next(
        text for text in question_lines(step.state, asks(step)) if text.startswith("p  ")
    )
    assert pressing_on == f"p  presses on: {odds}"
