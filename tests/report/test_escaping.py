"""Nothing that strangers write becomes markup, a link, an address or a control character."""

import re
import unicodedata
from functools import cache
from html.parser import HTMLParser
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report.forum import bbcode_text, markdown_text
from pbem.report.model import TurnSummary
from pbem.report.render import Format, render_mail, render_turn
from tests.report.made_up_turn import renamed, summary_of, the_turn

NASTY = (
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    "[url=http://evil.example]click[/url] [img]x[/img] [/quote]",
    "**bold** _it_ `code` [x](javascript:alert(1)) ![i](http://e) # h | a | b",
    "\u202egnp.exe\u202c \x1b[31mred\x1b[0m \x07 \u200b",
    "anna@example.org, mailto:bob@example.org www.evil.example",
    "{{ 7 * 7 }} {% raw %}",
    "1. one\n- two\n# three\n> four\n    code",
    "a\r\nSubject: b\n\n\n.",
)
texts = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=60),
    st.text(alphabet="<>[]()*_`#&;:/@.\\\"'!|~-+=1a \n\x1b\u202e", max_size=60),
)


@cache
def the_summary() -> TurnSummary:
    return summary_of(the_turn())


@pytest.fixture(scope="module")
def turn() -> TurnSummary:
    return the_summary()


@cache
def with_plain_names(fmt: Format) -> str:
    """The report with names that need no escape, which every other one is compared with."""
    return render_turn(renamed(the_summary(), "x"), fmt)


@cache
def mail_with_plain_names() -> str:
    return render_mail(renamed(the_summary(), "x"), ("Now it is up to x:",), "html")


class Tags(HTMLParser):
    """The tags of a page and their attributes, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))


def tags_of(page: str) -> list[tuple[str, tuple[str, ...]]]:
    parser = Tags()
    parser.feed(page)
    return [tag for tag in parser.tags if tag[0] != "br"]


def is_harmless(char: str) -> bool:
    return char == "\n" or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(name=texts)
def test_html_has_the_same_tags_whatever_the_names(turn: TurnSummary, name: str) -> None:
    filled = name.strip() or "x"
    page = render_turn(renamed(turn, filled), "html")
    assert tags_of(page) == tags_of(with_plain_names("html"))
    mail = render_mail(renamed(turn, filled), (f"Now it is up to {filled}:",), "html")
    assert tags_of(mail) == tags_of(mail_with_plain_names())


@given(name=texts)
def test_bbcode_has_the_same_tags_whatever_the_names(turn: TurnSummary, name: str) -> None:
    filled = name.strip() or "x"
    tag = re.compile(r"\[[^\]]*\]?")
    post = render_turn(renamed(turn, filled), "bbcode")
    assert tag.findall(post) == tag.findall(with_plain_names("bbcode"))


@given(name=texts)
@pytest.mark.parametrize("fmt", get_args(Format))
def test_no_format_lets_a_control_character_through(
    turn: TurnSummary, name: str, fmt: Format
) -> None:
    assert all(is_harmless(char) for char in render_turn(renamed(turn, name or "x"), fmt))


@given(name=texts)
@pytest.mark.parametrize("fmt", ["bbcode", "md"])
def test_forum_posts_leak_no_mail_address(turn: TurnSummary, name: str, fmt: Format) -> None:
    assert "@" not in render_turn(renamed(turn, f"{name} anna@example.org {name}"), fmt)


@pytest.mark.parametrize("fmt", ["bbcode", "md"])
def test_forum_posts_leak_no_part_of_a_mail_address(turn: TurnSummary, fmt: Format) -> None:
    assert "example.org" not in render_turn(renamed(turn, "Anna <anna@example.org>"), fmt)


@given(text=texts)
def test_markdown_escapes_every_mark(text: str) -> None:
    escaped = markdown_text(text)
    bare = re.sub(r"\\.", "", escaped)
    assert not set(bare) & set("`*_{}[]<#|~&$")
    assert "\n" not in escaped
    assert not re.match(r"\s*(>|[-+](?![0-9])|=|\d+[.)](\s|$))", escaped)


@given(text=texts)
def test_bbcode_has_no_bracket_and_no_link(text: str) -> None:
    escaped = bbcode_text(text)
    assert not set(escaped) & set("[]<>\n@")
    assert not re.search(r"(?i)\b(https?|ftp|mailto|javascript|data):|\bwww\.", escaped)


@pytest.mark.parametrize("name", NASTY)
def test_plain_text_stays_within_eighty_columns(turn: TurnSummary, name: str) -> None:
    happened = (renamed(turn, name), renamed(turn, name * 20))
    for told in happened:
        assert max(len(line) for line in render_turn(told, "txt").splitlines()) <= 80


@pytest.mark.parametrize("fmt", get_args(Format))
def test_template_language_in_a_name_is_just_text(turn: TurnSummary, fmt: Format) -> None:
    assert "49" not in render_turn(renamed(turn, "{{ 7 * 7 }}"), fmt)
