"""Changes by hand of what nations of a block game have between them.

Rule: docs/adr/0011-consent.md and docs/adr/0078-beside-a-table.md; what cannot be in the box or
on the board is refused (T133, T146, T150, T160 to T162, T184, T229).
"""

from collections.abc import Iterator
from typing import Final

from engine.core.errors import Illegal
from engine.core.events.block_year import InfluenceSet
from engine.core.events.edit import DividendsSet, IndustrySet, WarSet
from engine.core.ids import NOBODY, NationName
from engine.gamedef import State
from engine.orders.edits.blocks import (
    SetCommand,
    SetDividends,
    SetIndustry,
    SetInfluence,
    SetWar,
)
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.command import check_command_of, current_season, resolve_command
from engine.rules.blocks.influence import SATELLITE, resolve_markers, why_no_influence
from engine.rules.common.frame import Events

NationChange = SetIndustry | SetInfluence | SetWar | SetDividends | SetCommand

_MOST_INDUSTRY: Final = 99
_BEST_CHIT: Final = 2
_MOST_CHITS: Final = 32
"""Of the whole game: 4 of two points, 12 of one, 16 of none (T133)."""


def against_nation_change(state: State, change: NationChange) -> Iterator[Illegal]:
    """Every reason against a change."""
    match change:
        case SetIndustry():
            yield from against_nation(state, change.nation)
            if change.industry > _MOST_INDUSTRY:
                text = f"an industry has {_MOST_INDUSTRY} points at most"
                yield Illegal("edit-bad-number", text, "T109")
        case SetInfluence():
            yield from _against_influence(state, change)
        case SetWar():
            yield from against_nation(state, change.nation)
            yield from against_nation(state, change.enemy)
            if change.nation == change.enemy:
                yield Illegal("edit-same-nation", "a nation is not at war with itself", "T229")
        case SetDividends():
            yield from against_nation(state, change.nation)
            others = sum(
                count for name, count in position_of(state).chits.items() if name != change.nation
            )
            if change.chits + others > _MOST_CHITS or change.points > _BEST_CHIT * change.chits:
                text = f"there are {_MOST_CHITS} chits, of {_BEST_CHIT} points at most"
                yield Illegal("edit-bad-number", text, "T133")
        case SetCommand():
            yield from _against_command(state, change)


def _against_influence(state: State, change: SetInfluence) -> Iterator[Illegal]:
    why = why_no_influence(state, change.country)
    if why:
        yield Illegal("edit-no-influence", why, "T160")
    if change.markers:
        yield from against_nation(state, change.nation)
    if change.markers > SATELLITE:
        text = f"a country takes {SATELLITE} markers at most"
        yield Illegal("edit-bad-number", text, "T150")


def _against_command(state: State, change: SetCommand) -> Iterator[Illegal]:
    yield from against_nation(state, change.nation)
    if state.phase.phase != "command" or current_season(state) is None:
        text = "commands are set while the nations command a season"
        yield Illegal("edit-not-now", text, "T184")
        return
    yield from check_command_of(state, change.nation, change.command)


def against_nation(state: State, nation: NationName) -> Iterator[Illegal]:
    if nation not in state.definition.politics.nation_names:
        yield Illegal("unknown-nation", f"there is no nation {nation!r}")


def resolve_nation_change(state: State, change: NationChange) -> Events:
    """What a change does; three markers make a satellite (T150)."""
    match change:
        case SetIndustry():
            return (IndustrySet(change.nation, change.industry),)
        case SetInfluence(markers=0):
            held = position_of(state).influence.get(change.country)
            return (InfluenceSet(change.country, held.nation if held else NOBODY, 0),)
        case SetInfluence():
            return resolve_markers(state, change.nation, change.country, change.markers)
        case SetWar():
            return (WarSet(change.nation, change.enemy, change.is_at_war),)
        case SetDividends():
            return (DividendsSet(change.nation, change.chits, change.points),)
    return resolve_command(state, change.nation, change.command)
