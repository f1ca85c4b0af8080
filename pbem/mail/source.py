"""What every way of receiving has in common."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Incoming:
    """A mail that nobody has confirmed yet: `uid` names it to its source, `raw` is its bytes."""

    uid: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class Oversized:
    """A mail that was left where it is because it is larger than allowed; `size` in bytes."""

    uid: str
    size: int


class MailSource(Protocol):
    """A mailbox. Nothing is marked, moved or remembered before `ack`, so a crash loses nothing."""

    def __enter__(self) -> Self:
        """Open the mailbox."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the mailbox."""

    def receive(self) -> Iterator[Incoming | Oversized]:
        """Yield the mails that are not confirmed yet, the oldest first."""

    def wait(self, seconds: float, known: frozenset[str]) -> frozenset[str]:
        """Wait until there is a mail that is not confirmed and not `known`, or time is up; return
        the names of all mails that are not confirmed then."""

    def ack(self, uid: str) -> None:
        """Confirm that the save in this mail is filed: do not give it out again."""
