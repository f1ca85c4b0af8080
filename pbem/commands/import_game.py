"""`pbem import`: go on with a game of TripleA from one of its saves."""

import shlex
from pathlib import Path
from typing import Final

import click

from engine import Definition
from engine.loading import format_scenario, taken_over
from pbem.lobby.beginning import beginning_lines
from pbem.lobby.scenarios import downloaded_game, find_scenario
from pbem.named_files import read_plain_file, write_new
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.text import plain
from pbem.tripleasave.reading import read_triplea_save

_MOST_BYTES: Final = 64 * 1024 * 1024


class UnreadOutput(Output):
    """Something of the save that does not count in the game."""

    kind: str
    name: str
    text: str


class ImportOutput(Output):
    """A position that was read; engine: the version of TripleA that saved it.

    file: the scenario that begins with it, which `pbem new` takes; unread: what of the save does
    not count in the game; begins: the position in words, a line each.
    """

    game: str
    engine: str
    map: str
    file: str
    round: int
    step: str
    begins: tuple[str, ...]
    unread: list[UnreadOutput]


@click.command("import")
@click.argument("save", metavar="GAME.tsvg", type=click.Path(path_type=Path))
@click.option(
    "--map",
    "map_name",
    default="",
    metavar="MAP",
    help="The map of the game: a folder, a .zip or an .xml file.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="The scenario that is written.")
@JSON
def command(save: Path, map_name: str, out: Path | None, as_json: bool) -> Result[ImportOutput]:
    """Go on with a game of TripleA: make a scenario that begins where its save ends.

    The position of the save, also one in the middle of a turn, becomes the set-up of a scenario,
    and `pbem new` founds a game of that, with all that a game has: everybody sees the position, and
    what of the save could not be read, before they join. Without --map the maps that TripleA has
    downloaded are searched.
    """
    del as_json
    saved = read_triplea_save(read_plain_file(save, _MOST_BYTES))
    position = saved.position
    place = map_name or downloaded_game(position.game)
    definition = taken_over(find_scenario(place, properties=position.properties), position)
    file = out or Path(f"{save.stem}.toml")
    write_new(file, format_scenario(definition).encode())
    begins = tuple(map(plain, beginning_lines(definition)))
    data = ImportOutput(
        position.game,
        saved.engine,
        place,
        str(file),
        definition.setup.round,
        definition.setup.step,
        begins,
        [
            UnreadOutput(one.kind, plain(one.name), plain(one.text))
            for one in definition.setup.unread
        ],
    )
    return Result("\n".join(_lines(definition, data)), data)


def _lines(definition: Definition, data: ImportOutput) -> list[str]:
    first = definition.politics.nation_names[0]
    return [
        plain(definition.name),
        *data.begins,
        f"The scenario is in {data.file}. Found the game, with who plays each nation:",
        f"  pbem new {shlex.quote(data.file)} --seat {shlex.quote(f'{first}=me')} …",
    ]
