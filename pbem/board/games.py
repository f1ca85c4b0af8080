"""My games: which wait for me, for whom the others wait; mail that comes; seats to take."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pbem.agreements.describe import describe_proposal
from pbem.agreements.open_proposals import OpenProposal, waiting
from pbem.board.mails import mails_view
from pbem.home import Home
from pbem.lobby.computer_seats import own_computer_seats
from pbem.lobby.terms import terms_of
from pbem.mail.errors import MailError
from pbem.post import (
    do_what_is_due,
    mail_lines,
    play_plans,
    receive_everywhere,
    send_now,
    tell_hooks,
)
from pbem.post.game_row import row_of, since_of
from pbem.post.letter import PostResult
from pbem.post.news import NewsKind
from pbem.post.open_cache import OpenedGames
from pbem.post.who_has import lacking
from pbem.replay import Position, tree_of
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef, handles, host_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain
from pbem.wire.fingerprint import fingerprint

Plain: TypeAlias = dict[str, object]


def games_view(home: Home, key: NamedKey) -> list[Plain]:
    """The player's games; those that wait for them come first."""
    games = home.game_store.games()
    names = handles(games)
    rows = [_row(home, key, ref) | {"handle": names[ref]} for ref in games]
    return sorted(rows, key=lambda row: (not row["mine"], str(row["name"]), str(row["game"])))


def _row(home: Home, key: NamedKey, ref: GameRef) -> Plain:
    found = row_of(home, ref)
    row: Plain = {
        "game": ref.folder_name,
        "name": plain(found.name),
        "state": plain(found.state),
        "mine": found.waits_for_you or bool(found.asked),
        "damaged": bool(found.code),
    }
    save = found.save
    if save is None:
        return row
    computers = own_computer_seats(home, save)
    row |= {
        "since": since_of(save),
        "head": save.head.hex()[:16],
        "seats": seats_view(save, computers),
        "players": _others(save, key),
        "computer": len(computers),
        "round": found.position.state.round if found.position is not None else 0,
        "to_move": found.to_move,
        "is_computers": found.to_move in computers,
        "asked": plain(save.player_of(found.to_move) or "") if found.to_move else "",
        "until": found.until,
        "lacks": plain(lacking(home.game_store.folder(ref), found.turns).words),
        "file": save.genesis.mode == "mail" and home.config.mail is None,
        "drafted": home.draft_path(ref).is_file(),
        **mails_view(home, save, key),
    }
    if found.open_names:
        invites = found.waits_for_you
        names = sorted(found.open_names, key=lambda name: name != key.name)
        row |= {"invitation": _invitation(home, save, tuple(names) if invites else ())}
    if found.position is not None:
        row["replay"] = True
        row["proposals"] = [_asked(found.position, one, key) for one in found.asked]
        others = [one for one in waiting(home, save) if one not in found.asked]
        row["waiting"] = [_asked(found.position, one, key) for one in others]
        row["proposes"] = found.to_move != "" and key.key.public in save.players.values()
    return row


def seats_view(save: TrustedSave, computers: Mapping[str, str]) -> dict[str, str]:
    """Who plays each nation, in words; computers: by nation, the computer player here."""
    return {
        nation: f"the computer ({computers[nation]})"
        if nation in computers
        else plain(player or "open")
        for nation, player in save.seats.items()
    }


def _others(save: TrustedSave, key: NamedKey) -> list[str]:
    """The other players, by their names."""
    mine = key.key.public
    return [plain(name) for name in save.genesis.players if save.players.get(name) != mine]


def _invitation(home: Home, save: TrustedSave, names: tuple[str, ...]) -> Plain:
    """All that one agrees to by taking a seat; names: those under which the player can take one.

    genesis: what the page names the invitation by, so that no other one is answered.
    """
    return {
        "genesis": save.genesis_head.hex(),
        "names": [*map(plain, names)],
        "host": plain(host_of(save)),
        "compared": home.keyring().players.get(save.genesis.host) == save.genesis.host_key,
        "terms": [plain(line) for line in terms_of(save).lines()],
        "dice": [*_dice(home, save)],
        "others": [plain(line) for line in home.others_of_that_id(save)],
        "notes": plain(str(tree_of(save).get("notes", "")).strip(), lines=True),
    }


def _dice(home: Home, save: TrustedSave) -> Iterator[Plain]:
    """The dice authorities with their keys; compared: the key is pinned."""
    for source in save.sources:
        key = source.commitment.authority
        yield {
            "address": plain(source.address),
            "key": fingerprint(key),
            "compared": key in home.keyring().keys_at(source.address),
        }


def _asked(position: Position, one: OpenProposal, key: NamedKey) -> Plain:
    """An open proposal; digest: what the page names it by; missing: who has still to consent;
    mine: the player made it, and can withdraw it."""
    lines = describe_proposal(position, one.signed)
    return {
        "digest": one.signed.proposal.digest.hex(),
        "lines": [*map(plain, lines)],
        "missing": [*map(plain, one.missing)],
        "mine": bool(one.missing) and one.signed.proposal.proposer == key.key.public,
    }


def fetch(
    home: Home, key: NamedKey, when: int, progress: Callable[[str], None] = lambda _: None
) -> list[str]:
    """Take in mail, do what is due, send what waits; what is new, a sentence each.

    progress: told, in a few words, what takes a while.
    """
    games = OpenedGames(home)
    progress("fetching mail and verifying what is in it")
    news = receive_everywhere(games, lambda: key, when)
    progress("doing what is due")
    news += do_what_is_due(games, lambda: key, when)
    news += play_plans(games, lambda: key, when)
    lines = [plain(entry.text) for entry in news if entry.kind is not NewsKind.CARD]
    progress("sending what waits")
    try:
        lines += map(plain, mail_lines(PostResult((), send_now(home, when), ())))
    except MailError as error:
        # What has come is told all the same.
        lines.append(plain(f"What waits could not be sent: {error}"))
    lines += tell_hooks(games, news, when)
    return lines or ["Nothing new."]
