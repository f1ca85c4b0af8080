"""Decks, hands, draws, the start of a year and commands with cards (T112, T127 to T134, T184)."""

from collections import Counter
from dataclasses import replace

import pytest

from engine import PhaseOpen, RollRequest, State, Step, apply, legal, new_game, parse_order
from engine.core.chance import RollResult
from engine.core.ids import NationName
from engine.rules.blocks.cards import card_words, cards_of, deck_of, hand_of, rules_of
from tests.support.blocks import (
    DEFINITION,
    ORDER,
    Piece,
    codes,
    do,
    position,
    roll,
    rules,
    with_cards,
)

UNITS: list[Piece] = [
    ("Axis", "tank", "Berlin"),
    ("West", "infantry", "London"),
    ("USSR", "infantry", "Moscow"),
]
A4, K5, K9, S9, I8_FALL = 1, 11, 26, 33, 49
"""Numbers of Action cards: Spring A4 and K5, Summer K9 and S9, Fall I8."""

with_option = with_cards(position(UNITS), {}).definition


def hands(state: State) -> list[int]:
    """How many cards each nation holds, in the printed order."""
    return [len(hand_of(state, NationName(name))) for name in ORDER]


def first(step: Step, least: int = 1) -> Step:
    """The dice that the game waits for, each as low as it goes from a number on."""
    while isinstance(step.waiting, RollRequest):
        dice = range(least, least + step.waiting.count)
        sides = step.waiting.sides
        step = apply(step.state, RollResult(tuple((die - 1) % sides + 1 for die in dice)))
    return step


def test_T130_there_are_55_cards_of_each_kind() -> None:
    cards = rules_of(new_game(with_option).state)
    assert (len(cards.action), len(cards.investment), len(cards)) == (55, 55, 110)
    assert Counter(card.season for card in cards.action) == {"Spring": 15, "Summer": 25, "Fall": 15}
    factories = Counter(card.factories for card in cards.investment)
    assert factories == {1: 10, 2: 16, 3: 22, 4: 7}
    assert sum(card.factories for card in cards.investment) == 136


def test_T155_every_card_names_two_countries_or_is_a_wildcard() -> None:
    cards = rules_of(new_game(with_option).state)
    for card in cards.action:
        assert (len(card.countries) == 2) != (card.wildcard in cards.wildcards)
    for one in cards.investment:
        assert bool(one.technologies) != bool(one.intelligence)


def test_T161_albania_and_ireland_have_no_card() -> None:
    cards = rules_of(new_game(with_option).state)
    named = {country for card in cards.action for country in card.countries}
    assert len(named) == 21 and not named & {"Albania", "Ireland"}


def test_T112_T87_the_first_year_begins_with_a_chit_and_a_hand_for_each() -> None:
    step = first(new_game(with_option))
    assert step.waiting == PhaseOpen("Axis", "deploy")
    assert hands(step.state) == [14, 8, 6]
    assert len(deck_of(step.state, "action")) == 27
    assert len(deck_of(step.state, "investment")) == 55
    assert step.state.blocks is not None
    assert step.state.blocks.chits == dict.fromkeys(ORDER, 1)


def test_T112_a_die_that_names_a_card_twice_is_rolled_again() -> None:
    step = new_game(with_option)
    for _ in ORDER:
        step = roll(step, 1)
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.count, step.waiting.sides) == (14, 55)
    step = roll(step, *(7,) * 10, 8, 9, 10, 55)
    assert hand_of(step.state, NationName("Axis")) == (7, 8, 9, 10, 55)
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.count, step.waiting.sides) == (9, 50)
    step = roll(step, *range(1, 10))
    assert hand_of(step.state, NationName("Axis")) == (
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
        13,
        55,
    )


def test_T133_dividends_are_never_put_back() -> None:
    step = new_game(with_option)
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.count, step.waiting.sides) == (1, 32)
    step = roll(roll(step, 32), 16)
    assert step.state.blocks is not None
    assert step.state.blocks.dividends == {"Axis": 2, "West": 0}
    assert cards_of(step.state).chits == (15, 12, 3)
    assert isinstance(step.waiting, RollRequest) and step.waiting.sides == 30


def test_T132_the_discards_are_shuffled_at_the_start_of_a_year_and_hands_stay() -> None:
    state = position(UNITS, nation="USSR", phase="command", command=0, kind="", season="winter")
    state = with_cards(state, {"Axis": (1, 60)}, discarded=(2, 61), shown={"West": (70,)})
    assert len(deck_of(state, "action")) == 53
    step = first(do(state, "command pass", "done"))
    assert step.state.round == 2
    assert cards_of(step.state).discarded == ()
    assert len(deck_of(step.state, "action")) == 54
    assert len(deck_of(step.state, "investment")) == 53
    assert hand_of(step.state, NationName("Axis")) == (1, 60)


def test_T128_an_exhausted_deck_gives_what_it_has() -> None:
    state = position(UNITS, phase="production", season="", command=0, kind="")
    gone = tuple(range(1, 54))
    state = with_cards(state, {}, discarded=gone)
    assert codes(state, "draw 3 action") == ["deck-empty"]
    step = do(state, "draw 2 action", "done")
    assert hand_of(step.state, NationName("Axis")) == (54, 55)


def test_T126_cards_come_when_production_is_over() -> None:
    state = with_cards(position(UNITS, phase="production", season="", command=0, kind=""), {})
    step = do(state, "draw 2 action")
    assert hands(step.state) == [0, 0, 0]
    assert isinstance(step.waiting, PhaseOpen)
    step = roll(do(step.state, "done"), 5, 9)
    assert hand_of(step.state, NationName("Axis")) == (5, 9)
    assert step.waiting == PhaseOpen("West", "production")


def command(hand: dict[str, tuple[int, ...]], when: str = "spring") -> State:
    return with_cards(position(UNITS, phase="command", command=0, kind="", season=when), hand)


def test_T184_a_nation_commands_with_a_card_of_its_hand_and_discards_it() -> None:
    state = command({"Axis": (K5, K9)})
    assert rules(state, "command 5") == ["T184"]
    assert rules(state, "command L5") == ["T184"]
    step = do(state, "command K5")
    assert hand_of(step.state, NationName("Axis")) == (K9,)
    assert cards_of(step.state).discarded == (K5,)
    assert codes(step.state, "command emergency K") == ["commanded-already"]


def test_T185_whoever_has_passed_may_still_command_after_a_card_of_somebody() -> None:
    state = command({"Axis": (A4,), "West": (K5, K9), "USSR": (S9,)})
    step = do(state, "command pass", "done")
    step = do(step.state, "command K5", "done", "command pass", "done")
    assert step.waiting == PhaseOpen("Axis", "command"), "the West has committed since"
    assert codes(step.state, "command A4") == []
    over = do(step.state, "command pass", "done")
    assert over.waiting == PhaseOpen("West", "movement"), "three passes in a row: it is over"
    step = do(step.state, "command A4", "done")
    assert step.waiting == PhaseOpen("USSR", "command"), "the Axis has committed since"
    assert do(step.state, "command pass", "done").waiting == PhaseOpen("Axis", "movement")


def test_T184_a_pass_after_the_last_card_is_final() -> None:
    """USSR commits, Axis and West pass, USSR passes: over."""
    state = command({"Axis": (A4,), "West": (K9,), "USSR": (K5,)})
    assert state.blocks is not None
    state = replace(state, blocks=replace(state.blocks, order=("USSR", "Axis", "West")))
    state = replace(state, agenda=(replace(state.phase, nation="USSR"),))
    step = do(state, "command K5", "done", "command pass", "done", "command pass", "done")
    assert step.waiting == PhaseOpen("USSR", "movement")


def test_T188_an_emergency_is_a_card_of_another_season() -> None:
    state = command({"Axis": (K5, K9)})
    assert codes(state, "command emergency") == ["card-unnamed"]
    step = do(state, "command emergency K")
    assert cards_of(step.state).discarded == (K9,)
    assert step.state.blocks is not None and step.state.blocks.turn.command == 4
    assert rules(command({"Axis": (K5,)}), "command emergency K") == ["T184"]


def test_T91_in_winter_every_card_is_of_the_season() -> None:
    state = position(UNITS, nation="USSR", phase="command", command=0, kind="", season="winter")
    state = with_cards(state, {"USSR": (I8_FALL, S9)})
    assert codes(state, "command I8") == []
    assert codes(state, "command emergency I") == ["not-in-hand"]


def test_the_commands_that_are_offered_are_those_of_the_hand() -> None:
    offered = {order.text(str) for order in legal(command({"Axis": (K5, S9, 60)}))}
    assert offered == {"command K5", "command emergency S", "command bluff 60", "command pass"}


def test_T189_a_bluff_with_an_investment_card_is_discarded_and_brings_no_turn() -> None:
    state = command({"Axis": (K5, 60), "West": (K9,), "USSR": (S9,)})
    assert rules(state, "command bluff 61") == ["T189"], "nobody bluffs with what they do not hold"
    assert rules(state, f"command bluff {K5}") == ["T189"], "an Action card commands"
    assert codes(position(UNITS, phase="command", command=0), "command bluff 60") == ["no-cards"]
    bluffed = do(state, "command bluff 60")
    assert cards_of(bluffed.state).discarded == (60,)
    assert codes(bluffed.state, "command K5") == ["commanded-already"]
    step = do(bluffed.state, "done", "command pass", "done", "command emergency S", "done")
    assert step.waiting == PhaseOpen("West", "command"), "it may still command (T185)"
    assert do(step.state, "command pass", "done").waiting == PhaseOpen("USSR", "movement")


def test_T189_T185_a_bluff_calls_back_who_has_passed() -> None:
    state = command({"West": (60,), "USSR": (K5,)})
    step = do(state, "command pass", "done", "command bluff 60", "done", "command pass", "done")
    assert step.waiting == PhaseOpen("Axis", "command")
    assert do(step.state, "command pass", "done").waiting == PhaseOpen("Axis", "command")
    assert do(step.state, "command pass", "done").state.phase.step > step.state.phase.step


def test_T127_what_is_drawn_by_the_others_after_a_violation() -> None:
    """T233: two cards each for the Low Countries; T145: the limit is not looked at."""
    units: list[Piece] = [("Axis", "tank", "Ruhr"), *UNITS]
    state = with_cards(position(units), {"West": tuple(range(1, 9))})
    step = do(state, "violate Low Countries")
    assert isinstance(step.waiting, RollRequest) and step.waiting.count == 2
    step = first(step)
    assert hands(step.state) == [0, 10, 2]
    assert step.waiting == PhaseOpen("Axis", "movement")


def test_T233_a_country_without_a_muster_calls_up_no_cards() -> None:
    units: list[Piece] = [("Axis", "infantry", "Taranto"), *UNITS]
    state = with_cards(position(units, owners={"Athens": "Axis"}), {})
    step = do(state, "violate Albania")
    assert step.waiting == PhaseOpen("Axis", "movement") and hands(step.state) == [0, 0, 0]


def test_T172_an_attack_on_the_usa_brings_its_forces_and_no_cards() -> None:
    units: list[Piece] = [("Axis", "fleet", "North Atlantic Ocean"), *UNITS]
    units.append(("Axis", "tank", "Ottawa"))
    state = with_cards(position(units, wars=(("Axis", "West"),)), {})
    step = do(state, "violate USA")
    assert step.waiting == PhaseOpen("Axis", "movement") and hands(step.state) == [0, 0, 0]
    assert step.state.owners["Washington"] == "West"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (31, "31 (Summer Q9, USA or Austria)"),
        (24, "24 (Summer I8, Versailles)"),
        (58, "58 (1 factory, science: sonar or naval radar or heavy tanks or air defense radar"),
        (76, "76 (2 factories, air defense radar or espionage)"),
        (86, "86 (3 factories, mole)"),
    ],
)
def test_what_a_card_is_called(number: int, words: str) -> None:
    assert card_words(rules_of(new_game(with_option).state), number).startswith(words)


def test_a_game_at_a_table_has_no_cards_and_skips_production() -> None:
    step = new_game(DEFINITION)
    assert step.state.blocks is not None and step.state.blocks.cards is None
    assert parse_order("draw 3 action", DEFINITION)
