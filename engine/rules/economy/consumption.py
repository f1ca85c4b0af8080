"""Units that are built out of others, which are used up when they are placed.

What is used up stands in the area where the new unit is placed, since the turn began, belongs to
the nation and is whole.

Source: the map dialect (consumesUnits).
"""

from collections.abc import Iterator, Mapping

from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.events.battle import UnitsExchanged
from engine.core.ids import TerritoryName, UnitId, UnitTypeName
from engine.gamedef import State
from engine.rules.economy.production import since_start

Counts = Mapping[UnitTypeName, int]


def check_consumption(state: State, place: TerritoryName, counts: Counts) -> Iterator[Illegal]:
    """Reasons why units cannot be placed because of what they are built out of."""
    for name, wanted in _needs(state, counts).items():
        there = len(_whole(state, place, name))
        if there < wanted:
            built = " and ".join(counts)
            text = f"{built} would use up {wanted} {name} in {place}; {there} are there, whole"
            text += " and not new"
            yield Illegal("nothing-to-use-up", text, "", place)


def resolve_consumption(state: State, place: TerritoryName, counts: Counts) -> tuple[Event, ...]:
    """The units that are used up leave the board, those with the lowest identities first."""
    gone = tuple(
        sorted(
            key
            for name, wanted in _needs(state, counts).items()
            for key in _whole(state, place, name)[:wanted]
        )
    )
    return (UnitsExchanged(place, gone, (), "consumed"),) if gone else ()


def _needs(state: State, counts: Counts) -> dict[UnitTypeName, int]:
    needs: dict[UnitTypeName, int] = {}
    for name, count in counts.items():
        for used, number in state.definition.unit_types[name].building.consumes:
            needs[used] = needs.get(used, 0) + count * number
    return needs


def _whole(state: State, place: TerritoryName, name: UnitTypeName) -> list[UnitId]:
    return [
        unit.id
        for unit in since_start(state, place)
        if unit.type == name and not unit.hits and not unit.damage
    ]
