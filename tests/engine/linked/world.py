"""The linked game for tests: positions, owners and the board by theatres."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from tests.support.positions import Stack, at_phase, position, scenario_with

NATIONS = ("Germans", "Russians", "Japanese", "British", "Chinese", "Americans")
ALLIES = ("Russians", "British", "Chinese", "Americans")
EUROPE, PACIFIC = "Europe", "Pacific"


def linked(**options: object) -> Definition:
    """The linked game with these options changed."""
    return scenario_with("axis_allies_linked", options)


def at_start(
    nation: str,
    phase: str,
    *,
    units: Iterable[Stack] = (),
    cleared: Iterable[str] = (),
    owners: Mapping[str, str] | None = None,
    won: Mapping[str, str] | None = None,
    unplaced: Mapping[str, int] | None = None,
    **options: object,
) -> State:
    """The start with edits; round 2, so that nobody is surprised any more."""
    state = position(
        linked(**options),
        nation,
        phase,
        units=units,
        cleared=cleared,
        owners=owners,
        unplaced=unplaced,
        round_number=2,
    )
    return replace(state, won=dict(won or {}))


def only(state: State, *places: str) -> State:
    """The state without any units but those in these places: turns pass without battles."""
    units = {key: unit for key, unit in state.units.items() if unit.territory in places}
    return replace(state, units=units)


def turn_of(step: Step, nation: str, phase: str) -> State:
    """The state when a later phase is open."""
    return at_phase(step, nation, phase).state


def units_in(state: State, place: str, owner: str) -> list[Unit]:
    """The units of an owner in a place."""
    return [unit for unit in state.units_in(place) if unit.owner == owner]
