"""`pbem map`: a territory with what lies around it as text, or the board as a picture."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

import click

from engine import NOBODY, Definition, NationName, State, new_game
from pbem.atlas import geometry_of
from pbem.atlas.known_folders import remember_folder
from pbem.atlas.looks import LookName
from pbem.atlas.overlay import Overlay
from pbem.atlas.raster import PictureError, png_of
from pbem.atlas.triplea_folder import geometry_from_folder
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.scenarios import find_scenario, folder_of, is_scenario
from pbem.output import Output
from pbem.play.game_view import view_game
from pbem.play.territory_name import territory_named
from pbem.post import summary_of
from pbem.replay import Turn, last_turn, turns_of
from pbem.report import overlay_of, picture_of, render_board, still_of
from pbem.report.map_still import FRONT
from pbem.report.model import TurnSummary
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.terminal.answers import PLACE, answer_about
from pbem.terminal.command_line import JSON, SAVE, with_warning
from pbem.terminal.desk import show_page
from pbem.terminal.lookups import LookupOutput
from pbem.text import plain, quoted
from pbem.usage import UsageError

_SIZE: Final = re.compile(r"(\d{3,4})(?:x(\d{3,4}))?")
_LEAST: Final = 200
_MOST: Final = 4000
_USUAL: Final = 1200.0


class MapOutput(Output):
    """The picture that was drawn; bytes: 0 for a page."""

    file: str
    bytes: int = 0


@click.command("map")
@SAVE
@PLACE
@click.option(
    "--out",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("board.html"),
    show_default=True,
    help="The file of the picture: .html, which can be zoomed, .svg or .png.",
)
@click.option(
    "--region",
    default="",
    metavar="NAME[,NAME]",
    help="Only these areas, the land of a nation, or front: where things happened.",
)
@click.option("--turn", "number", default="", metavar="N|last", help="As it was after this turn.")
@click.option("--size", default="", metavar="W[xH]", help="Pixels, of .svg and .png.")
@click.option("--look", type=click.Choice(get_args(LookName)), default="light", show_default=True)
@click.option(
    "--map-folder",
    type=click.Path(path_type=Path),
    help="A TripleA map folder or .zip to draw the board with, from now on.",
)
@JSON
def command(
    save: str,
    territory: tuple[str, ...],
    out: Path,
    region: str,
    number: str,
    size: str,
    look: LookName,
    map_folder: Path | None,
    as_json: bool,
) -> Result[MapOutput | LookupOutput]:
    """Draw the board, or show TERRITORY with what lies around it.

    SAVE may also be a scenario. Without a file of another kind the board is a page, which opens.
    """
    if territory:
        return answer_about("map", save, territory)
    home = Home.standard()
    kind = out.suffix.lower()
    if kind not in {".html", ".svg", ".png"}:
        raise UsageError(
            "picture-kind",
            f"{quoted(str(out))} is not a kind of picture that pbem makes.",
            "Name a file that ends in .html, .svg or .png.",
        )
    state, summary, viewer, error = _scene(home, save, number)
    folder = _folder(home, save, state.definition, map_folder)
    if kind == ".html":
        picture = picture_of(state, summary, folder=folder, viewer=viewer)
        told = show_page(out, render_board(state, picture), is_shown=not as_json)
        return with_warning(Result(f"{told[0].upper()}{told[1:]}.", MapOutput(str(out))), error)
    geometry = geometry_of(state.definition, folder)
    overlay = overlay_of(state, summary, viewer=viewer, colours=geometry.colours)
    title = f"{state.definition.name}, round {state.round}"
    names = _names(state, overlay, region)
    svg = still_of(geometry, overlay, names, _pixels(size), look, title).svg
    data = svg.encode() if kind == ".svg" else _png(svg)
    write_atomic(out, data)
    told = f"The picture is in {plain(str(out))} ({len(data) / 1000:.0f} kB)."
    return with_warning(Result(told, MapOutput(str(out), len(data))), error)


def _scene(
    home: Home, save: str, number: str
) -> tuple[State, TurnSummary | None, NationName, SaveError | None]:
    """The position to draw, the turn that led to it, if one is named, and whose blocks are face up.

    A turn is counted from 1, as in `pbem history`.
    """
    if is_scenario(save):
        return new_game(find_scenario(save)).state, None, NOBODY, None
    looked = view_game(home, save)
    mine = home.identity()
    seated = looked.save.seats.items() if looked.save is not None else ()
    seats = [NationName(nation) for nation, player in seated if mine and player == mine[0]]
    viewer = seats[0] if len(seats) == 1 else NOBODY
    if not number:
        return looked.drafted[0].state, None, viewer, looked.error
    position = looked.position
    turn = last_turn(position) if number == "last" else _turn(turns_of(position), number)
    if turn is None:
        raise UsageError("no-turn-yet", "Nobody has played a turn yet.")
    return turn.after, summary_of(position, turn), viewer, looked.error


def _turn(turns: Sequence[Turn], number: str) -> Turn:
    if number.isdecimal() and len(number) < 7 and 0 < int(number) <= len(turns):
        return turns[int(number) - 1]
    raise UsageError(
        "no-such-turn",
        f"There is no turn {quoted(number)}.",
        f"Name one from 1 to {len(turns)}, or last.",
    )


def _folder(home: Home, save: str, definition: Definition, named: Path | None) -> Path | None:
    """The map folder to draw with; one that is named has to fit, and is remembered."""
    if named is None:
        around = folder_of(save) if is_scenario(save) else None
        return around or home.map_folder(definition.name)
    geometry_from_folder(definition, named)
    remember_folder(home.maps_path, definition.name, named)
    return named


def _names(state: State, overlay: Overlay, region: str) -> list[str]:
    """The areas of a region: areas, nations, and where things happened, by their names."""
    names: list[str] = []
    nations = {name.lower(): name for name in state.definition.politics.nation_names}
    for part in filter(None, map(str.strip, region.split(","))):
        nation = nations.get(part.lower())
        if nation is not None:
            names += [area.name for area in overlay.areas if area.owner == nation]
        elif part.lower() == FRONT:
            names.append(FRONT)
        else:
            names.append(territory_named(state.definition, part))
    return list(dict.fromkeys(names))


def _pixels(size: str) -> tuple[float, float | None]:
    if not size:
        return _USUAL, None
    found = _SIZE.fullmatch(size)
    sides = [int(side) for side in found.groups() if side] if found else []
    if not sides or min(sides) < _LEAST or max(sides) > _MOST:
        raise UsageError(
            "picture-size",
            f"--size takes W or WxH, each from {_LEAST} to {_MOST}, not {quoted(size)}.",
        )
    return float(sides[0]), float(sides[1]) if len(sides) > 1 else None


def _png(svg: str) -> bytes:
    try:
        return png_of(svg)
    except PictureError as error:
        raise UsageError(
            "no-picture", f"There is no PNG: {error}.", "Name a file that ends in .svg."
        ) from None
