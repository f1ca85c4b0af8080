"""The state of one mail in the outbox, and its file: JSON, one object, closed-world."""

from __future__ import annotations

import dataclasses
import json
from datetime import datetime, timedelta

from engine.values import dataclass
from pbem.mail.errors import SpoolError
from pbem.mail.transport import Delivery, DeliveryOutcome

_VERSION = 1
_LONGEST_WAIT = 6 * 60
_ROW = 4
"""Fields of a recipient: address, delivery, reason, code."""
_FIELDS = frozenset(
    {
        "version",
        "key",
        "game_id",
        "head",
        "sender",
        "spooled_at",
        "tried_at",
        "tries",
        "via",
        "recipients",
    }
)


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """One mail: `key`, the game's id and head (hex), the sender's address, when it was spooled and
    last tried (aware datetimes), how often it was tried, the name of the transport of the last
    attempt, and one outcome per recipient."""

    key: str
    game_id: str
    head: str
    sender: str
    spooled_at: datetime
    outcomes: tuple[DeliveryOutcome, ...]
    tried_at: datetime | None = None
    tries: int = 0
    via: str = ""

    def with_delivery(self, delivery: Delivery) -> tuple[str, ...]:
        """Return the recipients for whom the mail is at `delivery`."""
        return tuple(item.recipient for item in self.outcomes if item.delivery is delivery)

    def update(self, outcomes: tuple[DeliveryOutcome, ...]) -> OutboxEntry:
        """Return the entry with these recipients' outcomes replaced."""
        new = {item.recipient: item for item in outcomes}
        merged = tuple(new.get(item.recipient, item) for item in self.outcomes)
        return dataclasses.replace(self, outcomes=merged)

    def attempt(self, now: datetime, via: str) -> OutboxEntry:
        """Return the entry with one more attempt, made at `now` by the transport named `via`."""
        return dataclasses.replace(self, tried_at=now, tries=self.tries + 1, via=via)

    @property
    def to_others(self) -> tuple[DeliveryOutcome, ...]:
        """What became of each copy, without the sender's own where all is well with it: that one is
        not worth a word."""
        return tuple(
            one
            for one in self.outcomes
            if one.recipient != self.sender or one.delivery is not Delivery.SENT
        )

    @property
    def next_try(self) -> datetime:
        """When it is tried again by itself: a minute after the first failure, then four times as
        long each time, and every six hours in the end."""
        if self.tried_at is None:
            return self.spooled_at
        minutes = min(4 ** min(self.tries - 1, 9), _LONGEST_WAIT) if self.tries else 0
        return self.tried_at + timedelta(minutes=minutes)

    def is_due(self, now: datetime) -> bool:
        """Whether it is time to try again."""
        return self.next_try <= now

    @property
    def waits(self) -> bool:
        """True when a copy is still to be handed over, or nobody knows yet whether it was."""
        waiting = (Delivery.PENDING, Delivery.SENDING)
        return any(item.delivery in waiting for item in self.outcomes)

    @property
    def is_done(self) -> bool:
        """True when every recipient's copy was handed over."""
        return all(item.delivery is Delivery.SENT for item in self.outcomes)


def format_entry(entry: OutboxEntry) -> bytes:
    """Return the bytes of the state file."""
    table = {
        "version": _VERSION,
        "key": entry.key,
        "game_id": entry.game_id,
        "head": entry.head,
        "sender": entry.sender,
        "spooled_at": entry.spooled_at.isoformat(),
        "tried_at": entry.tried_at.isoformat() if entry.tried_at else "",
        "tries": entry.tries,
        "via": entry.via,
        "recipients": [
            [item.recipient, item.delivery.value, item.reason, item.code] for item in entry.outcomes
        ],
    }
    return json.dumps(table, indent=1).encode("ascii") + b"\n"


def parse_entry(key: str, data: bytes) -> OutboxEntry:
    """Return the entry in a state file named after `key`; raises SpoolError `outbox-damaged`."""
    try:
        entry = _entry(json.loads(data))
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(key) from error
    if entry.key != key:
        raise _damaged(key)
    return entry


def _damaged(key: str) -> SpoolError:
    return SpoolError(
        "outbox-damaged",
        f"The file {key}.json in the outbox is not what pbem wrote.",
        "Move it out of the folder; the message itself is in the .eml file of the same name.",
    )


def _entry(table: object) -> OutboxEntry:
    if not isinstance(table, dict) or set(table) != _FIELDS or table["version"] != _VERSION:
        raise ValueError("fields")
    rows, tries = table["recipients"], table["tries"]
    if not isinstance(rows, list) or not rows or not isinstance(tries, int):
        raise TypeError("recipients")
    tried_at = _text(table["tried_at"])
    return OutboxEntry(
        key=_text(table["key"]),
        game_id=_text(table["game_id"]),
        head=_text(table["head"]),
        sender=_text(table["sender"]),
        spooled_at=_moment(_text(table["spooled_at"])),
        outcomes=tuple(_outcome(row) for row in rows),
        tried_at=_moment(tried_at) if tried_at else None,
        tries=tries,
        via=_text(table["via"]),
    )


def _outcome(row: object) -> DeliveryOutcome:
    if not isinstance(row, list) or len(row) != _ROW:
        raise TypeError("recipient")
    recipient, delivery, reason, code = row
    return DeliveryOutcome(_text(recipient), Delivery(_text(delivery)), _text(reason), _text(code))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("time zone")
    return moment
