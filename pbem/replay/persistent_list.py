"""Rows that grow while earlier ones stay as they were: what a take-back returns to.

Adding to a tuple copies it, and a turn may hold a hundred thousand notes: each addition would cost
as much as all before it together.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Generic, TypeVar

T = TypeVar("T")


class PersistentList(Generic[T]):
    """A row of values; adding to it takes the same time however long it is."""

    __slots__ = ("_before", "_items", "count")

    def __init__(self, items: Iterable[T] = (), before: "PersistentList[T] | None" = None) -> None:
        """before: the row that these items are added to."""
        self._items = tuple(items)
        self._before = before
        self.count: int = len(self._items) + (before.count if before is not None else 0)

    def plus(self, *items: T) -> "PersistentList[T]":
        """The row with more at its end."""
        return PersistentList(items, self) if items else self

    def all(self) -> tuple[T, ...]:
        """Everything in it, in order; takes time in proportion to its length."""
        parts: list[tuple[T, ...]] = []
        row: PersistentList[T] | None = self
        while row is not None:
            parts.append(row._items)
            row = row._before
        return tuple(chain.from_iterable(reversed(parts)))
