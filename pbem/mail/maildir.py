"""Send into another user's Maildir, and receive from one's own.

Format: https://cr.yp.to/proto/maildir.html. The standard library's `mailbox.Maildir` invents a new
file name for every call, so after a crash it could not tell whether a mail was delivered. Here the
name follows from the mail's key, which makes the answer certain.
"""

from __future__ import annotations

import contextlib
import re
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from pbem.files import sync_folder, write_synced
from pbem.mail.errors import SpoolError
from pbem.mail.files import folder_error
from pbem.mail.source import Incoming, Oversized
from pbem.mail.transport import Commit, Delivery, DeliveryOutcome, Parcel

# Mail programs may remove files from tmp/ that are older than this (the Maildir specification).
_TMP_LIFE = timedelta(hours=36)
_SEEN_MARK = "!2," if sys.platform == "win32" else ":2,"
"""Before the flags of a name. Windows takes no colon in a name; programs there write ! or ;."""
_LOOK = 2.0
"""Seconds between two looks at a Maildir."""
_FLAGS = re.compile(r"[:!;]2,([A-Za-z]{0,20})\Z")


def _check_maildir(folder: Path) -> None:
    if not all((folder / name).is_dir() for name in ("tmp", "new", "cur")):
        raise SpoolError(
            "maildir-missing",
            f"{folder} is not a Maildir: it needs the folders tmp, new and cur.",
            "Correct the path in the configuration, or make the folders.",
        )


class MaildirTransport:
    """Writes each recipient's copy into a Maildir on this machine.

    `maildirs` maps mail addresses to Maildir folders, which must exist already.
    """

    def __init__(self, maildirs: Mapping[str, Path]) -> None:
        self._maildirs = dict(maildirs)

    @property
    def name(self) -> str:
        return "maildir"

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """Write the copies; a recipient whose Maildir is missing stays pending with the reason."""
        return tuple(self._deliver_one(parcel, name, commit) for name in parcel.recipients)

    def _deliver_one(self, parcel: Parcel, recipient: str, commit: Commit) -> DeliveryOutcome:
        folder = self._maildirs.get(recipient)
        if folder is None:
            reason = f"No Maildir is set for {recipient} in the configuration."
            return DeliveryOutcome(recipient, Delivery.PENDING, reason, "no-maildir")
        try:
            _check_maildir(folder)
            mode = stat.S_IMODE((folder / "new").stat().st_mode) & 0o666
            staged = folder / "tmp" / _file_name(parcel)
            write_synced(staged, parcel.raw.replace(b"\r\n", b"\n"), 0o600)
            staged.chmod(mode)
        except (OSError, SpoolError) as error:
            shown = folder_error(folder, error) if isinstance(error, OSError) else error
            return DeliveryOutcome(recipient, Delivery.PENDING, str(shown), shown.code)
        commit((recipient,))
        try:
            staged.replace(folder / "new" / staged.name)
        except OSError as error:
            shown = folder_error(folder, error)
            return DeliveryOutcome(recipient, Delivery.PENDING, str(shown), shown.code)
        # Once renamed the mail is visible, so a failed flush must not lead to a second copy.
        with contextlib.suppress(OSError):
            sync_folder(folder / "new")
        return DeliveryOutcome(recipient, Delivery.SENT)

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """Certain within 36 hours: the copy in tmp/ is there exactly until it is delivered."""
        return tuple(
            DeliveryOutcome(name, self._settle_one(parcel, name, now - since))
            for name in parcel.recipients
        )

    def _settle_one(self, parcel: Parcel, recipient: str, age: timedelta) -> Delivery:
        folder = self._maildirs.get(recipient)
        if folder is None:
            return Delivery.UNSURE
        name = _file_name(parcel)
        if (folder / "tmp" / name).exists():
            return Delivery.PENDING
        is_there = (folder / "new" / name).exists() or any((folder / "cur").glob(f"{name}[:!;]2,*"))
        return Delivery.SENT if is_there or age < _TMP_LIFE else Delivery.UNSURE


def _file_name(parcel: Parcel) -> str:
    return f"{parcel.key}.pbem"


class MaildirSource:
    """Reads new mail from a Maildir; a mail counts as read only after `ack`.

    Looks at new/ and at mails in cur/ that no mail program has marked as seen. A mail larger than
    `max_bytes` is reported as Oversized and not read. Use as a context manager.
    """

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    def __enter__(self) -> MaildirSource:
        """Raises SpoolError `maildir-missing`."""
        _check_maildir(self._folder)
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""

    def receive(self) -> Iterator[Incoming | Oversized]:
        """Yield the unread mails, the oldest first; raises SpoolError `mail-folder`."""
        try:
            for name in ("new", "cur"):
                for path in sorted((self._folder / name).iterdir(), key=_age):
                    if name == "new" or not _is_seen(path.name):
                        found = self._read(path)
                        if found is not None:
                            yield found
        except OSError as error:
            raise folder_error(self._folder, error) from error

    def wait(self, seconds: float, known: frozenset[str]) -> frozenset[str]:
        """See `Source.wait`; looks every few seconds. Raises SpoolError `mail-folder`."""
        deadline = time.monotonic() + seconds
        while True:
            found = frozenset(self._unread())
            left = deadline - time.monotonic()
            if found - known or left <= 0:
                return found
            time.sleep(min(_LOOK, left))

    def _unread(self) -> Iterator[str]:
        try:
            for name in ("new", "cur"):
                for path in (self._folder / name).iterdir():
                    if name == "new" or not _is_seen(path.name):
                        yield f"{name}/{path.name}"
        except OSError as error:
            raise folder_error(self._folder, error) from error

    def _read(self, path: Path) -> Incoming | Oversized | None:
        """Return one mail, or None when it is not a plain file or another program has moved it."""
        uid = f"{path.parent.name}/{path.name}"
        try:
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or path.name.startswith("."):
                return None
            if status.st_size > self._max_bytes:
                return Oversized(uid, status.st_size)
            return Incoming(uid, path.read_bytes())
        except FileNotFoundError:
            return None

    def ack(self, uid: str) -> None:
        """Mark a mail as seen: move it to cur/ with the flag S. Quiet when it is gone already."""
        folder, _slash, name = uid.partition("/")
        found = _FLAGS.search(name)
        base = name[: found.start()] if found else name
        mark = found[0][:3] if found else _SEEN_MARK
        seen = "".join(sorted({*(found[1] if found else ""), "S"}))
        try:
            (self._folder / folder / name).rename(self._folder / "cur" / f"{base}{mark}{seen}")
            sync_folder(self._folder / "cur")
        except FileNotFoundError:
            return
        except OSError as error:
            raise folder_error(self._folder, error) from error


def _age(path: Path) -> tuple[int, str]:
    """When a mail was delivered, as nearly as the file system tells; 0 when it has just gone."""
    try:
        return path.stat().st_mtime_ns, path.name
    except FileNotFoundError:
        return 0, path.name


def _is_seen(name: str) -> bool:
    found = _FLAGS.search(name)
    return found is not None and "S" in found[1]
