"""Letters to those who observe a game, and what comes in about them."""

from collections.abc import Sequence

from pbem.club.settings import Follows
from pbem.home import Home
from pbem.lobby.observing import change_observers, keep_observers, kept_observers
from pbem.lobby.terms import terms_of
from pbem.mail.address import Address
from pbem.post.letter import Letter, PostResult, Recipients, post_letter, watchers
from pbem.post.news import News, NewsKind, news_of
from pbem.post.open_cache import OpenedGames
from pbem.post.proposals_in import sound
from pbem.save.errors import NotASaveError
from pbem.save.keys import NamedKey
from pbem.save.observers import Observer, read_observers
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING, TrustedSave


def let_observe(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    added: Sequence[Address],
    removed: Sequence[str],
    when: int,
) -> tuple[tuple[Observer, ...], PostResult | None]:
    """The host changes who observes a game, and writes to those who are new.

    The others get the list with the next mail of the host.  Raises as `change_observers` does.
    """
    people = change_observers(home, save, key, added, removed, when)
    if not added or home.config.mail is None:
        return people, None
    game = home.handle(save)
    text = "\n".join(
        [
            f"{save.genesis.host} lets you observe {save.genesis.name}: you get each turn.",
            "",
            "pbem fetch",
            f"pbem observe {game}   # then each turn is played through and told",
            f"pbem verify {game}",
            "",
            *terms_of(save).lines(),
        ]
    )
    new = {one.mail for one in added}
    to = Recipients(tuple(one for one in watchers(home, save) if one.mail in new))
    return people, post_letter(home, save, key, when, Letter(text=text), to)


def take_observers(games: OpenedGames, data: bytes, named: list[GameRef]) -> list[News]:
    """Keep the list of observers of a game, which comes with each mail: no news when it is known.

    Raises NotASaveError `unknown-game`, and as `keep_observers` does.
    """
    ref = games.home.game_store.game_founded_by(read_observers(data).genesis)
    save = games.save(ref) if ref is not None else None
    if ref is None or save is None:
        raise NotASaveError(
            "unknown-game", "it is a list of observers of a game that you do not have", ""
        )
    named.append(ref)
    name = save.genesis.name
    is_new = keep_observers(games.home, save, data)
    if games.home.game_store.is_guest(ref) and _may_follow(games, save):
        games.home.game_store.own(ref)
        return [news_of(save, NewsKind.OBSERVERS, f"{name}: the club follows it from now on.")]
    if not is_new:
        return []
    people = ", ".join(one.name for one in kept_observers(games.home, save).people) or "nobody"
    return [news_of(save, NewsKind.OBSERVERS, f"{name}: {people} may observe the game now.")]


def names_me(home: Home, save: TrustedSave) -> bool:
    """Whether the host of a game has named the owner of this home as an observer."""
    mail = home.config.mail
    mine = mail.me.mail.casefold() if mail is not None else ""
    return any(one.mail.casefold() == mine for one in watchers(home, save))


def _may_follow(games: OpenedGames, save: TrustedSave) -> bool:
    """Whether this is the home of a club that follows a game of strangers without being asked.

    Its host has to want that, and to be known here or nobody has to; the moves have to be legal.
    """
    home, club = games.home, games.home.config.club
    if club is None or not names_me(home, save):
        return False
    if len(home.game_store.own_games()) >= club.games:
        return False
    if club.follows is Follows.KNOWN and not _is_known(games, save.holders.host):
        return False
    return save.state != PLAYING or games.position(save).error is None


def _is_known(games: OpenedGames, key: bytes) -> bool:
    """Whether a key is that of the host or of a player of a game that this home follows."""
    store = games.home.game_store
    for ref in store.games_that_hold(key):
        save = None if store.is_guest(ref) else sound(games, ref)
        if save is not None and key in (save.holders.host, *save.players.values()):
            return True
    return False
