"""What a player has beside the turn itself: its report to come, a picture, what went before."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine import NationName, State
from engine.values import dataclass
from pbem.files import write_atomic
from pbem.home import Home
from pbem.play.session import Session
from pbem.post import preview_of, recap_of
from pbem.report import picture_of, render_board
from pbem.save.shelf import ref_of

if TYPE_CHECKING:
    from pbem.post.preview import Preview


@dataclass(frozen=True, slots=True)
class TerminalServices:
    """What there is beside the turn.

    sends: whether the turn is mailed once it is signed; the question says so.
    preview: the report of the complete turn with a message; None where there is none.
    draw: makes a picture of the board and says where it is; None where there is none.
    recap: what has happened in the round of the battle that goes on.
    """

    sends: bool = False
    preview: "Callable[[str], Preview] | None" = None
    draw: Callable[[State], str] | None = None
    recap: tuple[str, ...] = ()


def desk_of(home: Home, session: Session, *, sends: bool) -> TerminalServices:
    """The desk of a player at the terminal."""
    return TerminalServices(
        sends,
        lambda message: preview_of(session, message),
        lambda state: drawn(
            state,
            home.draft_path(ref_of(session.save)).with_name(_BOARD),
            home.map_folder(state.definition.name),
            session.nation,
        ),
        recap_of(session),
    )


def drawn(state: State, path: Path, folder: Path | None, viewer: NationName) -> str:
    """Write the board as a page, open it, and say where it is.

    folder: a TripleA map to use; viewer: the nation whose blocks lie face up.
    """
    picture = picture_of(state, folder=folder, viewer=viewer)
    return show_page(path, render_board(state, picture), is_shown=True)


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
