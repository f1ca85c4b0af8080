"""The moves of a turn in words: ``3 infantry, 2 armour: Karelija > Finland`` (B158, B257).

Moves along the same way in the same phase are put together.  Going aboard and ashore are
noted at the move they belong to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine import State, events
from pbem.report.model import MovePhase, MoveSummary
from pbem.report.scenes import Scene
from pbem.report.words import phase_word, stack_of

_ABOARD = "go aboard"
_LATE = "noncombat_move"


@dataclass
class _Group:
    """A move being put together: unit types and cargo types seen so far."""

    types: list[str] = field(default_factory=list)
    cargo: list[str] = field(default_factory=list)


_Key = tuple[str, tuple[str, ...], str]


def moves_of(scenes: Sequence[Scene]) -> tuple[MovePhase, ...]:
    """Every movement phase in which something moved, in order."""
    groups: dict[_Key, _Group] = {}
    followers: tuple[Scene | None, ...] = (*scenes[1:], None)
    for scene, following in zip(scenes, followers, strict=False):
        for key, types, cargo in _steps(scene, following):
            group = groups.setdefault(key, _Group())
            group.types.extend(types)
            group.cargo.extend(cargo)
    order = tuple(scenes[0].before.definition.unit_types) if scenes else ()
    phases: dict[str, list[MoveSummary]] = {}
    for (phase, way, note), group in groups.items():
        move = MoveSummary(stack_of(group.types, order), way, stack_of(group.cargo, order), note)
        phases.setdefault(phase, []).append(move)
    return tuple(
        MovePhase(phase_word(name), name == _LATE, tuple(moves)) for name, moves in phases.items()
    )


_Step = tuple[_Key, list[str], list[str]]


def _steps(scene: Scene, following: Scene | None) -> Iterator[_Step]:
    """What one event adds to the list of moves."""
    state = scene.before
    phase = state.phase.phase
    match scene.event:
        case events.movement.UnitsMoved() as event:
            cargo = [aboard for unit in event.units for aboard in _cargo(state, unit, event.units)]
            note = _boarding(event, following)
            yield (phase, event.path, note), _types(state, event.units), cargo
        case events.blocks.BlocksMoved() as event:
            yield (phase, event.move.path, _manner(event)), _types(state, event.units), []
        case events.movement.UnitsLoaded() as event:
            yield from _boardings(state, event)
        case events.movement.UnitsUnloaded() as event:
            yield from _landings(state, event)


def _boardings(state: State, event: events.movement.UnitsLoaded) -> Iterator[_Step]:
    """Units that step aboard from the shore; those that moved first are listed already."""
    for unit, _ in event.pairs:
        origin = state.units[unit].territory
        if origin != event.territory:
            way = (origin, event.territory)
            yield (state.phase.phase, way, _ABOARD), _types(state, (unit,)), []


def _landings(state: State, event: events.movement.UnitsUnloaded) -> Iterator[_Step]:
    note = "landing from the sea, into battle" if event.amphibious else "landing from the sea"
    for unit, _ in event.pairs:
        origin = state.units[unit].territory
        if origin != event.territory:
            way = (origin, event.territory)
            yield (state.phase.phase, way, note), _types(state, (unit,)), []


def _boarding(event: events.movement.UnitsMoved, following: Scene | None) -> str:
    if following is None or not isinstance(following.event, events.movement.UnitsLoaded):
        return ""
    boarded = {unit for unit, _ in following.event.pairs}
    return _ABOARD if boarded.issuperset(event.units) else ""


def _manner(event: events.blocks.BlocksMoved) -> str:
    """How blocks moved, when it was not the common way."""
    words = {
        "landing from the sea": event.move.is_invading,
        "strategic bombing": event.move.is_bombing,
        "into battle": event.move.is_engaging and not event.move.is_invading,
        "disengaging": event.move.is_disengaging,
        "strategic movement": event.move.is_strategic,
    }
    return next((text for text, is_so in words.items() if is_so), "")


def _cargo(state: State, unit: int, movers: tuple[int, ...]) -> list[str]:
    return [aboard.type for aboard in state.cargo_of(unit) if aboard.id not in movers]


def _types(state: State, units: Sequence[int]) -> list[str]:
    return [state.units[unit].type for unit in units]
