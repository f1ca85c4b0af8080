"""How a motion is asked for: what has to be filled in, on a page or behind a command.

A page draws these and the command line has an option for each, without knowing one of them.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from engine.values import dataclass
from pbem.motions.motion import Motion, NewAuthority
from pbem.usage import UsageError
from pbem.wire.canonical import Plain

_MOST_LINES: Final = 1000
AUTHORITIES: Final = ("first", "second")
"""What the two dice authorities of a game are called."""


class InputKind(StrEnum):
    """How a person fills something in."""

    TEXT = "text"
    LINES = "lines"
    ONE = "one"
    SOME = "some"
    SWITCH = "switch"


class Ground(Protocol):
    """The game in which something is proposed, and what a form can ask of it."""

    @property
    def players(self) -> Mapping[str, bytes]:
        """The key of each player."""

    @property
    def next_turn(self) -> int:
        """The number of the next end of a turn."""

    @property
    def nations(self) -> tuple[str, ...]:
        """The seats of whoever proposes; NotYourTurnError for somebody without one."""

    @property
    def mover(self) -> str:
        """The nation whose turn it is; UsageError `game-over` after the end."""

    def side_of(self, nations: Sequence[str]) -> tuple[str, ...]:
        """All nations that are allied with one of these, sorted."""

    def seats_of(self, player: str) -> tuple[str, ...]:
        """What a player holds, sorted; UsageError `unknown-player`."""

    def holder(self, nation: str) -> bytes:
        """The key that holds a seat."""

    def changes(self, lines: Sequence[str]) -> tuple[Plain, ...]:
        """Changes of the board by hand; UsageError `bad-change`, `no-changes`."""

    def point(self, step: int | None) -> tuple[int, bytes]:
        """The record after a step of the history and the head there.

        None: before the last turn played.  Raises UsageError `no-such-step`, `step-inside`.
        """

    def taker(self, name: str, key: str, card: Path | None) -> tuple[str, bytes]:
        """Who takes a seat: a player by their name alone, or as `newcomer`."""

    def newcomer(self, name: str, key: str, card: Path | None) -> tuple[str, bytes]:
        """Name and key, from an address card or typed; UsageError `newcomer-missing`."""

    def authority(self, address: str, replaces: str, *, plain_http: bool) -> NewAuthority:
        """A dice authority that commits now; replaces: of two the one that is gone, or ""."""

    def last_answered(self) -> int:
        """The last roll that was answered for a position that is lost; UsageError."""

    def half_answered(self, which: int) -> int:
        """The last roll that authorities other than this one have answered and the game lacks; 0
        for none."""

    def own_proposal(self, name: str) -> tuple[bytes, bytes]:
        """The digest of an open proposal of whoever asks, and their key; SaveError."""

    # What can be chosen, as pairs of a value and a text for people.
    def player_choices(self) -> "Pairs": ...

    def seat_choices(self) -> "Pairs": ...

    def step_choices(self) -> "Pairs": ...

    def authority_choices(self) -> "Pairs": ...

    def own_proposals(self) -> "Pairs": ...


Pairs: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing to fill in; text: what it is; choices: of ONE and SOME; example: "" for none.

    Of the command line: is_first: it is written without an option; option: its name, if another one
    than here; words: all that can be written; placeholder: what stands for it in the help;
    is_for_experts: it is asked nowhere else.
    """

    name: str
    text: str
    part: InputKind = InputKind.TEXT
    choices: Callable[[Ground], Pairs] = lambda _: ()
    example: str = ""
    is_first: bool = False
    option: str = ""
    words: tuple[str, ...] = ()
    placeholder: str = ""
    is_for_experts: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """What was filled in: a text, a list of texts or a switch for each name."""

    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """A text, stripped; UsageError for anything else."""
        value = self.values.get(name, "")
        if not isinstance(value, str):
            raise UsageError("bad-request", f"{name} is not a text.")
        return value.strip()

    def lines(self, name: str) -> list[str]:
        """The lines of a text that are not empty."""
        found = [line.strip() for line in self.text(name).splitlines() if line.strip()]
        return found[:_MOST_LINES]

    def some(self, name: str) -> tuple[str, ...]:
        """What was chosen of several."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise UsageError("bad-request", f"{name} is not a list.")
        return tuple(map(str, value))

    def switch(self, name: str) -> bool:
        """Whether it was switched on."""
        return self.values.get(name) is True

    def number(self, name: str, what: str) -> int | None:
        """A number; None when nothing was filled in; what: it in an error message."""
        text = self.text(name)
        if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise UsageError("bad-request", f"{what} is a number.")
        return int(text) if text else None

    def path(self, name: str) -> Path | None:
        """The path of a file on this computer; None when nothing was filled in."""
        text = self.text(name)
        return Path(text).expanduser() if text else None


@dataclass(frozen=True, slots=True)
class MotionForm:
    """A kind of motion: its name as a command, its title, what it does, what is to be filled in.

    more: what only those who type a command have to know; question: asked before it is signed, ""
    for none.
    """

    kind: type[Motion]
    name: str
    title: str
    text: str
    make: Callable[[Ground, Answers], Motion]
    asks: tuple[Ask, ...] = ()
    more: str = ""
    question: str = ""


NEWCOMER: Final = (
    Ask("card", "Address card: the path of its file on this computer"),
    Ask("key", "Or their public key, 64 hex digits, if you have no card", placeholder="HEX"),
)
"""Somebody whose key is new to the game."""

WHERE_FROM: Final = "`pbem keys card` writes such a card; `pbem keys show --json` has the key."
