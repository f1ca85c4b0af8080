"""Finding saves in mails that were changed on their way, or made to do harm."""

from __future__ import annotations

import base64
import email
import email.policy
import time
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.compose import compose, message_id
from pbem.mail.extract import FoundBy
from pbem.mail.mime import MimeLimits
from tests.mail.samples import MAGIC, armour, make_save, read, sample_mail
from tests.support.mailservers import rewrite_like_a_list

RAW = compose(sample_mail()).as_bytes()
SAVE = sample_mail().save


def part(data: bytes, headers: str) -> bytes:
    return headers.replace("\n", "\r\n").encode() + b"\r\n\r\n" + data


def mixed(*parts: bytes, boundary: str = "b", kind: str = "mixed") -> bytes:
    head = f'From: a@example.org\r\nContent-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'
    body = b"".join(b"\r\n--" + boundary.encode() + b"\r\n" + item for item in parts)
    return head.encode() + b"preamble" + body + b"\r\n--" + boundary.encode() + b"--\r\nepilogue"


def b64_part(headers: str, data: bytes = SAVE) -> bytes:
    encoded = base64.encodebytes(data).replace(b"\n", b"\r\n")
    return part(encoded, f"{headers}\nContent-Transfer-Encoding: base64")


def rewrap(raw: bytes) -> bytes:
    head, _blank, body = raw.rpartition(b"\r\n\r\n")
    text, dash, end = body.partition(b"\r\n--")
    plain = text.replace(b"\r\n", b"")
    lines = [plain[i : i + 40] for i in range(0, len(plain), 40)]
    return head + b"\r\n\r\n" + b" \r\n".join(lines) + dash + end


def forward(raw: bytes) -> bytes:
    outer = EmailMessage(policy=email.policy.SMTP)
    outer["Subject"] = "Fwd: your turn"
    outer.set_content("see below")
    outer.add_attachment(email.message_from_bytes(raw, policy=email.policy.SMTP))
    return outer.as_bytes()


def forward_base64(raw: bytes) -> bytes:
    return mixed(b64_part("Content-Type: message/rfc822", raw))


def forward_as_file(raw: bytes) -> bytes:
    kind = 'Content-Type: application/octet-stream; name="Your turn.eml"'
    return mixed(b64_part(kind, raw))


MUTATIONS: dict[str, Callable[[bytes], bytes]] = {
    "as sent": lambda raw: raw,
    "LF lines": lambda raw: raw.replace(b"\r\n", b"\n"),
    "mbox From line": lambda raw: b"From x@y Sun Mar  1 12:00:00 2026\n" + raw,
    "base64 wrapped anew": rewrap,
    "mailing list": rewrite_like_a_list,
    "mailing list, LF": lambda raw: rewrite_like_a_list(raw).replace(b"\r\n", b"\n"),
    "forwarded": forward,
    "forwarded twice": lambda raw: forward(forward(raw)),
    "forwarded list mail": lambda raw: forward(rewrite_like_a_list(raw)),
    "forwarded in base64": forward_base64,
    "forwarded as a file": forward_as_file,
    "digest": lambda raw: mixed(part(raw, "X-Order: 1"), kind="digest"),
    "footer appended": lambda raw: raw + b"\r\n-- \r\nScanned by a virus scanner\r\n",
    "close boundary lost": lambda raw: raw[: raw.rstrip().rfind(b"\r\n--")],
    "type changed": lambda raw: raw.replace(b"application/x-pbem", b"application/octet-stream"),
    "renamed": lambda raw: raw.replace(b".pbem", b".bin").replace(b"x-pbem", b"zip"),
    "typed as text": lambda raw: raw.replace(b"application/x-pbem", b"text/plain"),
    "headers in upper case": lambda raw: raw.replace(b"Content-T", b"CONTENT-T"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_save_survives(name: str) -> None:
    found = read(MUTATIONS[name](RAW))
    assert [item.data for item in found.saves] == [SAVE]
    assert found.saves[0].found_by is FoundBy.CONTENT
    assert found.problems == ()


@given(st.binary(max_size=400), st.sampled_from(sorted(MUTATIONS)))
def test_any_bytes_survive_any_change(tail: bytes, name: str) -> None:
    raw = compose(sample_mail(save=MAGIC + tail)).as_bytes()
    assert [item.data for item in read(MUTATIONS[name](raw)).saves] == [MAGIC + tail]


def test_headers_come_back_as_text_only() -> None:
    found = read(RAW)
    assert found.sender == "Axel Axis <axis@example.org>"
    assert found.subject.startswith("[pbem 01234567] Big World")
    assert found.message_id == message_id(sample_mail())
    assert found.saves[0].file_name == "Big-World-turn-12-Germans.pbem"
    assert found.saves[0].part == "2"


def test_quoted_printable_binary() -> None:
    codes = [f"={byte:02x}" for byte in SAVE]
    lines = ["".join(codes[i : i + 20]) + "=" for i in range(0, len(codes), 20)]
    encoded = "  \r\n".join(lines).encode()
    kind = "Content-Type: application/octet-stream\nContent-Transfer-Encoding: Quoted-Printable"
    assert [item.data for item in read(mixed(part(encoded, kind))).saves] == [SAVE]


def test_raw_eight_bit_attachment() -> None:
    save = MAGIC + bytes(range(128, 256)) * 3
    kind = "Content-Type: application/octet-stream\nContent-Transfer-Encoding: binary"
    assert [item.data for item in read(mixed(part(save, kind))).saves] == [save]


def test_base64_whose_header_was_lost() -> None:
    encoded = base64.encodebytes(SAVE)
    assert [item.data for item in read(mixed(part(encoded, "X: y"))).saves] == [SAVE]


@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=utf-16-nonsense"])
def test_armour_in_a_body(kind: str) -> None:
    text = ("Hello,\n\n> " + armour(SAVE).replace("\n", "  \n> ") + "\nbye").replace("\n", "\r\n")
    found = read(part(text.encode(), f"Content-Type: {kind}"))
    assert [(item.data, item.found_by) for item in found.saves] == [(SAVE, FoundBy.ARMOUR)]


def test_armour_in_html_and_in_a_text_file() -> None:
    page = "<div>" + armour(SAVE).replace("\n", "<br/>\n").replace("+", "&#43;") + "</div>"
    found = read(part(page.encode(), "Content-Type: text/html"))
    assert [item.data for item in found.saves] == [SAVE]
    file = b64_part("Content-Type: application/octet-stream", armour(SAVE).encode())
    assert [item.data for item in read(mixed(file)).saves] == [SAVE]


def test_damaged_save_is_still_a_candidate() -> None:
    by_type = read(mixed(b64_part("Content-Type: application/x-pbem", b"damaged"))).saves
    assert [(item.data, item.found_by) for item in by_type] == [(b"damaged", FoundBy.CONTENT_TYPE)]
    kind = 'Content-Type: application/octet-stream; name="a.PBEM"'
    by_name = read(mixed(b64_part(kind, b"damaged"))).saves
    assert [(item.data, item.found_by) for item in by_name] == [(b"damaged", FoundBy.FILE_NAME)]


def test_several_saves_come_once_each_and_recognised_first() -> None:
    other = make_save(2)
    octets = "Content-Type: application/octet-stream"
    damaged = b64_part("Content-Type: application/x-pbem", b"damaged")
    raw = mixed(damaged, b64_part(octets), b64_part(octets, other), b64_part(octets))
    assert [item.data for item in read(raw).saves] == [SAVE, other, b"damaged"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\\\temp\\\\evil.pbem", "evil.pbem"),
        ("a\x1b[31m\u202ecod.exe", "a[31mcod.exe"),
        (
            "=?utf-8?B?" + base64.b64encode("/tmp/Wörld\n.pbem".encode()).decode() + "?=",
            "Wörld .pbem",
        ),
        ("", "(no name)"),
    ],
)
def test_file_names_are_for_display_only(name: str, shown: str) -> None:
    kind = f'Content-Type: image/png\nContent-Disposition: attachment; filename="{name}"'
    assert [item.file_name for item in read(mixed(b64_part(kind))).saves] == [shown]


def test_rfc2231_file_name() -> None:
    name = "Content-Disposition: attachment; filename*0*=utf-8''..%2Fw%C3%B6; filename*1=rld.pbem"
    assert read(mixed(b64_part(name))).saves[0].file_name == "wörld.pbem"


def test_hostile_headers_are_harmless() -> None:
    raw = (
        "From: =?utf-8?B?G1szMW3igK4=?= <x@y>\r\nSubject: a\x1b]0;t\x07\u202e\r\n"
        "Message-ID: <a b>\r\nDate: \x00\x9b\r\n\r\nhi"
    ).encode()
    found = read(raw)
    assert (found.sender, found.subject) == ("[31m <x@y>", "a]0;t")
    assert (found.message_id, found.date) == ("", "")


def nested(depth: int) -> bytes:
    head = "".join(
        f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(depth)
    )
    return head.encode() + b64_part("Content-Type: application/octet-stream")


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        pytest.param(mixed(*[b"X: y\r\n\r\nz"] * 10_000), "too many parts", id="10,000 parts"),
        pytest.param(nested(20_000), "nested too deeply", id="20,000 levels"),
        pytest.param(
            b"Content-Type: message/rfc822\n\n" * 20_000, "nested too deeply", id="20,000 forwards"
        ),
    ],
)
def test_bombs_are_cut_short(raw: bytes, word: str) -> None:
    start = time.process_time()
    found = read(raw)
    assert time.process_time() - start < 10.0
    assert word in " ".join(found.problems)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"A: b\n" * 500_000 + b"\nbody", id="headers only"),
        pytest.param(b"Content-Type: text/plain;" + b" a*1*=x;" * 500_000, id="parameters"),
        pytest.param(b"Content-Type: " + b'";' * 1_000_000 + b"\n\nx", id="quotes"),
        pytest.param(b"Subject: " + b"=?a?b?" * 500_000 + b"\n\nx", id="encoded words"),
        pytest.param(b"Content-Type: text/html\n\n" + b"<" * 3_000_000, id="tags"),
        pytest.param(b"Content-Type: text/html\n\n" + b"<br" * 1_000_000, id="breaks"),
        pytest.param(b"Content-Type: text/html\n\n&#" + b"9" * 3_000_000, id="entity"),
        pytest.param(
            b"Content-Type: text/plain; charset=punycode\n\n" + b"a-" * 900_000, id="codec"
        ),
        pytest.param(
            b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a \t" * 500_000, id="boundaries"
        ),
        pytest.param(
            b"Content-Type: multipart/mixed; boundary=a\n\n--a" + b" " * 3_000_000 + b"x",
            id="boundary spaces",
        ),
        pytest.param(b"\n" * 3_000_000, id="blank lines"),
        pytest.param(b"X: y" + b"\r\n " * 1_000_000, id="folding"),
    ],
)
def test_slow_inputs_are_quick(raw: bytes) -> None:
    start = time.process_time()
    assert read(raw).saves == ()
    assert time.process_time() - start < 10.0


def test_size_limit() -> None:
    found = read(RAW + b"x" * 10_000, MimeLimits(max_bytes=len(RAW)))
    assert [item.data for item in found.saves] == [SAVE]
    assert "too large" in found.problems[0]


@given(st.binary(max_size=2000))
def test_any_bytes_are_read_without_an_exception(raw: bytes) -> None:
    assert read(raw).saves == ()


@given(st.integers(0, len(RAW) - 1), st.binary(min_size=1, max_size=30))
def test_damaged_mails_are_read_without_an_exception(place: int, junk: bytes) -> None:
    found = read(RAW[:place] + junk + RAW[place:])
    assert all(isinstance(item.data, bytes) for item in found.saves)
    assert len(found.saves) <= 2
