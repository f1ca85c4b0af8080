"""docs/GLOSSARY.md has each word once, and its tables are in alphabetical order."""

from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "GLOSSARY.md"


def tables() -> list[list[str]]:
    """The words of each table, in the order of the page."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    rows = [[line for line in part.splitlines() if line.startswith("| ")] for part in sections]
    return [[line.split("|")[1].strip() for line in lines[1:]] for lines in rows]


def test_every_table_is_in_alphabetical_order() -> None:
    assert len(tables()) >= 5
    assert [words for words in tables() if words != sorted(words, key=str.casefold)] == []


def test_every_word_is_there_once() -> None:
    words = [word for table in tables() for row in table for word in row.split(", ")]
    assert len(words) > 100
    assert sorted({word for word in words if words.count(word) > 1}) == []
