"""`pbem maps`: which maps of a player's folder can be played, and what the others need."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from pbem.lobby.maps import MapGame, games_of, maps_in, outline_fault
from pbem.lobby.scenarios import downloaded_maps, find_scenario
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.text import column_width, plain, quoted
from pbem.usage import UsageError

_SHOWN: Final = 6
"""How many of those who ask for a rule are named."""


class MissingOutput(Output):
    """A rule that pbem lacks; asks: units, nations or areas that ask for it; line: the first."""

    rule: str
    asks: tuple[str, ...]
    line: int | None


class FaultOutput(Output):
    """Why a map cannot be read; code: such as contradiction or no-game.

    part, name: of the scenario and its row, "" where neither is known.

    line: in the file, null where it is not one line; text: all of it, with the reason.
    """

    code: str
    part: str
    name: str
    line: int | None
    text: str


class MapGameOutput(Output):
    """A game of a map.

    play: what `pbem new` takes; missing: rules that pbem lacks; faults: why it cannot be read.
    """

    map: str
    file: str
    name: str
    plays: bool
    missing: list[MissingOutput]
    faults: list[FaultOutput]
    play: str


class MapsOutput(Output):
    """The games of the maps of a folder."""

    games: list[MapGameOutput]


@click.command("maps")
@click.argument("folder", required=False, metavar="[FOLDER]", type=click.Path(path_type=Path))
@click.argument("name", required=False, default="", metavar="[MAP]")
@JSON
def command(folder: Path | None, name: str, as_json: bool) -> Result[MapsOutput]:
    """List the TripleA maps in FOLDER and which of their games pbem plays.

    Without FOLDER they are those that TripleA has downloaded. FOLDER is where maps lie, or one
    map: a folder, a .zip, which need not be unpacked, or the .xml file of a game. Of one map, or
    with MAP of those that are named so, you see all that a game lacks: rules with who asks for
    them, and outlines. What plays is founded with `pbem new`.
    """
    del as_json
    folder = downloaded_maps() if folder is None else folder
    paths = maps_in(folder)
    if not name and paths != (folder,):
        games = [game for path in paths for game in games_of(path)]
        return Result(_table(games), MapsOutput([_row(game) for game in games]))
    chosen = _named(paths, name.casefold())
    if not chosen:
        raise UsageError("no-such-map", f"There is no map {quoted(name)} in {folder}.")
    texts = [_details(path, game) for path, game in chosen]
    return Result("\n\n".join(texts), MapsOutput([_row(game) for _, game in chosen]))


def _row(game: MapGame) -> MapGameOutput:
    return MapGameOutput(
        map=game.map,
        file=game.file,
        name=game.name,
        plays=game.plays,
        missing=[
            MissingOutput(rule, game.asks.get(rule, ()), game.lines.get(rule))
            for rule in game.missing
        ],
        faults=[
            FaultOutput(one.code, one.part, one.name, one.line or None, one.text)
            for one in game.faults
        ],
        play=game.play,
    )


def _named(paths: Sequence[Path], wanted: str) -> list[tuple[Path, MapGame]]:
    """The games of the maps that are named so, and else, which takes longer, the games themselves.

    wanted: part of the name, casefolded; "" for all.
    """
    maps = [path for path in paths if wanted in path.name.casefold()]
    return [
        (path, game)
        for path in maps or paths
        for game in games_of(path)
        if maps or wanted in game.name.casefold()
    ]


def _table(games: Sequence[MapGame]) -> str:
    rows = [(plain(game.map), plain(game.name or game.file), _verdict(game)) for game in games]
    first, second = (column_width(row[place] for row in rows) for place in (0, 1))
    lines = [f"{one:<{first}} {other:<{second}} {word}" for one, other, word in rows]
    playable = sum(game.plays for game in games)
    return "\n".join([*lines, "", f"{playable} of {len(games)} games can be played."])


def _verdict(game: MapGame) -> str:
    if game.faults:
        more = len(game.faults) - 1 + len(game.missing)
        return f"cannot be read: {plain(str(game.faults[0]))}" + (f" ({more} more)" if more else "")
    if game.missing:
        return f"needs {len(game.missing)} more rule{'s' if len(game.missing) > 1 else ''}"
    return "plays" + (", without outlines" if game.outlines else "")


def _details(path: Path, game: MapGame) -> str:
    """Everything that is missing of one game, and how to play it."""
    lines = [f"{plain(game.map)}: {plain(game.name or game.file)}"]
    lines += [f"  cannot be read: {plain(str(fault))}" for fault in game.faults]
    for what in game.missing:
        asking = game.asks.get(what, ())
        more = ", ..." if len(asking) > _SHOWN else ""
        who = f" ({', '.join(asking[:_SHOWN])}{more})" if asking else ""
        line = f", line {game.lines[what]}" if what in game.lines else ""
        lines.append(f"  missing: {plain(what + who + line)}")
    if not game.plays:
        return "\n".join(lines)
    if not game.play:
        lines.append("  The archive has several games: unpack it, and name the file of this one.")
        return "\n".join(lines)
    fault = game.outlines or outline_fault(path, find_scenario(game.play))
    lines.append(f"  outlines: {plain(fault) or 'for every area'}")
    lines.append(f"  play: pbem new {quoted(game.play)}")
    return "\n".join(lines)
