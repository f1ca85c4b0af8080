"""The vectors of the container, of canonical msgpack, and the good files."""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pbem.save import format as container
from pbem.save.armour import armour
from pbem.save.cards import make_card
from pbem.save.invite import join_answer
from pbem.save.record_parts import take_apart
from pbem.wire.signing import parse_envelope
from tests.support.paper_game import (
    ANN,
    BOB,
    EVE,
    HOST,
    frame,
    hotseat,
    invitation,
    join,
    pack,
    pack_log,
    played,
    raws,
    rehearsal,
    save_file,
    started,
    under_way,
    without_scenario,
)


@dataclass(frozen=True, slots=True)
class Vector:
    """One file and what must come of it."""

    name: str
    what: str
    data: bytes
    code: str | None = None
    exit: int = 0
    index: int | None = None
    kind: int | str = container.SAVE
    keyring: Mapping[str, bytes] = field(default_factory=dict)


def tampered(
    name: str,
    what: str,
    code: str,
    exit_code: int,
    index: int,
    change: Callable[[list[bytes]], None],
) -> Vector:
    """A bad save made by changing the records of `under_way()`."""
    records = raws(under_way())
    change(records)
    return Vector(name, what, save_file(records), code, exit_code, index)


def _action(raw: bytes) -> Callable[[list[bytes]], None]:
    """A change that puts any bytes where orders 7 have an action, signed by Ann."""

    def change(records: list[bytes]) -> None:
        body = take_apart(records[7]).envelope.body
        assert body.count(b"\xa7actions\x91\xc0") == 1
        spliced = body.replace(b"\xa7actions\x91\xc0", b"\xa7actions\x91" + raw)
        records[7:] = [ANN.seal("orders", spliced)]

    return change


def good_vectors() -> list[Vector]:
    """Files that verify."""
    opened = invitation(seats={"Germans": "Ann", "Russians": None}, players={"Ann": None})
    opened = opened.append_join(join(opened, "Bob", BOB, "Russians"))
    save = played()
    text = armour(save.to_bytes())
    quoted = (
        "Ann wrote:\r\n" + "".join(f"> > {line}  \r\n" for line in text.splitlines()) + "Bye\r\n"
    )
    packed = "".join(text.splitlines()[1:-1])
    rewrapped = "".join(
        [
            f"\u2014BEGIN PBEM FILE\u2014\n> {packed[:50]}\n",
            f"{packed[50:]}\n\u2013 END\n> PBEM FILE \u2013\n",
        ]
    )
    pins = {"Ann": ANN.public, "Hal": HOST.public}
    return [
        Vector("good-invitation", "an invitation, nobody has answered", invitation().to_bytes()),
        Vector("good-open-seat", "a seat for anyone, taken by Bob", opened.to_bytes()),
        Vector("good-started", "both have joined, the host has started", started().to_bytes()),
        Vector("good-under-way", "a turn with two rolls that is not over", under_way().to_bytes()),
        Vector("good-played", "one turn of each with two rolls", save.to_bytes()),
        Vector("good-without-scenario", "the scenario is left out", without_scenario().to_bytes()),
        Vector("good-pinned", "the same, with a keyring", save.to_bytes(), keyring=pins),
        Vector("good-hotseat", "two seats under one key", hotseat().to_bytes()),
        Vector("good-rehearsal", "seeded dice", rehearsal().to_bytes()),
        Vector(
            "good-other-packing",
            "compressed at another level",
            pack(zlib.compress(b"".join(frame(raw) for raw in save.frames), 1)),
        ),
        Vector("good-join", "a join answer", join_answer(join(invitation(), "Ann", ANN)), kind=2),
        Vector("good-card", "a card", make_card("Ann", "ann@example.org", ANN, time=5), kind=3),
        Vector("good-armour", "armoured", text.encode(), kind="armour"),
        Vector("good-armour-quoted", "quoted twice, CRLF", quoted.encode(), kind="armour"),
        Vector("good-armour-wrapped", "re-wrapped, dashes", rewrapped.encode(), kind="armour"),
    ]


def container_vectors() -> list[Vector]:
    """Files whose container is wrong."""
    good = played().to_bytes()
    log = b"".join(frame(raw) for raw in played().frames)
    packed = zlib.compress(log, 9)
    flipped = bytearray(good)
    flipped[200] ^= 1

    def bad(name: str, what: str, data: bytes, code: str, exit_code: int = 3) -> Vector:
        return Vector(name, what, data, code, exit_code)

    def framed(name: str, what: str, tail: bytes, code: str) -> Vector:
        return Vector(name, what, pack_log(log + tail), code, 3, 5)

    join_file = join_answer(join(invitation(), "Ann", ANN))
    return [
        bad("empty", "no bytes at all", b"", "not-a-save"),
        bad("other-magic", "a picture", b"\x89PNG\r\n\x1a\n" + good[8:], "not-a-save"),
        bad("header-cut", "ends in its header", good[:30], "file-damaged", 4),
        bad("truncated", "ends too early", good[:-7], "file-damaged", 4),
        bad("byte-changed", "a bit is flipped", bytes(flipped), "file-damaged", 4),
        bad("byte-added", "a byte at the end", good + b"\0", "file-damaged", 4),
        bad("version-2", "format version 2", good[:8] + b"\2" + good[9:], "unknown-version"),
        bad("kind-9", "unknown kind of file", good[:9] + b"\x09" + good[10:], "unknown-version"),
        bad("join-as-save", "a join answer, not a save", join_file, "wrong-kind"),
        bad("not-zlib", "payload is not zlib", pack(b"not zlib"), "malformed"),
        bad("zlib-cut", "zlib stream ends early", pack(packed[:-5]), "malformed"),
        bad("zlib-trailing", "bytes after the zlib stream", pack(packed + b"\0"), "malformed"),
        bad("bomb", "unpacks to one byte too many", pack_log(bytes(2**26 + 1)), "too-large"),
        bad("empty-log", "no records", pack_log(b""), "malformed"),
        framed("frame-prefix-cut", "two bytes of a length", b"\0\0", "malformed"),
        framed("frame-cut", "a record ends early", b"\0\0\0\x09\x92", "malformed"),
        framed("frame-huge", "a record of 2 GiB", b"\x7f\xff\xff\xff", "malformed"),
        Vector(
            "card-forged",
            "a card signed by another key",
            container.build(
                container.CARD,
                (EVE.seal("card", parse_envelope(_card_record(), 4096).body),),
            ),
            "unknown-key",
            5,
            kind=3,
        ),
        Vector(
            "armour-none", "no file in the text", b"Hello Bob", "armour-missing", 3, kind="armour"
        ),
        Vector(
            "armour-two",
            "two different files in the text",
            (armour(good) + armour(started().to_bytes())).encode(),
            "armour-ambiguous",
            3,
            kind="armour",
        ),
        Vector(
            "armour-cut",
            "END is missing",
            armour(good)[:300].encode(),
            "armour-damaged",
            3,
            kind="armour",
        ),
        Vector(
            "armour-odd",
            "a character that is not base64",
            armour(good).replace("\n", "\n*", 3).encode(),
            "armour-damaged",
            3,
            kind="armour",
        ),
    ]


def _card_record() -> bytes:
    card = container.parse(make_card("Ann", "ann@example.org", ANN, time=5), container.CARD)
    return card.records[0]


def canonical_vectors() -> list[Vector]:
    """Saves with one wrong spelling, in an action of record 7."""
    deep = b"\x91" * 40 + b"\xc0"
    cases = [
        ("float", "a float", b"\xcb" + bytes(8), "forbidden-type"),
        ("timestamp", "an extension type", b"\xd6\xff" + bytes(4), "forbidden-type"),
        ("number-key", "a map key that is a number", b"\x81\x01\xc0", "forbidden-type"),
        ("bytes-key", "a map key that is bytes", b"\x81\xc4\x01a\xc0", "forbidden-type"),
        ("number-64", "an integer of 2^63", b"\xcf\x80" + bytes(7), "forbidden-type"),
        ("long-number", "5 in two bytes", b"\xcc\x05", "not-canonical"),
        ("signed-number", "200 as int 16", b"\xd1\x00\xc8", "not-canonical"),
        ("long-negative", "-5 in two bytes", b"\xd0\xfb", "not-canonical"),
        ("long-text", "a short str as str 8", b"\xd9\x01a", "not-canonical"),
        ("long-bytes", "a short bin as bin 16", b"\xc5\x00\x01a", "not-canonical"),
        ("long-list", "a short array as array 16", b"\xdc\x00\x01\xc0", "not-canonical"),
        ("long-map", "an empty map as map 16", b"\xde\x00\x00", "not-canonical"),
        ("unsorted-keys", "keys b, a", b"\x82\xa1b\xc0\xa1a\xc0", "not-canonical"),
        ("double-keys", "keys a, a", b"\x82\xa1a\xc0\xa1a\xc0", "not-canonical"),
        ("bad-text", "not UTF-8", b"\xa1\xff", "malformed"),
        ("surrogate", "an encoded surrogate", b"\xa3\xed\xa0\x80", "malformed"),
        ("never-used", "lead byte C1", b"\xc1", "malformed"),
        ("huge-list", "an array of 2^32-1 items", b"\xdd\xff\xff\xff\xff", "malformed"),
        ("huge-map", "a map of 2^32-1 entries", b"\xdf\xff\xff\xff\xff", "malformed"),
        ("deep", "nested 41 deep", deep, "too-deep"),
        ("many-values", "too many values", b"\xdd\x00\x07\xb0\x00" + bytes(0x7B000), "too-large"),
    ]
    vectors = [
        tampered(f"msgpack-{name}", what, code, 3, 7, _action(raw))
        for name, what, raw, code in cases
    ]

    def trail(records: list[bytes]) -> None:
        body = take_apart(records[7]).envelope.body
        records[7:] = [ANN.seal("orders", body + b"\xc0")]

    def long_envelope(records: list[bytes]) -> None:
        records[4] = b"\xdc\x00\x02" + records[4][1:]

    def three(records: list[bytes]) -> None:
        records[4] = b"\x93" + records[4][1:] + b"\xc0"

    return [
        *vectors,
        tampered("msgpack-trailing", "bytes after the body's map", "malformed", 3, 7, trail),
        tampered("envelope-long", "array 16 of two", "not-canonical", 3, 4, long_envelope),
        tampered("envelope-three", "an array of three", "wrong-shape", 3, 4, three),
    ]
