"""A verified record of the log, whether it came by itself or in packed turns."""

from engine.values import dataclass
from pbem.motions.consent import SignedProposal
from pbem.motions.motion import Motion
from pbem.save.kinds import RecordKind
from pbem.save.record_parts import NOTHING, Attached, put_together
from pbem.save.records import Record


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A verified record: `head` is the log's head after it, `body` what was signed.

    `signature`: that of `signer`, b"" where the end of a closed turn stands for it; `attached`:
    what came with it, and of a closed turn only what is kept.  `agreement`: what is in one,
    else None.
    """

    index: int
    kind: RecordKind
    signer: bytes
    record: Record
    head: bytes
    body: bytes
    signature: bytes
    attached: Attached = NOTHING
    agreement: SignedProposal | None = None

    @property
    def motion(self) -> Motion | None:
        """What was agreed on in it."""
        return self.agreement.proposal.motion if self.agreement is not None else None

    @property
    def is_whole(self) -> bool:
        """Whether everything is here that a single record needs."""
        return bool(self.signature)

    @property
    def raw(self) -> bytes:
        """The record by itself; ValueError when it is of a closed turn that keeps less."""
        if not self.is_whole:
            raise ValueError(f"record {self.index} is packed and keeps no signature")
        return put_together(self.kind, self.body, self.signer, self.signature, self.attached)
