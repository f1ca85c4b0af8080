"""Receiving: mail in, verified saves filed, games started when the last answer is there."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from pbem.agreements.agree import enact_complete, waiting
from pbem.home import Home
from pbem.lobby.table import start_if_ready
from pbem.mail.connect import open_source
from pbem.mail.extract import ReadMail, extract
from pbem.mail.source import Oversized
from pbem.post.agreements import post_agreement
from pbem.post.intake import Kind, News, is_ours, refused, take_in, whose
from pbem.post.outgoing import post_start
from pbem.replay import notice_of, read_position
from pbem.save.armour import unarmour
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.trust import INVITING, TrustedSave
from pbem.text import quoted
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
            news += take_in_mail(home, incoming.raw)
            # Only now: a crash before this line finds the mail again, and filing twice is harmless.
            source.ack(incoming.uid)
    return news


def take_in_mail(home: Home, raw: bytes) -> list[News]:
    """Take in everything that a mail holds; what looks like a save and is damaged is news too."""
    damaged: list[News] = []

    def armoured(text: str) -> bytes | None:
        try:
            return unarmour(text)
        except SaveError as error:
            if error.code != "armour-missing":
                damaged.append(refused(error))
            return None

    found = extract(raw, is_save=is_ours, unarmour=armoured)
    news = list(take_in(home, [candidate.data for candidate in found.saves]))
    # A mail has its text twice, as text and as HTML; a save that was found makes up for both.
    news = news or list(dict.fromkeys(damaged))
    return [
        replace(entry, text=f"{entry.text} ({_which_mail(found)})")
        if entry.kind is Kind.REFUSED
        else entry
        for entry in news
    ]


def _which_mail(mail: ReadMail) -> str:
    """A mail in words, for the player to look at; its texts are harmless but prove nothing."""
    words = [f"the mail {quoted(mail.subject)}" if mail.subject else "a mail without a subject"]
    words += [f"from {mail.sender}"] if mail.sender else []
    words += [f"of {mail.date}"] if mail.date else []
    return " ".join(words)


def start_games(home: Home, key_of: Callable[[], NamedKey], when: int) -> list[News]:
    """Start the games that this player hosts and that all have joined now, and mail the start.

    Looks at all games and not only at those in the news: a crash, or a wrong passphrase, can come
    between the last answer and the start.
    """
    identity = home.identity()
    started: list[News] = []
    for game in home.shelf.games() if identity is not None else ():
        try:
            save = home.shelf.load(game, home.keyring())
        except SaveError:
            continue  # `pbem games` and `pbem verify` say what is wrong with it
        if save is None or identity is None or not _is_ready(save, identity[1]):
            continue
        key = key_of()
        running = start_if_ready(home, save, key, when)
        if running is None:
            continue
        position = read_position(running)
        if home.config.mail is not None:
            post_start(home, position, key, when)
        turn = whose(running, position.nation)
        text = f"{save.genesis.name}: everybody has joined, the game has started; {turn}"
        started.append(News(Kind.TURN, text, game.hex(), save.genesis.name, position.nation))
    return started


def enact_agreed(home: Home, key_of: Callable[[], NamedKey], when: int) -> list[News]:
    """Put into their games what everybody has consented to and this player may, and mail it.

    Looks at all games and not only at those in the news: a crash, or a wrong passphrase, can come
    between the last consent and this.
    """
    identity = home.identity()
    done: list[News] = []
    for game in home.shelf.games() if identity is not None else ():
        try:
            save = home.shelf.load(game, home.keyring())
        except SaveError:
            continue
        if save is None or identity is None or identity[1] not in save.players.values():
            continue
        if not any(not one.missing for one in waiting(home, save)):
            continue
        key = key_of()
        position = enact_complete(home, save, key, when)
        if position is None:
            continue
        if home.config.mail is not None:
            post_agreement(home, position, key, when)
        agreed = position.save.entries[-1].agreed
        said = (
            str(notice_of(position.save, agreed, len(save.entries), position.definition))
            if agreed is not None
            else ""
        )
        text = f"{save.genesis.name}: {said}; {whose(position.save, position.nation)}"
        done.append(News(Kind.TURN, text, game.hex(), save.genesis.name, position.nation))
    return done


def _is_ready(save: TrustedSave, public: bytes) -> bool:
    return (
        save.state == INVITING
        and save.genesis.host_key == public
        and all(player in save.players for player in save.seats.values())
    )
