"""Battle instructions: reading, writing, and the answers that they give."""

from itertools import pairwise

import pytest

from engine import Decision, Step, apply, check, with_route
from engine.core.agenda import BattleFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.pick import Pick
from engine.loading import load_scenario
from engine.notation.answers import decide
from engine.notation.instructions import BattleInstruction
from engine.notation.parse import parse_order, parse_orders
from engine.orders.bombard import Bombard
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.submerge import Submerge
from engine.rules.turn.setup import start_position
from tests.support.positions import big_world, position

BIG_WORLD = load_scenario("big_world_1942")


@pytest.mark.parametrize(
    "text",
    [
        "losses Finland: infantry, artillery, armour, fighter",
        "losses: infantry",
        "retreat Finland > Karelija when attackers < 3",
        "retreat Finland after round 2",
        "retreat when air only",
        "retreat when attackers <= 2 and defenders > 4",
        "retreat after round 2 and attackers < 3",
        "retreat always",
        "press Finland always",
        "press when defenders < 2",
        "submerge: no",
        "submerge SZ 19 Atlantic: yes",
        "bombard France: no",
        "intercept: yes",
        "intercept Western Germany: no",
        "rockets France: England, Scotland",
        "rockets: nothing",
    ],
)
def test_instructions_are_read_and_written_alike(text: str) -> None:
    parsed = parse_orders(text, BIG_WORLD)
    assert parsed.faults == ()
    assert [entry.instruction.text() for entry in parsed.instructions] == [text]


def test_an_order_file_keeps_orders_and_instructions_apart() -> None:
    parsed = parse_orders("fight Finland\nlosses: inf\nretreat Finland > Karelija", BIG_WORLD)
    assert [entry.line for entry in parsed.orders] == [1, 3]
    assert [entry.line for entry in parsed.instructions] == [2]


def finland(*orders: str) -> Step:
    """The battle phase of round 1 after the Russians have moved against Finland."""
    state = position(big_world(), "Russians", "combat_move")
    for text in orders:
        state = apply(state, parse_order(text, state.definition)).state
    return apply(state, parse_order("done", state.definition))


def rolled(step: Step, hits: int) -> Step:
    """The step after one request for dice, of which a number hit and the others miss."""
    assert isinstance(step.waiting, RollRequest)
    dice = [1] * hits + [6] * (step.waiting.count - hits)
    return apply(step.state, RollResult(tuple(dice)))


def instructions(text: str) -> list[BattleInstruction]:
    parsed = parse_orders(text, BIG_WORLD)
    assert parsed.faults == ()
    return [entry.instruction for entry in parsed.instructions]


def casualties() -> Step:
    """The Russians have attacked Finland with 3 infantry and 1 armour and must take 1 hit."""
    step = finland(
        "move 3 infantry: Karelija > Finland",
        "move 1 armour: Northern Russia > Karelija > Finland",
    )
    step = apply(step.state, parse_order("fight Finland", BIG_WORLD))
    step = rolled(step, 0)
    return rolled(step, 1)


def answer(step: Step, text: str = "") -> Order:
    """What the instructions make of the decision, which must be legal."""
    assert isinstance(step.waiting, Decision)
    order = decide(step.state, step.waiting, instructions(text) if text else ())
    assert check(step.state, order) == ()
    return order


def test_casualties_by_default_are_the_cheapest() -> None:
    assert answer(casualties()) == Lose("Finland", (Pick(1, "infantry"),))


def test_casualties_follow_the_first_order_of_losses_that_fits() -> None:
    text = "losses Moscow: infantry\nlosses Finland: armour, infantry\nlosses: infantry"
    assert answer(casualties(), text) == Lose("Finland", (Pick(1, "armour"),))


def after_one_round() -> Step:
    step = casualties()
    return apply(step.state, parse_order("lose 1 infantry: Finland", BIG_WORLD))


def test_a_battle_goes_on_unless_an_instruction_says_otherwise() -> None:
    step = after_one_round()
    assert isinstance(step.state.agenda[-1], BattleFrame)
    assert answer(step) == Press("Finland")
    assert answer(step, "retreat Finland > Karelija when attackers < 2") == Press("Finland")
    assert answer(step, "retreat Moscow always") == Press("Finland")
    assert answer(step, "retreat Finland > Leningrad always") == Press("Finland")


@pytest.mark.parametrize(
    "text",
    [
        "retreat Finland > Karelija when attackers < 9",
        "retreat Finland after round 1",
        "retreat Finland when defenders >= 2",
        "retreat when defenders >= 2 and attackers <= 4",
        "retreat always\npress always",
        "retreat Finland > Leningrad always\nretreat always",
    ],
)
def test_a_retreat_whose_conditions_hold_is_made(text: str) -> None:
    step = after_one_round()
    assert isinstance(step.waiting, Decision)
    assert answer(step, text) == Retreat("Finland", step.waiting.territories[0])


@pytest.mark.parametrize(
    "text",
    [
        "press Finland always\nretreat always",
        "retreat after round 2",
        "retreat when air only",
        "retreat when attackers > 99",
    ],
)
def test_a_press_that_comes_first_or_a_condition_that_fails_goes_on(text: str) -> None:
    assert answer(after_one_round(), text) == Press("Finland")


def ask(
    what: str, place: str, units: tuple[str, ...] = (), *, to: tuple[str, ...] = ()
) -> Decision:
    """A decision about units of these types, wherever they stand."""
    state = start_position(BIG_WORLD)
    ids = [next(u.id for u in state.units.values() if u.type == name) for name in units]
    return Decision("Germans", what, place, units=tuple(ids), territories=to)


@pytest.mark.parametrize(
    ("decision", "text", "order"),
    [
        (ask("submerge", "SZ 19 Atlantic", ("submarine",)), "", Submerge("SZ 19 Atlantic", ())),
        (
            ask("submerge", "SZ 19 Atlantic", ("submarine",)),
            "submerge SZ 19: yes",
            Submerge("SZ 19 Atlantic", (Pick(1, "submarine"),)),
        ),
        (
            ask("bombard", "France", ("battleship",)),
            "",
            Bombard("France", (Pick(1, "battleship", "Germans"),)),
        ),
        (ask("bombard", "France", ("battleship",)), "bombard: no", Bombard("France", ())),
        (
            ask("rocket", "France", to=("Scotland", "England")),
            "",
            FireRocket("France", "England"),
        ),
        (
            ask("rocket", "France", to=("Scotland", "England")),
            "rockets: Moscow, Scotland",
            FireRocket("France", "Scotland"),
        ),
        (
            ask("rocket", "France", to=("Scotland", "England")),
            "rockets France: nothing",
            FireRocket("France", ""),
        ),
    ],
)
def test_other_questions_have_defaults_and_instructions(
    decision: Decision, text: str, order: Order
) -> None:
    state = start_position(BIG_WORLD)
    assert decide(state, decision, instructions(text) if text else ()) == order


def test_a_question_without_an_answer_is_not_guessed() -> None:
    with pytest.raises(LookupError):
        decide(start_position(BIG_WORLD), ask("weather", "France"))


def routed(text: str) -> tuple[str, ...]:
    state = position(big_world(), "Russians", "combat_move")
    move = with_route(state, parse_order(text, BIG_WORLD))
    return move.path


def test_B178_gaps_of_a_path_are_filled() -> None:
    assert routed("move 1 armour: Northern Russia > Finland") == (
        "Northern Russia",
        "Karelija",
        "Finland",
    )
    assert routed("move 2 infantry: Karelija > Finland") == ("Karelija", "Finland")
    flight = routed("move 1 fighter: Moscow > Leningrad > Karelija > Moscow")
    assert flight[0] == flight[-1] == "Moscow"
    board = BIG_WORLD.board
    assert all(board.is_border(*pair) for pair in pairwise(flight))


def test_a_path_that_cannot_be_filled_stays_as_it_is() -> None:
    path = ("Karelija", "SZ 79 Arctic Ocean", "Moscow")
    assert routed(f"move 1 infantry: {' > '.join(path)}") == path
