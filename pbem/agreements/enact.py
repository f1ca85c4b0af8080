"""Putting a proposal to which all have consented into the log."""

from pbem.agreements.open_proposals import check_not_withdrawn, path_of, waiting
from pbem.home import Home
from pbem.lobby.authority import ask_of_turn
from pbem.motions.consent import SignedProposal
from pbem.motions.motion import Motion
from pbem.replay import Position, read_position
from pbem.replay.clock import clock_of
from pbem.replay.lateness import check_late
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import agreement_of, merged
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave


def enact(
    home: Home,
    save: TrustedSave,
    signed: SignedProposal,
    key: NamedKey,
    now: int,
    had: int = 0,
) -> Position:
    """Put an agreement into the log and store it; the position after it.

    now: Unix seconds; had: since when the turn under way could be had, as far as this home has
    seen: it helps to put nobody out before their time from then on (ADR 0084).  Raises SaveError
    when a consent is missing or wrong, the rules are against it, or a dice authority that has to
    speak is out of reach.
    """
    check_not_withdrawn(home, save, signed)
    signed = merged(signed, signed)
    # Not the time of this computer: two devices of a player then sign the same record.
    when = max([signed.proposal.time, *(consent.time for consent in signed.consents)])
    states, statements = _word_on_turn(home, save, signed.proposal.motion, now, had)
    record = agreement_of(signed, save.head, when, states, statements)
    grown = save.append_consent_record(record, key.key)
    position = read_position(grown)
    if position.error is not None:
        raise position.error
    home.game_store.extend(grown)
    path_of(home, ref_of(save), signed).unlink(missing_ok=True)
    return position


def _word_on_turn(
    home: Home, save: TrustedSave, motion: Motion, now: int, had: int
) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """What the dice authorities say of the turn in a game with a pace, and of newer keys.

    They are not asked about a late player before the time is over by this computer's clock.
    """
    if save.genesis.pace is None or not motion.needs_word:
        return (), ()
    position = read_position(save)
    clock = clock_of(save, position.mover, (), had)
    out = motion.puts_out
    if clock is not None and out is not None and out in save.seat_keys().values():
        nation = position.mover if save.holder_key(position.mover) == out else save.name_of(out)
        reminds = motion.WAITS_FOR_REMINDERS
        check_late(clock, now, nation, position.nation, reminds=reminds)
    nation = position.mover or min(save.seat_keys())
    return ask_of_turn(home, save, nation, now, motion)


def enact_complete(
    home: Home, position: Position, key: NamedKey, now: int, had: int = 0
) -> Position | None:
    """Put the first complete proposal into the log if this player may; None when there is none.

    position: that of the current save of the game; now, had: as for `enact`.
    """
    save = position.save
    for one in waiting(home, save):
        if one.missing or not is_theirs(position, one.signed, key.key.public):
            continue
        try:
            return enact(home, save, one.signed, key, now, had)
        except SaveError:
            continue  # not now: dice are asked for, or a turn has to be signed
    return None


def is_theirs(position: Position, signed: SignedProposal, public: bytes) -> bool:
    """Whether it is this player who puts an agreement into the log.

    Where several may (the player to move is replaced, or the game is over), the proposer does it:
    if each of them did, the game would fork.
    """
    save, nation = position.save, position.nation
    mover = save.players.get(save.player_of(nation)) if nation else None
    if mover == public:
        return True
    replaced = mover is None or signed.proposal.motion.displaces(nation, mover)
    return replaced and signed.proposal.proposer == public
