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
_TNEF_HEAD = struct.pack("<I", 0x223E9F78)
_TNEF_ATTRIBUTE = struct.Struct("<BII")
_TNEF_DATA = 0x0006800F
_MSG_DATA = "__substg1.0_37010102"
_GZIP = 16 + zlib.MAX_WBITS


def is_wrapper(data: bytes) -> bool:
    """Whether bytes begin like a file in which other files can be."""
    return any(data.startswith(head) for head in _OPENERS)


def unwrapped(data: bytes) -> Iterator[bytes]:
    """Yield the files in a wrapper as far as they can be read; nothing for other bytes.

    Never raises: a damaged wrapper has no files.
    """
    room = _RATIO * len(data) + _SLACK
    opened = next((way for head, way in _OPENERS.items() if data.startswith(head)), None)
    if opened is None:
        return
    found = opened(data, room)
    for _ in range(_MOST_FILES):
        try:
            inside = next(found, None)
        except Exception:  # whatever the libraries raise for what strangers wrote
            return
        if inside is None or (room := room - len(inside)) < 0:
            return
        yield inside


def _zip(data: bytes, room: int) -> Iterator[bytes]:
    # Late: it brings three libraries for kinds of packing that few mails have.
    import zipfile  # noqa: PLC0415

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist()[:_MOST_FILES]:
            if entry.is_dir() or entry.flag_bits & 1:
                continue
            with archive.open(entry) as file:
                # The size that an archive states is what its maker likes; this is what there is.
                inside = file.read(room + 1)
            room -= len(inside)
            yield inside


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
