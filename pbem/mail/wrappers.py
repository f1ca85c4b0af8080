"""Open what mail programs put around an attachment: zip, gzip, `winmail.dat` and Outlook's `.msg`.

What is in a wrapper is found by its content, never by a name, and nothing is written to the disk.
At most `_RATIO` times the size of the wrapper comes out of it: a save is signatures and dice, which
no program packs well, so a real one always fits.

Source: PKWARE APPNOTE 6.3 (zip), RFC 1952 (gzip), [MS-OXTNEF] section 2.1.3 (winmail.dat),
[MS-OXMSG] section 2.2.2 (.msg, in a compound file).
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator

_RATIO = 4
_SLACK = 64 * 1024
_MOST_FILES = 50
_MOST_DEPTH = 3
"""Outlook packs what somebody had packed into winmail.dat, and a filter packs that."""
_MOST_DIRECTORY = 256 * 1024
_TOO_DEEP = (
    f"An attachment is packed more than {_MOST_DEPTH} times over: what is inside was not looked at."
)
_TOO_LARGE = "An attachment unpacks to more than it can be: some of it was not looked at."
_TNEF_HEAD = struct.pack("<I", 0x223E9F78)
_TNEF_ATTRIBUTE = struct.Struct("<BII")
_TNEF_DATA = 0x0006800F
_MSG_DATA = "__substg1.0_37010102"
_ZIP_END = struct.Struct("<4s4H2LH")
_GZIP = 16 + zlib.MAX_WBITS


def is_wrapper(data: bytes) -> bool:
    """Whether bytes begin like a file in which other files can be."""
    return any(data.startswith(head) for head in _OPENERS)


class Unwrapped:
    """The files in a wrapper, and in wrappers in it, as far as they can be read.

    None for other bytes.  `problems`: what was left out, in plain sentences; complete when the
    iteration has ended.
    """

    def __init__(self, data: bytes) -> None:
        """Nothing is opened before the iteration."""
        self.problems: dict[str, None] = {}
        self._data = data
        self._room = _RATIO * len(data) + _SLACK
        self._files = _MOST_FILES

    def __iter__(self) -> Iterator[bytes]:
        """Yield each file once; never raises: a damaged wrapper has no files."""
        return self._inside(self._data, 1)

    def _inside(self, data: bytes, depth: int) -> Iterator[bytes]:
        opened = next((way for head, way in _OPENERS.items() if data.startswith(head)), None)
        if opened is None:
            return
        if depth > _MOST_DEPTH:
            self.problems[_TOO_DEEP] = None
            return
        found = opened(data, self._room)
        while (inside := self._next(found)) is not None:
            if is_wrapper(inside):
                yield from self._inside(inside, depth + 1)
            else:
                yield inside

    def _next(self, found: Iterator[bytes]) -> bytes | None:
        """The next file that there is room for; None for no more."""
        try:
            inside = next(found, None)
        except Exception:  # whatever the libraries raise for what strangers wrote
            return None
        if inside is None:
            return None
        self._room -= len(inside)
        self._files -= 1
        if self._room < 0 or self._files < 0:
            self.problems[_TOO_LARGE] = None
            return None
        return inside


def _zip(data: bytes, room: int) -> Iterator[bytes]:
    # Late: it brings three libraries for kinds of packing that few mails have.
    import zipfile  # noqa: PLC0415

    if not _has_few_entries(data):
        yield bytes(room + 1)
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist()[:_MOST_FILES]:
            if entry.is_dir() or entry.flag_bits & 1:
                continue
            with archive.open(entry) as file:
                # The size that an archive states is what its maker likes; this is what there is.
                inside = file.read(room + 1)
            room -= len(inside)
            yield inside


def _has_few_entries(data: bytes) -> bool:
    """Whether the list of files is short, which the library reads whole: 4.3.16 of APPNOTE.

    With the list of the 64-bit form the short one need not be the true one.
    """
    place = data.rfind(b"PK\5\6", -(_ZIP_END.size + 65_535))
    if place < 0 or place + _ZIP_END.size > len(data):
        return True
    size = _ZIP_END.unpack_from(data, place)[5]
    return size <= _MOST_DIRECTORY and data[max(0, place - 20) : place][:4] != b"PK\6\7"


def _gzip(data: bytes, room: int) -> Iterator[bytes]:
    yield zlib.decompressobj(_GZIP).decompress(data, room + 1)


def _tnef(data: bytes, room: int) -> Iterator[bytes]:
    """The contents of the attachments, each an attribute of its own."""
    del room
    place = 6
    while place + _TNEF_ATTRIBUTE.size <= len(data):
        _level, name, size = _TNEF_ATTRIBUTE.unpack_from(data, place)
        place += _TNEF_ATTRIBUTE.size
        if name == _TNEF_DATA:
            yield data[place : place + size]
        place += size + 2


def _msg(data: bytes, room: int) -> Iterator[bytes]:
    # Late: a library for the mails of one program, which few players ever get.
    import olefile  # noqa: PLC0415

    with olefile.OleFileIO(io.BytesIO(data)) as message:
        for path in message.listdir():
            if path[-1] != _MSG_DATA or message.get_size(path) > room:
                continue
            inside = message.openstream(path).read()
            room -= len(inside)
            yield inside


_OPENERS: dict[bytes, Callable[[bytes, int], Iterator[bytes]]] = {
    b"PK\x03\x04": _zip,
    b"\x1f\x8b": _gzip,
    _TNEF_HEAD: _tnef,
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": _msg,
}
