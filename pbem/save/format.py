"""The container: magic, version, kind, checksum, compressed log; and the log's frames.

Reads bytes of any origin in bounded memory and proves only that nothing was damaged in transit:
the result is an `UnverifiedFile`. `pbem.save.trust` is the door to a verified one.

Source: docs/formats/save-v1.md, section "Container".
"""

import hashlib
import zlib

from engine.values import dataclass
from pbem.wire.errors import ASK_AGAIN, NEWER, ChainError, NotASaveError, SaveError

MAGIC = b"\x89PBEM\r\n\x1a"
VERSION = 1
SAVE = 1
JOIN = 2
CARD = 3
PROPOSAL = 4
NEWEST = 5
PARTING = 6
OBSERVERS = 7
KINDS = {
    SAVE: "save",
    JOIN: "join answer",
    CARD: "address card",
    PROPOSAL: "proposal",
    NEWEST: "file of the newest turns",
    PARTING: "word on an invitation",
    OBSERVERS: "list of observers",
}

HEADER = 10
PAYLOAD = HEADER + 32
MAX_FILE = 16 * 1024 * 1024
_MOST = 64 * 1024 * 1024
_SMALL = 65_536
MAX_LOG = {
    SAVE: _MOST,
    JOIN: _SMALL,
    CARD: _SMALL,
    PROPOSAL: 1024 * 1024,
    NEWEST: _MOST,
    PARTING: _SMALL,
    OBSERVERS: _SMALL,
}
MAX_RECORDS = 100_000
_MOST_RECORDS = {
    SAVE: MAX_RECORDS,
    JOIN: 1,
    CARD: 1,
    PROPOSAL: 65,
    NEWEST: MAX_RECORDS,
    PARTING: 1,
    OBSERVERS: 1,
}
MAX_SCENARIO = 4 * 1024 * 1024
MAX_BODY = 1024 * 1024
MAX_SLACK = 65_536
"""How much larger than its body a record may be, without a scenario."""


@dataclass(frozen=True, slots=True)
class UnverifiedFile:
    """The frames of a file as they came: `kind` is a key of KINDS.

    A frame is a record, or in a save the packed turns (`is_packed`); of the newest turns the first
    says where they belong.
    """

    kind: int
    records: tuple[bytes, ...]


def is_packed(frame: bytes) -> bool:
    """Whether a frame holds packed turns and not one record: it begins with a map."""
    return frame[:1] != b"" and (0x80 <= frame[0] <= 0x8F or frame[0] in (0xDE, 0xDF))


def parse(data: bytes, kind: int) -> UnverifiedFile:
    """Read a container of one kind.

    Raises NotASaveError `not-a-save`, `unknown-version`, `wrong-kind`, `too-large`, `malformed`;
    ChainError `file-damaged` when the checksum does not fit.
    """
    found = kind_of(data)
    if found != kind:
        raise NotASaveError(
            "wrong-kind",
            f"this is the wrong kind of pbem file: {KINDS[found]} instead of {KINDS[kind]}",
            f"Look for the {KINDS[kind]}.",
        )
    if hashlib.sha256(data[:HEADER] + data[PAYLOAD:]).digest() != data[HEADER:PAYLOAD]:
        raise ChainError("file-damaged", "the file was damaged in transit", ASK_AGAIN)
    return UnverifiedFile(kind, _frames(_inflate(data[PAYLOAD:], MAX_LOG[kind]), kind))


def kind_of(data: bytes) -> int:
    """Which of KINDS it is, from the first bytes alone; raises NotASaveError."""
    if not data.startswith(MAGIC):
        raise NotASaveError("not-a-save", "this is not a pbem file", "Check which file you opened.")
    if len(data) < PAYLOAD:
        raise ChainError("file-damaged", "the file ends in its header", ASK_AGAIN)
    if data[8] != VERSION:
        raise NotASaveError("unknown-version", f"it has format version {data[8]}", NEWER)
    if data[9] not in KINDS:
        raise NotASaveError("unknown-version", f"it is a file of unknown kind {data[9]}", NEWER)
    if len(data) > MAX_FILE:
        raise NotASaveError("too-large", f"the file is larger than {MAX_FILE} bytes", ASK_AGAIN)
    return data[9]


def build(kind: int, records: tuple[bytes, ...]) -> bytes:
    """The container bytes of these records; raises NotASaveError `too-large`."""
    log = b"".join(len(record).to_bytes(4, "big") + record for record in records)
    if len(log) > MAX_LOG[kind] or len(records) > MAX_RECORDS:
        raise NotASaveError("too-large", "the log has outgrown the format's limits")
    header = MAGIC + bytes((VERSION, kind))
    payload = zlib.compress(log, 9)
    if PAYLOAD + len(payload) > MAX_FILE:
        raise NotASaveError("too-large", "the log has outgrown the format's limits")
    return header + hashlib.sha256(header + payload).digest() + payload


def _inflate(payload: bytes, most: int) -> bytes:
    """Decompress at most `most` bytes, however well they were packed."""
    stream = zlib.decompressobj()
    try:
        log = stream.decompress(payload, most + 1)
        if len(log) > most:
            raise NotASaveError("too-large", f"it unpacks to more than {most} bytes", ASK_AGAIN)
        # An output of exactly the limit can leave the end-of-stream mark unread.
        log += stream.decompress(stream.unconsumed_tail, 1)
    except zlib.error:
        raise NotASaveError("malformed", "it cannot be unpacked", ASK_AGAIN) from None
    if not stream.eof or len(log) > most:
        raise NotASaveError("malformed", "the packed log ends too early", ASK_AGAIN)
    if stream.unused_data:
        raise NotASaveError("malformed", "bytes follow the end of the packed log", ASK_AGAIN)
    return log


def _frames(log: bytes, kind: int) -> tuple[bytes, ...]:
    """Cut the log at its length prefixes."""
    records: list[bytes] = []
    position = 0
    while position < len(log):
        if len(records) >= _MOST_RECORDS[kind]:
            raise NotASaveError("too-large", "it holds too many records", ASK_AGAIN)
        start = position + 4
        if start > len(log):
            raise _cut_off(len(records))
        size = int.from_bytes(log[position:start], "big")
        if kind not in (SAVE, NEWEST) and size > MAX_BODY + MAX_SLACK:
            error = NotASaveError("too-large", "a record is too large", ASK_AGAIN)
            raise error.at(len(records), "")
        position = start + size
        if position > len(log):
            raise _cut_off(len(records))
        records.append(log[start:position])
    if not records:
        raise NotASaveError("malformed", "the log is empty", ASK_AGAIN)
    return tuple(records)


def _cut_off(index: int) -> SaveError:
    return NotASaveError("malformed", "the log ends inside a record", ASK_AGAIN).at(index, "")
