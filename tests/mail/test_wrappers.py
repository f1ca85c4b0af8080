"""Saves in what mail programs put around attachments, and wrappers that were made to do harm."""

from __future__ import annotations

import gzip
import io
import random
import resource
import struct
import time
import zipfile
from collections.abc import Callable

import pytest

from pbem.mail.extract import FoundBy
from pbem.mail.wrappers import Unwrapped
from tests.mail.samples import MAGIC, armour, read
from tests.mail.test_extract import b64_part, mixed

SAVE = MAGIC + random.Random(1).randbytes(20_000)


def zipped(*files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/", b"")
        for number, data in enumerate(files):
            archive.writestr(f"../turn-{number}.pbem", data)
    return out.getvalue()


def winmail(*attachments: bytes) -> bytes:
    """[MS-OXTNEF]: signature, key, then attributes with a checksum each."""

    def attribute(level: int, name: int, data: bytes) -> bytes:
        return (
            struct.pack("<BII", level, name, len(data))
            + data
            + struct.pack("<H", sum(data) % 65536)
        )

    parts = [attribute(1, 0x00089006, struct.pack("<I", 0x00010000))]
    for data in attachments:
        parts += [attribute(2, 0x00018010, b"turn.pbem\0"), attribute(2, 0x0006800F, data)]
    return struct.pack("<IH", 0x223E9F78, 1) + b"".join(parts)


def outlook(data: bytes) -> bytes:
    """[MS-CFB]: a compound file with one attachment, all sectors of 512 bytes in a row."""
    free, end, none = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF
    sectors = -(-len(data) // 512)

    def entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
        text = name.encode("utf-16-le") + b"\0\0"
        return (
            text.ljust(64, b"\0")
            + struct.pack("<HBBIII", len(text) if name else 0, kind, 1, none, none, child)
            + bytes(36)
            + struct.pack("<IQ", start, size)
        )

    folder = b"".join(
        [
            entry("Root Entry", 5, 1, end, 0),
            entry("__attach_version1.0_#00000000", 1, 2, 0, 0),
            entry("__substg1.0_37010102", 2, none, 2, len(data)),
            entry("", 0, none, 0, 0),
        ]
    )
    chain = [0xFFFFFFFD, end, *range(3, 2 + sectors), end]
    table = struct.pack("<128I", *(chain + [free] * (128 - len(chain))))
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    head += struct.pack("<HHHHH", 62, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0)
    head += struct.pack("<109I", 0, *[free] * 108)
    return head + table + folder + data.ljust(512 * sectors, b"\0")


WRAPPERS: dict[str, Callable[[bytes], bytes]] = {
    "zip": zipped,
    "gzip": gzip.compress,
    "winmail.dat": winmail,
    "msg": outlook,
}


@pytest.mark.parametrize("kind", WRAPPERS)
def test_save_is_found_in_a_wrapper(kind: str) -> None:
    raw = mixed(b64_part("Content-Type: application/octet-stream", WRAPPERS[kind](SAVE)))
    (found,) = read(raw).saves
    assert (found.data, found.found_by) == (SAVE, FoundBy.CONTENT)


@pytest.mark.parametrize("kind", WRAPPERS)
def test_armour_is_found_in_a_wrapper(kind: str) -> None:
    text = b"\xff\xfe" + armour(SAVE).encode("utf-16-le")
    raw = mixed(b64_part("Content-Type: application/octet-stream", WRAPPERS[kind](text)))
    (found,) = read(raw).saves
    assert (found.data, found.found_by) == (SAVE, FoundBy.ARMOUR)


@pytest.mark.parametrize(
    "mark, charset",
    [
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ],
)
@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain"])
def test_text_file_of_notepad_or_powershell(mark: bytes, charset: str, kind: str) -> None:
    text = mark + armour(SAVE).replace("\n", "\r\n").encode(charset)
    raw = mixed(b64_part(f'Content-Type: {kind}; name="turn.txt"', text))
    assert [found.data for found in read(raw).saves] == [SAVE]


def test_the_second_file_of_an_archive_counts_too() -> None:
    assert list(Unwrapped(zipped(b"Read me.", SAVE))) == [b"Read me.", SAVE]


@pytest.mark.parametrize("kind", WRAPPERS)
@pytest.mark.parametrize("seed", range(60))
def test_damaged_wrappers_are_read_without_an_error(kind: str, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(WRAPPERS[kind](SAVE))
    for _ in range(chance.randrange(1, 40)):
        data[chance.randrange(4, min(len(data), 2000))] = chance.randrange(256)
    for inside in Unwrapped(bytes(data[: chance.randrange(40, len(data))])):
        assert len(inside) <= 4 * len(data) + 65_536


# Made when they are used: each process that collects this file would make them all.
BOMBS: dict[str, Callable[[], bytes]] = {
    "zip": lambda: zipped(bytes(200_000_000)),
    "gzip": lambda: gzip.compress(bytes(200_000_000)),
    "zip of many": lambda: zipped(*[bytes(5_000_000)] * 40),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_bombs_stay_small(kind: str) -> None:
    """A few hundred kilobytes that unpack to 200 MB."""
    bomb = BOMBS[kind]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    assert not any(map(len, Unwrapped(bomb)))
    assert time.process_time() - began < 0.5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
