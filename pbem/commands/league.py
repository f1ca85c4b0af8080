"""`pbem league`: tables, rounds and drawn sides, worked out from saves."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

import click

from pbem.dice.client import connect
from pbem.files import write_atomic
from pbem.home import Home
from pbem.league.draw import MAX_DRAW, DrawnPair, SideDraw, draw_sides, read_draw, verify_draw
from pbem.league.entrants import key_named, read_entrants
from pbem.league.gather import GatheredGames, gather
from pbem.league.page import league_page
from pbem.league.rounds import DRAW_SUFFIX, System, Tournament, next_round, past_draws
from pbem.league.table import LeagueConditions, LeagueTable, table_of
from pbem.league.table_output import LeagueOutput, table_data, table_lines
from pbem.lobby.authority import require_encrypted
from pbem.named_files import read_plain_file
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON, now, own_identity, own_key
from pbem.text import plain
from pbem.wire.fingerprint import fingerprint

_PATHS = click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
_ENTRANTS = click.option(
    "--entrants",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Who has entered: a key and a name in each line. Games with others do not count.",
)
_AUTHORITIES = click.option(
    "--authority",
    "authorities",
    multiple=True,
    metavar="KEY",
    help="Count only games with dice of this authority; repeatable.",
)


class DrawnPairOutput(Output):
    """Who plays whom; first, second: keys, of who has the first and the second of the sides."""

    first: str
    second: str


class PairedRoundOutput(Output):
    """A round of a tournament; bye: the key of who plays nobody, "" for none.

    drawn: whether the sides were drawn; authority: the key of who drew them, "" for nobody; file:
    of the draw, "" for none.
    """

    tournament: str
    number: int
    sides: tuple[str, ...]
    pairs: list[DrawnPairOutput]
    bye: str
    drawn: bool
    authority: str
    organiser: str
    file: str


@click.group("league")
def command() -> None:
    """Work out the table of a league or tournament from saves, and its next round."""


@command.command("table", short_help="Who has won what, by all saves in a folder.")
@_PATHS
@_ENTRANTS
@_AUTHORITIES
@click.option("--luck", "with_luck", is_flag=True, help="What the dice brought too; takes longer.")
@click.option(
    "--page",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write it as a web page, in the place of an older one.",
)
@click.option("--title", default="League", show_default=True, help="Of the page.")
@JSON
def table_command(
    paths: tuple[Path, ...],
    entrants: Path | None,
    authorities: tuple[str, ...],
    with_luck: bool,
    page: Path | None,
    title: str,
    as_json: bool,
) -> Result[LeagueOutput]:
    """Work out the table of a league from the saves in PATHS, files or folders.

    Every save is verified and played through; one that fails counts for nothing, and is named. A
    player is a key: somebody with two keys is two players. A game counts for who began it.
    """
    del as_json
    gathered = _gathered(paths, with_luck=with_luck)
    conditions = LeagueConditions(
        [key_named(one) for one in authorities],
        tuple(read_entrants(entrants)) if entrants is not None else (),
    )
    table = table_of(gathered.games, conditions, with_luck=with_luck)
    if page is not None:
        write_atomic(page, league_page(title, gathered, table).encode(), mode=0o644)
    codes = [one.exit_code for one in gathered.left_out]
    text = "\n".join(map(plain, table_lines(gathered, table)))
    return Result(text, table_data(gathered, table), codes[0] if codes else 0)


@command.command("round", short_help="Pair the next round, and have its sides drawn.")
@_PATHS
@click.option("--name", required=True, help="Of the tournament.")
@click.option("--number", required=True, type=click.IntRange(1, 1_000), help="Of the round.")
@click.option(
    "--system",
    type=click.Choice(get_args(System)),
    default="swiss",
    show_default=True,
    help="How to pair: those with equal points, or everybody with everybody.",
)
@click.option(
    "--sides",
    nargs=2,
    default=("Axis", "Allies"),
    show_default=True,
    help="What is drawn for.",
)
@click.option("--dice", metavar="ADDRESS", help="Have this dice authority draw the sides.")
@click.option("--plain-http", is_flag=True, help="Ask the authority unencrypted.")
@_ENTRANTS
@_AUTHORITIES
@JSON
def round_command(
    paths: tuple[Path, ...],
    name: str,
    number: int,
    system: System,
    sides: tuple[str, str],
    dice: str | None,
    plain_http: bool,
    entrants: Path | None,
    authorities: tuple[str, ...],
    as_json: bool,
) -> Result[PairedRoundOutput]:
    """Pair a round of the tournament whose games and draws are in PATHS.

    With --dice: the sides are drawn by a dice authority, once for ever, and the file of the draw
    goes into the first folder. Anybody can verify it: `pbem league draw FILE`.
    """
    del as_json
    home = Home.standard()
    _, organiser = own_identity(home)
    gathered = _gathered(paths, with_luck=False)
    entered = read_entrants(entrants) if entrants is not None else {}
    conditions = LeagueConditions([key_named(one) for one in authorities], tuple(entered))
    table = table_of(gathered.games, conditions)
    players = tuple(entered) or tuple(row.key for row in table.rows)
    tournament = Tournament(name, organiser, players, sides)
    past = past_draws(paths, tournament, number)
    paired = next_round(tournament, number, system, table, gathered.games, past)
    asked = SideDraw(organiser, name, number, sides, paired.pairs, paired.bye or b"")
    names = _names(table) | {key: label for key, label in entered.items() if label}
    if dice is None:
        undrawn = [DrawnPair(*pair) for pair in paired.pairs]
        return _round(asked, undrawn, names, b"", "")
    require_encrypted(dice, plain_http=plain_http)
    folder = next((path for path in paths if path.is_dir()), Path())
    path = folder / f"{_file_name(name)}-round-{number}{DRAW_SUFFIX}"
    drawn = draw_sides(asked, own_key(home).key, connect(dice, home.dice_folder, now))
    write_atomic(path, drawn.to_bytes(), mode=0o644)
    pairs, authority = verify_draw(drawn)
    return _round(drawn, pairs, names, authority, str(path))


@command.command("draw", short_help="Verify drawn sides.")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@JSON
def draw_command(file: Path, as_json: bool) -> Result[PairedRoundOutput]:
    """Verify the draw of a round in FILE, and say who plays which side."""
    del as_json
    drawn = read_draw(read_plain_file(file, MAX_DRAW))
    pairs, authority = verify_draw(drawn)
    return _round(drawn, pairs, {}, authority, str(file))


def _gathered(paths: Sequence[Path], *, with_luck: bool) -> GatheredGames:
    return gather(paths, Home.standard().game_store.scenario, with_luck=with_luck)


def _names(table: LeagueTable) -> dict[bytes, str]:
    return {row.key: row.names[-1] for row in table.rows if row.names}


def _file_name(name: str) -> str:
    kept = "".join(char if char.isascii() and char.isalnum() else "-" for char in name)
    return kept.strip("-") or "tournament"


def _label(key: bytes, names: Mapping[bytes, str]) -> str:
    return f"{names[key]} ({key.hex()[:8]})" if key in names else key.hex()[:16]


def _round(
    drawn: SideDraw,
    pairs: Sequence[DrawnPair],
    names: Mapping[bytes, str],
    authority: bytes,
    file: str,
) -> Result[PairedRoundOutput]:
    first, second = drawn.sides
    lines = [f"{drawn.name}, round {drawn.number}"]
    for pair in pairs:
        one, other = _label(pair.first, names), _label(pair.second, names)
        lines.append(f"  {one}: {first}; {other}: {second}" if authority else f"  {one}, {other}")
    if drawn.bye:
        lines.append(f"  {_label(drawn.bye, names)} plays nobody in this round.")
    if authority:
        lines += [
            f"The sides were drawn by the dice authority {fingerprint(authority)}",
            f"for the organiser {fingerprint(drawn.organiser)}.",
        ]
    else:
        lines.append("The sides are not drawn: --dice ADDRESS has a dice authority draw them.")
    data = PairedRoundOutput(
        drawn.name,
        drawn.number,
        drawn.sides,
        [DrawnPairOutput(one.first.hex(), one.second.hex()) for one in pairs],
        drawn.bye.hex(),
        authority != b"",
        authority.hex(),
        drawn.organiser.hex(),
        file,
    )
    return Result("\n".join(map(plain, lines)), data)
