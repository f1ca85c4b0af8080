"""Bases that give movement, and their bonus in the turn (map dialect: givesMovement)."""

from dataclasses import replace

import pytest

import engine
from engine.core.digest import state_digest
from engine.core.events.movement import BonusMovementGiven
from engine.core.evolve import evolve
from engine.gamedef import Definition, State
from engine.loading import definition_from_tree, tree_from_definition
from engine.rules.movement.phase_edges import resolve_combat_move_opening
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, done, position
from tests.support.unit_types import with_facts

LAND, SHORE = "Scotland", "SZ 10 North Sea"


def based(*, on: bool = True) -> Definition:
    """The big world in which a factory is a base for ships and fighters."""
    plain = big_world(bonus_movement=on)
    gifts = (("fighter", 1), ("submarine", 1), ("transport", 2))
    base = with_facts(plain.unit_types["factory"], gives_movement=gifts)
    return replace(plain, unit_types={**plain.unit_types, "factory": base})


def start(definition: Definition, base_owner: str = "British") -> State:
    return position(
        definition,
        "British",
        "combat_move",
        cleared=(LAND, SHORE),
        units=[
            (LAND, base_owner, "factory", 2),
            (LAND, "British", "fighter", 1),
            (LAND, "British", "bomber", 1),
            (SHORE, "British", "submarine", 1),
            (SHORE, "British", "fighter", 1),
            (SHORE, "British", "transport", 1),
            (SHORE, "Americans", "submarine", 1),
        ],
    )


def given(state: State) -> dict[tuple[str, str, bool], int]:
    """What the opening of the combat move gives: by type, owner, and whether it is at the shore."""
    events = [e for e in resolve_combat_move_opening(state) if isinstance(e, BonusMovementGiven)]
    return {
        (state.units[key].type, state.units[key].owner, state.units[key].territory != LAND): more
        for event in events
        for key, more in event.units
        if state.units[key].territory in {LAND, SHORE}
    }


def test_bases_help_units_in_their_area_and_ships_beside_it() -> None:
    assert given(start(based())) == {
        ("fighter", "British", False): 1,
        ("submarine", "British", True): 1,
        ("transport", "British", True): 2,
    }


def test_bases_of_allies_help_and_those_of_enemies_do_not() -> None:
    assert len(given(start(based(), "Americans"))) == 3
    assert given(start(based(), "Germans")) == {}


def test_a_base_aboard_a_ship_gives_nothing() -> None:
    plain = start(based())
    ship = next(u for u in plain.units_in(SHORE) if u.type == "transport")
    bases = [u for u in plain.units_in(LAND) if u.type == "factory"]
    aboard = {u.id: replace(u, territory=SHORE, carried_by=ship.id) for u in bases}
    state = replace(plain, units={**plain.units, **aboard})
    assert given(state) == {}
    adrift = {key: replace(unit, carried_by=None) for key, unit in aboard.items()}
    assert given(replace(plain, units={**plain.units, **adrift}))


def test_nothing_is_given_without_the_option() -> None:
    assert given(start(based(on=False))) == {}


def test_the_bonus_is_movement_and_ends_with_the_turn() -> None:
    state = start(based())
    plain = state
    for event in resolve_combat_move_opening(state):
        state = evolve(state, event)
    ship = next(
        u for u in state.units.values() if (u.type, u.owner, u.bonus) == ("submarine", "British", 1)
    )
    board = state.definition.board
    near = board.distances(ship.territory, 3, lambda place: board.is_sea[place])
    far = next(
        zone
        for zone in near
        if near[zone] == 3 and board.is_sea[zone] and not codes_of_sail(state, ship.territory, zone)
    )
    assert "not-enough-movement" in codes_of_sail(plain, ship.territory, far)
    moved = after(state, move("1 submarine", *way(state, ship.territory, far)))
    assert moved.units[ship.id].territory == far
    for _ in range(20):
        if moved.nation != "British":
            break
        moved = done(moved).state
    assert moved.units[ship.id].bonus == 0


def way(state: State, start_zone: str, goal: str) -> tuple[str, ...]:
    """A shortest way at sea."""
    board = state.definition.board
    left = board.distances(goal, 9, lambda place: board.is_sea[place])
    path = [start_zone]
    while path[-1] != goal:
        here = path[-1]
        path.append(
            next(
                zone
                for zone in board.neighbours(here)
                if board.is_sea[zone] and left.get(zone, 99) == left[here] - 1
            )
        )
    return tuple(path)


def codes_of_sail(state: State, start_zone: str, goal: str) -> set[str]:
    return codes(state, move("1 submarine", *way(state, start_zone, goal)))


def test_a_position_without_a_bonus_keeps_its_digest() -> None:
    state = start(based())
    key = next(iter(state.units))
    marked = evolve(state, BonusMovementGiven("British", ((key, 1),)))
    assert state_digest(marked) != state_digest(state)
    assert state_digest(evolve(marked, BonusMovementGiven("British", ((key, 0),)))) == state_digest(
        state
    )


def test_bases_survive_a_round_trip_through_a_tree() -> None:
    game = based()
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize(
    ("owner", "kind", "left", "refused"),
    [
        ("British", "fighter", 1, set()),
        ("Russians", "bomber", 1, set()),
        ("Russians", "bomber", 0, {"not-enough-movement"}),
    ],
)
def test_aircraft_fly_one_area_further_to_a_friendly_air_base(
    owner: str, kind: str, left: int, refused: set[str]
) -> None:
    world = big_world()
    area = replace(world.board.territories["Norway"], air_base=True)
    based = replace(world.board, territories={**world.board.territories, "Norway": area})
    for board, expected in ((world.board, {"not-enough-movement"}), (based, refused)):
        state = position(
            replace(world, board=board),
            "British",
            "noncombat_move",
            cleared=(LAND, SHORE, "Norway"),
            units=[(LAND, "British", kind, 1)],
            owners={"Norway": owner},
        )
        (unit,) = state.units_in(LAND)
        flown = replace(unit, moved=world.unit_types[kind].movement - left)
        state = replace(state, units={**state.units, unit.id: flown})
        order = move(f"1 {kind}", LAND, SHORE, "Norway")
        assert codes(state, order) == expected
        listed = order in engine.legal(state, LAND)
        assert listed == (not expected)


def test_steps_out_of_and_to_air_bases_cost_aircraft_nothing() -> None:
    """With every order, and from one base to the next they gain a step."""
    world = big_world()
    ways = ((LAND, SHORE), (SHORE, "Norway"), (LAND, SHORE, "Norway"), (SHORE, LAND))
    for bases in ((), ("Norway",), (LAND, "Norway")):
        areas = dict(world.board.territories)
        for name in bases:
            areas[name] = replace(areas[name], air_base=True)
        game = replace(world, board=replace(world.board, territories=areas))
        for path in ways:
            state = position(
                game,
                "British",
                "combat_move",
                cleared=(LAND, SHORE, "Norway"),
                units=[(path[0], "British", "bomber", 1)],
                owners={"Norway": "British"},
            )
            step = engine.apply(state, move("1 bomber", *path))
            (before,) = (unit for unit in state.units_in(path[0]) if unit.type == "bomber")
            free = sum(end in bases for end in (path[0], path[-1]))
            spent = len(path) - 1 - free
            assert step.state.units[before.id].moved == spent, (bases, path)


def test_B143_a_place_to_land_is_looked_for_without_the_steps_that_a_base_gives() -> None:
    world = big_world()
    area = replace(world.board.territories[LAND], air_base=True)
    game = replace(
        world, board=replace(world.board, territories={**world.board.territories, LAND: area})
    )
    state = position(
        game,
        "British",
        "combat_move",
        cleared=(LAND, SHORE, "Norway"),
        units=[(LAND, "British", "fighter", 1), ("Norway", "Germans", "infantry", 1)],
        owners={"Norway": "Germans"},
    )
    (unit,) = state.units_in(LAND)
    movement = world.unit_types["fighter"].movement
    for left, expected in ((4, set()), (3, {"no-landing"})):
        flown = replace(unit, moved=movement - left)
        tried = replace(state, units={**state.units, unit.id: flown})
        assert codes(tried, move("1 fighter", LAND, SHORE, "Norway")) == expected, left
