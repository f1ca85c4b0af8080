"""Letters before the start: an invitation is declined, called off, or founded anew."""

import hashlib

from engine.values import dataclass, replace
from pbem.home import Home
from pbem.lobby.exchange import exchange
from pbem.lobby.founding import Seat
from pbem.lobby.parting import check_inviting, guest_name
from pbem.mail.address import Address
from pbem.mail.compose import MailKind
from pbem.post.delivery_words import mail_lines
from pbem.post.letter import (
    Letter,
    PostResult,
    known_addresses,
    only,
    post_letter,
    send_now,
    spool,
    watchers,
)
from pbem.post.observing import let_observe
from pbem.post.outgoing import invitation_text
from pbem.save.keys import NamedKey
from pbem.save.parting import Parting, parting_file
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.text import plain, quoted


@dataclass(frozen=True, slots=True)
class Parted:
    """What was said; file: for those whom no mail reaches, if leaves_some_out; lines: what the
    player is told."""

    file: bytes
    leaves_some_out: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundedAnew:
    """A game in the place of another one; waiting: who has to join; lines: for the host."""

    save: TrustedSave
    waiting: tuple[str, ...]
    lines: tuple[str, ...]


def decline(
    home: Home, save: TrustedSave, key: NamedKey, words: str, when: int, player: str = ""
) -> Parted:
    """A guest says that they do not want to play; the host calls the game off.

    The game leaves this home.  player: the name a guest was invited under, "" when it can only be
    one.  Raises NotYourTurnError `already-started`, UsageError `which-player`.
    """
    check_inviting(save)
    name = save.genesis.name
    is_host = key.key.public == save.genesis.host_key
    who = save.genesis.host if is_host else guest_name(save, key, player)
    data = parting_file(Parting(save.genesis_head, who, b"", words, when), key.key)
    added = f": {words}" if words else ""
    posted: PostResult | None = None
    if is_host:
        said = f"{who} has called off {name}{added}"
        told = f"{name} is called off."
        if home.config.mail is not None:
            posted = _to_each(home, save, key, when, said, data)
    else:
        said = f"{who} does not want to play {name}{added}"
        told = f"You do not play {name}; {save.genesis.host} is told."
        if home.config.mail is not None:
            letter = _letter(said, data)
            posted = post_letter(home, save, key, when, letter, only(home, save, save.genesis.host))
    home.forget_game(ref_of(save))
    leaves = posted is None or posted.leaves_some_out
    return Parted(data, leaves, (plain(told), *mail_lines(posted)))


def invite_instead(
    home: Home, save: TrustedSave, key: NamedKey, player: str, instead: Seat, when: int
) -> FoundedAnew:
    """Found the game anew with somebody else for a player, and write to everybody.

    The old one leaves this home, and those of the guests once the letter is there.  Raises as
    `exchange` does.
    """
    done = exchange(home, save, key, player, instead, when)
    after = done.after
    if watching := watchers(home, save):
        let_observe(home, after, key, watching, (), when)
    data = parting_file(Parting(save.genesis_head, player, after.genesis_head, "", when), key.key)
    waiting = tuple(name for name in after.genesis.players if name not in after.players)
    posted: PostResult | None = None
    if home.config.mail is not None:
        gone = only(home, save, player)
        if gone.people:
            text = f"{save.genesis.host} has invited somebody else in your place."
            spool(home, save, key, when, _letter(text, data), gone.people)
        for one in watchers(home, save):
            text = f"{save.genesis.host} founds {save.genesis.name} anew."
            spool(home, save, key, when, _letter(text, data), (one,))
        posted = _invite_again(home, save, after, key, when, data)
    home.forget_game(ref_of(save))
    handle = home.handle(after)
    state = (
        f"It has started: pbem play {handle}"
        if after.state == PLAYING
        else f"Waiting for {plain(', '.join(waiting))} to join; those who had joined do so again."
    )
    lines = (
        f"Game {handle} takes the place of the one with {plain(quoted(player))}.",
        state,
        *mail_lines(posted),
    )
    return FoundedAnew(after, waiting, lines)


def _invite_again(
    home: Home, before: TrustedSave, save: TrustedSave, key: NamedKey, when: int, data: bytes
) -> PostResult:
    """To each guest the new invitation, and to those of the old one the word that ends it."""
    known = before.genesis.players
    player = next(name for name in known if name not in save.genesis.players)
    addresses = home.invited_addresses(ref_of(save))
    waiting = [name for name in save.genesis.players if name not in save.players]
    why = f"This game takes the place of the one with {quoted(player)}: please join again.\n\n"
    spooled = []
    for name in waiting:
        if name not in addresses:
            continue
        letter = Letter(text=invitation_text(save, name), kind=MailKind.INVITATION)
        if name in known:
            again = why + letter.text
            letter = replace(letter, text=again, attached=data, position=save.to_bytes())
        spooled.append(spool(home, save, key, when, letter, (Address(name, addresses[name]),)))
    unreachable = tuple(name for name in waiting if name not in addresses)
    return PostResult(tuple(spooled), send_now(home, when), unreachable)


def _letter(text: str, data: bytes) -> Letter:
    """An identity of its own: there may have been other letters on the same head."""
    return Letter(text=text, attached=data, identity=hashlib.sha256(data).hexdigest())


def _to_each(
    home: Home, save: TrustedSave, key: NamedKey, when: int, text: str, data: bytes
) -> PostResult:
    """A letter to each guest and observer: they need not know each other's addresses before the
    start."""
    addresses = known_addresses(home, save)
    guests = [name for name in save.genesis.players if name != save.genesis.host]
    people = [Address(one, addresses[one]) for one in guests if one in addresses]
    letter = _letter(text, data)
    spooled = [
        spool(home, save, key, when, letter, (one,)) for one in (*people, *watchers(home, save))
    ]
    unreachable = tuple(name for name in guests if name not in addresses)
    return PostResult(tuple(spooled), send_now(home, when), unreachable)
