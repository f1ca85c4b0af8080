"""Edit: the board is changed by hand."""

from typing import Annotated, ClassVar, Final

import engine
from engine.marks import Items, Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.motion import Motion, Teller
from pbem.wire.canonical import Plain

MAX_CHANGES: Final = 1_000


@wire("edit")
@dataclass(frozen=True, slots=True)
class Edit(Motion):
    """Changes of the board by hand; `changes` are plain values that only the engine reads."""

    changes: Annotated[tuple[Plain, ...], Tag("changes"), Items(MAX_CHANGES, 1)]

    LABEL: ClassVar[str] = "EDIT"
    IS_OF_HEAD: ClassVar[bool] = True
    AFTER_DICE: ClassVar[str] = "edit-after-dice"

    def action(self) -> "engine.AgreedAction":
        """All changes, one after the other."""
        return engine.AgreedEdit(tuple(map(engine.change_from_plain, self.changes)))

    def clause(self, teller: Teller) -> str:
        """In words."""
        return "; ".join(self._told(teller))

    def lines(self, teller: Teller) -> tuple[str, ...]:
        """Every change on a line of its own, in the order in which they are made."""
        changes = [f"EDIT {change}" for change in self._told(teller)]
        several = f"{len(changes)} changes to the board, in this order:"
        return (several, *changes) if len(changes) > 1 else tuple(changes)

    def _told(self, teller: Teller) -> list[str]:
        return [_change(plain, teller.definition) for plain in self.changes]


def _change(plain: Plain, definition: "engine.Definition") -> str:
    try:
        return engine.format_change(engine.change_from_plain(plain), definition)
    except engine.InvalidActionError as error:
        return f"something that is not a change ({error})"


def _make(ground: Ground, answers: Answers) -> Edit:
    return Edit(ground.changes(answers.lines("changes")))


FORM: Final = MotionForm(
    Edit,
    "edit",
    "Change the board",
    "Put right by hand what came about by mistake.",
    _make,
    (
        Ask(
            "changes",
            "Changes, one a line",
            InputKind.LINES,
            example="add 2 British infantry: Egypt\nmoney Russians: 50",
            is_first=True,
        ),
    ),
)
