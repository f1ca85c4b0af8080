"""`pbem play`: your turn, by hand, from a file of orders, or by the computer."""

import sys
from pathlib import Path

import click

from pbem.commands.common import JSON, SAVE, now, own_key, sayer
from pbem.home import Home
from pbem.report.render import render_turn
from pbem.result import Result
from pbem.turn.computer import PLAYERS, play_by_computer
from pbem.turn.from_file import play_file, read_order_file
from pbem.turn.play import open_session, write_draft
from pbem.turn.post import summary_of
from pbem.turn.reading import read_position
from pbem.turn.session import Session
from pbem.usage import UsageError


@click.command("play")
@SAVE
@click.option("--orders", type=click.Path(path_type=Path), help="Play the orders in this file.")
@click.option("--computer", type=click.Choice(PLAYERS), help="Let the computer play this turn.")
@click.option("--message", default="", help="Words to the others, sent with the turn.")
@click.option("--open-end", is_flag=True, help="With --orders: stop after the last order.")
@JSON
def COMMAND(  # noqa: N802
    save: str,
    orders: Path | None,
    computer: str | None,
    message: str,
    open_end: bool,
    as_json: bool,
) -> Result:
    """Play the turn of the nation to move in SAVE; the dice are requested as they are needed."""
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save)
    session, lost = open_session(home, chosen, key, now)
    say = sayer(as_json)
    for order, reason in lost:
        say(f"An order of the draft no longer fits: {reason} ({order})")
    if orders is not None:
        play_file(
            session, read_order_file(_read(orders), session.state.definition), finish=not open_end
        )
    elif computer is not None:
        play_by_computer(session, computer)
    elif as_json or not sys.stdin.isatty():
        raise UsageError(
            "no-terminal",
            "There is no terminal to play at.",
            "Name a file with --orders, or let the computer play with --computer.",
        )
    else:
        from pbem.commands.terminal import play_at_terminal  # noqa: PLC0415 - slow to import

        message = play_at_terminal(home, session) or message
    return _end(home, session, message)


def _read(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError("orders-unreadable", f"{path} cannot be read: {error}.") from None


def _end(home: Home, session: Session, message: str) -> Result:
    game = session.save.genesis.game.hex()
    write_draft(home, session)
    if not session.is_over:
        session_state = f"{session.nation}, {session.state.phase.phase.replace('_', ' ')}"
        text = f"The turn is kept at {session_state}. Go on with: pbem play {game[:8]}"
        return Result(text, {"game": game, "finished": False, "nation": session.nation})
    session.finish(message)
    write_draft(home, session)
    position = read_position(session.save)
    turn = position.last_turn
    if turn is None:
        raise RuntimeError("a finished turn is not in the log")
    text = render_turn(summary_of(position, turn), "txt")
    last = f"Turn signed. Send it with: pbem send {game[:8]}"
    data = {
        "game": game,
        "finished": True,
        "nation": turn.nation,
        "head": session.save.head.hex(),
        "to_move": position.nation,
    }
    return Result(f"{text}\n{last}", data)
