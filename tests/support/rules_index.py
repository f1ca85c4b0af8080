"""The index of the rules: for every id its text, its rule files, its tests and its options.

`python -m tests.support.rules_index` prints the page, which `make docs` puts into the manual;
`--check` prints what is missing instead and fails when something is.  Ids and sections are those of
the pages in docs/rules.  A test bears an id in its name or in its own docstring; a module or a
scenario bears one anywhere in its text, and the index also names the functions and classes in which
it stands; an option bears the ids of its source.  A range (``B57 to B60``) counts for all ids in
between.  A page may list items that come later, in a table below the heading `LATER`; all others
are built.
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
RULES = ROOT / "docs" / "rules"
PLAYED = (
    "rulebook",
    "classic",
    "triumph-tragedy",
    "triumph-tragedy-full",
    "linked",
    "global-1940",
    "anniversary-1941",
    "second-edition-1942",
)
"""The pages of docs/rules; their items have a rule file and a test, or come later."""

LATER = "## What comes later"
"""The heading of a table of ids and the reason why they are not built."""

_ID = (
    r"(?<![A-Za-z0-9{before}])([BGVCDTLWYU])(\d{{1,3}})(?:[a-d](?![a-z]))?"
    r"(?:[ _]to[ _]\1(\d{{1,3}}))?"
)
_IN_TEXT = re.compile(_ID.format(before="_") + r"(?![0-9A-Za-z])")
_IN_NAME = re.compile(_ID.format(before="") + r"(?![0-9A-Za-z])")
_END_MATTER = re.compile(r"[Ee]nd matter ([123])\b")
_NO_IDS = re.compile(r"# noqa: .*")
_ANCHOR = re.compile(r'<a id="([bcdegltvwyu]\d+)"></a>')


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page of docs/rules: the page's name, the heading and the ids below it."""

    page: str
    title: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What belongs to one id.

    `rules` are (path, names of functions and classes) and `tests` (path, test), both sorted;
    `options` are names in the order of `Options`.
    """

    item: str
    rules: tuple[tuple[str, tuple[str, ...]], ...]
    tests: tuple[tuple[str, str], ...]
    options: tuple[str, ...]


def sections(page: str) -> tuple[Section, ...]:
    """The sections of a page of docs/rules that hold ids, in their order."""
    found: list[Section] = []
    title = ""
    items: list[str] = []
    for line in [*(RULES / f"{page}.md").read_text(encoding="utf-8").splitlines(), "## "]:
        named = [item.upper() for item in _ANCHOR.findall(line)]
        if line.startswith("#"):
            if items:
                found.append(Section(page, title, tuple(items)))
            title, items = _ANCHOR.sub("", line.lstrip("# ")), []
        items += named
    return tuple(found)


@cache
def all_items() -> tuple[str, ...]:
    """Every id, in the order of the pages."""
    return tuple(item for name in PLAYED for part in sections(name) for item in part.items)


@cache
def later() -> Mapping[str, str]:
    """The items that are not built, each with the reason.

    Raises:
        ValueError: an item is listed twice.
    """
    found: dict[str, str] = {}
    for name in PLAYED:
        text = (RULES / f"{name}.md").read_text(encoding="utf-8")
        table = text.partition(f"{LATER}\n")[2].partition("\n## ")[0]
        for ids, reason in re.findall(r"^\| (T.*?) \| (.*?) \|$", table, re.MULTILINE):
            items = ids_in(ids)
            if found.keys() & items:
                raise ValueError(f"{', '.join(sorted(found.keys() & items))}: listed twice")
            found |= dict.fromkeys(sorted(items), reason)
    return found


def texts() -> Mapping[str, str]:
    """Every id of docs/rules with the name of its page; an id that is listed twice is an error.

    Raises:
        ValueError: two statements have one id.
    """
    found: dict[str, str] = {}
    for path in sorted(RULES.glob("*.md")):
        for item in _ANCHOR.findall(path.read_text(encoding="utf-8")):
            if item.upper() in found:
                raise ValueError(f"{item.upper()} is the id of two statements")
            found[item.upper()] = path.stem
    return found


def ids_in(text: str, *, is_name: bool = False) -> set[str]:
    """The ids that a text names; in the name of a test an underscore parts words."""
    found: set[str] = set()
    for letter, first, last in (_IN_NAME if is_name else _IN_TEXT).findall(_NO_IDS.sub("", text)):
        numbers = range(int(first), int(last or first) + 1)
        found |= {f"{letter}{number}" for number in numbers}
    return found | {f"E{part}" for part in _END_MATTER.findall(text)}


@cache
def entries() -> Mapping[str, Entry]:
    """The index: every id with its rules and tests."""
    rules, tests, options = _rules(), _tests(), _options()
    return {
        item: Entry(
            item,
            tuple((path, _holders(ids, item)) for path, ids in rules.items() if item in ids[""]),
            tuple(test for test, ids in tests.items() if item in ids),
            tuple(name for name, ids in options.items() if item in ids),
        )
        for item in all_items()
    }


def gaps() -> tuple[str, ...]:
    """One line for every id that is built without a rule file or test, or built but comes later."""
    lines: list[str] = []
    for item, entry in entries().items():
        if item in later():
            if entry.rules and entry.tests:
                lines.append(f"{item} comes later, but has a rule file and a test")
            continue
        missing = [
            name for name, held in (("rule file", entry.rules), ("test", entry.tests)) if not held
        ]
        if missing:
            lines.append(f"{item} has no {' and no '.join(missing)}")
    return tuple(lines)


def page() -> str:
    """The text of the page."""
    lines = [
        "# Index of the rules",
        "",
        "A test checks that nothing is missing. An id is a link to its statement in",
        "[docs/rules](../rules/README.md). *rules* are the modules that build it, with the",
        "functions and classes that name it; *tests* bear its id; *options* are the switches that",
        "belong to it. *later*: it is not built, and why.",
        "",
    ]
    for name in PLAYED:
        title = (RULES / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0]
        lines += [f"#{title}", ""]
        for section in sections(name):
            lines += [f"### {section.title}", ""]
            for item in section.items:
                lines += _lines(name, entries()[item])
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _lines(name: str, entry: Entry) -> Iterator[str]:
    # The anchors of those pages are HTML, which a link in Markdown does not find.
    yield f'* **<a href="../rules/{name}.html#{entry.item.lower()}">{entry.item}</a>**'
    if entry.item in later():
        yield f"  * later: {later()[entry.item]}"
        return
    if entry.rules:
        yield f"  * rules: {', '.join(_module(path, names) for path, names in entry.rules)}"
    files: dict[str, list[str]] = {}
    for path, test in entry.tests:
        files.setdefault(path, []).append(test)
    for path, tests in files.items():
        yield f"  * tests: `{path}`: {', '.join(f'`{test}`' for test in tests)}"
    if entry.options:
        yield f"  * options: {', '.join(f'`{option}`' for option in entry.options)}"


_FORMATS = (
    "pbem/dice/",
    "pbem/save/",
    "templates/web/",
    "tests/dice/",
    "tests/save/",
    "tests/web/",
)


def _module(path: str, names: tuple[str, ...]) -> str:
    return f"`{path}`" + (f" ({', '.join(f'`{name}`' for name in names)})" if names else "")


def _holders(ids: Mapping[str, set[str]], item: str) -> tuple[str, ...]:
    return tuple(name for name, held in ids.items() if name and item in held)


def _rules() -> dict[str, dict[str, set[str]]]:
    """By path: the ids of the whole text under "", and those of each function and class."""
    paths = [path for top in ("engine", "pbem") for path in (ROOT / top).rglob("*.py")]
    paths += list((ROOT / "engine" / "scenarios").glob("*.toml"))
    paths += [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    return {_name(path): _ids_of(path) for path in sorted(paths) if not _is_of_formats(path)}


def _is_of_formats(path: Path) -> bool:
    """Whether C1 or V2 in a file is a step of docs/formats and no rule of a game."""
    return _name(path).startswith(_FORMATS)


def _ids_of(path: Path) -> dict[str, set[str]]:
    text = path.read_text(encoding="utf-8")
    found = {"": ids_in(text)}
    if path.suffix == ".py" and found[""]:
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[node.name] = ids_in("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    return found


def _tests() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if _is_of_formats(path):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
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
