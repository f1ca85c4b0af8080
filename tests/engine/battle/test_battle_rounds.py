"""Battles that end undecided, and transports that fight (map dialect: Land Battle Rounds, Sea
Battle Rounds, isCombatTransport)."""

import pytest

from engine.core.events.battle import BattleEnded
from engine.rules.common.relations import is_mere_transport, is_passed_by
from tests.engine.battle.arena import arena, fought, play
from tests.support.positions import big_world
from tests.support.unit_types import with_facts

FIELD, SEA = "Finland", "SZ 12 East Baltic Sea"


@pytest.mark.parametrize("most", [1, 2])
def test_a_battle_on_land_ends_undecided_after_its_rounds(most: int) -> None:
    definition = big_world(land_battle_rounds=most)
    state = arena(FIELD, [("infantry", 2)], [("infantry", 2)], definition=definition)
    step = fought(state, FIELD)
    played = play(step, *[[6, 6]] * 2 * most)
    (over,) = played.all(BattleEnded)
    assert (over.winner, over.rounds) == ("draw", most)
    owners = [unit.owner for unit in played.step.state.units_in(FIELD) if unit.type == "infantry"]
    assert sorted(owners) == ["Germans"] * 2 + ["Russians"] * 2
    assert played.step.state.owners[FIELD] == "Germans"


def test_the_rounds_of_land_and_sea_are_two_numbers() -> None:
    definition = big_world(land_battle_rounds=1)
    ships = [("destroyer", 1)]
    state = arena(SEA, ships, ships, definition=definition, cleared=(SEA,))
    assert not play(fought(state, SEA), [6], [6]).all(BattleEnded)
    short = big_world(sea_battle_rounds=1)
    state = arena(SEA, ships, ships, definition=short, cleared=(SEA,))
    assert play(fought(state, SEA), [6], [6]).all(BattleEnded)


def test_who_wins_in_the_last_round_has_won() -> None:
    definition = big_world(land_battle_rounds=1)
    state = arena(FIELD, [("infantry", 2)], [("infantry", 1)], definition=definition)
    played = play(fought(state, FIELD), [1, 6], [6])
    assert [over.winner for over in played.all(BattleEnded)] == ["attacker"]
    assert played.step.state.owners[FIELD] == "Russians"


@pytest.mark.parametrize("fights", [True, False])
def test_a_transport_may_be_a_warship_as_well(fights: bool) -> None:
    definition = big_world(ignore_transports_in_movement=True)
    kind = with_facts(definition.unit_types["transport"], is_combat_transport=fights)
    assert is_mere_transport(kind) == (not fights)
    assert is_passed_by(kind, definition.options) == (not fights)
