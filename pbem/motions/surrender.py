"""Surrender: a side gives up."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

import engine
from engine.marks import Tag, wire
from engine.values import dataclass
from pbem.motions.form import Answers, Ground, MotionForm
from pbem.motions.motion import LogFacts, Motion, Teller
from pbem.text import quoted
from pbem.wire.fields import Names


@wire("surrender")
@dataclass(frozen=True, slots=True)
class Surrender(Motion):
    """A side gives up; `nations` are all of its nations, sorted.

    Whoever holds all of them needs nobody's consent.
    """

    nations: Annotated[Names, Tag("nations")]

    LABEL: ClassVar[str] = "SURRENDER"
    VERB: ClassVar[str] = "signed"
    ENDS_GAME: ClassVar[bool] = True

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """Those who give up."""
        del host
        return (holders[nation] for nation in self.nations if nation in holders)

    def problem(self, log: LogFacts) -> str:
        """The nations are seats."""
        return seat_problem(self.nations, log)

    def own_matter(self, proposer: bytes) -> bytes:
        """Of whoever proposes it."""
        return proposer

    def action(self) -> "engine.AgreedAction":
        """The others have won."""
        return engine.GiveUp(tuple(map(engine.NationName, self.nations)))

    def clause(self, teller: Teller) -> str:
        """In words."""
        del teller
        return f"the {', '.join(self.nations)} give up, and the others have won"


def seat_problem(nations: Iterable[str], log: LogFacts) -> str:
    """A7 for nations that must be seats."""
    keys = log.keys()
    unknown = [nation for nation in nations if nation not in keys]
    return f"there is no seat {quoted(unknown[0])}" if unknown else ""


def _make(ground: Ground, answers: Answers) -> Surrender:
    del answers
    return Surrender(ground.side_of(ground.nations))


FORM: Final = MotionForm(
    Surrender,
    "surrender",
    "Surrender",
    "Give up for your whole side, even when it is not your turn.",
    _make,
    more="Anybody who plays all of a side needs nobody's consent: the game is over at once.",
    question="Do you give up?",
)
