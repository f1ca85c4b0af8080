"""Where a computer player takes its chances from: the caller, so that the engine stays pure."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """Anything that draws numbers as `random.Random` does."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, not including, `stop`."""
        ...


def one_of(chance: Chance, things: Sequence[T]) -> T:
    """One of the things, each as likely as the others; raises ValueError when there is none."""
    if not things:
        raise ValueError("there is nothing to choose from")
    return things[chance.randrange(len(things))]


def shuffled(chance: Chance, things: Sequence[T]) -> list[T]:
    """The things in any order, each order as likely as the others."""
    mixed = list(things)
    for index in range(len(mixed) - 1, 0, -1):
        other = chance.randrange(index + 1)
        mixed[index], mixed[other] = mixed[other], mixed[index]
    return mixed
