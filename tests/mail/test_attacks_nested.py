"""Attachments in attachments: as many levels as people make, and no more work than that."""

from __future__ import annotations

import gzip
import io
import random
import resource
import time
import zipfile
from collections.abc import Callable
from functools import reduce
from pathlib import Path

import pytest

from pbem.mail.wrappers import Unwrapped
from tests.mail.samples import MAGIC, read
from tests.mail.test_extract import b64_part, mixed
from tests.mail.test_wrappers import SAVE, WRAPPERS, outlook, winmail, zipped
from tests.support.table import Desk

DEEP = "packed more than 3 times over"
LARGE = "unpacks to more than it can be"


def packed(data: bytes, *kinds: str) -> bytes:
    return reduce(lambda inside, kind: WRAPPERS[kind](inside), kinds, data)


def attached(data: bytes) -> bytes:
    return mixed(b64_part("Content-Type: application/octet-stream", data))


def forwarded(depth: int, inner: bytes) -> bytes:
    """A mail in a mail in a mail."""
    head = b"Subject: Fwd\r\nContent-Type: message/rfc822\r\n\r\n"
    return head * depth + inner


@pytest.mark.parametrize("outer", WRAPPERS)
@pytest.mark.parametrize("inner", WRAPPERS)
def test_a_save_is_found_three_wrappers_deep(inner: str, outer: str) -> None:
    found = read(attached(packed(SAVE, inner, "zip", outer)))
    assert [one.data for one in found.saves] == [SAVE]
    assert found.problems == ()


@pytest.mark.parametrize("outer", WRAPPERS)
def test_what_is_packed_four_times_is_not_looked_at_and_that_is_said(outer: str) -> None:
    found = read(attached(packed(SAVE, "zip", "zip", "zip", outer)))
    assert found.saves == ()
    assert len(found.problems) == 1
    assert DEEP in found.problems[0]


@pytest.mark.parametrize("kind", WRAPPERS)
def test_hundreds_of_levels_of_one_kind_cost_nothing(kind: str) -> None:
    data, levels = b"\0", 0
    # The maker of .msg files has room for one table of sectors.
    while levels < (40 if kind == "msg" else 400):
        data, levels = WRAPPERS[kind](data), levels + 1
    began = time.process_time()
    found = read(attached(data))
    assert time.process_time() - began < 2
    assert DEEP in found.problems[0]


def test_a_thousand_mails_in_mails_cost_nothing() -> None:
    for depth in (1_000, 200_000):
        raw = forwarded(depth, b64_part("Content-Type: application/x", SAVE))
        began = time.process_time()
        found = read(raw)
        assert time.process_time() - began < 2
        assert found.saves == ()
        assert "nested too deeply" in found.problems[0]
    assert read(forwarded(7, b64_part("Content-Type: application/x", SAVE))).saves


def test_a_thousand_parts_are_not_all_looked_at() -> None:
    part = b64_part("Content-Type: application/x", b"nothing")
    raw = mixed(*[part] * 1_000, b64_part("Content-Type: application/x", SAVE))
    began = time.process_time()
    found = read(raw)
    assert time.process_time() - began < 2
    assert found.saves == ()
    assert "too many parts" in found.problems[0]
    early = mixed(b64_part("Content-Type: application/x", SAVE), *[part] * 1_000)
    assert [one.data for one in read(early).saves] == [SAVE]


def test_a_tree_of_archives_is_not_walked() -> None:
    """Fifty archives in each of fifty archives of fifty: 125,000 files in a few hundred kB."""
    small = zipped(*[b"%d" % number for number in range(50)])
    middle = zipped(*[small] * 50)
    bomb = attached(zipped(*[middle] * 50))
    assert_cheap(bomb)
    assert LARGE in read(bomb).problems[0]


def assert_cheap(raw: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    assert read(raw).saves == ()
    assert time.process_time() - began < 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000


# Made when they are used: each process that collects this file would make them all.
BOMBS: dict[str, Callable[[], bytes]] = {
    "gz2": lambda: gzip.compress(gzip.compress(bytes(200_000_000))),
    "gz3": lambda: gzip.compress(gzip.compress(gzip.compress(bytes(200_000_000)))),
    "zip2": lambda: zipped(zipped(bytes(200_000_000))),
    "tnef-gz": lambda: winmail(gzip.compress(bytes(200_000_000))),
    "msg-zip": lambda: outlook(zipped(bytes(50_000_000))),
    "zip-of-gz": lambda: zipped(*[gzip.compress(bytes(1_000_000))] * 50),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_in_a_wrapper_stays_small(kind: str) -> None:
    raw = attached(BOMBS[kind]())
    assert_cheap(raw)
    assert LARGE in read(raw).problems[0]


def test_an_archive_that_lists_very_many_files_is_not_listed() -> None:
    """The library reads the list of files whole, 500 bytes of memory for each, before any file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(40_000):
            archive.writestr(str(number), b"")
    whole = out.getvalue()
    assert_cheap(attached(whole))
    assert LARGE in read(attached(whole)).problems[0]
    # The list of the 64-bit form, which the library prefers to the short one.
    end = whole.rfind(b"PK\5\6")
    large = bytearray(whole[:end] + b"PK\6\7" + bytes(16) + whole[end:])
    large[-10:-6] = (100).to_bytes(4, "little")
    assert_cheap(attached(bytes(large)))


def test_winmail_dat_of_a_million_attributes_is_read_in_one_pass() -> None:
    empty = b"\x01" + (0x00069003).to_bytes(4, "little") + bytes(4) + bytes(2)
    data = winmail() + empty * 500_000 + winmail(SAVE)[6:]
    began = time.process_time()
    assert list(Unwrapped(data)) == [SAVE]
    assert time.process_time() - began < 2


def test_wrappers_of_noise_are_read_without_an_error() -> None:
    chance = random.Random(7)
    for _ in range(300):
        data = bytearray(packed(SAVE[:500], *chance.choices(sorted(WRAPPERS), k=3)))
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(min(len(data), 2_000))] = chance.randrange(256)
        read(attached(bytes(data)))


def test_a_mail_that_the_player_named_says_what_was_not_looked_at(tmp_path: Path) -> None:
    mail = tmp_path / "turn.eml"
    mail.write_bytes(b"Subject: Turn\r\n" + attached(packed(MAGIC, "zip", "zip", "zip", "zip")))
    refused = Desk(tmp_path / "home").run("fetch", mail)
    assert refused.code != 0
    assert DEEP in refused.out + refused.err
