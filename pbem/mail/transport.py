"""What every way of sending has in common: the parcel, the outcome, the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from engine.values import dataclass


class Delivery(StrEnum):
    """What has become of a mail for one recipient.

    PENDING: certainly not handed over yet. SENDING: written just before the moment of handing over;
    found after a crash it means that nobody knows yet. SENT: handed over. UNSURE: it may or may not
    have been handed over, the user decides. REFUSED: turned down for good.
    """

    PENDING = "pending"
    SENDING = "sending"
    SENT = "sent"
    UNSURE = "unsure"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Parcel:
    """A finished message on its way: `key` (hex, names files), envelope and bytes with CRLF."""

    key: str
    sender: str
    recipients: tuple[str, ...]
    raw: bytes


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """What happened for one recipient.

    reason: a sentence, empty when SENT; code: the same for programs, kebab-case: that of a refusal
    (refusal_words.py), of a MailError, or of what this way of sending met.
    """

    recipient: str
    delivery: Delivery
    reason: str = ""
    code: str = ""


# Called with the recipients for whom the handing over begins now. When it returns, that fact is on
# disk. A transport calls it at the last moment at which it can still say "certainly not sent".
Commit = Callable[[Sequence[str]], None]


class Transport(Protocol):
    """A way to hand over mail."""

    @property
    def name(self) -> str:
        """Say which way and where to, for instance `smtp:mail.example.org`.

        After a crash only the transport of the same name is asked what became of a mail.
        """

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """Hand the parcel over; one outcome per recipient.

        Raises MailError only while nothing at all was handed over (no connection, wrong password).
        """

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """Say what became of a parcel whose handing over began at `since` and was cut off.

        SENT or PENDING when the transport can know, else UNSURE.
        """
