"""Which orders of a turn are taken back together, and which of them can be given again."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine import Done, Order

Group: TypeAlias = tuple[Order, ...]

_MOST_UNDONE: Final = 20


class Groups:
    """Orders that were given at once, and those that were taken back at once."""

    def __init__(self) -> None:
        """A turn without orders."""
        self._given: list[Group] = []
        self._undone: list[Group] = []

    @property
    def undone(self) -> tuple[Group, ...]:
        """What was taken back, each order with those that needed it, the first first."""
        return tuple(self._undone)

    def begin_of_last(self, pending: Sequence[Order]) -> int:
        """The first order of the group that ends with the last pending order, or that order."""
        for group in self._given:
            if tuple(pending[-len(group) :]) == group:
                return len(pending) - len(group)
        return len(pending) - 1

    def given(self, orders: Group) -> None:
        """Orders were given at once: what the same click would give is not offered again.

        Nothing from before the end of a phase is.
        """
        if len(orders) > 1:
            self._given.append(orders)
        if any(isinstance(order, Done) for order in orders):
            self._undone.clear()
        self._undone = [one for one in self._undone if one != orders]

    def taken_back(self, orders: Group) -> None:
        """Orders were taken back at once."""
        self._undone.append(orders)
        del self._undone[:-_MOST_UNDONE]

    def final(self) -> None:
        """Nothing that was taken back before fits any more: dice were rolled, or the turn ended."""
        self._undone.clear()

    def clear(self) -> None:
        """The turn is read anew."""
        self._given.clear()
