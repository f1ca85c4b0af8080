"""What other games have: repairs, bonuses, cheaper ships (B71, B128, B129, B131, B139, B140, B232);
and giving up (B234)."""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision, GameOver, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import FactoryRepaired, IncomeCollected
from engine.core.events.turn import GameEnded, PhaseSkipped
from engine.game import apply, check, legal
from engine.gamedef import Objective, State
from engine.gamedef.conditions import Ownership, Places, UnitAbsence
from engine.notation.format import format_order
from engine.notation.parse import parse_order
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.repair import Repair
from engine.orders.research import Research
from engine.orders.resign import Resign
from engine.rules.economy.production import production_limit
from engine.rules.economy.purchase import prices_for
from engine.rules.turn.bonus import is_met
from tests.engine.battle.arena import arena, fought, play
from tests.engine.movement.board import after, move
from tests.rules.test_technologies import knowing, listing
from tests.support.positions import big_world, position


def damaged(points: int, place: str = "Leningrad", **options: object) -> State:
    """A Russian purchase phase with a damaged factory."""
    game = big_world(bombing_damages_factory=True, **options)
    state = position(game, "Russians", "purchase")
    (factory,) = (unit for unit in state.units_in(place) if unit.type == "factory")
    hurt = replace(factory, damage=points)
    return replace(state, units={**state.units, factory.id: hurt})


def codes(state: State, order: Repair) -> list[str]:
    return [reason.code for reason in check(state, order)]


def test_B139_nothing_is_ever_damaged_in_big_world() -> None:
    state = position(big_world(), "Russians", "purchase")
    assert codes(state, Repair("Leningrad", 1)) == ["no-repairs"]


def test_B140_a_damaged_factory_builds_less_until_it_is_repaired() -> None:
    state = damaged(1)
    assert production_limit(state, "Leningrad") == 1
    order = parse_order("repair 1: Leningrad", state.definition)
    assert order == Repair("Leningrad", 1)
    assert format_order(order, state.definition) == "repair 1: Leningrad"
    step = apply(state, order)
    assert production_limit(step.state, "Leningrad") == 2
    assert step.state.amount("Russians", "PUs") == 33
    assert [e.cost for e in step.events if isinstance(e, FactoryRepaired)] == [1]
    assert codes(step.state, Repair("Leningrad", 1)) == ["not-damaged"]


def test_B139_repairs_and_the_plan_share_one_treasury() -> None:
    state = damaged(2, "Moscow")
    planned = apply(state, Buy((("infantry", 11),))).state
    assert codes(planned, Repair("Moscow", 2)) == ["not-enough-pus"]
    repaired = apply(planned, Repair("Moscow", 1)).state
    assert [r.code for r in check(repaired, Buy((("armour", 7),)))] == ["not-enough-pus"]
    assert apply(repaired, Done()).state.amount("Russians", "PUs") == 0
    assert codes(state, Repair("Moscow", 3)) == ["not-damaged"]
    assert codes(state, Repair("Finland", 1)) == ["not-damaged"]
    assert codes(state, Repair("Atlantis", 1)) == ["unknown-territory"]
    assert codes(state, Repair("Moscow", 0)) == ["wrong-count"]
    assert Repair("Moscow", 1) in list(legal(state))


def test_B139_a_point_costs_what_the_option_says() -> None:
    state = damaged(2, "Moscow", repair_price=5)
    step = apply(state, Repair("Moscow", 2))
    assert [e.cost for e in step.events if isinstance(e, FactoryRepaired)] == [10]
    begun = state.amount("Russians", "PUs")
    assert step.state.amount("Russians", "PUs") == begun - 10
    poor = replace(state, resources={**state.resources, "Russians": {"PUs": 4}})
    assert codes(poor, Repair("Moscow", 1)) == ["not-enough-pus"]


def test_B139_a_nation_that_can_buy_nothing_may_still_repair() -> None:
    state = damaged(2, "Moscow", tech_development=False)
    poor = replace(state, resources={**state.resources, "Russians": {"PUs": 1}})
    begun = replace(poor, agenda=(replace(poor.phase, step=poor.phase.step - 1, phase="tech"),))
    step = apply(begun, Done())
    assert step.waiting == PhaseOpen("Russians", "purchase")
    sound = position(big_world(), "Russians", "tech", pus={"Russians": 1})
    skipped = [e for e in apply(sound, Done()).events if isinstance(e, PhaseSkipped)]
    assert skipped[0].phase == "purchase"


def test_B71_a_raid_damages_the_factory_and_costs_no_PUs() -> None:
    state = position(
        big_world(bombing_damages_factory=True),
        "Germans",
        "combat_move",
        cleared=(),
    )
    moved = after(state, move("1 bomber", "Baltic States", "Novgorod", "Leningrad", raid=True))
    step = apply(moved, Done())
    assert isinstance(step.waiting, RollRequest)
    played = play(step, [2], [5])
    factory = next(u for u in played.step.state.units_in("Leningrad") if u.type == "factory")
    assert factory.damage == 2
    assert played.step.state.amount("Russians", "PUs") == 34


def test_B128_two_units_more_where_the_value_is_3_or_more_and_repairs_at_half_price() -> None:
    game = listing("increased_factory_production", bombing_damages_factory=True)
    state = knowing(
        position(game, "British", "purchase"), "British", "increased_factory_production"
    )
    assert production_limit(state, "Bombay") == 5
    assert production_limit(state, "Scotland") == 2
    (factory,) = (unit for unit in state.units_in("Bombay") if unit.type == "factory")
    hurt = replace(state, units={**state.units, factory.id: replace(factory, damage=4)})
    assert production_limit(hurt, "Bombay") == 1
    fixed = apply(hurt, Repair("Bombay", 4)).state
    assert fixed.amount("British", "PUs") == 40 - 2
    odd = apply(hurt, Repair("Bombay", 3)).state
    assert odd.amount("British", "PUs") == 40 - 2, "half of three, rounded up"


def test_B129_war_bonds_pay_what_a_die_shows_at_the_end_of_the_turn() -> None:
    state = knowing(position(listing("war_bonds"), "Russians", "place"), "Russians", "war_bonds")
    step = apply(state, Done())
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.step, step.waiting.count, step.waiting.nation) == (
        "war_bonds",
        1,
        "Russians",
    )
    assert step.state.amount("Russians", "PUs") == 68, "the income is paid before"
    after_bonds = apply(step.state, RollResult((4,)))
    assert after_bonds.state.amount("Russians", "PUs") == 72
    paid = [e for e in after_bonds.events if isinstance(e, IncomeCollected)]
    assert [(e.amount, e.source) for e in paid] == [(4, "war bonds")]
    assert after_bonds.state.nation == "Germans"
    lost = replace(state, owners={**state.owners, "Moscow": "Germans"})
    assert not isinstance(apply(lost, Done()).waiting, RollRequest)


def test_B131_ships_are_cheaper_with_improved_shipyards() -> None:
    cheaper = {
        "transport": 6,
        "destroyer": 7,
        "cruiser": 10,
        "carrier": 11,
        "battleship": 17,
        "submarine": 5,
    }
    world = listing("improved_shipyards")
    game = replace(world, economy=replace(world.economy, shipyard_prices=cheaper))
    state = position(game, "Americans", "purchase")
    assert prices_for(state, "Americans") == game.economy.prices
    better = knowing(state, "Americans", "improved_shipyards")
    prices = prices_for(better, "Americans")
    assert {name: prices[name] for name in cheaper} == cheaper
    assert prices["infantry"] == 3
    assert list(prices) == list(game.economy.prices), "in the order of the buy list"
    assert prices_for(better, "Germans") == game.economy.prices


def goal(count: int, *places: str, by_side: bool = True) -> Objective:
    test = Ownership(("Russians",), Places("named", places, count), by_side)
    return Objective("the north", "Russians", 5, test)


@pytest.mark.parametrize(
    ("objective", "met"),
    [
        (goal(1, "Archangel'sk"), True),
        (goal(1, "Finland", "Norway"), False),
        (goal(2, "Moscow", "England", "Finland"), True),
        (goal(2, "Moscow", "England", "Finland", by_side=False), False),
    ],
)
def test_B232_an_objective_asks_for_a_number_of_territories(
    objective: Objective, met: bool
) -> None:
    assert is_met(position(big_world(), "Russians", "place"), objective) == met


@pytest.mark.parametrize(("switched_on", "bank"), [(False, 68), (True, 73)])
def test_B232_objectives_pay_after_the_income_where_the_option_is_on(
    switched_on: bool, bank: int
) -> None:
    world = big_world(national_objectives=switched_on)
    game = replace(
        world,
        script=replace(world.script, objectives=(goal(1, "Archangel'sk"), goal(1, "Finland"))),
    )
    step = apply(position(game, "Russians", "place"), Done())
    assert step.state.amount("Russians", "PUs") == bank
    sources = [e.source for e in step.events if isinstance(e, IncomeCollected)]
    assert sources == (["land", "the north"] if switched_on else ["land"])


def test_B234_resigning_ends_the_game_for_the_whole_side() -> None:
    state = position(big_world(), "Russians", "combat_move")
    order = parse_order("resign", state.definition)
    assert order == Resign()
    step = apply(state, order)
    (ended,) = (event for event in step.events if isinstance(event, GameEnded))
    assert ended.outcome.winners == ("Germans", "Japanese")
    assert ended.outcome.kind == "surrender"
    assert isinstance(step.waiting, GameOver)
    assert [r.code for r in check(step.state, Resign())] == ["game-over"]


def test_B234_in_the_middle_of_a_battle_but_not_while_dice_are_waited_for() -> None:
    state = arena("Finland", [("infantry", 2)], [("infantry", 1)], origins=["Karelija"])
    step = fought(state, "Finland")
    assert isinstance(step.waiting, RollRequest)
    assert check(step.state, Resign()) != ()
    asked = play(step, [6, 6], [6]).step
    assert isinstance(asked.waiting, Decision)
    assert isinstance(apply(asked.state, Resign()).waiting, GameOver)


def test_B234_nobody_is_offered_to_resign() -> None:
    state = position(big_world(), "Russians", "tech")
    offered = list(legal(state))
    assert Research("rockets", 1) in offered
    assert Resign() not in offered


def test_B232_an_objective_may_ask_for_seas_without_surface_ships_and_for_no_guests() -> None:
    """Only surface warships count; guests are units of allies on own land."""
    zone = "SZ 23 West Mediterranean"
    free = UnitAbsence(("Germans",), Places("named", (zone,)), "enemy_ships")
    sea = Objective("the sea", "Germans", 5, free)
    for ship, met in (("submarine", True), ("transport", True), ("destroyer", False)):
        units = [(zone, "British", ship, 1)]
        state = position(big_world(), "Germans", "place", cleared=(zone,), units=units)
        assert is_met(state, sea) == met, ship
    alone = Objective("alone", "Russians", 5, UnitAbsence(("Russians",), Places("held"), "allies"))
    assert is_met(position(big_world(), "Russians", "place"), alone)
    guests = [("Moscow", "British", "fighter", 1)]
    assert not is_met(position(big_world(), "Russians", "place", units=guests), alone)
    elsewhere = [("England", "Americans", "fighter", 1)]
    assert is_met(position(big_world(), "Russians", "place", units=elsewhere), alone)
