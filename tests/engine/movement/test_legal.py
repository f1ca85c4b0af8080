"""All legal moves, automatic routes, and which units an order means."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.pick import Pick
from engine.game import apply, check, legal, legal_starts
from engine.gamedef import Definition, State
from engine.orders.done import Done
from engine.orders.move import Move
from engine.rules.movement.legal import legal_moves
from engine.rules.movement.mover import mover_of
from engine.rules.movement.phase_edges import resolve_combat_move_opening
from engine.rules.movement.route import path_for
from engine.rules.movement.selection import chosen
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, position

NATIONS = ("Russians", "Germans", "British", "Chinese", "Japanese", "Americans")


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("nation", NATIONS)
def test_every_legal_order_passes_check(nation: str, phase: str) -> None:
    state = position(big_world(), nation, phase)
    orders = list(legal(state))
    assert orders[-1] == Done()
    assert len(orders) == len(set(orders)) > 20
    for order in orders:
        assert check(state, order) == ()
        apply(state, order)


@pytest.mark.parametrize("nation", ["Russians", "British"])
def test_legal_and_check_agree_one_step_away(nation: str) -> None:
    """Every single unit and every neighbour: listed if and only if `check` agrees."""
    state = position(big_world(), nation, "combat_move")
    board = state.definition.board
    for start in sorted({unit.territory for unit in state.units_of(nation)}):
        listed = {
            (order.picks[0].type, order.path[-1])
            for order in legal_moves(state, start)
            if not order.raid and len(order.path) == 2
        }
        kinds = {unit.type for unit in state.units_in(start) if unit.owner == nation}
        for kind in kinds:
            for goal in board.neighbours(start):
                is_legal = check(state, Move((Pick(1, kind),), (start, goal))) == ()
                # A longer, safer way may be listed instead; none is one step long here.
                assert ((kind, goal) in listed) == is_legal, (kind, start, goal)


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move", "place", "tech"])
def test_the_starts_are_those_of_all_legal_orders_with_one_move_each(phase: str) -> None:
    state = position(big_world(), "Germans", phase)
    every, some = list(legal(state)), list(legal_starts(state))
    assert set(some) <= set(every)
    assert [one for one in some if not isinstance(one, Move)] == [
        one for one in every if not isinstance(one, Move)
    ]
    starts = [one.path[0] for one in some if isinstance(one, Move)]
    assert starts == list(dict.fromkeys(one.path[0] for one in every if isinstance(one, Move)))


def test_the_list_is_the_same_every_time_and_sorted_by_territory() -> None:
    state = position(big_world(), "Germans", "combat_move")
    once, twice = list(legal_moves(state, None)), list(legal_moves(state, None))
    assert once == twice
    starts = [order.path[0] for order in once]
    assert starts == sorted(starts)
    some = list(legal_moves(state, "Eastern Germany"))
    assert some == [order for order in once if order.path[0] == "Eastern Germany"]


def test_raids_loads_and_unloads_are_listed() -> None:
    germans = list(legal_moves(position(big_world(), "Germans", "combat_move"), None))
    raids = {(order.path[0], order.path[-1]) for order in germans if order.raid}
    assert ("Baltic States", "Leningrad") in raids
    state = position(big_world(), "British", "combat_move")
    loaded = after(state, move("1 infantry", "England", "SZ 16 North Atlantic"))
    goals = {
        order.path[-1]
        for order in legal_moves(loaded, "SZ 16 North Atlantic")
        if order.picks[0].type == "infantry"
    }
    assert goals == {"England", "Ireland"}


def test_groups_of_unlike_units_are_named() -> None:
    state = position(big_world(), "Russians", "combat_move")
    moved = after(state, move("1 infantry", "Leningrad", "Karelija"))
    orders = [
        order for order in legal_moves(moved, "Karelija") if order.picks[0].type == "infantry"
    ]
    assert orders
    fresh = {unit.id for unit in moved.units_in("Karelija") if not unit.moved}
    for order in orders:
        assert set(order.picks[0].units) <= fresh
        assert order.picks[0].units


@pytest.mark.slow
def test_random_walks_keep_legal_and_check_together() -> None:
    """A few dozen legal moves in a row, chosen by a fixed arithmetic rule."""
    for nation in NATIONS:
        state = opened(position(big_world(), nation, "combat_move"))
        for number in range(25):
            orders = list(legal_moves(state, None))
            if not orders:
                break
            state = after(state, orders[(number * 7919 + 13) % len(orders)])
        for order in legal_moves(state, None):
            assert check(state, order) == (), order


def opened(state: State) -> State:
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_combat_move_opening(state))
    return log.state


def test_B178_automatic_routes_prefer_safe_ways() -> None:
    """Straight over France there are AA guns; round by sea there are none."""
    state = position(big_world(), "British", "combat_move", cleared=("Vichy France",))
    pick = (Pick(1, "bomber"),)
    path = path_for(state, pick, "England", "Moscow")
    assert path is not None
    assert check(state, Move(pick, path)) == ()
    sail = path_for(state, (Pick(1, "battleship"),), "SZ 17 English Channel", "SZ 10 North Sea")
    assert sail == ("SZ 17 English Channel", "SZ 10 North Sea")
    load = path_for(state, (Pick(1, "infantry"),), "England", "SZ 16 North Atlantic")
    assert load == ("England", "SZ 16 North Atlantic")


def test_B178_a_route_that_is_not_legal_is_given_for_its_reasons() -> None:
    state = position(big_world(), "Russians", "combat_move")
    path = path_for(state, (Pick(1, "infantry"),), "Karelija", "Moscow")
    assert path is not None
    assert codes(state, move("1 infantry", *path)) == {"not-enough-movement"}
    assert path_for(state, (Pick(1, "infantry"),), "Karelija", "Atlantis") is None
    assert path_for(state, (Pick(1, "infantry"),), "Karelija", "Karelija") is None


def units_of(state: State, order: Move) -> tuple[int, ...]:
    """The identities of the units that a move means."""
    return tuple(unit.id for unit in chosen(mover_of(state), order))


def test_chosen_units_are_those_that_can_go_then_the_undamaged_then_the_first() -> None:
    zone = "SZ 17 English Channel"
    state = position(
        big_world(), "British", "combat_move", units=((zone, "British", "battleship", 2),)
    )
    first, second, third = (u for u in state.units_in(zone) if u.type == "battleship")
    order = move("1 battleship", zone, "SZ 22 East Atlantic")
    assert units_of(state, order) == (first.id,)
    hit = replace(state, units={**state.units, first.id: replace(first, hits=1)})
    assert units_of(hit, order) == (second.id,)
    used = replace(hit, units={**hit.units, second.id: replace(second, in_combat=True)})
    assert units_of(used, order) == (third.id,)
    spent = replace(hit, units={**hit.units, second.id: replace(second, moved=1)})
    assert units_of(spent, order) == (third.id,)


def test_chosen_ships_are_those_whose_cargo_is_named() -> None:
    zone = "SZ 16 North Atlantic"
    state = position(
        big_world(), "British", "combat_move", units=((zone, "British", "transport", 1),)
    )
    loaded = after(state, move("1 infantry", "England", zone))
    empty = next(
        u for u in loaded.units_in(zone) if u.type == "transport" and not loaded.cargo_of(u.id)
    )
    full = next(u for u in loaded.units_in(zone) if u.type == "transport" and loaded.cargo_of(u.id))
    named = move("1 transport, 1 infantry", zone, "SZ 17 English Channel")
    assert full.id in units_of(loaded, named)
    assert empty.id not in units_of(loaded, named)
