"""What a player has beside the turn itself: its report to come, a picture, what went before."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from engine import State, battle_view, events, evolve
from engine.values import dataclass, replace
from pbem.files import write_atomic
from pbem.home import Home
from pbem.play.session import Session
from pbem.post.outgoing import facts_of
from pbem.replay import read_position, waiting_nation
from pbem.replay.slicing import end_of_turn
from pbem.report.board import render_board
from pbem.report.map_picture import picture_of
from pbem.report.narrate import sentences
from pbem.report.render import render_template, render_turn
from pbem.report.summary import summarise
from pbem.save.shelf import ref_of


@dataclass(frozen=True, slots=True)
class Preview:
    """The report of a turn that is complete and not signed: the most important, and all of it."""

    glance: str
    whole: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What there is beside the turn.

    sends: whether the turn is mailed once it is signed; the question says so.
    preview: the report of the complete turn with a message; None where there is none.
    draw: makes a picture of the board and says where it is; None where there is none.
    recap: what has happened in the round of the battle that goes on.
    """

    sends: bool = False
    preview: Callable[[str], Preview] | None = None
    draw: Callable[[State], str] | None = None
    recap: tuple[str, ...] = ()


def desk_of(home: Home, session: Session, *, sends: bool) -> Desk:
    """The desk of a player at the terminal."""
    return Desk(
        sends,
        lambda message: preview_of(session, message),
        lambda state: drawn(
            state,
            home.draft_path(ref_of(session.save)).with_name(_BOARD),
            home.map_folder(state.definition.name),
        ),
        recap_of(session),
    )


def preview_of(session: Session, message: str) -> Preview:
    """The report of a turn that is over, as it will be mailed once it is signed."""
    position = read_position(session.with_pending())
    turn = position.open_turn
    if turn is None:
        raise ValueError("the turn has not begun")
    own, after, _ = end_of_turn(turn.before, turn.events, turn.nation)
    turn = replace(turn, events=own, after=after, message=message)
    following = waiting_nation(position.step)
    facts = replace(
        facts_of(position, turn),
        next_nation=following,
        next_player=position.save.seats.get(following) or "",
    )
    summary = summarise(turn.before, turn.events, turn.after, facts)
    glance = render_template("glance.txt", "txt", {"turn": summary})
    return Preview(glance.rstrip("\n"), render_turn(summary, "txt").rstrip("\n"))


def recap_of(session: Session) -> tuple[str, ...]:
    """What has happened in the round of the battle that is under way, with its dice."""
    if battle_view(session.state) is None:
        return ()
    turn = read_position(session.with_pending()).open_turn
    if turn is None:
        return ()
    begins = [place for place, event in enumerate(turn.events) if isinstance(event, _ROUND)]
    if not begins:
        return ()
    before = turn.before
    for event in turn.events[: begins[-1]]:
        before = evolve(before, event)
    return tuple(sentences(before, turn.events[begins[-1] :]))


def drawn(state: State, path: Path, folder: Path | None) -> str:
    """Write the board as a page, open it, and say where it is; folder: a TripleA map to use."""
    return show_page(path, render_board(state, picture_of(state, folder=folder)), is_shown=True)


def show_page(path: Path, page: str, *, is_shown: bool) -> str:
    """Write a page of the board, open it, and say where it is; is_shown: False never opens it."""
    write_atomic(path, page.encode())
    is_shown = is_shown and _has_screen() and click.launch(str(path)) == 0
    return f"the board is {'shown from' if is_shown else 'drawn in'} {path}"


def _has_screen() -> bool:
    """Whether a page can be shown; without a screen a browser of text would take the terminal."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(named) or sys.platform in {"win32", "darwin"}


_BOARD = "board.html"
_ROUND = events.battle.BattleRoundBegan | events.blocks.BlockBattleStarted
