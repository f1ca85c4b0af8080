"""Land that goes back to its first owners after a politics phase, and land that is freed whatever
the relation says of that (map dialect: givesBackOriginalTerritories; B37)."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.triggers import LandAssigned, TriggerFired
from engine.game import new_game
from engine.gamedef import Definition
from engine.gamedef.conditions import Together
from engine.gamedef.relations import Archetype, Relation, RelationType
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.triggers import AssignLand, Trigger
from engine.rules.common.capture import resolve_capture
from tests.support.positions import at_phase, big_world, done, position

CITY = "Leningrad"
HOME = big_world().board.capital_of("Germans")
STEP = "germanPolitics"


def game(archetype: Archetype, *, gives: bool, phase: str = "politics") -> Definition:
    """The big world in which Germans and Russians have a relation, and Germans a politics phase."""
    world = big_world()
    usual = {"land_is_taken": True} if archetype == "allied" else {}
    kind = RelationType.from_fields("Bond", archetype, gives_back=gives, **usual)
    politics = replace(
        world.politics,
        relation_types=(kind,),
        relations=(Relation(("Germans", "Russians"), "Bond"),),
    )
    first = next(step for step in world.sequence if step.nation == "Germans")
    where = world.sequence.index(first)
    step = SequenceStep(STEP, phase, "Germans")
    steps = (*world.sequence[:where], step, *world.sequence[where:])
    return replace(world, politics=politics, sequence=steps)


def after_the_phase(
    definition: Definition, owner: str, phase: str = "politics"
) -> tuple[Event, ...]:
    return done(position(definition, "Germans", phase, owners={CITY: owner})).events


@pytest.mark.parametrize("archetype", ["war", "allied", "neutral"])
@pytest.mark.parametrize("gives", [True, False])
@pytest.mark.parametrize("owner", ["Germans", "Japanese"])
def test_land_goes_back_after_politics_where_the_relation_says_so(
    archetype: Archetype, gives: bool, owner: str
) -> None:
    """No other kind of relation decides it, and no third nation gives anything."""
    definition = game(archetype, gives=gives)
    returned = LandAssigned(CITY, "Russians", owner) in after_the_phase(definition, owner)
    assert returned is (gives and owner == "Germans")


def test_land_goes_back_to_whoever_it_belonged_to_in_anybody_s_politics() -> None:
    definition = game("neutral", gives=True)
    state = position(definition, "Germans", "politics", owners={HOME: "Russians"})
    assert LandAssigned(HOME, "Germans", "Russians") in done(state).events


def test_no_other_phase_gives_land_back() -> None:
    events = after_the_phase(
        game("neutral", gives=True, phase="user_actions"), "Germans", "user_actions"
    )
    assert not [event for event in events if isinstance(event, LandAssigned)]


def test_land_goes_back_after_all_triggers_of_the_step() -> None:
    definition = game("neutral", gives=True)
    taken = AssignLand(CITY, "Russians", "Germans")
    trigger = Trigger("taken", "Germans", Together((), 0, 0), (taken,), (f"after:{STEP}",))
    definition = replace(definition, script=replace(definition.script, triggers=(trigger,)))
    events = after_the_phase(definition, "Russians")
    fired = events.index(TriggerFired("taken", "Germans"))
    assert LandAssigned(CITY, "Russians", "Germans") in events[fired:]


@pytest.mark.parametrize("gives", [True, False])
@pytest.mark.parametrize(("previous", "owner"), [("Japanese", "Russians"), ("Russians", "Germans")])
def test_B37_land_is_freed_for_an_ally_whatever_the_relation_gives_back(
    gives: bool, previous: str, owner: str
) -> None:
    """Also where the ally's land can be taken: what an enemy held is not the ally's at present."""
    definition = game("allied", gives=gives)
    state = position(
        definition,
        "Germans",
        "politics",
        owners={CITY: previous},
        cleared=(CITY,),
        units=[(CITY, "Germans", "infantry", 1)],
    )
    enemies = Relation(("Germans", "Japanese"), "war")
    politics = replace(
        state.definition.politics, relations=(*definition.politics.relations, enemies)
    )
    state = replace(state, definition=replace(state.definition, politics=politics))
    log = EventLog(state)
    log.extend(resolve_capture(state, CITY, "Germans"))
    assert log.state.owners[CITY] == owner


def test_a_game_begins_with_its_land_as_it_is() -> None:
    step = at_phase(new_game(game("neutral", gives=True)), "Germans", "tech")
    assert not [event for event in step.events if isinstance(event, LandAssigned)]
