"""What it takes to play a turn with a home: the session, the draft, the copy of the save.

Wherever the process is killed: what was signed stands on the shelf, orders that were not signed yet
stand in the draft, and dice that were asked for are asked for again with the same bytes.
"""

import secrets
from collections.abc import Callable
from pathlib import Path

from engine import Order, format_order, parse_orders
from pbem.home import Chosen, Home
from pbem.save.files import write_atomic
from pbem.save.keys import NamedKey
from pbem.save.shelf import Relation
from pbem.save.trust import TrustedSave
from pbem.turn.errors import NotYourTurnError
from pbem.turn.reading import Position, read_position, require_playing
from pbem.turn.session import Session, replayed_orders
from pbem.turn.table import dice_of

_DRAFT_HEAD = "# draft of the turn after "


def open_position(home: Home, chosen: Chosen) -> Position:
    """The position of a save that is to be played: filed, the newest, and legal throughout.

    Raises NotYourTurnError for a save older than the one on the shelf or forked from it, and the
    first thing that is wrong with the play.
    """
    require_playing(chosen.save)
    position = read_position(chosen.save)
    if position.error is not None:
        raise position.error
    if chosen.path is not None:
        comparison = home.shelf.store(chosen.save)
        if comparison.relation in (Relation.OLDER, Relation.FORK):
            what = "older than" if comparison.relation is Relation.OLDER else "a fork of"
            game = chosen.save.genesis.game.hex()[:8]
            raise NotYourTurnError(
                "stale" if comparison.relation is Relation.OLDER else "forked",
                f"{chosen.path} is {what} the save of this game that you have",
                f"Play on from that one: `pbem play {game}`.",
            )
    return position


def open_session(
    home: Home,
    chosen: Chosen,
    key: NamedKey,
    clock: Callable[[], int],
    fresh: Callable[[int], bytes] = secrets.token_bytes,
) -> tuple[Session, tuple[tuple[Order, str], ...]]:
    """A session on a save, with the orders of an unfinished draft given again.

    Returns the session and those orders of the draft that no longer fit, with the reason.
    """
    position = open_position(home, chosen)
    store = _Store(home, chosen.path)
    dice = dice_of(home, chosen.save, clock())
    session = Session(position, key.key, dice, store.keep, clock, fresh)
    return session, replayed_orders(session, _read_draft(home, session))


def write_draft(home: Home, session: Session) -> None:
    """Keep the orders that can still be taken back, or nothing when there are none."""
    path = home.draft_path(session.save.genesis.game)
    if not session.pending:
        path.unlink(missing_ok=True)
        return
    definition = session.state.definition
    lines = [_DRAFT_HEAD + session.save.head.hex()]
    lines += [format_order(order, definition) for order in session.pending]
    write_atomic(path, "\n".join([*lines, ""]).encode(), mode=0o600)


def _read_draft(home: Home, session: Session) -> tuple[Order, ...]:
    path = home.draft_path(session.save.genesis.game)
    if not path.is_file():
        return ()
    text = path.read_text(encoding="utf-8")
    if text.split("\n", 1)[0] != _DRAFT_HEAD + session.save.head.hex():
        # The draft belongs to another position: a turn was taken back or came in by mail.
        return ()
    parsed = parse_orders(text, session.state.definition)
    return tuple(entry.order for entry in parsed.orders)


class _Store:
    """Writes the growing save to the shelf, and to the file that the player named."""

    def __init__(self, home: Home, path: Path | None) -> None:
        self._home = home
        self._path = path

    def keep(self, save: TrustedSave) -> None:
        self._home.shelf.extend(save)
        if self._path is not None:
            write_atomic(self._path, save.to_bytes())
