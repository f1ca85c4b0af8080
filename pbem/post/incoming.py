"""Receiving mail: what is in it is verified and filed."""

import logging
import traceback
from datetime import UTC, datetime
from email.utils import parseaddr, parsedate_to_datetime

from engine.values import replace
from pbem import VERSION
from pbem.log import LOG
from pbem.mail.aside import put_aside
from pbem.mail.bounce import read_bounces
from pbem.mail.connect import open_source
from pbem.mail.errors import MailError
from pbem.mail.extract import ReadMail, extract
from pbem.mail.source import Oversized
from pbem.post.arrival_order import newest_first
from pbem.post.intake import Post, is_ours, take_in
from pbem.post.letter import outbox_of
from pbem.post.news import News, NewsKind, refused
from pbem.post.open_cache import OpenedGames
from pbem.post.proposals_in import take_in_early
from pbem.post.seen_mail import note_mail
from pbem.save import format as container
from pbem.save.armour import unarmour
from pbem.save.errors import SaveError
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.versions import is_newer, update_command

_USUAL = (NewsKind.CARD, NewsKind.SEEN)
"""News that changes nothing."""
_COMPANIONS = (".card", ".ics", ".png", ".html")
"""How the names of what comes along with a save end."""


def receive(games: OpenedGames, when: int) -> list[News]:
    """Take in all mail that has come; each mail is confirmed only when its content is filed.

    Raises UsageError without an incoming mailbox, MailError when it cannot be reached.
    """
    mail = games.home.config.mail
    if mail is None or mail.incoming is None:
        raise UsageError(
            "mail-not-configured",
            "No incoming mail is configured.",
            "Set it up with `pbem mail setup` (`pbem help mail`), or name the files to take in.",
        )
    news: list[News] = []
    told: list[News] = []
    today = datetime.fromtimestamp(when, UTC).date()
    with open_source(mail.incoming, today) as source:
        for incoming in newest_first(source.receive()):
            if isinstance(incoming, Oversized):
                text = f"a mail of {incoming.size} bytes was left in the mailbox: it is too large"
                news.append(News(NewsKind.REFUSED, text, code="mail-too-large", exit_code=1))
                continue
            # Who sends ten mails with a newer program is named once.
            found = [one for one in _take_in_or_put_aside(games, incoming.raw) if one not in told]
            told += [one for one in found if one.kind is NewsKind.VERSION]
            for one in found:
                level = logging.DEBUG if one.kind in _USUAL else logging.INFO
                LOG.log(level, "a mail of %d bytes: %s", len(incoming.raw), one.text)
            if not found:
                LOG.debug("a mail of %d bytes: nothing of ours", len(incoming.raw))
            news += found
            # Only now: after a crash before this the mail comes again; filing twice is harmless.
            source.ack(incoming.uid)
    return [*news, *take_in_early(games)]


def _take_in_or_put_aside(games: OpenedGames, raw: bytes) -> list[News]:
    """Take in a mail; one that breaks the program is put aside, or it would end every `fetch`.

    What is wrong with this player's own files or settings is raised: the mail then waits.
    """
    try:
        return _came_back(games, raw) or take_in_mail(games, raw)
    except (OSError, MailError, SaveError, UsageError):
        raise
    except Exception as error:  # a bug in this program, whatever it may be
        reason = "".join(traceback.format_exception(error))
        path = put_aside(games.home.aside_path, raw, reason)
        text = (
            f"refused: a mail could not be read because of a bug in pbem "
            f"({type(error).__name__}); it is kept as {path}"
        )
        return [News(NewsKind.REFUSED, text, code="mail-unreadable", exit_code=1)]


def _came_back(games: OpenedGames, raw: bytes) -> list[News]:
    """What a report says that a mail of this player could not be delivered; [] for other mail."""
    news: list[News] = []
    for bounce in read_bounces(raw):
        why = bounce.refusal()
        entry = outbox_of(games.home).came_back(bounce.key, bounce.recipient, why)
        if entry is not None:
            again = f"`pbem send {entry.game_id[:8]} --again {entry.key[:8]}`"
            text = (
                f"your mail to {bounce.recipient} came back: {why.words}. When that is "
                f"mended, {again} sends it once more"
            )
            news.append(News(NewsKind.REFUSED, text, code="mail-came-back", exit_code=9))
    return news


def take_in_mail(games: OpenedGames, raw: bytes, file: str = "") -> list[News]:
    """Take in everything that a mail holds; a damaged save is news too.

    file: the mail is in this file, which the player has named.
    """
    damaged: list[News] = []

    def armoured(text: str) -> bytes | None:
        try:
            return unarmour(text)
        except SaveError as error:
            if error.code != "armour-missing":
                damaged.append(refused(error))
            return None

    found = extract(raw, is_save=is_ours, unarmour=armoured)
    post = Post(is_mail=not file, sender=file or found.sender, written=_written(found.date))
    # What only has the name of a save, in a mail of ours, was put there on the way: see below.
    saves = [one.data for one in found.saves if is_ours(one.data) or not found.game]
    news = list(take_in(games, saves, post))
    if not file:
        note_mail(games, found, post.written)
    # A mail has its text twice, as text and as HTML; a save that was found makes up for both.
    news = news or list(dict.fromkeys(damaged))
    if found.game and not damaged and all(map(_is_card, saves)):
        news = [*news, _without_save(found)]
    elif file and not news and found.problems:
        # Of what strangers send nobody needs to hear; this file the player has named.
        text = f"refused: no save was found. {found.problems[0]}"
        news = [News(NewsKind.REFUSED, text, code="mail-too-nested", exit_code=1)]
    if not file and _is_own(games, found) and all(one.kind in _USUAL for one in news):
        return []  # the copy that this player sends to their other computers
    if found.game and is_newer(found.version):
        news = [*news, _newer(found)]
    return [
        replace(entry, text=f"{entry.text} ({_which_mail(found)})")
        if entry.kind is NewsKind.REFUSED
        else entry
        for entry in news
    ]


def _is_own(games: OpenedGames, mail: ReadMail) -> bool:
    """Whether a mail says that this player has written it."""
    settings = games.home.config.mail
    address = parseaddr(mail.sender)[1].casefold()
    return settings is not None and address == settings.me.mail.casefold()


def _newer(mail: ReadMail) -> News:
    """That somebody plays with a newer program: better updated now than when a turn is refused."""
    text = (
        f"{mail.sender or 'its sender'} plays with pbem {mail.version}, which is newer than yours "
        f"({VERSION}). Update it before your turn: {update_command()}"
    )
    return News(NewsKind.VERSION, text, code="newer-version")


def _written(date: str) -> int:
    """The date of a mail in Unix seconds; 0 where it has none that can be read."""
    try:
        return int(parsedate_to_datetime(date).timestamp())
    except (ValueError, TypeError, OverflowError, OSError):
        return 0


def _is_card(data: bytes) -> bool:
    """Whether a file is an address card: these come along with every save and replace none."""
    try:
        return container.kind_of(data) == container.CARD
    except SaveError:
        return False


def _without_save(mail: ReadMail) -> News:
    """A mail of pbem always has a save, an answer or a proposal: say why it is not there."""
    reason, code = _why_missing(mail)
    text = (
        f"refused: a mail of the game {mail.game[:8]} came without its save: {reason}. Ask its "
        f"sender for the save in another way: `pbem send {mail.game[:8]}` mails it again, and "
        f"`pbem export {mail.game[:8]} --armour` writes it as text that filters leave alone"
    )
    return News(NewsKind.REFUSED, text, code=code, exit_code=1)


def _why_missing(mail: ReadMail) -> tuple[str, str]:
    """The reason as the middle of a sentence, and its code."""
    if not mail.is_whole:
        return "the end of the mail was lost on the way", "mail-cut-off"
    if mail.problems:
        first = mail.problems[0].rstrip(".")
        return first[:1].lower() + first[1:], "mail-too-nested"
    empty = [file.name for file in mail.files if not file.size]
    if empty:
        return f"the attachment {quoted(empty[0])} is empty", "mail-without-save"
    replaced = [file.name for file in mail.files if file.name.endswith(".pbem")]
    if replaced:
        why = f"what is in {quoted(replaced[0])} is no save: somebody on the way changed it"
        return why, "mail-without-save"
    others = [file.name for file in mail.files if not file.name.endswith(_COMPANIONS)]
    if others:
        names = ", ".join(map(quoted, others[:3]))
        return f"somebody on the way put {names} in its place", "mail-without-save"
    return "somebody on the way took the attachment out", "mail-without-save"


def _which_mail(mail: ReadMail) -> str:
    """A mail in words, for the player to look at; its texts are harmless but prove nothing."""
    words = [f"the mail {quoted(mail.subject)}" if mail.subject else "a mail without a subject"]
    words += [f"from {mail.sender}"] if mail.sender else []
    words += [f"of {mail.date}"] if mail.date else []
    return " ".join(words)
