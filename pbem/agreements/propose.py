"""Making a proposal: signed on the head of a save, and kept."""

import secrets
from collections.abc import Callable

from pbem.agreements.objections import try_proposal
from pbem.agreements.open_proposals import OpenProposal, keep, names_of, waiting
from pbem.home import Home
from pbem.motions.consent import SignedProposal, make_proposal
from pbem.motions.motion import Motion
from pbem.replay.errors import NotYourTurnError
from pbem.save.errors import OutOfTurnError
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted


def propose(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    motion: Motion,
    *,
    words: str,
    when: int,
    fresh: Callable[[int], bytes] = secrets.token_bytes,
) -> OpenProposal:
    """Write a proposal on the head of a save and keep it.

    Raises what keeps it from ever being agreed to: SaveError as `TrustedSave.check_proposal` does;
    OutOfTurnError `proposed-already` where the very same is open: two of a kind are signed by half
    of the players each.
    """
    _check_is_new(home, save, key, motion)
    proposal = make_proposal(
        motion,
        key.key,
        game=save.genesis.game,
        head=save.head,
        identity=fresh(16),
        until=min(save.next_turn - 1 + 2 * len(save.seats), 100_000),
        words=words,
        time=when,
    )
    signed = SignedProposal(proposal, ())
    missing = save.check_proposal(signed)
    try_proposal(save, signed)
    keep(home, ref_of(save), signed)
    return OpenProposal(signed, names_of(save, missing, motion))


def _check_is_new(home: Home, save: TrustedSave, key: NamedKey, motion: Motion) -> None:
    one = next((one for one in waiting(home, save) if one.signed.proposal.motion == motion), None)
    if one is None:
        return
    game = home.handle(save)
    asked = one.asks(save, key.key.public)
    raise OutOfTurnError(
        "proposed-already",
        f"that is proposed already, and waits for {', '.join(one.missing) or 'nobody'}",
        f"`pbem consent {game} {one.name}` signs it."
        if asked
        else f"`pbem consent {game}` shows it, `pbem outbox` whether its mail went out.",
    )


def check_is_player(save: TrustedSave, key: NamedKey) -> str:
    """The name under which a key plays; NotYourTurnError when it holds no seat."""
    for name, known in save.players.items():
        if known == key.key.public:
            return name
    raise NotYourTurnError(
        "no-seat", f"{quoted(key.name)} holds no seat in this game", "Only players propose."
    )
