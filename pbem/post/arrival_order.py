"""In which order mails are read: of each game the newest turn first.

A fresh home, or one that was away for long, finds every turn of a game in its mailbox. Whoever has
the newest knows all others; so they are recognised and not verified once more.
"""

from collections.abc import Iterable, Iterator

from pbem.mail.compose import MailKind
from pbem.mail.mime import header_text, parse_headers
from pbem.mail.source import Incoming, Oversized

_MOST_HELD = 64 * 1024 * 1024
"""Bytes of mail that are held at a time."""


def newest_first(mails: Iterable[Incoming | Oversized]) -> Iterator[Incoming | Oversized]:
    """The same mails, in which the newest turn of each game comes before its other mails.

    mails: the oldest first.  What their headers say decides on the order and on nothing else.
    """
    held: list[Incoming | Oversized] = []
    size = 0
    for mail in mails:
        held.append(mail)
        size += len(mail.raw) if isinstance(mail, Incoming) else 0
        if size > _MOST_HELD:
            yield from _ordered(held)
            held, size = [], 0
    yield from _ordered(held)


def _ordered(mails: list[Incoming | Oversized]) -> Iterator[Incoming | Oversized]:
    about = [_game_and_kind(mail) for mail in mails]
    newest = {game: number for number, (game, kind) in enumerate(about) if kind == MailKind.TURN}
    early: set[int] = set()
    for number, mail in enumerate(mails):
        first = newest.pop(about[number][0], number)
        if first != number:
            early.add(first)
            yield mails[first]
        if number not in early:
            yield mail


def _game_and_kind(mail: Incoming | Oversized) -> tuple[str, str]:
    if isinstance(mail, Oversized):
        return "", ""
    headers, _ = parse_headers(mail.raw)
    return header_text(headers, "x-pbem-game"), header_text(headers, "x-pbem-kind")
