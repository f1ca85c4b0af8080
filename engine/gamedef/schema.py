"""The words in which a class says how its fields are written down (ADR 0023).

A field of a scenario is written once, as a field of a frozen dataclass; its reader, its writer and
its line in docs/formats/scenario-v1.md follow from there.  Most is said by its type (`bool`, `int`,
a name, a tuple of names, a mapping, another dataclass) and by its default: a field with a default
may be missing, and one that has its default is not written.  What a type cannot say stands beside
it in `Annotated`, in the words of `engine.marks`, which whatever is signed shares, and in those
below, which only scenarios need::

    hit_points: Annotated[int, Bounds(1, 100)] = 1

Numbers without bounds are from 0 to MAX_NUMBER, texts without a mark are free names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import Field
from enum import Enum
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args

from engine.core.ids import NameOf, NationName, ResourceName, TerritoryName, marks_of
from engine.marks import MAX_NUMBER, Bounds


class Ability(NamedTuple):
    """What a unit with this field can do, in a word or two for players."""

    words: str


class Key(NamedTuple):
    """What the field is called in the tree, where that is not the name of the attribute."""

    key: str


class Missing(NamedTuple):
    """What the field is when it is missing, where the class has no default for it."""

    value: str | bool | tuple[str, ...]


class Kinds(NamedTuple):
    """A choice of classes; the field `kind` of the table is the `kind` of the class.

    what: what they are together, such as "condition".
    """

    what: str
    article: str = "a"


class Rows(NamedTuple):
    """A mapping is written as a list of tables; field: which of them holds the key."""

    field: str


class Mark(Enum):
    """What else may stand beside a type."""

    NOTES = "text of several lines"
    SENTENCE = "text of one line"
    OPTIONAL = "may be missing, and is written all the same"
    ELSEWHERE = "not a field of this table; the reader puts it together"
    FACET = "a record whose fields stand in the table of the whole"


NOTES: Final = Mark.NOTES
SENTENCE: Final = Mark.SENTENCE
OPTIONAL: Final = Mark.OPTIONAL
ELSEWHERE: Final = Mark.ELSEWHERE
FACET: Final = Mark.FACET


def key_of(entry: Field[object], hint: object) -> str:
    """What a field of the type `hint` is called in the tree: by its Key, else by its own name.

    Raises TypeError for a type that is still a text, since its Key cannot be seen.
    """
    if isinstance(hint, str):
        raise TypeError(f"{entry.name}: the type {hint!r} must be resolved first")
    return next((mark.key for mark in marks_of(hint) if isinstance(mark, Key)), entry.name)


def flat_fields(kind: type) -> Iterator[tuple[str, Field[object]]]:
    """The fields of a class, those of its facets among them, each with the way to its value.

    The way is what `operator.attrgetter` takes: ``"attack"``, ``"carriage.transport_cost"``.
    """
    table: Mapping[str, Field[object]] = getattr(kind, "__dataclass_fields__")  # noqa: B009 - any class
    for name, entry in table.items():
        if FACET in marks_of(entry.type):
            for way, inner in flat_fields(get_args(entry.type)[0]):
                yield f"{name}.{way}", inner
        else:
            yield name, entry


Bonus: TypeAlias = Annotated[int, Bounds(-MAX_NUMBER, MAX_NUMBER)]
"""What is added to a number; below 0 it is taken away."""

Positive: TypeAlias = Annotated[int, Bounds(1)]
"""A number from 1."""

Faces: TypeAlias = Annotated[int, Bounds(2, 1000)]
"""Faces of a die."""

OwnerName: TypeAlias = Annotated[NationName, NameOf("nation or Neutral")]
"""Anybody who may own land or units: a nation, or NEUTRAL."""

AllianceName: TypeAlias = Annotated[str, NameOf("alliance", "an")]
LandName: TypeAlias = Annotated[TerritoryName, NameOf("land area")]
StepName: TypeAlias = Annotated[str, NameOf("step of the sequence")]
Moment: TypeAlias = Annotated[str, NameOf("moment of this scenario")]
"""``"start"``, ``"called"``, or ``"before:"`` or ``"after:"`` and the name of a step."""

ConditionName: TypeAlias = Annotated[str, NameOf("condition of this scenario")]
TriggerName: TypeAlias = Annotated[str, NameOf("trigger")]
SwitchName: TypeAlias = Annotated[str, NameOf("switch of this scenario")]
SupportName: TypeAlias = Annotated[str, NameOf("support rule with a name")]
BuyListName: TypeAlias = Annotated[str, NameOf("buy list")]
RelationName: TypeAlias = Annotated[str, NameOf("type of relations")]
AnyRelation: TypeAlias = Annotated[str, NameOf("type of relations, or any")]
"""A type of relations, or a word for several of them (see ANY_RELATION)."""

GoodsName: TypeAlias = Annotated[ResourceName, NameOf("resource besides PUs")]
YieldName: TypeAlias = Annotated[ResourceName, NameOf("resource besides PUs, or research dice")]
HoldingName: TypeAlias = Annotated[ResourceName, NameOf("resource or victory points")]
GiftName: TypeAlias = Annotated[ResourceName, NameOf("resource, victory points or research dice")]
ActionName: TypeAlias = Annotated[str, NameOf("political or user action")]
CountryName: TypeAlias = Annotated[str, NameOf("country")]
OptionName: TypeAlias = Annotated[str, NameOf("option", "an")]
OnOffName: TypeAlias = Annotated[str, NameOf("option that is on or off", "an")]
