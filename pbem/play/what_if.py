"""What if: playing on from any moment of a game with local dice.

What comes of it is a game text (docs/formats/game-text-v1.md) and never a save: it has no signature
and no receipt, so no program takes a turn of a real game from it.
"""

import random
import secrets
from collections.abc import Sequence

from engine import GameOver, Illegal, Order, RollRequest, RollResult, State, Step
from engine.values import replace
from pbem.gametext import GameText, Line
from pbem.play.pending import Pending
from pbem.play.tried import Tried
from pbem.replay import waiting_nation
from pbem.replay.errors import NotYourTurnError


class WhatIf:
    """One what-if; it has the parts of a Session that a conversation or a file of orders uses.

    All nations are the player's own.  A turn that is over goes on into the next one by `go_on`.
    """

    def __init__(self, text: GameText, start: Step, seed: int | None = None) -> None:
        """text: the game so far; start: the step behind its last line; seed: of the dice."""
        self._text = text
        self._chance = random.Random(secrets.randbits(128) if seed is None else seed)
        self._final: list[Line] = []
        self._begin(start)

    def _begin(self, start: Step) -> None:
        self.nation = self.mover = waiting_nation(start)
        is_over = isinstance(start.waiting, GameOver)
        self._pending = Pending(start, self.mover, is_over=is_over)

    @property
    def step(self) -> Step:
        """Where the what-if stands with all orders."""
        return self._pending.step

    @property
    def state(self) -> State:
        """The state with all orders."""
        return self.step.state

    @property
    def steps(self) -> Sequence[Step]:
        """The step after the last dice, and where each pending order led."""
        return self._pending.steps

    @property
    def tried(self) -> Tried:
        """What was tried on its positions."""
        return self._pending.tried

    @property
    def pending(self) -> tuple[Order, ...]:
        """Orders that can still be taken back."""
        return self._pending.orders

    @property
    def text(self) -> GameText:
        """The whole what-if as it stands."""
        return self._text.with_lines((*self._final, *self.pending))

    @property
    def is_under_way(self) -> bool:
        """Whether something was played in this what-if."""
        return bool(self._final or self.pending)

    @property
    def is_over(self) -> bool:
        """Whether the turn is over; `go_on` begins the next one."""
        return self._pending.is_over

    @property
    def plays_turn(self) -> bool:
        """Whether the turn is the player's own: always."""
        return True

    @property
    def waits_for(self) -> str:
        """Nobody else: one player has all nations."""
        return ""

    @property
    def needs_dice(self) -> bool:
        """Whether the game waits for dice."""
        return not self.is_over and isinstance(self.step.waiting, RollRequest)

    def is_mine(self, nation: str) -> bool:
        """Whether the player may decide for a nation: for every one."""
        return bool(nation)

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Give one order if it is legal; every reason against it, () when it was given."""
        self._check_open()
        return self._pending.attempt(order)

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""
        self._check_open()
        return self._pending.give(order)

    def _check_open(self) -> None:
        if self.is_over:
            raise NotYourTurnError("turn-over", f"the turn of {self.mover} is over")

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back a pending order; raises as Pending.undo does."""
        return self._pending.undo(index, alone=alone)

    def undo_all(self) -> None:
        """Take back all pending orders."""
        self._pending.undo_all()

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Roll local dice for what the game waits for."""
        waiting = self.step.waiting
        if not self.needs_dice or not isinstance(waiting, RollRequest):
            raise NotYourTurnError("no-dice-wanted", "the game does not wait for dice")
        faces = (self._chance.randint(1, waiting.sides) for _ in range(waiting.count))
        roll = RollResult(tuple(faces))
        self._final.extend((*self.pending, roll))
        return waiting, roll, self._pending.go_on(roll)

    def go_on(self) -> bool:
        """Begin the next turn; False when the game is over."""
        if isinstance(self.step.waiting, GameOver):
            return False
        self._final.extend(self.pending)
        self._begin(self.step)
        return True


def as_what_if(text: GameText, step: int) -> GameText:
    """A game text that says in its head where it left the game; step: of that game's history."""
    left = text.head.step if text.head.step is not None else step
    return replace(text, head=replace(text.head, step=left))
