"""Ways for mail that plugins bring: they carry bytes, and whatever they raise is a fault of theirs.

What such a way hands over is what any other gets, and what it brings is read as what strangers
send.  An error of its own that is a MailError passes as it is: a server that is out of reach is
tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from types import TracebackType
from typing import Protocol, Self, TypeVar, cast

from pbem.mail.errors import MailError, PluginFaultError
from pbem.mail.settings import PluginWay
from pbem.mail.settings_table import SettingsTable
from pbem.mail.source import Incoming, MailSource, Oversized
from pbem.mail.transport import Commit, DeliveryOutcome, Parcel, Transport
from pbem.plugins import Plugin, PluginError

T = TypeVar("T")


class OutgoingPlugin(Protocol):
    """What an entry point of the group `pbem.mail_outgoing` names."""

    def __call__(self, table: SettingsTable) -> Transport:
        """The way out that the table of its settings describes; connects to nothing yet."""
        ...


class IncomingPlugin(Protocol):
    """What an entry point of the group `pbem.mail_incoming` names."""

    def __call__(self, table: SettingsTable, today: date) -> MailSource:
        """The way in that the table of its settings describes; connects to nothing yet."""
        ...


def transport_of(way: PluginWay) -> Transport:
    """The way out; raises PluginFaultError, and SettingsError for its settings."""

    def make() -> Transport:
        table = SettingsTable.open(dict(way.values), way.place)
        made = cast(OutgoingPlugin, way.plugin.load())(table)
        table.finish()
        return made

    return _GuardedTransport(way.plugin, _guarded(way.plugin, make))


def source_of(way: PluginWay, today: date) -> MailSource:
    """The way in; raises PluginFaultError, and SettingsError for its settings."""

    def make() -> MailSource:
        table = SettingsTable.open(dict(way.values), way.place)
        made = cast(IncomingPlugin, way.plugin.load())(table, today)
        table.finish()
        return made

    return _GuardedSource(way.plugin, _guarded(way.plugin, make))


def _guarded(plugin: Plugin, call: Callable[[], T]) -> T:
    try:
        return call()
    except MailError:
        raise
    except PluginError as error:
        raise _fault(error) from error
    except Exception as error:  # whatever a plugin does
        raise _fault(plugin.fault(error)) from error


def _fault(error: PluginError) -> PluginFaultError:
    return PluginFaultError(error.code, error.reason, error.way_out)


class _GuardedTransport:
    def __init__(self, plugin: Plugin, inner: Transport) -> None:
        self._plugin = plugin
        self._inner = inner

    @property
    def name(self) -> str:
        """With the name of the plugin in front, so that no other way is asked what became of it."""
        return f"{self._plugin.name}:{_guarded(self._plugin, lambda: self._inner.name)}"

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """As `Transport.deliver`."""
        return _guarded(self._plugin, lambda: self._checked(self._inner.deliver(parcel, commit)))

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """As `Transport.settle`."""
        return _guarded(self._plugin, lambda: self._checked(self._inner.settle(parcel, since, now)))

    def _checked(self, outcomes: object) -> tuple[DeliveryOutcome, ...]:
        if not isinstance(outcomes, tuple):
            raise self._plugin.fault(f"its answer is a {type(outcomes).__name__}, not a tuple")
        if not all(isinstance(one, DeliveryOutcome) for one in outcomes):
            raise self._plugin.fault("its answer holds something else than outcomes")
        return outcomes


class _GuardedSource:
    def __init__(self, plugin: Plugin, inner: MailSource) -> None:
        self._plugin = plugin
        self._inner = inner

    def __enter__(self) -> Self:
        """Open the mailbox."""
        _guarded(self._plugin, self._inner.__enter__)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the mailbox."""
        _guarded(self._plugin, lambda: self._inner.__exit__(kind, error, trace))

    def receive(self) -> Iterator[Incoming | Oversized]:
        """As `MailSource.receive`."""
        mails = _guarded(self._plugin, lambda: iter(self._inner.receive()))
        while (mail := _guarded(self._plugin, lambda: next(mails, None))) is not None:
            if not isinstance(mail, Incoming | Oversized):
                raise _fault(self._plugin.fault(f"a mail of it is a {type(mail).__name__}"))
            yield mail

    def wait(self, seconds: float, known: frozenset[str]) -> frozenset[str]:
        """As `MailSource.wait`."""
        return _guarded(self._plugin, lambda: frozenset(self._inner.wait(seconds, known)))

    def ack(self, uid: str) -> None:
        """As `MailSource.ack`."""
        _guarded(self._plugin, lambda: self._inner.ack(uid))
