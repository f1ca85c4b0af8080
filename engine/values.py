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
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import force_setattr
from msgspec.structs import replace as _replace_struct

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace

__all__ = ["dataclass", "field", "replace", "with_value"]

T = TypeVar("T")


@dataclasses.dataclass
class _Pattern:
    """Whose only field is the pattern of every other."""

    one: int


_FIELD: Final = dataclasses.fields(_Pattern)[0]
_PARTS: Final = tuple((name, getattr(_FIELD, name)) for name in dataclasses.Field.__slots__)
_METADATA: Final = "__described__"
_NAMESPACE_ONLY: Final = {"__dict__", "__weakref__"}


class _Described(NamedTuple):
    """A field of which more is said than its default."""

    default: object
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
    for base in reversed(kind.__mro__):
        hints |= vars(base).get("__annotations__", {})
    names = kind.__struct_fields__
    without = len(names) - len(kind.__struct_defaults__)
    defaults = [msgspec.NODEFAULT] * without + [*kind.__struct_defaults__]
    said: Mapping[str, Mapping[str, object]] = getattr(kind, _METADATA, {})
    return {
        name: _field(name, hints[name], default, said.get(name, {}))
        for name, default in zip(names, defaults, strict=True)
    }


def _field(
    name: str, hint: object, default: object, metadata: Mapping[str, object]
) -> "dataclasses.Field[object]":
    # What `copy` does, in a sixth of its time: of some classes the table is made at every start.
    found: dataclasses.Field[object] = object.__new__(dataclasses.Field)
    for attribute, value in (
        *_PARTS,
        ("name", name),
        ("type", hint),
        ("metadata", MappingProxyType(metadata)),
    ):
        setattr(found, attribute, value)
    factory: object = getattr(default, "factory", None)
    if type(default).__module__.startswith("msgspec") and callable(factory):
        found.default_factory = factory
    elif default is not msgspec.NODEFAULT:
        found.default = default
    return found


def _made(kind: type, *, slots: bool) -> type:
    """A class with the body of another, as a Struct; with `slots` it has nothing but its fields."""
    if issubclass(kind, msgspec.Struct):
        # It inherits from one, so it is one already.
        return kind
    bases = tuple(base for base in kind.__bases__ if base is not object)
    body = {name: value for name, value in vars(kind).items() if name not in _NAMESPACE_ONLY}
    described = {name: each for name, each in body.items() if isinstance(each, _Described)}
    if described:
        body |= {name: each.default for name, each in described.items()}
        body[_METADATA] = {name: each.metadata for name, each in described.items()}
    # The hash of a unit takes longer to work out than anything that is looked up by it.
    made: type = msgspec.StructMeta(
        kind.__name__, (*bases, _Value), body, dict=not slots, cache_hash=True
    )
    return made


def _dataclass(*, frozen: Literal[True], slots: bool = False) -> Callable[[type], type]:
    """Make a class a frozen dataclass; without `slots` it can have a ``cached_property``."""
    return partial(_made, slots=slots)


def with_value(value: T, name: str, new: object) -> T:
    """What `replace` does with one field whose name is only known when the program runs."""
    changed = copy(value)
    if isinstance(changed, msgspec.Struct):
        force_setattr(changed, name, new)
    else:
        object.__setattr__(changed, name, new)
    return changed


if not TYPE_CHECKING:
    dataclass = _dataclass

    def field(*, metadata=None, **default):
        """What is said of a field: its default or the maker of it, and metadata."""
        made = msgspec.field(**default)
        return made if metadata is None else _Described(made, metadata)

    def replace(value, /, **changes):
        """A copy with other values in some fields; TypeError for a field that it does not have."""
        if isinstance(value, msgspec.Struct):
            return _replace_struct(value, **changes)
        return dataclasses.replace(value, **changes)
