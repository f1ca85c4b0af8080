"""Take-back: the game goes on from an earlier position."""

from typing import Annotated, ClassVar, Final

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.motion import LogFacts, Motion, Teller
from pbem.wire.fields import MAX_RECORD, Hash


@wire("take_back")
@dataclass(frozen=True, slots=True)
class TakeBack(Motion):
    """The game goes on after record number `record`, where the head is `to` (32 bytes)."""

    record: Annotated[int, Tag("record"), Bounds(0, MAX_RECORD)]
    to: Annotated[Hash, Tag("to")]

    LABEL: ClassVar[str] = "TAKE-BACK"
    IS_OF_HEAD: ClassVar[bool] = True
    AFTER_DICE: ClassVar[str] = "take-back-after-dice"

    def problem(self, log: LogFacts) -> str:
        """The record is of the game as it is now."""
        return "" if log.goal(self.record) == self.to else "there is no such record to go back to"

    @property
    def back_to(self) -> int:
        """The record."""
        return self.record

    def clause(self, teller: Teller) -> str:
        """In words."""
        del teller
        return f"the game goes back to what it was after record {self.record}"


def _make(ground: Ground, answers: Answers) -> TakeBack:
    return TakeBack(*ground.point(answers.number("step", "A step")))


FORM: Final = MotionForm(
    TakeBack,
    "take-back",
    "Take back",
    "Go back to an earlier position. Dice that were drawn come again as they were.",
    _make,
    (
        Ask(
            "step",
            "The game goes on after step",
            InputKind.ONE,
            lambda ground: ground.step_choices(),
            placeholder="NUMBER",
        ),
    ),
    more="`pbem history` numbers the steps. Without --step: before the last turn that was played.",
)
