"""Signs on a map that are not units: capitals, cities, convoy zones, battles and canals."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pbem.atlas.overlay import Mark

MARKS: Final[Mapping[Mark, str]] = MappingProxyType(
    {
        "capital": "M5.5 0l1.5 3.7 4 .3-3 2.6.9 3.9-3.4-2.1L2.1 10.5 3 6.6 0 4l4-.3z",
        "city": "M5.5 1a4.5 4.5 0 1 0 .01 0zM5.5 3.5a2 2 0 1 0 .01 0z",
        "convoy": "M0 6h11l-1.5 3.5h-8zM2 3h2v2.3H2zM4.8 3h2v2.3h-2zM7.6 1.5h1.8v3.8H7.6z",
    }
)
"""Outlines in a square of 11 pixels; holes by the even-odd rule."""

MARK_WORDS: Final[Mapping[Mark, str]] = MappingProxyType(
    {"capital": "capital", "city": "victory city", "convoy": "convoy zone"}
)
BLOCK_WORDS: Final[Mapping[Mark, str]] = MappingProxyType(
    {"capital": "main capital", "city": "sub-capital", "convoy": "convoy zone"}
)

BATTLE: Final = (
    "M0-10L2.5-4.5 8-7 5.5-2 11 0 5.5 2.5 8 8 2.5 5.5 0 11-2.5 5.5-8 8-5.5 2.5"
    "-11 0-5.5-2-8-7-2.5-4.5z"
)
"""A burst round the origin, 22 pixels wide."""

CANAL: Final = "M-6-3.5H6M-6 3.5H6"
"""Two banks round the origin, 12 pixels wide."""
