"""Files that a player names, read within bounds; what cannot be read or written is said in a
sentence."""

import stat
from pathlib import Path

from pbem.files import write_atomic
from pbem.save.errors import NotASaveError
from pbem.text import quoted
from pbem.usage import UsageError

_ARMOUR_START = b"-----BEGIN"
_GAME_TEXT = b"pbem game text"
_MOST_BYTES = 64 * 1024 * 1024


def read_save_file(path: Path) -> bytes:
    """The bytes of a save file, or of the armoured text in a file.

    Raises UsageError when it is not a regular file, cannot be read or is absurdly large, and
    NotASaveError for a text whose armour is damaged.
    """
    data = read_plain_file(path, _MOST_BYTES)
    if _ARMOUR_START in data[:100_000]:
        return _unarmoured(data.decode("utf-8", errors="replace"))
    return data


def _unarmoured(text: str) -> bytes:
    """The file in a text, or in a page that was saved; NotASaveError."""
    from pbem.mail.extract import without_tags  # noqa: PLC0415 - only for text, and slow
    from pbem.save.armour import unarmour  # noqa: PLC0415 - only for text, and slow

    try:
        return unarmour(text)
    except NotASaveError:
        if "</" not in text:
            raise
        try:
            return unarmour("".join(without_tags(text)))
        except NotASaveError:
            pass
        raise


def read_plain_file(path: Path, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes; UsageError for anything else."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UsageError(
                "file-unreadable", f"{quoted(str(path))} is {what_is(str(path))}.", "Name a file."
            )
        if status.st_size > most:
            raise UsageError(
                "file-too-large", f"{quoted(str(path))} is too large: more than {most} bytes."
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a valid file name"
        raise UsageError(
            "file-unreadable", f"{quoted(str(path))} cannot be read: {reason}."
        ) from None


def what_is(name: str) -> str:
    """What a path that is not a regular file leads to, as the end of a sentence."""
    if not name:
        return "not a file"
    try:
        mode = Path(name).stat().st_mode
    except (OSError, ValueError):
        return "not a file"
    return "a folder" if stat.S_ISDIR(mode) else "not a regular file"


def is_game_text(data: bytes) -> bool:
    """Whether a file is a game text of any version; forum quotes in front are forgiven."""
    head = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip(b"> \t\r\n")
    return head.startswith(_GAME_TEXT)


def refuse_text(data: bytes) -> None:
    """Raise NotASaveError when the file is a game text and not a save."""
    if is_game_text(data):
        raise NotASaveError(
            "game-text",
            "this is a game text; it is not signed, and there is nothing to verify",
            "Look at it with `pbem history`, play on from it with `pbem try`; ask for the save.",
        )


def write_new(file: Path, data: bytes) -> None:
    """Write a file that is not there yet; UsageError `file-exists`."""
    try:
        write_atomic(file, data, replace=False)
    except FileExistsError:
        raise UsageError(
            "file-exists",
            f"There is already a file {quoted(str(file))}.",
            "Name another one with -o.",
        ) from None
