"""What it takes to play a turn with a home: the session, the draft, the copy of the save.

Wherever the process is killed: what was signed is in the game store, what was not is in the draft,
and dice that were asked for are asked for again with the same bytes.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from engine import Order, order_from_plain, parse_orders
from pbem.files import write_atomic
from pbem.home import Home, SelectedSave
from pbem.lobby.authority import authorities_of
from pbem.play.draft_file import DraftFile
from pbem.play.draft_view import DRAFT_HEAD, message_in
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


@dataclass(frozen=True, slots=True)
class Draft:
    """What was found of an interrupted turn.

    given: how many of its orders were restored; lost: a sentence for each that no longer fits.
    text: the draft itself when some of it was lost, else "".
    message: what the player wanted to tell the others with their turn.
    """

    given: int = 0
    lost: tuple[str, ...] = ()
    text: str = ""
    message: str = ""


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
    file: DraftFile | None = None,
) -> tuple[Session, Draft]:
    """A session on a save, with those orders of an interrupted turn restored that still fit.

    file: of the draft, for who looks after it as well.  Does not change the draft; what is done
    with the session does.  Raises MovedOnError when the log has gone on since the save was read,
    BusyTurnError, and what `open_position` does.
    """
    position = open_position(home, chosen, key.key.public)
    store = _Store(home, chosen.path)
    dice = authorities_of(home, chosen.save, clock())
    ref = ref_of(chosen.save)
    ending = EndingFile(home.ending_path(ref))
    session = Session(position, key.key, dice, store.keep, clock, fresh, ending)
    file = file or DraftFile(home, ref)
    with file.taken_up(chosen.save) as data:
        draft = _take_up(session, data)
    session.message, file.lost = draft.message, draft.text.encode()
    session.keep_in(file)
    return session, draft


def _take_up(session: Session, data: bytes) -> Draft:
    if not data:
        return Draft()
    text = data.decode("utf-8", errors="replace")
    parsed = parse_orders(text, session.state.definition)
    lost = [f"line {fault.line}: {fault.text}" for fault in parsed.faults]
    orders = tuple(entry.order for entry in parsed.orders)
    head = text.split("\n", 1)[0].removeprefix(DRAFT_HEAD)
    if head != session.save.head.hex():
        if _is_signed(session.save, head, orders):
            return Draft(message=message_in(text))
        reason = "the game has gone on since then"
        lost += [f"{entry.text}: {reason}" for entry in parsed.orders]
    else:
        lost += [reason for _, reason in replayed_orders(session, orders)]
    given, lines = len(session.pending), tuple(lost)
    return Draft(given, lines, text if lost else "", message_in(text))


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
