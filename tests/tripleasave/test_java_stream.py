"""Streams of Java objects: what is read, and that hostile ones cost little and are refused.

Docs: docs/adr/0097-games-of-triplea-are-taken-over.md.
"""

import gzip
import struct
import time
import tracemalloc
from collections.abc import Callable
from unittest import mock

import pytest

from pbem.tripleasave import java_stream
from pbem.tripleasave.java_stream import (
    JavaArray,
    JavaClass,
    JavaEnum,
    JavaObject,
    JavaStreamError,
    read_java,
    unpacked,
)
from tests.support.java_writer import (
    END,
    MAGIC,
    NULL,
    WITH_MORE,
    Java,
    described,
    stream,
    utf,
)

FIRST = struct.pack(">I", 0x7E0000)
ENUM = b"\x7e" + described("Side", flags=18)


def test_an_object_is_its_class_its_fields_and_what_its_class_wrote() -> None:
    inner = Java("Box", {"value": 7})
    outer = Java("Pair", {"on": True, "one": inner, "other": inner, "none": None}, [b"\1\2", "a"])
    (found,) = read_java(stream(outer))
    assert isinstance(found, JavaObject) and found.type.name == "Pair"
    one = found.fields["one"]
    assert isinstance(one, JavaObject) and one.fields == {"value": 7}
    assert found.fields["other"] is one
    assert (found.fields["on"], found.fields["none"], found.extra) == (True, None, [b"\1\2", "a"])


def test_objects_may_contain_each_other() -> None:
    circle = Java("Node", {})
    circle.fields = {"next": circle}
    (found,) = read_java(stream(circle))
    assert isinstance(found, JavaObject) and found.fields["next"] is found


def test_texts_are_read_in_the_utf_8_of_java() -> None:
    halves = "\U0001f600".encode("utf-16-be")
    pair = b"".join(
        chr(half).encode("utf-8", "surrogatepass") for half in struct.unpack(">2H", halves)
    )
    raw = "é".encode() + b"\xc0\x80" + pair
    assert read_java(MAGIC + b"\x74" + struct.pack(">H", len(raw)) + raw) == ("é\0\U0001f600",)
    long = b"\x7c" + struct.pack(">q", 3) + b"abc"
    assert read_java(MAGIC + long) == ("abc",)


def test_arrays_constants_classes_and_resets_are_read() -> None:
    array = b"\x75" + described("[I") + struct.pack(">iii", 2, 5, -6)
    names = b"\x75" + described("[Ljava.lang.String;") + struct.pack(">i", 2) + b"\x74" + utf("a")
    constant = ENUM + b"\x74" + utf("EAST")
    read = read_java(
        MAGIC + array + names + NULL + b"\x79" + constant + b"\x76" + described("Thing")
    )
    numbers, texts, side, kind = read
    assert isinstance(numbers, JavaArray) and numbers.values == [5, -6]
    assert isinstance(texts, JavaArray) and texts.values == ["a", None]
    assert isinstance(side, JavaEnum) and (side.type.name, side.name) == ("Side", "EAST")
    assert isinstance(kind, JavaClass) and kind.name == "Thing"


def test_a_class_writes_what_is_above_it_first() -> None:
    above = described("Above", b"I" + utf("low"), 1)
    below = b"\x72" + utf("Below") + bytes(8) + b"\2" + struct.pack(">H", 1) + b"B" + utf("high")
    data = MAGIC + b"\x73" + below + END + above + struct.pack(">ib", 9, -1)
    (found,) = read_java(data)
    assert isinstance(found, JavaObject) and found.fields == {"low": 9, "high": -1}


def deep(levels: int) -> bytes:
    """Objects inside each other, without an end."""
    one = Java("Node", {"next": None})
    head = stream(one)[:-1]
    again = b"\x73\x71" + FIRST
    return head + again * levels + NULL


WRONG: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "no stream of Java objects"),
    "text": (b"a save, honestly", "no stream of Java objects"),
    "cut off": (stream(Java("Pair", {"one": "text"}))[:-2], "it breaks off"),
    "unknown tag": (MAGIC + b"\x01", "the tag 0x01 is unknown"),
    "end mark alone": (MAGIC + END, "the tag 0x78 is unknown"),
    "an exception": (MAGIC + b"\x7b", "the program that wrote it failed there"),
    "no such object": (MAGIC + b"\x71" + FIRST, "it refers to an object that is not there"),
    "reference below the first": (MAGIC + b"\x71" + bytes(4), "an object that is not there"),
    "negative block": (MAGIC + b"\x7a" + struct.pack(">i", -1), "a length is negative"),
    "endless text": (MAGIC + b"\x7c" + struct.pack(">q", 2**62), "it breaks off"),
    "negative text": (MAGIC + b"\x7c" + struct.pack(">q", -5), "a length is negative"),
    "bad text": (MAGIC + b"\x74" + struct.pack(">H", 1) + b"\xff", "a text is not UTF-8"),
    "half a character": (MAGIC + b"\x74\0\3\xed\xa0\x80", "a text is not UTF-8"),
    "huge array": (
        MAGIC + b"\x75" + described("[J") + struct.pack(">i", 2**31 - 1),
        "an array is longer than the rest of it",
    ),
    "negative array": (
        MAGIC + b"\x75" + described("[I") + struct.pack(">i", -1),
        "a length is negative",
    ),
    "negative list": (
        MAGIC + b"\x75" + described("[LA;") + struct.pack(">i", -1),
        "a length is negative",
    ),
    "array of nothing": (
        MAGIC + b"\x75" + described("Thing") + struct.pack(">i", 0),
        "the class of something else",
    ),
    "object without class": (MAGIC + b"\x73" + NULL, "something has no class"),
    "object of a text": (MAGIC + b"\x74" + utf("a") + b"\x73\x71" + FIRST, "what is no class"),
    "object of a number": (MAGIC + b"\x73\x77\x00", "it needs a class there"),
    "unknown type": (MAGIC + b"\x73" + described("A", b"Q" + utf("x"), 1), "unknown type 'Q'"),
    "above itself": (
        MAGIC + b"\x73\x72" + utf("A") + bytes(8) + b"\2\0\0" + END + b"\x71" + FIRST,
        "a class is above itself",
    ),
    "form of its own": (MAGIC + b"\x73" + described("A", flags=4), "a form of its own"),
    "constant without name": (MAGIC + ENUM + NULL, "the name of a constant is no text"),
    "too deep": (deep(200_000), "too many objects are inside each other"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_hostile_stream_is_refused_with_a_sentence(name: str) -> None:
    data, reason = WRONG[name]
    start = time.perf_counter()
    with pytest.raises(JavaStreamError, match=reason) as refused:
        read_java(data)
    assert str(refused.value).endswith(".")
    assert time.perf_counter() - start < 20


def test_every_beginning_of_a_stream_is_refused_or_read() -> None:
    data = stream(Java("Pair", {"on": True, "one": Java("Box", {"value": 7})}, ["a", b"\1"]), "b")
    for length in range(len(data)):
        try:
            found = read_java(data[:length])
        except JavaStreamError:
            continue
        assert len(found) < 2


def test_a_real_depth_of_objects_is_read() -> None:
    (found,) = read_java(deep(20_000))
    count = 0
    while isinstance(found, JavaObject):
        found, count = found.fields["next"], count + 1
    assert count == 20_001


def many_objects() -> bytes:
    return stream(Java("Thing")) + (b"\x73\x71" + FIRST) * 2_000


def many_values() -> bytes:
    return MAGIC + b"\x75" + described("[B") + struct.pack(">i", 2_000) + bytes(2_000)


def many_parts() -> bytes:
    return stream(Java("Thing", {}, ["a"] * 0 + [b""] * 2_000))


def many_contents() -> bytes:
    return MAGIC + NULL * 2_000


@pytest.mark.parametrize(
    ("made", "bound", "reason"),
    [
        (many_objects, "MOST_OBJECTS", "it has more than 1000 objects"),
        (many_values, "MOST_VALUES", "it has more than 1000 values"),
        (many_parts, "MOST_VALUES", "it has more than 1000 values"),
        (many_contents, "MOST_VALUES", "it has more than 1000 values"),
        (many_contents, "MOST_BYTES", "The stream has more than 1000 bytes"),
    ],
)
def test_too_much_of_anything_is_refused(
    made: Callable[[], bytes], bound: str, reason: str
) -> None:
    read_java(made())
    with mock.patch.object(java_stream, bound, 1000), pytest.raises(JavaStreamError, match=reason):
        read_java(made())


def test_a_bomb_of_gzip_is_not_blown_up() -> None:
    bomb = gzip.compress(bytes(java_stream.MOST_BYTES * 4), compresslevel=9)
    tracemalloc.start()
    try:
        with pytest.raises(JavaStreamError, match="Unpacked it has more than"):
            unpacked(bomb)
        assert tracemalloc.get_traced_memory()[1] < java_stream.MOST_BYTES * 3
    finally:
        tracemalloc.stop()


def test_packed_bytes_that_are_damaged_or_break_off_are_refused() -> None:
    packed = gzip.compress(stream("text") * 50)
    assert unpacked(packed) == stream("text") * 50
    assert unpacked(stream("text")) == stream("text")
    with pytest.raises(JavaStreamError, match="break off"):
        unpacked(packed[:-9])
    with pytest.raises(JavaStreamError, match="are damaged"):
        unpacked(packed[:10] + b"\xff" * 20)


def test_nothing_is_made_from_the_name_of_a_class() -> None:
    evil = Java("os.system", {"command": "false"}, ["more"])
    (found,) = read_java(stream(evil))
    assert type(found) is JavaObject and found.extra == ["more"]
    assert WITH_MORE & found.type.flags
