"""Games of strangers: anybody who knows an address can mail any number of them.

They are verified, listed and shown when asked for, but not replayed by themselves, and only so many
are kept.  A game stops being one of strangers when the player signs something in it, or takes it in
as a file.
"""

from pbem.home import Home
from pbem.save import format as container
from pbem.save.chain import genesis_head
from pbem.save.errors import NotASaveError
from pbem.save.record_parts import take_apart
from pbem.save.shelf import GameRef, Origin, Standing, ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted

MOST_GAMES = 50
"""Games of strangers that are kept."""
MOST_BYTES = 1024 * 1024
"""Size of a save of strangers; a long game with a map of its own is far smaller."""


def check_size(home: Home, data: bytes) -> None:
    """Refuse a large save of strangers before it is verified.

    Raises NotASaveError `stranger-too-large`, and as `container.parse` does.
    """
    if len(data) <= MOST_BYTES:
        return
    genesis = genesis_head(
        take_apart(container.parse(data, container.SAVE).records[0], is_first=True).envelope.body
    )
    ref = home.game_store.game_founded_by(genesis)
    if ref is None or home.game_store.is_guest(ref):
        raise NotASaveError(
            "stranger-too-large",
            f"it is a game of strangers with {len(data)} bytes; at most {MOST_BYTES} are taken "
            "from a mail",
            "If you want it, save the file from the mail and name it: `pbem fetch FILE`.",
        )


def origin_of(home: Home, save: TrustedSave, sender: str) -> Origin:
    """How a save that came by mail is to be kept; sender: who the mail says has sent it.

    Raises NotASaveError `too-many-strangers` when there is no room for another game.
    """
    words = f"came by mail from {sender}" if sender else "came by mail"
    identity = home.identity()
    if identity is not None and has_taken_part(save, identity[1]):
        return Origin(Standing.OWN, words)
    games = home.game_store.games()
    if ref_of(save) not in games and _guests(home, games) >= MOST_GAMES:
        raise NotASaveError(
            "too-many-strangers",
            f"you have {counted(MOST_GAMES, 'game')} of strangers already",
            "Drop some with `pbem forget`, or save the file from the mail and name it: `pbem fetch "
            "FILE`.",
        )
    return Origin(Standing.GUEST, words)


def has_taken_part(save: TrustedSave, key: bytes) -> bool:
    """Whether a key has signed anything in a game: to be named in it is not enough."""
    return any(
        entry.signer == key
        or (
            entry.agreement is not None
            and key
            in (entry.agreement.proposal.proposer, *(one.by for one in entry.agreement.consents))
        )
        for entry in save.entries
    )


def _guests(home: Home, games: tuple[GameRef, ...]) -> int:
    return sum(home.game_store.is_guest(ref) for ref in games)
