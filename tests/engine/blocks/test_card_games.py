"""Whole games with open cards: they end, keep all cards, and replay (T90, T130)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine import (
    Action,
    Definition,
    GameOver,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    format_order,
    load_scenario,
    new_game,
    parse_order,
    state_digest,
)
from engine.ai import choose_randomly, choose_sensibly
from engine.core.agenda import DrawFrame
from engine.orders.codec import order_from_plain, order_to_plain
from engine.orders.form import Order
from engine.rules.blocks.cards import cards_of, deck_of
from engine.rules.blocks.economy import standing_of

_TABLE = load_scenario("triumph_tragedy")


def definition_of(**options: bool) -> Definition:
    """The game with open cards and some more options."""
    return replace(_TABLE, options=replace(_TABLE.options, open_cards=True, **options))


DEFINITION = definition_of()

Choose = Callable[[State, object, Random], Order]


def sensibly(state: State, waiting: object, chance: Random) -> Order:
    del chance
    return choose_sensibly(state, waiting)


def action(step: Step, choose: Choose, chance: Random) -> Action:
    waiting = step.waiting
    if isinstance(waiting, RollRequest):
        return RollResult(tuple(chance.randint(1, waiting.sides) for _ in range(waiting.count)))
    return choose(step.state, waiting, chance)


def all_cards(state: State) -> list[int]:
    """Every card once for each place where it is."""
    cards = cards_of(state)
    held = [*cards.discarded, *deck_of(state, "action"), *deck_of(state, "investment")]
    for some in (*cards.hands.values(), *cards.shown.values(), *cards.reserved.values()):
        held += some
    for lying in cards.played.values():
        held += lying.cards
    return held + [one for vault in cards.vaults.values() for pair in vault for one in pair.cards]


def check_whole(state: State) -> None:
    """What holds at every moment of a game."""
    game = DEFINITION.blocks
    assert game is not None and game.cards is not None and state.blocks is not None
    assert sorted(all_cards(state)) == list(range(1, 111))
    chits = sum(state.blocks.chits.values()) + sum(cards_of(state).chits)
    # A dividend that is due waits for its die.
    frames = (frame for frame in state.agenda if isinstance(frame, DrawFrame))
    due = sum(not (draw.deck or draw.victim) for frame in frames for draw in frame.draws)
    assert chits == sum(game.cards.chits) + due
    for unit in state.units.values():
        assert 1 <= unit.strength <= game.most_strength_of(unit.country)
    for country, box in game.box.items():
        kinds = [unit.type for unit in state.units.values() if unit.country == country]
        assert all(kinds.count(kind) <= count for kind, count in box.items()), country
    if state.phase.phase == "production":
        assert state.blocks.turn.spent <= standing_of(state, state.nation).level
    assert all(0 <= value <= 99 for value in state.blocks.industry.values())


def play(definition: Definition, choose: Choose, seed: int) -> tuple[Step, list[Action]]:
    chance = Random(seed)
    step = new_game(definition)
    done: list[Action] = []
    while not isinstance(step.waiting, GameOver):
        done.append(action(step, choose, chance))
        step = apply(step.state, done[-1])
        check_whole(step.state)
    return step, done


@pytest.mark.parametrize(
    ("choose", "seed", "options"),
    [
        (choose_randomly, 3, ()),
        (sensibly, 5, ()),
        (choose_randomly, 11, ("short_game",)),
        (sensibly, 12, ("short_game",)),
        (choose_randomly, 13, ("two_players",)),
        (sensibly, 14, ("two_players",)),
        (choose_randomly, 15, ("short_game", "two_players")),
    ],
)
def test_a_whole_game_ends_and_replays(choose: Choose, seed: int, options: tuple[str, ...]) -> None:
    definition = definition_of(**dict.fromkeys(options, True))
    step, actions = play(definition, choose, seed)
    assert step.state.round <= (7 if "short_game" in options else 10)
    again = new_game(definition)
    for one in actions:
        if isinstance(one, Order):
            assert parse_order(format_order(one, definition), definition) == one
            assert order_from_plain(order_to_plain(one)) == one
        again = apply(again.state, one)
    assert state_digest(again.state) == state_digest(step.state)
