"""Attacks of a stranger who knows no more than a mail address: none of them stops a reader."""

from __future__ import annotations

import random
import time

import pytest

from pbem.mail.compose import compose
from tests.mail.samples import armour, make_save, read, sample_mail
from tests.support.memory import too_hungry

_WORDS = (
    b"=?\xff?b?AAAA?=",
    b"=?a\0b?b?AAAA?=",
    b"=?" + b"x" * 3000 + b"?q?a?=",
    b"=?..?q?a?=",
    b"=?undefined?b?gICA?=",
    b"=?unicode_escape?q?=5Cx?=",
    b"=?idna?q?xn--a?=",
    b"=?hex?q?zz?=",
    b"=?rot13?q?zz?=",
    b"=?unknown-8bit?q?=ff?=",
    b"=?utf-8?b?A?=",
    b"=?utf-8?q?=zz=?=",
    b"=?utf-7?q?+2D0?=",
    b"\xff\xfe\xed\xa0\x80",
)
_HEADERS = (
    b"From: %b",
    b"Subject: %b",
    b"Date: %b",
    b"Message-ID: <%b>",
    b"Content-Type: text/plain; charset=%b",
    b'Content-Type: text/plain; charset="%b"',
    b"Content-Type: text/plain; charset*=%b'en'%b",
    b"Content-Type: %b/%b; name=%b",
    b"Content-Type: multipart/mixed; boundary=%b",
    b"Content-Type: multipart/mixed; boundary*0*=%b'%b'%%ff; boundary*1=%b",
    b"Content-Disposition: attachment; filename=%b",
    b"Content-Disposition: attachment; filename*=%b''%%ff%b",
    b"Content-Disposition: attachment; filename*99999999999999999999*=%b''a",
    b"Content-Transfer-Encoding: %b",
)


@pytest.mark.parametrize("header", _HEADERS)
def test_a_header_in_a_charset_that_is_none(header: bytes) -> None:
    """Such a subject used to end the reading of all mail: it was never put aside."""
    for word in _WORDS:
        line = header.replace(b"%b", word).replace(b"%%", b"%")
        found = read(line + b"\r\n\r\n--a\r\n\r\ntext")
        assert found.saves == ()


def test_what_can_be_read_of_a_header_is_shown() -> None:
    line = b"Subject: =?\xff?b?QUJD?= =?utf-8?q?=C3=B6?= and =?gb2312?b?1tDOxA==?="
    assert read(line + b"\r\n\r\n").subject == "ABC\xf6 and \u4e2d\u6587"


def test_mails_changed_at_random_places_are_read() -> None:
    """A share of the fuzzing, always the same: 1,500 mails, damaged in one to eight places."""
    chance = random.Random(13)
    turn = compose(sample_mail(save=make_save(size=300))).as_bytes()
    text = b"Subject: a\r\nContent-Type: text/html\r\n\r\n" + armour(make_save(size=90)).encode()
    junk = (*_WORDS, *_HEADERS, b"\0", b"\r\n\r\n", b"--", b'";', b"=\r\n", b"=", b"<!--", b"&#;")
    for _ in range(1500):
        raw = bytearray(chance.choice((turn, text)))
        for _ in range(chance.randint(1, 8)):
            begin = chance.randrange(len(raw))
            end = begin + chance.choice((0, 0, 1, 2, 30))
            raw[begin:end] = chance.choice((chance.choice(junk), chance.randbytes(2)))
        assert len(read(bytes(raw)).saves) <= 2, bytes(raw)


def test_a_large_mail_takes_no_more_memory_than_six_times_its_size() -> None:
    """And 16 MB; one of 31 MB used to take 2.8 GB."""
    assert too_hungry("tests.mail.hungry_mails") == []


def test_lines_in_parts_in_parts_are_read_quickly() -> None:
    raw = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(7))
    start = time.process_time()
    assert read(raw.encode() + b"\nxyz\n" * 1_000_000).saves == ()
    assert time.process_time() - start < 2.0
