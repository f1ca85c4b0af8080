"""What programs of others may count on: open a game, verify it, look, replay, and play a turn.

What is listed in ``__all__`` keeps its name and its meaning from 0.1 on, and what is to go is
announced a release before (docs/api.md).  Values of the engine that come out of it, such as
`GamePosition.state`, may be used as its door offers them (``import engine``).  Everything else in
this package may change at any time.

>>> from pbem.api import open_game
>>> game = open_game("savegames/classic-allies-together.pbem")
>>> game.name, game.seats["Russians"], len(game.turns), game.error
('classic-allies-together', 'Ann', 10, None)
>>> game.start.nation, game.start.phase, game.start.legal()[-1]
('Russians', 'tech', 'done')
>>> buying = game.start.after("done")
>>> buying.check("buy 99 infantry")[0].code
'not-enough-pus'
>>> buying.after("buy 2 infantry", "done").phase
'combat_move'
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Literal

from engine import (
    Definition,
    Illegal,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    check,
    events,
    format_order,
    legal,
    load_scenario,
    new_game,
    parse_order,
    state_digest,
    state_from_json,
    state_to_json,
    waiting_for,
)
from pbem.home import Home
from pbem.mail.transport import Delivery
from pbem.play.computer import play_by_computer
from pbem.play.drafts import open_session
from pbem.play.game_data import (
    GameData,
    PositionData,
    WaitingData,
    game_data,
    position_data,
    waiting_data,
)
from pbem.play.game_view import GameView, view_game
from pbem.play.odds import Wishes, prospect
from pbem.play.session import Session
from pbem.post import game_ledger, post_position, summary_of
from pbem.replay import Turn
from pbem.report import render_turn
from pbem.save.errors import SaveError
from pbem.usage import UsageError

__all__ = [
    "BattleOdds",
    "Game",
    "GameData",
    "GamePosition",
    "LuckRow",
    "OwnTurn",
    "PastTurn",
    "PlayerHome",
    "PositionData",
    "SaveError",
    "UsageError",
    "WaitingData",
    "new_position",
    "open_game",
    "read_position",
]

_MOST_ORDERS = 100_000


@dataclass(frozen=True)
class BattleOdds:
    """How a battle will probably end.

    win, loss, both: chances that only the attacker is left, only the defender, or nobody.
    success: the chance to take the territory, at sea to win.  attackers, defenders: units by type
    at its beginning.  profit: PUs that the attacker gains on average.  error: standard error of
    these, 0.0 where they are exact.
    """

    territory: str
    win: float
    loss: float
    both: float
    success: float
    attackers: Mapping[str, int]
    defenders: Mapping[str, int]
    profit: float
    error: float


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


class GamePosition:
    """A position of a game; it never changes, and what is played from it gives another one."""

    def __init__(self, step: Step) -> None:
        """step: of the engine."""
        self._step = step

    @property
    def state(self) -> State:
        """The position itself, as the engine has it."""
        return self._step.state

    @property
    def events(self) -> tuple[events.Event, ...]:
        """What happened on the way to it from the one before."""
        return tuple(self._step.events)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.state.round

    @property
    def phase(self) -> str:
        """The phase, such as ``"combat_move"``."""
        return self.state.phase.phase

    @property
    def nation(self) -> str:
        """The nation that has to act, "" when the game is over."""
        return self.waiting.nation

    @property
    def waiting(self) -> WaitingData:
        """What the game waits for: `orders`, a `decision`, `dice`, or nothing."""
        return waiting_data(self._step)

    @property
    def digest(self) -> str:
        """SHA-256 of the whole position, hexadecimal: equal positions have equal digests."""
        return state_digest(self.state).hex()

    def data(self) -> PositionData:
        """The position as plain values, for people and tables."""
        return position_data(self.state)

    def to_json(self) -> str:
        """All of the position; `read_position` reads it."""
        return state_to_json(self.state).decode()

    def legal(self, territory: str = "") -> list[str]:
        """What can be ordered now, one unit at a time; territory: only for the units there.

        Empty while the game waits for dice.
        """
        place = next(
            (name for name in self.state.definition.board.territories if name == territory), None
        )
        if territory and place is None:
            raise UsageError("unknown-territory", f"There is no territory {territory!r}.")
        found = islice(legal(self.state, place), _MOST_ORDERS)
        return [format_order(order, self.state.definition) for order in found]

    def check(self, line: str) -> tuple[Illegal, ...]:
        """Every reason against an order, each with a `code` and a `text`; () when it is legal.

        Raises engine.NotationError for a line that is not an order.
        """
        return check(self.state, parse_order(line, self.state.definition), self._step.waiting)

    def after(self, *lines: str) -> "GamePosition":
        """The position after some orders.

        Raises engine.IllegalActionError with every reason against the first that is not legal.
        """
        step = self._step
        for line in lines:
            step = apply(step.state, parse_order(line, step.state.definition))
        return GamePosition(step)

    def after_dice(self, *dice: int) -> "GamePosition":
        """The position after the dice that the game waits for.

        Raises engine.IllegalActionError when it waits for none, or for others.
        """
        return GamePosition(apply(self.state, RollResult(dice)))

    @property
    def dice(self) -> RollRequest | None:
        """The dice that the game waits for: how many, with how many sides, and what for."""
        waiting = self._step.waiting
        return waiting if isinstance(waiting, RollRequest) else None

    def odds(self, territory: str) -> BattleOdds:
        """How the battle in a territory will probably end.

        With the units whose battle is pending there, or with all that could get there when none is.
        Raises UsageError when nobody of the nation to move can fight there.
        """
        found = prospect(self.state, territory, Wishes())
        odds = found.odds
        return BattleOdds(
            territory=found.territory,
            win=float(odds.chance("win")),
            loss=float(odds.chance("loss")),
            both=float(odds.chance("both")),
            success=found.success,
            attackers=dict(odds.attackers),
            defenders=dict(odds.defenders),
            profit=found.profit,
            error=odds.error,
        )


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
    def before(self) -> State:
        """The position at its beginning, as the engine has it."""
        return self._turn.before

    @property
    def after(self) -> State:
        """The position at its end, as the engine has it."""
        return self._turn.after

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


class OwnTurn:
    """Your turn under way; it is kept as a draft after every order, as `pbem play` keeps it.

    A program that ends in the middle of it loses nothing: the next one goes on from there, and dice
    that were asked for are the same.
    """

    def __init__(self, home: Home, session: Session, passphrase: str) -> None:
        self._home = home
        self._session = session
        self._passphrase = passphrase

    @property
    def position(self) -> GamePosition:
        """Where the game stands, with all orders so far."""
        return GamePosition(self._session.step)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do but to sign it."""
        return self._session.is_over

    @property
    def waits_for(self) -> str:
        """The nation of somebody else that has to decide first, or ""."""
        return self._session.waits_for

    def give(self, *lines: str) -> None:
        """Give orders.

        Raises SaveError with every reason against the first that is not legal; those before it
        stay given.
        """
        for line in lines:
            self._session.give(parse_order(line, self._session.state.definition))

    def undo_all(self) -> None:
        """Take back all orders since the last dice."""
        self._session.undo_all()

    def roll(self) -> tuple[int, ...]:
        """Get the dice that the game waits for from the dice authority; orders become final.

        Raises SaveError when the authority refuses or cannot be reached; ask again later.
        """
        _, rolled, _ = self._session.roll()
        return rolled.dice

    def play_by_computer(self, kind: str = "") -> None:
        """Let the computer play the rest; kind: as `pbem play --computer` has them."""
        play_by_computer(self._session, kind)

    def sign(self, message: str = "") -> Game:
        """Sign the end of the turn and have it closed; message: to the others.

        When somebody else has to go on in the middle of it, what there is is signed for them.
        """
        is_for_others = self.waits_for != ""
        save = self._session.hand_over() if is_for_others else self._session.finish(message)
        return Game(view_game(self._home, save.genesis.game.hex()))

    def send(self) -> tuple[str, ...]:
        """Mail what was signed to the players who wait for it; the addresses it was sent to.

        A mail that cannot go out now waits in the outbox, as that of `pbem send` does.
        """
        key = self._home.key(self._passphrase)
        position = self._home.position(self._session.save)
        posted = post_position(self._home, position, key, int(time.time()))
        sent = (one for entry in posted.entries for one in entry.outcomes)
        return tuple(one.recipient for one in sent if one.delivery is Delivery.SENT)


class PlayerHome:
    """A player's home folder: their key, their games and their mail."""

    def __init__(self, folder: str | Path | None = None) -> None:
        """folder: None for the one that the environment names, as for every command."""
        self._home = Home.standard() if folder is None else Home(Path(folder))

    def games(self) -> list[str]:
        """The ids of the games in it."""
        return [ref.game.hex() for ref in self._home.game_store.games()]

    def game(self, name: str) -> Game:
        """A game by its name, its id or the path of a file; UsageError when there is none."""
        return Game(view_game(self._home, name))

    def turn(self, name: str, passphrase: str = "") -> OwnTurn:
        """Your turn in a game.

        Raises SaveError when it is not your turn or your key cannot be read, and UsageError when
        there is no such game.
        """
        key = self._home.key(passphrase)
        session, _ = open_session(
            self._home, self._home.choose(name), key, lambda: int(time.time())
        )
        return OwnTurn(self._home, session, passphrase)


def open_game(file: str | Path) -> Game:
    """A game in a file: a save, which is verified, or a game text, which proves nothing.

    Keys that are pinned in the player's home are held against it.  Raises UsageError when there is
    no such file, and SaveError when nothing in it is sound; see `Game.error` for what is in part.
    """
    return Game(view_game(Home.standard(), str(file)))


def new_position(scenario: str) -> GamePosition:
    """The start of a scenario that comes with the program; engine.DefinitionError for others."""
    return GamePosition(new_game(load_scenario(scenario)))


def read_position(text: str, definition: Definition) -> GamePosition:
    """The position that `GamePosition.to_json` wrote; definition: that at the start of its game.

    Raises engine.EngineError for anything else.
    """
    state = state_from_json(text.encode(), definition)
    return GamePosition(Step(state, (), waiting_for(state)))
