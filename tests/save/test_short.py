"""The quick way into canonical msgpack gives what the careful one gives, or nothing (ADR 0001)."""

from datetime import UTC, datetime

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.save.errors import SaveError
from pbem.wire.canonical import decode, encode
from pbem.wire.short import MAX_SHORT, read_short, spell_plain
from tests.save.test_canonical import TREES

_ODD = st.recursive(
    st.none()
    | st.floats(allow_nan=False)
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=4)
    | st.binary(max_size=40)
    | st.just(msgpack.ExtType(5, b"ab"))
    | st.just(datetime(2026, 11, 23, tzinfo=UTC)),
    lambda t: (
        st.lists(t, max_size=5) | st.dictionaries(st.text(max_size=3) | st.integers(0, 300), t)
    ),
    max_leaves=12,
)
"""What msgpack can say, of which a good part is not canonical."""


def _read_carefully(data: bytes) -> object:
    """What our own reader makes of it, in a list that is too long for the quick way."""
    both = decode(b"\x92" + data + encode([bytes(MAX_SHORT)])[1:])
    assert isinstance(both, list)
    return both[0]


def _agree(data: bytes) -> None:
    try:
        careful = _read_carefully(data)
    except SaveError:
        assert read_short(data) is None
        return
    expected = careful if isinstance(careful, list | dict) else None
    assert repr(read_short(data)) == repr(expected)


@given(TREES)
def test_what_is_canonical_is_read_the_quick_way(tree: object) -> None:
    _agree(encode(tree))


@given(_ODD, st.data())
def test_what_is_not_canonical_is_left_to_the_careful_reader(
    tree: object, data: st.DataObject
) -> None:
    raw = bytearray(msgpack.packb(tree, datetime=True))
    _agree(bytes(raw))
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    _agree(bytes(raw))


@pytest.mark.parametrize(
    "raw",
    [
        b"\x91\xcb?\xf8\0\0\0\0\0\0",
        b"\x91\xd6\xff\0\0\0\x01",
        b"\x91\xcf\x80\0\0\0\0\0\0\0",
        b"\x81\x01\x01",
        b"\x81\x90\x01",
        b"\x82\xa1b\x01\xa1a\x01",
        b"\x82\xa1a\x01\xa1a\x01",
        b"\x91\xcc\x01",
        b"\x91\xd0\x01",
        b"\x91\xa1\xff",
        b"\x91\x01\x01",
        b"\x91" * 40 + b"\x90",
        b"\x91" * 5_000 + b"\x90",
    ],
)
def test_each_wrong_spelling_is_left_to_the_careful_reader(raw: bytes) -> None:
    assert read_short(raw) is None
    with pytest.raises(SaveError):
        decode(raw)


@pytest.mark.parametrize(
    "value",
    [[1.5], {"a": {1, 2}}, {1: 2}, ["\ud800"], [2**63], [-(2**63) - 1], [datetime.now(UTC)]],
)
def test_what_may_not_be_written_is_left_to_the_careful_writer(value: object) -> None:
    assert spell_plain(value) == b""
    with pytest.raises(SaveError):
        encode(value)
