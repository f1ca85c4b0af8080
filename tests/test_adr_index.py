"""The decisions in docs/adr have one form and an index, and every one that is cited exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "adr"
ADRS = sorted(FOLDER.glob("[0-9]*.md"))
HEADINGS = ["## Context", "## Considered options", "## Decision", "## Consequences"]
_ROW = re.compile(r"^\| \[(\d{4})\]\(([\w-]+\.md)\) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
_WORD = re.compile(r"\bADRs?[-\s#*]+((?:\d+(?:, | and |, and | or | to )?)+)")
_PATH = re.compile(r"\badr/(\d+(?:-[\w-]+\.md)?)")


def parts(path: Path) -> tuple[str, str, list[str]]:
    """Title, status and headings of a decision."""
    lines = path.read_text(encoding="utf-8").splitlines()
    title = re.fullmatch(rf"# {path.name[:4]}: (.+)", lines[0])
    status = re.fullmatch(r"\* Status: (.+)", lines[2])
    assert title and status, f"{path.name} opens with its number and title, then its status"
    assert re.fullmatch(r"\* Date: \d{4}-\d\d-\d\d", lines[3]), f"{path.name} has no date"
    return title[1], status[1], [line for line in lines if line.startswith("## ")]


def cited(text: str) -> set[str]:
    """What a text cites: numbers as they are written, and names of files."""
    words = {number for found in _WORD.findall(text) for number in re.findall(r"\d+", found)}
    return words | set(_PATH.findall(text))


def pages() -> list[Path]:
    """All files of the project that may cite a decision."""
    tops = [ROOT / name for name in ("engine", "pbem", "tests", "docs", "templates")]
    found = [path for top in tops for path in top.rglob("*") if path.is_file()]
    suffixes = {".py", ".md", ".toml", ".html", ".js", ".txt"}
    return [
        *sorted(ROOT.glob("*.md")),
        *(path for path in sorted(found) if path.suffix in suffixes),
    ]


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_every_decision_has_the_form(path: Path) -> None:
    assert parts(path)[2] == HEADINGS


def test_no_two_decisions_have_one_number() -> None:
    numbers = [path.name[:4] for path in ADRS]
    assert len(numbers) >= 20
    assert sorted(set(numbers)) == numbers


def test_the_index_lists_every_decision() -> None:
    rows = _ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
    listed = [(number, name, title, status) for number, name, title, _, status in rows]
    assert listed == [(path.name[:4], path.name, *parts(path)[:2]) for path in ADRS]


def test_citations_are_found() -> None:
    assert cited("(ADR 0019, 0020 and 3)") == {"0019", "0020", "3"}
    assert cited("# see ADR\n    # 0021") == {"0021"}
    assert cited("docs/adr/0002, adr/0003-agenda.md.") == {"0002", "0003-agenda.md"}


def test_every_decision_that_is_cited_exists() -> None:
    known = {path.name[:4] for path in ADRS} | {path.name for path in ADRS}
    found = {path: cited(path.read_text(encoding="utf-8")) for path in pages()}
    found.pop(Path(__file__))
    assert sum(map(len, found.values())) > 50
    missing = {path.relative_to(ROOT).as_posix(): names - known for path, names in found.items()}
    assert {path: names for path, names in missing.items() if names} == {}


def test_each_number_stands_for_one_decision() -> None:
    """Gaps are allowed: several decisions are written at the same time, each with a number."""
    numbers = [path.name[:4] for path in ADRS]
    assert len(set(numbers)) == len(numbers)
