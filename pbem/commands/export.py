"""`pbem export`: a save, a whole game as text or as data, or one roll, as a file or printed."""

import json
from pathlib import Path

import click
import msgspec

from engine import scenario_names
from engine.loading import map_at
from pbem.files import write_atomic
from pbem.gametext import format_game_text
from pbem.home import Home
from pbem.lobby.scenarios import downloaded_game, find_scenario, map_data
from pbem.named_files import write_new
from pbem.output import Output, changed
from pbem.play.game_data import GameData, game_data
from pbem.play.game_view import as_text, view_game
from pbem.replay.scenarios import whole
from pbem.result import Result
from pbem.save.armour import armour, armour_receipt
from pbem.save.records import Roll, VoidRoll
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.terminal.command_line import JSON, SAVE
from pbem.text import plain, quoted
from pbem.usage import UsageError


class ExportOutput(Output, omit_defaults=True):
    """A save, a game as text or as data, or the receipt of a roll: here, or the file it is in.

    left_out: what of a position is not in a map file.
    """

    game: str
    head: str | None = None
    armour: str | None = None
    text: str | None = None
    data: GameData | None = None
    roll: int | None = None
    receipt: str | None = None
    file: str | None = None
    left_out: tuple[str, ...] | None = None


@click.command("export")
@SAVE
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--armour", "as_text", is_flag=True, help="As text that survives mail and forums.")
@click.option("--text", "as_game", is_flag=True, help="The whole game in the order notation.")
@click.option("--data", "as_data", is_flag=True, help="The whole game as JSON, for programs.")
@click.option("--triplea", "as_map", is_flag=True, help="The position as a map file of TripleA.")
@click.option("--map", "map_name", default="", metavar="MAP", help="The map of the game.")
@click.option("--roll", type=click.IntRange(1), help="Print this roll of the open turn instead.")
@click.option(
    "--with-scenario", is_flag=True, help="With the scenario, for a player who does not have it."
)
@JSON
def command(
    save: str,
    out: Path | None,
    as_text: bool,
    as_game: bool,
    as_data: bool,
    as_map: bool,
    map_name: str,
    roll: int | None,
    with_scenario: bool,
    as_json: bool,
) -> Result[ExportOutput]:
    """Write SAVE to a file, or print it as text to paste into a forum.

    With --text: every order and every die as people write them, to read, post and compare; `pbem
    history`, `show` and `try` take that file. It is not signed and proves nothing.

    With --data: the same for programs, with the events and the position after every turn.

    With --triplea: the map file of the game, which begins where its open turn began, for TripleA to
    play on from. Without --map the maps that TripleA has downloaded are searched.

    Anybody who receives an armoured save gives it to `pbem fetch FILE`, with whatever is around
    it. A roll with its receipts is for the verify page of a dice server.
    """
    del as_json
    if as_map:
        return _map(save, map_name, out)
    if as_game or as_data:
        return _game(save, out, as_data=as_data)
    chosen = Home.standard().choose(save).save
    if roll is not None:
        return _receipt(chosen, roll, out)
    data = (whole(chosen) if with_scenario else chosen).to_bytes()
    about = ExportOutput(chosen.genesis.game.hex(), head=chosen.head.hex())
    if out is None:
        return Result(armour(data), changed(about, armour=armour(data)))
    write_atomic(out, armour(data).encode() if as_text else data)
    return Result(f"The save is in {out}.", changed(about, file=str(out)))


def _game(name: str, out: Path | None, *, as_data: bool) -> Result[ExportOutput]:
    """The whole game: as people write it, or as data."""
    looked = view_game(Home.standard(), name)
    if looked.error is not None:
        raise looked.error
    about = ExportOutput(looked.game)
    if as_data:
        data = game_data(looked)
        told, about = msgspec.json.encode(data).decode(), changed(about, data=data)
    else:
        told = format_game_text(as_text(looked))
        about = changed(about, text=told)
    if out is None:
        return Result(told.rstrip("\n"), about)
    write_atomic(out, told.encode())
    return Result(f"The game is in {out}.", ExportOutput(looked.game, file=str(out)))


def _map(name: str, map_name: str, out: Path | None) -> Result[ExportOutput]:
    """The map file of a game with its position as the set-up."""
    home = Home.standard()
    save = home.choose(name).save
    if save.state != PLAYING:
        raise UsageError("not-begun", "The game has not begun yet: it is as its map says.")
    position = home.position(save)
    if position.error is not None:
        raise position.error
    turn = position.open_turn
    state = turn.before if turn is not None else position.state
    place = map_name or downloaded_game(state.definition.name)
    if Path(place).suffix == ".toml" or place in scenario_names():
        raise UsageError(
            "not-a-map", f"{quoted(place)} is not a map of TripleA.", "Name a folder, .zip or .xml."
        )
    made = map_at(map_data(place), find_scenario(place), state)
    file = out or Path(f"{save.genesis.game.hex()[:8]}-round-{state.round}.xml")
    write_new(file, made.data)
    left_out = tuple(map(plain, made.left_out))
    lines = [f"The map file is in {plain(str(file))}. It begins in round {state.round}."]
    lines += [f"Not in it: {what}." for what in left_out]
    lines += [
        "Put it beside the map's own game file, and this line below `games:` in the map's map.yml;",
        "then TripleA offers it as a new game:",
        plain(f"- {{game_name: {json.dumps(made.name)}, file_name: {json.dumps(file.name)}}}"),
    ]
    about = ExportOutput(save.genesis.game.hex(), file=str(file), left_out=left_out)
    return Result("\n".join(lines), about)


def _receipt(save: TrustedSave, roll: int, out: Path | None) -> Result[ExportOutput]:
    for entry in save.entries:
        if isinstance(entry.record, Roll | VoidRoll) and entry.record.request.index == roll:
            break
    else:
        raise UsageError("no-such-roll", f"The save has {save.next_roll - 1} rolls, and no {roll}.")
    if not entry.is_whole:
        raise UsageError(
            "receipt-not-kept",
            f"Roll {roll} is of a turn that has ended, and the save keeps no receipts of those.",
            "The journal of the dice authority has it.",
        )
    text = armour_receipt(entry.raw)
    about = ExportOutput(save.genesis.game.hex(), roll=roll, receipt=text)
    if out is None:
        return Result(text, about)
    write_atomic(out, text.encode())
    return Result(f"The receipt is in {out}.", changed(about, file=str(out)))
