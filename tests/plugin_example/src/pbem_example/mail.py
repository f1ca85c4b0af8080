"""Ways for mail: files in one folder that all players can read, such as a shared drive."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from pbem.mail.settings_table import SettingsTable
from pbem.mail.source import Incoming
from pbem.mail.transport import Commit, Delivery, DeliveryOutcome, Parcel


class FolderOut:
    """Writes a mail once for each recipient."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = str(folder)

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """Nothing can have been handed over before `commit`."""
        commit(parcel.recipients)
        for name in parcel.recipients:
            place = self._folder / name
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{parcel.key}.eml").write_bytes(parcel.raw)
        return tuple(DeliveryOutcome(name, Delivery.SENT) for name in parcel.recipients)

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """Writing twice is harmless, so what was cut off is written again."""
        return tuple(DeliveryOutcome(name, Delivery.PENDING) for name in parcel.recipients)


class FolderIn:
    """Reads the mails for one address, and takes them away once they are filed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is open."""

    def receive(self) -> Iterator[Incoming]:
        for path in sorted(self._folder.glob("*.eml")):
            yield Incoming(path.name, path.read_bytes())

    def wait(self, seconds: float, known: frozenset[str]) -> frozenset[str]:
        return frozenset(path.name for path in self._folder.glob("*.eml"))

    def ack(self, uid: str) -> None:
        (self._folder / uid).unlink()


def folder_out(table: SettingsTable) -> FolderOut:
    """The way out: `folder`."""
    return FolderOut(table.need_path("folder"))


def folder_in(table: SettingsTable, today: date) -> FolderIn:
    """The way in: `folder`, and `address` in it."""
    return FolderIn(table.need_path("folder") / table.text("address"))


class SilentOut(FolderOut):
    """Breaks in the middle."""

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        commit(parcel.recipients)
        raise KeyError("no voice")


def silent_out(table: SettingsTable) -> SilentOut:
    return SilentOut(table.need_path("folder"))


class LiarIn(FolderIn):
    """Brings what is no mail."""

    def receive(self) -> Iterator[Incoming]:
        yield "a turn, honestly"  # type: ignore[misc]


def liar_in(table: SettingsTable, today: date) -> LiarIn:
    return LiarIn(table.need_path("folder"))
