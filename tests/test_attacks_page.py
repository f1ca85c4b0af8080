"""docs/attacks.md names tests that exist, all attacks that must fail, and all files of attacks."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "attacks.md"
_REFERENCE = re.compile(r"`(tests/[\w/]+\.py)`: ((?:`test_\w+`(?:, )?)+)")
_TEST = re.compile(r"^def (test_\w+)\(", re.MULTILINE)


def named() -> dict[str, set[str]]:
    """The tests that the page names, by file."""
    found: dict[str, set[str]] = {}
    for path, names in _REFERENCE.findall(PAGE.read_text(encoding="utf-8")):
        found.setdefault(path, set()).update(re.findall(r"test_\w+", names))
    return found


def names_in(path: Path) -> set[str]:
    return set(_TEST.findall(path.read_text(encoding="utf-8")))


def test_every_test_that_is_named_exists() -> None:
    pages = named()
    assert len(pages) > 15
    lost = {
        f"{path}: {name}"
        for path, names in pages.items()
        for name in names - (names_in(ROOT / path) if (ROOT / path).is_file() else set())
    }
    assert lost == set()


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    rows = [row for row in rows if row not in ("| attack | tried in |", "|---|---|")]
    assert rows
    assert [row for row in rows if not _REFERENCE.search(row)] == []


def test_every_test_of_a_file_of_attacks_is_named() -> None:
    files = sorted((ROOT / "tests").rglob("test_attacks*.py"))
    files = [path for path in files if path != Path(__file__)]
    assert len(files) >= 7
    pages = named()
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in names_in(path) - pages.get(path.relative_to(ROOT).as_posix(), set())
    }
    assert missing == set()


def test_every_attack_of_the_plan_has_a_row() -> None:
    plan = ROOT.parent / "shared" / "TRUST.md"
    if not plan.is_file():
        pytest.skip("the plan of the project is not beside this copy")
    table = plan.read_text(encoding="utf-8").partition("| attack | what happens |")[2]
    attacks = re.findall(r"^\| (?!-)(.+?) \| ", table, re.MULTILINE)
    assert len(attacks) == 11
    page = PAGE.read_text(encoding="utf-8")
    assert [attack for attack in attacks if f"| {attack} |" not in page] == []
