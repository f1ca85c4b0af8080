"""What a map may limit: units together, terrain, places where units are built, AA guns."""

from dataclasses import replace

import pytest

from engine.core.changes import RuleChange
from engine.core.pick import Pick
from engine.game import check
from engine.gamedef import Definition, State
from engine.gamedef.limits import BuildingRule, UnitLimit
from engine.orders.place import Place
from engine.rules.common.stacking import check_limits
from engine.rules.economy.production import production_limit
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

HOME = "Leningrad"


def codes(state: State, territory: str, **counts: int) -> set[str]:
    picks = tuple(Pick(count, kind) for kind, count in counts.items())
    return {reason.code for reason in check(state, Place(picks, territory))}


def russians(definition: Definition, **unplaced: int) -> State:
    return position(
        definition,
        "Russians",
        "place",
        cleared=(HOME,),
        units=((HOME, "Russians", "factory", 1),),
        unplaced=unplaced,
    )


def limited(*limits: UnitLimit) -> Definition:
    world = big_world()
    return replace(world, map_rules=replace(world.map_rules, limits=limits))


def test_a_placement_limit_counts_the_types_together_and_those_that_stand_there() -> None:
    limit = UnitLimit("placement", "Russians", "own", 2, ("infantry", "armour"))
    state = russians(limited(limit), infantry=3, armour=2)
    assert codes(state, HOME, infantry=1, armour=1) == set()
    assert codes(state, HOME, infantry=2, armour=1) == {"too-many-together"}
    for other in (replace(limit, nation="Germans"), replace(limit, action="movement")):
        state = russians(limited(replace(other, count=1)), infantry=3, armour=2)
        assert codes(state, HOME, infantry=1, armour=1) == set()
    guarded = position(
        limited(limit),
        "Russians",
        "bid_place",
        cleared=(HOME,),
        units=((HOME, "Russians", "infantry", 2),),
        unplaced={"infantry": 1},
    )
    assert codes(guarded, HOME, infantry=1) == {"too-many-together"}


def test_what_a_unit_is_built_beside_may_change() -> None:
    world = big_world(placement_restricted=True)
    assert codes(russians(world, infantry=1), HOME, infantry=1) == set()
    needs_aa = RuleChange("unit", "infantry", "needs of aa_gun", 1)
    changed = world.changed(needs_aa)
    assert codes(russians(changed, infantry=1), HOME, infantry=1) == {"needs-units"}
    either = changed.changed(replace(needs_aa, fact="needs of factory"))
    assert codes(russians(either, infantry=1), HOME, infantry=1) == set()
    again = either.changed(replace(needs_aa, fact="needs of factory", value=0))
    assert codes(russians(again, infantry=1), HOME, infantry=1) == {"needs-units"}


@pytest.mark.parametrize(("whose", "most"), [("own", 3), ("side", 2), ("all", 1)])
def test_a_limit_counts_own_units_those_of_the_side_or_all(whose: str, most: int) -> None:
    limit = UnitLimit("placement", "", whose, 3, ("infantry",))
    state = position(
        limited(limit),
        "Russians",
        "bid_place",
        cleared=(HOME,),
        units=((HOME, "British", "infantry", 1), (HOME, "Germans", "infantry", 1)),
        unplaced={"infantry": 4},
    )
    counts = {"infantry": most + 1}
    assert not list(check_limits(state, "placement", "Russians", HOME, {"infantry": most}))
    assert [why.code for why in check_limits(state, "placement", "Russians", HOME, counts)]


def test_a_limit_on_all_types_says_units() -> None:
    every = tuple(big_world().unit_types)
    state = russians(limited(UnitLimit("placement", "", "own", 1, every)), infantry=2)
    (why,) = check_limits(state, "placement", "Russians", HOME, {"infantry": 2})
    assert why.text == f"no more than 1 units may be in {HOME}; 1 are there"


def test_terrain_keeps_units_out() -> None:
    plain = big_world()
    marsh = replace(plain.board.territories[HOME], no_units=("armour",))
    wet = replace(
        plain, board=replace(plain.board, territories={**plain.board.territories, HOME: marsh})
    )
    state = russians(wet, infantry=1, armour=1)
    assert codes(state, HOME, infantry=1) == set()
    assert codes(state, HOME, armour=1) == {"terrain-forbids"}


def test_units_that_need_others_are_built_only_beside_them() -> None:
    rule = BuildingRule("armour", (("fighter",), ("aa_gun",)))
    world = big_world(placement_restricted=True)
    needy = replace(world, map_rules=replace(world.map_rules, building=(rule,)))
    gun = next(name for name, kind in needy.unit_types.items() if kind.guns.is_aa_gun)
    needy = replace(
        needy,
        map_rules=replace(needy.map_rules, building=(replace(rule, needs=(("fighter",), (gun,))),)),
    )
    state = russians(needy, infantry=1, armour=1)
    assert codes(state, HOME, infantry=1) == set()
    assert codes(state, HOME, armour=1) == {"needs-units"}
    units = ((HOME, "Russians", "factory", 1), (HOME, "Russians", gun, 1))
    served = position(
        needy, "Russians", "place", cleared=(HOME,), units=units, unplaced={"armour": 1}
    )
    assert codes(served, HOME, armour=1) == set()
    free = replace(state.definition, options=big_world().options)
    assert codes(replace(state, definition=free), HOME, armour=1) == set()


def test_a_factory_may_need_other_units_beside_it_as_well() -> None:
    world = big_world(placement_restricted=True)
    rule = BuildingRule("factory", (("armour",),))
    needy = replace(world, map_rules=replace(world.map_rules, building=(rule,)))
    for there, refused in (("infantry", {"needs-units"}), ("armour", set())):
        state = position(
            needy,
            "Russians",
            "place",
            cleared=(HOME,),
            units=((HOME, "Russians", there, 1),),
            unplaced={"factory": 1},
        )
        assert codes(state, HOME, factory=1) == refused


def test_areas_where_a_unit_is_never_placed() -> None:
    rule = BuildingRule("armour", (), (HOME,))
    world = big_world(placement_restricted=True)
    state = russians(replace(world, map_rules=replace(world.map_rules, building=(rule,))), armour=1)
    assert codes(state, HOME, armour=1) == {"not-built-here"}


def test_B88_one_aa_gun_where_the_option_says_so() -> None:
    gun = next(name for name, kind in big_world().unit_types.items() if kind.guns.is_aa_gun)
    for several, refused in ((True, set()), (False, {"too-many-guns"})):
        state = russians(big_world(several_aa_guns=several), **{gun: 2})
        assert codes(state, HOME, **{gun: 2}) == refused
        assert codes(state, HOME, **{gun: 1}) == set()


def test_a_first_factory_without_limit_belongs_to_its_first_owner_alone() -> None:
    plain = big_world()
    free = replace(plain.board.territories[HOME], unlimited_production=True)
    state = russians(
        replace(
            plain, board=replace(plain.board, territories={**plain.board.territories, HOME: free})
        ),
        infantry=40,
    )
    assert codes(state, HOME, infantry=40) == set()
    value = plain.board.territories[HOME].production
    assert production_limit(replace(state, owners={**state.owners, HOME: "Germans"}), HOME) == value


def test_B140_the_output_of_a_factory_counts_where_factories_are_damaged() -> None:
    plain = big_world(bombing_damages_factory=True)
    small = with_facts(plain.unit_types["factory"], factory_output=1)
    state = russians(replace(plain, unit_types={**plain.unit_types, "factory": small}), infantry=2)
    assert codes(state, HOME, infantry=1) == set()
    assert codes(state, HOME, infantry=2) == {"limit-reached"}


def test_areas_that_are_worth_too_little() -> None:
    worth = big_world().board.territories[HOME].production
    rule = BuildingRule("armour", least_value=worth)
    world = big_world(placement_restricted=True)
    state = russians(replace(world, map_rules=replace(world.map_rules, building=(rule,))), armour=1)
    assert codes(state, HOME, armour=1) == set()
    dearer = replace(rule, least_value=worth + 1)
    state = russians(
        replace(world, map_rules=replace(world.map_rules, building=(dearer,))), armour=1
    )
    assert codes(state, HOME, armour=1) == {"worth-too-little"}


def test_what_is_built_only_where_the_nation_was_from_the_start() -> None:
    world = big_world(placement_restricted=True)
    rule = BuildingRule("armour", originals_only=True)
    limited = replace(world, map_rules=replace(world.map_rules, building=(rule,)))
    assert codes(russians(limited, armour=1), HOME, armour=1) == set()
    board = world.board
    area = replace(board.territories[HOME], first_owner="Germans")
    taken = replace(limited, board=replace(board, territories={**board.territories, HOME: area}))
    assert codes(russians(taken, armour=1, infantry=1), HOME, armour=1) == {"not-original"}
    assert codes(russians(taken, armour=1, infantry=1), HOME, infantry=1) == set()
