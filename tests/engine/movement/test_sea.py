"""Ships on their way: stops, submarines, canals (rulebook sections 4, 7, 11, 19)."""

from dataclasses import replace

import pytest

from engine.core.state import TurnRecord
from engine.rules.movement.mover import mover_of
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import big_world, position

SUEZ = ("SZ 28 Eastern Mediterranean", "SZ 55 Red Sea")
DARDANELLES = ("SZ 27 Aegean Sea", "SZ 29 Black Sea")


def test_B16_ships_stay_at_sea() -> None:
    state = position(big_world(), "Russians", "combat_move")
    order = move("1 submarine", "SZ 7 Barents Sea", "Finland")
    assert codes(state, order) == {"ships-stay-at-sea"}


def test_B18_open_sea_needs_no_land() -> None:
    state = position(big_world(), "Germans", "combat_move")
    order = move("1 cruiser", "SZ 12 East Baltic Sea", "SZ 11 West Baltic Sea", "SZ 10 North Sea")
    assert battles(after(state, order)) == {"SZ 10 North Sea": ("cruiser",)}


@pytest.mark.parametrize(
    ("owners", "expected"),
    [
        ({}, set()),
        ({"Syria": "Germans"}, {"canal-closed"}),
        ({"Syria": "Germans", "Egypt": "Germans"}, {"canal-closed"}),
    ],
)
def test_B19_suez_needs_both_lands(owners: dict[str, str], expected: set[str]) -> None:
    state = position(big_world(), "British", "combat_move", owners=owners)
    assert codes(state, move("1 cruiser", *SUEZ)) == expected


def test_B19_a_side_that_holds_both_lands_may_pass() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        owners={"Syria": "Germans", "Egypt": "Germans"},
        cleared=(SUEZ[0],),
        units=((SUEZ[0], "Germans", "cruiser", 1),),
    )
    assert codes(state, move("1 cruiser", *SUEZ)) == set()


def test_B20_panama_needs_one_land_and_dardanelles_are_closed_by_neutrality() -> None:
    panama = ("SZ 37 Caribbean Sea", "SZ 36 East Pacific")
    americans = position(
        big_world(), "Americans", "combat_move", units=((panama[0], "Americans", "cruiser", 1),)
    )
    assert codes(americans, move("1 cruiser", *panama)) == set()
    japanese = position(
        big_world(), "Japanese", "combat_move", units=((panama[0], "Japanese", "cruiser", 1),)
    )
    assert codes(japanese, move("1 cruiser", *panama)) == {"canal-closed"}
    british = position(big_world(), "British", "combat_move")
    order = move("1 cruiser", SUEZ[0], *DARDANELLES)
    assert codes(british, order) == {"canal-closed"}


@pytest.mark.parametrize(("conquered", "expected"), [(True, {"canal-closed"}), (False, set())])
def test_B21_a_canal_taken_this_turn_opens_next_turn(conquered: bool, expected: set[str]) -> None:
    taken = ("Western Turkey",) if conquered else ()
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        cleared=("Western Turkey",),
        owners={"Western Turkey": "British"},
        turn=TurnRecord(conquered=taken),
    )
    assert codes(state, move("1 cruiser", SUEZ[0], *DARDANELLES)) == expected


def test_B22_canals_stop_submarines_and_not_aircraft() -> None:
    state = position(
        big_world(),
        "Germans",
        "combat_move",
        cleared=(SUEZ[0],),
        units=((SUEZ[0], "Germans", "submarine", 1), ("Libya", "Germans", "fighter", 1)),
        owners={"Libya": "Germans"},
    )
    assert codes(state, move("1 submarine", *SUEZ)) == {"canal-closed"}
    flight = move("1 fighter", "Libya", "Egypt", "SZ 28 Eastern Mediterranean")
    assert "canal-closed" not in codes(state, flight)
    back = move("1 fighter", "Libya", "SZ 26 Central Mediterranean", *SUEZ)
    assert "canal-closed" not in codes(state, back)


def test_B77_submarines_pass_enemies_without_a_destroyer() -> None:
    state = position(big_world(), "Germans", "combat_move")
    past = move("1 submarine", "SZ 6 Norwegian Sea", "SZ 9 North Atlantic", "SZ 15 North Atlantic")
    assert codes(state, past) == set()
    stopped = move("1 submarine", "SZ 19 Atlantic", "SZ 18 West Atlantic", "SZ 31 West Atlantic")
    assert codes(state, stopped) == {"destroyer-on-path"}


@pytest.mark.parametrize(("alone", "expected"), [(False, set()), (True, {"enemy-on-path"})])
def test_B77_submarines_pass_enemies_without_aircraft_by_option(
    alone: bool, expected: set[str]
) -> None:
    path = ("SZ 6 Norwegian Sea", "SZ 9 North Atlantic", "SZ 15 North Atlantic")
    definition = big_world(submarines_pass_alone=alone)
    units = (
        (path[0], "Germans", "submarine", 1),
        (path[0], "Germans", "carrier", 1),
        (path[0], "Germans", "fighter", 1),
        (path[1], "British", "transport", 1),
    )
    state = position(definition, "Germans", "combat_move", units=units, cleared=path)
    assert codes(state, move("1 submarine", *path)) == set()
    together = move("1 submarine, 1 fighter", *path)
    assert codes(state, together) == expected


def test_B77_no_passing_when_submarines_do_not_submerge() -> None:
    definition = big_world()
    options = replace(definition.options, submersible_submarines=False)
    state = position(replace(definition, options=options), "Germans", "combat_move")
    past = move("1 submarine", "SZ 6 Norwegian Sea", "SZ 9 North Atlantic", "SZ 15 North Atlantic")
    assert codes(state, past) == {"enemy-on-path"}


def test_B146_ships_stop_at_enemies() -> None:
    state = position(big_world(), "Germans", "combat_move")
    channel = ("SZ 11 West Baltic Sea", "SZ 17 English Channel")
    through = move("1 cruiser", *channel, "SZ 22 East Atlantic")
    assert codes(state, through) == {"enemy-on-path"}
    fought = after(state, move("1 cruiser", *channel))
    assert battles(fought) == {"SZ 17 English Channel": ("cruiser",)}


@pytest.mark.parametrize("kind", ["transport", "submarine"])
def test_B146_enemy_transports_and_submarines_stop_ships_unless_ignored(kind: str) -> None:
    definition = big_world()
    zone = "SZ 17 English Channel"
    path = ("SZ 11 West Baltic Sea", zone, "SZ 22 East Atlantic")

    def result(**changes: bool) -> set[str]:
        options = replace(definition.options, **changes)
        state = position(
            replace(definition, options=options),
            "Germans",
            "combat_move",
            cleared=(zone,),
            units=((zone, "British", kind, 1),),
        )
        return codes(state, move("1 cruiser", *path))

    assert result() == {"enemy-on-path"}
    ignored = {f"ignore_{kind}s_in_movement": True}
    assert result(**ignored) == set()


def test_B161_units_that_moved_into_a_battle_stay() -> None:
    state = position(big_world(), "Germans", "combat_move")
    fought = after(state, move("1 cruiser", "SZ 11 West Baltic Sea", "SZ 17 English Channel"))
    on = move("1 cruiser", "SZ 17 English Channel", "SZ 22 East Atlantic")
    assert codes(fought, on) == {"movement-over"}


def test_B161_units_that_began_the_turn_among_enemies_may_leave() -> None:
    zone = "SZ 17 English Channel"
    state = position(
        big_world(), "Germans", "combat_move", units=((zone, "Germans", "cruiser", 1),)
    )
    assert codes(state, move("1 cruiser", zone, "SZ 22 East Atlantic")) == set()


def test_B214_no_ship_enters_a_zone_with_enemies_without_combat() -> None:
    state = position(
        big_world(),
        "British",
        "noncombat_move",
        units=(("SZ 18 West Atlantic", "British", "cruiser", 1),),
    )
    order = move("1 cruiser", "SZ 18 West Atlantic", "SZ 19 Atlantic")
    assert codes(state, order) == {"no-combat-here"}


@pytest.mark.parametrize(("may", "expected"), [(False, {"no-combat-here"}), (True, set())])
def test_B214_submarines_among_enemies_by_option(may: bool, expected: set[str]) -> None:
    definition = big_world()
    options = replace(definition.options, submarines_end_among_enemies=may)
    state = position(replace(definition, options=options), "Germans", "noncombat_move")
    order = move("1 submarine", "SZ 6 Norwegian Sea", "SZ 9 North Atlantic")
    assert codes(state, order) == expected
    passing = move(
        "1 submarine", "SZ 6 Norwegian Sea", "SZ 9 North Atlantic", "SZ 15 North Atlantic"
    )
    assert codes(state, passing) == set()


@pytest.mark.parametrize(
    ("guard", "expected"), [("destroyer", {"not-enough-movement"}), ("cruiser", set())]
)
def test_B146_a_destroyer_ends_the_move_of_submarines_that_join_it(
    guard: str, expected: set[str]
) -> None:
    definition = big_world()
    options = replace(definition.options, submarines_end_among_enemies=True)
    zone = "SZ 9 North Atlantic"
    state = position(
        replace(definition, options=options),
        "Germans",
        "noncombat_move",
        cleared=(zone,),
        units=((zone, "British", guard, 1),),
    )
    there = after(state, move("1 submarine", "SZ 6 Norwegian Sea", zone))
    assert codes(there, move("1 submarine", zone, "SZ 15 North Atlantic")) == expected


def test_B76_submerged_submarines_stay_and_stop_nobody() -> None:
    state = position(big_world(), "Germans", "noncombat_move")
    (submarine,) = (unit for unit in state.units_in("SZ 19 Atlantic"))
    below = replace(state, units={**state.units, submarine.id: replace(submarine, submerged=True)})
    order = move("1 submarine", "SZ 19 Atlantic", "SZ 14 North Atlantic")
    assert codes(below, order) == {"movement-over"}
    americans = position(big_world(), "Americans", "noncombat_move")
    ships = {**americans.units, submarine.id: replace(submarine, submerged=True)}
    americans = replace(americans, units=ships)
    into = move("1 cruiser", "SZ 18 West Atlantic", "SZ 19 Atlantic")
    assert codes(americans, into) == set()


def test_B155_ships_that_fought_or_bombarded_do_not_move_any_more() -> None:
    state = position(big_world(), "British", "noncombat_move")
    zone = "SZ 17 English Channel"
    for change in ({"in_combat": True}, {"bombarded": True}):
        (ship,) = (unit for unit in state.units_in(zone) if unit.type == "battleship")
        tired = replace(ship, **change)
        later = replace(state, units={**state.units, ship.id: tired})
        assert codes(later, move("1 battleship", zone, "SZ 22 East Atlantic")) == {"movement-over"}
        assert mover_of(later).steps_left(tired) == 0
