"""A lost end of a turn: a turn was closed for an end that is lost."""

from typing import Annotated, ClassVar, Final

from engine.marks import Bounds, Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ground, MotionForm
from pbem.motions.motion import LogFacts, Motion, Teller
from pbem.wire.fields import MAX_UNTIL


@wire("void_turn")
@dataclass(frozen=True, slots=True)
class LostTurn(Motion):
    """Turn number `turn` was closed for an end that is lost; its number is left out."""

    turn: Annotated[int, Tag("turn"), Bounds(1, MAX_UNTIL)]

    LABEL: ClassVar[str] = "LOST TURN"
    IS_ABOUT_DICE: ClassVar[bool] = True

    def problem(self, log: LogFacts) -> str:
        """It is about the next end of a turn."""
        return "" if self.turn == log.next_turn else "it is not about the next end of a turn"

    @property
    def lost_turn(self) -> int:
        """Its number."""
        return self.turn

    def clause(self, teller: Teller) -> str:
        """In words."""
        del teller
        return (
            f"the end of turn {self.turn}, which is lost, does not count, and the next one is that "
            f"of turn {self.turn + 1}"
        )

    def taken_on_trust(self, teller: Teller) -> tuple[str, ...]:
        """That the end is lost."""
        del teller
        return (
            "whoever ended that turn plays it on from here as they like: they may have "
            "disliked how it ended and hidden it",
            "the journal of the dice authority shows who ended it, and when",
        )


def _make(ground: Ground, answers: Answers) -> LostTurn:
    del answers
    return LostTurn(ground.next_turn)


FORM: Final = MotionForm(
    LostTurn,
    "void-turn",
    "A lost end of turn",
    "Go on although the signed end of a turn is lost.",
    _make,
    more="The number of this turn is left out.",
)
