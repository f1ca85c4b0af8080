"""The one way to open a game in order to look at it; to play it, `pbem.play.drafts.open_position`.

A name leads to a save or to a game text.  What is asked of it is worked out then and not before, so
that a question about where a game stands does not play what was before.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from engine import Definition, Step
from engine.values import dataclass
from pbem.gametext import read_game_text, text_of_save
from pbem.home import Home, PartialSave
from pbem.named_files import is_game_text
from pbem.play.draft_view import with_draft
from pbem.replay import read_history
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.gametext import GameText
    from pbem.replay import History, Moment, Position


@dataclass(frozen=True)
class GameView:
    """A game to look at.

    seen: the sound part of a save; told: a game text, which proves nothing, with what happens in
    it.  One of the two is None.
    """

    home: Home
    seen: PartialSave | None
    told: "tuple[GameText, History] | None" = None

    @property
    def save(self) -> TrustedSave | None:
        """What was verified; None for a game text."""
        return self.seen.save if self.seen is not None else None

    @property
    def text(self) -> "GameText | None":
        """The text that was named; None for a save."""
        return self.told[0] if self.told is not None else None

    @cached_property
    def position(self) -> "Position":
        """Where a save stands; UsageError for a game text."""
        if self.seen is None:
            raise UsageError(
                "game-text", "This is a game text: nothing in it is signed.", "Name a save."
            )
        return self.home.position(self.seen.save)

    @cached_property
    def step(self) -> Step:
        """Where the game stands."""
        return self.position.step if self.told is None else self.told[1].moments[-1].step

    @cached_property
    def drafted(self) -> tuple[Step, int]:
        """The same after the orders of the player's own draft, and how many of these there are."""
        return (self.step, 0) if self.save is None else with_draft(self.home, self.save, self.step)

    @cached_property
    def history(self) -> "History":
        """Everything that has happened."""
        if self.told is not None:
            return self.told[1]
        return read_history(self.position.save)

    @property
    def error(self) -> SaveError | None:
        """The first thing that is wrong with a save."""
        if self.seen is None:
            return None
        # Both end at the same place; whichever was asked for has been played already.
        played = self.__dict__.get("history") or self.position
        error: SaveError | None = played.error or self.seen.error
        return error

    @property
    def definition(self) -> Definition:
        """The definition of the game."""
        return self.step.state.definition

    @property
    def name(self) -> str:
        """The name of the game."""
        if self.text is not None:
            return self.text.head.name
        return self.save.genesis.name if self.save is not None else ""

    @property
    def game(self) -> str:
        """The id of the game, hexadecimal."""
        if self.text is not None:
            return self.text.head.game
        return self.save.genesis.game.hex() if self.save is not None else ""

    @property
    def warning(self) -> str:
        """What a reader must know before believing it, "" for nothing."""
        if self.text is None:
            return ""
        return "A game text: nothing in it is signed, and it proves nothing."


def view_game(home: Home, name: str) -> GameView:
    """The game that a command names: a file, the start of a game id or a game's name.

    Raises UsageError when there is no such game, or for a text that cannot be read, and any
    SaveError when no part of a save is sound.
    """
    data, _ = home.locate(name)
    if is_game_text(data):
        return GameView(home, None, read_game_text(data))
    return GameView(home, home.view_bytes(data))


def as_text(looked: GameView, last: int | None = None) -> "GameText":
    """The game as text, up to a moment if one is given."""
    if looked.text is not None:
        lines = looked.text.lines if last is None else looked.text.lines[:last]
        return looked.text.cut(lines)
    history, save = looked.history, looked.position.save
    moments = history.moments if last is None else history.moments[: last + 1]
    return text_of_save(save, type(history)(moments, None, history.finished))


def moment_at(history: "History", number: int) -> "Moment":
    """The moment with a number; UsageError when the game has no such moment."""
    if 0 <= number < len(history.moments):
        return history.moments[number]
    raise UsageError(
        "no-such-step",
        f"There is no step {number}.",
        f"Steps go from 0 to {len(history.moments) - 1}; `pbem history` lists them.",
    )
