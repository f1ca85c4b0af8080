"""Forfeit: a side has lost because its player let their time pass."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

import engine
from engine.marks import Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ground, MotionForm
from pbem.motions.motion import LogFacts, Motion, Teller
from pbem.motions.surrender import seat_problem
from pbem.text import quoted
from pbem.wire.fields import Hash, Names
from pbem.wire.pace import FORFEIT


@wire("forfeit")
@dataclass(frozen=True, slots=True)
class Forfeit(Motion):
    """A side has lost because the player who holds a seat of it under `old` let their time pass.

    `nations` are all of its nations, sorted.
    """

    nations: Annotated[Names, Tag("nations")]
    old: Annotated[Hash, Tag("old")]

    LABEL: ClassVar[str] = "FORFEIT"
    ENDS_GAME: ClassVar[bool] = True

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """Everybody but whoever is late."""
        del host
        return (key for key in holders.values() if key != self.old)

    def problem(self, log: LogFacts) -> str:
        """It was agreed on, and the nations are seats, one of them of whoever is late."""
        if problem := seat_problem(self.nations, log):
            return problem
        if log.pace is None or log.pace.afterwards != FORFEIT:
            return "it was not agreed that a late side forfeits"
        keys = log.keys()
        is_theirs = any(keys[nation] == self.old for nation in self.nations)
        return "" if is_theirs else "none of the seats is held by the player who is late"

    @property
    def puts_out(self) -> bytes:
        """Whoever is late."""
        return self.old

    @property
    def needs_word(self) -> bool:
        """That a time was over, only the authorities can say."""
        return True

    def displaces(self, nation: str, holder: bytes) -> bool:
        """The whole side, whoever holds it."""
        del holder
        return nation in self.nations

    def action(self) -> "engine.AgreedAction":
        """As if the side gave up."""
        return engine.GiveUp(tuple(map(engine.NationName, self.nations)))

    def clause(self, teller: Teller) -> str:
        """In words."""
        return (
            f"{quoted(teller.name_of(self.old))} is out of time and has not signed, so their whole "
            f"side, {', '.join(self.nations)}, has lost the game"
        )


def _make(ground: Ground, answers: Answers) -> Forfeit:
    del answers
    mover = ground.mover
    return Forfeit(ground.side_of([mover]), ground.holder(mover))


FORM: Final = MotionForm(
    Forfeit,
    "forfeit",
    "Forfeit",
    "The side of a player who is late has lost, where that was agreed. It counts after the "
    "last reminder, by the clock of the dice authority.",
    _make,
    more="All others have to consent.",
)
