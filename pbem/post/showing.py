"""A player's turn, shown to the others before it is over: by mail, and in the forum (ADR 0081).

What is shown is what has been signed, and its dice: showing signs the orders given so far.
"""

from collections.abc import Iterator
from typing import Final

from pbem.forum.model import ForumError
from pbem.forum.posting import PostingClock, PostLog
from pbem.home import Home
from pbem.mail.compose import MailKind
from pbem.mail.errors import MailError
from pbem.play.session import Session
from pbem.post.delivery_words import mail_lines
from pbem.post.dispatch import mails_by_head
from pbem.post.forum import log_of, mark_at, post_save
from pbem.post.letter import PostResult, post_letter, recipients
from pbem.post.outgoing import turn_letter
from pbem.replay import Position
from pbem.replay.errors import NotYourTurnError
from pbem.save.keys import NamedKey
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain
from pbem.usage import UsageError

_BATTLES: Final = ("battle", "combat")
"""The phases in which battles are fought."""


def post_so_far(home: Home, position: Position, key: NamedKey, when: int) -> PostResult:
    """Mail the turn under way to all others, marked as one that is not over.

    Raises NotYourTurnError when nothing of it is signed.
    """
    turn = position.open_turn
    if turn is None:
        raise NotYourTurnError(
            "nothing-to-show",
            f"nothing of the turn of {position.mover} is signed yet",
            "Play on with `pbem play`.",
        )
    save = position.save
    game = save.genesis.game.hex()[:8]
    how_to = (
        "Nothing waits for you: the turn goes on, and comes once more when it is over.",
        "pbem fetch",
        f"pbem summary {game} --so-far",
    )
    letter = turn_letter(home, position, turn, MailKind.SO_FAR, how_to)
    return post_letter(home, save, key, when, letter, recipients(home, save, key))


def show_battles(home: Home, session: Session, key: NamedKey, when: int) -> Iterator[str]:
    """Show the turn where the player's settings say so and its battles have just been fought.

    A sentence for each way in which it went out; a way that fails keeps nobody from playing on.
    """
    mail, forum = home.config.mail, home.config.forum
    by_mail = mail is not None and mail.shows_battles
    by_forum = forum is not None and forum.shows_battles
    if not home.config.shows_battles or not has_fought(session):
        return
    log = log_of(home, session.save) if by_forum else None
    to_mail = by_mail and not _is_mailed(home, session.save)
    to_post = log is not None and not _is_posted(log, session.save)
    if not (to_mail or to_post):
        return
    save = session.show()
    try:
        if to_mail:
            posted = post_so_far(home, home.position(save), key, when)
            yield "The others are shown the turn so far. " + " ".join(mail_lines(posted))
    except (MailError, OSError) as error:
        yield plain(f"The turn so far was not mailed: {error}")
    try:
        if to_post and forum is not None:
            done = post_save(home, save, forum, None, PostingClock())
            yield plain(f"The turn so far is posted: {done.posted.url}")
    except (ForumError, UsageError, OSError) as error:
        yield plain(f"The turn so far was not posted: {error}")


def has_fought(session: Session) -> bool:
    """Whether battles of the turn under way are over, and the player goes on after them."""
    if session.is_over or session.waits_for or session.save.genesis.mode != "mail":
        return False
    return session.state.phase.phase not in _BATTLES and _last_fight(session.save) > 0


def _last_fight(save: TrustedSave) -> int:
    """The number of the last roll of a battle in the turn under way; 0 when there is none."""
    for entry in reversed(save.entries[save.open_index :]):
        if isinstance(entry.record, Roll) and entry.record.request.spec.phase in _BATTLES:
            return entry.index
    return 0


def _heads_since(save: TrustedSave) -> tuple[bytes, ...]:
    """The heads at which the others would have seen the last battle."""
    return tuple(entry.head for entry in save.entries[_last_fight(save) :])


def _is_mailed(home: Home, save: TrustedSave) -> bool:
    mails = mails_by_head(home)
    return any(head.hex() in mails for head in _heads_since(save))


def _is_posted(log: PostLog, save: TrustedSave) -> bool:
    return any(log.note(mark_at(save, head)) is not None for head in _heads_since(save))
