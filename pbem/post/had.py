"""Since when a turn could be had, as far as this home has seen: no proof, and for this home alone.

The log says when the authority closed the turn before, and that proves a deadline. It does not say
whether the turn was ever mailed. A home knows that of its own mails, and of those of the others by
their headers; it reminds nobody, and helps to put nobody out, of a turn that they could not have.
What shows it to everybody is the word that a home gives the authority when it lacks a turn
(`pbem.post.withheld`).
"""

from pbem.home import Home
from pbem.post.who_has import HEAD_DIGITS, WhoHas
from pbem.save.records import TurnEnd
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave


def closed_turns(save: TrustedSave) -> tuple[int, str]:
    """How many turns of a game are closed, and 40 hex digits of the head after the last of them;
    (0, "") for a game that has not started."""
    if save.state != PLAYING:
        return 0, ""
    number = sum(isinstance(entry.record, TurnEnd) for entry in save.entries)
    return number, save.entries[save.open_index - 1].head.hex()[:HEAD_DIGITS]


def had_since(home: Home, save: TrustedSave, when: int) -> int:
    """Since when others could have the turn under way, Unix seconds; 0 where no mail tells.

    when: now, which is also the answer while the player's own turn before it is not sent.
    """
    if save.state != PLAYING:
        return 0
    came = WhoHas(home.game_store.folder(ref_of(save))).came.get(closed_turns(save)[1], 0)
    if came:
        return min(came, when)
    closed, identity = save.entries[save.open_index - 1], home.identity()
    is_mine = identity is not None and closed.signer == identity[1]
    goes_by_mail = home.config.mail is not None and home.config.mail.outgoing is not None
    is_alone = len(set(save.players.values())) < 2
    is_waiting = isinstance(closed.record, TurnEnd) and is_mine and goes_by_mail and not is_alone
    return when if is_waiting else 0
