"""Before the start: an invitation that is declined or called off."""

from typing import Final

from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.joining import name_to_take
from pbem.replay.errors import NotYourTurnError
from pbem.save.errors import ChainError
from pbem.save.keys import NamedKey
from pbem.save.parting import Parting
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.text import quoted

_FILE: Final = "declined.txt"


def check_inviting(save: TrustedSave) -> None:
    """Raise NotYourTurnError `already-started` for a game that has started."""
    if save.state != INVITING:
        raise NotYourTurnError(
            "already-started",
            "the game has started already",
            "`pbem propose GAME substitute` gives the seats of a player to somebody else.",
        )


def guest_name(save: TrustedSave, key: NamedKey, player: str = "") -> str:
    """The name of a guest, who may have joined; UsageError `which-player` if it can be several."""
    for name, known in save.players.items():
        if known == key.key.public:
            return name
    return name_to_take(save, key, player)


def check_parting(save: TrustedSave, said: Parting) -> None:
    """Raise ChainError `parting-unfit` unless it is by the host, or about a guest who may say it.

    A guest who has joined has a key; before that nobody can tell who writes in their name.
    """
    if said.by == save.genesis.host_key:
        return
    known = save.players.get(said.player)
    if said.player not in save.genesis.players or known not in (None, said.by):
        raise ChainError(
            "parting-unfit", f"it does not come from {quoted(said.player)}, of whom it speaks"
        )


def note_declined(home: Home, ref: GameRef, player: str) -> None:
    """Remember that a guest does not want to play."""
    names = {*declined(home, ref), player}
    data = "".join(f"{name}\n" for name in sorted(names))
    write_atomic(home.game_store.folder(ref) / _FILE, data.encode(), mode=0o600)
    home.game_store.mark(ref)


def declined(home: Home, ref: GameRef) -> tuple[str, ...]:
    """Those who have said that they do not want to play."""
    path = home.game_store.folder(ref) / _FILE
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else ()
