"""Where the aircraft of a move could land after it (B143, B144)."""

import pytest

from engine import LandingPlace, landing_places, landing_places_from
from engine.core.ids import TerritoryName
from engine.core.pick import Pick
from engine.orders.move import Move
from engine.rules.movement.route import path_for
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, position

ARABIAN = "SZ 57 Arabian Sea"
RED = "SZ 55 Red Sea"


@pytest.mark.parametrize("nation", ["British", "Japanese"])
def test_B143_a_move_without_a_landing_place_is_refused_and_no_other(nation: str) -> None:
    """Every aircraft to every area that it can fly to: the places and `check` agree."""
    state = position(big_world(), nation, "combat_move")
    seen = set()
    for unit in state.units_of(nation):
        kind = state.definition.unit_types[unit.type]
        if not kind.is_air or (unit.type, unit.territory) in seen:
            continue
        seen.add((unit.type, unit.territory))
        pick = Pick(1, unit.type)
        for goal in state.definition.board.distances(unit.territory, kind.movement, lambda _: True):
            path = path_for(state, (pick,), unit.territory, goal)
            if path is None or len(path) - 1 > kind.movement:
                continue
            order = Move((pick,), path)
            reasons = codes(state, order)
            if reasons <= {"no-landing"}:
                assert bool(landing_places(state, order)) == (not reasons), order
    assert len(seen) > 3


def places(found: tuple[LandingPlace, ...]) -> dict[TerritoryName, int]:
    return {one.place: one.count for one in found}


def test_B144_a_carrier_is_a_landing_place_for_as_many_as_it_has_room_for() -> None:
    state = position(
        big_world(), "British", "combat_move", units=((ARABIAN, "British", "fighter", 3),)
    )
    found = places(landing_places(state, move("3 fighter", ARABIAN, RED)))
    assert found[ARABIAN] == 2
    assert found["Bombay"] == 3


def test_B143_a_carrier_of_the_same_move_counts_where_it_goes() -> None:
    state = position(big_world(), "British", "combat_move")
    alone = places(landing_places(state, move("1 fighter", ARABIAN, "SZ 61 Indian")))
    together = places(landing_places(state, move("1 fighter, 1 carrier", ARABIAN, "SZ 61 Indian")))
    far = {zone for zone in alone if state.definition.board.is_sea[zone]} - set(together)
    assert "SZ 61 Indian" in together and far


def test_B64_land_that_was_taken_in_this_turn_is_no_landing_place() -> None:
    state = position(big_world(), "Russians", "combat_move")
    before = places(landing_places(state, move("1 fighter", "Karelija", "Finland")))
    assert "Moscow" in before
    assert "Finland" not in before
    assert landing_places_from(state, "Finland") == ()
    gone = after(state, move("1 fighter", "Karelija", "Finland"))
    assert places(landing_places_from(gone, "Finland")) == before


def test_who_does_not_fly_does_not_land() -> None:
    state = position(big_world(), "Russians", "combat_move")
    assert landing_places(state, move("1 infantry", "Karelija", "Finland")) == ()
