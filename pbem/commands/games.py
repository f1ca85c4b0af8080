"""`pbem games`: an inbox of the games that wait for you, and the others."""

from collections.abc import Mapping

import click

from pbem.agreements.open_proposals import waiting
from pbem.commands.common import JSON
from pbem.home import Home
from pbem.post.intake import whose
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.save.shelf import GameRef, handle, host_of
from pbem.save.trust import INVITING, TrustedSave
from pbem.text import plain


@click.command("games")
@JSON
def COMMAND(as_json: bool) -> Result:  # noqa: N802
    """List your games; those that wait for you come first."""
    del as_json
    home = Home.standard()
    games = home.game_store.games()
    rows = [_safe_row(home, ref) | _names(home, ref, games) for ref in games]
    rows.sort(key=lambda row: (not _wants_you(row), str(row["name"]), str(row["game"])))
    lines = [line for row in rows for line in _lines(row)]
    return Result(
        "\n".join(lines)
        or "You have no games. Found one with `pbem new`; `pbem fetch` takes in invitations.",
        {"games": rows},
    )


def _wants_you(row: Mapping[str, object]) -> bool:
    """Whether it is your turn or your seat to take, or a proposal asks for your consent."""
    return bool(row["waits_for_you"] or row.get("proposals"))


def _lines(row: Mapping[str, object]) -> list[str]:
    mark = "*" if _wants_you(row) else " "
    name, state = plain(str(row["name"])), plain(str(row["state"]))
    more = [f"           {plain(str(row['about']))}"] if row["about"] else []
    return [f"{mark} {row['handle']}  {name}: {state}", *more]


def _names(home: Home, ref: GameRef, games: tuple[GameRef, ...]) -> dict[str, object]:
    """What a game is called; `about` tells it apart where another one has the same id."""
    is_doubled = any(one.game == ref.game and one != ref for one in games)
    return {
        "game": ref.game.hex(),
        "genesis": ref.genesis.hex(),
        "handle": handle(ref, games),
        "about": home.describe(ref) if is_doubled else "",
    }


def _safe_row(home: Home, ref: GameRef) -> dict[str, object]:
    """One damaged game must not hide the others."""
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
