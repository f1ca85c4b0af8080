"""What the player has to do, and whether what they signed went out: of each game, from its row and
the outbox.

Every command may ask: letters, and the library of mail, are not loaded for it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pbem.home import Home
from pbem.mail.entry import OutboxEntry, parse_entry
from pbem.mail.errors import SpoolError
from pbem.mail.transport import Delivery
from pbem.post.relay_seen import SeenHeads
from pbem.post.who_has import lacking
from pbem.save.shelf import handle
from pbem.status_cache import KnownRows
from pbem.text import counted, here_text

if TYPE_CHECKING:
    from pbem.replay import Position


_MOST_LINES: Final = 5


def head_to_send(position: "Position", mine: bytes | None) -> str:
    """The head, in hex, of a save that the key `mine` has signed last, and somebody else goes on;
    "" for any other save."""
    save = position.save
    holder = save.holder_key(position.nation)
    is_for_others = not position.nation or holder not in (None, mine)
    is_by_mail = save.genesis.mode == "mail" and len(set(save.players.values())) > 1
    is_signed = save.entries[-1].signer == mine
    return save.head.hex() if is_signed and is_by_mail and is_for_others else ""


GameStage: TypeAlias = Literal["inviting", "foreign", "playing", "over", "damaged"]
"""How far a game is; foreign: of others, and not played through."""

Dispatch: TypeAlias = Literal["", "not-sent", "waits", "came-back"]
"""What is to be done about the mail of the newest position of a game, "" when nothing is."""

_DISPATCH_WORDS: Final[Mapping[Dispatch, str]] = {
    "": "",
    "not-sent": "signed, NOT SENT",
    "waits": "signed, NOT SENT: the mail waits to be tried again",
    "came-back": "signed, and the mail came back",
}


def dispatch_of(head: str, mails: Mapping[str, OutboxEntry], folder: Path) -> Dispatch:
    """What became of the mail of a game.

    head: of the save that is to be sent (`GameRow.to_send`); mails: of `mails_by_head`; folder: of
    the game.
    """
    if not head:
        return ""
    if head not in mails:
        # Whoever has no mail has it fetched from the relay.
        return "" if bytes.fromhex(head) in SeenHeads(folder) else "not-sent"
    if mails[head].waits:
        return "waits"
    return "came-back" if mails[head].with_delivery(Delivery.REFUSED) else ""


def dispatch_words(dispatch: Dispatch) -> str:
    """The same for the player."""
    return _DISPATCH_WORDS[dispatch]


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


def time_words(since: int, until: int, zone: int | None, when: int) -> Iterator[str]:
    """Since when a game waits, and until when or how long too late; Unix seconds, 0 for unknown.

    zone: of the game, minutes east of UTC, None where it has none.
    """
    if since:
        yield f"since {here_text(since, zone)}"
    if until:
        yield f"{'late since' if when > until else 'until'} {here_text(until, zone)}"


def state_lines(home: Home, when: int) -> Iterator[str]:
    """A sentence for each game that the player has to do something for, and for each that waits for
    somebody who is late: whose turn, since when and until when; proposals to sign; what was signed
    and not sent; what others have by their mails.

    when: now, Unix seconds.  Only games that a list has shown before are known: the others would
    have to be played through.
    """
    games = home.game_store.games()
    mails: dict[str, OutboxEntry] | None = None
    known = KnownRows(home.root)
    lines: list[str] = []
    for ref in games:
        row = known.recall(ref.folder_name)
        if row is None or row.get("code"):
            continue
        if row["to_send"] and mails is None:
            mails = mails_by_head(home)
        folder = home.game_store.folder(ref)
        unsent = dispatch_words(dispatch_of(str(row["to_send"]), mails or {}, folder))
        lacks = lacking(folder, _number(row["turns"])).words
        parts = [*_waiting(row, when), *filter(None, (unsent, lacks))]
        if parts:
            command = _command(row, unsent, lacks, handle(ref, games))
            lines.append(f"{row['name']}: {'; '.join(parts)}. {command}")
    yield from lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        yield f"And {counted(len(lines) - _MOST_LINES, 'game')} more: `pbem games`."


def _waiting(row: Mapping[str, object], when: int) -> Iterator[str]:
    """What a game waits for, as far as it is to be said."""
    until = _number(row["until"])
    is_late = 0 < until < when
    if row["waits_for_you"] or is_late:
        zone = row["zone"] if isinstance(row["zone"], int) else None
        since = _number(row["since"]) if row["waits_for_you"] else 0
        mine = f"your turn ({row['to_move']})" if row["to_move"] else "your seat to take"
        yield " ".join(
            [
                mine if row["waits_for_you"] else f"{row['to_move']}",
                ", ".join(time_words(since, until, zone, when)),
            ]
        ).strip()
    if number := _number(row["proposals"]):
        yield f"{counted(number, 'proposal')} to sign"


def _command(row: Mapping[str, object], unsent: str, lacks: str, game: str) -> str:
    """What to do first."""
    if unsent:
        return f"`pbem send {game}` sends it."
    if lacks:
        return f"`pbem send {game}` asks for it."
    if row["proposals"]:
        return f"`pbem consent {game}`"
    if row["waits_for_you"]:
        return f"`pbem {'play' if row['to_move'] else 'join'} {game}`"
    return f"`pbem pace {game}`"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
