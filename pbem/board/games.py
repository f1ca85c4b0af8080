"""My games: which wait for me, for whom the others wait; mail that comes; seats to take."""

from collections.abc import Callable
from typing import TypeAlias

from pbem.agreements.describe import describe_proposal
from pbem.agreements.open_proposals import OpenProposal, waiting
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.authority import choose_following, require_encrypted
from pbem.lobby.joining import answer
from pbem.lobby.terms import terms_of
from pbem.post import (
    do_what_is_due,
    give_consent,
    mail_lines,
    open_mails,
    post_answer,
    receive,
)
from pbem.post.game_row import row_of
from pbem.post.intake import Kind
from pbem.post.opened import OpenedGames
from pbem.replay import Position, require_playing
from pbem.save.errors import NotASaveError
from pbem.save.keys import NamedKey
from pbem.save.records import Start, TurnEnd
from pbem.save.shelf import GameRef, handle, host_of
from pbem.save.trust import TrustedSave
from pbem.text import plain
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]


def games_view(home: Home) -> list[Plain]:
    """The player's games; those that wait for them come first."""
    games = home.game_store.games()
    rows = [_row(home, ref) | {"handle": handle(ref, games)} for ref in games]
    return sorted(rows, key=lambda row: (not row["mine"], str(row["name"]), str(row["game"])))


def _row(home: Home, ref: GameRef) -> Plain:
    found = row_of(home, ref)
    row: Plain = {
        "game": ref.folder_name,
        "name": plain(found.name),
        "state": plain(found.state),
        "mine": found.waits_for_you or bool(found.asked),
        "invites": bool(found.waits_for_you and found.open_names),
        "damaged": bool(found.code),
    }
    save = found.save
    if save is None:
        return row
    row |= {
        "since": _since(save),
        "host": plain(host_of(save)),
        "seats": {nation: plain(player or "open") for nation, player in save.seats.items()},
        "unsent": len(open_mails(home, save)),
        "drafted": home.draft_path(ref).is_file(),
    }
    if row["invites"]:
        row |= {"terms": _terms(save), "open": [*map(plain, found.open_names)]}
    if found.position is not None:
        row["replay"] = True
        row["proposals"] = [_asked(found.position, one) for one in found.asked]
    return row


def _asked(position: Position, one: OpenProposal) -> Plain:
    """A proposal that asks for the player's consent; digest: what the page names it by."""
    lines = describe_proposal(position, one.signed)
    return {"digest": one.signed.proposal.digest.hex(), "lines": [*map(plain, lines)]}


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


def consent(home: Home, ref: GameRef, key: NamedKey, when: int, digest: str) -> list[str]:
    """Sign a consent and send it on; what became of it.

    digest: of the proposal that the player was shown, in full, so that no other one is signed.
    Raises NotASaveError `no-such-proposal`, and as `give_consent` does.
    """
    save = home.game_store.load(ref, home.keyring())
    if save is None:
        raise UsageError("save-not-found", "This game is not in your list any more.")
    require_playing(save)
    for one in waiting(home, save):
        if one.signed.proposal.digest.hex() == digest:
            return give_consent(home, save, one, key, when).text.splitlines()
    raise NotASaveError(
        "no-such-proposal", "this proposal is no longer open", "Look at your games again."
    )
