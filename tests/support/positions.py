"""Positions for tests of the rules: a scenario with edits, at the phase that a test is about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from engine.core.agenda import PhaseFrame
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.game import apply, waiting_for
from engine.gamedef import Definition, State
from engine.gamedef.option_values import with_option
from engine.gamedef.position import Step
from engine.loading import load_scenario
from engine.orders.done import Done
from engine.rules.turn.setup import start_position

Stack = tuple[str, str, str, int]
"""Territory, owner, unit type, how many."""


@cache
def _plain(name: str) -> Definition:
    return load_scenario(name)


def big_world(**options: object) -> Definition:
    """Big World: 1942 with these options changed."""
    return scenario_with("big_world_1942", options)


def classic(**options: object) -> Definition:
    """Classic with these options changed."""
    return scenario_with("classic_1942", options)


def scenario_with(name: str, options: Mapping[str, object]) -> Definition:
    """A scenario of the package with these options changed, locked ones too."""
    definition = _plain(name)
    changed = definition.options
    for name, value in options.items():
        changed = with_option(changed, name, value, locked=False)
    return replace(definition, options=changed)


def position(
    definition: Definition,
    nation: str,
    phase: str,
    *,
    units: Iterable[Stack] = (),
    cleared: Iterable[str] = (),
    owners: Mapping[str, str] | None = None,
    pus: Mapping[str, int] | None = None,
    unplaced: Mapping[str, int] | None = None,
    technologies: Sequence[str] = (),
    turn: TurnRecord | None = None,
    round_number: int = 1,
) -> State:
    """The start position with edits, in an open phase of a nation ("" for the end of the round).

    cleared: territories that lose all their units; then `units` are added.
    owners, pus: what is different from the start; unplaced and technologies are those of `nation`.
    """
    start = start_position(definition)
    index = next(
        number
        for number, step in enumerate(definition.sequence)
        if (step.nation, step.phase) == (nation, phase)
    )
    gone = set(cleared)
    board = {key: unit for key, unit in start.units.items() if unit.territory not in gone}
    number = start.next_unit
    for territory, owner, kind, count in units:
        for _ in range(count):
            fixed = owner if definition.unit_types[kind].is_infrastructure else ""
            board[number] = Unit(number, kind, owner, territory, original_owner=fixed)
            number += 1
    banks = {name: {"PUs": amount} for name, amount in (pus or {}).items()}
    return replace(
        start,
        round=round_number,
        agenda=(PhaseFrame(index, nation, phase, "open"),),
        owners={**start.owners, **(owners or {})},
        units=board,
        next_unit=number,
        resources={**start.resources, **banks},
        unplaced={**start.unplaced, nation: dict(unplaced or {})},
        technologies={**start.technologies, nation: tuple(technologies)},
        turn=turn or TurnRecord(),
    )


def done(state: State) -> Step:
    """The step after `done`."""
    return apply(state, Done())


def at_phase(step: Step, nation: str, phase: str) -> Step:
    """Say `done` until a phase of a nation is open."""
    for _ in range(200):
        if (step.state.nation, step.state.phase.phase) == (nation, phase):
            return step
        step = done(step.state)
    raise AssertionError(f"{nation} {phase} was never open; waiting: {waiting_for(step.state)}")


def count_in(state: State, territory: str, owner: str, kind: str) -> int:
    """How many units of a type an owner has in a territory."""
    return sum((unit.owner, unit.type) == (owner, kind) for unit in state.units_in(territory))
