"""`pbem try`: play on from any moment of a game with local dice, as a what-if."""

import sys
from pathlib import Path

import click

from engine import Definition
from pbem.files import write_atomic
from pbem.gametext import format_game_text
from pbem.home import Home
from pbem.output import Output
from pbem.play.computer import PLAYERS, play_by_computer
from pbem.play.from_file import play_file
from pbem.play.game_view import GameView, as_text, moment_at, view_game
from pbem.play.order_file import read_order_file
from pbem.play.what_if import WhatIf, as_what_if
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE, read_orders, sayer
from pbem.terminal.computer_options import BOT, SECONDS, ComputerChoice, check_players, player_asked
from pbem.terminal.conversation import Conversation
from pbem.usage import UsageError

_MARK = "WHAT IF, with local dice: this is not a turn of the real game and can never become one."


class WhatIfOutput(Output):
    """A what-if, and the round in which it stands; its dice prove nothing."""

    file: str
    what_if: bool
    round: int


@click.command("try")
@SAVE
@click.option("--at", type=int, help="Start after this step of `pbem history`.")
@click.option("--out", type=click.Path(path_type=Path), help="The file of the what-if.")
@click.option("--orders", help="Play the orders in this file; - is standard input.")
@click.option("--computer", type=ComputerChoice(PLAYERS), help="Let the computer play this turn.")
@BOT
@SECONDS
@click.option("--seed", type=int, help="Seed of the dice, to repeat a what-if.")
@JSON
def command(
    save: str,
    at: int | None,
    out: Path | None,
    orders: str | None,
    computer: str | None,
    bot: str | None,
    seconds: float | None,
    seed: int | None,
    as_json: bool,
) -> Result[WhatIfOutput]:
    """Play on from SAVE, or from a game text, with all nations and local dice.

    The result is a game text in a file of its own; `pbem try FILE` goes on with it.
    """
    check_players(orders, computer, bot, seconds)
    looked = view_game(Home.standard(), save)
    if looked.error is not None and at is None:
        raise looked.error
    path = _path(looked, save, at, out)
    what_if = _what_if(looked, at, seed)
    say = sayer(as_json)
    say(_MARK)
    try:
        if orders is not None:
            text = read_orders(orders, "The orders")
            play_file(what_if, read_order_file(text, what_if.state.definition))
            what_if.go_on()
        elif computer is not None or bot is not None:
            with player_asked(computer, bot, seconds, lambda: _start(looked)) as player:
                play_by_computer(what_if, player)
            what_if.go_on()
        else:
            _play(what_if, as_json)
    except Exception:
        # What was played is kept; if nothing was, no file appears.
        if what_if.is_under_way:
            write_atomic(path, format_game_text(what_if.text).encode())
        raise
    write_atomic(path, format_game_text(what_if.text).encode())
    state = what_if.state
    where = f"round {state.round}, {what_if.nation or 'the game is over'}"
    text = f"{_MARK}\nIt stands at {where}. Go on with: pbem try {path}"
    return Result(text, WhatIfOutput(str(path), what_if=True, round=state.round))


def _start(looked: GameView) -> Definition:
    """The definition with which the game began."""
    return looked.history.moments[0].step.state.definition


def _path(looked: GameView, name: str, at: int | None, out: Path | None) -> Path:
    """The file to write: a what-if goes on in its own; nothing else is ever overwritten."""
    is_own = looked.text is not None and looked.text.head.step is not None and at is None
    if out is None and is_own:
        return Path(name)
    step = looked.history.moments[-1].number if at is None else at
    path = out or Path(f"try-{looked.game[:8]}-{step}.txt")
    if path.exists():
        raise UsageError(
            "file-exists",
            f"{path} already exists.",
            "Go on with it by naming it, or name another file with --out.",
        )
    return path


def _what_if(looked: GameView, at: int | None, seed: int | None) -> WhatIf:
    moment = looked.history.moments[-1] if at is None else moment_at(looked.history, at)
    text = as_what_if(as_text(looked, moment.number), moment.number)
    return WhatIf(text, moment.step, seed)


def _play(what_if: WhatIf, as_json: bool) -> None:
    if as_json or not sys.stdin.isatty():
        raise UsageError(
            "no-terminal",
            "There is no terminal to play at.",
            "Name a file with --orders, or let the computer play with --computer.",
        )
    from pbem.terminal.prompt import prompt_session  # noqa: PLC0415 - slow to import

    talk = Conversation(what_if, print)
    talk.begin()
    asking = prompt_session(what_if)
    while True:
        if what_if.is_over:
            print(f"The turn of {what_if.mover} is over.")  # noqa: T201 - the terminal
            if not what_if.go_on():
                return
            talk.begin()
        try:
            line = asking.prompt(f"(what if) {talk.prompt()}")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if not talk.answer(line):
            return
