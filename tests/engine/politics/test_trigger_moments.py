"""What is checked before anything happens, how often things happen, and where in a step."""

from dataclasses import replace

import pytest

from engine.core.events.triggers import TriggerFired
from engine.core.pick import Pick
from engine.game import check
from engine.gamedef import Definition, State
from engine.gamedef.conditions import Condition, Places, Together, UnitCount, UnitPresence
from engine.gamedef.position import Step
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    ChangeRelation,
    Effect,
    GiveResource,
    GiveUnits,
    PlaceUnits,
    RemoveUnits,
    Trigger,
)
from engine.orders.move import Move
from tests.support.positions import at_phase, big_world, count_in, done, position

ALWAYS = Together((), 0, 0)
NATION = "Russians"
HERE, THERE = "Moscow", "Leningrad"


def trigger(
    *effects: Effect, name: str = "first", test: Condition = ALWAYS, moments: tuple[str, ...] = ()
) -> Trigger:
    return Trigger(name, NATION, test, effects, moments)


def game(*triggers: Trigger) -> Definition:
    world = big_world(tech_development=False)
    return replace(world, script=replace(world.script, triggers=triggers))


def tanks(*places: str) -> UnitPresence:
    """Russian armour in each of these places, of which one is enough."""
    return UnitPresence(
        (NATION,), Places("named", places, 1, each=True), "own", (UnitCount(("armour",), 1),)
    )


def at_purchase(definition: Definition) -> State:
    """One armour stands in each of the two areas, and the purchase is nearly over."""
    return position(
        definition,
        NATION,
        "purchase",
        cleared=(HERE, THERE),
        units=[(HERE, NATION, "armour", 1), (THERE, NATION, "armour", 1)],
    )


def fired(step: Step) -> list[str]:
    return [event.trigger for event in step.events if isinstance(event, TriggerFired)]


def test_what_the_combat_move_brings_is_checked_before_units_leave() -> None:
    """The armour is exchanged for infantry, though it is gone when the infantry comes."""
    exchange = trigger(
        RemoveUnits((NATION,), (HERE,), ("armour",), 9),
        PlaceUnits((NATION,), HERE, (("infantry", 1),)),
        test=tanks(HERE),
    )
    state = at_phase(done(at_purchase(game(exchange))), NATION, "combat_move").state
    assert count_in(state, HERE, NATION, "armour") == 0
    assert count_in(state, HERE, NATION, "infantry") == 1


@pytest.mark.parametrize("moments", [(), ("before:russianCombatMove",)])
def test_each_is_counted_before_units_leave(moments: tuple[str, ...]) -> None:
    leave = RemoveUnits((NATION,), (HERE, THERE), ("armour",), 9)
    come = PlaceUnits((NATION,), HERE, (("infantry", 1),))
    both = trigger(leave, come, test=tanks(HERE, THERE), moments=moments)
    state = at_phase(done(at_purchase(game(both))), NATION, "combat_move").state
    assert count_in(state, HERE, NATION, "infantry") == 2


@pytest.mark.parametrize(("places", "times"), [((HERE,), 1), ((HERE, THERE), 2)])
def test_each_repeats_what_a_trigger_calls(places: tuple[str, ...], times: int) -> None:
    never = Together((), 1, 1)
    called = trigger(GiveResource((NATION,), "PUs", 3), name="called", test=never)
    caller = trigger(
        CallTrigger("called", 2), test=tanks(*places), moments=("after:russianPurchase",)
    )
    step = done(at_purchase(game(called, caller)))
    assert fired(step) == ["first", *["called"] * (2 * times)]


@pytest.mark.parametrize("moments", [(), ("before:russianPurchase",), ("after:russianPurchase",)])
def test_units_that_a_trigger_brings_do_not_move_in_that_turn(moments: tuple[str, ...]) -> None:
    come = trigger(PlaceUnits((NATION,), HERE, (("infantry", 1),)), moments=moments)
    plain = big_world(tech_development=False)
    before = next(step for step in plain.sequence if step.name == "russianPurchase")
    last = plain.sequence[plain.sequence.index(before) - 1]
    state = position(game(come), last.nation, last.phase, cleared=(HERE,))
    step = at_phase(done(state), NATION, "combat_move")
    (unit,) = (one for one in step.state.units_in(HERE) if one.type == "infantry")
    order = Move((Pick(1, "infantry", "", (unit.id,)),), (HERE, "Archangel"))
    assert check(step.state, order)
    later = at_phase(done(step.state), "Germans", "purchase").state
    assert later.units[unit.id].moved == 0


def test_usual_changes_of_relations_come_after_those_that_name_the_step() -> None:
    world = game()
    where = next(at for at, step in enumerate(world.sequence) if step.nation == NATION)
    step = SequenceStep("russianPolitics", "politics", NATION)
    usual = trigger(ChangeRelation(("Germans", NATION), "any", "neutral"), name="usual")
    named = trigger(
        ChangeRelation(("Germans", NATION), "any", "allied"),
        name="named",
        moments=("after:russianPolitics",),
    )
    world = replace(
        world,
        sequence=(*world.sequence[:where], step, *world.sequence[where:]),
        script=replace(world.script, triggers=(usual, named)),
    )
    end = done(position(world, NATION, "politics"))
    assert fired(end) == ["named", "usual"]
    assert end.state.definition.politics.relation("Germans", NATION).name == "neutral"


@pytest.mark.parametrize(("owner", "left"), [(NATION, 1), ("Germans", 0)])
def test_aircraft_are_lost_after_all_that_a_non_combat_move_brings(owner: str, left: int) -> None:
    """Where they stand is lent to them, or taken from them, when the step ends."""
    taken = trigger(AssignLand(HERE, "", owner), moments=("after:russianNonCombatMove",))
    before = "Germans" if owner == NATION else NATION
    state = position(
        game(taken),
        NATION,
        "noncombat_move",
        cleared=(HERE,),
        owners={HERE: before},
        units=[(HERE, NATION, "fighter", 1)],
    )
    assert count_in(done(state).state, HERE, NATION, "fighter") == left


@pytest.mark.parametrize(
    ("phase", "bid", "given"), [("bid", 6, 4), ("bid", 0, 2), ("levy", 0, 2), ("tech", 0, 0)]
)
def test_units_are_given_in_every_kind_of_purchase(phase: str, bid: int, given: int) -> None:
    """phase: what the purchase of the Russians is here; a bid comes before it, unless it is 0."""
    give = trigger(GiveUnits((NATION,), (("infantry", 2),)))
    plain = game(give)
    step = next(one for one in plain.sequence if one.name == "russianPurchase")
    where = plain.sequence.index(step)
    kinds = ("bid", "purchase") if phase == "bid" else (phase,)
    steps = tuple(SequenceStep(f"russian{kind}", kind, NATION) for kind in kinds)
    before = plain.sequence[where - 1]
    definition = replace(
        plain,
        sequence=(*plain.sequence[:where], *steps, *plain.sequence[where + 1 :]),
        options=replace(plain.options, bid={NATION: bid} if bid else {}),
    )
    end = done(position(definition, before.nation, before.phase))
    if bid:
        end = done(end.state)
    assert sum(end.state.unplaced.get(NATION, {}).values()) == given


@pytest.mark.parametrize("moments", [(), ("before:russianPurchase",)])
@pytest.mark.parametrize("rounds_end", [True, False])
def test_a_use_without_a_moment_is_spent_at_the_end_of_the_round(
    moments: tuple[str, ...], rounds_end: bool
) -> None:
    """Where no step ends the rounds, it is never spent."""
    give = replace(trigger(GiveUnits((NATION,), (("infantry", 1),)), moments=moments), uses=1)
    plain = game(give)
    steps = tuple(step for step in plain.sequence if rounds_end or step.phase != "end_round")
    definition = replace(plain, sequence=steps)
    where = [step.name for step in steps].index("russianPurchase") - 1
    before = steps[where]
    first = done(position(definition, before.nation, before.phase))
    assert fired(first) == ["first"]
    later = replace(
        position(definition, before.nation, before.phase), used=first.state.used, round=2
    )
    assert fired(done(later)) == ([] if moments or rounds_end else ["first"])
