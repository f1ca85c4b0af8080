"""Rules of single nations: placing without factories, levies, an end of the turn without income."""

from dataclasses import replace

import pytest

from engine.core.changes import RuleChange
from engine.core.events.economy import IncomeCollected, UnitsLevied, UnitsPlaced
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply, check, legal
from engine.gamedef import Definition, Objective, State
from engine.gamedef.conditions import Rounds
from engine.gamedef.nation_rules import Levy, NationRule
from engine.gamedef.sequence import SequenceStep
from engine.loading import definition_from_tree, tree_from_definition
from engine.orders.done import Done
from engine.orders.place import Place
from engine.rules.economy.free_placement import placeable_total
from engine.rules.economy.levy import resolve_levy
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

NATION = "Chinese"
HOME = "Yunnan"
PORT = "Kwangtung"
FREE = NationRule(NATION, places_anywhere=True, full_at=3)


def ruled(*rules: NationRule) -> Definition:
    world = big_world()
    return replace(world, map_rules=replace(world.map_rules, nations=rules))


def placing(rule: NationRule, present: int, *, conquered: bool = False, unplaced: int = 9) -> State:
    return position(
        ruled(rule),
        NATION,
        "place",
        cleared=(HOME,),
        owners={HOME: NATION},
        units=((HOME, NATION, "infantry", present),) if present else (),
        unplaced={"infantry": unplaced},
        turn=TurnRecord(conquered=(HOME,)) if conquered else None,
    )


def codes(state: State, count: int, place: str = HOME) -> set[str]:
    return {reason.code for reason in check(state, Place((Pick(count, "infantry"),), place))}


def test_without_the_rule_a_factory_is_needed() -> None:
    assert codes(placing(NationRule(NATION), 0), 1) == {"no-factory"}
    assert codes(placing(replace(FREE, nation="Germans"), 0), 1) == {"no-factory"}


@pytest.mark.parametrize(("present", "fits"), [(0, True), (2, True), (3, False), (7, False)])
def test_an_area_takes_any_number_until_it_is_full(present: int, fits: bool) -> None:
    assert codes(placing(FREE, present), 5) == (set() if fits else {"limit-reached"})


@pytest.mark.parametrize("kind", ["factory", "bunker"])
@pytest.mark.parametrize(
    ("present", "full_at", "fits"), [(2, 3, True), (3, 3, False), (9, 0, True)]
)
def test_a_full_area_takes_neither_factories_nor_constructions(
    kind: str, present: int, full_at: int, fits: bool
) -> None:
    state = placing(replace(FREE, full_at=full_at), present)
    types = dict(state.definition.unit_types)
    types["bunker"] = with_facts(
        types["infantry"],
        name="bunker",
        construction="bunker",
        construction_per_turn=1,
        construction_most=1,
    )
    state = replace(
        state,
        definition=replace(state.definition, unit_types=types),
        unplaced={**state.unplaced, NATION: {kind: 1}},
    )
    reasons = check(state, Place((Pick(1, kind),), HOME))
    assert [reason.code for reason in reasons] == ([] if fits else ["limit-reached"])


def test_what_was_placed_just_now_makes_an_area_full() -> None:
    state = placing(FREE, 2)
    step = apply(state, Place((Pick(4, "infantry"),), HOME))
    assert any(isinstance(event, UnitsPlaced) for event in step.events)
    assert codes(step.state, 1) == {"limit-reached"}


def test_units_of_others_make_no_area_full() -> None:
    state = position(
        ruled(FREE),
        NATION,
        "place",
        cleared=(HOME,),
        owners={HOME: NATION},
        units=((HOME, "Russians", "infantry", 5),),
        unplaced={"infantry": 1},
    )
    assert codes(state, 1) == set()


def test_without_a_number_an_area_takes_what_a_factory_there_would_build() -> None:
    state = placing(replace(FREE, full_at=0), 5)
    value = state.definition.board.territories[HOME].production
    assert value > 0
    assert codes(state, value) == set()
    assert codes(state, value + 1) == {"limit-reached"}
    after = apply(state, Place((Pick(1, "infantry"),), HOME)).state
    assert codes(after, value) == {"limit-reached"}


def test_most_placed_counts_the_units_of_the_turn() -> None:
    state = placing(replace(FREE, most_placed=2), 0)
    assert codes(state, 3) == {"limit-reached"}
    after = apply(state, Place((Pick(2, "infantry"),), HOME)).state
    assert codes(after, 1) == {"limit-reached"}


def test_land_taken_in_this_turn_takes_units_only_by_the_rule() -> None:
    assert codes(placing(FREE, 0, conquered=True), 1) == {"taken-this-turn"}
    assert codes(placing(replace(FREE, places_in_captured=True), 0, conquered=True), 1) == set()


def test_a_factory_taken_in_this_turn_builds_by_the_rule() -> None:
    units = ((HOME, NATION, "factory", 1),)
    for rule, expected in (
        (NationRule(NATION), {"taken-this-turn"}),
        (NationRule(NATION, places_in_captured=True), set()),
    ):
        state = position(
            ruled(rule),
            NATION,
            "place",
            cleared=(HOME,),
            owners={HOME: NATION},
            units=units,
            unplaced={"infantry": 1},
            turn=TurnRecord(conquered=(HOME,)),
        )
        assert codes(state, 1) == expected


def test_foreign_land_and_the_sea_are_no_place_all_the_same() -> None:
    state = placing(FREE, 0)
    assert codes(state, 1, "Moscow") == {"not-own-land"}


def test_legal_placements_and_the_warning_count_land_without_factories() -> None:
    state = placing(FREE, 0)
    places = {order.territory for order in legal(state) if isinstance(order, Place)}
    assert HOME in places
    assert all(state.owners[place] == NATION for place in places)
    assert placeable_total(state, NATION) > 1_000
    assert placeable_total(placing(NationRule(NATION), 0), NATION) < 20


def levied(definition: Definition) -> Definition:
    """The game in which a nation has a levy and no income."""
    phases = {"purchase": "levy", "end_turn": "end_turn_unpaid"}
    steps = tuple(
        replace(step, phase=phases.get(step.phase, step.phase)) if step.nation == NATION else step
        for step in definition.sequence
    )
    return replace(definition, sequence=steps)


def until(state: State, phase: str) -> tuple[State, list[object]]:
    """Play on to a phase of the nation; the state there and all events."""
    happened: list[object] = []
    while state.phase.phase != phase:
        step = apply(state, Done())
        happened.extend(step.events)
        state = step.state
    return state, happened


@pytest.mark.parametrize(("owned", "count"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_a_levy_gives_one_unit_for_a_number_of_areas(owned: int, count: int) -> None:
    definition = levied(ruled(NationRule(NATION, levies=(Levy("infantry", 2),))))
    own = [name for name, owner in definition.setup.owners.items() if owner == NATION]
    owners = dict.fromkeys(own[owned:], "British")
    state = position(definition, NATION, "tech", owners=owners)
    state, happened = until(state, "combat_move")
    wanted = [UnitsLevied(NATION, (("infantry", count),))] if count else []
    assert [event for event in happened if isinstance(event, UnitsLevied)] == wanted
    assert state.unplaced.get(NATION, {}) == ({"infantry": count} if count else {})


def test_a_valued_levy_counts_areas_with_a_value_only() -> None:
    plain = big_world()
    own = [name for name, owner in plain.setup.owners.items() if owner == NATION]
    poor = {name: replace(plain.board.territories[name], production=0) for name in own[1:]}
    for valued, count in ((False, len(own)), (True, 1)):
        rule = NationRule(NATION, levies=(Levy("infantry", 1, valued),))
        world = levied(ruled(rule))
        definition = replace(
            world, board=replace(world.board, territories={**plain.board.territories, **poor})
        )
        state, _ = until(position(definition, NATION, "tech"), "combat_move")
        assert state.unplaced[NATION] == {"infantry": count}


def test_a_change_of_a_levy_leaves_the_others_and_what_they_count() -> None:
    rule = NationRule(NATION, levies=(Levy("infantry", 2, valued=True),))
    game = ruled(rule).changed(RuleChange("nation", NATION, "levies of fighter", 6))
    assert game.map_rules.of(NATION).levies == (
        Levy("infantry", 2, valued=True),
        Levy("fighter", 6, valued=True),
    )
    game = game.changed(RuleChange("nation", NATION, "levies of infantry", 0))
    assert game.map_rules.of(NATION).levies == (Levy("fighter", 6, valued=True),)


def test_an_end_of_the_turn_without_income_pays_objectives_and_what_units_yield() -> None:
    game = levied(big_world(national_objectives=True))
    objective = Objective("front", NATION, 5, Rounds(1))
    rich = with_facts(game.unit_types["infantry"], yields=(("PUs", 1),))
    game = replace(
        game,
        script=replace(game.script, objectives=(objective,)),
        unit_types={**game.unit_types, "infantry": rich},
    )
    state = position(game, NATION, "place")
    troops = sum(unit.type == "infantry" for unit in state.units_of(NATION))
    paid = [event for event in apply(state, Done()).events if isinstance(event, IncomeCollected)]
    assert troops
    assert [(event.amount, event.source) for event in paid] == [(5, "front"), (troops, "units")]


def test_own_land_without_a_factory_builds_ships_by_the_rule() -> None:
    rule = replace(FREE, places_in_any_zone=True, most_placed=2)
    board = big_world().board
    zone = next(name for name in board.neighbours(PORT) if board.is_sea[name])
    beside = [name for name in board.neighbours(zone) if not board.is_sea[name] and name != PORT]

    def sailing(rule: NationRule, ships: int) -> State:
        return position(
            ruled(rule),
            NATION,
            "place",
            cleared=(zone, PORT, *beside),
            owners={PORT: NATION, **dict.fromkeys(beside, "Russians")},
            units=((zone, NATION, "transport", ships),) if ships else (),
            unplaced={"transport": 3, "infantry": 3},
        )

    def why(state: State, count: int, unit: str = "transport", place: str = zone) -> set[str]:
        return {reason.code for reason in check(state, Place((Pick(count, unit),), place))}

    assert why(sailing(replace(rule, places_in_any_zone=False), 0), 1) == {"no-factory-beside"}
    state = sailing(rule, 0)
    assert why(state, 2) == set()
    assert why(state, 3) == {"limit-reached"}
    # What the land builds for the zone counts with what it builds for itself.
    after = apply(state, Place((Pick(1, "transport"),), zone)).state
    assert why(after, 1, "infantry", PORT) == set()
    assert why(after, 2, "infantry", PORT) == {"limit-reached"}
    assert why(sailing(rule, FREE.full_at), 1) == {"limit-reached"}
    taken = replace(state, turn=replace(state.turn, conquered=(PORT,)))
    assert why(taken, 1) == {"no-factory-beside"}


def test_a_turn_without_income_ends_unpaid_and_repairs() -> None:
    state = position(levied(big_world()), NATION, "combat_move")
    money = state.resources[NATION]
    happened: list[object] = []
    while state.nation == NATION:
        step = apply(state, Done())
        happened.extend(step.events)
        state = step.state
    assert not [event for event in happened if isinstance(event, IncomeCollected)]
    assert state.resources[NATION] == money


def test_rules_of_nations_survive_the_tree() -> None:
    rule = NationRule(NATION, True, True, 3, 4, (Levy("infantry", 2), Levy("armour", 5, True)))
    definition = ruled(rule, NationRule("Germans", places_in_captured=True))
    step = definition.sequence[-1]
    assert isinstance(step, SequenceStep)
    assert definition_from_tree(tree_from_definition(definition)) == definition
    assert definition.map_rules.of("Chinese") == rule
    assert definition.map_rules.of("British") == NationRule("British")


def test_a_levy_may_have_a_unit_more_while_a_road_is_open() -> None:
    road = ("Moscow", HOME)
    game = ruled(NationRule(NATION, levies=(Levy("infantry", 1, valued=True, road=road),)))
    assert definition_from_tree(tree_from_definition(game)) == game
    state = position(game, NATION, "purchase", owners={HOME: NATION})
    valued = sum(
        owner == NATION and game.board.territories[name].production > 0
        for name, owner in state.owners.items()
    )
    assert resolve_levy(state) == (UnitsLevied(NATION, (("infantry", valued + 1),)),)
    for name in road:
        cut = replace(state, owners={**state.owners, name: "Japanese"})
        lost = game.board.territories[name].production > 0 and state.owners[name] == NATION
        assert resolve_levy(cut) == (UnitsLevied(NATION, (("infantry", valued - lost),)),)


def test_a_nation_may_place_in_its_capital_only() -> None:
    game = ruled(NationRule(NATION, places_at_home=True))
    capital = game.board.capital_of(NATION)
    state = position(
        game,
        NATION,
        "place",
        units=((capital, NATION, "factory", 1), (HOME, NATION, "factory", 1)),
        owners={HOME: NATION},
        unplaced={"infantry": 2},
    )
    assert capital != HOME
    order = Place((Pick(1, "infantry"),), HOME)
    assert [reason.code for reason in check(state, order)] == ["only-in-capital"]
    assert not check(state, Place((Pick(1, "infantry"),), capital))
    rules = definition_from_tree(tree_from_definition(game)).map_rules.nations
    assert rules == game.map_rules.nations


def test_own_land_that_nobody_can_enter_takes_units_as_well() -> None:
    """Recorded games of Global 1940 place them in the Himalayas."""
    state = placing(FREE, 0)
    board = state.definition.board
    shut = replace(board.territories[HOME], is_impassable=True)
    areas = {**board.territories, HOME: shut}
    closed = replace(state.definition, board=replace(board, territories=areas))
    assert not codes(replace(state, definition=closed), 1)
