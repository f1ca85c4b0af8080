"""The newest saves at the dice servers of this player's games, where those keep any.

What comes from there is taken in as from a mail: it proves itself or is refused. Mail goes on as
ever.

Source: docs/formats/dice-v1.md, section "Relay"; docs/adr/0105.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import convert, to_builtins

from engine.values import dataclass, replace
from pbem.dice.http import ServerClient
from pbem.dice.relay_requests import MAX_GAMES, RelayAsk
from pbem.home import Home
from pbem.lobby.observing import kept_observers
from pbem.log import LOG
from pbem.mail.errors import MailError
from pbem.post.incoming import receive
from pbem.post.intake import Post, take_in
from pbem.post.news import News, NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.post.relay_put import Relays, is_for_others, is_put, servers_of
from pbem.post.relay_seen import SeenHeads
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.status_cache import KnownRows
from pbem.usage import UsageError

_SERVERS: Final = (b"https://", b"http://")
"""A game without these has no server, and need not be opened."""
_MOST_ASKED: Final = 8
"""Of so many saves that are not here, those of the longest games; others come with the next run."""
_KEPT: Final = "here"
_Relay: TypeAlias = "tuple[ServerClient, _Here, Sequence[bytes]]"
"""A relay, what is here of a game, and the heads of what the relay has of it."""


def receive_everywhere(games: OpenedGames, key_of: Callable[[], NamedKey], when: int) -> list[News]:
    """Take in all mail, and what relays have of this player's games and is not here; put there what
    they lack.

    key_of: asks for the player's key; called only when there is something to get or to put; when:
    Unix seconds.  Raises UsageError without an incoming mailbox, MailError when it cannot be
    reached: unless a relay makes up for that.
    """
    relays = Relays()
    try:
        news = receive(games, when)
    except (MailError, UsageError) as error:
        news = _from_relays(games, key_of, relays)
        if isinstance(error, MailError) and news:
            text = f"the mailbox could not be read, and a dice server had this: {error}"
            return [*news, News(NewsKind.REFUSED, text, code=error.code, exit_code=error.exit_code)]
        if isinstance(error, MailError) or not relays.has_answered:
            raise
        return news
    return [*news, *_from_relays(games, key_of, relays)]


@dataclass(frozen=True, slots=True)
class _Here:
    """What is to be known of a game before its relays are asked, so that it need not be opened.

    servers: their addresses, none for a game that is not to be asked for; head: of its save, in
    hex; gives: whether this player puts it where it is not; is_over: whether nobody is to move.
    """

    servers: tuple[str, ...] = ()
    head: str = ""
    gives: bool = False
    is_over: bool = False


def _from_relays(games: OpenedGames, key_of: Callable[[], NamedKey], relays: Relays) -> list[News]:
    news: list[News] = []
    store = games.home.game_store
    known = _known(games)
    at: dict[str, list[GameRef]] = {}
    for ref, here in known.items():
        if not here.is_over or _is_to_put(here, SeenHeads(store.folder(ref))):
            for address in here.servers:
                at.setdefault(address, []).append(ref)
    for address, refs in at.items():
        for place in range(0, len(refs), MAX_GAMES):
            some = refs[place : place + MAX_GAMES]
            relay = relays.ask(address, [ref.game for ref in some])
            if relay is None:
                break
            for ref, heads in zip(some, relay[1], strict=True):
                seen = SeenHeads(store.folder(ref))
                got = list(_gotten(games, ref, (relay[0], known[ref], heads), seen, key_of))
                news += got
                here = _here(games, ref) if got else known[ref]
                if here.gives:
                    _give(games, ref, (relay[0], here, heads), seen, key_of)
    return news


def _is_to_put(here: _Here, seen: SeenHeads) -> bool:
    """Whether the end of a game has still to be put where the others find it."""
    return here.gives and bytes.fromhex(here.head) not in seen


def _known(games: OpenedGames) -> dict[GameRef, _Here]:
    """The games that relays may be asked for; those that have changed are opened for it."""
    store = games.home.game_store
    rows = KnownRows(games.home.root, "relays")
    found: dict[GameRef, _Here] = {}
    for ref in store.games():
        row = rows.recall(ref.folder_name)
        if row is not None:
            here = convert(row[_KEPT], _Here)
        elif store.is_guest(ref) or not store.holds(ref, *_SERVERS):
            continue
        else:
            here = _here(games, ref)
            rows.remember(ref.folder_name, {_KEPT: to_builtins(here)})
        if here.servers:
            found[ref] = here
    rows.close()
    return found


def _here(games: OpenedGames, ref: GameRef) -> _Here:
    """Of a game that the player has joined or observes; no other may name a server to be asked."""
    identity = games.home.identity()
    if identity is None:
        return _Here()
    try:
        save = games.save(ref)
    except SaveError:
        return _Here()  # `pbem games` says what is wrong with it
    plays = save is not None and identity[1] in save.players.values()
    if save is None or not (plays or save.state == PLAYING):
        return _Here()
    position = games.position(save) if save.state == PLAYING else None
    return _Here(
        servers=tuple(servers_of(save)),
        head=save.head.hex(),
        gives=plays and position is not None and is_for_others(position, identity[1]),
        is_over=position is not None and position.error is None and not position.nation,
    )


def _gotten(
    games: OpenedGames,
    ref: GameRef,
    relay: _Relay,
    seen: SeenHeads,
    key_of: Callable[[], NamedKey],
) -> Iterator[News]:
    """What one relay brings of a game."""
    asked = 0
    client, here, heads = relay
    for head in heads:
        if head.hex() == here.head or head in seen:
            continue
        save = games.save(ref)
        if save is None or asked == _MOST_ASKED:
            continue
        if _has(save, head):
            seen.add(head)  # or the game is opened again the next time
            continue
        asked += 1
        try:
            files = _asked(games.home, save, client, head, key_of())
        except SaveError as error:
            LOG.debug("relay %s: %s", client.address, error)
            continue
        # A relay that sends something else is not asked for it again and again.
        seen.add(head)
        place = f"the relay at {client.address}"
        for one in take_in(
            games, [file for file in files if file], Post(is_mail=True, sender=place)
        ):
            if one.kind is NewsKind.REFUSED:
                yield replace(one, text=f"{one.text} (from {place})")
            elif one.kind is not NewsKind.SEEN:
                yield one


def _give(
    games: OpenedGames,
    ref: GameRef,
    relay: _Relay,
    seen: SeenHeads,
    key_of: Callable[[], NamedKey],
) -> None:
    """Put at a relay what it lacks of a game that the player plays."""
    client, here, heads = relay
    head = bytes.fromhex(here.head)
    if head not in heads:
        save = games.save(ref)
        try:
            if save is None or not is_put(games.home, save, client, key_of()):
                return
        except UsageError:
            return  # a passphrase is needed; whoever has signed it has put it there, or mails it
    seen.add(head)


def _asked(
    home: Home, save: TrustedSave, client: ServerClient, head: bytes, key: NamedKey
) -> tuple[bytes, bytes]:
    """A save and the list of observers, as a relay gives them; raises SaveError."""
    if key.key.public in save.players.values():
        return client.relay_ask(RelayAsk(save.genesis.game, head).sign(key.key))
    mail = home.config.mail
    address = mail.me.mail if mail is not None else ""
    ask = RelayAsk(save.genesis.game, head, address)
    return client.relay_ask(ask.sign(key.key), kept_observers(home, save).file)


def _has(save: TrustedSave, head: bytes) -> bool:
    return any(entry.head == head for entry in save.entries)
