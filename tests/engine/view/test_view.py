"""Questions about a position (B10, B19, B21, B23, B34, B95, B258)."""

import pytest

from engine import (
    Decision,
    GameOver,
    RollRequest,
    apply,
    describe_waiting,
    find_territory,
    nation_view,
    new_game,
    parse_order,
    status_view,
    territory_view,
)
from engine.core.agenda import Outcome
from engine.core.state import TurnRecord
from engine.rules.turn.setup import start_position
from tests.support.positions import big_world, position

WORLD = big_world()
START = start_position(WORLD)


def test_B11_a_territory_knows_what_it_is_and_what_it_touches() -> None:
    egypt = territory_view(START, "Egypt")
    assert not egypt.is_sea
    assert egypt.owner == egypt.original_owner == "British"
    assert {"Libya", "SZ 28 Eastern Mediterranean"} <= {near.name for near in egypt.neighbours}
    zone = territory_view(START, "SZ 28 Eastern Mediterranean")
    assert zone.is_sea
    assert (zone.owner, zone.original_owner) == ("", "")
    assert territory_view(START, "Sahara").is_impassable


def test_B23_production_capital_city_and_factory_are_shown() -> None:
    moscow = territory_view(START, "Moscow")
    assert (moscow.production, moscow.capital_of, moscow.victory_cities) == (4, "Russians", 1)
    assert moscow.has_factory
    assert not territory_view(START, "Karelija").has_factory


def test_B34_the_original_owner_stays_and_a_conquest_of_the_turn_shows() -> None:
    taken = position(
        WORLD,
        "Russians",
        "battle",
        owners={"Finland": "Russians"},
        turn=TurnRecord(conquered=("Finland",)),
    )
    view = territory_view(taken, "Finland")
    assert (view.owner, view.original_owner, view.is_conquered) == ("Russians", "Germans", True)


def test_B19_a_canal_shows_to_whom_it_is_open() -> None:
    (suez,) = territory_view(START, "SZ 55 Red Sea").canals
    assert suez.lands == ("Egypt", "Syria")
    assert suez.open_to == ("Russians", "British", "Chinese", "Americans")
    both = position(WORLD, "Germans", "combat_move", owners={"Syria": "Germans"})
    assert territory_view(both, "Syria").canals[0].open_to == ()
    (dardanelles,) = territory_view(START, "Western Turkey").canals
    assert dardanelles.open_to == ()


def test_units_are_grouped_by_owner_type_damage_and_ship() -> None:
    state = position(WORLD, "Russians", "combat_move")
    state = apply(
        state, parse_order("move 1 infantry: Archangel'sk > SZ 7 Barents Sea", WORLD)
    ).state
    groups = territory_view(state, "SZ 7 Barents Sea").groups
    assert [(g.owner, g.type, g.count, g.aboard) for g in groups] == [
        ("Russians", "infantry", 1, "transport"),
        ("Russians", "transport", 1, ""),
        ("Russians", "submarine", 1, ""),
    ]
    fleet = territory_view(START, "SZ 17 English Channel").groups
    assert {group.owner for group in fleet} == {"British"}
    assert sum(group.count for group in fleet) == len(START.units_in("SZ 17 English Channel"))


def test_a_pending_battle_shows_in_its_territory() -> None:
    state = position(WORLD, "Russians", "combat_move")
    step = apply(state, parse_order("move 3 infantry: Karelija > Finland", WORLD))
    assert territory_view(step.state, "Finland").battles == ("battle",)
    assert status_view(step.state, step.waiting).battles == (("Finland", "battle"),)


@pytest.mark.parametrize(
    ("nation", "money", "units", "cities"),
    [
        ("Russians", 34, 65, 3),
        ("Germans", 60, 108, 4),
        ("British", 40, 72, 6),
        ("Chinese", 10, 12, 1),
        ("Japanese", 41, 71, 5),
        ("Americans", 50, 42, 2),
    ],
)
def test_B258_nations_stand_at_the_start_as_the_rule_book_says(
    nation: str, money: int, units: int, cities: int
) -> None:
    view = nation_view(START, nation)
    assert (view.pus, view.income) == (money, money)
    assert view.unit_count == units
    assert view.victory_cities == cities
    assert view.has_capital


def test_B43_a_nation_without_its_capital_has_no_income() -> None:
    lost = position(WORLD, "Russians", "purchase", owners={"Moscow": "Germans"})
    view = nation_view(lost, "Russians")
    assert (view.capitals, view.has_capital, view.income) == (("Moscow",), False, 0)
    assert nation_view(lost, "Germans").income == 64


def test_the_hand_is_listed_in_the_order_of_the_buy_list() -> None:
    state = position(WORLD, "Russians", "place", unplaced={"fighter": 1, "infantry": 2})
    assert nation_view(state, "Russians").unplaced == (("infantry", 2), ("fighter", 1))


def test_an_unknown_nation_or_territory_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        nation_view(START, "Romans")
    with pytest.raises(KeyError):
        territory_view(START, "Atlantis")


def test_B12_territories_are_found_by_what_people_write() -> None:
    assert find_territory(WORLD, "sz 28").name == "SZ 28 Eastern Mediterranean"
    assert find_territory(WORLD, "karelia").offers[0] == "Karelija"
    assert "Southern Japan" in find_territory(WORLD, "japan").offers


def test_B95_the_status_says_whose_phase_it_is_and_what_to_do() -> None:
    step = new_game(WORLD)
    status = status_view(step.state, step.waiting)
    assert (status.round, status.nation, status.phase) == (1, "Russians", "technology")
    assert status.kind == "orders"
    assert "tech rockets 1" in status.text


def test_every_kind_of_waiting_has_words() -> None:
    dice = RollRequest("Germans", "battle", "Finland", 1, "general", "attacker", 3, 6, "the attack")
    assert describe_waiting(dice) == "3 dice for the attack"
    infantry = next(unit.id for unit in START.units.values() if unit.type == "infantry")
    choice = Decision("Germans", "casualties", "Finland", units=(infantry,), count=1)
    assert "which of their units is lost" in describe_waiting(choice)
    status = status_view(START, choice)
    assert status.kind == "decision"
    assert [group.type for group in status.choices] == ["infantry"]
    over = GameOver(Outcome(("Germans",), "total_victory", "the Axis have won"))
    assert describe_waiting(over) == "the game is over: the Axis have won"
    assert status_view(START, over).kind == "over"
    assert status_view(START, dice).kind == "dice"
