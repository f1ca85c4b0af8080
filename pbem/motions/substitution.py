"""Substitution: somebody else takes seats of a player."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

from engine.marks import Tag, wire
from engine.values import dataclass
from pbem.motions.form import NEWCOMER, WHERE_FROM, Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.motion import Handover, LogFacts, Motion, Teller
from pbem.text import quoted
from pbem.wire.fields import Hash, Name, Names
from pbem.wire.fingerprint import fingerprint
from pbem.wire.signing import is_sound_key


@wire("substitution")
@dataclass(frozen=True, slots=True)
class Substitution(Motion):
    """`player` takes `seats` under `key` from whoever holds them under `old`.

    `absent`: the old holder is not asked, the host is.
    """

    seats: Annotated[Names, Tag("seats")]
    old: Annotated[Hash, Tag("old")]
    player: Annotated[Name, Tag("player")]
    key: Annotated[Hash, Tag("key")]
    absent: Annotated[bool, Tag("absent")]

    LABEL: ClassVar[str] = "SUBSTITUTE"

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """Everybody and whoever comes; the host instead of somebody who is absent."""
        players = holders.values()
        if not self.absent:
            return (*players, self.key)
        return (*(key for key in (*players, host) if key != self.old), self.key)

    def problem(self, log: LogFacts) -> str:
        """The seats are held under `old`, and whoever comes is a player, or new with a new key."""
        keys = log.keys()
        if any(keys.get(nation) != self.old for nation in self.seats):
            return "the seats are not held by the player whom it replaces"
        known = log.players.get(self.player)
        is_new = known is None and self.key not in log.players.values()
        fits = self.key != self.old and (is_new or known == self.key)
        if fits and is_sound_key(self.key):
            return ""
        return f"{quoted(self.player)} cannot take a seat under this key"

    @property
    def puts_out(self) -> bytes | None:
        """Whoever is absent."""
        return self.old if self.absent else None

    @property
    def handover(self) -> Handover:
        """The seats."""
        return Handover(self.old, self.key, not self.absent, self.player, self.seats)

    def clause(self, teller: Teller) -> str:
        """In words."""
        how = ", who is absent and has not signed" if self.absent else ""
        return (
            f"{quoted(self.player)} takes {', '.join(self.seats)} from "
            f"{quoted(teller.name_of(self.old))}{how}, with the key {fingerprint(self.key)}"
        )


def _make(ground: Ground, answers: Answers) -> Substitution:
    player = answers.text("player")
    held = ground.seats_of(player)
    name, key = ground.taker(answers.text("name"), answers.text("key"), answers.path("card"))
    seats = tuple(sorted(answers.some("seats"))) or held
    return Substitution(seats, ground.players[player], name, key, answers.switch("absent"))


FORM: Final = MotionForm(
    Substitution,
    "substitute",
    "Another player",
    "Give the seats of a player to somebody else.",
    _make,
    (
        Ask(
            "player",
            "Who leaves",
            InputKind.ONE,
            lambda ground: ground.player_choices(),
            is_first=True,
        ),
        Ask(
            "seats",
            "Only these seats; none for all of theirs",
            InputKind.SOME,
            lambda ground: ground.seat_choices(),
            option="seat",
        ),
        Ask("name", "Who takes them, a player or a newcomer; not needed with a card"),
        *NEWCOMER,
        Ask("absent", "They cannot be asked; the host is asked instead", InputKind.SWITCH),
    ),
    more=WHERE_FROM,
)
