"""Mails that the program could not read are kept, so that nothing is lost and the next is read.

Each is a file as it came, for a person or a bug report, with the reason in a text file beside it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from pbem.mail.files import folder_error, write_durably

MOST_MAILS = 50
MOST_BYTES = 64 * 1024 * 1024


def put_aside(folder: Path, raw: bytes, reason: str) -> Path:
    """Keep a mail, and return where it is; the same mail is kept once.

    A stranger can send any number of them: beyond `MOST_MAILS` or `MOST_BYTES` the oldest
    go. Raises SpoolError `mail-folder`.
    """
    path = folder / f"{hashlib.sha256(raw).hexdigest()[:16]}.eml"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_room(folder, path, len(raw))
    except OSError as error:
        raise folder_error(folder, error) from error
    write_durably(path.with_suffix(".txt"), f"{reason}\n".encode())
    write_durably(path, raw)
    return path


def _make_room(folder: Path, new: Path, size: int) -> None:
    """Remove the oldest mails until there is room for one more."""
    kept = [(path.stat(), path) for path in folder.glob("*.eml") if path != new]
    kept.sort(key=lambda one: (one[0].st_mtime_ns, one[1].name), reverse=True)
    for number, (status, path) in enumerate(kept, start=2):
        size += status.st_size
        if number > MOST_MAILS or size > MOST_BYTES:
            path.unlink(missing_ok=True)
            path.with_suffix(".txt").unlink(missing_ok=True)
