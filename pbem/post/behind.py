"""Players who lack turns that are here: found by the mails that they write, and sent the newest.

Whoever mails an older save long after the turns behind it were closed has not got them, and neither
has whoever says so in the headers of another mail. The answer
goes out by itself, once for each newest save, and only to the address of a card that the player has
signed: what a mail says of its sender and its date decides no more than whether it is sent.
"""

from collections.abc import Callable, Iterator

from pbem.mail.transport import Delivery
from pbem.post.letter import (
    Letter,
    PostResult,
    only,
    outbox_of,
    own_name,
    post_letter,
)
from pbem.post.news import News, NewsKind, news_of
from pbem.post.open_cache import Behind, OpenedGames
from pbem.post.seen_mail import player_at
from pbem.save.keys import NamedKey
from pbem.save.records import TurnEnd
from pbem.save.so_far import before_turn
from pbem.save.trusted_save import PLAYING, TrustedSave

_CROSSED = 60 * 60
"""Seconds: a mail that was written so soon after a turn was closed may have crossed that turn's."""


def answer_those_behind(
    games: OpenedGames, key_of: Callable[[], NamedKey], when: int
) -> Iterator[News]:
    """Mail the newest save to each player whose mails of this run show that they lack turns.

    key_of: asks for the player's key; called only when somebody is answered.
    """
    mail = games.home.config.mail
    if mail is None or mail.outgoing is None:
        return
    for one in dict.fromkeys(games.behind):
        save = games.save(one.ref)
        if save is None or save.state != PLAYING or not _lacks(save, one):
            continue
        found = _player(games, save, one)
        if found:
            yield from _answered(games, save, found, one, key_of(), when)
    games.behind.clear()


def _lacks(save: TrustedSave, one: Behind) -> bool:
    """Whether turns were closed after the end of that save, well before its mail was written."""
    ends = (entry.record for entry in save.entries[one.records :])
    first = next((end for end in ends if isinstance(end, TurnEnd)), None)
    return first is not None and one.written > first.end.time + _CROSSED


def _player(games: OpenedGames, save: TrustedSave, one: Behind) -> str:
    """The player who wrote the mail; "" for a stranger, and for one who has played on since."""
    name = player_at(games.home, save, one.sender)
    key = save.players.get(name)
    return "" if any(entry.signer == key for entry in save.entries[one.records :]) else name


def _answered(
    games: OpenedGames, save: TrustedSave, name: str, one: Behind, key: NamedKey, when: int
) -> Iterator[News]:
    """Mail what is lacking, once; never a turn of one's own that is not over."""
    if own_name(save, key) == name:
        return
    game, closed = save.genesis.game.hex()[:8], save.entries[save.open_index - 1]
    ends = [entry for entry in save.entries[: one.records] if isinstance(entry.record, TurnEnd)]
    turn = len(ends) + 1
    lines = [
        f"{save.genesis.name}: you lack turn {turn}.",
        "",
        "Your mail came with an older save than there is; the mail with the newer one may be lost.",
        "The newest is attached.",
        "",
        "HOW TO GO ON",
        "  pbem fetch",
        f"  pbem status {game}",
    ]
    letter = Letter(text="\n".join(lines), attached=before_turn(save), identity=closed.head.hex())
    known = {entry.key for entry in outbox_of(games.home).entries()}
    posted = post_letter(games.home, save, key, when, letter, only(games.home, save, name))
    for entry in posted.entries:
        if entry.key not in known:
            text = f"{save.genesis.name}: {name} lacks turn {turn}: {_state(posted)}."
            yield news_of(save, NewsKind.SENT, text)


def _state(posted: PostResult) -> str:
    """What became of the mail, in a few words."""
    entries = posted.report.entries if posted.report is not None else posted.entries
    waits = any(entry.with_delivery(Delivery.PENDING) for entry in entries)
    return "not sent yet" if waits or posted.report is None or posted.report.error else "sent"
