"""A file of cases: set-up, steps and what is expected of each, as data.

The vocabulary of the file is in the file itself; here is only its outer form and the errors
that playing a case may end with.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.replay_json import Table, table, tables, text


class CaseFailedError(Exception):
    """The engine did something else than the case says; the text says what."""


class CaseUnsupportedError(Exception):
    """The case needs a rule, or a word of the vocabulary, that is not there."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    name: unique in the file; map_name: file of the map.
    setup, steps, expected: objects with ``op`` or ``check``, in order.
    """

    name: str
    map_name: str
    setup: tuple[Table, ...]
    steps: tuple[Table, ...]
    expected: tuple[Table, ...]


def read_cases(path: Path) -> tuple[Case, ...]:
    """All cases of a file, in its order."""
    document = table(json.loads(path.read_text(encoding="utf-8")))
    return tuple(
        Case(
            name=text(entry["id"]),
            map_name=text(entry["map"]),
            setup=tuple(tables(entry.get("setup"))),
            steps=tuple(tables(entry.get("steps"))),
            expected=tuple(tables(entry.get("expected"))),
        )
        for entry in tables(document["cases"])
    )


def counts_of(entry: Table, key: str = "units") -> dict[str, int]:
    """An object of numbers, such as unit types with how many."""
    found: dict[str, int] = {}
    for name, count in table(entry.get(key) or {}).items():
        if isinstance(count, bool) or not isinstance(count, int):
            raise CaseUnsupportedError(f"{key}: {name} is not a number")
        found[name] = count
    return found


def words_of(entry: Table, key: str) -> tuple[str, ...]:
    """A list of texts, such as the territories of a route."""
    value = entry.get(key) or []
    if not isinstance(value, list):
        raise CaseUnsupportedError(f"{key} is not a list")
    return tuple(text(word) for word in value)


def numbers_of(entry: Table, key: str) -> tuple[int, ...]:
    """A list of whole numbers, such as dice."""
    value = entry.get(key) or []
    if not isinstance(value, list):
        raise CaseUnsupportedError(f"{key} is not a list")
    return tuple(number for number in value if isinstance(number, int))
