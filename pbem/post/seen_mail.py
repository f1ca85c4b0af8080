"""What the headers of a mail say of its writer: how much of the game they have.

Only a mail from the address of a player or an observer counts, and no more than
`pbem.post.who_has` says.
"""

from email.utils import parseaddr

from pbem.home import Home
from pbem.mail.compose import MailKind
from pbem.mail.extract import ReadMail
from pbem.post.had import closed_turns
from pbem.post.letter import known_addresses, watchers
from pbem.post.open_cache import Behind, OpenedGames
from pbem.post.who_has import Has, WhoHas
from pbem.save.errors import SaveError
from pbem.save.shelf import GameRef, ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave


def note_mail(games: OpenedGames, mail: ReadMail, written: int) -> None:
    """Keep what a mail says that its writer has; who has less is answered (`pbem.post.behind`).

    written: when the mail says that it was written, Unix seconds, 0 for not at all.
    """
    turns, head = mail.knows
    if not head or not mail.game:
        return
    for ref in games.home.game_store.games():
        save = _played(games, ref) if ref.game.hex() == mail.game else None
        if save is None:
            continue
        name = player_at(games.home, save, mail.sender) or _observer_at(games.home, save, mail)
        if not name:
            continue
        letter = mail.head if mail.kind == MailKind.OTHER else ""
        who = WhoHas(games.home.game_store.folder(ref))
        who.note(name, Has(turns, head, written), letter)
        if (turns, head) == closed_turns(save):
            who.note_came(head, written)
        if turns < closed_turns(save)[0]:
            found = [entry.index for entry in save.entries if entry.head.hex().startswith(head)]
            games.behind += [Behind(ref, at + 1, mail.sender, written) for at in found]


def player_at(home: Home, save: TrustedSave, sender: str) -> str:
    """The player to whom the address of a mail belongs, by the card that they have signed; "" for
    nobody."""
    address = parseaddr(sender)[1].casefold()
    known = known_addresses(home, save)
    found = (name for name, one in known.items() if one.casefold() == address)
    return next((name for name in found if name in save.players), "")


def _observer_at(home: Home, save: TrustedSave, mail: ReadMail) -> str:
    """The address of the observer to whom that of a mail belongs, no player's name; "" for
    nobody."""
    address = parseaddr(mail.sender)[1].casefold()
    known = (one.mail for one in watchers(home, save))
    return next((one for one in known if one.casefold() == address), "")


def is_known_letter(home: Home, save: TrustedSave, identity: str) -> bool:
    """Whether a mail of somebody else has brought a letter that several might write."""
    return identity in WhoHas(home.game_store.folder(ref_of(save))).letters


def _played(games: OpenedGames, ref: GameRef) -> TrustedSave | None:
    """The save of a game of the player's own that has started; None for any other."""
    if games.home.game_store.is_guest(ref):
        return None
    try:
        save = games.save(ref)
    except SaveError:
        return None
    return save if save is not None and save.state == PLAYING else None
