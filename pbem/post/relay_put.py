"""Putting the newest of a game at the dice servers that keep saves for its players.

A game names its servers, and a server says whether it is a relay: nothing has to be set up.

Source: docs/formats/dice-v1.md, section "Relay"; docs/adr/0105.
"""

from collections.abc import Sequence
from typing import Final

from pbem.dice.http import ServerClient
from pbem.dice.relay_requests import MAX_RELAYED, RelayPut, file_hash
from pbem.home import Home
from pbem.lobby.observing import kept_observers
from pbem.log import LOG
from pbem.post.relay_seen import SeenHeads
from pbem.replay import Position
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.wire.address import is_server

_SECONDS: Final = 10.0
"""So long a server may be silent: mail brings the turn too."""


class Relays:
    """The servers of one run, each of which is asked no more once it does not answer.

    has_answered: whether any of them is a relay.
    """

    def __init__(self) -> None:
        self._clients: dict[str, ServerClient] = {}
        self._away: set[str] = set()
        self.has_answered = False

    def ask(
        self, address: str, games: Sequence[bytes]
    ) -> tuple[ServerClient, tuple[tuple[bytes, ...], ...]] | None:
        """The relay at an address, with the heads of what it has of each of some games, `MAX_GAMES`
        at most; None where there is none."""
        if address in self._away:
            return None
        client = self._clients.setdefault(address, ServerClient(address, silence=_SECONDS, tries=1))
        try:
            heads = client.relayed_heads(games)
        except SaveError as error:
            self._away.add(address)
            LOG.debug("relay %s: %s", address, error)
            return None
        self.has_answered = True
        return client, heads


def servers_of(save: TrustedSave) -> list[str]:
    """The addresses of the dice servers of a game; each may be a relay."""
    return [source.address for source in save.sources if is_server(source.address)]


def put_at_relays(
    home: Home, position: Position, key: NamedKey, refused: list[str] | None = None
) -> tuple[str, ...]:
    """Put the newest of a game at its relays; the addresses of those that have it then.

    Nothing is put in the middle of the player's own turn. What a relay refuses goes by mail alone;
    refused: gets a sentence for each of them, for who has no mail.
    """
    save, found = position.save, []
    if is_for_others(position, key.key.public):
        relays = Relays()
        for address in servers_of(save):
            relay = relays.ask(address, [save.genesis.game])
            if relay is None:
                continue
            if save.head in relay[1][0] or is_put(home, save, relay[0], key, refused):
                found.append(address)
    if found:
        SeenHeads(home.game_store.folder(ref_of(save))).add(save.head)
    return tuple(found)


def is_put(
    home: Home,
    save: TrustedSave,
    client: ServerClient,
    key: NamedKey,
    refused: list[str] | None = None,
) -> bool:
    """Whether a relay has taken a save; refused: as for `put_at_relays`."""
    data = save.to_bytes()
    if len(data) > MAX_RELAYED:
        return False
    put = RelayPut(save.genesis.game, save.head, file_hash(data)).sign(key.key)
    try:
        client.relay_put(put, data, kept_observers(home, save).file)
    except SaveError as error:
        LOG.debug("relay %s: %s", client.address, error)
        if refused is not None:
            refused.append(f"The dice server {client.address}: {error.reason}.")
        return False
    return True


def is_for_others(position: Position, mine: bytes) -> bool:
    """Whether a save is one to hand on: of a game that has started and is sound, and not in the
    middle of the player's own turn."""
    save = position.save
    if save.state != PLAYING or save.genesis.mode != "mail" or position.error is not None:
        return False
    return position.open_turn is None or save.holder_key(position.nation) != mine
