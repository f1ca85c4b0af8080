"""What a terminal, a file of orders and the computer need to know of the turn they play.

A `Session` is a turn of a real game, a `WhatIf` one that is played on with local dice, a `DryRun` a
copy of either.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from engine import Illegal, NationName, Order, RollRequest, RollResult, State, Step
from pbem.play.attempt_cache import Tried


class Playable(Protocol):
    """A turn under way."""

    @property
    def nation(self) -> NationName:
        """The nation that plays."""

    @property
    def mover(self) -> NationName:
        """The nation whose turn it is."""

    @property
    def step(self) -> Step:
        """Where the game stands with all orders."""

    @property
    def state(self) -> State:
        """The state of that step."""

    @property
    def steps(self) -> Sequence[Step]:
        """A step that is final, and where each order after it led."""

    @property
    def tried(self) -> Tried:
        """What was tried on its positions, by it and by its copies."""

    @property
    def pending(self) -> tuple[Order, ...]:
        """Orders that can still be taken back."""

    @property
    def is_over(self) -> bool:
        """Whether the turn is over and the player's to end."""

    @property
    def is_under_way(self) -> bool:
        """Whether an order of this turn has been given already."""

    @property
    def needs_dice(self) -> bool:
        """Whether the game waits for dice."""

    @property
    def plays_turn(self) -> bool:
        """Whether it is the player's own turn, and not one in which they are only asked."""

    @property
    def waits_for(self) -> str:
        """The nation of another player that has to go on now, or ""."""

    @property
    def message(self) -> str:
        """Words to the others, sent with the turn."""

    def changing(self) -> AbstractContextManager[None]:
        """Hold the turn for changes that belong together; see `Session.changing`."""

    def set_message(self, text: str) -> None:
        """Put words to the others in place of those that there are."""

    def is_mine(self, nation: NationName) -> bool:
        """Whether the player decides for a nation."""

    def attempt(self, order: Order) -> tuple[Illegal, ...]:
        """Give one order if it is legal; every reason against it, () when it was given."""

    def give(self, order: Order) -> Step:
        """Give one order; IllegalOrderError with all reasons if the rules refuse it."""

    def undo(self, index: int, *, alone: bool = False) -> tuple[Order, ...]:
        """Take back a pending order and those that need it."""

    def undo_all(self) -> None:
        """Take back all pending orders."""

    def roll(self) -> tuple[RollRequest, RollResult, Step]:
        """Get the dice that the game waits for."""
