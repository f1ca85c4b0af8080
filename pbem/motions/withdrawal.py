"""Withdrawal: whoever has made a proposal takes it back before it is agreed to."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

from engine.marks import Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.motion import LogFacts, Motion, Teller
from pbem.text import quoted
from pbem.wire.fields import Hash


@wire("withdrawal")
@dataclass(frozen=True, slots=True)
class Withdrawal(Motion):
    """The proposal with the digest `proposal`, signed by the key `by`, is never agreed to."""

    proposal: Annotated[Hash, Tag("proposal")]
    by: Annotated[Hash, Tag("by")]

    LABEL: ClassVar[str] = "WITHDRAWN"
    VERB: ClassVar[str] = "signed"
    SAYS: ClassVar[str] = "withdraws"

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """Whoever made the proposal, and nobody else."""
        del holders, host
        return (self.by,)

    def problem(self, log: LogFacts) -> str:
        """They are in the game, and nobody has agreed on it yet."""
        if log.has_agreed(self.proposal):
            return "what it withdraws has been agreed to"
        everybody = (*log.players.values(), log.host)
        return "" if self.by in everybody else "nobody in this game has the key that withdraws"

    @property
    def needs_word(self) -> bool:
        """It would be a way to gain time."""
        return False

    def own_matter(self, proposer: bytes) -> bytes:
        """Of whoever withdraws."""
        del proposer
        return self.by

    @property
    def withdrawn(self) -> tuple[bytes, bytes]:
        """The proposal, and the key that must have made it."""
        return self.proposal, self.by

    def clause(self, teller: Teller) -> str:
        """In words, with the name by which the commands know the proposal."""
        name = quoted(teller.name_of(self.by))
        return f"the proposal {self.proposal.hex()[:8]} of {name} is withdrawn"


def _make(ground: Ground, answers: Answers) -> Withdrawal:
    return Withdrawal(*ground.own_proposal(answers.text("proposal")))


FORM: Final = MotionForm(
    Withdrawal,
    "withdraw",
    "Withdraw",
    "Take back a proposal of your own to which not all have consented.",
    _make,
    (
        Ask(
            "proposal",
            "Your proposal",
            InputKind.ONE,
            lambda ground: ground.own_proposals(),
            is_first=True,
        ),
    ),
    more="`pbem consent` lists what is open.",
)
