"""The newest saves at the dice servers of this player's games, where those keep any.

What comes from there is taken in as from a mail: it proves itself or is refused. Mail goes on as
ever.

Source: docs/formats/dice-v1.md, section "Relay"; docs/adr/0105.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.values import replace
from pbem.dice.http import ServerClient
from pbem.dice.relay_requests import RelayAsk
from pbem.home import Home
from pbem.lobby.observing import kept_observers
from pbem.log import LOG
from pbem.mail.errors import MailError
from pbem.post.incoming import receive
from pbem.post.intake import Post, take_in
from pbem.post.news import News, NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.post.relay_put import Relays, is_for_others, is_put
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


def _from_relays(games: OpenedGames, key_of: Callable[[], NamedKey], relays: Relays) -> list[News]:
    news: list[News] = []
    known = KnownRows(games.home.root)
    for ref in games.home.game_store.games():
        seen = SeenHeads(games.home.game_store.folder(ref))
        row = known.recall(ref.folder_name) or {}
        is_over = row.get("stage") == "over"
        if is_over and (not row["to_send"] or bytes.fromhex(str(row["to_send"])) in seen):
            continue
        save = _followed(games, ref)
        if save is None:
            continue
        for client, heads in relays.of(save):
            news += _gotten(games, ref, client, heads, seen, key_of)
            _give(games, ref, client, heads, seen, key_of)
    return news


def _followed(games: OpenedGames, ref: GameRef) -> TrustedSave | None:
    """A game that the player has joined or observes; no other may name a server to be asked."""
    identity = games.home.identity()
    store = games.home.game_store
    if store.is_guest(ref) or identity is None or not store.holds(ref, *_SERVERS):
        return None
    try:
        save = games.save(ref)
    except SaveError:
        return None  # `pbem games` says what is wrong with it
    is_in = save is not None and (save.state == PLAYING or identity[1] in save.players.values())
    return save if is_in else None


def _gotten(
    games: OpenedGames,
    ref: GameRef,
    client: ServerClient,
    heads: Sequence[bytes],
    seen: SeenHeads,
    key_of: Callable[[], NamedKey],
) -> Iterator[News]:
    """What one relay brings of a game."""
    asked = 0
    for head in heads:
        save = games.save(ref)
        if save is None or head in seen or _has(save, head) or asked == _MOST_ASKED:
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
    client: ServerClient,
    heads: Sequence[bytes],
    seen: SeenHeads,
    key_of: Callable[[], NamedKey],
) -> None:
    """Put at a relay what it lacks of a game that the player plays."""
    save, identity = games.save(ref), games.home.identity()
    if save is None or identity is None or identity[1] not in save.players.values():
        return
    position = games.position(save) if save.state == PLAYING else None
    if position is None or not is_for_others(position, identity[1]):
        return
    try:
        is_there = save.head in heads or is_put(games.home, save, client, key_of())
    except UsageError:
        return  # a passphrase is needed; whoever has signed it has put it there, or mails it
    if is_there:
        seen.add(save.head)


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
