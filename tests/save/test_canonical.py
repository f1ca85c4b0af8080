"""Canonical msgpack: one spelling per value, as the msgpack library reads it, at bounded cost."""

import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.save.errors import SaveError
from pbem.wire.canonical import MAX_VALUES, decode, encode
from pbem.wire.short import MAX_DEPTH

_KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.sampled_from([-129, -128, -33, -32, -1, 0, 127, 128, 255, 256, 65535, 65536, 2**32])
    | _KEYS
    | st.binary(max_size=300)
)
TREES = st.recursive(
    _LEAVES, lambda t: st.lists(t, max_size=20) | st.dictionaries(_KEYS, t, max_size=20)
)


@given(TREES)
def test_round_trip_and_agreement_with_msgpack(tree: object) -> None:
    data = encode(tree)
    assert decode(data) == tree
    assert msgpack.unpackb(data) == tree


@given(st.binary(max_size=60))
def test_what_decodes_has_no_second_spelling(data: bytes) -> None:
    try:
        value = decode(data)
    except SaveError as error:
        assert error.exit_code == 3
        return
    assert encode(value) == data


@given(TREES, st.data())
def test_one_changed_byte_is_another_value_or_refused(tree: object, data: st.DataObject) -> None:
    raw = bytearray(encode(tree))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    try:
        value = decode(bytes(raw))
    except SaveError:
        return
    assert encode(value) == bytes(raw)


@pytest.mark.parametrize("size", [31, 32, 255, 256, 65535, 65536])
def test_length_boundaries(size: int) -> None:
    for value in ("x" * size, b"x" * size, [None] * size):
        assert decode(encode(value)) == value
    mapping = {f"{number:06}": None for number in range(size)}
    assert decode(encode(mapping)) == mapping


def _nested(depth: int) -> list[object]:
    tree: list[object] = []
    for _ in range(depth - 1):
        tree = [tree]
    return tree


def test_depth_limit_is_exact() -> None:
    assert decode(encode(_nested(MAX_DEPTH))) == _nested(MAX_DEPTH)
    for raw in (b"\x91" * MAX_DEPTH + b"\x90", b"\x91" * 100_000 + b"\xc0"):
        with pytest.raises(SaveError) as caught:
            decode(raw)
        assert caught.value.code == "too-deep"
    with pytest.raises(SaveError, match="ested deeper"):
        encode(_nested(MAX_DEPTH + 1))


def test_value_limit_is_exact() -> None:
    assert decode(encode([None] * (MAX_VALUES - 1))) == [None] * (MAX_VALUES - 1)
    with pytest.raises(SaveError) as caught:
        decode(b"\xdd" + MAX_VALUES.to_bytes(4, "big") + b"\xc0" * MAX_VALUES)
    assert caught.value.code == "too-large"


@pytest.mark.parametrize("raw", [b"\xdd\xff\xff\xff\xff", b"\xdf\x7f\xff\xff\xff\xc0"])
def test_huge_counts_cost_nothing(raw: bytes) -> None:
    bomb = raw * 31
    tracemalloc.start()
    with pytest.raises(SaveError) as caught:
        decode(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.code == "malformed"
    assert peak < 100_000


@pytest.mark.slow
def test_empty_maps_by_the_million_stay_bounded() -> None:
    """The worst ratio of memory to bytes: one byte each on the wire, 64 bytes each in memory."""
    bomb = b"\xdd\x00\x3f\xff\x00" + b"\x80" * 0x3FFF00
    tracemalloc.start()
    with pytest.raises(SaveError) as caught:
        decode(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.code == "too-large"
    assert peak < 64 * 2**20


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1.5, "forbidden-type"),
        ({1: 2}, "forbidden-type"),
        ({b"a": 2}, "forbidden-type"),
        ({1, 2}, "forbidden-type"),
        (2**63, "too-large"),
        (-(2**63) - 1, "too-large"),
        ("\ud800", "malformed"),
    ],
)
def test_encode_refuses(value: object, code: str) -> None:
    with pytest.raises(SaveError) as caught:
        encode(value)
    assert caught.value.code == code


def test_key_order_is_that_of_utf8_bytes() -> None:
    """Above the surrogates UTF-16 order would differ."""
    keys = ["\uffff", "\U00010000", "z", "é"]
    raw = encode(dict.fromkeys(keys))
    assert list(decode(raw)) == sorted(keys, key=str.encode)
