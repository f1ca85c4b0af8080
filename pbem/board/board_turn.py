"""A turn at the page: orders, dice and standing orders, of a real game or of a rehearsal alike."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Self

from engine import Move, NationName, Order, Step, format_order
from pbem.board.action_lines import ActionLine, told_of
from pbem.board.battle import BattleWatch
from pbem.board.undo import Groups
from pbem.home import Home
from pbem.play.landing import as_many_as_fit
from pbem.play.pending import OpenTurn
from pbem.play.standing_orders import file_standing
from pbem.play.typed_order import give_order, moves_of_landing, rolls_unasked
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain
from pbem.usage import UsageError

_MOST_TOLD = 400


class BoardTurn(ABC):
    """What the page plays.

    ref: the game; name: what the page calls it in its addresses.
    progress: told, in a few words, what takes a while.
    """

    def __init__(
        self, home: Home, ref: GameRef, name: str, progress: Callable[[str], None]
    ) -> None:
        """Nothing has happened yet."""
        self.home = home
        self.ref = ref
        self.name = name
        self.happened: list[tuple[ActionLine, ...]] = []
        self.battle = BattleWatch()
        # The nations that the computer plays here, as of when the game was opened.
        self.computers: Mapping[str, str] = {}
        self._progress = progress
        self._groups = Groups()
        self._lock = threading.RLock()

    @property
    @abstractmethod
    def turn(self) -> OpenTurn | None:
        """The turn under way; None while the game waits for somebody else."""

    @property
    @abstractmethod
    def save(self) -> TrustedSave:
        """The newest save of the game; UsageError when it is gone."""

    @property
    @abstractmethod
    def step(self) -> Step | None:
        """Where the game stands with the pending orders; None before it has started."""

    @property
    @abstractmethod
    def own_nations(self) -> tuple[NationName, ...]:
        """The nations for which the player decides."""

    @property
    @abstractmethod
    def version(self) -> str:
        """What a request has to name, so that it is not taken for a turn that has gone on."""

    @abstractmethod
    def changing(self, version: str) -> AbstractContextManager[OpenTurn]:
        """The turn, for a change that was made for a version; kept afterwards.

        Raises MovedOnError when the turn is another one by now, and NotYourTurnError when it is
        not the player's.
        """

    @abstractmethod
    def set_message(self, version: str, text: str) -> None:
        """Words to the others, sent with the turn."""

    @abstractmethod
    def finish(self, version: str) -> tuple[str, ...]:
        """End the turn; what became of it, in sentences."""

    def show_so_far(self, version: str) -> tuple[str, ...]:
        """Show the others the turn under way; UsageError where there are no others."""
        del version
        raise UsageError("nothing-to-show", "There is nobody to show this turn to.")

    def play_computer(self, version: str) -> tuple[str, ...]:
        """Let the computer play its nation; UsageError where it has none."""
        del version
        raise UsageError("not-the-computers", "The computer plays no nation here.")

    @abstractmethod
    def _catch_up(self) -> None:
        """Open the turn anew when somebody else has changed it."""

    @property
    def undone(self) -> tuple[tuple[Order, ...], ...]:
        """What was taken back, each order with those that needed it, the first first."""
        return self._groups.undone

    @contextmanager
    def looking(self) -> Iterator[Self]:
        """Hold the game still while it is looked at, as it is on the disk now."""
        with self._lock:
            self._catch_up()
            yield self

    def give(self, version: str, orders: tuple[Order, ...]) -> None:
        """Give orders, all of them or none.

        Raises IllegalOrderError for the first that is not legal, MovedOnError, and what a roll
        raises: the orders stand then, and `roll` goes on.
        """
        with self.changing(version) as turn:
            self._give(turn, orders)
            self._roll_on(turn)

    def land(self, version: str, order: Move) -> None:
        """Give the orders of a whole landing; they are taken back as one.

        Where ships have no room for all, as many go as there is room for, and that is told.
        """
        with self.changing(version) as turn:
            definition = turn.state.definition
            text = format_order(order, definition)
            landing = as_many_as_fit(turn.state, order)
            moves = moves_of_landing(turn, landing, f"Land {text.partition(' ')[2]}")
            if landing is not order:
                self._say(f"only so many fit aboard: {format_order(landing, definition)}")
            self._give(turn, moves)

    def undo(self, version: str, index: int | None) -> None:
        """Take back an order, or the last one, and those that need it."""
        with self.changing(version) as turn:
            if not turn.pending:
                raise UsageError("nothing-to-undo", "There is nothing to take back.")
            if index is None:
                index = self._groups.begin_of_last(turn.pending)
            elif not 0 <= index < len(turn.pending):
                raise UsageError("no-such-order", "There is no such order any more.")
            gone = turn.undo(index)
            self._groups.taken_back(gone)
            definition = turn.state.definition
            self._say(*(f"taken back: {format_order(order, definition)}" for order in gone))

    def redo(self, version: str, index: int | None = None) -> None:
        """Give the orders again that were taken back at once: those of `undone`, or the last."""
        with self.changing(version) as turn:
            place = len(self.undone) - 1 if index is None else index
            if not 0 <= place < len(self.undone):
                raise UsageError("nothing-to-redo", "There is nothing to give again.")
            self._give(turn, self.undone[place])

    def roll(self, version: str) -> None:
        """Roll the dice that the game waits for."""
        with self.changing(version) as turn:
            self._roll(turn)
            self._roll_on(turn)

    def stand(self, version: str, text: str) -> None:
        """Make a text the standing orders of the nation that plays, also after its last `done`.

        Raises OrderFileError with every fault, and NotYourTurnError; nothing is changed then.
        """
        with self.changing(version) as turn:
            last: tuple[Order, ...] = ()
            if turn.is_over and turn.pending:
                last = turn.undo(len(turn.pending) - 1)
            try:
                given = file_standing(turn, text)
            finally:
                for order in last:
                    turn.give(order)
            if given:
                self._groups.given(given)

    def _give(self, turn: OpenTurn, orders: tuple[Order, ...]) -> None:
        """Give orders; when one is refused those before it are taken back."""
        before = len(turn.pending)
        for order in orders:
            step = turn.step
            try:
                stays = give_order(turn, order)
            except Exception:
                for index in reversed(range(before, len(turn.pending))):
                    turn.undo(index)
                raise
            self._say(*(f"stays: {reason.text}" for reason in stays))
            self._tell(step, turn.step)
        self._groups.given(turn.pending[before:])

    def _roll_on(self, turn: OpenTurn) -> None:
        while rolls_unasked(turn):
            self._roll(turn)

    def _roll(self, turn: OpenTurn) -> None:
        before = turn.step
        self._progress("asking the dice authority for dice")
        self._tell(before, turn.roll()[2])
        self._groups.final()

    def _say(self, *lines: str) -> None:
        told = tuple(ActionLine(plain(line)) for line in lines)
        self.battle.say(told)
        self._record(told)

    def _tell(self, before: Step, step: Step) -> None:
        told = told_of(before.state, step.events)
        self.battle.follow(step.state, told)
        self._record(told)

    def _record(self, told: tuple[ActionLine, ...]) -> None:
        if told:
            self.happened.append(told)
            del self.happened[:-_MOST_TOLD]
