"""A draw: the game ends without a winner."""

from typing import ClassVar, Final

import engine
from engine.marks import wire
from engine.values import dataclass
from pbem.motions.form import MotionForm
from pbem.motions.motion import Motion, Teller


@wire("draw")
@dataclass(frozen=True, slots=True)
class Draw(Motion):
    """The game ends without a winner."""

    LABEL: ClassVar[str] = "DRAW"
    ENDS_GAME: ClassVar[bool] = True

    def action(self) -> "engine.AgreedAction":
        """The end of the game."""
        return engine.AgreeDraw()

    def clause(self, teller: Teller) -> str:
        """In words."""
        del teller
        return "the game ends without a winner"


FORM: Final = MotionForm(Draw, "draw", "Draw", "End the game without a winner.", lambda *_: Draw())
