"""A whole game as a film: the position at its start, and what every step changes.

A step is an order, a roll or an agreement of the game as it stands; steps that were taken back are
left out.  Only what changes is kept: the new owner of an area, and all units of an area in which
something happened.  What a step shows is public at that moment: nothing comes from a later one, and
blocks lie face down: how many stand where is told, what they are only where they fight.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine import NEUTRAL, State, TerritoryName, Unit, events
from engine.values import dataclass, replace
from pbem.report.battle_model import VolleySummary
from pbem.report.entries import volley_of
from pbem.report.narrate import sentences
from pbem.report.scenes import Event, Scene, scenes_of, side_of
from pbem.text import counted

Units = tuple[tuple[str, str, int], ...]
"""Units of an area: owner, what they are in words, how many."""

BLOCK: Final = "block"
"""What every block is to those who do not see its face."""


@dataclass(frozen=True, slots=True)
class StepCaption:
    """What is told about a step besides its events.

    number: of the step in `pbem history`; record: of the log; turn: how many were finished before.
    kind: one of pbem.replay.history.KINDS; text: one line; dice: as they fell, () for no roll.
    """

    number: int
    record: int
    turn: int
    kind: str
    text: str
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FilmStep:
    """One step.

    lines: what followed from it, a sentence each; volleys: dice that were fired.
    owners, units: of the areas that changed; paths: ways that units went; place: where it happened,
    "" for nowhere.
    """

    shown: StepCaption
    lines: tuple[str, ...]
    volleys: tuple[VolleySummary, ...]
    owners: tuple[tuple[str, str], ...]
    units: tuple[tuple[str, Units], ...]
    paths: tuple[tuple[str, ...], ...]
    place: str


def step_of(shown: StepCaption, before: State, happened: Iterable[Event], after: State) -> FilmStep:
    """One step of the film, from the positions before and after it."""
    scenes = scenes_of(before, happened)
    lines = tuple(_lines(scenes))
    if before.blocks is not None and shown.kind not in _OPEN:
        shown = replace(shown, text="; ".join(lines) or "an order that the others cannot see")
        lines = ()
    return FilmStep(
        shown=shown,
        lines=lines,
        volleys=tuple(
            volley_of(scene.event)
            for scene in scenes
            if isinstance(scene.event, events.battle.VolleyFired)
        ),
        owners=tuple(_owners(before, after)),
        units=tuple(_moved(before, after)),
        paths=tuple(dict.fromkeys(_paths(scenes))),
        place=_place(scenes),
    )


_OPEN: Final = frozenset({"battles", "dice", "agreements", "notes"})
"""Kinds of steps of a block game that say what a block is."""


def _lines(scenes: Iterable[Scene]) -> Iterator[str]:
    """Everything but the volleys, whose dice are shown as dice."""
    for scene in scenes:
        match scene.event:
            case events.battle.VolleyFired():
                pass
            case events.blocks.BlocksMoved() as event:
                yield f"{counted(len(event.units), 'block')}: {' > '.join(event.move.path)}"
            case events.blocks.BlocksPlaced() as event:
                blocks = counted(len(event.units), "block")
                yield f"{event.nation} placed {blocks} in {event.territory}."
            case _:
                yield from sentences(scene.before, (scene.event,))


def _owners(before: State, after: State) -> Iterator[tuple[str, str]]:
    if before.owners is after.owners:
        return
    for name, owner in after.owners.items():
        if before.owners.get(name) != owner:
            yield name, owner
    for name in before.owners:
        if name not in after.owners:
            yield name, NEUTRAL


def _moved(before: State, after: State) -> Iterator[tuple[str, Units]]:
    """The areas in which a unit is not what it was, in the order of the board."""
    if before.units is after.units:
        return
    places: set[TerritoryName] = set()
    for key, unit in after.units.items():
        known = before.units.get(key)
        if known is not unit:
            places.add(unit.territory)
            if known is not None:
                places.add(known.territory)
    for key, unit in before.units.items():
        if key not in after.units:
            places.add(unit.territory)
    for name in after.definition.board.territories:
        if name in places:
            now = units_in(after, name)
            if now != units_in(before, name):
                yield name, now


def units_in(state: State, area: TerritoryName) -> Units:
    """The units of an area, by owner in turn order and by type in the order of the list."""
    counts: dict[tuple[str, str], int] = {}
    for unit in sorted(state.units_in(area), key=lambda unit: _rank(state, unit)):
        key = (unit.owner, unit.type) if state.blocks is None else (side_of(unit), BLOCK)
        counts[key] = counts.get(key, 0) + 1
    return tuple((owner, label, count) for (owner, label), count in counts.items())


def _rank(state: State, unit: Unit) -> tuple[int, str, int]:
    nations = state.definition.politics.nation_names
    order = nations.index(unit.owner) if unit.owner in nations else len(nations)
    types = tuple(state.definition.unit_types)
    return (order, unit.owner, types.index(unit.type))


def _paths(scenes: Iterable[Scene]) -> Iterator[tuple[str, ...]]:
    for scene in scenes:
        match scene.event:
            case events.movement.UnitsMoved(path=path):
                yield path
            case events.movement.UnitsUnloaded(pairs=pairs, territory=goal):
                ships = (scene.before.units[ship].territory for _, ship in pairs)
                yield from ((place, goal) for place in ships if place != goal)
            case events.battle.UnitsRetreated(territory=place, to=to):
                yield (place, to)
            case events.battle.AircraftLanded(origin=place, to=to):
                yield (place, to)
            case events.battle.RocketLaunched(origin=place, target=to):
                yield (place, to)
            case events.blocks.BlocksMoved(move=move):
                yield move.path
            case events.blocks.BlockRetreated(path=path):
                yield path
            case _:
                pass


_FIGHTS: Final = (
    events.battle.BattleBegan,
    events.battle.BattleRoundBegan,
    events.battle.VolleyFired,
    events.battle.CasualtiesMarked,
    events.battle.KamikazeRolled,
    events.battle.FactoryBombed,
    events.blocks.BlockBattleStarted,
    events.blocks.BlockFired,
    events.blocks.BlockReduced,
)
"""Events by which a step is a fight."""


def _place(scenes: Iterable[Scene]) -> str:
    """The area of the last fight, else of the last event that names one."""
    named = ""
    fought = ""
    for scene in scenes:
        place: str = getattr(scene.event, "territory", "")
        named = place or named
        if isinstance(scene.event, _FIGHTS):
            fought = place
    return fought or named
