"""Whole landings: the ways by sea, and the one that a player names (B164 to B175)."""

from engine import Pick, State, apply
from engine.advice import landing_moves, landing_ways
from tests.support.positions import big_world, position

BARENTS = "SZ 7 Barents Sea"


def russians() -> State:
    return position(big_world(), "Russians", "combat_move")


def test_B164_the_ways_of_a_landing_name_their_ships_the_best_way_first() -> None:
    state = russians()
    picks = (Pick(1, "infantry"),)
    found = landing_ways(state, picks, "Karelija", "Novaya-Zemlya")
    assert found[0].moves == landing_moves(state, picks, "Karelija", "Novaya-Zemlya")
    assert len({way.zones for way in found}) == len(found) > 1
    for way in found:
        assert [(pick.count, pick.type) for pick in way.ships] == [(1, "transport")]
        assert way.zones[0] == BARENTS
        step = state
        for move in way.moves:
            step = apply(step, move).state
        assert len(step.battles) == way.battles


def test_B178_a_landing_goes_by_way_of_the_zones_that_are_named() -> None:
    state = russians()
    picks = (Pick(1, "infantry"),)
    (short, *others) = landing_ways(state, picks, "Karelija", "Novaya-Zemlya")
    for way in others:
        named = landing_moves(state, picks, "Karelija", "Novaya-Zemlya", way.zones)
        assert named == way.moves != short.moves
    assert landing_moves(state, picks, "Karelija", "Novaya-Zemlya", ("Moscow",)) == ()
