"""The people that a player knows from their games, and their addresses."""

from pbem.home import Home
from pbem.post.letter import known_addresses
from pbem.save.errors import SaveError


def address_book(home: Home) -> tuple[tuple[str, str], ...]:
    """Pairs (name, address), by name; a damaged game adds nobody."""
    identity = home.identity()
    mine = identity[1] if identity else None
    found: dict[tuple[str, str], None] = {}
    for ref in home.game_store.games():
        try:
            save = home.game_store.load(ref, home.keyring())
        except SaveError:
            continue
        if save is not None:
            keys = {**save.players, save.genesis.host: save.genesis.host_key}
            for name, address in known_addresses(home, save).items():
                if keys.get(name) != mine:
                    found[name, address] = None
    return tuple(sorted(found))
