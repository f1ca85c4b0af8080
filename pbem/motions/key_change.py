"""Change of key: a player goes on with another key."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

from engine.marks import Tag, wire
from engine.values import dataclass
from pbem.motions.form import NEWCOMER, WHERE_FROM, Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.motion import Handover, LogFacts, Motion, Teller
from pbem.text import quoted
from pbem.wire.fields import Hash
from pbem.wire.fingerprint import fingerprint
from pbem.wire.signing import is_sound_key


@wire("key_change")
@dataclass(frozen=True, slots=True)
class KeyChange(Motion):
    """`key` takes the place of `old`; `lost`: the old key cannot sign any more."""

    old: Annotated[Hash, Tag("old")]
    key: Annotated[Hash, Tag("key")]
    lost: Annotated[bool, Tag("lost")]

    LABEL: ClassVar[str] = "NEW KEY"
    WAITS_FOR_REMINDERS: ClassVar[bool] = False

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """Both keys; for one that is lost everybody else, and the host."""
        if not self.lost:
            return self.old, self.key
        return (*(key for key in (*holders.values(), host) if key != self.old), self.key)

    def problem(self, log: LogFacts) -> str:
        """The old key is known, and the new one is not."""
        everybody = (*log.players.values(), log.host)
        if self.old not in everybody:
            return "nobody in this game has the key that it replaces"
        if self.key in everybody or not is_sound_key(self.key):
            return "the new key cannot be used in this game"
        return ""

    @property
    def puts_out(self) -> bytes | None:
        """Whoever has lost it."""
        return self.old if self.lost else None

    @property
    def needs_word(self) -> bool:
        """Not for a change of one's own key, which would be a way to gain time."""
        return self.lost

    def own_matter(self, proposer: bytes) -> bytes | None:
        """Of whoever changes their own."""
        del proposer
        return None if self.lost else self.old

    @property
    def handover(self) -> Handover:
        """All that the old key was for."""
        return Handover(self.old, self.key, not self.lost)

    def clause(self, teller: Teller) -> str:
        """In words; after it was done the new key is the one that has a name."""
        how = "the old one is lost and has not signed" if self.lost else "signed by the old one"
        who = teller.name_of(self.key, self.old)
        return f"{quoted(who)} has the new key {fingerprint(self.key)}, {how}"


def _make(ground: Ground, answers: Answers) -> KeyChange:
    player = answers.text("player")
    ground.seats_of(player)
    _, key = ground.newcomer(player, answers.text("key"), answers.path("card"))
    return KeyChange(ground.players[player], key, lost=True)


FORM: Final = MotionForm(
    KeyChange,
    "lost-key",
    "A lost key",
    "Somebody has lost their key, and plays on with a new one.",
    _make,
    (
        Ask(
            "player",
            "Who has lost it",
            InputKind.ONE,
            lambda ground: ground.player_choices(),
            is_first=True,
        ),
        *NEWCOMER,
    ),
    more=WHERE_FROM,
)
