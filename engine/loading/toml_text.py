"""Scenario files in TOML: the same tree as in a save, laid out for people.

The format is written down in docs/formats/scenario-v1.md.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef.definition import Definition
from engine.loading.tree import definition_from_tree
from engine.loading.tree_writer import tree_from_definition

MAX_BYTES: Final = 2_000_000
"""Longest scenario file; Big World: 1942 has about 35,000 bytes."""

_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_DIGITS = re.compile(r"(\d+)")
_MAX_LINE = 98

_SCALARS = ("format", "name", "version", "ruleset", "dice_sides")
_LISTS = ("nations", "units", "support", "victory", "canals", "sequence")
_EXTRAS = (
    "limits",
    "building",
    "restrictions",
    "nation_rules",
    "technology_categories",
    "objectives",
    "conditions",
    "triggers",
    "capital_victory",
    "income_victory",
)
_TABLES = ("switches", "buy_lists", "buy_list_of")
_AREAS = ("land", "sea")
_NESTED = ("borders", "deployments")


def parse_scenario(text: bytes) -> Definition:
    """The game that a scenario file describes.

    text: UTF-8 TOML.  Raises DefinitionError that says where and why.
    """
    if len(text) > MAX_BYTES:
        raise DefinitionError(f"a scenario file has no more than {MAX_BYTES} bytes")
    try:
        tree = tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DefinitionError(f"the scenario file is not UTF-8: byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise DefinitionError(f"the scenario file is not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise DefinitionError("the scenario file is not TOML that can be read") from None
    return definition_from_tree(tree)


def format_scenario(definition: Definition) -> str:
    """The text of a scenario file that parse_scenario reads back as an equal definition.

    Raises DefinitionError like tree_from_definition.
    """
    tree = tree_from_definition(definition)
    lines = [f"{key} = {_value(tree[key])}" for key in _SCALARS]
    lines.append(_list_of("technologies", tree["technologies"]))
    if "free_options" in tree:
        lines.append(_list_of("free_options", tree["free_options"]))
    if definition.notes:
        lines.append(f"notes = {_long_text(definition.notes)}")
    for key in (*_LISTS, *(extra for extra in _EXTRAS if extra in tree)):
        lines += ["", *_rows(key, tree[key])]
    if tree["damaged"]:
        lines += ["", *_rows("damaged", tree["damaged"])]
    lines += ["", *_section("options", _table(tree["options"]))]
    for key in _TABLES:
        if key in tree:
            lines += ["", *_section(key, _table(tree[key]))]
    for key in _AREAS:
        lines += ["", *_section(key, _natural(_table(tree[key])))]
    lines += ["", *_borders(definition)]
    if "blocks" in tree:
        lines += _blocks(_table(tree["blocks"]))
    if not tree["setup"]:
        lines += ["", "[setup]"]
    for owner, areas in _table(tree["setup"]).items():
        lines += ["", *_section(f"setup.{_key(owner)}", _natural(_table(areas)))]
    return "\n".join(lines) + "\n"


def _blocks(table: Mapping[str, object]) -> list[str]:
    """What only a block game has: rows as lists, the rest section by section."""
    rows = [key for key, value in table.items() if _is_rows(value)]
    flat = {
        key: value
        for key, value in table.items()
        if key not in rows and not isinstance(value, Mapping)
    }
    lines = ["", *_section("blocks", flat)]
    for key in rows:
        lines += ["", *_rows(key, table[key])]
    for key, value in table.items():
        if not isinstance(value, Mapping):
            continue
        inner = _table(value)
        if key not in _NESTED:
            lines += ["", *_section(f"blocks.{key}", inner)]
            continue
        for name, part in inner.items():
            lines += ["", *_section(f"blocks.{key}.{_key(name)}", _table(part))]
    return lines


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def natural_order(name: str) -> tuple[tuple[str, int], ...]:
    """A sort key that puts SZ 2 before SZ 10."""
    parts = _DIGITS.split(name)
    return tuple(("", int(part)) if part.isdigit() else (part, 0) for part in parts)


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError("a table is wanted")
    return {str(key): entry for key, entry in value.items()}


def _items(value: object) -> list[object]:
    if not isinstance(value, Iterable):
        raise TypeError("a list is wanted")
    return list(value)


def _natural(table: Mapping[str, object]) -> dict[str, object]:
    return {key: table[key] for key in sorted(table, key=natural_order)}


def _section(title: str, table: Mapping[str, object]) -> list[str]:
    return [f"[{title}]", *(f"{_key(key)} = {_value(value)}" for key, value in table.items())]


def _rows(key: str, rows: object) -> list[str]:
    """A list of tables, one of them in a line."""
    return [f"{key} = [", *(f"  {_value(row)}," for row in _items(rows)), "]"]


def _borders(definition: Definition) -> list[str]:
    """Every border once, at the area whose name comes first for people."""
    beyond: dict[str, list[str]] = {}
    for pair in definition.board.borders:
        one, other = sorted(pair, key=natural_order)
        beyond.setdefault(one, []).append(other)
    lines = ["[borders]"]
    for one in sorted(beyond, key=natural_order):
        names = sorted(beyond[one], key=natural_order)
        lines.append(_list_of(_key(one), names))
    return lines


def _list_of(key: str, value: object) -> str:
    """A key and its list in one line, or in several when that is too long."""
    items = [_value(item) for item in _items(value)]
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
