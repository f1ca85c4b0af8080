"""One game in the list of `pbem games`: what it waits for, from its verified save."""

from pbem.agreements.open_proposals import waiting
from pbem.home import Home
from pbem.post import whose
from pbem.save.errors import SaveError
from pbem.save.shelf import GameRef, host_of
from pbem.save.trust import INVITING, TrustedSave


def row_of(home: Home, ref: GameRef) -> dict[str, object]:
    """What `pbem games --json` says about a game; of a damaged one its `code` as well."""
    # One damaged game must not hide the others.
    try:
        save = home.game_store.load(ref, home.keyring())
        if save is not None:
            return _row(home, ref, save)
        text, code = "its save is missing", "save-missing"
    except SaveError as error:
        text, code = str(error), error.code
    return {
        "name": "damaged",
        "state": text,
        "waits_for_you": False,
        "to_move": "",
        "code": code,
    }


def _row(home: Home, ref: GameRef, save: TrustedSave) -> dict[str, object]:
    identity = home.identity()
    mine = identity[1] if identity else None
    row: dict[str, object] = {"name": save.genesis.name}
    if save.state == INVITING:
        open_names = [name for name in save.genesis.players if name not in save.players]
        joined = mine in save.players.values()
        row["state"] = f"waiting for {', '.join(open_names)} to join" if open_names else "ready"
        return row | {"waits_for_you": not joined and bool(open_names), "to_move": ""}
    if home.game_store.is_guest(ref):
        state = f"a game of others, {host_of(save)}; not played through"
        return row | {"state": state, "waits_for_you": False, "to_move": ""}
    position = home.position(save)
    if position.error is not None:
        raise position.error
    nation = position.nation
    if not nation:
        return row | {"state": "over", "waits_for_you": False, "to_move": ""}
    player = save.player_of(nation)
    state = f"round {position.state.round}, {whose(save, nation, position.mover)}"
    asked = sum(one.asks(save, mine) for one in waiting(home, save)) if mine else 0
    if asked:
        state += f"; {asked} {'proposal asks' if asked == 1 else 'proposals ask'} for your consent"
    return row | {
        "state": state,
        "proposals": asked,
        "waits_for_you": save.players.get(player) == mine,
        "to_move": nation,
    }
