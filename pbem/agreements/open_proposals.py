"""The proposals of a game that are still open, kept beside its saves.

A proposal and the consents to it stay there until they are complete.  Only the player to move may
put them into the log (docs/formats/consent-v1.md); all others send what they have signed.
"""

from collections.abc import Iterable
from pathlib import Path

from engine.values import dataclass
from pbem.files import write_atomic
from pbem.home import Home
from pbem.motions.consent import SignedProposal
from pbem.motions.motion import Motion
from pbem.replay import signer_name
from pbem.save.errors import NotASaveError, OutOfTurnError, SaveError
from pbem.save.proposal_file import merged, proposal_file, read_proposal_file
from pbem.save.shelf import GameRef, ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted, quoted

_FOLDER = "proposals"


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that waits; missing: who has still to consent, by name, () when complete."""

    signed: SignedProposal
    missing: tuple[str, ...]

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return proposal_name(self.signed)

    def asks(self, save: TrustedSave, key: bytes) -> bool:
        """Whether a key has still to consent."""
        return key in save.check_proposal(self.signed)


def keep(home: Home, ref: GameRef, signed: SignedProposal) -> SignedProposal:
    """Keep a proposal with the consents known so far; returns all that is known of it now."""
    path = path_of(home, ref, signed)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    home.game_store.mark(ref)
    if path.is_file():
        signed = merged(read_proposal_file(path.read_bytes()), signed)
    write_atomic(path, proposal_file(signed), mode=0o600)
    return signed


def waiting(home: Home, save: TrustedSave) -> tuple[OpenProposal, ...]:
    """The kept proposals that can still be agreed to at the end of a save, the oldest first.

    What was withdrawn is not among them, even before the withdrawal is in the log.
    """
    folder = home.game_store.folder(ref_of(save)) / _FOLDER
    found: list[OpenProposal] = []
    for path in sorted(folder.glob("*.pbem")) if folder.is_dir() else ():
        try:
            signed = read_proposal_file(path.read_bytes())
            missing = save.check_proposal(signed)
        except SaveError:
            continue  # lapsed, enacted already, or made on a position that the game has left
        found.append(OpenProposal(signed, names_of(save, missing, signed.proposal.motion)))
    withdrawn = {one.signed.proposal.motion.withdrawn for one in found}
    kept = (one for one in found if _identity(one.signed) not in withdrawn)
    return tuple(sorted(kept, key=lambda one: (one.signed.proposal.time, one.signed.proposal.id)))


def check_not_withdrawn(home: Home, save: TrustedSave, signed: SignedProposal) -> None:
    """Raise OutOfTurnError `proposal-withdrawn` if whoever made it has withdrawn it, by what is
    kept here; of what the log says `TrustedSave.check_proposal` tells."""
    identity = _identity(signed)
    if any(one.signed.proposal.motion.withdrawn == identity for one in waiting(home, save)):
        raise OutOfTurnError(
            "proposal-withdrawn", "whoever made it has withdrawn it", "There is nothing to sign."
        )


def _identity(signed: SignedProposal) -> tuple[bytes, bytes]:
    return signed.proposal.digest, signed.proposal.proposer


def proposal_name(signed: SignedProposal) -> str:
    """What a proposal is called on the command line."""
    return signed.proposal.digest.hex()[:8]


def ended(home: Home, before: TrustedSave, after: TrustedSave) -> str:
    """A sentence that names the kept proposals that a grown save has ended; "" for none."""
    still = {one.name for one in waiting(home, after)}
    gone = [one.name for one in waiting(home, before) if one.name not in still]
    if not gone:
        return ""
    return (
        f"{counted(len(gone), 'open proposal')} ended with it, made on the position before: "
        f"{', '.join(gone)}. Propose again what is still wanted."
    )


def count_kept(home: Home, save: TrustedSave) -> int:
    """How many proposals are kept of a game, whether they can be agreed to now or not."""
    folder = home.game_store.folder(ref_of(save)) / _FOLDER
    return sum(1 for _ in folder.glob("*.pbem")) if folder.is_dir() else 0


def waiting_named(home: Home, save: TrustedSave, name: str) -> OpenProposal:
    """The kept proposal whose name begins with this; NotASaveError `no-such-proposal`."""
    for one in waiting(home, save):
        if name and one.name.startswith(name.lower()):
            return one
    raise NotASaveError(
        "no-such-proposal",
        f"no proposal {quoted(name)} is open in this game",
        f"`pbem consent {home.handle(save)}` lists those that are.",
    )


def proposal_game(saves: Iterable[TrustedSave], signed: SignedProposal) -> TrustedSave:
    """Which of the saves of an id a proposal belongs to: the one that has its head.

    When none has it (yet), one in which the proposer plays, or any. NotASaveError `unknown-game`
    when there is no save.
    """
    found = [*saves]
    for save in found:
        if any(entry.head == signed.proposal.head for entry in save.entries):
            return save
    for save in found:
        if signed.proposal.proposer in save.players.values():
            return save
    if found:
        return found[0]
    raise NotASaveError(
        "unknown-game", "it is a proposal for a game that you do not have", "Fetch the game."
    )


def names_of(save: TrustedSave, keys: tuple[bytes, ...], motion: Motion) -> tuple[str, ...]:
    """Whose keys these are, the new ones of a proposal included."""
    return tuple(signer_name(save, motion, key) for key in keys)


def path_of(home: Home, ref: GameRef, signed: SignedProposal) -> Path:
    """Where a proposal is kept."""
    folder = home.game_store.folder(ref) / _FOLDER
    return folder / f"{signed.proposal.digest.hex()[:32]}.pbem"
