"""A durable outbox: no mail is lost and none is sent twice, wherever the process is killed.

Folder layout: `KEY.eml` holds the message, `KEY.json` its state. The message is written
first, so an entry exists from the moment its state file appears. KEY depends on game, head, kind
and recipients, so spooling the same mail again changes nothing.

A state is written before the step that it announces. `sending` is written immediately before the
transport's point of no return; after a crash the transport is asked what became of it (see
docs/adr/0006-mail-delivery.md).
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from engine.values import dataclass
from pbem.log import LOG
from pbem.mail.compose import TurnMail, compose, mail_key
from pbem.mail.entry import OutboxEntry, format_entry, parse_entry
from pbem.mail.errors import MailError, SpoolError
from pbem.mail.files import folder_error, folder_lock, write_durably
from pbem.mail.refusal_words import RefusalReason
from pbem.mail.transport import Delivery, DeliveryOutcome, Parcel, Transport

_SECOND = timedelta(seconds=1)
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class SendReport:
    """What one attempt to empty the outbox did: what it changed for whom, and why it stopped early.

    After an `error` (no connection, wrong password) the entries not reached are still pending.
    """

    entries: tuple[OutboxEntry, ...]
    error: MailError | None


class Outbox:
    """The outbox in one folder, which is created when it is missing.

    Raises SpoolError: `mail-folder` when the folder cannot be used, `mail-busy` while another
    process sends, `outbox-damaged` when a state file was changed by hand, `outbox-no-such-mail`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise folder_error(folder, error) from error

    def spool(self, mail: TurnMail, now: datetime) -> OutboxEntry:
        """Put a mail into the outbox and return its entry; one that is there is left as it is."""
        key = mail_key(mail)
        # A lock of its own: a turn can be spooled while a slow server keeps the sender waiting.
        with folder_lock(self._folder, "spool", wait=10.0):
            if self._state_path(key).exists():
                return self._read(key)
            write_durably(self._message_path(key), compose(mail).as_bytes())
            entry = OutboxEntry(
                key=key,
                game_id=mail.game_id,
                head=mail.head,
                sender=mail.sender.mail,
                spooled_at=self._after_the_others(now),
                outcomes=tuple(
                    DeliveryOutcome(name, Delivery.PENDING) for name in mail.recipients()
                ),
            )
            self._write(entry)
            return entry

    def _after_the_others(self, now: datetime) -> datetime:
        """A moment of this second, after every other mail of it: mails go in the order of writing.

        The program counts whole seconds, and several mails can be written in one.
        """
        moments = [now - _INSTANT]
        for path in self._folder.glob("*.json"):
            # A damaged file is named when mails are sent; it holds up no new one.
            with contextlib.suppress(SpoolError):
                moments.append(self._read(path.stem).spooled_at)
        return max(moment for moment in moments if moment < now + _SECOND) + _INSTANT

    def entries(self) -> tuple[OutboxEntry, ...]:
        """Return all entries, the oldest first. What another process is sending shows as it is."""
        keys = sorted(path.stem for path in self._folder.glob("*.json"))
        return tuple(
            sorted(
                (self._read(key) for key in keys), key=lambda entry: (entry.spooled_at, entry.key)
            )
        )

    def entry(self, key: str) -> OutboxEntry:
        """Return one entry; raises SpoolError `outbox-no-such-mail`."""
        if not key.isalnum() or not self._state_path(key).exists():
            raise SpoolError("outbox-no-such-mail", "There is no such mail in the outbox.")
        return self._read(key)

    def message(self, key: str) -> bytes:
        """Return the bytes of the message of an entry."""
        self.entry(key)
        try:
            return self._message_path(key).read_bytes()
        except OSError as error:
            raise folder_error(self._folder, error) from error

    def came_back(self, key: str, recipient: str, why: RefusalReason) -> OutboxEntry | None:
        """Note that a copy came back; None when it is not one that this outbox has handed over."""
        if not key.isalnum() or not self._state_path(key).exists():
            return None
        with folder_lock(self._folder, "send", wait=10.0):
            entry = self._read(key)
            names = {name.lower(): name for name in _handed_over(entry)}
            name = names.get(recipient.lower())
            if name is None:
                return None
            told = f"It came back: {why.words}"
            entry = entry.update((DeliveryOutcome(name, Delivery.REFUSED, told, why.code),))
            self._write(entry)
            return entry

    def send(self, transport: Transport, now: datetime, *, due_only: bool = False) -> SendReport:
        """Hand over whatever is pending, the oldest first; due_only: but what was tried not long
        ago waits, the longer the more often it was tried.

        Entries that a crash left in the middle are settled first: they become sent, pending (and
        are sent now), or unsure. An unsure mail waits for `resend` or `mark_sent`.
        """
        touched: list[OutboxEntry] = []
        error: MailError | None = None
        with folder_lock(self._folder, "send"):
            for found in self.entries():
                if due_only and not found.is_due(now):
                    continue
                entry = self._settle(found, transport, now)
                if entry.with_delivery(Delivery.PENDING):
                    entry, error = self._attempt(entry, transport, now)
                # A mail that waits for the same reason as before is not news.
                if entry.outcomes != found.outcomes:
                    touched.append(entry)
                if error is not None:
                    break
        return SendReport(tuple(touched), error)

    def resend(self, key: str) -> OutboxEntry:
        """Make the unsure and the refused recipients of a mail pending again.

        When everybody's copy was handed over, the mail got lost behind that: all get it again.
        The message keeps its Message-ID, so a receiver who has it already recognises it.
        """
        if self.entry(key).is_done:
            return self._decide(key, (Delivery.SENT,), Delivery.PENDING)
        return self._decide(key, (Delivery.UNSURE, Delivery.REFUSED), Delivery.PENDING)

    def mark_sent(self, key: str) -> OutboxEntry:
        """Note that the unsure recipients of a mail did get it."""
        return self._decide(key, (Delivery.UNSURE,), Delivery.SENT)

    def _decide(self, key: str, old: tuple[Delivery, ...], new: Delivery) -> OutboxEntry:
        with folder_lock(self._folder, "send"):
            entry = self.entry(key)
            names = [outcome.recipient for outcome in entry.outcomes if outcome.delivery in old]
            entry = entry.update(tuple(DeliveryOutcome(name, new) for name in names))
            self._write(entry)
            return entry

    def _settle(self, entry: OutboxEntry, transport: Transport, now: datetime) -> OutboxEntry:
        """Find out what became of a mail whose handing over was cut off by a crash."""
        names = entry.with_delivery(Delivery.SENDING)
        if not names:
            return entry
        if entry.via == transport.name:
            since = entry.tried_at or entry.spooled_at
            outcomes = transport.settle(self._parcel(entry, names), since, now)
        else:
            reason = f"The sending by {entry.via} was cut off. The mail may have arrived."
            outcomes = tuple(
                DeliveryOutcome(name, Delivery.UNSURE, reason, "cut-off") for name in names
            )
        entry = entry.update(outcomes)
        self._write(entry)
        return entry

    def _attempt(
        self, entry: OutboxEntry, transport: Transport, now: datetime
    ) -> tuple[OutboxEntry, MailError | None]:
        current = entry.attempt(now, transport.name)
        error: MailError | None = None

        def commit(names: Sequence[str]) -> None:
            nonlocal current
            current = current.update(
                tuple(DeliveryOutcome(name, Delivery.SENDING) for name in names)
            )
            self._write(current)

        try:
            parcel = self._parcel(entry, entry.with_delivery(Delivery.PENDING))
            outcomes = transport.deliver(parcel, commit)
            for one in outcomes:
                said = f"mail {entry.key[:8]} to {one.recipient} by {transport.name}"
                LOG.info("%s: %s %s", said, one.delivery.value, one.reason)
            current = current.update(outcomes)
        except MailError as caught:
            # What was committed stays `sending` and is settled by the next attempt.
            error = caught
            LOG.info("mail %s by %s: %s", entry.key[:8], transport.name, caught)
            waiting = current.with_delivery(Delivery.PENDING)
            current = current.update(
                tuple(
                    DeliveryOutcome(name, Delivery.PENDING, str(caught), caught.code)
                    for name in waiting
                )
            )
        self._write(current)
        return current, error

    def _parcel(self, entry: OutboxEntry, names: tuple[str, ...]) -> Parcel:
        return Parcel(entry.key, entry.sender, names, self.message(entry.key))

    def _read(self, key: str) -> OutboxEntry:
        try:
            data = self._state_path(key).read_bytes()
        except OSError as error:
            raise folder_error(self._folder, error) from error
        return parse_entry(key, data)

    def _write(self, entry: OutboxEntry) -> None:
        write_durably(self._state_path(entry.key), format_entry(entry))

    def _state_path(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _message_path(self, key: str) -> Path:
        return self._folder / f"{key}.eml"


def _handed_over(entry: OutboxEntry) -> tuple[str, ...]:
    """Those whose copy can have come back."""
    return (*entry.with_delivery(Delivery.SENT), *entry.with_delivery(Delivery.UNSURE))
