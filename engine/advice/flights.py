"""Aircraft in the air: those that cannot all land any more, and those that have still to land.

Each move is legal by itself as long as somewhere there is a place to land after it.  Two flights
may count on the same deck, though, so all of them are looked at together.

Rule: rule book, Combat movement (B143, B144), Non-combat movement (B211, B212, B222).
Classic: C79.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine import (
    Done,
    NationName,
    PhaseOpen,
    State,
    Step,
    TerritoryName,
    aircraft_in_wait,
    aircraft_without_landing,
    attempt,
    events,
)
from engine.advice.warning import AIRCRAFT_LOST, TurnWarning, in_words

_IN_THE_AIR: Final = ("combat_move", "battle", "noncombat_move")
_NO_PLACE: Final = "will find no place to land once the others have landed"
_NO_CARRIER: Final = (
    "will find no place to land: carriers that fetch aircraft had to move in the combat move"
)


def flights_now(nation: NationName, step: Step) -> tuple[TurnWarning, ...]:
    """What the player of a nation should know about its aircraft now, before a phase ends.

    () when another nation is on turn, and in phases in which nobody flies.
    """
    state = step.state
    if state.nation != nation or state.phase.phase not in _IN_THE_AIR:
        return ()
    doomed = aircraft_without_landing(state)
    declared = state.definition.options.carrier_moves_declared
    lost = _NO_CARRIER if declared and state.phase.phase != "combat_move" else _NO_PLACE
    waiting = [key for key in aircraft_in_wait(state) if key not in doomed]
    return (
        *_warned(state, doomed, lost),
        *_warned(state, waiting, "cannot land unless a carrier moves for it in this phase"),
        *_still_to_land(step, frozenset(doomed)),
    )


def _warned(state: State, keys: Iterable[int], what: str) -> Iterator[TurnWarning]:
    for place, there in _by_place(state, keys).items():
        units = in_words(tuple(state.units[key] for key in there))
        yield TurnWarning(AIRCRAFT_LOST, f"{units} in {place} {what}", place)


def stranded_cost(state: State, units: Iterable[int]) -> int:
    """PUs of those aircraft of the nation on turn among these that cannot land, even unharmed.

    A carrier that has still to move for them counts where the rules let it move after battle.
    """
    flying = {key for key in units if _is_air(state, key)}
    if not flying:
        return 0
    lost = flying.intersection((*aircraft_without_landing(state), *aircraft_in_wait(state)))
    return sum(state.definition.economy.prices.get(state.units[key].type, 0) for key in lost)


def _is_air(state: State, key: int) -> bool:
    unit = state.units.get(key)
    return unit is not None and state.definition.unit_types[unit.type].is_air


def _still_to_land(step: Step, doomed: frozenset[int]) -> Iterator[TurnWarning]:
    """Aircraft that would be lost if the last move phase ended now, and need not be."""
    state = step.state
    if state.phase.phase != "noncombat_move" or not isinstance(step.waiting, PhaseOpen):
        return
    ended = attempt(state, Done())
    if not isinstance(ended, Step):
        return
    for event in ended.events:
        if isinstance(event, events.movement.AircraftLost) and event.nation == state.nation:
            left = tuple(state.units[key] for key in event.units if key not in doomed)
            if left:
                where = f"{in_words(left)} in {event.territory}"
                text = f"{where} will be lost when the phase ends, unless landed first"
                yield TurnWarning(AIRCRAFT_LOST, text, event.territory, is_certain=False)


def _by_place(state: State, keys: Iterable[int]) -> dict[TerritoryName, list[int]]:
    found: dict[TerritoryName, list[int]] = {}
    for key in keys:
        found.setdefault(state.units[key].territory, []).append(key)
    return found
