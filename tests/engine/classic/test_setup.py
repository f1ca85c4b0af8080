"""Objective, components, set-up and sequence of Classic (C1, C5 to C20)."""

import json
from collections import Counter
from pathlib import Path

import pytest

from engine import PUS, Buy, Definition, Done, Move, Pick, Place, Research, apply, check, new_game
from engine.core.agenda import PhaseOpen
from engine.core.chance import RollRequest, RollResult, check_roll
from engine.core.event_log import EventLog
from engine.core.events.economy import IncomeCollected
from engine.core.events.turn import PhaseBegan, RoundBegan
from engine.gamedef.victory import CapitalVictory, IncomeVictory
from engine.rules.common.capture import resolve_capture
from engine.rules.economy.income import income_of
from tests.support.positions import at_phase, classic, done, position

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "aa_classic.json"

NATIONS = ("Russians", "Germans", "British", "Japanese", "Americans")
START = {"Russians": 24, "Germans": 32, "British": 30, "Japanese": 25, "Americans": 36}
UNITS = {"Russians": 31, "Germans": 45, "British": 25, "Japanese": 34, "Americans": 26}
SEATS = {
    2: [{"Russians", "British", "Americans"}, {"Germans", "Japanese"}],
    3: [{"Russians", "British", "Americans"}, {"Germans"}, {"Japanese"}],
    4: [{"Russians", "Americans"}, {"British"}, {"Germans"}, {"Japanese"}],
    5: [{nation} for nation in NATIONS],
}


def test_C1_spring_1942_axis_against_allies() -> None:
    definition = classic()
    assert "spring 1942" in definition.name
    sides = {nation.name: nation.alliances for nation in definition.politics.nations}
    assert sides == {
        "Russians": ("Allies",),
        "Germans": ("Axis",),
        "British": ("Allies",),
        "Japanese": ("Axis",),
        "Americans": ("Allies",),
    }


def test_C2_C3_C4_the_aims_of_both_sides() -> None:
    definition = classic()
    assert definition.victory.by_capitals == (
        CapitalVictory("Allies", ("Germany", "Japan"), 2, "Japanese"),
        CapitalVictory("Axis", ("Russia", "United Kingdom", "East US"), 2, "Americans"),
    )
    assert definition.victory.by_income == (IncomeVictory("Axis", 84),)
    assert definition.victory.levels == ()


def test_C5_production_follows_every_capture_and_liberation() -> None:
    state = position(
        classic(),
        "Germans",
        "battle",
        cleared=["Caucasus"],
        units=[("Caucasus", "Germans", "infantry", 1)],
    )
    log = EventLog(state)
    log.extend(resolve_capture(state, "Caucasus", "Germans"))
    assert income_of(log.state, "Germans") == 32 + 3
    assert income_of(log.state, "Russians") == 24 - 3
    log.extend(resolve_capture(log.state, "Caucasus", "British"))
    assert income_of(log.state, "Germans") == 32
    assert income_of(log.state, "Russians") == 24
    assert income_of(log.state, "British") == 30


def test_C6_money_is_one_number_whatever_the_notes() -> None:
    """Notes of 1, 5 and 10 are a matter of paper: any amount can be held and spent."""
    state = position(classic(), "Russians", "purchase", pus={"Russians": 13})
    step = done(apply(state, Buy((("infantry", 1), ("armour", 2)))).state)
    assert step.state.amount("Russians", PUS) == 0


def test_C7_every_land_has_at_most_one_owner_who_is_paid_for_it() -> None:
    definition = classic()
    state = new_game(definition).state
    total = sum(area.production for area in definition.board.territories.values())
    assert sum(income_of(state, nation) for nation in NATIONS) == total == 147


def test_C8_dice_have_six_faces() -> None:
    assert classic().dice_sides == 6
    step = apply(position(classic(), "Russians", "tech"), Research("", 2))
    assert isinstance(step.waiting, RollRequest)
    assert check_roll(step.waiting, RollResult((6, 1))) == ()
    assert check_roll(step.waiting, RollResult((7, 1)))


def test_C9_a_stack_may_be_as_high_as_it_likes() -> None:
    """Chips stand for units; seven infantry are seven infantry."""
    definition = classic()
    state = position(definition, "Russians", "place", unplaced={"infantry": 7})
    placed = apply(state, Place((Pick(7, "infantry"),), "Russia")).state
    assert sum(unit.type == "infantry" for unit in placed.units_in("Russia")) == 4 + 7


@pytest.mark.parametrize("players", sorted(SEATS))
def test_C10_C11_C12_C13_the_notes_say_who_plays_what(players: int) -> None:
    seats = SEATS[players]
    assert len(seats) == players
    assert sorted(nation for seat in seats for nation in seat) == sorted(NATIONS)
    definition = classic()
    for seat in seats:
        assert len({side for n in seat for side in definition.politics.alliances_of(n)}) == 1
    word = {2: "two", 3: "Three", 4: "Four", 5: "Five"}[players]
    assert word in definition.notes


def test_C14_the_order_of_play() -> None:
    assert classic().politics.nation_names == NATIONS


def test_C15_C16_start_money_is_the_production_of_the_own_land() -> None:
    state = new_game(classic()).state
    assert {nation: state.amount(nation, PUS) for nation in NATIONS} == START
    assert {nation: income_of(state, nation) for nation in NATIONS} == START


def test_C17_161_units_at_the_start() -> None:
    state = new_game(classic()).state
    assert dict(Counter(unit.owner for unit in state.units.values())) == UNITS
    assert len(state.units) == 161


def test_C17_the_scenario_states_the_facts_of_the_map() -> None:
    if not FACTS.is_file():
        pytest.skip("needs ../shared/facts")
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    definition = classic()
    assert _areas(definition) == {
        name: (
            area["water"],
            area["owner"] or "",
            area["production"],
            area.get("capital", ""),
            area.get("originalFactory", "") == "true",
        )
        for name, area in facts["territories"].items()
    }
    borders = {tuple(sorted(pair)) for pair in facts["connections"]}
    assert set(definition.board.borders) == borders
    assert len(borders) == 309
    units = {(u["owner"], u["territory"], u["type"]): u["n"] for u in facts["startUnits"]}
    assert {(p.owner, p.territory, p.type): p.count for p in definition.setup.placements} == units
    prices = {name: facts["cost"][name] for name in definition.unit_types}
    assert dict(definition.economy.prices) == prices
    assert set(facts["cost"]) - set(prices) == {"artillery", "destroyer"}


def test_C17_the_units_have_the_values_of_the_map_but_for_the_room_aboard() -> None:
    if not FACTS.is_file():
        pytest.skip("needs ../shared/facts")
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    for name, kind in classic().unit_types.items():
        options = facts["unitAttachments"][name]
        assert kind.attack == int(options.get("attack", 0)), name
        assert kind.defence == int(options.get("defense", 0)), name
        assert kind.movement == int(options.get("movement", 0)), name
        assert kind.hit_points == int(options.get("hitPoints", 1)), name
        assert kind.decks.carrier_capacity == int(options.get("carrierCapacity", 0)), name
        assert kind.mobility.can_blitz == (options.get("canBlitz") == "true"), name
        assert kind.gunnery.can_bombard == (options.get("canBombard") == "true"), name


def _areas(definition: Definition) -> dict[str, tuple[bool, str, int, str, bool]]:
    return {
        name: (
            area.is_sea,
            definition.setup.owners.get(name, ""),
            area.production,
            area.capital_of,
            area.unlimited_production,
        )
        for name, area in definition.board.territories.items()
    }


def phases_of(nation: str) -> list[str]:
    steps = classic().sequence
    return [step.phase for step in steps if step.nation == nation and not step.last_round]


def test_C18_six_phases_in_order() -> None:
    """Research and purchase together are the first of the six; income ends the turn."""
    six = ["tech", "purchase", "combat_move", "battle", "noncombat_move", "place", "end_turn"]
    assert phases_of("Russians") == phases_of("Germans") == phases_of("British") == six
    assert phases_of("Japanese") == phases_of("Americans") == [*six, "capitals"]


def test_C18_an_order_of_a_later_phase_cannot_come_before_it() -> None:
    state = position(classic(), "Russians", "tech")
    attack = Move((Pick(1, "infantry"),), ("Karelia S.S.R.", "Ukraine S.S.R."))
    for order in (Buy((("infantry", 1),)), attack, Place((Pick(1, "infantry"),), "Russia")):
        assert [reason.code for reason in check(state, order)] == ["wrong-phase"]
    buying = done(state).state
    assert not check(buying, Buy((("infantry", 1),)))
    assert check(buying, attack)


def test_C18_income_counts_the_land_that_is_held_after_the_turn() -> None:
    state = position(classic(), "Russians", "noncombat_move", owners={"Ukraine S.S.R.": "Russians"})
    step = done(state)
    paid = [event for event in step.events if isinstance(event, IncomeCollected)]
    assert [(event.nation, event.amount) for event in paid] == [("Russians", 24 + 3)]


def test_C19_C20_five_turns_make_a_round() -> None:
    step = new_game(classic())
    begun: list[str] = []
    rounds: list[int] = []
    for _ in range(60):
        if step.state.round > 1:
            break
        step = apply(step.state, Done())
        for event in step.events:
            if isinstance(event, PhaseBegan) and event.phase == "tech":
                begun.append(event.nation)
            if isinstance(event, RoundBegan):
                rounds.append(event.round)
    assert begun == [*NATIONS[1:], "Russians"]
    assert rounds == [2]
    assert step.waiting == PhaseOpen("Russians", "tech")


def test_C19_nobody_is_on_turn_twice_in_a_round() -> None:
    step = at_phase(new_game(classic()), "Americans", "tech")
    assert step.state.round == 1
