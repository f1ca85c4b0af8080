"""The text form survives what mail and forum programs do to it."""

import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.forum.parts import split
from pbem.save.armour import BEGIN, END, armour, unarmour, unarmour_all
from pbem.save.errors import NotASaveError
from tests.support.paper_game import played

_FILES = st.binary(max_size=400)


@given(_FILES)
def test_round_trip(data: bytes) -> None:
    text = armour(data)
    assert unarmour(text) == data
    assert text.isascii() and max(map(len, text.splitlines())) <= 64


@given(
    _FILES,
    st.sampled_from(["\n", "\r\n", "\r", " \n", "\t\r\n", "\u00a0\n", "\u200b\n"]),
    st.sampled_from(["", "> ", ">", ">>> ", "> > > ", "  "]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=50),
)
def test_line_ends_quoting_and_text_around(data: bytes, end: str, quote: str, around: str) -> None:
    lines = [f"{quote}{line}" for line in armour(data).splitlines()]
    assert unarmour(around + end + end.join(lines) + end + around) == data


@given(_FILES, st.integers(12, 90), st.sampled_from(["", "> "]))
def test_rewrapping(data: bytes, width: int, quote: str) -> None:
    body = "".join(armour(data).splitlines()[1:-1])
    wrapped = textwrap.fill(f"{BEGIN} {body} {END}", width, break_on_hyphens=False)
    assert unarmour("".join(f"{quote}{line}\n" for line in wrapped.splitlines())) == data


def test_a_real_save() -> None:
    data = played().to_bytes()
    assert unarmour("Hello,\n\n" + armour(data) + "\nBob") == data


def test_the_same_file_twice_is_one_and_two_files_are_refused() -> None:
    one, two = armour(b"one"), armour(b"two")
    assert unarmour(one + "and quoted:\n" + one) == b"one"
    assert unarmour_all(one + two) == (b"one", b"two")
    with pytest.raises(NotASaveError) as caught:
        unarmour(one + two)
    assert caught.value.code == "armour-ambiguous"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "armour-missing"),
        ("no file here", "armour-missing"),
        (BEGIN, "armour-damaged"),
        (f"{BEGIN}\nQUJD\n", "armour-damaged"),
        (f"{BEGIN}\nQUJ\n{END}", "armour-damaged"),
        (f"{BEGIN}\nQU*JD\n{END}", "armour-damaged"),
        (f"{BEGIN}\nQUÄD\n{END}", "armour-damaged"),
    ],
)
def test_damage(text: str, code: str) -> None:
    with pytest.raises(NotASaveError) as caught:
        unarmour(text)
    assert caught.value.code == code


@pytest.mark.parametrize("piece", ["-", "BEGIN ", "BEGIN PBEM ", "BEGIN > ", " ", ">"])
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    begin = time.process_time()
    with pytest.raises(NotASaveError):
        unarmour(piece * 200_000)
    assert time.process_time() - begin < 2


@pytest.mark.parametrize(
    "name",
    [
        "[14:02] Ann: ",
        "[12/24/26, 14:02:11] Ann B.: ",
        "[14:02] ",
        "14:02 <Ann> ",
        "<Ann> ",
        "Ann: ",
        "| ",
        "|",
    ],
)
def test_chat_programs_put_a_name_before_each_line(name: str) -> None:
    data = bytes(range(256)) * 3
    assert unarmour("".join(f"{name}{line}\n" for line in armour(data).splitlines())) == data


@pytest.mark.parametrize("piece", ["[", "<", "x" * 41, "\n[", "1:11:11 ", " " * 50 + "|"])
def test_names_before_lines_take_no_long_search(piece: str) -> None:
    before = time.process_time()
    with pytest.raises(NotASaveError):
        unarmour(f"{BEGIN}\n{piece * (1_000_000 // len(piece))}{END}")
    assert time.process_time() - before < 1


def test_a_part_of_a_save_is_told_from_a_text_without_one() -> None:
    (part, *_) = split(bytes(range(256)) * 20, "pbem-" + "ab" * 8, 2_000)
    with pytest.raises(NotASaveError) as caught:
        unarmour(f"> {part}")
    assert "a part of a save that was posted in several posts" in str(caught.value)
    assert "name them after `pbem fetch`" in str(caught.value)
