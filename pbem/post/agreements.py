"""Mail about what needs consent: proposals and the consents so far, and agreements."""

import hashlib
from collections.abc import Sequence

from engine.values import replace
from pbem.home import Home
from pbem.mail.address import Address
from pbem.motions.consent import SignedProposal
from pbem.post.letter import (
    Letter,
    PostResult,
    Recipients,
    known_addresses,
    post_letter,
    recipients,
)
from pbem.post.outgoing import how_to_play
from pbem.post.relay_put import put_at_relays
from pbem.replay import Position, notice_of, read_position
from pbem.replay.clock import clock_of
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import proposal_file
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave


def post_proposal(
    home: Home,
    save: TrustedSave,
    signed: SignedProposal,
    lines: Sequence[str],
    key: NamedKey,
    when: int,
    *,
    again: bool = False,
) -> PostResult:
    """Mail a proposal, or the consents to it so far, to all other players.

    again: even if the very same mail has been sent already, and got lost.

    The player to move sends their save along: records that they have signed and not sent yet (a
    note, the dice of a battle) may be among those that the proposal was made on.  So does everybody
    who writes to a newcomer who is to take over a seat and has sent a card.
    """
    data = proposal_file(signed)
    file = f"{signed.proposal.digest.hex()[:8]}"
    how_to = (
        [
            "",
            "To consent, once `pbem fetch` has taken this in:",
            f"  pbem consent {save.genesis.game.hex()[:8]} {file}",
        ]
        if save.check_proposal(signed)
        else []
    )
    text = "\n".join([*lines, *how_to])
    change = signed.proposal.motion.handover
    newcomer: list[Address] = []
    if change is not None and not change.is_of_key and change.player not in save.players:
        card = home.card_of(ref_of(save), change.key)
        newcomer = [Address(change.player, card.address)] if card is not None else []
    seat = save.seats.get(read_position(save).nation)
    has_more = seat is not None and save.players.get(seat) == key.key.public
    letter = Letter(
        text=text,
        attached=data,
        identity=identity_of(signed),
        position=save.to_bytes() if has_more or newcomer else b"",
    )
    to = recipients(home, save, key, host=True, newcomers=newcomer)
    return _post(home, save, key, when, letter, to, again=again)


def identity_of(signed: SignedProposal) -> str:
    """By which the outbox knows the mail about a proposal and the consents so far.

    A digest of its own, not the head: there may be several proposals on one head.
    """
    return hashlib.sha256(proposal_file(signed)).hexdigest()


def post_agreement(home: Home, position: Position, key: NamedKey, when: int) -> PostResult:
    """Mail the save after an agreement to all other players, also to who has lost a seat by it;
    where the game has a relay, it is there too."""
    save = position.save
    relayed = put_at_relays(home, position, key)
    enacted = save.entries[-1].agreement
    notice = (
        [str(notice_of(save, enacted, len(save.entries) - 1, position.definition))]
        if enacted is not None
        else []
    )
    clock = clock_of(save, position.mover)
    text = "\n".join([*notice, "", *how_to_play(position, clock)])
    letter = Letter(text=text)
    replaced = _replaced(home, save, enacted)
    to = recipients(home, save, key, host=True, newcomers=replaced, myself=True, observers=True)
    return replace(_post(home, save, key, when, letter, to), relayed=relayed)


def _replaced(home: Home, save: TrustedSave, enacted: SignedProposal | None) -> list[Address]:
    """The player who is in the game no longer, whose program would wait for their turn for ever."""
    change = enacted.proposal.motion.handover if enacted is not None else None
    name = save.name_of(change.old) if change is not None and not change.is_of_key else ""
    known = known_addresses(home, save)
    return [Address(name, known[name])] if name in known and name not in save.players else []


def _post(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    when: int,
    letter: Letter,
    to: Recipients,
    *,
    again: bool = False,
) -> PostResult:
    """Post a letter where mail is configured: an agreement may be carried by hand as well."""
    if home.config.mail is None:
        return PostResult((), None, to.unreachable)
    return post_letter(home, save, key, when, letter, to, again=again)
