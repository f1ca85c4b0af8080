"""My games: which wait for me, for whom the others wait; mail that comes; seats to take."""

from collections.abc import Callable
from typing import TypeAlias

from pbem.agreements.describe import describe_proposal
from pbem.agreements.open_proposals import waiting
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.authority import choose_following, require_encrypted
from pbem.lobby.joining import answer
from pbem.lobby.terms import terms_of
from pbem.post import do_what_is_due, mail_lines, open_mails, post_answer, receive, whose
from pbem.post.intake import Kind
from pbem.post.opened import OpenedGames
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.records import Start, TurnEnd
from pbem.save.shelf import GameRef, handle, host_of
from pbem.save.trust import INVITING, TrustedSave
from pbem.text import plain

Plain: TypeAlias = dict[str, object]


def games_view(home: Home) -> list[Plain]:
    """The player's games; those that wait for them come first."""
    games = home.game_store.games()
    rows = [_safe_row(home, ref) | {"handle": handle(ref, games)} for ref in games]
    return sorted(rows, key=lambda row: (not row["mine"], str(row["name"]), str(row["game"])))


def _safe_row(home: Home, ref: GameRef) -> Plain:
    """One damaged game must not hide the others."""
    row: Plain = {"game": ref.folder_name, "name": "damaged", "mine": False, "invites": False}
    try:
        save = home.game_store.load(ref, home.keyring())
        if save is None:
            return row | {"state": "its save is missing"}
        return row | {"name": plain(save.genesis.name)} | _row(home, ref, save)
    except SaveError as error:
        return row | {"state": plain(str(error))}


def _row(home: Home, ref: GameRef, save: TrustedSave) -> Plain:
    identity = home.identity()
    mine = identity[1] if identity else None
    row: Plain = {
        "since": _since(save),
        "host": plain(host_of(save)),
        "seats": {nation: plain(player or "open") for nation, player in save.seats.items()},
    }
    if save.state == INVITING:
        open_names = [plain(name) for name in save.genesis.players if name not in save.players]
        joined = mine in save.players.values()
        text = f"waiting for {', '.join(open_names)} to join" if open_names else "ready"
        invites = not joined and bool(open_names)
        more: Plain = {"state": text, "mine": invites, "invites": invites}
        return row | more | ({"terms": _terms(save), "open": open_names} if invites else {})
    if home.game_store.is_guest(ref):
        return row | {"state": "a game of others"}
    position = home.position(save)
    if position.error is not None:
        raise position.error
    nation = position.nation
    if not nation:
        return row | {"state": "over"}
    mails = open_mails(home, save)
    asked = [
        {"name": one.name, "lines": [*map(plain, describe_proposal(position, one.signed))]}
        for one in waiting(home, save)
        if mine and one.asks(save, mine)
    ]
    waits = save.players.get(save.player_of(nation)) == mine
    return row | {
        "state": f"round {position.state.round}, {plain(whose(save, nation, position.mover))}",
        "mine": waits or bool(asked),
        "proposals": asked,
        "unsent": len(mails),
        "drafted": home.draft_path(ref).is_file(),
    }


def _since(save: TrustedSave) -> int:
    """When the game last began to wait for somebody, as far as the log says; Unix seconds."""
    for one in reversed(save.entries):
        if isinstance(one.record, Start):
            return one.record.time
        if isinstance(one.record, TurnEnd):
            return one.record.end.time
    return save.genesis.time


def _terms(save: TrustedSave) -> list[str]:
    return [plain(line) for line in terms_of(save).lines()]


def fetch(home: Home, key: NamedKey, when: int) -> list[str]:
    """Take in mail, and do what is due; what is new, a sentence each."""
    games = OpenedGames(home)
    news = receive(games, when)
    news += do_what_is_due(games, lambda: key, when)
    return [plain(entry.text) for entry in news if entry.kind is not Kind.CARD] or ["Nothing new."]


def take_seat(
    home: Home, ref: GameRef, key: NamedKey, clock: Callable[[], int], player: str
) -> list[str]:
    """Take the seat that the player was invited to, and answer the host; what was done.

    player: the name under which they were invited; "" for their own.  Raises as joining does.
    """
    when = clock()
    chosen = choose_following(home, handle(ref, home.game_store.games()), when)
    for source in chosen.save.sources:
        require_encrypted(source.address, plain_http=False)
    joined, record = answer(home, chosen.save, key, when, player)
    path = home.game_store.folder(ref) / "answer.pbem"
    write_atomic(path, record)
    lines = [f"You have taken your seat in {plain(joined.genesis.name)}."]
    if home.config.mail is None:
        return [*lines, f"No mail is configured. Hand this answer to the host: {path}"]
    return [*lines, *mail_lines(post_answer(home, joined, record, key, when))]
