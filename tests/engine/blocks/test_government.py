"""Government with cards: diplomacy, wildcards, industry, the limit of a hand (T135 to T162)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine import PhaseOpen, State, Step, card_order_title, legal, parse_order
from engine.core.blocks import CardsInPlay, Influence
from engine.core.ids import NationName
from engine.rules.blocks.cards import cards_of, hand_of
from engine.rules.blocks.economy import standing_of
from tests.support.blocks import DEFINITION, Piece, codes, do, position, rules, with_cards

UNITS: list[Piece] = [
    ("Axis", "infantry", "Berlin"),
    ("West", "infantry", "London"),
    ("USSR", "infantry", "Moscow"),
]
AUSTRIA, VERSAILLES, FOREIGN_AID, GUARANTEE, FEAR, ISOLATION, ETHNIC = 8, 24, 17, 42, 2, 35, 9
"""Poland or Austria; wildcards."""


def government(
    hands: Mapping[str, tuple[int, ...]],
    nation: str = "Axis",
    influence: Mapping[str, tuple[str, int]] | None = None,
    **cards: object,
) -> State:
    """A position in Government; influence: by country, whose markers are there."""
    state = position(UNITS, nation=nation, phase="government", season="", command=0, kind="")
    state = with_cards(state, hands, **cards)
    assert state.blocks is not None
    held = {
        name: Influence(NationName(one), count) for name, (one, count) in (influence or {}).items()
    }
    return replace(state, blocks=replace(state.blocks, influence=held))


def markers(state: State, country: str) -> tuple[str, int] | None:
    assert state.blocks is not None
    held = state.blocks.influence.get(country)
    return None if held is None else (held.nation, held.markers)


def passes(step: Step, count: int) -> Step:
    return do(step.state, *["done"] * count)


def test_T135_T136_three_passes_in_a_row_end_it() -> None:
    state = government({"Axis": (AUSTRIA,), "West": (43,)})
    step = passes(do(state, "play 8: Austria", "done"), 2)
    assert step.waiting == PhaseOpen("Axis", "government")
    step = do(step.state, "done")
    assert step.waiting == PhaseOpen("Axis", "command")


def test_T136_whoever_has_passed_may_play_later() -> None:
    state = government({"West": (43,), "USSR": (AUSTRIA,)})
    step = do(state, "done", "done", "play 8: Poland", "done", "done")
    assert step.waiting == PhaseOpen("West", "government")
    assert codes(step.state, "play 43: Afghanistan") == []


def test_T135_one_play_at_a_time() -> None:
    step = do(government({"Axis": (AUSTRIA, 43)}), "play 8: Austria")
    assert codes(step.state, "play 43: Afghanistan") == ["played-already"]


def test_T131_only_cards_of_the_own_hand() -> None:
    state = government({"West": (AUSTRIA,)})
    assert codes(state, "play 8: Austria") == ["not-in-hand"]
    assert codes(government({"Axis": (60,)}), "invest 60 60") == ["card-twice"]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("play 43: Afghanistan", ""),
        ('play 43: "Low Countries"', ""),
        ("play 43: Poland", "T137"),
        ("play 43: France", "T160"),
        ("invest 43", "T137"),
        ("play 8 43: Austria", "T142"),
    ],
)
def test_T137_a_card_names_one_of_its_two_countries(order: str, rule: str) -> None:
    assert rules(government({"Axis": (AUSTRIA, 43)}), order) == ([rule] if rule else [])


def test_T138_T139_a_card_of_a_rival_cancels_the_oldest() -> None:
    played = {"Rumania": CardsInPlay(NationName("Axis"), (6, 10))}
    step = do(government({"USSR": (13,)}, "USSR", played=played), "play 13: Rumania")
    assert cards_of(step.state).played == {"Rumania": CardsInPlay(NationName("Axis"), (10,))}
    assert cards_of(step.state).discarded == (6, 13)


def test_T143_cards_act_when_government_is_over_in_the_order_of_the_year() -> None:
    played = {"Sweden": CardsInPlay(NationName("West"), (25, 41))}
    state = government({}, played=played, influence={"Sweden": ("Axis", 1)})
    step = passes(Step(state, (), None), 3)
    assert markers(step.state, "Sweden") == ("West", 1)
    assert cards_of(step.state).played == {} and cards_of(step.state).discarded == (25, 41)


def test_T147_one_marker_gives_population_and_resources() -> None:
    played = {"Rumania": CardsInPlay(NationName("Axis"), (6,))}
    state = government({}, played=played)
    before = standing_of(state, NationName("Axis"))
    after = standing_of(passes(Step(state, (), None), 3).state, NationName("Axis"))
    assert (after.population - before.population, after.resources - before.resources) == (1, 2)


def test_T150_T151_T152_three_make_a_satellite_with_blocks_of_the_great_power() -> None:
    played = {"Poland": CardsInPlay(NationName("Axis"), (8, 18, 36))}
    step = passes(Step(government({}, played=played), (), None), 3)
    assert step.waiting == PhaseOpen("Axis", "muster")
    assert codes(step.state, "done") == ["muster-left"]
    assert codes(step.state, "place 2 tank: Warsaw") == ["one-block"]
    assert codes(step.state, "place 1 fleet: Lvov") == ["cannot-stand"]
    step = do(
        step.state,
        "place 1 tank: Warsaw",
        "place 1 infantry: Lvov",
        "place 1 fortress: Vilna",
        "done",
    )
    raised = {unit.territory: (unit.country, unit.strength) for unit in step.state.units.values()}
    assert raised["Warsaw"] == ("Germany", 3)
    assert raised["Lvov"] == ("Germany", 2) and raised["Vilna"] == ("Germany", 1)
    assert step.waiting == PhaseOpen("Axis", "command")
    assert codes(government({"Axis": (AUSTRIA,)}), "play 8: Austria") == []


def test_T150_diplomacy_no_longer_touches_a_satellite() -> None:
    step = do(
        government({"Axis": (VERSAILLES, AUSTRIA)}, influence={"Austria": ("Axis", 2)}),
        "play 24: Austria",
        "done",
        *["done"] * 2,
    )
    assert rules(step.state, "play 8: Austria") == ["T160"]


def test_T153_T159_a_wildcard_acts_at_once_and_cancels_nothing() -> None:
    played = {"Austria": CardsInPlay(NationName("West"), (AUSTRIA,))}
    state = government({"Axis": (VERSAILLES,)}, played=played, influence={"Austria": ("Axis", 1)})
    step = do(state, "play 24: Austria")
    assert markers(step.state, "Austria") == ("Axis", 2)
    assert cards_of(step.state).played == played
    assert cards_of(step.state).discarded == (VERSAILLES,)


def test_T154_a_wildcard_removes_a_marker_of_a_rival() -> None:
    state = government({"Axis": (VERSAILLES,)}, influence={"Austria": ("West", 2)})
    assert markers(do(state, "play 24: Austria").state, "Austria") == ("West", 1)


@pytest.mark.parametrize("country", ["Austria", "Sweden", "Norway"])
def test_T155_whom_a_wildcard_names_depends_on_who_plays_it(country: str) -> None:
    assert rules(government({"Axis": (ETHNIC,)}), f"play 9: {country}") == []
    assert rules(government({"USSR": (ETHNIC,)}, "USSR"), f"play 9: {country}") == ["T155"]


def test_T156_a_guarantee_is_for_neighbours_of_rivals_and_intimidation_for_our_own() -> None:
    assert rules(government({"Axis": (GUARANTEE,)}), "play 42: Finland") == []
    assert rules(government({"Axis": (GUARANTEE,)}), "play 42: USA") == ["T155"]
    assert rules(government({"Axis": (GUARANTEE,)}), "play 42: Bulgaria") == ["T155"]
    assert rules(government({"Axis": (15,)}), "play 15: Poland") == []
    assert rules(government({"Axis": (15,)}), "play 15: Persia") == ["T155"]


def test_T157_foreign_aid_costs_a_point_of_industry_and_not_a_rise() -> None:
    step = do(government({"Axis": (FOREIGN_AID,)}), "play 17: Turkey")
    assert markers(step.state, "Turkey") == ("Axis", 1)
    assert step.state.blocks is not None and step.state.blocks.industry["Axis"] == 11
    assert cards_of(step.state).rises == {}


def test_T158_some_wildcards_only_remove() -> None:
    assert rules(government({"Axis": (FEAR,)}), "play 2: Austria") == ["T158"]
    state = government({"Axis": (FEAR,)}, influence={"Austria": ("West", 1)})
    assert markers(do(state, "play 2: Austria").state, "Austria") is None
    state = government({"Axis": (FEAR,)}, influence={"Rumania": ("West", 1)})
    assert rules(state, "play 2: Rumania") == ["T158"]
    state = government({"Axis": (ISOLATION,)}, influence={"Spain": ("USSR", 2)})
    assert markers(do(state, "play 35: Spain").state, "Spain") == ("USSR", 1)


def test_T162_the_axis_has_three_markers_in_the_usa_at_most() -> None:
    state = government({"Axis": (31,)}, influence={"USA": ("Axis", 3)})
    assert rules(state, "play 31: USA") == ["T162"]
    assert codes(government({"Axis": (31,)}, influence={"USA": ("Axis", 2)}), "play 31: USA") == []


def test_T164_three_markers_of_the_west_bring_the_usa() -> None:
    played = {"USA": CardsInPlay(NationName("West"), (31,))}
    step = passes(Step(government({}, played=played, influence={"USA": ("West", 2)}), (), None), 3)
    assert step.state.owners["Washington"] == "West"
    assert [unit.strength for unit in step.state.units_in("Washington")] == [4]
    assert standing_of(step.state, NationName("West")).factory_cost == 5


def test_T140_factories_raise_industry_and_what_is_over_is_lost() -> None:
    """Cards 57 and 61 have three factories each; the Axis pays five."""
    state = government({"Axis": (56, 57, 61)})
    assert rules(state, "invest 56 57") == []
    assert rules(state, "invest 57") == ["T140"]
    step = do(state, "invest 57 61")
    assert step.state.blocks is not None and step.state.blocks.industry["Axis"] == 13
    assert hand_of(step.state, NationName("Axis")) == (56,)


def test_T141_industry_rises_twice_a_year_by_cards() -> None:
    state = government({"Axis": (57, 61)}, rises={"Axis": 2})
    assert rules(state, "invest 57 61") == ["T141"]


def test_T131_T142_action_and_investment_cards_are_not_mixed() -> None:
    assert codes(government({"Axis": (57, AUSTRIA)}), "invest 57 8") == ["mixed-cards"]


def test_T144_hands_are_cut_to_the_limit_less_the_vault() -> None:
    hand = tuple(range(1, 10))
    step = passes(Step(government({"Axis": hand}), (), None), 3)
    assert step.waiting == PhaseOpen("Axis", "discard")
    assert codes(step.state, "done") == ["hand-too-large"]
    assert codes(step.state, "discard 1 2 3") == ["within-limit"]
    step = do(step.state, "discard 1 2", "done")
    assert step.waiting == PhaseOpen("Axis", "command")
    assert len(hand_of(step.state, NationName("Axis"))) == 7


def test_T149_the_protector_itself_needs_a_violation_to_enter() -> None:
    units: list[Piece] = [("Axis", "tank", "Ruhr"), *UNITS]
    state = with_cards(position(units), {})
    assert state.blocks is not None
    held = {"Low Countries": Influence(NationName("Axis"), 2)}
    state = replace(state, blocks=replace(state.blocks, influence=held))
    assert codes(state, "move 1 tank: Ruhr > Amsterdam") != []
    assert rules(state, "violate Low Countries") == []


def test_T148_T234_a_protectorate_is_attacked_in_war_with_its_protector_only() -> None:
    units: list[Piece] = [("Axis", "tank", "Ruhr"), ("Axis", "tank", "Ruhr"), *UNITS]
    state = with_cards(position(units), {})
    assert state.blocks is not None
    held = {"Low Countries": Influence(NationName("West"), 2)}
    state = replace(state, blocks=replace(state.blocks, influence=held))
    assert rules(state, "violate Low Countries") == ["T234"]
    assert state.blocks is not None
    wars = ((NationName("Axis"), NationName("West")),)
    at_war = replace(state, blocks=replace(state.blocks, wars=wars))
    step = do(at_war, "violate Low Countries")
    assert step.state.owners["Amsterdam"] == "West"
    (block,) = step.state.units_in("Amsterdam")
    assert (block.owner, block.country, block.strength) == ("West", "Britain", 2)


def test_every_offer_can_be_played_and_one_of_each_sort_is_offered() -> None:
    hand = (AUSTRIA, VERSAILLES, 56, 57, 58, 59, 60, 61, 88)
    offers = [order.text(str) for order in legal(government({"Axis": hand, "West": (1,)}))]
    for text in ("play 8: Austria", "play 24: Hungary", "play 88: West", "play 59 60: sonar"):
        assert text in offers
    assert "vault 59 60: sonar" in offers
    assert any(text.startswith("invest 5") for text in offers)


@pytest.mark.parametrize(
    ("order", "title"),
    [
        ("play 8: Austria", "Austria: Spring H6 (8)"),
        ("play 24: Austria", "Austria: Versailles (24)"),
        ("invest 56 57", "industry: 2 + 3 factories (56, 57)"),
        ("vault 59 60: sonar", "sonar, kept secret (59, 60)"),
        ("play 88: West", "West: sabotage (88)"),
        ("discard 8", "discard 8 (Spring H6, Poland or Austria)"),
        ("unveil heavy_tanks", "unveil heavy tanks"),
        ("draw 3 action", ""),
    ],
)
def test_what_an_order_with_cards_is_called(order: str, title: str) -> None:
    assert card_order_title(DEFINITION, parse_order(order, DEFINITION)) == title
