"""All that a player can propose, with what has to be filled in for each: data for any form.

A page draws these without knowing one of them; a new kind of proposal is a row of the table.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.values import dataclass
from pbem.agreements.motions import (
    PLACES,
    edit_of,
    forfeit_of,
    lost_key_of,
    lost_roll_of,
    new_dice_of,
    newcomer_of,
    steps_to_go_back_to,
    substitution_of,
    surrender_of,
    take_back_of,
    taker_of,
)
from pbem.home import Home
from pbem.replay import read_history
from pbem.replay.history import text_of
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.motions import Draw, LostTurn, Motion

_MOST_STEPS: Final = 200
_MOST_LINES: Final = 1000


class InputKind(StrEnum):
    """How a person fills something in."""

    TEXT = "text"
    LINES = "lines"
    ONE = "one"
    SOME = "some"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class Ground:
    """The game in which something is proposed, and who proposes it; when: Unix seconds."""

    home: Home
    save: TrustedSave
    key: NamedKey
    when: int


Choices: TypeAlias = Callable[[TrustedSave], tuple[tuple[str, str], ...]]
"""What can be chosen in a game: pairs of a value and a text for people."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing to fill in; text: what it is; choices: of ONE and SOME; example: "" for none."""

    name: str
    text: str
    part: InputKind = InputKind.TEXT
    choices: Choices = lambda _: ()
    example: str = ""


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


@dataclass(frozen=True, slots=True)
class Wish:
    """A kind of proposal: its title, what it does, what has to be filled in, and the motion."""

    title: str
    text: str
    motion: Callable[[Ground, Answers], Motion]
    asks: tuple[Ask, ...] = ()


def _players(save: TrustedSave) -> tuple[tuple[str, str], ...]:
    return tuple((name, plain(name)) for name in save.players)


def _seats(save: TrustedSave) -> tuple[tuple[str, str], ...]:
    return tuple((nation, f"{nation} ({plain(who or '')})") for nation, who in save.seats.items())


def _steps(save: TrustedSave) -> tuple[tuple[str, str], ...]:
    """The newest first: who wants to go back wants to go back a little."""
    numbers = steps_to_go_back_to(save)[-_MOST_STEPS:]
    moments = read_history(save).moments
    told = (
        (
            str(number),
            plain(
                f"{number}: round {moments[number].round}, {moments[number].nation}, "
                f"{text_of(moments[number])}"
            ),
        )
        for number in reversed(numbers)
    )
    return (("", "before the last turn that was played"), *told)


def _authorities(save: TrustedSave) -> tuple[tuple[str, str], ...]:
    if len(save.sources) == 1:
        return (("", plain(save.sources[0].address)),)
    return tuple(
        (word, plain(source.address)) for word, source in zip(PLACES, save.sources, strict=False)
    )


_NEWCOMER: Final = (
    Ask("card", "Address card: the path of its file on this computer"),
    Ask("key", "Or their public key, 64 hex digits, if you have no card"),
)


def _edit(ground: Ground, answers: Answers) -> Motion:
    return edit_of(ground.save, answers.lines("changes"))


def _take_back(ground: Ground, answers: Answers) -> Motion:
    text = answers.text("step")
    if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UsageError("bad-request", "A step is a number.")
    return take_back_of(ground.save, int(text) if text else None)


def _card(answers: Answers) -> Path | None:
    card = answers.text("card")
    return Path(card).expanduser() if card else None


def _substitute(ground: Ground, answers: Answers) -> Motion:
    name, key = answers.text("name"), answers.text("key")
    taker = taker_of(ground.home, ground.save, name, key, _card(answers))
    absent = answers.switch("absent")
    player, seats = answers.text("player"), answers.some("seats")
    return substitution_of(ground.save, player, taker, seats, absent=absent)


def _lost_key(ground: Ground, answers: Answers) -> Motion:
    player = answers.text("player")
    key = answers.text("key")
    newcomer = newcomer_of(ground.home, ground.save, player, key, _card(answers))
    return lost_key_of(ground.save, player, newcomer[1])


def _new_dice(ground: Ground, answers: Answers) -> Motion:
    address, replaces = answers.text("address"), answers.text("replaces")
    return new_dice_of(ground.home, ground.save, ground.key, address, replaces, ground.when)


WISHES: Final[Mapping[str, Wish]] = MappingProxyType(
    {
        "take-back": Wish(
            "Take back",
            "Go back to an earlier position. Dice that were drawn come again as they were.",
            _take_back,
            (Ask("step", "The game goes on after step", InputKind.ONE, _steps),),
        ),
        "draw": Wish("Draw", "End the game without a winner.", lambda *_: Draw()),
        "surrender": Wish(
            "Surrender",
            "Give up for your whole side, even when it is not your turn.",
            lambda ground, _: surrender_of(ground.save, ground.key),
        ),
        "forfeit": Wish(
            "Forfeit",
            "The side of a player who is late has lost, where that was agreed. It counts after the "
            "last reminder, by the clock of the dice authority.",
            lambda ground, _: forfeit_of(ground.save),
        ),
        "edit": Wish(
            "Change the board",
            "Put right by hand what came about by mistake.",
            _edit,
            (
                Ask(
                    "changes",
                    "Changes, one a line",
                    InputKind.LINES,
                    example="add 2 British infantry: Egypt\nmoney Russians: 50",
                ),
            ),
        ),
        "substitute": Wish(
            "Another player",
            "Give the seats of a player to somebody else.",
            _substitute,
            (
                Ask("player", "Who leaves", InputKind.ONE, _players),
                Ask("seats", "Only these seats; none for all of theirs", InputKind.SOME, _seats),
                Ask("name", "Who takes them, a player or a newcomer; not needed with a card"),
                *_NEWCOMER,
                Ask("absent", "They cannot be asked; the host is asked instead", InputKind.SWITCH),
            ),
        ),
        "lost-key": Wish(
            "A lost key",
            "Somebody has lost their key, and plays on with a new one.",
            _lost_key,
            (Ask("player", "Who has lost it", InputKind.ONE, _players), *_NEWCOMER),
        ),
        "new-dice": Wish(
            "Other dice",
            "Replace a dice authority that is gone for good. Best proposed by the host.",
            _new_dice,
            (
                Ask("replaces", "The one that is gone", InputKind.ONE, _authorities),
                Ask("address", "The address of the new one"),
            ),
        ),
        "void-roll": Wish(
            "Lost dice",
            "Go on although the positions of rolls are lost.",
            lambda ground, _: lost_roll_of(ground.home, ground.save, ground.when),
        ),
        "void-turn": Wish(
            "A lost end of turn",
            "Go on although the signed end of a turn is lost.",
            lambda ground, _: LostTurn(ground.save.next_turn),
        ),
    }
)
"""By the name that the command line has for each."""
