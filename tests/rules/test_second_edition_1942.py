"""1942, second edition: statements U1 to U12 of docs/rules/second-edition-1942.md."""

from dataclasses import replace

import pytest

from engine.core.events.turn import GameEnded
from engine.core.pick import Pick
from engine.core.state import with_units
from engine.game import check
from engine.gamedef import Definition, State
from engine.orders.place import Place
from engine.rules.economy.income import income_of
from engine.rules.politics.victory import resolve_victory
from tests.engine.movement.board import codes, move
from tests.rules.rule_pages import check_units
from tests.support.positions import position, scenario_with

ORDER = {"Russians": 24, "Germans": 41, "British": 31, "Japanese": 30, "Americans": 42}


def game(**options: object) -> Definition:
    return scenario_with("second_edition_1942", options)


def cities(side: str, count: int, **options: object) -> State:
    """The end of a round in which a side holds so many victory cities."""
    definition = game(**options)
    names = [area.name for area in definition.board.territories.values() if area.victory_cities]
    assert len(names) == 13
    mine, theirs = ("Germans", "British") if side == "Axis" else ("British", "Germans")
    owners = {name: mine if at < count else theirs for at, name in enumerate(names)}
    return position(definition, "", "end_round", owners=owners)


def winners(state: State) -> set[str]:
    ends = [event for event in resolve_victory(state) if isinstance(event, GameEnded)]
    return {name for event in ends for name in event.outcome.winners}


def test_U1_the_sides() -> None:
    sides = {entry.name: entry.alliances for entry in game().politics.nations}
    axis = {name for name, alliances in sides.items() if alliances == ("Axis",)}
    assert axis == {"Germans", "Japanese"}
    assert sides.keys() - axis == {"Russians", "British", "Americans"}


def test_U2_the_order_of_the_nations() -> None:
    ends = [step.nation for step in game().sequence if step.phase.startswith("end_turn")]
    assert ends == list(ORDER)


@pytest.mark.parametrize("nation", ORDER)
def test_U3_they_begin_with_what_their_land_is_worth(nation: str) -> None:
    state = position(game(), nation, "end_turn")
    assert state.amount(nation, "PUs") == income_of(state, nation) == ORDER[nation]


@pytest.mark.parametrize(
    ("side", "level", "count"),
    [
        ("Axis", "honorable_surrender", 9),
        ("Allies", "honorable_surrender", 10),
        ("Axis", "projection_of_power", 8),
        ("Allies", "projection_of_power", 9),
        ("Axis", "total_victory", 13),
        ("Allies", "total_victory", 13),
    ],
)
def test_U4_how_many_cities_win(side: str, level: str, count: int) -> None:
    levels: dict[str, object] = {
        name: name == level
        for name in ("projection_of_power", "honorable_surrender", "total_victory")
    }
    winner = "Japanese" if side == "Axis" else "Americans"
    assert winner in winners(cities(side, count, **levels))
    assert winner not in winners(cities(side, count - 1, **levels))
    assert game().options.honorable_surrender


def test_U5_units_are_those_of_the_table() -> None:
    definition = game()
    assert check_units(definition, "second-edition-1942") == 13
    assert definition.unit_types["battleship"].hit_points == 2
    assert definition.unit_types["carrier"].hit_points == 1


def test_U6_aa_guns_fire_at_three_aircraft_once() -> None:
    gun = game().unit_types["aaGun"]
    fire = gun.guns.anti_air
    assert fire is not None
    assert (fire.strength, fire.shots, fire.rounds, fire.in_battle) == (1, 3, 1, True)
    assert not gun.is_infrastructure
    state = position(game(), "Germans", "combat_move")
    start = next(unit.territory for unit in state.units_of("Germans") if unit.type == "aaGun")
    beside = next(
        name for name in state.definition.board.neighbours(start) if state.owners.get(name)
    )
    assert "no-combat-movement" in codes(state, move("1 aaGun", start, beside))


def test_U7_guns_do_not_fire_at_what_flies_past_and_factories_fire_at_raids() -> None:
    definition = game()
    assert not definition.options.overflight_aa
    factory = definition.unit_types["factory"].guns.anti_air
    assert factory is not None
    assert (factory.in_raids, factory.in_battle) == (True, False)


@pytest.mark.parametrize(("damage", "room"), [(0, 10), (4, 6), (20, 0)])
def test_U8_damage_lets_a_factory_build_less(damage: int, room: int) -> None:
    definition = game()
    assert definition.options.bombing_damages_factory and definition.options.repair_price == 1
    assert definition.board.territories["Germany"].production == 10
    state = position(definition, "Germans", "place", unplaced={"infantry": 10})
    (factory,) = [unit for unit in state.units_in("Germany") if unit.type == "factory"]
    state = with_units(state, [replace(factory, damage=damage)])
    for count in (room, room + 1):
        if 0 < count <= 10:
            refused = check(state, Place((Pick(count, "infantry"),), "Germany"))
            assert bool(refused) == (count > room)


def test_U9_transports_are_lost_last_and_passed() -> None:
    options = game().options
    assert options.transport_casualties_restricted
    assert options.ignore_transports_in_movement and options.ignore_submarines_in_movement


def test_U10_submarines_and_aircraft() -> None:
    options = game().options
    assert options.air_needs_destroyer_against_submarines
    assert options.submarines_retreat_before_battle and options.submersible_submarines


def test_U11_bombardment() -> None:
    options = game().options
    assert options.bombard_per_landed_unit and options.bombard_casualties_fire


def test_U12_neutral_land_is_closed_and_there_is_no_research() -> None:
    definition = game()
    assert definition.options.neutrals_impassable and not definition.options.tech_development
    state = position(definition, "Germans", "combat_move")
    neutral = next(
        (land, beside)
        for land, area in definition.board.territories.items()
        if not definition.board.is_sea[land] and state.owners.get(land) in (None, "Neutral")
        for beside in definition.board.neighbours(land)
        if any(u.owner == "Germans" and u.type == "infantry" for u in state.units_in(beside))
    )
    assert "impassable" in codes(state, move("1 infantry", neutral[1], neutral[0]))
