"""Where the site of a club goes, and how no more of it is written than has changed."""

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from pbem.club.index import ClubIndex
from pbem.club.s3 import Bucket
from pbem.club.settings import BucketSettings
from pbem.files import rename
from pbem.usage import UsageError

_KINDS: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".xml": "application/atom+xml; charset=utf-8",
    ".ics": "text/calendar; charset=utf-8",
    ".png": "image/png",
    ".pbem": "application/x-pbem",
}


class SitePlace(Protocol):
    """Where files go. Whatever fails is a UsageError; it is written once more then."""

    def write(self, name: str, data: bytes, kind: str) -> None:
        """Put a file there, whole or not at all; name: with slashes; kind: its media type."""
        ...

    def remove(self, name: str) -> None:
        """Take a file away; none there is as good."""
        ...


class SiteFolder:
    """A folder of this machine, which a web server shows or a browser opens."""

    def __init__(self, root: Path) -> None:
        """root: need not exist yet."""
        self._root = root

    def write(self, name: str, data: bytes, kind: str) -> None:
        """See `SitePlace`; not flushed to the drive: it can be made again."""
        del kind
        path = self._root / name
        temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(data)
            rename(temporary, path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise _refused(path, "written", error) from None

    def remove(self, name: str) -> None:
        """See `SitePlace`."""
        path = self._root / name
        folder = path.parent
        try:
            path.unlink(missing_ok=True)
            if folder != self._root and folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        except OSError as error:
            raise _refused(path, "removed", error) from None


def _refused(path: Path, what: str, error: OSError) -> UsageError:
    return UsageError(
        "club-site",
        f"{path} cannot be {what}: {error.strerror or error}.",
        "Check that the folder may be written and that the disk is not full.",
    )


def place_of(site: Path | BucketSettings, clock: Callable[[], int]) -> SitePlace:
    """The place that the settings name; raises SettingsError as `Secret.read`."""
    return Bucket(site, clock) if isinstance(site, BucketSettings) else SiteFolder(site)


class ClubSite:
    """The files of a site; what has been written before as it is now is not written again."""

    def __init__(self, place: SitePlace, index: ClubIndex) -> None:
        """written, bytes: what went out since, for whoever measures."""
        self._place = place
        self._index = index
        self.written = 0
        self.bytes = 0

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write those of some files that have changed; names with slashes. Raises UsageError."""
        digests = {name: hashlib.sha256(data).digest() for name, data in files.items()}
        known = self._index.digests(tuple(files))
        changed = {name: one for name, one in digests.items() if known.get(name) != one}
        for name in changed:
            self._place.write(name, files[name], _KINDS[Path(name).suffix])
            self.written += 1
            self.bytes += len(files[name])
        if changed:
            self._index.note_files(changed)

    def is_made_of(self, name: str, made_of: bytes) -> bool:
        """Whether a page was last made of the same, so that it need not be made again."""
        return self._index.digests((f"*{name}",)).get(f"*{name}") == _digest(made_of)

    def note_made(self, name: str, made_of: bytes) -> None:
        """Keep of what a page was made."""
        self._index.note_files({f"*{name}": _digest(made_of)})

    def keep_only(self, folder: str, names: frozenset[str]) -> None:
        """Remove the other files of a folder; folder: with a slash at its end."""
        gone = [name for name in self._index.names_under(folder) if name not in names]
        for name in gone:
            self._place.remove(name)
        if gone:
            self._index.forget_files(gone)


def _digest(made_of: bytes) -> bytes:
    return hashlib.sha256(made_of).digest()
