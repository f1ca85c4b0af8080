"""The start in 1939 and the game of two players (T247 to T259)."""

from dataclasses import replace

import pytest

from engine import (
    Definition,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    legal,
)
from engine.ai import choose_sensibly
from engine.core.events.turn import GameEnded
from engine.core.ids import NationName
from engine.game import new_game
from engine.rules.blocks.cards import cards_of, hand_of, reserve_of
from engine.rules.blocks.deploy import cadre_choices
from engine.rules.blocks.overtures import overtures_left
from engine.rules.blocks.production import points_left
from engine.rules.blocks.retreat import retreats
from engine.rules.blocks.variants import year_of
from engine.rules.blocks.victory import resolve_last_year
from tests.support.blocks import DEFINITION, Piece, codes, do, position, roll, rules, with_cards

AXIS, WEST, USSR = NationName("Axis"), NationName("West"), NationName("USSR")
KARACHI, K9, L9, G8, SONAR = 3, 26, 27, 22, 60
"""A Spring card; Summer K9, L9 and G8; an Investment card."""


def game(**options: bool) -> Definition:
    return replace(DEFINITION, options=replace(DEFINITION.options, **options))


def until(step: Step, phase: str, nation: str = "") -> Step:
    """The game played on sensibly, with dice that differ, up to a phase of a nation."""
    die = 0
    while True:
        waiting = step.waiting
        is_there = isinstance(waiting, PhaseOpen) and waiting.phase == phase
        if is_there and nation in {"", waiting.nation}:  # type: ignore[union-attr]
            return step
        if isinstance(waiting, RollRequest):
            dice = tuple((die + index) % waiting.sides + 1 for index in range(waiting.count))
            die += waiting.count
            step = apply(step.state, RollResult(dice))
        else:
            step = apply(step.state, choose_sensibly(step.state, waiting))


def strength_of(state: State, nation: str) -> int:
    return sum(unit.strength for unit in state.units_of(NationName(nation)))


# The start in 1939


def test_T247_T248_the_set_up_of_1936_with_more_of_everything() -> None:
    step = until(new_game(game(open_cards=True, short_game=True)), "deploy")
    state = step.state
    assert state.blocks is not None and year_of(state) == 4
    assert [len(hand_of(state, one)) for one in (AXIS, WEST, USSR)] == [22, 16, 14]
    actions = [sum(number <= 55 for number in hand_of(state, one)) for one in (AXIS, WEST, USSR)]
    assert actions == [18, 12, 10]
    assert state.blocks.industry == {"Axis": 15, "West": 10, "USSR": 12}
    assert state.blocks.chits == {"Axis": 3, "West": 3, "USSR": 3}
    step = until(step, "reinforce")
    before = {"Axis": 22 + 2, "West": 12 + 9, "USSR": 12}
    assert {name: strength_of(step.state, name) for name in before} == before
    for nation in step.state.blocks.order:  # type: ignore[union-attr]
        step = until(step, "reinforce", nation)
        assert points_left(step.state) == {"Axis": 20, "West": 8, "USSR": 14}[nation]
    step = until(step, "overtures")
    after = {"Axis": 24 + 20, "West": 21 + 8, "USSR": 12 + 14}
    assert {name: strength_of(step.state, name) for name in after} == after


def test_T247_what_is_added_stands_at_home_with_any_number_of_steps() -> None:
    step = until(new_game(game(short_game=True)), "reinforce", "Axis")
    state = step.state
    assert rules(state, "place 1 fortress: Tripoli") == ["T97"]
    assert codes(state, "draw 1 action") == ["wrong-phase"]
    assert codes(state, "done") == ["points-left"]
    built = do(state, "place 1 infantry: Munich").state
    unit = max(built.units)
    grown = do(built, *[f"strengthen infantry#{unit}: Munich"] * 3).state
    assert grown.units[unit].strength == 4 and points_left(grown) == 16
    assert rules(grown, f"strengthen infantry#{unit}: Munich") == ["T119"]
    assert rules(state, "place 21 infantry: Munich")[0] == "T117"


def test_T249_austria_is_of_the_axis_which_plays_seven_cards_unopposed() -> None:
    step = until(new_game(game(open_cards=True, short_game=True)), "overtures")
    state = step.state
    assert state.owners["Vienna"] == "Axis" and state.blocks is not None
    assert state.blocks.satellites == {"Austria": "Axis"}
    (block,) = state.units_in("Vienna")
    assert (block.type, block.strength, block.country) == ("infantry", 2, "Germany")
    assert state.nation == "Axis" and overtures_left(state) == 7
    hand = hand_of(state, AXIS)
    investment = next(number for number in hand if number > 55)
    assert rules(state, f"play {investment}: sonar") == ["T249"]
    for left in range(7, 0, -1):
        assert codes(state, "done") == ["overtures-left"]
        order = next(one for one in legal(state) if str(type(one).__name__) == "Play")
        before = state
        state = apply(state, order).state
        assert overtures_left(state) == left - 1
        assert len(cards_of(state).discarded) == len(cards_of(before).discarded) + 1
    assert codes(state, "done") == [] and cards_of(state).played == {}
    assert state.blocks is not None
    assert {held.nation for held in state.blocks.influence.values()} <= {"Axis"}
    assert len(hand_of(state, AXIS)) == 15
    step = until(do(state, "done"), "production")
    assert cards_of(step.state).discarded == (), "all cards are shuffled at New Year 1939"
    assert step.state.blocks is not None
    assert step.state.blocks.chits == {"Axis": 4, "West": 4, "USSR": 4}, "and one of 1939 (T87)"


def test_T249_a_third_marker_before_the_first_year_raises_blocks_at_once() -> None:
    step = until(new_game(game(open_cards=True, short_game=True)), "overtures")
    hungary = (7, 14, 18)
    hands = {AXIS: (*hungary, 61), WEST: (), USSR: ()}
    assert step.state.blocks is not None
    cards = replace(cards_of(step.state), hands=hands)
    state = replace(step.state, blocks=replace(step.state.blocks, cards=cards, influence={}))
    step = do(state, *[f"play {number}: Hungary" for number in hungary])
    assert step.state.owners["Budapest"] == "Axis"
    # No card that can be played is left.
    step = do(step.state, "done")
    assert step.waiting == PhaseOpen("Axis", "muster")
    step = do(step.state, "place 1 tank: Budapest", "done")
    (tank,) = step.state.units_in("Budapest")
    assert (tank.country, tank.strength) == ("Germany", 2)


def test_T90_T176_years_are_those_of_the_longer_game() -> None:
    state = replace(position([]), definition=game(open_cards=True, short_game=True), round=7)
    assert year_of(state) == 10


def test_beside_a_table_the_start_in_1939_has_no_cards() -> None:
    step = until(new_game(game(short_game=True)), "command")
    assert step.state.blocks is not None and step.state.blocks.cards is None
    assert step.state.blocks.chits == {"Axis": 4, "West": 4, "USSR": 4}
    assert step.state.blocks.industry["Axis"] == 15
    assert strength_of(step.state, "Axis") == 22 + 2 + 20


# Two players


UNITS: list[Piece] = [
    ("Axis", "infantry", "Berlin"),
    ("West", "fleet", "London"),
    ("USSR", "infantry", "Moscow"),
]


def two(state: State, active: str = "West", **options: bool) -> State:
    """A position of the game of two players."""
    definition = state.definition
    options = {"two_players": True, **options}
    assert state.blocks is not None
    return replace(
        state,
        definition=replace(definition, options=replace(definition.options, **options)),
        blocks=replace(state.blocks, active=NationName(active)),
    )


def test_T250_cadres_in_baku_and_india_are_fortresses() -> None:
    step = until(new_game(game(two_players=True)), "deploy", "USSR")
    assert rules(step.state, "place 1 infantry: Baku") == ["T250"]
    step = until(step, "alliance")
    forts = [
        unit.territory
        for unit in step.state.units.values()
        if unit.type == "fortress" and unit.territory in {"Baku", "Delhi", "Bombay"}
    ]
    assert sorted(forts) == ["Baku", "Baku", "Bombay", "Delhi", "Delhi"]


def test_T96_T250_the_box_keeps_a_fortress_for_each_of_them() -> None:
    """Britain has six: one is in Gibraltar and three are for India, so two are free."""
    state = until(new_game(game(two_players=True)), "deploy", "West").state
    assert set(rules(state, "place 2 fortress, 1 fortress: London")) == {"T250"}
    state = do(state, "place 2 fortress: London").state
    assert rules(state, "place 1 fortress: Glasgow") == ["T250"]
    assert "fortress" not in cadre_choices(state)["London"]
    step = do(state, "place 2 fortress: Delhi", "place 1 fortress: Bombay")
    assert rules(step.state, "place 1 infantry: London") == []


def test_T251_allies_never_enter_the_same_area_nor_make_war_on_each_other() -> None:
    pieces: list[Piece] = [
        ("West", "fleet", "London"),
        ("West", "submarine", "London"),
        ("USSR", "fleet", "North Sea"),
        ("West", "fleet", "English Channel"),
        ("Axis", "fleet", "English Channel"),
    ]
    state = two(position(pieces, nation="West", wars=(("Axis", "West"),)))
    assert rules(state, "move 1 fleet: London > North Sea") == ["T251"]
    assert rules(state, "move 1 submarine: London > North Sea > Norwegian Sea") == ["T251"]
    assert rules(state, "move 1 fleet: London > Irish Sea") == []
    assert "North Sea" not in retreats(state, state.units[4])
    three = position(pieces, nation="West", wars=(("Axis", "West"),))
    assert rules(three, "move 1 fleet: London > North Sea") == []
    assert "North Sea" in retreats(three, three.units[4])
    assert rules(two(position(UNITS, nation="West")), "declare war USSR") == ["T251"]


def test_T251_cards_of_allies_cancel_each_other() -> None:
    state = position(UNITS, nation="USSR", phase="government", season="", command=0, kind="")
    state = two(with_cards(state, {"USSR": (43,), "West": (41,)}), open_cards=True)
    step = do(state, "play 43: Afghanistan", "done", "done")
    step = do(step.state, "play 41: Afghanistan")
    assert cards_of(step.state).played == {} and cards_of(step.state).discarded == (41, 43)


@pytest.mark.parametrize(
    ("nation", "pieces", "country", "drawn"),
    [
        ("Axis", [("Axis", "infantry", "Konigsberg")], "Poland", {"West": 2, "USSR": 1}),
        ("USSR", [("USSR", "infantry", "Kiev")], "Poland", {"Axis": 3}),
    ],
)
def test_T252_allies_share_the_cards_for_a_violation(
    nation: str, pieces: list[Piece], country: str, drawn: dict[str, int]
) -> None:
    state = with_cards(position(pieces, nation=nation), {})
    step = do(two(state, nation, open_cards=True), f"violate {country}")
    while isinstance(step.waiting, RollRequest):
        step = roll(step, *range(1, step.waiting.count + 1))
    hands = {one: len(held) for one, held in cards_of(step.state).hands.items() if held}
    assert hands == drawn


def test_T253_a_declaration_is_against_one_ally_only() -> None:
    pieces: list[Piece] = [("Axis", "tank", "Ruhr"), *UNITS]
    step = do(two(position(pieces)), "declare war West")
    assert step.state.blocks is not None and step.state.blocks.wars == (("Axis", "West"),)


def test_T254_the_active_ally_is_named_every_year_anew() -> None:
    step = until(new_game(game(two_players=True)), "alliance")
    assert step.waiting == PhaseOpen("West", "alliance")
    assert codes(step.state, "done") == ["no-active-ally"]
    assert rules(step.state, "activate Axis") == ["T254"]
    step = do(step.state, "activate USSR")
    assert codes(step.state, "activate West") == ["ally-named"]
    assert step.state.blocks is not None and step.state.blocks.active == "USSR"
    step = until(do(step.state, "done"), "alliance")
    assert step.state.round == 2 and step.state.blocks is not None
    assert step.state.blocks.active == ""


def test_T255_a_passive_ally_shares_out_its_production() -> None:
    state = position(UNITS, nation="USSR", phase="production", season="", command=0, kind="")
    state = two(with_cards(state, {}), open_cards=True)
    assert state.blocks is not None
    state = replace(state, blocks=replace(state.blocks, industry={"USSR": 8}))
    assert points_left(state) == 8
    assert rules(state, "draw 4 action") == ["T255"]
    step = do(state, "draw 3 action", "place 3 infantry: Moscow")
    assert rules(step.state, "draw 3 investment") == ["T117"]
    assert points_left(do(step.state, "draw 2 investment").state) == 0
    other = do(state, "draw 3 action", "draw 3 investment").state
    assert rules(other, "place 3 infantry: Moscow") == ["T117"]
    assert rules(other, "place 2 infantry: Moscow") == []
    assert rules(two(state, "USSR", open_cards=True), "draw 8 action") == []


def test_T256_cards_of_a_passive_ally_lie_by_until_the_next_year() -> None:
    step = until(new_game(game(open_cards=True, two_players=True)), "alliance")
    held = {
        one: (len(hand_of(step.state, one)), len(reserve_of(step.state, one)))
        for one in (WEST, USSR)
    }
    assert held == {WEST: (4, 4), USSR: (3, 3)}
    step = do(step.state, "activate West")
    assert (len(hand_of(step.state, WEST)), len(hand_of(step.state, USSR))) == (8, 3)
    step = until(do(step.state, "done"), "production", "USSR")
    step = do(step.state, "draw 3 action", "done")
    while isinstance(step.waiting, RollRequest):
        step = roll(step, *range(1, step.waiting.count + 1))
    assert len(hand_of(step.state, USSR)) == 3 and len(reserve_of(step.state, USSR)) == 6
    step = until(step, "alliance")
    after = do(step.state, "activate West").state
    assert reserve_of(after, USSR) == ()
    assert len(hand_of(after, USSR)) == len(hand_of(step.state, USSR)) + 6


def summer(
    nation: str = "USSR", hand: tuple[int, ...] = (K9, L9, KARACHI), **more: object
) -> State:
    pieces: list[Piece] = [("USSR", "tank", "Kiev"), ("USSR", "infantry", "Odessa"), *UNITS]
    wars = (("Axis", "USSR"),)
    state = position(
        pieces, nation=nation, phase="command", season="summer", command=0, kind="", wars=wars
    )
    return two(with_cards(state, {nation: hand}), open_cards=True)


def test_T257_one_card_of_a_passive_ally_brings_a_turn_without_attacks() -> None:
    step = do(summer(), "command K9", "done", "command pass", "done", "command pass", "done")
    step = until(step, "movement", "USSR")
    state = step.state
    assert state.blocks is not None
    assert (state.blocks.turn.kind, state.blocks.turn.command) == ("restrained", 9)
    assert rules(state, "violate Poland") == ["T192"]
    assert rules(state, "move 1 tank: Kiev > Odessa") == []
    owned = replace(state, owners={**state.owners, "Lvov": AXIS})
    assert rules(owned, "move 1 tank: Kiev > Lvov") == ["T4"]


def test_T257_two_cards_bring_a_whole_turn_at_the_earlier_letter() -> None:
    assert rules(summer(hand=(K9,)), "command K9 L9") == ["T184"]
    assert rules(summer(), "command K9 K9") == ["T257"]
    assert rules(two(summer(), "USSR", open_cards=True), "command K9 L9") == ["T257"]
    step = do(summer(), "command L9 K9")
    assert step.state.blocks is not None
    card = step.state.blocks.commands[USSR]
    assert (card.kind, card.letter, card.value) == ("card", "K", 9)
    assert cards_of(step.state).discarded == (K9, L9)
    words = [one.text(str) for one in legal(summer()) if one.text(str).startswith("command")]
    assert "command K9 L9" in words


def test_T257_any_card_is_an_emergency_of_two_moves() -> None:
    step = do(summer(), "command emergency C")
    assert step.state.blocks is not None
    assert step.state.blocks.turn.command == 2 and step.state.blocks.turn.kind == "emergency"


def test_T258_a_declaration_of_an_ally_costs_a_further_card() -> None:
    pieces: list[Piece] = [("USSR", "tank", "Kiev"), *UNITS]
    state = position(pieces, nation="USSR", season="summer", owners={"Lvov": "Axis"})
    bare = two(with_cards(state, {"USSR": (KARACHI, SONAR)}), "USSR", open_cards=True)
    assert rules(bare, "declare war Axis") == ["T258"]
    held = two(with_cards(state, {"USSR": (KARACHI, G8, L9)}), "USSR", open_cards=True)
    step = do(held, "declare war Axis")
    assert hand_of(step.state, USSR) == (KARACHI, L9), "the card that moves the fewest"
    assert cards_of(step.state).discarded == (G8,)
    axis = two(with_cards(position([("Axis", "tank", "Ruhr"), *UNITS], season="summer"), {}))
    assert rules(axis, "declare war West") == []


def test_T259_the_better_ally_counts_at_the_end() -> None:
    state = two(with_cards(position(UNITS), {}), open_cards=True)
    assert state.blocks is not None
    points = {AXIS: 18, WEST: 17, USSR: 19}
    played = replace(state, blocks=replace(state.blocks, industry={}, dividends=points))
    (ended,) = resolve_last_year(played)
    assert isinstance(ended, GameEnded) and ended.outcome.winners == ("USSR", "West")
