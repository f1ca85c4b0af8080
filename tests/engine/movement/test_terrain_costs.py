"""Terrain that makes a step dearer or cheaper (map dialect: movementCostModifier)."""

from dataclasses import replace

import pytest

from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.loading import (
    UnsupportedMapError,
    definition_from_tree,
    read_triplea_map,
    tree_from_definition,
)
from engine.rules.movement.route import path_for
from tests.engine.loading.small_map import small_map
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, position


def _rough(extra: int) -> Definition:
    """The big world in which the step into Libya costs armour so much more."""
    world = big_world()
    libya = replace(world.board.territories["Libya"], entry_cost=(("armour", extra),))
    board = replace(world.board, territories={**world.board.territories, "Libya": libya})
    return replace(world, board=board)


def _armour(extra: int) -> State:
    units = [("Algeria", "Germans", "armour", 1), ("Algeria", "Germans", "infantry", 1)]
    return position(
        _rough(extra),
        "Germans",
        "noncombat_move",
        cleared=("Libya", "Algeria", "Egypt"),
        owners=dict.fromkeys(("Libya", "Algeria", "Egypt"), "Germans"),
        units=units,
    )


def _the_armour(state: State) -> Unit:
    return next(
        unit
        for place in ("Libya", "Egypt")
        for unit in state.units_in(place)
        if unit.type == "armour"
    )


@pytest.mark.parametrize(
    ("extra", "into", "through"),
    [
        (0, set(), set()),
        (1, set(), {"not-enough-movement"}),
        (2, {"not-enough-movement"}, {"not-enough-movement"}),
        (-1, set(), set()),
        (-5, set(), set()),
    ],
)
def test_B51_a_step_costs_what_the_terrain_says(
    extra: int, into: set[str], through: set[str]
) -> None:
    state = _armour(extra)
    assert codes(state, move("1 armour", "Algeria", "Libya")) == into
    assert codes(state, move("1 armour", "Algeria", "Libya", "Egypt")) == through
    # It is the type that counts.
    assert codes(state, move("1 infantry", "Algeria", "Libya")) == set()


@pytest.mark.parametrize(("extra", "moved"), [(0, 1), (1, 2), (-1, 0), (-5, 0)])
def test_B51_the_cost_is_what_the_unit_has_moved(extra: int, moved: int) -> None:
    there = after(_armour(extra), move("1 armour", "Algeria", "Libya"))
    assert _the_armour(there).moved == moved


def test_B178_the_way_that_is_found_goes_round_dear_terrain() -> None:
    world = big_world()
    start, goal = "Algeria", "Egypt"
    # With two points there is one way to Egypt, through Libya, and none once Libya is dear.
    assert path_for(_armour(0), (Pick(1, "armour"),), start, goal) == (start, "Libya", goal)
    dear = _armour(1)
    found = path_for(dear, (Pick(1, "armour"),), start, goal)
    assert found is None or codes(dear, move("1 armour", *found)) == {"not-enough-movement"}
    assert not world.board.has_costly_terrain
    assert dear.definition.board.has_costly_terrain


def test_the_cost_survives_the_tree() -> None:
    world = definition_from_tree(tree_from_definition(_rough(2)))
    assert world.board.territories["Libya"].entry_cost == (("armour", 2),)


def _map(area: str, *costs: tuple[str, str]) -> bytes:
    said = "".join(
        f'<option name="movementCostModifier" value="{unit}" count="{number}"/>'
        for unit, number in costs
    )
    more = f"""<attachment name="territoryAttachment" attachTo="{area}"
      javaClass="TerritoryAttachment" type="territory">
      <option name="territoryEffect" value="hills"/></attachment>
      <attachment name="territoryEffectAttachment" attachTo="hills"
      javaClass="TerritoryEffectAttachment" type="territoryEffect">{said}</attachment>
      </attatchmentList>"""
    text = small_map("  </attatchmentList>", more).decode()
    kinds = '</unitList><territoryEffectList><territoryEffect name="hills"/></territoryEffectList>'
    return text.replace("</unitList>", kinds, 1).encode()


def test_a_map_s_costs_add_up() -> None:
    game = read_triplea_map(_map("Redland", ("ranger:howitzer", "1"), ("ranger", "1")))
    costs = dict(game.board.territories["Redland"].entry_cost)
    assert costs == {"ranger": 2, "howitzer": 1}
    halves = read_triplea_map(_map("Redland", ("ranger", "0.5"), ("ranger", "0.5")))
    assert halves.board.territories["Redland"].entry_cost == (("ranger", 1),)


def test_parts_of_a_movement_point_are_refused_where_somebody_could_miss_them() -> None:
    with pytest.raises(UnsupportedMapError, match="parts of a movement point"):
        read_triplea_map(_map("Redland", ("ranger", "-0.5")))
    # On an island troops come ashore, and stop there whatever the step costs.
    island = _map("Redland", ("ranger", "-0.5")).decode()
    for border in (("Redland", "Blueland"), ("Blueland", "Redland")):
        island = island.replace(f'<connection t1="{border[0]}" t2="{border[1]}"/>', "", 1)
    island = island.replace(
        '<connection t1="Redland" t2="North Sea"/>',
        '<connection t1="Redland" t2="North Sea"/><connection t1="Blueland" t2="South Sea"/>',
        1,
    )
    assert not read_triplea_map(island.encode()).board.has_costly_terrain
