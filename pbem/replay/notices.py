"""What a log holds besides orders and dice, in words: agreements, dice that come again, notes.

The texts are raw: what shows them must escape the names and words of strangers.
"""

from engine import Definition, InvalidActionError, change_from_plain, format_change
from engine.values import dataclass
from pbem.dice.protocol import verify_commitment
from pbem.save.consent_records import Absence, Note
from pbem.save.keys import fingerprint
from pbem.save.trusted_save import TrustedSave
from pbem.text import date_text, quoted
from pbem.wire.consent import SignedProposal
from pbem.wire.errors import SaveError
from pbem.wire.motions import (
    Draw,
    Edit,
    Forfeit,
    KeyChange,
    LostRoll,
    LostTurn,
    Motion,
    NewDice,
    Substitution,
    Surrender,
    TakeBack,
    kind_of_motion,
)
from pbem.wire.signing import Verifier

WORDS = {
    "edit": "EDIT",
    "take_back": "TAKE-BACK",
    "draw": "DRAW",
    "surrender": "SURRENDER",
    "forfeit": "FORFEIT",
    "substitution": "SUBSTITUTE",
    "key_change": "NEW KEY",
    "new_dice": "NEW DICE AUTHORITY",
    "void_roll": "LOST ROLLS",
    "void_turn": "LOST TURN",
    "roll_again": "DICE DRAWN BEFORE",
    "note": "NOTE",
    "absence": "AWAY",
    "void": "OUT OF TURN",
    "lost": "VOID",
    "remark": "REMARK",
}


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
        verb = (
            "signed"
            if self.kind in ("note", "absence", "roll_again", "surrender", "void", "lost")
            else "agreed"
        )
        who = f" ({verb} by {', '.join(self.by)})" if self.by else ""
        return f"{WORDS[self.kind]}: {self.text}{who}"


def notes_of(save: TrustedSave) -> tuple[tuple[str, str, str], ...]:
    """Territory, nation and text of every public note of a save, sorted."""
    notes: dict[tuple[str, str], str] = {}
    for record in save.records:
        if isinstance(record, Note):
            notes[record.territory, record.nation] = record.text
    return tuple((*where, text) for where, text in sorted(notes.items()) if text)


def absence_text(record: Absence) -> str:
    """From when until when a player is away, in words."""
    words = f": {record.text}" if record.text else ""
    return f"{date_text(record.since)} until {date_text(record.until)}{words}"


def notice_of(
    save: TrustedSave, signed: SignedProposal, record: int, definition: Definition
) -> Notice:
    """What an agreement did, and who signed it."""
    proposal = signed.proposal
    keys = [proposal.proposer, *(consent.by for consent in signed.consents)]
    return Notice(
        kind=kind_of_motion(proposal.motion),
        text=motion_in_words(save, proposal.motion, definition),
        by=tuple(dict.fromkeys(signer_name(save, proposal.motion, key) for key in keys)),
        record=record,
        words=proposal.words,
    )


def signer_name(save: TrustedSave, motion: Motion, key: bytes) -> str:
    """Who signs with a key, even when a proposal is to introduce it."""
    if known := save.name_of(key):
        return known
    if isinstance(motion, Substitution) and key == motion.key:
        return motion.player
    if isinstance(motion, KeyChange) and key == motion.key:
        return f"{save.name_of(motion.old) or 'somebody'} with the new key"
    return "somebody"


def motion_in_words(save: TrustedSave, motion: Motion, definition: Definition) -> str:
    """What a proposal asks for, as one clause."""
    match motion:
        case Edit():
            return "; ".join(changes_in_words(motion, definition))
        case TakeBack():
            return f"the game goes back to what it was after record {motion.record}"
        case Draw():
            return "the game ends without a winner"
        case Surrender():
            return f"the {', '.join(motion.nations)} give up, and the others have won"
        case Forfeit():
            old = save.name_of(motion.old) or "somebody"
            return (
                f"{quoted(old)} is out of time and has not signed, so their whole side, "
                f"{', '.join(motion.nations)}, has lost the game"
            )
        case Substitution():
            old = save.name_of(motion.old) or "somebody"
            how = ", who is absent and has not signed" if motion.absent else ""
            return (
                f"{quoted(motion.player)} takes {', '.join(motion.seats)} from {quoted(old)}{how}, "
                f"with the key {fingerprint(motion.key)}"
            )
        case KeyChange():
            old = save.name_of(motion.key) or save.name_of(motion.old) or "somebody"
            how = (
                "the old one is lost and has not signed" if motion.lost else "signed by the old one"
            )
            return f"{quoted(old)} has the new key {fingerprint(motion.key)}, {how}"
        case NewDice():
            return _new_dice_in_words(save, motion)
        case LostRoll():
            return (
                f"rolls up to number {motion.index} that were made and are missing in the game are "
                "given up, and the game goes on with the next number"
            )
        case LostTurn():
            return (
                f"the end of turn {motion.turn}, which is lost, does not count, and the next one "
                f"is that of turn {motion.turn + 1}"
            )


def _new_dice_in_words(save: TrustedSave, motion: NewDice) -> str:
    """Which authority takes the place of which, with its key."""
    which = ("first ", "second ")[motion.which] if len(save.genesis.dice) > 1 else ""
    try:
        commitment = verify_commitment(motion.commitment, Verifier())
    except SaveError:
        return f"the {which}dice authority is replaced by one that proves nothing"
    return (
        f"the {which}dice authority is replaced by {quoted(motion.address)} from roll "
        f"{commitment.first} on, with the key {fingerprint(commitment.authority)}"
    )


def changes_in_words(motion: Edit, definition: Definition) -> tuple[str, ...]:
    """Every change to the board, in the order in which they are made."""
    return tuple(_change(plain, definition) for plain in motion.changes)


def _change(plain: object, definition: Definition) -> str:
    try:
        return format_change(change_from_plain(plain), definition)
    except InvalidActionError as error:
        return f"something that is not a change ({error})"
