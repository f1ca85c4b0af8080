"""What it takes to play a turn with a home: the session, the draft, the copy of the save.

Wherever the process is killed: what was signed is in the game store, what was not is in the draft,
and dice that were asked for are asked for again with the same bytes.
"""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from engine import (
    Order,
    format_order,
    order_from_plain,
    parse_orders,
)
from pbem.files import write_atomic
from pbem.home import Home, SelectedSave
from pbem.lobby.authority import authorities_of
from pbem.named_files import read_plain_file
from pbem.play.drafted import DRAFT_HEAD, MOST_BYTES
from pbem.play.session import Session, check_holds_seat, replayed_orders
from pbem.replay import Position, require_playing
from pbem.replay.errors import NotYourTurnError
from pbem.save.comparing import Lineage, compare
from pbem.save.ending import EndingFile
from pbem.save.keys import NamedKey
from pbem.save.records import Orders
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted

_MESSAGE_HEAD = "# message "
_LOST_NAME = "draft-lost.orders"


class OnDisk:
    """The bytes of a file as this program knows them, which change with the file; b"" for none."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = data


@dataclass(frozen=True, slots=True)
class Draft:
    """What was found of an interrupted turn.

    given: how many of its orders were restored; lost: a sentence for each that no longer fits.
    text: the draft itself when some of it was lost, else "".
    message: what the player wanted to tell the others with their turn.
    on_disk: what the file of the draft held when this program last read or wrote it; it changes
        as the turn goes on and is no part of what was found, so it is not compared.
    """

    given: int = 0
    lost: tuple[str, ...] = ()
    text: str = ""
    message: str = ""
    on_disk: OnDisk = field(default_factory=OnDisk, compare=False)


def open_position(home: Home, chosen: SelectedSave, public: bytes) -> Position:
    """The position of a save that is to be played: filed, the newest, and legal throughout.

    public: the key of whoever wants to play.  Raises NotYourTurnError for a save older than the one
    in the game store or forked from it (then both are kept as proof) and for somebody else's turn,
    and the first thing that is wrong with the play.  When it raises, nothing but a fork is stored.
    """
    require_playing(chosen.save)
    position = home.position(chosen.save)
    if position.error is not None:
        raise position.error
    if chosen.path is not None:
        _check_newest(home, chosen.save, chosen.path)
    check_holds_seat(position, public)
    if chosen.path is not None:
        home.game_store.store(chosen.save)
    return position


def _check_newest(home: Home, save: TrustedSave, path: Path) -> None:
    """Refuse a file that the save in the game store has left behind or contradicts."""
    known = home.game_store.load(ref_of(save), save.keyring)
    if known is None:
        return
    lineage = compare(known, save).lineage
    if lineage not in (Lineage.OLDER, Lineage.FORK):
        return
    if lineage is Lineage.FORK:
        home.game_store.store(save)
    what = "older than" if lineage is Lineage.OLDER else "a fork of"
    raise NotYourTurnError(
        "stale" if lineage is Lineage.OLDER else "forked",
        f"{quoted(str(path))} is {what} the save of this game that you have",
        f"Play on from that one: `pbem play {home.handle(save)}`.",
    )


def open_session(
    home: Home,
    chosen: SelectedSave,
    key: NamedKey,
    clock: Callable[[], int],
    fresh: Callable[[int], bytes] = secrets.token_bytes,
) -> tuple[Session, Draft]:
    """A session on a save, with those orders of an interrupted turn restored that still fit.

    Does not change the draft; `keep_draft` does.
    """
    position = open_position(home, chosen, key.key.public)
    store = _Store(home, chosen.path)
    dice = authorities_of(home, chosen.save, clock())
    ending = EndingFile(home.ending_path(ref_of(chosen.save)))
    session = Session(position, key.key, dice, store.keep, clock, fresh, ending)
    return session, _take_up(home, session)


def keep_draft(home: Home, session: Session, draft: Draft, message: str = "") -> None:
    """Keep the orders that can still be taken back and the message, or no draft without either.

    The part of the earlier draft that did not fit is put beside it first.  Raises NotYourTurnError
    `draft-moved-on` when another program has changed the draft meanwhile; nothing is written then.
    """
    path = home.draft_path(ref_of(session.save))
    if _bytes_of(path) != draft.on_disk.data:
        raise NotYourTurnError(
            "draft-moved-on",
            "the turn went on elsewhere: at another terminal, or on the page of the board",
            f"What is there is kept; go on from it: `pbem play {home.handle(session.save)}`.",
        )
    lost = path.with_name(_LOST_NAME)
    if draft.text and not (lost.is_file() and lost.read_bytes() == draft.text.encode()):
        write_atomic(lost, draft.text.encode(), mode=0o600)
    if not session.pending and not message:
        path.unlink(missing_ok=True)
        draft.on_disk.data = b""
        return
    definition = session.state.definition
    lines = [DRAFT_HEAD + session.save.head.hex()]
    # As JSON, so that it stays on one line and is a comment to a reader of the orders.
    lines += [_MESSAGE_HEAD + json.dumps(message)] if message else []
    lines += [format_order(order, definition) for order in session.pending]
    data = "\n".join([*lines, ""]).encode()
    write_atomic(path, data, mode=0o600)
    draft.on_disk.data = data


def _bytes_of(path: Path) -> bytes:
    return read_plain_file(path, MOST_BYTES) if path.is_file() else b""


def _take_up(home: Home, session: Session) -> Draft:
    path = home.draft_path(ref_of(session.save))
    data = _bytes_of(path)
    if not data:
        return Draft()
    on_disk = OnDisk(data)
    text = data.decode("utf-8", errors="replace")
    parsed = parse_orders(text, session.state.definition)
    lost = [f"line {fault.line}: {fault.text}" for fault in parsed.faults]
    orders = tuple(entry.order for entry in parsed.orders)
    head = text.split("\n", 1)[0].removeprefix(DRAFT_HEAD)
    if head != session.save.head.hex():
        if _is_signed(session.save, head, orders):
            return Draft(message=_message_in(text), on_disk=on_disk)
        reason = "the game has gone on since then"
        lost += [f"{entry.text}: {reason}" for entry in parsed.orders]
    else:
        lost += [reason for _, reason in replayed_orders(session, orders)]
    given, lines = len(session.pending), tuple(lost)
    return Draft(given, lines, text if lost else "", _message_in(text), on_disk)


def _message_in(text: str) -> str:
    """The message that a draft holds; "" for none, and for one that was spoilt by hand."""
    for line in text.split("\n")[1:2]:
        if line.startswith(_MESSAGE_HEAD):
            try:
                found = json.loads(line.removeprefix(_MESSAGE_HEAD))
            except ValueError:
                return ""
            return found if isinstance(found, str) else ""
    return ""


def _is_signed(save: TrustedSave, head: str, orders: tuple[Order, ...]) -> bool:
    """Whether the log has these orders after a head: a crash can leave a signed draft."""
    heads = [entry.head.hex() for entry in save.entries]
    if head not in heads:
        return False
    after = (entry.record for entry in save.entries[heads.index(head) + 1 :])
    stretch = takewhile(lambda record: isinstance(record, Orders), after)
    actions = [one for record in stretch if isinstance(record, Orders) for one in record.actions]
    signed = [order_from_plain(plain) for plain in actions[: len(orders)]]
    return signed == list(orders) and bool(actions)


class _Store:
    """Writes the growing save to the game store, and to the file that the player named."""

    def __init__(self, home: Home, path: Path | None) -> None:
        self._home = home
        self._path = path

    def keep(self, save: TrustedSave) -> None:
        self._home.game_store.extend(save)
        if self._path is not None:
            write_atomic(self._path, save.to_bytes(), mode=0o600)
