"""Receiving: mail in, verified saves filed, games started when the last answer is there."""

from collections.abc import Callable
from datetime import UTC, datetime

from pbem.home import Home
from pbem.mail.connect import open_source
from pbem.mail.extract import extract
from pbem.mail.source import Oversized
from pbem.save.armour import unarmour
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.trust import PLAYING
from pbem.turn.intake import Kind, News, is_ours, take_in
from pbem.turn.post import post_start
from pbem.turn.reading import read_position
from pbem.turn.table import start_if_ready
from pbem.usage import UsageError


def receive(home: Home, when: int) -> list[News]:
    """Take in all mail that has come; each mail is confirmed only when its content is filed.

    Raises UsageError without an incoming mailbox, MailError when it cannot be reached.
    """
    mail = home.config.mail
    if mail is None or mail.incoming is None:
        raise UsageError(
            "mail-not-configured",
            "No incoming mail is configured.",
            "Write [mail.incoming] into config.toml (docs/mail.md), or name the files to take in.",
        )
    news: list[News] = []
    today = datetime.fromtimestamp(when, UTC).date()
    with open_source(mail.incoming, today) as source:
        for incoming in source.receive():
            if isinstance(incoming, Oversized):
                text = f"a mail of {incoming.size} bytes was left where it is: it is too large"
                news.append(News(Kind.REFUSED, text, code="mail-too-large", exit_code=1))
                continue
            found = extract(incoming.raw, is_save=is_ours, unarmour=_armoured)
            news += take_in(home, [candidate.data for candidate in found.saves])
            # Only now: a crash before this line finds the mail again, and filing twice is harmless.
            source.ack(incoming.uid)
    return news


def _armoured(text: str) -> bytes | None:
    try:
        return unarmour(text)
    except SaveError:
        return None


def start_games(
    home: Home, news: list[News], key_of: Callable[[], NamedKey], when: int
) -> list[News]:
    """Start the games that this player hosts and that all have joined now, and mail the start."""
    answered = {entry.game for entry in news if entry.kind is Kind.ANSWER}
    started: list[News] = []
    for game in sorted(answered):
        save = home.shelf.load(bytes.fromhex(game), home.keyring())
        ready = save is not None and all(name in save.players for name in save.seats.values())
        if save is None or save.state == PLAYING or not ready:
            continue
        key = key_of()
        running = start_if_ready(home, save, key, when)
        if running is None:
            continue
        position = read_position(running)
        if home.config.mail is not None:
            post_start(home, position, key, when)
        text = f"{save.genesis.name}: everybody has joined, the game has started"
        started.append(News(Kind.TURN, text, game, save.genesis.name, position.nation))
    return started
