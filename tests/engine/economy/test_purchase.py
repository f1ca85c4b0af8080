"""Purchase (B44 to B46, B52, B122, B134 to B138, B141, V17)."""

from dataclasses import replace

import pytest

from engine.core.events.economy import UnitsBought
from engine.core.events.turn import PhaseSkipped
from engine.game import apply, check, legal
from engine.gamedef import State
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.research import Research
from engine.rules.economy.free_placement import placeable_total
from engine.rules.economy.purchase import cost_of, prices_for
from tests.support.positions import at_phase, big_world, done, position
from tests.support.unit_types import with_facts


def codes(state: State, *units: tuple[str, int]) -> list[str]:
    return [reason.code for reason in check(state, Buy(units))]


def test_B134_two_armour_are_paid_at_the_end_of_the_phase_and_are_unplaced() -> None:
    state = position(big_world(), "Germans", "purchase")
    planned = apply(state, Buy((("armour", 2),)))
    assert planned.state.amount("Germans", "PUs") == 60
    step = done(planned.state)
    assert step.state.amount("Germans", "PUs") == 50
    assert step.state.unplaced["Germans"] == {"armour": 2}
    assert step.state.purchase == {}
    assert UnitsBought("Germans", (("armour", 2),), 10, 50) in step.events
    assert len(step.state.units) == len(state.units)


def test_B135_twelve_armour_fit_into_60_pus_and_one_infantry_more_does_not() -> None:
    state = position(big_world(), "Germans", "purchase")
    assert codes(state, ("armour", 12)) == []
    reasons = check(state, Buy((("armour", 12), ("infantry", 1))))
    assert [reason.code for reason in reasons] == ["not-enough-pus"]
    assert "3 too few" in reasons[0].text


@pytest.mark.parametrize(
    ("units", "full", "reduced"),
    [
        ({"infantry": 3, "artillery": 1}, 13, 9),
        ({"armour": 12}, 60, 48),
        ({"carrier": 1, "fighter": 2}, 34, 31),
    ],
)
def test_V17_prices_with_and_without_industrial_technology(
    units: dict[str, int], full: int, reduced: int
) -> None:
    definition = big_world(industrial_technology=True)
    plain = position(definition, "Germans", "purchase")
    known = position(definition, "Germans", "purchase", technologies=["industrial_technology"])
    assert cost_of(plain, "Germans", units) == full
    assert cost_of(known, "Germans", units) == reduced


def test_B122_every_unit_costs_one_less_from_infantry_2_to_battleship_21() -> None:
    definition = big_world(industrial_technology=True)
    state = position(definition, "Germans", "purchase", technologies=["industrial_technology"])
    prices = prices_for(state, "Germans")
    assert (prices["infantry"], prices["battleship"], prices["factory"], prices["aaGun"]) == (
        2,
        21,
        14,
        4,
    )
    assert all(prices[name] == definition.economy.prices[name] - 1 for name in prices)


def test_B136_money_left_is_kept_without_limit() -> None:
    step = at_phase(done(position(big_world(), "Russians", "tech")), "Russians", "purchase")
    banks = []
    for _ in range(3):
        banks.append(step.state.amount("Russians", "PUs"))
        step = at_phase(done(step.state), "Russians", "purchase")
    assert banks == [34, 68, 102]


def test_B137_a_new_plan_replaces_the_old_one_and_the_bank_is_charged_once() -> None:
    state = position(big_world(), "Germans", "purchase")
    for plan in [(("armour", 12),), (("infantry", 3),), (("fighter", 1), ("infantry", 1))]:
        step = apply(state, Buy(plan))
        state = step.state
    assert state.purchase == {"fighter": 1, "infantry": 1}
    after = done(state).state
    assert after.amount("Germans", "PUs") == 47
    assert after.unplaced["Germans"] == {"fighter": 1, "infantry": 1}


def test_B137_an_empty_plan_buys_nothing() -> None:
    planned = apply(position(big_world(), "Germans", "purchase"), Buy((("armour", 12),)))
    after = done(apply(planned.state, Buy(())).state)
    assert after.state.amount("Germans", "PUs") == 60
    assert after.state.unplaced["Germans"] == {}
    assert not [event for event in after.events if isinstance(event, UnitsBought)]


def test_B137_a_type_named_twice_is_added_up() -> None:
    state = position(big_world(), "Russians", "purchase")
    assert codes(state, ("infantry", 6), ("infantry", 6)) == ["not-enough-pus"]
    step = apply(state, Buy((("infantry", 5), ("infantry", 6))))
    assert step.state.purchase == {"infantry": 11}


@pytest.mark.parametrize("count", [0, -1, -100])
def test_B135_a_count_below_one_is_refused_and_pays_for_nothing(count: int) -> None:
    state = position(big_world(), "Germans", "purchase")
    assert codes(state, ("armour", 12), ("battleship", count), ("infantry", 1)) == [
        "wrong-count",
        "not-enough-pus",
    ]


def test_B138_more_than_can_be_placed_may_be_bought() -> None:
    state = position(big_world(), "Chinese", "purchase", pus={"Chinese": 15})
    assert codes(state, ("infantry", 5)) == []
    assert placeable_total(state, "Chinese") == 4


@pytest.mark.parametrize(
    ("nation", "units"),
    [
        ("Russians", 12),
        ("Germans", 20),
        ("British", 14),
        ("Chinese", 4),
        ("Japanese", 12),
        ("Americans", 26),
    ],
)
def test_B138_what_can_be_placed_at_the_start(nation: str, units: int) -> None:
    state = position(big_world(), nation, "purchase")
    assert placeable_total(state, nation) == units


def test_B141_thirteen_types_for_all_six_nations_in_the_order_of_the_list() -> None:
    state = position(big_world(), "Germans", "purchase")
    names = list(big_world().unit_types)
    assert len(names) == 13
    for nation in big_world().politics.nation_names:
        assert list(prices_for(state, nation)) == names


def test_B141_unknown_units_are_refused_with_the_list() -> None:
    reasons = check(position(big_world(), "Germans", "purchase"), Buy((("tank", 1),)))
    assert [reason.code for reason in reasons] == ["unknown-unit"]
    assert "armour" in reasons[0].text


def test_B44_without_the_capital_nothing_is_bought_and_the_money_kept() -> None:
    start = position(
        big_world(),
        "Americans",
        "noncombat_move",
        cleared=("Moscow",),
        owners={"Moscow": "Germans"},
    )
    step = done(start)
    assert (step.state.nation, step.state.phase.phase) == ("Russians", "combat_move")
    after = at_phase(step, "Germans", "tech").state
    assert after.amount("Russians", "PUs") == 34
    assert after.unplaced["Russians"] == {}


def test_B44_B45_skipped_with_a_reason_whatever_the_bank_holds() -> None:
    start = position(
        big_world(),
        "Americans",
        "noncombat_move",
        owners={"Moscow": "Germans"},
        pus={"Russians": 30},
    )
    events = done(start).events
    skipped = {
        event.phase: event.reason
        for event in events
        if isinstance(event, PhaseSkipped) and event.nation == "Russians"
    }
    assert "capital" in skipped["tech"]
    assert "capital" in skipped["purchase"]


def test_B46_with_the_capital_back_buying_starts_again() -> None:
    step = done(position(big_world(), "Americans", "noncombat_move"))
    assert at_phase(step, "Russians", "purchase").state.phase.stage == "open"


def test_a_bank_below_the_cheapest_unit_skips_the_phase() -> None:
    start = position(big_world(), "Russians", "tech", pus={"Russians": 2})
    step = done(start)
    reasons = [event.reason for event in step.events if isinstance(event, PhaseSkipped)]
    assert "the cheapest unit costs 3" in reasons[0]


def test_orders_of_other_phases_are_refused() -> None:
    state = position(big_world(), "Germans", "purchase")
    assert [reason.code for reason in check(state, Research("rockets", 1))] == ["wrong-phase"]


def test_legal_purchases_are_the_plan_and_one_unit_more() -> None:
    state = apply(position(big_world(), "Germans", "purchase"), Buy((("armour", 10),))).state
    orders = list(legal(state))
    assert orders == [
        Buy((("infantry", 1), ("armour", 10))),
        Buy((("artillery", 1), ("armour", 10))),
        Buy((("armour", 11),)),
        Buy((("armour", 10), ("fighter", 1))),
        Buy((("armour", 10), ("transport", 1))),
        Buy((("armour", 10), ("submarine", 1))),
        Buy((("armour", 10), ("destroyer", 1))),
        Buy((("armour", 10), ("cruiser", 1))),
        Buy((("armour", 10), ("aaGun", 1))),
        Done(),
    ]
    assert all(check(state, order) == () for order in orders)


@pytest.mark.parametrize(
    ("most", "few", "many"), [(-1, [], []), (0, ["x"], ["x"]), (17, [], ["x"])]
)
def test_a_nation_buys_no_more_of_a_type_than_it_may_have(
    most: int, few: list[str], many: list[str]
) -> None:
    """Map dialect: maxBuiltPerPlayer; units on the board and unplaced ones count."""
    plain = big_world()
    few_tanks = with_facts(plain.unit_types["armour"], most_owned=most)
    world = replace(plain, unit_types={**plain.unit_types, "armour": few_tanks})
    state = position(world, "Germans", "purchase", unplaced={"armour": 1})
    has = 1 + sum(unit.type == "armour" for unit in state.units_of("Germans"))
    room = max(0, most - has)
    code = {"x": "too-many-owned"}
    assert codes(state, ("armour", max(1, room))) == [code[one] for one in few]
    assert codes(state, ("armour", room + 1)) == [code[one] for one in many]
    offered = {name for order in legal(state) if isinstance(order, Buy) for name, _ in order.units}
    assert ("armour" in offered) == (not few)
