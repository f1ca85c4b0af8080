"""Lost rolls: dice were answered for positions that are lost."""

from typing import Annotated, ClassVar, Final

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ground, MotionForm
from pbem.motions.motion import LogFacts, Motion, Teller

MAX_ROLLS: Final = 1_048_576
MAX_LOST: Final = 1_000
"""That many rolls may be lost at once."""


def lost_problem(last: int, log: LogFacts) -> str:
    """What keeps the rolls from the next one to number `last` from being lost; "" for nothing."""
    fits = log.next_roll <= last < log.next_roll + MAX_LOST
    return "" if fits else "it is not about the next rolls"


@wire("void_roll")
@dataclass(frozen=True, slots=True)
class LostRoll(Motion):
    """The rolls from the next one to number `index` were answered for positions that are lost.

    They may be declared void.
    """

    index: Annotated[int, Tag("index"), Bounds(1, MAX_ROLLS)]

    LABEL: ClassVar[str] = "LOST ROLLS"
    IS_ABOUT_DICE: ClassVar[bool] = True

    def problem(self, log: LogFacts) -> str:
        """It is about the next rolls."""
        return lost_problem(self.index, log)

    @property
    def last_lost_roll(self) -> int:
        """The last one."""
        return self.index

    def clause(self, teller: Teller) -> str:
        """In words."""
        del teller
        return (
            f"rolls up to number {self.index} that were made and are missing in the game are given "
            "up, and the game goes on with the next number"
        )

    def taken_on_trust(self, teller: Teller) -> tuple[str, ...]:
        """That the positions are lost."""
        return (
            f"the next roll is number {teller.next_roll}; whoever asked for those up to "
            f"{self.index} gets other dice: they may have disliked theirs and hidden them",
            "the journal of the dice authority shows who asked, and for what",
        )


def _make(ground: Ground, answers: Answers) -> LostRoll:
    del answers
    return LostRoll(ground.last_answered())


FORM: Final = MotionForm(
    LostRoll,
    "void-roll",
    "Lost dice",
    "Go on although the positions of rolls are lost.",
    _make,
    more="The journals of the dice authorities say which rolls these are.",
)
