"""`pbem games`: an inbox of the games that wait for you, and the others."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from engine.lazy import LazyFunction
from pbem.home import Home
from pbem.mail.entry import OutboxEntry
from pbem.output import Output, changed
from pbem.output import row_of as told_of
from pbem.post.dispatch import (
    Dispatch,
    GameStage,
    dispatch_of,
    dispatch_words,
    mails_by_head,
    time_words,
)
from pbem.post.who_has import lacking
from pbem.result import Result
from pbem.save.shelf import GameRef, handles
from pbem.status_cache import KnownRows
from pbem.terminal.command_line import JSON, now
from pbem.text import plain

if TYPE_CHECKING:
    from pbem.post.game_row import row_of
else:
    # Late: most rows are known, and what makes one loads half of the program.
    row_of = LazyFunction("pbem.post.game_row", "row_of")


class GameOutput(Output):
    """A game; handle: what commands call it by; about: tells it from others with its id.

    stage: how far it is, foreign for a game of others; state: the same in words; open_names: who
    has still to join; newest_turn: how many turns others have by their mails, 0 where none is said.

    to_send: the head of the save, where you have signed and somebody else comes next; since: when
    it began to wait, until: when the turn begins to be late, both in Unix seconds, 0 where that is
    not known; zone: of the game, minutes east of UTC; turns: how many are closed; dispatch:
    what became of its mail, unsent: the same in words; lacks: which turns others have and you not,
    in words; code: of what is wrong with a damaged game.
    """

    name: str
    stage: GameStage
    state: str
    waits_for_you: bool
    to_move: str
    to_send: str
    since: int
    until: int
    zone: int | None
    turns: int
    round: int
    open_names: tuple[str, ...]
    proposals: int
    code: str
    game: str = ""
    genesis: str = ""
    handle: str = ""
    about: str = ""
    dispatch: Dispatch = ""
    unsent: str = ""
    newest_turn: int = 0
    lacks: str = ""


class GamesOutput(Output):
    """Your games; those that wait for you come first."""

    games: list[GameOutput]


@click.command("games")
@JSON
def command(as_json: bool) -> Result[GamesOutput]:
    """List your games; those that wait for you come first."""
    del as_json
    rows = rows_of(Home.standard())
    lines = [line for row in rows for line in _lines(row)]
    return Result(
        "\n".join(lines)
        or "You have no games. Found one with `pbem new`; `pbem fetch` takes in invitations.",
        GamesOutput(rows),
    )


def rows_of(home: Home) -> list[GameOutput]:
    """All games of a home, as --json has them; those that wait for the player come first."""
    games = home.game_store.games()
    names = handles(games)
    ids = Counter(ref.game for ref in games)
    known = KnownRows(home.root)
    found = [(ref, _row(home, ref, known)) for ref in games]
    known.close()
    mails = mails_by_head(home) if any(row.to_send for _, row in found) else {}
    rows = [
        changed(
            _now(home, ref, row, mails),
            handle=names[ref],
            # What tells it apart where another one has the same id.
            about=home.describe(ref) if ids[ref.game] > 1 else "",
        )
        for ref, row in found
    ]
    return sorted(rows, key=lambda row: (not wants_you(row), row.name, row.game))


def _now(home: Home, ref: GameRef, row: GameOutput, mails: Mapping[str, OutboxEntry]) -> GameOutput:
    """A row with what changes while the game does not: its mail, and what others have."""
    folder = home.game_store.folder(ref)
    dispatch = dispatch_of(row.to_send, mails, folder)
    theirs = lacking(folder, row.turns)
    return changed(
        row,
        game=ref.game.hex(),
        genesis=ref.genesis.hex(),
        dispatch=dispatch,
        unsent=dispatch_words(dispatch),
        newest_turn=theirs.newest_turn,
        lacks=theirs.words,
    )


def wants_you(row: GameOutput) -> bool:
    """Whether it is your turn or your seat to take, a proposal asks for your consent, or what you
    have signed was not sent, or you lack what others have."""
    return bool(row.waits_for_you or row.proposals or row.unsent or row.lacks)


def _lines(row: GameOutput) -> list[str]:
    mark = "*" if wants_you(row) else " "
    more = [f"           {plain(row.about)}"] if row.about else []
    return [f"{mark} {row.handle}  {plain(row.name)}: {state_words(row)}", *more]


def state_words(row: GameOutput) -> str:
    """Where a game stands: whom it waits for since when, until when, and what was not sent."""
    parts = [row.state, *time_words(row.since, row.until, row.zone, now())]
    return plain("; ".join(filter(None, (*parts, row.unsent, row.lacks))))


def _row(home: Home, ref: GameRef, known: KnownRows) -> GameOutput:
    """What is said about a game; not worked out again while nothing has changed."""
    recalled = known.recall(ref.folder_name)
    if recalled is not None:
        return told_of(GameOutput, recalled)
    row = told_of(GameOutput, row_of(home, ref))
    if not row.code:
        known.remember(ref.folder_name, to_builtins(row))
    return row
