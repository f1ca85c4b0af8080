"""Turns that are closed at the dice authority and have not come: found before anybody is late.

While a game with a pace waits for another player, its home asks the authority now and then whether
that turn is closed.  If so, its mail is lost or was never sent: the player is told, and the home
says at the authority how much of the game it has.  Their time then begins when they last lacked the
turn, by a clock that everybody believes (ADR 0056 and 0084).
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pbem.files import write_atomic
from pbem.lobby.authority import heard_of_turn, say_here
from pbem.post.news import News, NewsKind, news_of
from pbem.post.open_cache import OpenedGames
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.status_cache import KnownRows

_ASKED: Final = "asked"
"""The file in the folder of a game that says when its dice authority was asked last."""
_AGAIN: Final = 6 * 60 * 60
"""Seconds between two such questions about a game."""


def look_for_withheld(
    games: OpenedGames, key_of: Callable[[], NamedKey], when: int
) -> Iterator[News]:
    """Tell of each turn that is closed and not here, and say so at the dice authority.

    key_of: asks for the player's key; called only when something is lacking.
    """
    store = games.home.game_store
    known = KnownRows(games.home.root)
    for ref in store.games():
        row = known.recall(ref.folder_name)
        if row is not None and not (row["until"] and row["to_move"] and not row["waits_for_you"]):
            continue
        if store.is_guest(ref) or not _is_time(store.folder(ref) / _ASKED, when):
            continue
        save = _waiting_for_another(games, ref)
        if save is not None:
            yield from _asked(games, save, key_of, when)


def _is_time(path: Path, when: int) -> bool:
    """Whether the last question is long ago; if so, this one is noted."""
    try:
        last = int(path.read_bytes()[:20])
    except (OSError, ValueError):
        last = 0
    if last <= when < last + _AGAIN:
        return False
    write_atomic(path, str(when).encode(), mode=0o600)
    return True


def _waiting_for_another(games: OpenedGames, ref: GameRef) -> TrustedSave | None:
    """The save of a game with a pace that the player is in and that waits for another one."""
    identity = games.home.identity()
    if identity is None or not games.home.game_store.holds(ref, identity[1]):
        return None  # of a game that is only watched, and a club watches a thousand
    try:
        save = games.save(ref)
    except SaveError:
        return None  # `pbem games` says what is wrong with it
    if save is None or save.genesis.pace is None or save.state != PLAYING:
        return None
    mover = games.position(save).mover
    is_in = identity[1] in save.players.values()
    return save if mover and is_in and save.holder_key(mover) != identity[1] else None


def _asked(
    games: OpenedGames, save: TrustedSave, key_of: Callable[[], NamedKey], when: int
) -> Iterator[News]:
    home, mover = games.home, games.position(save).mover
    if not any(one.closed for one in heard_of_turn(home, save, mover, when)):
        return
    player = save.seats.get(mover) or ""
    text = (
        f"{save.genesis.name}: {mover} ({player}) have ended turn {save.next_turn}, by the dice "
        f"authority, and it has not come. `pbem send {home.handle(save)}` asks for it"
    )
    try:
        say_here(home, save, key_of(), when)
        text += "; your time does not run before it is here."
    except SaveError:
        text += "."
    yield news_of(save, NewsKind.LACKING, text)
