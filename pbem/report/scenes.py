"""The events of a turn, each with the position in which it happened.

Events name units by identity only; what they were, and where, is in the position before the
event.  Every section of the report is made from this list.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from engine import NEUTRAL, NOWHERE, InPlace, NationName, State, TerritoryName, Unit, events, evolve
from engine.values import dataclass
from pbem.report.battle_model import Force
from pbem.report.words import sorted_stack, stack_of

Event: TypeAlias = events.Event


@dataclass(frozen=True, slots=True)
class Scene:
    """An event and the position just before it."""

    before: State
    event: Event


def place_of(event: Event) -> TerritoryName:
    """The area that an event is about; NOWHERE for one that is about none."""
    return event.territory if isinstance(event, InPlace) else NOWHERE


def scenes_of(before: State, happened: Iterable[Event]) -> tuple[Scene, ...]:
    """Every event with the position in which it happened, in order.

    Raises KeyError when an event names a unit that is not on the board at that moment.
    """
    scenes: list[Scene] = []
    state = before
    for event in happened:
        scenes.append(Scene(state, event))
        state = evolve(state, event)
    return tuple(scenes)


def end_of(scenes: Sequence[Scene], before: State) -> State:
    """The position after the last scene; `before` when nothing happened."""
    return evolve(scenes[-1].before, scenes[-1].event) if scenes else before


def side_of(unit: Unit) -> NationName:
    """The nation of a unit; of a neutral block, its country."""
    return NationName(unit.country) if unit.owner == NEUTRAL and unit.country else unit.owner


def forces_of(state: State, units: Iterable[int]) -> tuple[Force, ...]:
    """These units by nation in turn order, each nation's in the order of the unit types.

    Units that are not on the board are left out.
    """
    types: dict[NationName, list[str]] = {}
    for key in units:
        unit = state.units.get(key)
        if unit is not None:
            types.setdefault(side_of(unit), []).append(unit.type)
    order = tuple(state.definition.unit_types)
    nations = [name for name in state.definition.politics.nation_names if name in types]
    others = sorted(name for name in types if name not in nations)
    return tuple(Force(name, stack_of(types[name], order)) for name in (*nations, *others))


def merged(forces: Iterable[Force], state: State) -> tuple[Force, ...]:
    """Forces of the same nation put together, in turn order."""
    counts: dict[NationName, dict[str, int]] = {}
    for force in forces:
        sums = counts.setdefault(force.nation, {})
        for name, count in force.units.counts:
            sums[name] = sums.get(name, 0) + count
    order = tuple(state.definition.unit_types)
    nations = [name for name in state.definition.politics.nation_names if name in counts]
    others = sorted(name for name in counts if name not in nations)
    return tuple(Force(name, sorted_stack(counts[name], order)) for name in (*nations, *others))


def in_words(forces: Iterable[Force]) -> str:
    """Forces as text: ``3 infantry`` for one nation, otherwise ``2 infantry (Russians), ...``."""
    given = tuple(forces)
    if len(given) == 1:
        return str(given[0].units)
    return "; ".join(f"{force.units} ({force.nation})" for force in given)


def with_nation(forces: Iterable[Force]) -> str:
    """Forces as text, always with the nation: ``Russians, 3 infantry; British, 1 fighter``."""
    return "; ".join(str(force) for force in forces)
