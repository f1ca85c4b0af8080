"""A report says the same in every format (ADR 0072)."""

import html
import itertools
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from engine.core.events import Event
from engine.values import replace
from pbem.report.document import (
    Block,
    BulletList,
    Cell,
    ColumnHead,
    Document,
    FigureLine,
    FigureTable,
    Listing,
    Mark,
    Paragraph,
    Quote,
    Row,
    RowGroup,
    Section,
    Steps,
    Subsection,
    TextRun,
    Tone,
    line,
)
from pbem.report.render import Format, render_document, render_turn
from pbem.report.turn_document import turn_document
from tests.report.made_up_turn import last_turn, retreat, summary_of, the_turn

TEMPLATES = Path(__file__).parents[2] / "templates"
SHOWN_BY_FORMATS = {ColumnHead: {"text"}, Cell: {"before", "after"}, FigureTable: {"heads"}}
"""What only tables say, and what only lines say: headings, and the words that stand for them."""


def said(value: object) -> Iterator[str]:
    """Every text in a document, in order."""
    if isinstance(value, tuple):
        for one in value:
            yield from said(one)
    elif isinstance(value, str):
        yield value
    elif hasattr(value, "__dataclass_fields__"):
        for entry in fields(value):
            hidden = {"mark", "tone"} | SHOWN_BY_FORMATS.get(type(value), set())
            if entry.name not in hidden:
                yield from said(getattr(value, entry.name))


def words(text: str) -> str:
    """Letters and figures only, so that layout and markup do not count."""
    return re.sub(r"[^0-9a-z]", "", re.sub(r"<[^>]*>|\[/?b\]", "", html.unescape(text)).casefold())


def one_of_each() -> Document:
    """A document with every kind of block, and a word of its own at every place."""
    names = (f"word{number}x" for number in itertools.count(100))
    marks: tuple[Mark, ...] = get_args(Mark)
    tones: tuple[Tone, ...] = get_args(Tone)

    def a_line() -> tuple[TextRun, ...]:
        return tuple(TextRun(f" {next(names)}", mark) for mark in marks)

    def rows() -> tuple[Row, ...]:
        return (Row((Cell(a_line()), Cell(a_line(), ": ", "!"))), Row((Cell(a_line()),)))

    def account() -> FigureLine:
        return FigureLine(
            next(names), (next(names), next(names)), next(names), (next(names),), "own"
        )

    def blocks() -> tuple[Block, ...]:
        listed = Listing(
            (ColumnHead("H"), ColumnHead("I")),
            (RowGroup("", rows()), RowGroup(next(names), rows())),
        )
        return (
            *(Paragraph(a_line(), tone) for tone in tones),
            Quote(next(names), next(names)),
            BulletList((a_line(), a_line())),
            Steps((next(names), next(names))),
            listed,
            FigureTable(("A", "B", "C"), (account(), account())),
            FigureTable((), (account(),)),
        )

    sections = (
        Section("", blocks()),
        Section(next(names), (*blocks(), Subsection(next(names), blocks()))),
    )
    return Document(next(names), a_line(), sections)


@pytest.mark.parametrize("fmt", get_args(Format))
def test_every_kind_of_block_is_said_in_every_format(fmt: Format) -> None:
    document = one_of_each()
    shown = words(render_document(document, fmt))
    kinds = {type(block) for section in document.sections for block in section.blocks}
    assert {one.kind for one in get_args(Block)} - {one.kind for one in kinds} == {
        "board",
        "dice_key",
    }
    assert [text for text in said(document) if words(text) not in shown] == []


@pytest.mark.parametrize("happened", [the_turn(), last_turn(), retreat()])
@pytest.mark.parametrize("fmt", get_args(Format))
def test_a_report_says_everything_in_every_format(fmt: Format, happened: tuple[Event, ...]) -> None:
    summary = summary_of(happened)
    shown = words(render_turn(summary, fmt))
    for section in turn_document(summary).sections:
        shown = shown[shown.index(words(section.title)) :]
        assert [text for text in said(section) if words(text) not in shown] == []


@pytest.mark.parametrize("fmt", get_args(Format))
def test_what_is_added_to_a_document_is_said_in_every_format(fmt: Format) -> None:
    document = turn_document(summary_of(the_turn()))
    rolled = Section("Luck of the day", (Paragraph(line("Dice rolled: 47")),))
    shown = render_document(replace(document, sections=(*document.sections, rolled)), fmt)
    assert "Dice rolled: 47" in shown.replace("\\", "")


def test_no_template_reads_a_turn_by_itself() -> None:
    """What one format alone would say could not be missed: templates are given documents only."""
    told = [
        path.name
        for path in TEMPLATES.iterdir()
        if path.is_file() and re.search(r"{[{%][^}]*(?<!arrow\.)\bturn\b", path.read_text("utf-8"))
    ]
    assert told == []
