"""The names by which things are referred to.

All of them are plain strings (or integers for units), so that a state can be written down, hashed
and compared without any translation.  The aliases only say what a string stands for.
"""

from typing import Annotated, Final, NamedTuple, TypeAlias


class NameOf(NamedTuple):
    """What a text is the name of, such as a nation; part of the type of a field.

    The reader of the field looks the name up among the known ones, or says "not a nation".
    """

    kind: str
    article: str = "a"


NationName: TypeAlias = Annotated[str, NameOf("nation")]
"""A side on the board, such as ``"Germans"``."""

TerritoryName: TypeAlias = Annotated[str, NameOf("area", "an")]
"""A land area or a sea zone of the board, such as ``"Karelija"``."""

TheatreName: TypeAlias = Annotated[str, NameOf("theatre")]
"""A part of a board that consists of several, such as ``"Europe"``."""

UnitTypeName: TypeAlias = Annotated[str, NameOf("unit type")]
"""A kind of unit, such as ``"armour"``."""

UnitId: TypeAlias = int
"""The identity of one unit, unique within a game and never used again."""

ResourceName: TypeAlias = Annotated[str, NameOf("resource")]
"""Something a nation holds an amount of, such as ``"PUs"``."""

SaleName: TypeAlias = Annotated[str, NameOf("unit type or resource")]
"""What can be bought: a kind of unit, or a resource."""

NEUTRAL: Final = "Neutral"
"""The owner of land and units that belong to no nation."""

PUS: Final = "PUs"
"""The resource that buys units."""

VICTORY_POINTS: Final = "victory points"
"""What wins in games that count points for income and bombing."""

RESEARCH_DICE: Final = "research dice"
"""Failed dice that a nation may roll again, in games that keep them."""
