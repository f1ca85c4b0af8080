"""A game that was opened: what was played in it, and where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from engine import Definition, events
from pbem.api.positions import GamePosition
from pbem.home import Home
from pbem.play.game_data import GameData, game_data
from pbem.play.game_view import GameView, view_game
from pbem.post import summary_of
from pbem.replay import Turn, game_ledger
from pbem.report import render_turn
from pbem.save.errors import SaveError


@dataclass(frozen=True)
class LuckRow:
    """Dice of a nation: how many, hits scored and expected, and the same in standard deviations.

    swing: PUs that its battles brought against their exact odds.
    """

    nation: str
    dice: int
    hits: int
    expected: float
    deviations: float
    swing: float


class PastTurn:
    """A turn of a game as it was played."""

    def __init__(self, looked: GameView, turn: Turn) -> None:
        self._looked = looked
        self._turn = turn

    @property
    def number(self) -> int:
        """From 0."""
        return self._turn.number

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._turn.round

    @property
    def nation(self) -> str:
        """Whose turn it was."""
        return self._turn.nation

    @property
    def is_finished(self) -> bool:
        """Whether its end is signed."""
        return self._turn.is_finished

    @property
    def message(self) -> str:
        """What its player said with it."""
        return self._turn.message

    @property
    def events(self) -> tuple[events.Event, ...]:
        """All that happened."""
        return self._turn.events

    @property
    def position(self) -> GamePosition:
        """Where the game stood when it was over, the next turn ready to begin; or stands now."""
        line = reversed(self._looked.history.line())
        return GamePosition(next(one.step for one in line if one.record <= self._turn.last))

    def report(self, form: Literal["txt", "html", "md", "bbcode"] = "txt") -> str:
        """The report of the turn, as mails and forums have it."""
        return render_turn(summary_of(self._looked.position, self._turn), form)


class Game:
    """A game that was opened; everything in it was verified, unless `error` says otherwise."""

    def __init__(self, looked: GameView) -> None:
        self._looked = looked

    @property
    def id(self) -> str:
        """32 hexadecimal digits."""
        return self._looked.game

    @property
    def name(self) -> str:
        """The name that its host gave it."""
        return self._looked.name

    @property
    def definition(self) -> Definition:
        """The map, the units and the rules, as the engine has them."""
        return self._looked.definition

    @property
    def error(self) -> SaveError | None:
        """The first thing that is wrong with it; what is told of the game is what was before."""
        return self._looked.error

    @property
    def seats(self) -> dict[str, str]:
        """Who plays which nation."""
        return self.data().seats

    @property
    def players(self) -> dict[str, str]:
        """The public key of each player, hexadecimal."""
        return self.data().players

    @property
    def position(self) -> GamePosition:
        """Where it stands."""
        return GamePosition(self._looked.step)

    @property
    def start(self) -> GamePosition:
        """Where it began."""
        return GamePosition(self._looked.history.moments[0].step)

    @property
    def turns(self) -> tuple[PastTurn, ...]:
        """Its turns in order, without those that were taken back; the last may be under way."""
        return tuple(PastTurn(self._looked, turn) for turn in self._looked.history.turns)

    def steps(self) -> Iterator[GamePosition]:
        """The position after every order and every roll that counts, from the start on."""
        return (GamePosition(moment.step) for moment in self._looked.history.line())

    def data(self) -> GameData:
        """The whole game as plain values; `pbem export --data` writes them as JSON."""
        return self._data

    @cached_property
    def _data(self) -> GameData:
        return game_data(self._looked)

    def luck(self) -> list[LuckRow]:
        """The dice of each nation against what they promised."""
        turns, definition = self._looked.history.turns, self.definition
        return [
            LuckRow(
                nation=one.nation,
                dice=one.luck.account.dice,
                hits=one.luck.hits,
                expected=float(one.luck.expected),
                deviations=one.luck.account.deviations,
                swing=one.swing,
            )
            for one in game_ledger(turns, definition).nations
        ]


def open_game(file: str | Path) -> Game:
    """A game in a file: a save, which is verified, or a game text, which proves nothing.

    Keys that are pinned in the player's home are held against it.  Raises UsageError when there is
    no such file, and SaveError when nothing in it is sound; see `Game.error` for what is in part.
    """
    return Game(view_game(Home.standard(), str(file)))
