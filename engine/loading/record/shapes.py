"""Which form a field has: what its type and the words beside it mean (engine/gamedef/schema.py)."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.core.ids import NameOf, bare_of, marks_of
from engine.gamedef.bounds import MAX_AREAS
from engine.gamedef.schema import (
    ELSEWHERE,
    FACET,
    NOTES,
    OPTIONAL,
    SENTENCE,
    Kinds,
    Missing,
    Rows,
    key_of,
)
from engine.loading.record.tables import (
    ChoiceForm,
    Default,
    FieldForm,
    FixedList,
    ListForm,
    MaybeForm,
    RecordFields,
    RecordForm,
    RecordLayout,
    RowsForm,
    TableForm,
)
from engine.loading.record.values import (
    Flag,
    Form,
    FreeName,
    NameForm,
    NameList,
    Notes,
    Reference,
    Sentence,
    Simple,
    Whole,
    Word,
)
from engine.marks import SORTED, Bounds, Doc, Items, OneOf

M = TypeVar("M")

_UNBOUNDED: Final = Items(MAX_AREAS)
_SIMPLE: Final = {bool, int, str}


def layout_of(kind: type) -> RecordLayout:
    """How a frozen dataclass is written down; TypeError for a field that no form fits."""
    return _layout_of(kind)


@cache
def _layout_of(kind: type) -> RecordLayout:
    entries = _entries(kind)
    # What refers to a class further down is a text, which takes ten times as long to make out.
    hints = (
        get_type_hints(kind, include_extras=True)
        if any(isinstance(entry.type, str) for entry in entries)
        else {}
    )
    found: list[FieldForm] = []
    facets: dict[str, RecordLayout] = {}
    for entry in entries:
        hint = hints.get(entry.name, entry.type)
        if FACET in marks_of(hint):
            facets[entry.name] = layout_of(get_args(hint)[0])
            found += facets[entry.name].fields.inside(entry.name)
        elif entry.init and (form := _field_form(entry, hint)) is not None:
            found.append(form)
    kept = RecordFields(found)
    tag: object = getattr(kind, "kind", "")
    # A class may also have a field of this name, which is not text.
    return RecordLayout(kind, kept, tag if isinstance(tag, str) else "", facets)


def _entries(kind: type) -> tuple[Field[object], ...]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind} is not a dataclass")
    return fields(kind)


@cache
def _layouts_of(*kinds: type) -> Mapping[str, RecordLayout]:
    return {layout.kind: layout for layout in map(layout_of, kinds)}


def _field_form(entry: Field[object], hint: object) -> FieldForm | None:
    """The form of a field; None for one that is written elsewhere."""
    marks = marks_of(hint)
    if ELSEWHERE in marks:
        return None
    usual: object = Default.NONE
    if entry.default is not MISSING:
        usual = entry.default
    elif entry.default_factory is not MISSING:
        usual = entry.default_factory()
    has_default = usual is not Default.NONE
    given: object = Default.BY_CLASS
    if (missing := _mark(marks, Missing)) is not None:
        given = usual = missing.value
    if OPTIONAL in marks:
        usual = Default.NONE
    required = not has_default and missing is None and OPTIONAL not in marks
    doc = _mark(marks, Doc) or Doc("")
    key, form = key_of(entry, hint), form_of(hint)
    return FieldForm(entry.name, key, form, required, given, usual, doc.text)


def form_of(hint: object) -> Form:
    """The form of an annotation; TypeError for one that has none."""
    marks, bare = marks_of(hint), bare_of(hint)
    origin, inner = get_origin(bare), get_args(bare)
    if origin is Literal or bare is str:
        return _text(marks, inner)
    if bare is bool:
        return Flag()
    if bare is int:
        return Whole(*(_mark(marks, Bounds) or ()))
    if origin is tuple:
        return _tuple(inner, marks)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(inner, marks)
    if origin in {Union, UnionType}:
        return _union(inner, marks)
    if isinstance(bare, type) and hasattr(bare, "__dataclass_fields__"):
        return RecordForm(partial(layout_of, bare), bare.__name__)
    raise TypeError(f"no form fits {hint}")


def _text(marks: tuple[object, ...], words: tuple[object, ...]) -> Form:
    if NOTES in marks:
        return Notes()
    if SENTENCE in marks:
        return Sentence()
    return _name(marks, words)


def _name(marks: tuple[object, ...], words: tuple[object, ...] = ()) -> NameForm:
    if (fixed := _mark(marks, OneOf)) is not None:
        return Word({word: place for place, word in enumerate(fixed.words)}, fixed.what)
    if words:
        return Word({str(word): place for place, word in enumerate(words)}, "one of these words")
    name = _mark(marks, NameOf)
    return FreeName() if name is None else Reference(name)


def _tuple(inner: tuple[object, ...], marks: tuple[object, ...]) -> Form:
    size = _mark(marks, Items) or _UNBOUNDED
    if inner[-1] is not Ellipsis:
        if _is_text(inner[0]):
            count = len(inner)
            return NameList(_named(inner[0]), Items(count, count), SORTED in marks)
        return FixedList(form_of(inner[0]), len(inner))
    item = inner[0]
    if _is_text(item):
        return NameList(_named(item), size, SORTED in marks)
    if get_origin(item) is tuple and get_args(item)[-1] is not Ellipsis:
        key, value = get_args(item)
        return TableForm(_named(key), form_of(value), size, SORTED in marks, as_pairs=True)
    return ListForm(form_of(item), size)


def _mapping(inner: tuple[object, ...], marks: tuple[object, ...]) -> Form:
    key, value = inner
    size = _mark(marks, Items) or _UNBOUNDED
    if (rows := _mark(marks, Rows)) is None:
        return TableForm(_named(key), form_of(value), size, SORTED in marks)
    if not isinstance(value, type):
        raise TypeError(f"rows must be dataclasses, not {value}")
    form = FieldForm(rows.field, rows.field, _named(key), True, Default.BY_CLASS, Default.NONE)
    return RowsForm(form, partial(layout_of, value), value.__name__, size)


def _union(inner: tuple[object, ...], marks: tuple[object, ...]) -> Form:
    if NoneType in inner:
        (rest,) = (part for part in inner if part is not NoneType)
        return MaybeForm(form_of(Annotated[rest, *marks] if marks else rest))
    if (kinds := _mark(marks, Kinds)) is not None:
        return ChoiceForm(
            partial(_layouts_of, *(part for part in inner if isinstance(part, type))), kinds
        )
    if _SIMPLE & {*inner}:
        return Simple()
    raise TypeError(f"a choice of {inner} needs a mark Kinds")


def _mark(marks: tuple[object, ...], kind: type[M]) -> M | None:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def _is_text(hint: object) -> bool:
    bare = bare_of(hint)
    return bare is str or get_origin(bare) is Literal


def _named(hint: object) -> NameForm:
    """The form of a key of a table or of an item in a list of names."""
    return _name(marks_of(hint), get_args(bare_of(hint)))
