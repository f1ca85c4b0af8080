"""What a log holds besides orders and dice, in words: agreements, dice that come again, notes.

The texts are raw: what shows them must escape the names and words of strangers.
"""

from typing import Final

from engine import Definition
from engine.values import dataclass
from pbem.dice.protocol import verify_commitment
from pbem.motions.consent import SignedProposal
from pbem.motions.motion import Motion
from pbem.motions.table import KINDS
from pbem.save.consent_records import Absence, Note
from pbem.save.trusted_save import TrustedSave
from pbem.text import date_text
from pbem.wire.errors import SaveError
from pbem.wire.shapes import kind_of
from pbem.wire.signing import Verifier

WORDS: Final = {
    **{kind_of(kind): kind.LABEL for kind in KINDS},
    "roll_again": "DICE DRAWN BEFORE",
    "note": "NOTE",
    "absence": "AWAY",
    "void": "OUT OF TURN",
    "lost": "VOID",
    "remark": "REMARK",
}
_AGREED: Final = {kind_of(kind) for kind in KINDS if kind.VERB == "agreed"} | {"remark"}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened beside the board.

    kind: a key of WORDS; text: what; by: the players who signed it; record: where in the log;
    words: what the proposer said about it, "" for nothing.
    """

    kind: str
    text: str
    by: tuple[str, ...]
    record: int
    words: str = ""

    @property
    def told(self) -> str:
        """The line with what the proposer said about it, in quotes."""
        return f'{self} "{self.words}"' if self.words else str(self)

    def __str__(self) -> str:
        """One line: ``EDIT: money Russians: 50 (agreed by Ann, Ben)``."""
        verb = "agreed" if self.kind in _AGREED else "signed"
        who = f" ({verb} by {', '.join(self.by)})" if self.by else ""
        return f"{WORDS[self.kind]}: {self.text}{who}"


def notes_of(save: TrustedSave) -> tuple[tuple[str, str, str], ...]:
    """Territory, nation and text of every public note of a save, sorted."""
    notes: dict[tuple[str, str], str] = {}
    for record in save.records:
        if isinstance(record, Note):
            notes[record.territory, record.nation] = record.text
    return tuple((*where, text) for where, text in sorted(notes.items()) if text)


def absence_text(record: Absence, offset: int) -> str:
    """From when until when a player is away, in words; offset: of the zone of the game, minutes
    east of UTC."""
    words = f": {record.text}" if record.text else ""
    return f"{date_text(record.since, offset)} until {date_text(record.until, offset)}{words}"


def notice_of(
    save: TrustedSave, signed: SignedProposal, record: int, definition: Definition
) -> Notice:
    """What an agreement did, and who signed it."""
    proposal = signed.proposal
    keys = [proposal.proposer, *(consent.by for consent in signed.consents)]
    return Notice(
        kind=kind_of(type(proposal.motion)),
        text=proposal.motion.clause(SaveTeller(save, definition)),
        by=tuple(dict.fromkeys(signer_name(save, proposal.motion, key) for key in keys)),
        record=record,
        words=proposal.words,
    )


def signer_name(save: TrustedSave, motion: Motion, key: bytes) -> str:
    """Who signs with a key, even when a proposal is to introduce it."""
    if known := save.name_of(key):
        return known
    change = motion.handover
    if change is None or key != change.key:
        return "somebody"
    return change.player or f"{save.name_of(change.old) or 'somebody'} with the new key"


@dataclass(frozen=True, slots=True)
class SaveTeller:
    """What the words about a motion take from a save; see `pbem.motions.motion.Teller`."""

    save: TrustedSave
    definition: Definition

    @property
    def authorities(self) -> int:
        """How many dice authorities there are in the game."""
        return len(self.save.sources)

    @property
    def next_roll(self) -> int:
        """The number of the next roll."""
        return self.save.next_roll

    def name_of(self, *keys: bytes) -> str:
        """The player who has or had the first of these keys that is known; else "somebody"."""
        return next(filter(None, map(self.save.name_of, keys)), "somebody")

    def committed(self, commitment: bytes) -> tuple[int, bytes] | None:
        """The first roll and the key of a dice authority; None when its signature is wrong."""
        try:
            found = verify_commitment(commitment, Verifier())
        except SaveError:
            return None
        return found.first, found.authority
