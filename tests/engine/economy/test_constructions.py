"""Constructions, which need no factory, and units that build without being factories."""

from dataclasses import replace

import pytest

from engine.core.events.economy import UnitsPlaced
from engine.core.pick import Pick
from engine.game import apply, check, legal
from engine.gamedef import Definition, State
from engine.gamedef.limits import BuildingRule
from engine.gamedef.nation_rules import NationRule
from engine.gamedef.unit_economy import FACTORY_SORT
from engine.orders.agreed import AgreedEdit
from engine.orders.edits.units import TakeOffUnits
from engine.orders.place import Place
from engine.rules.economy.production import production_limit, production_sites
from tests.support.positions import Stack, big_world, count_in, position
from tests.support.unit_types import with_facts

HOME = "Leningrad"
FIELD = "Novgorod"


def _world(*, fixed: bool = False, **options: object) -> Definition:
    """Artillery is a construction: one in a turn, two at most; fighters build one unit each."""
    world = big_world(**options)
    fort = with_facts(
        world.unit_types["artillery"],
        construction="bunker",
        construction_per_turn=1,
        construction_most=2,
        construction_is_fixed=fixed,
    )
    maker = with_facts(world.unit_types["fighter"], produces=True, factory_output=1)
    rich = replace(world.board.territories[HOME], production=3)
    return replace(
        world,
        unit_types={**world.unit_types, "artillery": fort, "fighter": maker},
        board=replace(world.board, territories={**world.board.territories, HOME: rich}),
    )


def _placing(world: Definition, *units: Stack, phase: str = "place", **unplaced: int) -> State:
    fields = [name for name in (HOME, FIELD) if name in world.board.territories]
    owners = dict.fromkeys(fields, "Russians")
    return position(
        world, "Russians", phase, cleared=fields, owners=owners, units=units, unplaced=unplaced
    )


def _codes(state: State, place: str, **counts: int) -> set[str]:
    picks = tuple(Pick(count, kind) for kind, count in counts.items())
    return {reason.code for reason in check(state, Place(picks, place))}


def test_a_construction_needs_no_factory_and_no_room_of_one() -> None:
    state = _placing(_world(), artillery=3, infantry=1)
    assert _codes(state, HOME, infantry=1) == {"no-factory"}
    assert _codes(state, HOME, artillery=1) == set()
    step = apply(state, Place((Pick(1, "artillery"),), HOME))
    (event,) = [event for event in step.events if isinstance(event, UnitsPlaced)]
    assert (event.constructed, event.counts) == (True, False)
    assert count_in(step.state, HOME, "Russians", "artillery") == 1
    assert not step.state.turn.produced
    assert _codes(step.state, HOME, artillery=1) == {"too-many-constructions"}
    assert _codes(state, HOME, artillery=2) == {"too-many-constructions"}


def test_a_limit_on_constructions_holds_unless_options_lift_it() -> None:
    two: Stack = (HOME, "Russians", "artillery", 2)
    for fixed, option, codes in (
        (False, {}, {"too-many-together"}),
        (False, {"unlimited_constructions": True}, set()),
        (False, {"more_constructions_without_factory": True}, set()),
        (False, {"more_constructions_with_factory": True}, {"too-many-together"}),
        (True, {"unlimited_constructions": True}, {"too-many-together"}),
        (True, {"more_constructions_without_factory": True}, {"too-many-together"}),
    ):
        state = _placing(_world(fixed=fixed, **option), two, artillery=1)
        assert _codes(state, HOME, artillery=1) == codes, (fixed, option)
    with_factory = (two, (HOME, "Russians", "factory", 1))
    state = _placing(_world(more_constructions_with_factory=True), *with_factory, artillery=1)
    assert _codes(state, HOME, artillery=1) == set()
    assert _codes(_placing(_world(), two, phase="bid_place", artillery=1), HOME, artillery=1) == {
        "too-many-together"
    }


def test_a_construction_stands_beside_what_it_needs_since_the_turn_began() -> None:
    rule = BuildingRule("artillery", (("infantry",),))
    game = _world(placement_restricted=True)
    world = replace(game, map_rules=replace(game.map_rules, building=(rule,)))
    state = _placing(world, (HOME, "Russians", "factory", 1), artillery=1, infantry=1)
    assert _codes(state, HOME, artillery=1) == {"needs-units"}
    step = apply(state, Place((Pick(1, "infantry"),), HOME))
    assert _codes(step.state, HOME, artillery=1) == {"needs-units"}, "it is new itself"
    guarded = _placing(world, (HOME, "Russians", "infantry", 1), artillery=1)
    assert _codes(guarded, HOME, artillery=1) == set()


@pytest.mark.parametrize("old", [0, 1])
def test_a_factory_that_is_new_itself_is_not_what_another_unit_needs(old: int) -> None:
    rule = BuildingRule("infantry", (("factory",),))
    game = _world(placement_restricted=True, max_factories=2)
    world = replace(
        game,
        map_rules=replace(
            game.map_rules,
            building=(rule,),
            nations=(NationRule("Russians", places_anywhere=True),),
        ),
    )
    state = _placing(world, (FIELD, "Russians", "factory", old), factory=1, infantry=1)
    step = apply(state, Place((Pick(1, "factory"),), FIELD))
    assert _codes(step.state, FIELD, infantry=1) == (set() if old else {"needs-units"})


def test_B93_a_unit_that_builds_without_being_a_factory() -> None:
    state = _placing(_world(), (HOME, "Russians", "fighter", 1), infantry=20, fighter=1)
    assert HOME in production_sites(state, "Russians")
    assert production_limit(state, HOME) == state.definition.board.territories[HOME].production
    damaged = _placing(
        _world(bombing_damages_factory=True), (HOME, "Russians", "fighter", 1), infantry=20
    )
    assert production_limit(damaged, HOME) == 1
    both = ((HOME, "Russians", "fighter", 1), (HOME, "Russians", "factory", 1))
    best = _placing(_world(bombing_damages_factory=True), *both, infantry=20)
    assert production_limit(best, HOME) == best.definition.board.territories[HOME].production
    assert _codes(damaged, HOME, infantry=2) == {"limit-reached"}


def test_B218_a_new_builder_builds_from_the_next_turn_on() -> None:
    units = ((HOME, "Russians", "factory", 1),)
    state = _placing(_world(), *units, fighter=1, infantry=1)
    step = apply(state, Place((Pick(1, "fighter"),), HOME))
    bare = {key: unit for key, unit in step.state.units.items() if unit.type != "factory"}
    assert HOME not in production_sites(replace(step.state, units=bare), "Russians")


def test_B255_a_construction_taken_away_by_hand_leaves_the_turn_whole() -> None:
    step = apply(_placing(_world(), artillery=2), Place((Pick(1, "artillery"),), HOME))
    assert _codes(step.state, HOME, artillery=1) == {"too-many-constructions"}
    edit = AgreedEdit((TakeOffUnits((Pick(1, "artillery", "Russians"),), HOME),))
    after = apply(step.state, edit).state
    assert after.turn.constructed == ()
    assert _codes(after, HOME, artillery=1) == set()


@pytest.mark.parametrize(
    ("zone", "owner", "reasons"),
    [
        ("SZ 12 East Baltic Sea", "Russians", set()),
        ("SZ 12 East Baltic Sea", "Germans", {"not-own-land"}),
        ("SZ 95 Pacific", "Russians", {"not-own-land"}),
    ],
)
def test_a_construction_at_sea_needs_own_land_beside_it(
    zone: str, owner: str, reasons: set[str]
) -> None:
    world = _world()
    mine = with_facts(
        world.unit_types["destroyer"],
        construction="mine",
        construction_per_turn=1,
        construction_most=1,
    )
    world = replace(world, unit_types={**world.unit_types, "destroyer": mine})
    unplaced = {"destroyer": 2}
    state = position(world, "Russians", "place", owners={HOME: owner}, unplaced=unplaced)
    assert _codes(state, zone, destroyer=1) == reasons
    if not reasons:
        assert Place((Pick(1, "destroyer"),), zone) in set(legal(state))
        again = apply(state, Place((Pick(1, "destroyer"),), zone)).state
        assert "too-many-constructions" in _codes(again, zone, destroyer=1)


def test_aircraft_that_are_constructions_may_be_placed_at_sea_without_a_carrier() -> None:
    zone = "SZ 12 East Baltic Sea"
    for construction, codes in (("dragon", set()), ("", {"not-at-sea"})):
        world = _world()
        kind = with_facts(
            world.unit_types["bomber"],
            construction=construction,
            construction_per_turn=1,
            construction_most=1,
        )
        game = replace(world, unit_types={**world.unit_types, "bomber": kind})
        state = _placing(game, (HOME, "Russians", "factory", 1), bomber=1)
        assert _codes(state, zone, bomber=1) == codes


@pytest.mark.parametrize(
    ("construction", "there", "code"),
    [
        (FACTORY_SORT, "", ""),
        (FACTORY_SORT, "factory", "too-many-together"),
        (FACTORY_SORT, "artillery", "too-many-together"),
        ("bunker", "factory", ""),
    ],
)
def test_a_construction_may_count_as_a_factory(construction: str, there: str, code: str) -> None:
    world = _world()
    fort = with_facts(world.unit_types["artillery"], construction=construction, construction_most=1)
    world = replace(world, unit_types={**world.unit_types, "artillery": fort})
    units = ((HOME, "Russians", there, 1),) if there else ()
    state = _placing(world, *units, artillery=1, factory=1)
    assert _codes(state, HOME, artillery=1) == ({code} if code else set())
    # The other way round: where one stands that counts, no factory is placed.
    full = {"too-many-factories"} if there else set()
    assert _codes(state, HOME, factory=1) == full


def test_a_factory_of_a_sort_of_its_own_stands_beside_a_usual_one() -> None:
    world = _world()
    castle = with_facts(
        world.unit_types["factory"],
        construction="castle",
        construction_per_turn=1,
        construction_most=1,
    )
    kinds = {**world.unit_types, "fighter": world.unit_types["factory"], "factory": castle}
    world = replace(world, unit_types=kinds)
    state = _placing(world, (HOME, "Russians", "fighter", 1), factory=2)
    assert _codes(state, HOME, factory=1) == set()
    step = apply(state, Place((Pick(1, "factory"),), HOME))
    assert _codes(step.state, HOME, factory=1) == {"too-many-constructions", "too-many-together"}
