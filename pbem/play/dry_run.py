"""The dry run of a turn: on a copy of the position, with dice that nobody rolls."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import sqrt

from engine import Illegal, NationName, Order, RollRequest, RollResult, Step
from pbem.play.pending import OpenTurn, Pending
from pbem.play.playable import Playable

Dice = Callable[[RollRequest], tuple[int, ...]]
"""The dice that answer a request in a dry run."""


def favourable(request: RollRequest) -> tuple[int, ...]:
    """Every attacker hits and every defender misses: what fails now fails with any dice."""
    face = 1 if request.side != "defender" else request.sides
    return (face,) * request.count


class Average:
    """Dice that fall as on average: the faces of each side come about equally often.

    They are the fractional parts of the multiples of an irrational number, as faces.
    """

    _STEP = (sqrt(5) - 1) / 2

    def __init__(self) -> None:
        """Each side has dice of its own."""
        self._sides: dict[str, Iterator[int]] = {}

    def __call__(self, request: RollRequest) -> tuple[int, ...]:
        """As many faces as the roll asks for."""
        drawn = self._sides.setdefault(request.side, count(1))
        parts = (next(drawn) * self._STEP % 1 for _ in range(request.count))
        return tuple(1 + int(part * request.sides) for part in parts)


class DryRun(OpenTurn):
    """A turn under way that is played on a copy; nothing is stored.

    With favourable dice, an order that is illegal here cannot be legal in the turn itself.
    Defenders who would be asked in the player's own turn do what the defaults say.

    given_before_dice: the orders given before its first roll.
    """

    def __init__(self, turn: Playable, dice: Dice = favourable) -> None:
        """turn: the one that is copied as it stands; a dry run can be copied too."""
        pending = Pending(turn.step, turn.mover, is_over=turn.is_over, copied=turn.tried)
        super().__init__(turn.nation, turn.mover, pending, has_begun=turn.is_under_way)
        self._is_mine = turn.is_mine
        self._dice = dice
        self._steps: list[Step] = [turn.step]
        self.given_before_dice: tuple[Order, ...] = ()
        self._has_rolled = False

    @property
    def steps(self) -> Sequence[Step]:
        """Where the copy began, and where every order and roll led."""
        return self._steps

    @property
    def waits_for(self) -> str:
        """The nation of another player that has to go on now; "" in the player's own turn."""
        return "" if self.plays_turn else super().waits_for

    def is_mine(self, nation: NationName) -> bool:
        """Whether the player decides for a nation."""
        return self._is_mine(nation)

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Give one order if it is legal; every reason against it, () when it was given."""
        reasons = super().attempt(order)
        if not reasons:
            self._took(order)
        return reasons

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""
        step = super().give(order)
        self._took(order)
        return step

    def _took(self, order: Order) -> None:
        self._steps.append(self._pending.step)
        if not self._has_rolled:
            self.given_before_dice = (*self.given_before_dice, order)

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Go on with the dice of the dry run."""
        waiting = self._requested()
        self._has_rolled = True
        roll = RollResult(self._dice(waiting))
        self._steps.append(self._pending.go_on(roll))
        return waiting, roll, self._pending.step
