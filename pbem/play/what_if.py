"""What if: playing on from any moment of a game with local dice.

What comes of it is a game text (docs/formats/game-text-v1.md) and never a save: it has no signature
and no receipt, so no program takes a turn of a real game from it.
"""

import random
import secrets

from engine import GameOver, NationName, RollRequest, RollResult, Step
from engine.values import replace
from pbem.gametext import GameText, Line
from pbem.play.pending import OpenTurn, Pending
from pbem.replay import waiting_nation


class WhatIf(OpenTurn):
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
        nation = waiting_nation(start)
        pending = Pending(start, nation, is_over=isinstance(start.waiting, GameOver))
        super().__init__(nation, nation, pending, has_begun=bool(self._final))

    @property
    def text(self) -> GameText:
        """The whole what-if as it stands."""
        return self._text.with_lines((*self._final, *self.pending))

    def is_mine(self, nation: NationName) -> bool:
        """Whether the player decides for a nation: for every one."""
        del nation
        return True

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Roll local dice for what the game waits for."""
        waiting = self._requested()
        faces = (self._chance.randint(1, waiting.sides) for _ in range(waiting.count))
        roll = RollResult(tuple(faces))
        self._final.extend((*self.pending, roll))
        self._has_begun = True
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
