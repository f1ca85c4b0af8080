"""Whether what a player has signed went out: of each game, from its row and the outbox.

Every command may ask: letters, and the library of mail, are not loaded for it.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pbem.home import Home
from pbem.mail.entry import OutboxEntry, parse_entry
from pbem.mail.errors import SpoolError
from pbem.mail.transport import Delivery
from pbem.post.who_has import lacking_words
from pbem.save.shelf import handle
from pbem.status_cache import KnownRows

if TYPE_CHECKING:
    from pbem.replay import Position


def head_to_send(position: "Position", mine: bytes | None) -> str:
    """The head, in hex, of a save that the key `mine` has signed last, and somebody else goes on;
    "" for any other save."""
    save = position.save
    holder = save.holder_key(position.nation)
    is_for_others = not position.nation or holder not in (None, mine)
    is_by_mail = save.genesis.mode == "mail" and len(set(save.players.values())) > 1
    is_signed = save.entries[-1].signer == mine
    return save.head.hex() if is_signed and is_by_mail and is_for_others else ""


def dispatch_words(head: str, mails: Mapping[str, OutboxEntry]) -> str:
    """What is to be done about the mail of the newest position of a game, "" when nothing is.

    head: of the save that is to be sent (`GameRow.to_send`); mails: of `mails_by_head`.
    """
    if not head:
        return ""
    if head not in mails:
        return "signed, NOT SENT"
    if mails[head].waits:
        return "signed, NOT SENT: the mail waits to be tried again"
    came_back = mails[head].with_delivery(Delivery.REFUSED)
    return "signed, and the mail came back" if came_back else ""


def mails_in(home: Home) -> Iterator[OutboxEntry]:
    """The mails in the outbox; without one that cannot be read: `pbem outbox` says what is wrong
    with it."""
    for path in sorted(home.outbox_path.glob("*.json")):
        try:
            yield parse_entry(path.stem, path.read_bytes())
        except (OSError, SpoolError):
            continue


def mails_by_head(home: Home) -> dict[str, OutboxEntry]:
    """The same by the head of their save, in hex."""
    return {entry.head: entry for entry in mails_in(home)}


def state_lines(home: Home) -> Iterator[str]:
    """A sentence for each game whose newest end this player has signed and not sent, or of which
    others have more by their mails.

    Only games that a list has shown before are known: the others would have to be played through.
    """
    games = home.game_store.games()
    mails: dict[str, OutboxEntry] | None = None
    known = KnownRows(home.root)
    for ref in games:
        row = known.recall(ref.folder_name)
        if row is None:
            continue
        head, turns = row.get("to_send"), row.get("turns")
        if isinstance(head, str) and head:
            mails = mails_by_head(home) if mails is None else mails
            if words := dispatch_words(head, mails):
                yield f"{row['name']}: {words}. `pbem send {handle(ref, games)}` sends it."
        if isinstance(turns, int):
            words = lacking_words(home.game_store.folder(ref), turns)
            if words:
                yield f"{row['name']}: {words}. `pbem send {handle(ref, games)}` asks for it."
