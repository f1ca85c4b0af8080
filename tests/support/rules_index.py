"""The index of the rules: for every item its rule files, its tests and its options.

`python -m tests.support.rules_index > docs/RULES-INDEX.md` writes the page, `--check` prints what
is missing instead and fails when something is.  An item is an id of the checklist (B1 to B260), a
settled gap (G1 to G32), a test vector (V1 to V17), a part of the end matter (E1 to E3), an id of
the checklist of Classic (C1 to C82), a difference between its sources (D1 to D18) or an id of the
checklist of Triumph & Tragedy (T1 to T84), or one of the linked game of A&A Europe and Pacific (L1
to L47).  A test bears an id in its name or in its own docstring; a module or a scenario bears one
anywhere in its text; an option bears the ids of its source.  Ranges (``B57 to B60``) count
for all ids in between.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from engine.gamedef.options import Options

ROOT = Path(__file__).parents[2]

SECTIONS: tuple[tuple[str, int, int], ...] = (
    ("Overview", 1, 4),
    ("Game set-up", 5, 9),
    ("The game screen", 10, 10),
    ("The map", 11, 39),
    ("Capitals", 40, 46),
    ("The units in general", 47, 56),
    ("Units of Big World: 1942", 57, 94),
    ("Sequence of play", 95, 101),
    ("Technology development", 102, 133),
    ("Purchase", 134, 141),
    ("Combat movement: general", 142, 161),
    ("Combat movement: transports", 162, 173),
    ("Combat movement: carriers and fighters", 174, 177),
    ("Selecting and moving units", 178, 178),
    ("Battle", 179, 195),
    ("How units fire", 196, 198),
    ("Special cases of firing", 199, 201),
    ("Amphibious combat", 202, 209),
    ("Non-combat movement", 210, 216),
    ("Placement", 217, 229),
    ("End turn", 230, 233),
    ("Winning", 234, 237),
    ("Undo", 238, 239),
    ("Low luck and dice", 240, 244),
    ("Battle calculator", 245, 252),
    ("Menus", 253, 256),
    ("Tabs", 257, 259),
    ("Credits and links", 260, 260),
)
"""The sections of the checklist with their first and last item."""

CLASSIC: tuple[tuple[str, int, int], ...] = (
    ("Classic: objective and components", 1, 9),
    ("Classic: set-up", 10, 17),
    ("Classic: turn", 18, 20),
    ("Classic: movement", 21, 31),
    ("Classic: combat", 32, 46),
    ("Classic: aircraft", 47, 50),
    ("Classic: technology", 51, 59),
    ("Classic: industrial complexes", 60, 63),
    ("Classic: capitals", 64, 68),
    ("Classic: neutral land", 69, 71),
    ("Classic: allies together", 72, 74),
    ("Classic: end", 75, 77),
    ("Classic: questions", 78, 82),
)
"""The sections of the checklist of Classic."""

BLOCKS: tuple[tuple[str, int, int], ...] = (
    ("Triumph & Tragedy: control and command", 1, 6),
    ("Triumph & Tragedy: seas, coasts and straits", 7, 12),
    ("Triumph & Tragedy: general movement", 13, 30),
    ("Triumph & Tragedy: declarations", 31, 36),
    ("Triumph & Tragedy: strategic movement", 37, 42),
    ("Triumph & Tragedy: going to hostile places", 43, 53),
    ("Triumph & Tragedy: disengaging", 54, 58),
    ("Triumph & Tragedy: retreat", 59, 68),
    ("Triumph & Tragedy: end of rounds", 69, 73),
    ("Triumph & Tragedy: forced retreat", 74, 78),
    ("Triumph & Tragedy: unit sheet", 79, 84),
)
"""The sections of the checklist of Triumph & Tragedy."""

LINKED: tuple[tuple[str, int, int], ...] = (
    ("Linked game: victory and set-up", 1, 8),
    ("Linked game: money", 9, 15),
    ("Linked game: movement", 16, 26),
    ("Linked game: endgame, general", 27, 38),
    ("Linked game: endgame Europe", 39, 42),
    ("Linked game: endgame Pacific", 43, 47),
)
"""The sections of the checklist of A&A Europe and Pacific linked."""

_ID = (
    r"(?<![A-Za-z0-9{before}])([BGVCDTL])(\d{{1,3}})(?:[a-d](?![a-z]))?(?:[ _]to[ _]\1(\d{{1,3}}))?"
)
_IN_TEXT = re.compile(_ID.format(before="_") + r"(?![0-9A-Za-z])")
_IN_NAME = re.compile(_ID.format(before="") + r"(?![0-9A-Za-z])")
_END_MATTER = re.compile(r"[Ee]nd matter ([123])\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """What belongs to one id: sorted paths, sorted (path, test) pairs, options in their order."""

    item: str
    rules: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]
    options: tuple[str, ...]


def all_items() -> tuple[str, ...]:
    """Every id in the order of the rule book."""
    ranges = (
        ("B", 260),
        ("G", 32),
        ("V", 17),
        ("E", 3),
        ("C", 82),
        ("D", 18),
        ("T", 84),
        ("L", 47),
    )
    return tuple(f"{letter}{number}" for letter, last in ranges for number in range(1, last + 1))


def ids_in(text: str, *, is_name: bool = False) -> set[str]:
    """The ids that a text names; in the name of a test an underscore parts words."""
    found: set[str] = set()
    for letter, first, last in (_IN_NAME if is_name else _IN_TEXT).findall(text):
        numbers = range(int(first), int(last or first) + 1)
        found |= {f"{letter}{number}" for number in numbers}
    return found | {f"E{part}" for part in _END_MATTER.findall(text)}


@cache
def entries() -> Mapping[str, Entry]:
    """The index: every id with what bears it."""
    rules, tests, options = _rules(), _tests(), _options()
    return {
        item: Entry(
            item,
            tuple(path for path, ids in rules.items() if item in ids),
            tuple(test for test, ids in tests.items() if item in ids),
            tuple(name for name, ids in options.items() if item in ids),
        )
        for item in all_items()
    }


def gaps() -> tuple[str, ...]:
    """One line for every id without a rule file or without a test."""
    lines: list[str] = []
    for item, entry in entries().items():
        missing = [
            name for name, held in (("rule file", entry.rules), ("test", entry.tests)) if not held
        ]
        if missing:
            lines.append(f"{item} has no {' and no '.join(missing)}")
    return tuple(lines)


def page() -> str:
    """The text of docs/RULES-INDEX.md."""
    lines = [
        "# Index of the rules",
        "",
        "Made by `python -m tests.support.rules_index > docs/RULES-INDEX.md`; a test checks that",
        "it is up to date and that nothing is missing. B1 to B260 are the items of the rule book,",
        "G the settled gaps, V the test vectors, E the tables of units, properties and set-up, C1",
        "to C82 those of Classic, D the differences between its document, map and engine, T1 to",
        "T84 those of Triumph & Tragedy, L1 to L47 those of A&A Europe and Pacific linked.",
        "`rules` are the modules that build an item, `tests` those that bear its id, `options` the",
        "switches that belong to it.",
        "",
    ]
    for title, first, last in SECTIONS:
        lines += _section(title, [f"B{number}" for number in range(first, last + 1)])
    lines += _section("Settled gaps", [item for item in all_items() if item[0] == "G"])
    lines += _section("Test vectors", [item for item in all_items() if item[0] == "V"])
    lines += _section("End matter", [item for item in all_items() if item[0] == "E"])
    for title, first, last in CLASSIC:
        lines += _section(title, [f"C{number}" for number in range(first, last + 1)])
    differences = [item for item in all_items() if item[0] == "D"]
    lines += _section("Classic: differences between the sources", differences)
    for title, first, last in BLOCKS:
        lines += _section(title, [f"T{number}" for number in range(first, last + 1)])
    for title, first, last in LINKED:
        lines += _section(title, [f"L{number}" for number in range(first, last + 1)])
    return "\n".join(lines).rstrip() + "\n"


def _section(title: str, items: list[str]) -> Iterator[str]:
    yield from (f"## {title}", "")
    for item in items:
        yield from _lines(entries()[item])
    yield ""


def _lines(entry: Entry) -> Iterator[str]:
    yield f"* **{entry.item}**"
    if entry.rules:
        yield f"  * rules: {', '.join(f'`{path}`' for path in entry.rules)}"
    files: dict[str, list[str]] = {}
    for path, name in entry.tests:
        files.setdefault(path, []).append(name)
    for path, names in files.items():
        yield f"  * tests: `{path}`: {', '.join(f'`{name}`' for name in names)}"
    if entry.options:
        yield f"  * options: {', '.join(f'`{name}`' for name in entry.options)}"


def _rules() -> dict[str, set[str]]:
    paths = [path for top in ("engine", "pbem") for path in (ROOT / top).rglob("*.py")]
    paths += list((ROOT / "engine" / "scenarios").glob("*.toml"))
    paths += [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    return {_name(path): ids_in(path.read_text(encoding="utf-8")) for path in sorted(paths)}


def _tests() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                doc = ast.get_docstring(node) or ""
                found[_name(path), node.name] = ids_in(node.name, is_name=True) | ids_in(doc)
    return dict(sorted(found.items()))


def _options() -> dict[str, set[str]]:
    return {entry.name: ids_in(str(entry.metadata["source"])) for entry in fields(Options)}


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main(arguments: list[str]) -> int:
    """Write the page, or with --check the gaps; the exit code."""
    if arguments == ["--check"]:
        sys.stdout.write("".join(f"{line}\n" for line in gaps()))
        return 1 if gaps() else 0
    sys.stdout.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
