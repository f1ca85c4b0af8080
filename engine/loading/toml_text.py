"""Scenario files in TOML: the same tree as in a save, laid out for people.

The format is written down in docs/formats/scenario-v1.md.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef.definition import Definition
from engine.loading.base import with_base
from engine.loading.package_data import scenario_bytes
from engine.loading.tree.areas import natural_order
from engine.loading.tree.reading import definition_from_tree
from engine.loading.tree.writing import tree_from_definition
from engine.loading.turns import with_steps

MAX_BYTES: Final = 2_000_000
"""Longest scenario file; Big World: 1942 has about 35,000 bytes."""

_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_MAX_LINE = 98

_SHORT = 80
"""A table in a section that is no longer than this stays in its line."""

_LONGEST_ROW = 190
"""A table of tables with a longer entry than this becomes a section for each of them."""

_IN_ORDER = ("options", "blocks")
"""Sections that are not tables of names: their entries stay in the order of the rules."""


def parse_scenario(text: bytes) -> Definition:
    """The game that a scenario file describes.

    text: UTF-8 TOML.  Raises DefinitionError that says where and why.
    """
    whole = with_base(_parsed(text), lambda name: _parsed(scenario_bytes(name)))
    return definition_from_tree(with_steps(whole))


def _parsed(text: bytes) -> dict[str, object]:
    """The tables of a file as they stand in it."""
    if len(text) > MAX_BYTES:
        raise DefinitionError(f"a scenario file has no more than {MAX_BYTES} bytes")
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DefinitionError(f"the scenario file is not UTF-8: byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(f"the scenario file is not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise DefinitionError("the scenario file is not TOML that can be read") from None


def format_scenario(definition: Definition) -> str:
    """The text of a scenario file that parse_scenario reads back as an equal definition.

    Raises DefinitionError like tree_from_definition.
    """
    return "\n".join(_lines("", tree_from_definition(definition))) + "\n"


def _lines(path: str, table: Mapping[str, object]) -> list[str]:
    """A table with all that is in it: short values, texts, lists of tables, sections."""
    tables = {
        key: value
        for key, value in table.items()
        if isinstance(value, Mapping) and not (path and len(_value(value)) <= _SHORT)
    }
    rows = {key: value for key, value in table.items() if key not in tables and _is_rows(value)}
    lines: list[str] = []
    for key, value in table.items():
        if isinstance(value, str) and "\n" in value:
            lines.append(f"{_key(key)} = {_long_text(value)}")
        elif key not in tables and key not in rows:
            lines.append(
                _list_of(key, value) if _is_list(value) else f"{_key(key)} = {_value(value)}"
            )
    for key, value in rows.items():
        lines += ["", *_rows(key, value)]
    for key, inner in tables.items():
        lines += _section(f"{path}{_key(key)}", _table(inner), keeps_order=key in _IN_ORDER)
    return lines


def _section(path: str, table: dict[str, object], *, keeps_order: bool) -> list[str]:
    """A table under a title of its own, or its entries under one each where they are long."""
    if keeps_order:
        return ["", f"[{path}]", *_lines(f"{path}.", table)]
    ordered = {key: table[key] for key in sorted(table, key=natural_order)}
    if all(isinstance(value, Mapping) for value in table.values()) and any(
        len(_value(value)) > _LONGEST_ROW for value in table.values()
    ):
        lines: list[str] = []
        for key, value in table.items():
            lines += _section(f"{path}.{_key(key)}", _table(value), keeps_order=False)
        return lines
    lines = ["", f"[{path}]"]
    for key, value in ordered.items():
        lines.append(_list_of(key, value) if _is_list(value) else f"{_key(key)} = {_value(value)}")
    return lines


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError("expected a table")
    return {str(key): entry for key, entry in value.items()}


def _items(value: object) -> list[object]:
    if not isinstance(value, Iterable):
        raise TypeError("expected a list")
    return list(value)


def _rows(key: str, rows: object) -> list[str]:
    """A list of tables, one of them in a line."""
    return [f"{_key(key)} = [", *(f"  {_value(row)}," for row in _items(rows)), "]"]


def _list_of(key: str, value: object) -> str:
    """A key and its list in one line, or in several when that is too long."""
    key, items = _key(key), [_value(item) for item in _items(value)]
    line = f"{key} = [{', '.join(items)}]"
    if len(line) <= _MAX_LINE:
        return line
    lines = [f"{key} = ["]
    for item in items:
        if lines[-1].endswith("[") or len(lines[-1]) + len(item) + 2 > _MAX_LINE:
            lines.append(f"  {item},")
        else:
            lines[-1] += f" {item},"
    return "\n".join([*lines, "]"])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        if not value:
            return "{}"
        entries = (f"{_key(str(key))} = {_value(entry)}" for key, entry in value.items())
        return "{ " + ", ".join(entries) + " }"
    return f"[{', '.join(_value(item) for item in _items(value))}]"


def _key(text: str) -> str:
    return text if _PLAIN_KEY.fullmatch(text) else _text(text)


def _text(text: str) -> str:
    """A basic string; names and notes hold printable characters and line ends only."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _long_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{escaped}"""'
