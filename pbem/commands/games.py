"""`pbem games`: an inbox of the games that wait for you, and the others."""

from collections.abc import Mapping

import click

from pbem.agreements.open_proposals import waiting
from pbem.commands.common import JSON
from pbem.home import Home
from pbem.post.intake import whose
from pbem.replay import read_position
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.save.trust import INVITING, TrustedSave
from pbem.text import plain


@click.command("games")
@JSON
def COMMAND(as_json: bool) -> Result:  # noqa: N802
    """List your games; those that wait for you come first."""
    del as_json
    home = Home.standard()
    rows = [_safe_row(home, game) for game in home.game_store.games()]
    rows.sort(key=lambda row: (not _wants_you(row), str(row["name"]), str(row["game"])))
    lines = [
        f"{'*' if _wants_you(row) else ' '} {str(row['game'])[:8]}  "
        f"{plain(str(row['name']))}: {plain(str(row['state']))}"
        for row in rows
    ]
    return Result(
        "\n".join(lines)
        or "You have no games. Found one with `pbem new`; `pbem fetch` takes in invitations.",
        {"games": rows},
    )


def _wants_you(row: Mapping[str, object]) -> bool:
    """Whether it is your turn or your seat to take, or a proposal asks for your consent."""
    return bool(row["waits_for_you"] or row.get("proposals"))


def _safe_row(home: Home, game: bytes) -> dict[str, object]:
    """One damaged game must not hide the others."""
    try:
        save = home.game_store.load(game, home.keyring())
        if save is not None:
            return _row(home, save)
        text, code = "its save is missing", "save-missing"
    except SaveError as error:
        text, code = str(error), error.code
    return {
        "game": game.hex(),
        "name": "damaged",
        "state": text,
        "waits_for_you": False,
        "to_move": "",
        "code": code,
    }


def _row(home: Home, save: TrustedSave) -> dict[str, object]:
    identity = home.identity()
    mine = identity[1] if identity else None
    row: dict[str, object] = {"game": save.genesis.game.hex(), "name": save.genesis.name}
    if save.state == INVITING:
        open_names = [name for name in save.genesis.players if name not in save.players]
        joined = mine in save.players.values()
        row["state"] = f"waiting for {', '.join(open_names)} to join" if open_names else "ready"
        return row | {"waits_for_you": not joined and bool(open_names), "to_move": ""}
    position = read_position(save)
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
