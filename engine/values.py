"""Frozen dataclasses that are quick to make and quick to use.

The standard library compiles six functions for every dataclass when its module is loaded, 0.6 ms
each time, and a command of pbem loads four hundred of them.  What this `dataclass` makes has the
same contract (fields, defaults, equality, hash, repr, `replace`, `fields`, patterns, PEP 557) but
is a `msgspec.Struct`, which is written in C: a fiftieth of the time to load, a thirtieth to
construct, a hundredth to replace.  A type checker sees the dataclass of the standard library.
Decision: docs/adr/0030.

Without: what few classes need and a Struct lacks: fields that are not given when it is made
(``init=False``), ``compare=False``, ``repr=False``, an abstract base class.
Such a class is a dataclass of the standard library; both may stand in one table of fields.
"""

import dataclasses
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache, partial
from inspect import get_annotations
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import force_setattr
from msgspec.structs import replace as _replace_struct

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace

__all__ = ["dataclass", "field", "replace", "with_value"]

T = TypeVar("T")

_SAID: Final = "__said__"
_NAMESPACE_ONLY: Final = {"__dict__", "__weakref__"}
# Where Python 3.14 keeps the annotations of a class (PEP 649); they are handed on as values.
_LATE_ANNOTATIONS: Final = {"__annotate__", "__annotate_func__", "__annotations_cache__"}


class _Described(NamedTuple):
    """A field of which more is said than a plain default."""

    default: object
    """MISSING where it has none."""
    factory: Callable[[], object] | None
    metadata: Mapping[str, object]


class _Fields:
    """The table by which the standard library knows a dataclass, made when it is asked for."""

    def __get__(
        self, instance: object, owner: type[msgspec.Struct]
    ) -> Mapping[str, "dataclasses.Field[object]"]:
        """The table of a class, for the class and for its instances."""
        return _table_of(owner)


class _Value(
    msgspec.Struct,
    frozen=True,
    tag=True,
    tag_field="=",
    array_like=True,
    forbid_unknown_fields=True,
):
    """What all classes made here have in common."""

    __dataclass_fields__: ClassVar = _Fields()


@cache
def _table_of(kind: type[msgspec.Struct]) -> Mapping[str, "dataclasses.Field[object]"]:
    """The fields of a class by name, in their order."""
    hints: dict[str, object] = {}
    said: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base is not object:
            hints |= get_annotations(base)
            said |= vars(base).get(_SAID, {})
    rows = [
        (name, hints[name], _field(said.get(name, dataclasses.MISSING)))
        for name in kind.__struct_fields__
    ]
    # A class of the standard library with the same fields and not one method: nothing is compiled.
    model = dataclasses.make_dataclass(
        kind.__name__, rows, namespace={"__doc__": ""}, init=False, repr=False, eq=False
    )
    return {each.name: each for each in dataclasses.fields(model)}


def _field(said: object) -> "dataclasses.Field[object]":
    """What the standard library calls a field, of a default or a description."""
    each = said if isinstance(said, _Described) else _Described(said, None, {})
    if each.factory is not None:
        return _as_field(dataclasses.field(default_factory=each.factory, metadata=each.metadata))
    if each.default is dataclasses.MISSING:
        return _as_field(dataclasses.field(metadata=each.metadata))
    return _as_field(dataclasses.field(default=each.default, metadata=each.metadata))


def _as_field(made: object) -> "dataclasses.Field[object]":
    """For a type checker, to which the standard library says that a field is its own default."""
    assert isinstance(made, dataclasses.Field)
    return made


def _default(each: _Described) -> object:
    """The same for msgspec."""
    if each.factory is not None:
        return msgspec.field(default_factory=each.factory)
    if each.default is dataclasses.MISSING:
        return msgspec.field()
    return msgspec.field(default=each.default)


def _made(kind: type, *, slots: bool) -> type:
    """A class with the body of another, as a Struct; with `slots` it has nothing but its fields."""
    if issubclass(kind, msgspec.Struct):
        # It inherits from one, so it is one already.
        return kind
    bases = tuple(base for base in kind.__bases__ if base is not object)
    hints = get_annotations(kind)
    left_out = _NAMESPACE_ONLY | _LATE_ANNOTATIONS
    body = {name: value for name, value in vars(kind).items() if name not in left_out}
    # Defaults and more, by field.
    said = {name: body[name] for name in hints if name in body}
    body |= {name: _default(each) for name, each in said.items() if isinstance(each, _Described)}
    body |= {"__annotations__": hints, _SAID: said}
    # The hash of a unit takes longer to work out than anything that is looked up by it.
    made: type = msgspec.StructMeta(
        kind.__name__, (*bases, _Value), body, dict=not slots, cache_hash=True
    )
    return made


def _dataclass(*, frozen: Literal[True], slots: bool = False) -> Callable[[type], type]:
    """Make a class a frozen dataclass; without `slots` it can have a ``cached_property``."""
    return partial(_made, slots=slots)


def with_value(value: T, way: str, new: object) -> T:
    """What `replace` does with one field whose name is only known when the program runs.

    way: the name of the field, or ``"part.field"`` for a field of what is in a field.
    """
    name, _, rest = way.partition(".")
    if rest:
        new = with_value(getattr(value, name), rest, new)
    changed = copy(value)
    if isinstance(changed, msgspec.Struct):
        force_setattr(changed, name, new)
    else:
        object.__setattr__(changed, name, new)
    return changed


if not TYPE_CHECKING:
    dataclass = _dataclass

    def field(*, default=dataclasses.MISSING, default_factory=None, metadata=None):
        """What is said of a field: its default or the maker of it, and metadata."""
        return _Described(default, default_factory, metadata or {})

    def replace(value, /, **changes):
        """A copy with other values in some fields; TypeError for a field that it does not have."""
        if isinstance(value, msgspec.Struct):
            return _replace_struct(value, **changes)
        return dataclasses.replace(value, **changes)
