"""A game text: its head, and what happened line by line."""

from collections.abc import Mapping
from typing import TypeAlias

from engine import Action, AgreedAction, Definition, Step, apply, new_game
from engine.values import dataclass, replace
from pbem.replay import History, Moment, Notice, ends_turn, waiting_nation

FIRST_LINE = "pbem game text 1"


@dataclass(frozen=True, slots=True)
class Remark:
    """Words for people; they change nothing."""

    text: str


Line: TypeAlias = Action | AgreedAction | Remark


@dataclass(frozen=True, slots=True)
class GameTextHead:
    """What a game text begins with.

    game: 32 hexadecimal digits, the game it was taken from.
    step: the step of that game after which a what-if began, None for the game itself.
    scenario: the definition without the options of the game; options: those that differ.
    seats: names of players by nation, "" for nobody.
    """

    name: str
    game: str
    step: int | None
    scenario: Definition
    options: Mapping[str, object]
    seats: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameText:
    """A whole game; definition: the scenario with the options of the game."""

    head: GameTextHead
    definition: Definition
    lines: tuple[Line, ...]

    def cut(self, lines: tuple[Line, ...]) -> "GameText":
        """The same game with other lines, usually its first ones."""
        return replace(self, lines=lines)

    def with_lines(self, more: tuple[Line, ...]) -> "GameText":
        """The same game with more lines."""
        return replace(self, lines=(*self.lines, *more))


class GameTextPlayer:
    """Plays a game text line by line and keeps every moment; mutable."""

    def __init__(self, definition: Definition) -> None:
        """At the start of the game."""
        step = new_game(definition)
        state = step.state
        nation = waiting_nation(step)
        self._turn = 0
        self._mover = nation
        self.step: Step = step
        self.moments = [Moment(0, 0, 0, state.round, nation, state.phase.phase, None, step)]

    def play(self, line: Line) -> None:
        """One line; IllegalActionError with every reason when the rules refuse it."""
        before = self.step.state
        nation = waiting_nation(self.step)
        action = None if isinstance(line, Remark) else line
        if action is not None:
            self.step = apply(before, action)
        notice = Notice("remark", line.text, (), 0) if isinstance(line, Remark) else None
        self.moments.append(
            Moment(
                number=len(self.moments),
                record=0,
                turn=self._turn,
                round=before.round,
                nation=nation,
                phase=before.phase.phase,
                action=action,
                step=self.step,
                notice=notice,
            )
        )
        if action is not None and ends_turn(self.step, self._mover):
            self._turn += 1
            self._mover = waiting_nation(self.step)

    def history(self) -> History:
        """Every moment so far."""
        return History(tuple(self.moments), None, self._turn)
