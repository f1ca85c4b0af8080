"""The names by which things are referred to.

When the program runs all of them are plain strings, so that a state can be written down, hashed
and compared without any translation.  To a type checker each is a type of its own: a nation is not
taken where a territory is asked for, nor any text for either.  A text becomes a name where it is
read and looked up among the known ones: by loaders, parsers, readers of records (ADR 0090).
"""

from collections.abc import Mapping
from types import MappingProxyType, UnionType
from typing import (
    Annotated,
    Final,
    Literal,
    NamedTuple,
    NewType,
    Protocol,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    runtime_checkable,
)

from engine.marks import said_of


class NameOf(NamedTuple):
    """What a text is the name of, such as a nation; part of the type of a field.

    The reader of the field looks the name up among the known ones, or says "not a nation".
    """

    kind: str
    article: str = "a"


NationName = NewType("NationName", str)
"""A side on the board, such as ``"Germans"``."""

TerritoryName = NewType("TerritoryName", str)
"""A land area or a sea zone of the board, such as ``"Karelija"``."""

TheatreName: TypeAlias = Annotated[str, NameOf("theatre")]
"""A part of a board that consists of several, such as ``"Europe"``."""

UnitTypeName = NewType("UnitTypeName", str)
"""A kind of unit, such as ``"armour"``."""

UnitId: TypeAlias = int
"""The identity of one unit, unique within a game and never used again."""

ResourceName = NewType("ResourceName", str)
"""Something a nation holds an amount of, such as ``"PUs"``."""

SaleName: TypeAlias = Annotated[UnitTypeName | ResourceName, NameOf("unit type or resource")]
"""What can be bought: a kind of unit, or a resource."""


@runtime_checkable
class InPlace(Protocol):
    """An order or event that is about one area."""

    @property
    def territory(self) -> TerritoryName:
        """Where."""


BattleSide: TypeAlias = Literal["attacker", "defender"]
"""One of the two sides of a battle."""

NEUTRAL: Final = NationName("Neutral")
"""The owner of land and units that belong to no nation."""

NOBODY: Final = NationName("")
"""Where no nation is named."""

NOWHERE: Final = TerritoryName("")
"""Where no area is named."""

NO_TYPE: Final = UnitTypeName("")
"""Where no unit type is named."""

NO_RESOURCE: Final = ResourceName("")
"""Where no resource is named."""

PUS: Final = ResourceName("PUs")
"""The resource that buys units."""

VICTORY_POINTS: Final = ResourceName("victory points")
"""What wins in games that count points for income and bombing."""

RESEARCH_DICE: Final = ResourceName("research dice")
"""Failed dice that a nation may roll again, in games that keep them."""

_NAMES: Final[Mapping[object, NameOf]] = MappingProxyType(
    {
        NationName: NameOf("nation"),
        TerritoryName: NameOf("area", "an"),
        UnitTypeName: NameOf("unit type"),
        ResourceName: NameOf("resource"),
    }
)


def pair_of(one: NationName, other: NationName) -> tuple[NationName, NationName]:
    """Two nations in the order in which a pair names them."""
    return (one, other) if one <= other else (other, one)


def bare_of(hint: object) -> object:
    """A type without what is said of it; `str` for a name, whatever it is the name of."""
    bare, _ = said_of(hint)
    if get_origin(bare) in {Union, UnionType} and {bare_of(part) for part in get_args(bare)} == {
        str
    }:
        return str
    return str if isinstance(bare, NewType) else bare


def marks_of(hint: object) -> tuple[object, ...]:
    """What is said of a type, the nearest first; what it is the name of comes last."""
    bare, own = said_of(hint)
    return (*own, _NAMES[bare]) if isinstance(bare, NewType) else own
