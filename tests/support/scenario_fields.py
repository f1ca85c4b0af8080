"""The fields of a scenario, for docs/formats/scenario-v1.md, from the classes that hold them.

What a field holds and when it may be missing comes from its type, what it means from its mark Doc.
"""

import inspect
import textwrap
from collections.abc import Iterator, Sequence

from engine.gamedef.areas import Territory
from engine.gamedef.blocks import BlockGame
from engine.gamedef.names import PHASES, TECHNOLOGIES
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.sides import Nation
from engine.gamedef.unit_types import UnitType
from engine.loading.record.shapes import layout_of
from engine.loading.record.tables import (
    ChoiceForm,
    Default,
    FieldForm,
    ListForm,
    MaybeForm,
    RecordForm,
    RecordLayout,
    RowsForm,
    TableForm,
)
from engine.loading.record.values import Form
from engine.loading.tree.blocks import KindsOfBorders
from engine.loading.tree.prices import UnitPrices
from engine.loading.tree.reading import GROUPS
from engine.loading.tree.rows import NationStart, Owned

TABLES: tuple[tuple[str, str, tuple[type, ...]], ...] = (
    ("format", "`scenario-v1`", ()),
    ("nations", "list of 1 to 40 tables in turn order", (Nation, NationStart)),
    ("units", "list of 1 to 200 tables in the order of the buy list", (UnitType, UnitPrices)),
    ("sequence", "list of at most 1,000 tables", (SequenceStep,)),
    ("land", "table: name of an area to a table", (Territory, Owned)),
    ("sea", "table: name of an area to a table", (Territory, Owned)),
    ("options", "table, see Options", ()),
    ("blocks", "table, only in a block game", (BlockGame, KindsOfBorders)),
)
"""The fields that are read by modules of their own, and whose fields their tables have."""

_MAY_BE_MISSING = {"options", "blocks"}


def page() -> str:
    """The page of all fields."""
    parts = [
        "# Fields of a scenario",
        "",
        "Every field of the format that [scenario-v1](../formats/scenario-v1.md) describes.",
        "",
        *_whole(),
    ]
    seen: set[type] = set()
    choices: dict[str, ChoiceForm] = {}
    waiting = [layout_of(kind) for _, _, kinds in TABLES for kind in kinds]
    waiting += [inner for kind in GROUPS for inner in _inside(layout_of(kind), choices)]
    chosen: dict[str, RecordLayout] = {}
    while waiting:
        layout = waiting.pop(0)
        if layout.record in seen:
            continue
        seen.add(layout.record)
        waiting += _inside(layout, choices)
        if not layout.kind:
            parts += _section(layout, "##", layout.record.__name__)
        else:
            chosen[layout.record.__name__] = layout
    # One of several kinds has a section of its own where a field holds nothing else.
    written = "\n".join(parts)
    for name, layout in chosen.items():
        if f"(#{name.lower()})" in written:
            parts += _section(layout, "##", name)
    for title, choice in choices.items():
        parts += [f"## {title}s", "", f"The field `kind` says which {title} it is.", ""]
        for kind, layout in choice.layouts().items():
            parts += _section(layout, "###", f"`{kind}`")
    return "\n".join(parts)


def _inside(layout: RecordLayout, choices: dict[str, ChoiceForm]) -> list[RecordLayout]:
    """The records in the fields of another one; the choices among them are collected."""
    found: list[RecordLayout] = []
    for entry in layout.fields.by_key.values():
        for form in _forms(entry.form):
            if isinstance(form, RecordForm | RowsForm):
                found.append(form.layout())
            elif isinstance(form, ChoiceForm) and form.of.what not in choices:
                choices[form.of.what] = form
                found += form.layouts().values()
    return found


def _forms(form: Form) -> Iterator[Form]:
    yield form
    if isinstance(form, ListForm):
        yield from _forms(form.item)
    elif isinstance(form, TableForm):
        yield from _forms(form.value)
    elif isinstance(form, MaybeForm):
        yield from _forms(form.inner)


def _whole() -> list[str]:
    lines = ["| field | meaning | holds | when missing |", "|---|---|---|---|"]
    for key, text, kinds in TABLES:
        links = " and ".join(f"[{kind.__name__}](#{kind.__name__.lower()})" for kind in kinds)
        missing = "" if key in _MAY_BE_MISSING else "required"
        lines.append(f"| `{key}` |  | {text}{': ' if links else ''}{links} | {missing} |")
    for kind in GROUPS:
        lines += [_row(entry) for entry in layout_of(kind).fields.by_key.values()]
    words = (("phase", PHASES), ("technology", TECHNOLOGIES))
    listed = [
        _wrapped(f"A *{what}* is one of {', '.join(f'`{w}`' for w in names)}.")
        for what, names in words
    ]
    return [*lines, "", *(line for part in listed for line in (*part, ""))]


def _section(layout: RecordLayout, level: str, title: str) -> list[str]:
    entries = layout.fields.by_key.values()
    own = [entry for entry in entries if "." not in entry.attribute]
    lines = [f"{level} {title}", "", *_said(layout.record), *_table(own)]
    for facet, inner in layout.facets.items():
        lines += [*_wrapped(f"*{inspect.getdoc(inner.record)}*"), ""]
        lines += _table([entry for entry in entries if entry.attribute.startswith(f"{facet}.")])
    return lines


def _table(entries: Sequence[FieldForm]) -> list[str]:
    if not entries:
        return []
    rows = [_row(entry) for entry in entries]
    return ["| field | meaning | holds | when missing |", "|---|---|---|---|", *rows, ""]


def _row(entry: FieldForm) -> str:
    return f"| `{entry.key}` | {entry.doc} | {entry.form.told()} | {_missing(entry)} |"


def _missing(entry: FieldForm) -> str:
    if entry.required:
        return "required"
    if entry.usual in (Default.NONE, None) or isinstance(entry.usual, tuple | dict):
        return ""
    if isinstance(entry.usual, bool):
        return "true" if entry.usual else "false"
    return str(entry.usual)


def _said(kind: type) -> list[str]:
    """What the docstring of a class says, a paragraph each."""
    text = inspect.cleandoc(kind.__doc__ or "").replace("``", "`")
    return [line for part in text.split("\n\n") for line in (*_wrapped(part), "")]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 100)
