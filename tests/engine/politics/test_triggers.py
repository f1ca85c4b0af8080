"""Triggers: when they happen, by which dice, how often, and what they do (ADR 0017)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.digest import state_digest
from engine.core.events import Event
from engine.core.events.triggers import TriggerFired, TriggerRolled
from engine.core.ids import NEUTRAL, PUS
from engine.core.pick import Pick
from engine.game import apply, check, new_game
from engine.gamedef import Definition, State
from engine.gamedef.conditions import (
    Condition,
    Named,
    NamedCondition,
    Opposite,
    Rounds,
    Together,
)
from engine.gamedef.offers import Offer, plain_offer
from engine.gamedef.position import Step
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    EditBuyList,
    EditResearch,
    Effect,
    GiveResource,
    GiveTechnology,
    GiveUnits,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    WinGame,
)
from engine.orders.done import Done
from engine.orders.move import Move
from engine.rules.economy.purchase import offers_for, prices_for
from engine.rules.economy.technology import technologies_left
from tests.support.invariants import check_board
from tests.support.positions import at_phase, big_world, count_in, done, position

ALWAYS = Together((), 0, 0)
NEVER = Opposite(ALWAYS)
BEFORE = "before:russianPurchase"


def trigger(
    *effects: Effect,
    name: str = "first",
    nation: str = "Russians",
    test: Condition = ALWAYS,
    moments: tuple[str, ...] = (BEFORE,),
) -> Trigger:
    return Trigger(name, nation, test, effects, moments)


def game(*triggers: Trigger) -> Definition:
    world = big_world(tech_development=False)
    return replace(world, script=replace(world.script, triggers=triggers))


def before(definition: Definition, nation: str = "Russians", phase: str = "purchase") -> Step:
    """The end of the phase in front of a phase, and what follows by itself."""
    index = [(s.nation, s.phase) for s in definition.sequence].index((nation, phase)) - 1
    step = definition.sequence[index]
    return apply(position(definition, step.nation, step.phase), Done())


def fired(step: Step) -> list[str]:
    return [event.trigger for event in step.events if isinstance(event, TriggerFired)]


def rolled(step: Step, die: int) -> Step:
    assert isinstance(step.waiting, RollRequest)
    return apply(step.state, RollResult((die,)))


def test_a_trigger_happens_before_and_after_the_steps_that_it_names() -> None:
    for moment, when in ((BEFORE, 1), ("after:russianPurchase", 2), ("before:germanPurchase", 0)):
        paid = trigger(GiveResource(("Russians",), "PUs", 5), moments=(moment,))
        step = before(game(paid))
        assert len(fired(step)) == (when == 1), moment
        assert len(fired(apply(step.state, Done()))) == (when == 2), moment


def test_the_start_of_a_game_is_a_moment() -> None:
    paid = trigger(GiveResource(("Russians",), "PUs", 5), moments=("start",))
    plain = new_game(big_world()).state.amount("Russians", "PUs")
    assert new_game(game(paid)).state.amount("Russians", "PUs") == plain + 5


def test_a_condition_that_does_not_hold_keeps_a_trigger_from_happening() -> None:
    assert fired(before(game(trigger(test=NEVER)))) == []
    assert fired(before(game(trigger(test=Rounds(1))))) == ["first"]


def test_all_conditions_of_a_moment_are_looked_at_before_anything_happens() -> None:
    """The first one switches the condition of the second one off, too late."""
    world = game(
        trigger(SetFact("condition", ("base",), "is_on", False), test=Named("base")),
        trigger(GiveResource(("Russians",), "PUs", 1), name="second", test=Named("base")),
    )
    definition = replace(
        world, script=replace(world.script, conditions=(NamedCondition("base", ALWAYS),))
    )
    step = before(definition)
    assert fired(step) == ["first", "second"]
    assert not step.state.definition.script.condition("base").is_on
    assert step.state.changes, "what changed is part of the position"


@pytest.mark.parametrize("uses", [1, 2, 0])
def test_uses_are_spent_one_in_a_moment(uses: int) -> None:
    moments = (BEFORE, "after:russianPurchase", "before:russianCombatMove")
    paid = replace(trigger(GiveResource(("Russians",), "PUs", 5), moments=moments), uses=uses)
    step = before(game(paid))
    following = apply(step.state, Done())
    assert len(fired(step)) + len(fired(following)) == (uses or 3)


def test_a_trigger_without_a_moment_waits_for_the_phase_of_its_effect() -> None:
    effects = (
        GiveUnits(("Russians",), (("infantry", 2),)),
        RemoveUnits(("Russians",), ("Moscow",), (), 99),
        PlaceUnits(("Russians",), "Moscow", (("armour", 1),)),
        GiveResource(("Russians",), "PUs", 7),
        WinGame(("Russians",), "it is over"),
    )
    usual = replace(trigger(*effects, moments=()), uses=1)
    world = game(usual)
    paying = replace(world.options, national_objectives=True)
    step = before(replace(world, options=paying))
    assert step.state.unplaced["Russians"] == {"infantry": 2}
    step = at_phase(step, "Russians", "combat_move")
    there = [unit.type for unit in step.state.units_in("Moscow") if unit.owner == "Russians"]
    assert there == ["armour"]
    step = at_phase(step, "Germans", "purchase")
    plain = at_phase(before(replace(game(), options=paying)), "Germans", "purchase")
    assert step.state.amount("Russians", "PUs") == plain.state.amount("Russians", "PUs") + 7
    assert step.state.used == {"first": (1, 1)}, "one use for all its effects of the round"


def test_a_trigger_gives_support_to_nations() -> None:
    """From now on the artillery of these nations helps."""
    effect = SetFact("support", ("guns",), "nations", ("Russians",), is_added=True)
    world = game(trigger(effect))
    named = replace(world.support[0], nations=(), name="guns")
    step = before(replace(world, support=(named, *world.support[1:])))
    assert step.state.definition.support[0].nations == ("Russians",)


def test_a_trigger_takes_support_from_nations_that_have_it() -> None:
    effect = SetFact("support", ("guns",), "nations", ("Russians", "Chinese"), is_removed=True)
    world = game(trigger(effect))
    named = replace(world.support[0], nations=("Germans", "Russians"), name="guns")
    step = before(replace(world, support=(named, *world.support[1:])))
    assert step.state.definition.support[0].nations == ("Germans",)


def test_units_are_granted_before_others_appear() -> None:
    step = before(
        game(
            trigger(
                PlaceUnits(("Russians",), "Moscow", (("armour", 1),)),
                GiveUnits(("Russians",), (("infantry", 1),)),
            )
        )
    )
    kinds = [type(event).__name__ for event in step.events]
    assert kinds.index("UnitsGranted") < kinds.index("UnitsAppeared")


@pytest.mark.parametrize(
    ("objectives", "holds_capital", "has_moment", "paid"),
    [
        (True, True, False, True),
        (False, True, False, False),
        (True, False, False, False),
        (False, True, True, True),
        (True, False, True, True),
    ],
)
def test_B232_money_without_a_moment_is_paid_as_that_of_objectives(
    objectives: bool, holds_capital: bool, has_moment: bool, paid: bool
) -> None:
    moments = ("after:russianEndTurn",) if has_moment else ()
    world = game(trigger(GiveResource(("Russians",), "PUs", 7), moments=moments))
    world = replace(world, options=replace(world.options, national_objectives=objectives))
    owners = {} if holds_capital else {"Moscow": "Germans"}
    step = done(position(world, "Russians", "place", owners=owners))
    assert (fired(step) == ["first"]) == paid


def test_only_the_own_turn_is_usual() -> None:
    usual = trigger(GiveUnits(("Russians",), (("infantry", 2),)), nation="Germans", moments=())
    step = before(game(usual))
    assert not step.state.unplaced["Russians"]
    step = at_phase(step, "Germans", "purchase")
    assert step.state.unplaced["Russians"] == {"infantry": 2}


def test_chance_is_a_roll_of_the_game() -> None:
    lucky = replace(
        trigger(GiveResource(("Russians",), "PUs", 5)), chance=2, sides=6, chance_increment=1
    )
    definition = game(lucky, trigger(name="second"))
    step = before(definition)
    assert fired(step) == []
    request = step.waiting
    assert isinstance(request, RollRequest)
    assert (request.count, request.sides, request.nation) == (1, 6, "Russians")
    assert fired(rolled(step, 2)) == ["first", "second"]
    missed = rolled(step, 3)
    assert fired(missed) == ["second"]
    (roll,) = (event for event in missed.events if isinstance(event, TriggerRolled))
    assert roll.needed == 2
    assert missed.state.chances == {"first": 3}


def test_a_chance_falls_after_a_success_and_never_below_none() -> None:
    lucky = replace(trigger(), chance=2, sides=6, chance_decrement=5)
    assert rolled(before(game(lucky)), 1).state.chances == {"first": 0}


@pytest.mark.parametrize(("chance", "happens", "left"), [(0, False, 2), (6, True, 5), (8, True, 6)])
def test_what_is_certain_needs_no_die_and_moves_the_chance_all_the_same(
    chance: int, happens: bool, left: int
) -> None:
    lucky = replace(trigger(), chance=chance, sides=6, chance_increment=2, chance_decrement=1)
    step = before(game(lucky))
    assert fired(step) == (["first"] if happens else [])
    assert step.state.chances == {"first": left}


def test_a_called_trigger_happens_with_all_its_effects_after_the_others() -> None:
    call = CallTrigger("called", 2)
    called = trigger(GiveResource(("Russians",), "PUs", 3), name="called", test=NEVER, moments=())
    definition = game(called, trigger(call), trigger(name="second"))
    step = before(definition)
    assert fired(step) == ["first", "second", "called", "called"]
    plain = before(game()).state.amount("Russians", "PUs")
    assert step.state.amount("Russians", "PUs") == plain + 6


@pytest.mark.parametrize(
    ("call", "times"),
    [
        (CallTrigger("called"), 1),
        (CallTrigger("called", tests_condition=True), 0),
        (CallTrigger("called", 3, spends_use=True, tests_uses=True), 0),
        (CallTrigger("called", 3), 3),
    ],
)
def test_what_a_call_asks_of_the_other_trigger(call: CallTrigger, times: int) -> None:
    called = replace(trigger(name="called", test=NEVER, moments=(BEFORE,)), uses=1)
    definition = game(called, trigger(call))
    index = [step.name for step in definition.sequence].index("russianPurchase") - 1
    last = definition.sequence[index]
    used = replace(position(definition, last.nation, last.phase), used={"called": (1, 1)})
    step = apply(used, Done())
    assert fired(step).count("called") == times


def test_a_call_may_wait_for_a_die() -> None:
    called = replace(trigger(name="called", test=NEVER, moments=()), chance=1, sides=3)
    step = before(game(called, trigger(CallTrigger("called", tests_chance=True))))
    assert fired(step) == ["first"]
    assert fired(rolled(step, 1)) == ["called"]
    assert fired(rolled(step, 2)) == []


def state_after(*effects: Effect, base: Definition | None = None) -> State:
    definition = base or game()
    return before(
        replace(definition, script=replace(definition.script, triggers=(trigger(*effects),)))
    ).state


def test_facts_of_units_and_areas_change_for_everybody() -> None:
    state = state_after(
        SetFact("unit", ("infantry", "armour"), "attack", 3),
        SetFact("territory", ("Moscow",), "production", 1),
    )
    assert state.definition.unit_types["infantry"].attack == 3
    assert state.definition.board.territories["Moscow"].production == 1
    assert len(state.changes) == 2, "armour had an attack of 3 before"
    assert big_world().unit_types["infantry"].attack == 1


def test_lists_of_units_and_areas_are_replaced_or_grow() -> None:
    silenced = "anti_air.silenced_by"
    state = state_after(
        SetFact("unit", ("aaGun",), silenced, ("armour",)),
        SetFact("unit", ("aaGun",), silenced, ("infantry",), is_added=True),
        SetFact("unit", ("infantry",), "anti_air.strength", 2),
        SetFact("territory", ("Moscow",), "no_units", ("armour",)),
        SetFact("territory", ("Moscow",), "no_units", ("infantry", "armour"), is_added=True),
    )
    types = state.definition.unit_types
    gun, foot = types["aaGun"].guns.aa_fire, types["infantry"].guns.aa_fire
    assert gun is not None and gun.silenced_by == ("armour", "infantry")
    assert (gun.strength, gun.in_battle) == (1, True)
    assert foot is not None and foot.strength == 2
    assert state.definition.board.territories["Moscow"].no_units == ("armour", "infantry")
    emptied = state_after(SetFact("territory", ("Moscow",), "no_units", ()), base=state.definition)
    assert emptied.definition.board.territories["Moscow"].no_units == ()


def test_buy_lists_are_exchanged_and_edited() -> None:
    world = game()
    base = replace(
        world,
        economy=replace(
            world.economy,
            buy_lists={"early": ("infantry",), "late": ("infantry", "armour")},
            buy_list_of={"Russians": "early"},
        ),
    )
    state = state_after(SetFact("nation", ("Russians",), "buy_list", "late"), base=base)
    assert list(prices_for(state, "Russians")) == ["infantry", "armour"]
    assert len(prices_for(state, "Germans")) > 2
    state = state_after(EditBuyList("early", "fighter", is_added=True), base=base)
    assert list(state.definition.economy.buyers["Russians"]) == ["infantry", "fighter"]
    assert not state_after(EditBuyList("late", "fighter", is_added=False), base=base).changes
    priced = EditBuyList("early", "fighter", is_added=True, price=7)
    state = state_after(priced, base=base)
    assert prices_for(state, "Russians") == {"infantry": 3, "fighter": 7}
    cheap = EditBuyList("early", "infantry", is_added=True, price=2)
    assert prices_for(state_after(priced, cheap, base=base), "Russians")["infantry"] == 2
    batch = EditBuyList("early", "infantry", is_added=True, price=5, units=3)
    sold = Offer(((PUS, 5),), 3)
    for before in ((), (cheap,), (batch,)):
        state = state_after(*before, batch, base=base)
        assert offers_for(state, "Russians")["infantry"] == sold
    assert not state_after(batch, batch, base=base).changes[2:]
    state = state_after(batch, cheap, base=base)
    assert offers_for(state, "Russians")["infantry"] == plain_offer(2)


def test_technologies_are_opened_to_a_nation_and_closed_again() -> None:
    state = state_after(EditResearch(("Russians",), "rockets", is_added=False))
    assert "rockets" not in technologies_left(state, "Russians")
    assert "rockets" in technologies_left(state, "Germans")
    again = state_after(
        EditResearch(("Russians",), "rockets", is_added=False),
        EditResearch(("Russians",), "rockets", is_added=True),
    )
    assert "rockets" in technologies_left(again, "Russians")
    dear = state_after(SetFact("nation", ("Russians",), "research_price", 9))
    assert dear.definition.map_rules.of("Russians").research_price == 9
    assert not state_after(EditResearch(("Russians",), "rockets", is_added=True)).changes


def test_technologies_money_and_land_are_given() -> None:
    state = state_after(
        GiveTechnology(("Russians",), "rockets"),
        GiveResource(("Germans",), "PUs", -9999),
        AssignLand("Finland", "Germans", "Russians", is_conquest=False),
        AssignLand("Karelija", "", NEUTRAL, is_conquest=False),
        AssignLand("Norway", "British", "Russians", is_conquest=False),
    )
    assert state.technologies["Russians"] == ("rockets",)
    assert state.amount("Germans", "PUs") == 0
    assert state.owners["Finland"] == "Russians"
    assert "Karelija" not in state.owners
    assert state.owners["Norway"] == "Germans", "only what belongs to the British"


def test_land_assigned_as_a_conquest_comes_with_what_stands_there() -> None:
    state = state_after(AssignLand("Eastern Germany", "", "Russians", is_conquest=True))
    assert state.owners["Eastern Germany"] == "Russians"
    assert count_in(state, "Eastern Germany", "Russians", "factory") == 1
    assert state.amount("Germans", "PUs") == 0, "the capital is plundered"


def test_units_appear_and_vanish() -> None:
    had = count_in(position(game(), "Russians", "purchase"), "Moscow", "Russians", "infantry")
    state = state_after(
        RemoveUnits(("Russians",), ("Moscow",), ("infantry",), 1),
        PlaceUnits(("Russians", "British"), "Moscow", (("fighter", 2), ("infantry", 2))),
    )
    assert count_in(state, "Moscow", "Russians", "infantry") == had + 1
    assert count_in(state, "Moscow", "British", "fighter") == 2
    assert all(key == unit.id for key, unit in state.units.items())


def test_a_transport_takes_its_cargo_along() -> None:
    zone = "SZ 23 West Mediterranean"
    world = game()
    definition = replace(
        world,
        script=replace(
            world.script, triggers=(trigger(RemoveUnits(("British",), (zone,), ("transport",), 9)),)
        ),
    )
    index = [s.name for s in definition.sequence].index("russianPurchase") - 1
    step = definition.sequence[index]
    units = [(zone, "British", "transport", 1), (zone, "British", "infantry", 1)]
    state = position(definition, step.nation, step.phase, cleared=[zone], units=units)
    ship, soldier = state.units_in(zone)
    aboard = replace(state, units={**state.units, soldier.id: replace(soldier, carried_by=ship.id)})
    assert not apply(aboard, Done()).state.units_in(zone)


def test_land_units_appear_at_sea_only_aboard_and_ships_on_land_never() -> None:
    zone = "SZ 23 West Mediterranean"
    fleet = (("infantry", 3), ("transport", 1))
    state = state_after(
        PlaceUnits(("British",), zone, fleet), PlaceUnits(("British",), "England", fleet[1:])
    )
    british = [unit for unit in state.units_in(zone) if unit.owner == "British"]
    ships = [unit.id for unit in british if unit.type == "transport"]
    aboard = [unit.carried_by for unit in british if unit.type == "infantry"]
    assert len(aboard) == 2, "a transport has room for two"
    assert set(aboard) <= set(ships)
    assert count_in(state, "England", "British", "transport") == 0
    check_board(state, state.units.values())


def test_a_trigger_can_end_the_game() -> None:
    step = before(game(trigger(WinGame(("Russians", "British"), "the story ends"))))
    outcome = step.state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.kind) == (("British", "Russians"), "triggered_victory")
    assert "the story ends" in outcome.text


def test_what_the_map_has_changed_is_part_of_the_digest() -> None:
    plain = position(game(), "Russians", "purchase")
    changed = state_after(SetFact("unit", ("infantry",), "attack", 3))
    again = state_after(SetFact("unit", ("infantry",), "attack", 2))
    digests = {state_digest(state) for state in (plain, changed, again)}
    assert len(digests) == 3


def test_a_fact_that_changes_again_and_again_is_kept_once() -> None:
    attacks = (3, 2, 4)
    state = state_after(*(SetFact("unit", ("infantry",), "attack", n) for n in attacks))
    assert [change.value for change in state.changes] == [4]
    assert state.definition.unit_types["infantry"].attack == 4


def test_without_triggers_nothing_is_said_of_them() -> None:
    step = before(game())
    kinds: set[type[Event]] = {type(event) for event in step.events}
    assert "PhaseLeft" not in {kind.__name__ for kind in kinds}
    assert step.state.changes == ()


@pytest.mark.parametrize("kind", ["infantry", "fighter"])
def test_units_that_appear_do_not_move_in_that_turn(kind: str) -> None:
    world = game(trigger(PlaceUnits(("Russians",), "Moscow", ((kind, 1),))))
    step = world.sequence[[s.name for s in world.sequence].index("russianPurchase") - 1]
    start = position(world, step.nation, step.phase, cleared=["Moscow"])
    order = Move((Pick(1, kind),), ("Moscow", "Western Russia"))
    moving = at_phase(done(start), "Russians", "combat_move").state
    assert {reason.code for reason in check(moving, order)} == {"not-enough-movement"}
    next_round = at_phase(done(moving), "Russians", "combat_move").state
    assert check(next_round, order) == ()
