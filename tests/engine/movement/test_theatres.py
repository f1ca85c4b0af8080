"""Aircraft between two theatres of a board (linked game: L16 to L21)."""

from dataclasses import replace

import pytest

from engine.core.state import with_units
from engine.game import check
from engine.gamedef import Definition, State
from engine.loading import definition_from_tree, tree_from_definition
from engine.orders.move import Move
from engine.rules.movement.legal import legal_moves
from tests.engine.movement.board import after, codes, move
from tests.support.positions import at_phase, big_world, done, position

BETWEEN = "Northern Russia"
EAST = ("Moscow", "Western Russia", "Southern Russia", "Eastern Russia", "Novgorod", "Belorussia")


def two_boards(**options: object) -> Definition:
    """Big World cut in two around Moscow, with one area between the parts."""
    game = big_world(aircraft_keep_to_theatre=True, **options)
    areas = {
        name: replace(area, theatre="East" if name in EAST else "" if name == BETWEEN else "West")
        for name, area in game.board.territories.items()
    }
    return replace(game, board=replace(game.board, territories=areas))


def russian(phase: str = "combat_move", *units: tuple[str, str, str, int]) -> State:
    places = {place for place, *_ in units}
    return position(two_boards(), "Russians", phase, cleared=places, units=units)


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_L17_aircraft_land_between_the_theatres_and_fly_on_in_the_next_turn(phase: str) -> None:
    state = russian(phase, ("Leningrad", "Russians", "fighter", 1))
    assert codes(state, move("1 fighter", "Leningrad", BETWEEN, "Moscow")) == {"other-theatre"}
    state = after(state, move("1 fighter", "Leningrad", BETWEEN))
    onward = move("1 fighter", BETWEEN, "Moscow")
    assert codes(state, onward) == {"other-theatre"}
    assert codes(state, move("1 fighter", BETWEEN, "Leningrad")) == set()
    later = replace(at_phase(done(state), "Germans", "purchase").state)
    later = at_phase(done(later), "Russians", phase).state
    assert codes(later, onward) == set()


def test_L17_the_reason_names_the_way_out() -> None:
    state = russian("combat_move", ("Leningrad", "Russians", "fighter", 1))
    (reason,) = check(state, move("1 fighter", "Leningrad", BETWEEN, "Moscow"))
    assert reason.text == (
        "fighter: belongs to West in this turn; to go to Moscow it must land between the theatres"
        " and fly on in a later turn"
    )
    assert reason.rule == "L17"


def test_L16_others_cross_as_they_always_move() -> None:
    state = russian("noncombat_move", ("Leningrad", "Russians", "armour", 1))
    assert codes(state, move("1 armour", "Leningrad", BETWEEN, "Moscow")) == set()


def test_L19_aircraft_attack_nobody_in_another_theatre() -> None:
    state = russian("combat_move", ("Leningrad", "Russians", "bomber", 1))
    attack = move("1 bomber", "Leningrad", BETWEEN, "Western Russia")
    assert codes(state, attack) == {"other-theatre"}
    assert codes(state, move("1 bomber", "Leningrad", "Finland")) == set()


def test_L20_from_between_they_attack_either_and_stay_on_that_side() -> None:
    state = russian("combat_move", (BETWEEN, "Russians", "fighter", 1))
    west = move("1 fighter", BETWEEN, "Leningrad", "Finland")
    east = move("1 fighter", BETWEEN, "Western Russia")
    assert codes(state, west) == codes(state, east) == set()
    state = after(state, east)
    (fighter,) = (u for u in state.units_in("Western Russia") if u.owner == "Russians")
    assert fighter.theatre == "East"
    assert codes(state, move("1 fighter", "Western Russia", BETWEEN, "Leningrad")) == {
        "other-theatre"
    }
    assert codes(state, move("1 fighter", "Western Russia", "Moscow")) == set()


def test_L21_from_either_they_attack_an_area_between() -> None:
    for start in ("Leningrad", "Moscow"):
        state = position(
            two_boards(),
            "Russians",
            "combat_move",
            owners={BETWEEN: "Germans"},
            cleared=(BETWEEN, start),
            units=((BETWEEN, "Germans", "infantry", 1), (start, "Russians", "fighter", 1)),
        )
        assert codes(state, move("1 fighter", start, BETWEEN)) == set()


def test_L18_land_taken_in_this_turn_is_no_place_to_land_between() -> None:
    game = two_boards()
    state = position(
        game,
        "Russians",
        "combat_move",
        owners={BETWEEN: "Germans"},
        cleared=(BETWEEN, "Leningrad"),
        units=(("Leningrad", "Russians", "infantry", 1), ("Leningrad", "Russians", "fighter", 1)),
    )
    state = after(state, move("1 infantry", "Leningrad", BETWEEN))
    state = at_phase(done(state), "Russians", "noncombat_move").state
    (fighter,) = (unit for unit in state.units_in("Leningrad") if unit.type == "fighter")
    tired = with_units(state, [replace(fighter, moved=3)])
    assert codes(tired, move("1 fighter", "Leningrad", BETWEEN)) == {"no-landing"}


def test_L17_no_move_that_is_offered_crosses() -> None:
    state = russian(
        "noncombat_move", ("Leningrad", "Russians", "bomber", 1), (BETWEEN, "Russians", "bomber", 1)
    )
    offered = [order for order in legal_moves(state, None) if order.picks[0].type == "bomber"]
    ends: dict[str, set[str]] = {"Leningrad": set(), BETWEEN: set()}
    for order in offered:
        assert isinstance(order, Move)
        assert not check(state, order)
        crossed = {state.definition.board.territories[place].theatre for place in order.path} - {""}
        assert len(crossed) <= 1
        ends.setdefault(order.path[0], set()).add(order.path[-1])
    assert "Moscow" not in ends["Leningrad"]
    assert {"Moscow", "Leningrad"} <= ends[BETWEEN]


def test_without_the_option_a_board_is_one() -> None:
    game = two_boards()
    free = replace(game, options=replace(game.options, aircraft_keep_to_theatre=False))
    start = [("Leningrad", "Russians", "fighter", 1)]
    state = position(free, "Russians", "noncombat_move", cleared=("Leningrad",), units=start)
    assert codes(state, move("1 fighter", "Leningrad", BETWEEN, "Moscow")) == set()


def test_the_theatres_survive_a_round_trip_through_a_tree() -> None:
    game = two_boards()
    assert definition_from_tree(tree_from_definition(game)) == game
