"""Income (B23, B24, B30, B31, B36, B43, B45, B46, B231, V15, V16) and repair (B84, B233, G2)."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.events.economy import IncomeCollected, IncomeWithheld, UnitsRepaired
from engine.game import new_game
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.loading import definition_from_tree, tree_from_definition
from engine.rules.common.repair import resolve_repairs_at_end
from engine.rules.economy.income import income_of
from tests.support.positions import at_phase, big_world, done, position

NATIONS = ["Russians", "Germans", "British", "Chinese", "Japanese", "Americans"]
BANKS = [68, 120, 80, 20, 82, 100]


def turn_over(state: State) -> Step:
    """Done with the open phase, and on to the next one that asks for orders."""
    return done(state)


def test_B23_sum_of_all_production_and_of_a_few_areas() -> None:
    definition = big_world()
    values = {name: entry.production for name, entry in definition.board.territories.items()}
    assert sum(values[name] for name in definition.setup.owners) == 235
    assert (values["Southwestern United States"], values["Moscow"], values["Greenland"]) == (
        8,
        4,
        0,
    )
    assert sum(values[name] == 0 for name in definition.setup.owners) == 23


@pytest.mark.parametrize(
    ("nation", "income"), list(zip(NATIONS, [34, 60, 40, 10, 41, 50], strict=True))
)
def test_B231_income_at_the_start(nation: str, income: int) -> None:
    assert income_of(new_game(big_world()).state, nation) == income


def test_V16_six_turns_without_orders_and_B96_order_of_turns() -> None:
    step = new_game(big_world())
    seen: list[str] = []
    banks: dict[str, int] = {}
    while step.state.round == 1:
        if step.state.nation not in seen:
            seen.append(step.state.nation)
        step = done(step.state)
        for event in step.events:
            if isinstance(event, IncomeCollected):
                banks[event.nation] = event.total
                assert step.state.amount(event.nation, "PUs") == event.total
    assert seen == NATIONS
    assert list(banks.items()) == list(zip(NATIONS, BANKS, strict=True))
    assert (step.state.nation, step.state.phase.phase, step.state.round) == ("Russians", "tech", 2)


def test_B30_only_the_nation_whose_turn_ends_is_paid() -> None:
    step = turn_over(position(big_world(), "Russians", "noncombat_move"))
    assert step.state.amount("Russians", "PUs") == 68
    assert step.state.amount("Germans", "PUs") == 60


def test_B31_an_area_pays_both_who_hold_it_at_the_end_of_their_turns() -> None:
    russian = position(
        big_world(),
        "Russians",
        "noncombat_move",
        cleared=("Western Russia",),
        owners={"Western Russia": "Russians"},
    )
    step = turn_over(russian)
    assert step.state.amount("Russians", "PUs") == 34 + 34 + 2
    german = at_phase(step, "Germans", "noncombat_move").state
    assert income_of(german, "Germans") == 60 - 2
    retaken = replace(german, owners={**german.owners, "Western Russia": "Germans"})
    assert turn_over(retaken).state.amount("Germans", "PUs") == 120


def test_land_may_cost_its_owner_something() -> None:
    state = position(big_world(), "British", "noncombat_move")
    land = state.definition.board.territories
    dear = replace(land["Burma"], production=-3)
    board = replace(state.definition.board, territories={**land, "Burma": dear})
    changed = replace(state, definition=replace(state.definition, board=board))
    before = income_of(state, "British") - land["Burma"].production
    assert income_of(changed, "British") == before - 3


def test_B36_the_original_owner_is_paid_at_the_end_of_their_own_turn() -> None:
    lost = position(big_world(), "British", "noncombat_move", owners={"Burma": "Japanese"})
    assert turn_over(lost).state.amount("British", "PUs") == 40 + 40 - 1
    freed = position(big_world(), "Chinese", "noncombat_move", owners={"Burma": "British"})
    after = turn_over(freed).state
    assert after.amount("Chinese", "PUs") == 20
    assert income_of(after, "British") == 40


def test_B43_without_the_capital_no_income_although_26_areas_remain() -> None:
    state = position(big_world(), "Russians", "noncombat_move", owners={"Moscow": "Germans"})
    assert sum(owner == "Russians" for owner in state.owners.values()) == 26
    step = turn_over(state)
    assert step.state.amount("Russians", "PUs") == 34
    withheld = [event for event in step.events if isinstance(event, IncomeWithheld)]
    assert [event.nation for event in withheld] == ["Russians"]
    assert "capital" in withheld[0].reason


def test_B46_with_the_capital_back_income_starts_again() -> None:
    state = position(big_world(), "Russians", "noncombat_move", pus={"Russians": 0})
    assert turn_over(state).state.amount("Russians", "PUs") == 34


def test_V15_the_captor_of_moscow_is_paid_for_it_and_the_russians_nothing() -> None:
    fallen = {"owners": {"Moscow": "Germans"}, "pus": {"Germans": 80, "Russians": 0}}
    german = position(big_world(), "Germans", "noncombat_move", **fallen)
    assert turn_over(german).state.amount("Germans", "PUs") == 80 + 64
    russian = position(big_world(), "Russians", "noncombat_move", **fallen)
    assert turn_over(russian).state.amount("Russians", "PUs") == 0


def with_convoy(definition: Definition, zone: str, value: int) -> Definition:
    entry = replace(definition.board.territories[zone], production=value)
    return replace(
        definition,
        board=replace(definition.board, territories={**definition.board.territories, zone: entry}),
    )


def test_B24_no_sea_zone_of_big_world_has_a_value() -> None:
    definition = big_world()
    assert not [
        name
        for name, entry in definition.board.territories.items()
        if entry.is_sea and (entry.production or name in definition.setup.owners)
    ]


def test_B24_a_convoy_centre_pays_its_owner_and_nobody_when_it_has_none() -> None:
    zone = "SZ 16 North Atlantic"
    definition = with_convoy(big_world(), zone, 3)
    assert income_of(position(definition, "British", "noncombat_move"), "British") == 40
    held = position(definition, "British", "noncombat_move", owners={zone: "British"})
    assert income_of(held, "British") == 43
    taken = position(definition, "British", "noncombat_move", owners={zone: "Germans"})
    assert (income_of(taken, "British"), income_of(taken, "Germans")) == (40, 63)


def damaged(state: State, *owners: str) -> State:
    units = dict(state.units)
    for owner in owners:
        ship = next(
            unit
            for unit in state.units_of(owner)
            if state.definition.unit_types[unit.type].hit_points == 2
        )
        units[ship.id] = replace(ship, hits=1)
    return replace(state, units=units)


def hits(state: State) -> dict[str, int]:
    return {unit.owner: unit.hits for unit in state.units.values() if unit.hits}


def test_B84_G2_every_damaged_unit_is_repaired_at_the_end_of_every_turn() -> None:
    state = damaged(position(big_world(), "Russians", "noncombat_move"), "Germans", "British")
    assert hits(state) == {"Germans": 1, "British": 1}
    step = turn_over(state)
    assert hits(step.state) == {}
    repaired = [event for event in step.events if isinstance(event, UnitsRepaired)]
    assert len(repaired) == 1
    assert len(repaired[0].units) == 2
    names = [type(event).__name__ for event in step.events]
    assert names.index("IncomeCollected") < names.index("UnitsRepaired")


def test_G2_option_nothing_is_repaired_at_the_end_of_a_turn() -> None:
    definition = big_world(repair_at_end_of_turn=False)
    state = damaged(position(definition, "Russians", "noncombat_move"), "Germans")
    assert hits(turn_over(state).state) == {"Germans": 1}
    assert resolve_repairs_at_end(state) == ()


def test_G2_option_own_units_are_repaired_before_the_own_combat_move() -> None:
    definition = big_world(repair_at_start_of_turn=True, repair_at_end_of_turn=False)
    state = damaged(position(definition, "Germans", "purchase"), "Germans", "British")
    assert hits(turn_over(state).state) == {"British": 1}
    plain = damaged(position(big_world(), "Germans", "purchase"), "Germans", "British")
    assert hits(turn_over(plain).state) == {"Germans": 1, "British": 1}


def test_G2_with_both_options_only_own_units_are_repaired_at_the_end_of_the_turn() -> None:
    definition = big_world(repair_at_start_of_turn=True, repair_at_end_of_turn=True)
    state = damaged(position(definition, "Germans", "noncombat_move"), "Germans", "British")
    assert hits(turn_over(state).state) == {"British": 1}


def test_repair_leaves_the_bombing_damage_of_factories() -> None:
    state = position(big_world(), "Germans", "purchase")
    factory = next(unit for unit in state.units_of("Germans") if unit.type == "factory")
    broken = replace(state, units={**state.units, factory.id: replace(factory, damage=3, hits=1)})
    log = EventLog(broken)
    log.extend(resolve_repairs_at_end(broken))
    assert log.state.units[factory.id].damage == 3
    assert log.state.units[factory.id].hits == 0


def convoys(**options: object) -> Definition:
    """The big world in which Japan draws 3 PUs from a zone and those of Shantung over another."""
    plain = big_world(**options)
    places = dict(plain.board.territories)
    places["SZ 57 Arabian Sea"] = replace(places["SZ 57 Arabian Sea"], production=3)
    places["Shantung"] = replace(places["Shantung"], convoys=("SZ 10 North Sea", "Norway"))
    owners = {**plain.setup.owners, "SZ 57 Arabian Sea": "Japanese", "SZ 10 North Sea": "Japanese"}
    return replace(
        plain,
        board=replace(plain.board, territories=places),
        setup=replace(plain.setup, owners=owners),
    )


def test_B24_a_convoy_zone_pays_its_captor_or_by_option_nobody() -> None:
    for pays in (True, False):
        game = convoys(captured_convoys_pay=pays)
        state = position(game, "British", "combat_move")
        before = income_of(state, "British"), income_of(state, "Japanese")
        taken = {**state.owners, "SZ 57 Arabian Sea": "British"}
        state = replace(state, owners=taken)
        after = income_of(state, "British"), income_of(state, "Japanese")
        assert after == (before[0] + 3 * pays, before[1] - 3)


def test_an_area_with_a_convoy_route_pays_while_one_end_is_friendly() -> None:
    state = position(convoys(), "Japanese", "combat_move")
    worth = state.definition.board.territories["Shantung"].production
    assert worth > 0
    full = income_of(state, "Japanese")
    cut = replace(state, owners={**state.owners, "SZ 10 North Sea": "British"})
    assert state.owners["Norway"] == "Germans"
    assert income_of(cut, "Japanese") == full, "an ally holds the other end"
    both = replace(cut, owners={**cut.owners, "Norway": "British"})
    assert income_of(both, "Japanese") == full - worth
    seized = replace(both, owners={**both.owners, "Shantung": "Russians"})
    assert income_of(seized, "Russians") == income_of(both, "Russians") + worth


def test_convoy_routes_survive_a_round_trip_through_a_tree() -> None:
    game = convoys()
    assert definition_from_tree(tree_from_definition(game)) == game


@pytest.mark.parametrize("holder", ["Russians", "Germans"])
@pytest.mark.parametrize("first_owner", ["Russians", "Germans"])
def test_B43_a_nation_whose_capital_was_never_its_own_is_paid_once_it_holds_it(
    first_owner: str, holder: str
) -> None:
    game = big_world()
    owners = {**game.setup.owners, "Moscow": first_owner}
    game = replace(game, setup=replace(game.setup, owners=owners))
    state = position(game, "Russians", "place", owners={"Moscow": holder})
    events = done(state).events
    paid = [event for event in events if isinstance(event, IncomeCollected)]
    assert bool(paid) == (holder == "Russians")
    assert any(isinstance(event, IncomeWithheld) for event in events) == (holder != "Russians")


@pytest.mark.parametrize(
    ("owner", "pays", "lost"),
    [("Germans", True, 0), ("Germans", False, 4), ("British", False, 0)],
)
def test_by_option_an_area_where_enemies_are_pays_nothing(
    owner: str, pays: bool, lost: int
) -> None:
    definition = big_world(contested_areas_pay=pays)
    alone = position(definition, "Russians", "place")
    shared = position(definition, "Russians", "place", units=(("Moscow", owner, "infantry", 1),))
    assert income_of(alone, "Russians") - income_of(shared, "Russians") == lost
