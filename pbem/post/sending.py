"""What goes out once more, or at last: the newest of a game, and what has become of its mails."""

import hashlib
from collections.abc import Iterator
from typing import Final

from engine.values import dataclass
from pbem.home import Home
from pbem.lobby.authority import heard_of_turn
from pbem.mail.eml import EML
from pbem.mail.entry import OutboxEntry
from pbem.mail.transport import Delivery
from pbem.post.agreements import post_agreement
from pbem.post.dispatch import head_to_send
from pbem.post.had import closed_turns
from pbem.post.letter import (
    Letter,
    PostResult,
    outbox_of,
    own_name,
    post_letter,
    recipients,
)
from pbem.post.outgoing import post_invitations, post_position
from pbem.post.who_has import lacking
from pbem.replay import Position, read_position
from pbem.replay.errors import NotYourTurnError
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave

_DAY: Final = 86_400
_TRIED_AGAIN: Final = frozenset({Delivery.PENDING, Delivery.SENDING})
_WORDS: Final = {
    Delivery.PENDING: "not sent yet",
    Delivery.SENDING: "being sent",
    Delivery.SENT: "sent",
    Delivery.UNSURE: "may or may not have arrived",
    Delivery.REFUSED: "did not arrive",
}


@dataclass(frozen=True, slots=True)
class Fate:
    """What has become of a mail for one recipient.

    mail: its key.  words: the same as delivery, for people.  reason: a sentence, "" when all went
    well.  next_try: when a program that runs all the time tries again, in Unix seconds; 0 when
    nothing is tried again by itself.
    """

    mail: str
    recipient: str
    delivery: Delivery
    words: str
    reason: str
    next_try: int = 0


def hand_on(home: Home, save: TrustedSave, key: NamedKey, when: int) -> PostResult:
    """Mail the newest of a game to those who wait for it; what was sent before is not sent twice.
    Where others have turns that this home lacks, ask all for them instead.

    Raises NotYourTurnError in the middle of one's own turn, and what is wrong with the save.
    """
    if save.state != PLAYING:
        return post_invitations(home, save, key, when)
    if _lacks_turns(home, save, key, when):
        return _ask_for_turns(home, save, key, when)
    position = to_hand_on(save, key.key.public)
    if save.entries[-1].kind == "agreement":
        return post_agreement(home, position, key, when)
    return post_position(home, position, key, when)


def _lacks_turns(home: Home, save: TrustedSave, key: NamedKey, when: int) -> bool:
    """Whether others have turns of a game that this home lacks, by their mails or, in a game with a
    pace, by the dice authority."""
    if lacking(home.game_store.folder(ref_of(save)), closed_turns(save)[0]).words:
        return True
    mover = home.position(save).mover
    is_theirs = bool(mover) and save.holder_key(mover) != key.key.public
    if save.genesis.pace is None or not is_theirs:
        return False
    return any(one.closed for one in heard_of_turn(home, save, mover, when))


def _ask_for_turns(home: Home, save: TrustedSave, key: NamedKey, when: int) -> PostResult:
    """Ask all players and observers for the turns that this home lacks, once a day: whoever has
    them sees by the save of this mail what to send (`pbem.post.behind`)."""
    turns, head = closed_turns(save)
    me, game = own_name(save, key), save.genesis.game.hex()[:8]
    lines = [
        f"{me} lacks turn {turns + 1} of {save.genesis.name} and asks for it.",
        "",
        "The mail with it may be lost. Your program sends the newest when you fetch:",
        "  pbem fetch",
        f"  pbem status {game}",
    ]
    told = f"asks {me} {head} {when // _DAY}"
    identity = hashlib.sha256(told.encode()).hexdigest()
    letter = Letter(text="\n".join(lines), identity=identity)
    to = recipients(home, save, key, observers=True)
    return post_letter(home, save, key, when, letter, to)


def to_hand_on(save: TrustedSave, mine: bytes) -> Position:
    """The position of a save that can be handed on: sound, and not in the middle of one's own turn.

    In the middle of a turn it can go to another player: a defender who is asked, or back from them.
    mine: the player's public key.
    """
    position = read_position(save)
    if position.error is not None:
        raise position.error
    holder = save.holder_key(position.nation)
    is_mine = holder in (None, mine)
    if position.open_turn is not None and is_mine and save.entries[-1].kind != "agreement":
        raise NotYourTurnError(
            "turn-not-over",
            f"the turn of {position.nation} is still under way",
            "Finish it with `pbem play` first, or show the others what there is with --so-far.",
        )
    return position


def is_unmailed(home: Home, save: TrustedSave, key: NamedKey) -> bool:
    """Whether the player has signed the newest of a game for others, and no mail of it was written:
    the program was ended in between, or the disk was full."""
    if home.config.mail is None or save.state != PLAYING:
        return False
    if save.entries[-1].signer != key.key.public:
        return False
    if any(entry.head == save.head.hex() for entry in outbox_of(home).entries()):
        return False
    position = home.position(save)
    if position.error is not None:
        raise position.error
    return head_to_send(position, key.key.public) != ""


def fates(home: Home, save: TrustedSave) -> tuple[Fate, ...]:
    """What has become of the newest mail of a game, and of each that has not arrived."""
    game = save.genesis.game.hex()
    entries = [entry for entry in outbox_of(home).entries() if entry.game_id == game]
    told = [entry for entry in entries[:-1] if not entry.is_done] + entries[-1:]
    return tuple(fate for entry in told for fate in _of(entry))


def _of(entry: OutboxEntry) -> Iterator[Fate]:
    for one in entry.to_others:
        again = int(entry.next_try.timestamp()) if one.delivery in _TRIED_AGAIN else 0
        words = _WORDS[one.delivery]
        if one.delivery is Delivery.SENT and entry.via.startswith(EML):
            words = f"written to {entry.via.removeprefix(EML)}; send it with your mail program"
        yield Fate(entry.key, one.recipient, one.delivery, words, one.reason, again)
