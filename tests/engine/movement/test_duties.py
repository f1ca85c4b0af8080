"""What is done by itself in a step, moved from one step to another (map dialect: stepProperty)."""

from dataclasses import replace

import pytest

from engine.core.events.movement import AircraftLost, BonusMovementGiven
from engine.game import apply
from engine.gamedef import Definition, State
from engine.gamedef.sequence import StepDuty
from engine.orders.done import Done
from tests.engine.movement.board import after, codes, move
from tests.support.positions import Stack, big_world, position
from tests.support.unit_types import with_facts


def world(
    *,
    does: tuple[StepDuty, ...] = (),
    omits: tuple[StepDuty, ...] = (),
    phases: tuple[str, ...] = ("combat_move", "noncombat_move"),
    **options: object,
) -> Definition:
    """The big world in which some steps of the Russians have other duties, and armour is a base."""
    plain = big_world(**{"bonus_movement": True, **options})
    sequence = tuple(
        replace(step, does=does, omits=omits)
        if step.nation == "Russians" and step.phase in phases
        else step
        for step in plain.sequence
    )
    base = with_facts(plain.unit_types["armour"], gives_movement=(("infantry", 1),))
    types = {**plain.unit_types, "armour": base}
    return replace(plain, sequence=sequence, unit_types=types)


def start(definition: Definition, phase: str, *units: Stack) -> State:
    return position(definition, "Russians", phase, units=units)


def entered(state: State) -> State:
    """The phase after it has begun with what is done by itself."""
    step = apply(state, Done())
    while step.state.phase.phase != "noncombat_move":
        step = apply(step.state, Done())
    return step.state


def bonus(state: State, place: str) -> set[int]:
    return {unit.bonus for unit in state.units_in(place) if unit.type == "infantry"}


def test_bases_give_movement_before_the_noncombat_move_only_where_the_map_says_so() -> None:
    assert bonus(entered(start(world(), "combat_move")), "Moscow") == {0}
    given = entered(start(world(does=("bonus_movement",)), "combat_move"))
    assert bonus(given, "Moscow") == {1}


def test_bases_give_nothing_where_the_map_omits_it() -> None:
    definition = world(omits=("bonus_movement",))
    before = position(definition, "Russians", "purchase")
    opened = apply(before, Done())
    assert opened.state.phase.phase == "combat_move"
    assert not any(isinstance(event, BonusMovementGiven) for event in opened.events)
    usual = apply(position(world(), "Russians", "purchase"), Done())
    assert any(isinstance(event, BonusMovementGiven) for event in usual.events)


def test_what_a_base_gave_before_is_over_when_it_gives_again() -> None:
    state = start(world(does=("bonus_movement",)), "combat_move")
    walkers = [unit for unit in state.units_in("Moscow") if unit.type == "infantry"]
    held = dict(state.units)
    for unit in walkers:
        held[unit.id] = replace(unit, bonus=1)
    gone = after(replace(state, units=held), move("1 infantry", "Moscow", "Eastern Russia"))
    (walker,) = (unit for unit in gone.units_in("Eastern Russia") if unit.bonus)
    assert entered(gone).units[walker.id].bonus == 0


@pytest.mark.parametrize(
    ("phase", "duty", "is_tired"),
    [
        ("combat_move", "rest_before", True),
        ("combat_move", "rest_after", False),
        ("noncombat_move", "rest_before", False),
        ("noncombat_move", "rest_after", True),
    ],
)
def test_units_rest_before_or_after_a_step(phase: str, duty: StepDuty, is_tired: bool) -> None:
    """In the non-combat move that follows, units that have moved in the combat move may move."""
    state = start(world(does=(duty,), phases=(phase,)), "combat_move")
    gone = after(state, move("1 infantry", "Moscow", "Eastern Russia"))
    (walker,) = (unit for unit in gone.units_in("Eastern Russia") if unit.moved)
    later = entered(gone)
    assert (later.units[walker.id].moved > 0) == is_tired
    refused = codes(later, move("4 infantry", "Eastern Russia", "Moscow"))
    assert refused == ({"not-enough-movement"} if is_tired else set())


@pytest.mark.parametrize(
    ("phase", "does", "omits", "is_lost"),
    [
        ("noncombat_move", (), (), True),
        ("noncombat_move", (), ("loss_of_aircraft",), False),
        ("combat_move", (), (), False),
        ("combat_move", ("loss_of_aircraft",), (), True),
    ],
)
def test_aircraft_without_a_landing_place_are_lost_where_the_map_says_so(
    phase: str, does: tuple[StepDuty, ...], omits: tuple[StepDuty, ...], is_lost: bool
) -> None:
    definition = world(does=does, omits=omits, phases=(phase, "place"))
    state = start(definition, phase, ("SZ 7 Barents Sea", "Russians", "bomber", 1))
    events = apply(state, Done()).events
    assert any(isinstance(event, AircraftLost) for event in events) == is_lost


def test_damaged_units_are_repaired_before_a_step_that_does_it() -> None:
    def hits(definition: Definition) -> int:
        state = start(definition, "combat_move", ("SZ 7 Barents Sea", "Russians", "battleship", 1))
        hurt = next(unit for unit in state.units.values() if unit.type == "battleship")
        state = replace(state, units={**state.units, hurt.id: replace(hurt, hits=1)})
        return entered(state).units[hurt.id].hits

    assert hits(world()) == 1
    assert hits(world(does=("repair",))) == 0
    never = world(does=("repair",), repair_at_end_of_turn=False, repair_at_start_of_turn=False)
    assert hits(never) == 1
