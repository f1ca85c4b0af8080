"""Text from others is shown harmlessly."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.text import file_stem, plain


@given(st.text())
def test_nothing_steers_a_terminal(text: str) -> None:
    shown = plain(text)
    assert shown.isprintable()
    for char in shown:
        assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text())
def test_lines_are_kept_on_demand(text: str) -> None:
    assert plain(text, lines=True).replace("\n", "").isprintable()


@given(st.text(st.characters(codec="latin-1", exclude_categories=["Cc", "Cf", "Zs"])))
def test_ordinary_text_is_unchanged(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Jgone", "<U+001B>[2Jgone"),
        ("abc\u202etxt", "abc<U+202E>txt"),
        ("Ann\u200b", "Ann<U+200B>"),
        ("a\rb", "a<U+000D>b"),
        ("a\x07\x00", "a<U+0007><U+0000>"),
        ("Grüße, 王", "Grüße, 王"),
        ("x\u3164", "x<U+3164>"),
        ("two\nlines\tend", "two lines end"),
        ("a\u00a0b", "a b"),
        ("z" + "\u0301" * 50, "z" + "\u0301" * 4),
    ],
)
def test_examples(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_lines_and_limit() -> None:
    assert plain("a\r\nb", lines=True) == "a\nb"
    assert plain("x" * 100, limit=10) == "x" * 10 + "…"


@given(st.text())
def test_file_stem_is_safe(text: str) -> None:
    stem = file_stem(text)
    assert stem and len(stem) <= 40
    assert set(stem) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not stem.startswith("-") and not stem.endswith("-")
