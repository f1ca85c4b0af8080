"""Trying things out: a rehearsal that goes on from any moment of a game with local dice.

What comes of it is a game text (docs/formats/game-text-v1.md) and never a save: it has no signature
and no receipt, so no program takes a turn of a real game from it.
"""

import random
import secrets
from dataclasses import replace

from engine import GameOver, Order, RollRequest, RollResult, State, Step, apply
from pbem.gametext import GameText, Line
from pbem.play.pending import Pending
from pbem.replay import ends_turn, waiting_nation
from pbem.replay.errors import NotYourTurnError


class Trial:
    """One rehearsal; it has the parts of a Session that a conversation or a file of orders uses.

    All nations are the player's own.  A turn that is over goes on into the next one by `go_on`.
    """

    def __init__(self, text: GameText, start: Step, seed: int | None = None) -> None:
        """text: the game so far; start: the step behind its last line; seed: of the dice."""
        self._text = text
        self._chance = random.Random(secrets.randbits(128) if seed is None else seed)
        self._pending = Pending(start)
        self._final: list[Line] = []
        self.step = start
        self.nation = self.mover = waiting_nation(start)
        self.is_over = isinstance(start.waiting, GameOver)

    @property
    def state(self) -> State:
        """The state with all orders."""
        return self.step.state

    @property
    def pending(self) -> tuple[Order, ...]:
        """Orders that can still be taken back."""
        return self._pending.orders

    @property
    def text(self) -> GameText:
        """The whole rehearsal as it stands."""
        return self._text.with_lines((*self._final, *self.pending))

    @property
    def is_under_way(self) -> bool:
        """Whether something was played in this trial."""
        return bool(self._final or self.pending)

    @property
    def plays_turn(self) -> bool:
        """Whether the turn is his own: always."""
        return True

    @property
    def waits_for(self) -> str:
        """Nobody else: all nations are his."""
        return ""

    @property
    def needs_dice(self) -> bool:
        """Whether the game waits for dice."""
        return not self.is_over and isinstance(self.step.waiting, RollRequest)

    def is_mine(self, nation: str) -> bool:
        """Whether the player may decide for a nation: for every one."""
        return bool(nation)

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""
        if self.is_over:
            raise NotYourTurnError("turn-over", f"the turn of {self.mover} is over")
        self.step = self._pending.give(order)
        self.is_over = ends_turn(self.step, self.mover)
        return self.step

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back a pending order; raises as Pending.undo does."""
        gone = self._pending.undo(index, alone=alone)
        self.step = self._pending.step
        self.is_over = bool(self.pending) and ends_turn(self.step, self.mover)
        return gone

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Roll local dice for what the game waits for."""
        waiting = self.step.waiting
        if not self.needs_dice or not isinstance(waiting, RollRequest):
            raise NotYourTurnError("no-dice-wanted", "the game does not wait for dice")
        faces = (self._chance.randint(1, waiting.sides) for _ in range(waiting.count))
        roll = RollResult(tuple(faces))
        self._settle(roll)
        return waiting, roll, self.step

    def go_on(self) -> bool:
        """Begin the next turn; False when the game is over."""
        if isinstance(self.step.waiting, GameOver):
            return False
        self._final.extend(self.pending)
        self._pending.settle(self.step)
        self.nation = self.mover = waiting_nation(self.step)
        self.is_over = False
        return True

    def _settle(self, roll: RollResult) -> None:
        self._final.extend((*self.pending, roll))
        self.step = apply(self.state, roll)
        self._pending.settle(self.step)
        self.is_over = ends_turn(self.step, self.mover)


def as_rehearsal(text: GameText, step: int) -> GameText:
    """A game text that says in its head where it left the game; step: of that game's history."""
    left = text.head.step if text.head.step is not None else step
    return replace(text, head=replace(text.head, step=left))
