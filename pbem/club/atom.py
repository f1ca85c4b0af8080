"""The feed of a club: the turns that were closed last, as RFC 4287 wants it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from pbem.club.model import ClubGame, ClubTurn
from pbem.club.pages import FEED, folder_of, turn_file
from pbem.text import plain

MOST_ENTRIES: Final = 50


def feed_of(club: str, url: str, turns: Iterable[tuple[ClubGame, ClubTurn]]) -> bytes:
    """The feed of turns, the newest first; url: of the site, with a slash at its end, or "".

    Its time is that of its newest turn, so the same turns give the same bytes.
    """
    rows = tuple(turns)
    newest = max((turn.closed for _, turn in rows), default=0)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{_text(url + FEED if url else 'urn:pbem:club:' + quote(plain(club)))}</id>",
        f"<title>{_text(club)}</title>",
        f"<updated>{_moment(newest)}</updated>",
        f"<author><name>{_text(club)}</name></author>",
        f'<link rel="self" href={_quoted(f"{url}{FEED}")}/>',
        f'<link rel="alternate" type="text/html" href={_quoted(f"{url}index.html")}/>',
    ]
    for game, turn in rows:
        page = f"{url}{folder_of(game)}/{turn_file(turn.number)}"
        title = f"{game.name}: {turn.nation} ({turn.player}), round {turn.round}"
        lines += [
            "<entry>",
            # By the record that ended it: a turn that is taken back and played again is another.
            f"<id>urn:pbem:turn:{game.page}:{turn.head}</id>",
            f"<title>{_text(title)}</title>",
            f"<updated>{_moment(turn.closed)}</updated>",
            f'<link rel="alternate" type="text/html" href={_quoted(page)}/>',
            f"<summary>{_text(turn.text or title)}</summary>",
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""]).encode()


def _text(text: str) -> str:
    """As the content of an element; `plain` leaves no character that XML forbids."""
    return escape(plain(text, lines=True))


def _quoted(text: str) -> str:
    return quoteattr(plain(text))


def _moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
