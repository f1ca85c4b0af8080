"""Warnings that follow from what happened on the way through a turn.

Rule: rule book, Non-combat movement (B211, B212, B222), Placement (B228), Purchase (B137).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine import PUS, NationName, State, Step, Unit, cheapest_offer, events, placeable_total
from engine.advice.battles import weak_attacks
from engine.advice.warning import (
    AIRCRAFT_LOST,
    MONEY_UNSPENT,
    UNITS_UNPLACED,
    TurnWarning,
    in_words,
)


def losses_of(nation: NationName, steps: Sequence[Step]) -> Iterator[TurnWarning]:
    """Warnings about a course of play; steps: each follows from the one before it."""
    for before, step in pairwise(steps):
        yield from _lost(nation, before.state, step)
        if before.state.nation != nation or before.state.phase == step.state.phase:
            continue
        if before.state.phase.phase == "purchase":
            yield from _unspent(nation, step.state)
        elif before.state.phase.phase == "combat_move":
            yield from weak_attacks(before.state)


def _lost(nation: NationName, before: State, step: Step) -> Iterator[TurnWarning]:
    for event in step.events:
        if isinstance(event, events.movement.AircraftLost) and event.nation == nation:
            lost = _those(before, event.units)
            text = f"{in_words(lost)} in {event.territory} cannot land and will be lost"
            yield TurnWarning(AIRCRAFT_LOST, text, event.territory)
        elif isinstance(event, events.economy.UnplacedUnitsLost) and event.nation == nation:
            named = ", ".join(f"{count} {kind}" for kind, count in event.units)
            text = f"bought and not placed, and so lost: {named}"
            yield TurnWarning(UNITS_UNPLACED, text)


def _those(state: State, keys: Sequence[int]) -> tuple[Unit, ...]:
    return tuple(state.units[key] for key in keys if key in state.units)


def _unspent(nation: NationName, state: State) -> Iterator[TurnWarning]:
    """Money left over that could have bought something for which there is room."""
    left = state.amount(nation, PUS)
    offer = cheapest_offer(state, nation)
    waiting = sum(state.unplaced.get(nation, {}).values())
    if offer is None or offer[1] > left or placeable_total(state, nation) <= waiting:
        return
    text = f"{left} PUs are not spent; they would buy {left // offer[1]} {offer[0]}"
    yield TurnWarning(MONEY_UNSPENT, text)
