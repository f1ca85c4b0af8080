"""The notes of map files: HTML of strangers, read as plain text."""

import pytest

from engine.loading import read_triplea_map
from engine.loading.fields import MAX_NOTES
from engine.loading.triplea.notes import notes_from_html
from tests.engine.loading.small_map import small_map


def noted(html: str) -> str:
    said = f'<property name="notes"><value><![CDATA[{html}]]></value></property>'
    before = '<property name="notes"><value><![CDATA[<b>anything</b> at all]]></value></property>'
    return read_triplea_map(small_map(before, said)).notes


def test_B253_the_notes_of_a_map_are_its_text() -> None:
    html = "<h2>Victory</h2>The <b>Reds</b> need 3 cities\n here.<br>House rules:<ul><li>None.</ul>"
    assert noted(html) == ("Victory\n\nThe Reds need 3 cities here.\nHouse rules:\n\n* None.")


def test_tables_are_lines_of_cells() -> None:
    html = "<table><tr><th>Unit</th><th>PUs</th></tr><tr><td>sub</td><td>6</td></tr></table>"
    assert notes_from_html(html) == "Unit | PUs\nsub | 6"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<script>alert(1)</script>b", "ab"),
        ("<style>b{}</style>ok", "ok"),
        ("<img src=x onerror=alert(1)>ok", "ok"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"),
        ("a\x9b2J\u202eb&#27;[2J&#x202e;c", "a2Jb[2Jc"),
        ("<a href='javascript:x'>here</a>", "here"),
        ("<!-- <b>hidden</b> --><![IF x]>y", "y"),
        ("<scr<script>ipt>x", ""),
        ("a <b", "a"),
    ],
)
def test_nothing_of_its_markup_is_kept(html: str, text: str) -> None:
    """What is left is text, which pages and terminals show as such."""
    assert notes_from_html(html).startswith(text)
    assert "\x1b" not in notes_from_html(html)


def test_long_notes_are_cut_and_say_so() -> None:
    found = noted("word " * 10_000)
    assert len(found) <= MAX_NOTES
    assert found.endswith("(The map file says more.)")
    assert notes_from_html("<" * 300_000 + "&#" * 100_000) is not None
