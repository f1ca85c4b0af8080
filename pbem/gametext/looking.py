"""What a name leads to: a save, or a game text."""

from engine import Definition
from engine.values import dataclass
from pbem.gametext import GameText, read_game_text, text_of_save
from pbem.home import Home
from pbem.named_files import is_game_text
from pbem.replay import History, Moment, read_history
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave
from pbem.usage import UsageError


@dataclass(frozen=True, slots=True)
class GameView:
    """A game to look at.

    save: None for a game text, which proves nothing; text: None for a save.
    error: the first thing that is wrong with a save.
    """

    history: History
    save: TrustedSave | None
    text: GameText | None
    error: SaveError | None

    @property
    def definition(self) -> Definition:
        """The definition of the game."""
        return self.history.moments[0].step.state.definition

    @property
    def name(self) -> str:
        """The name of the game."""
        if self.text is not None:
            return self.text.head.name
        return self.save.genesis.name if self.save is not None else ""

    @property
    def warning(self) -> str:
        """What a reader must know before believing it, "" for nothing."""
        if self.text is None:
            return ""
        return "A game text: nothing in it is signed, and it proves nothing."


def look(home: Home, name: str) -> GameView:
    """The game that a command names: a file, the start of a game id or a game's name.

    Raises UsageError when there is no such game, or for a text that cannot be read, and any
    SaveError when no part of a save is sound.
    """
    data, _ = home.locate(name)
    if is_game_text(data):
        text, history = read_game_text(data)
        return GameView(history, None, text, None)
    seen = home.view_bytes(data)
    history = read_history(seen.save)
    return GameView(history, seen.save, None, history.error or seen.error)


def as_text(looked: GameView, last: int | None = None) -> GameText:
    """The game as text, up to a moment if one is given."""
    if looked.save is None:
        if looked.text is None:
            raise ValueError("there is no game")
        lines = looked.text.lines if last is None else looked.text.lines[:last]
        return looked.text.cut(lines)
    moments = looked.history.moments if last is None else looked.history.moments[: last + 1]
    history = History(moments, None, looked.history.finished)
    return text_of_save(looked.save, history)


def moment_at(history: History, number: int) -> Moment:
    """The moment with a number; UsageError when the game has no such moment."""
    if 0 <= number < len(history.moments):
        return history.moments[number]
    raise UsageError(
        "no-such-step",
        f"There is no step {number}.",
        f"Steps go from 0 to {len(history.moments) - 1}; `pbem history` lists them.",
    )
