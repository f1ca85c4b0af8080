"""The year of a block game in sentences: commands, supply, influence, dividends, forces."""

from collections.abc import Iterator
from typing import Final

from engine import events
from pbem.report.scenes import Scene
from pbem.report.words import times

_COMMANDS: Final = {
    "emergency": "Emergency Command",
    "restrained": "one card, without attacks",
}


def year_sentences(scene: Scene) -> Iterator[str]:
    """The sentences of an event of the year; nothing for any other event."""
    state = scene.before
    match scene.event:
        case events.block_year.CommandTaken() as event:
            words = _COMMANDS.get(event.kind, "a Command card")
            yield f"{event.nation} takes its turn with {words}: {times(event.command, 'unit')}."
        case events.block_year.TieBroken() as event:
            yield f"The die is {event.die}: {event.nation} moves first."
        case events.block_year.SeasonEnded(nations=()) as event:
            yield f"{event.season}: nobody took a turn."
        case events.block_year.SupplyFailed() as event:
            unit = state.units[event.unit]
            left = f"is down to {event.strength} CV" if event.strength else "is lost"
            yield f"{event.territory}: {unit.country} {unit.type} is out of supply and {left}."
        case events.block_year.BlockadesMarked(blockades=()):
            yield "The marks of the blockade are taken off."
        case events.block_year.BlockadesMarked() as event:
            yield f"Blockaded: {', '.join(place for place, _ in event.blockades)}."
        case events.block_year.InfluenceSet() as event:
            markers = times(event.markers, "marker")
            why = f" ({event.cause})" if event.cause else ""
            yield f"{event.nation} has {markers} in {event.country} now{why}."
        case events.block_year.DividendsDue(nations=nations) if nations:
            yield f"A dividend of peace is due to {', '.join(nations)}."
        case events.block_year.AllyActivated() as event:
            yield f"{event.nation} is the active ally of this year."
        case events.block_year.ForcesArrived() as event:
            came = ", ".join(f"{unit.type} ({unit.strength} CV)" for unit in event.units)
            yield f"{event.country} sends forces to {event.nation}: {came or 'none are left'}."
