"""Who could be landed from transports, for the odds of attacks."""

from engine.ai import assault_on, assaults
from tests.support.positions import big_world, position

COAST = "Leningrad"


def test_B245_transports_land_whom_they_can_load() -> None:
    state = position(big_world(), "Germans", "combat_move")
    found = assault_on(state, COAST)
    assert found is not None
    aboard = [found.state.units[unit] for unit in found.landed]
    assert len(aboard) == 4
    assert all(unit.amphibious and unit.territory == COAST for unit in aboard)
    assert set(found.landed) <= set(found.units)
    assert COAST not in {state.units[unit].territory for unit in found.landed}


def test_what_comes_by_land_is_not_taken_aboard() -> None:
    state = position(big_world(), "Germans", "combat_move")
    for target, _, found in assaults(state):
        if found is not None and found.landed:
            by_land = [unit for unit in found.units if unit not in found.landed]
            assert all(found.state.units[unit] == state.units[unit] for unit in by_land), target


def test_landings_are_foreseen_before_the_combat_move_and_not_after_it() -> None:
    landed = {}
    for phase in ("purchase", "combat_move", "noncombat_move"):
        found = assault_on(position(big_world(), "Germans", phase), COAST)
        landed[phase] = found.landed if found is not None else ()
    assert landed["purchase"] == landed["combat_move"] != ()
    assert landed["noncombat_move"] == ()


def test_enemies_at_sea_are_in_the_way() -> None:
    fleet = [(zone, "Russians", "destroyer", 1) for zone in SEAS]
    found = assault_on(position(big_world(), "Germans", "combat_move", units=fleet), COAST)
    assert found is not None
    assert found.landed == ()


SEAS = ("SZ 11 West Baltic Sea", "SZ 12 East Baltic Sea")
