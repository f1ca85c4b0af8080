"""The Anniversary Edition: statements Y1 to Y14 of docs/rules/anniversary-1941.md."""

import pytest

from engine.core.events.turn import GameEnded
from engine.core.pick import Pick
from engine.game import check
from engine.gamedef import Definition, State
from engine.orders.place import Place
from engine.rules.politics.victory import resolve_victory
from engine.rules.turn.bonus import objectives_due
from tests.engine.movement.board import codes, move
from tests.rules.rule_pages import check_units
from tests.support.positions import position, scenario_with

ORDER = {
    "Germans": 31, "Russians": 30, "Japanese": 17, "British": 43, "Italians": 10,
    "Chinese": 0, "Americans": 40,
}  # fmt: skip


def game(**options: object) -> Definition:
    return scenario_with("anniversary_1941", options)


def cities_of_axis(count: int, **options: object) -> State:
    """The end of a round in which the Axis hold so many victory cities."""
    definition = game(**options)
    cities = [area.name for area in definition.board.territories.values() if area.victory_cities]
    owners = {name: "Germans" if at < count else "British" for at, name in enumerate(cities)}
    return position(definition, "", "end_round", owners=owners)


def test_Y1_the_sides() -> None:
    sides = {entry.name: entry.alliances for entry in game().politics.nations}
    axis = {name for name, alliances in sides.items() if alliances == ("Axis",)}
    assert axis == {"Germans", "Japanese", "Italians"}
    assert sides.keys() - axis == {"Russians", "British", "Americans", "Chinese"}


def test_Y2_the_order_of_the_nations() -> None:
    ends = [step.nation for step in game().sequence if step.phase.startswith("end_turn")]
    assert ends == list(ORDER)


def test_Y3_what_they_begin_with() -> None:
    state = position(game(), "Germans", "purchase")
    assert {name: state.amount(name, "PUs") for name in ORDER} == ORDER


@pytest.mark.parametrize(
    ("level", "cities"),
    [
        ({}, 13),
        ({"projection_of_power": False, "honorable_surrender": True}, 15),
        ({"projection_of_power": False, "total_victory": True}, 18),
    ],
)
def test_Y4_how_many_cities_win(level: dict[str, object], cities: int) -> None:
    for held, won in ((cities, True), (cities - 1, False)):
        ends = resolve_victory(cities_of_axis(held, **level))
        outcomes = [event.outcome for event in ends if isinstance(event, GameEnded)]
        assert any("Germans" in outcome.winners for outcome in outcomes) == won


def test_Y5_units_are_those_of_the_table() -> None:
    definition = game()
    assert check_units(definition, "anniversary-1941") == 13
    assert definition.unit_types["battleship"].hit_points == 2
    assert definition.unit_types["carrier"].hit_points == 1


def test_Y6_raids_damage_factories() -> None:
    options = game().options
    assert options.bombing_damages_factory and options.repair_price == 1


def test_Y7_transports_are_lost_last_and_passed() -> None:
    options = game().options
    assert options.transport_casualties_restricted
    assert options.ignore_transports_in_movement and options.ignore_submarines_in_movement


def test_Y8_submarines_and_aircraft() -> None:
    options = game().options
    assert options.air_needs_destroyer_against_submarines
    assert options.submarines_retreat_before_battle and options.submersible_submarines


def test_Y9_bombardment() -> None:
    options = game().options
    assert options.bombard_per_landed_unit and options.bombard_casualties_fire


def test_Y10_neutral_land_is_closed() -> None:
    state = position(game(), "Germans", "combat_move")
    assert "impassable" in codes(state, move("1 infantry", "France", "Spain"))
    assert "impassable" in codes(state, move("1 fighter", "Germany", "Switzerland", "Italy"))


def test_Y11_the_chinese_get_one_infantry_for_two_areas() -> None:
    state = position(game(), "Chinese", "place", unplaced={"infantry": 3})
    areas = [name for name, owner in state.owners.items() if owner == "Chinese"]
    levy = state.definition.map_rules.of("Chinese").levies
    assert [(entry.type, entry.per) for entry in levy] == [("infantry", 2)]
    assert len(areas) >= 2 and state.amount("Chinese", "PUs") == 0
    full = [name for name in areas if len(state.units_in(name)) >= 3]
    free = [name for name in areas if len(state.units_in(name)) < 3]
    for name in areas:
        refused = check(state, Place((Pick(1, "infantry"),), name))
        assert bool(refused) == (name in full), name
    assert free


@pytest.mark.parametrize(("goal", "refused"), [("Kiangsu", False), ("Burma", True)])
def test_Y12_the_chinese_stay_in_china(goal: str, *, refused: bool) -> None:
    start = next(
        name for name in ("Yunnan", "Hupeh", "Fukien") if game().board.is_border(name, goal)
    )
    units = [(start, "Chinese", "infantry", 1)]
    state = position(game(), "Chinese", "combat_move", units=units, owners={start: "Chinese"})
    assert ("out-of-bounds" in codes(state, move("1 infantry", start, goal))) == refused


def test_Y13_national_objectives_are_an_option() -> None:
    values = sorted(entry.value for entry in game().script.objectives)
    assert values == [5] * 16 + [10]
    for is_on in (True, False):
        state = position(game(national_objectives=is_on), "Germans", "end_turn")
        assert bool(objectives_due(state)) == is_on


def test_Y14_research() -> None:
    definition = game()
    assert (definition.options.tech_cost, definition.options.tech_tokens_kept) == (5, True)
    assert len(definition.technology.categories) == 2
