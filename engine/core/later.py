"""Fields that came into the state after its first version.

A digest leaves such a field out while it is empty (0, "", False, nothing in it), so that a position
without it keeps the digest that it had: ``field(default=0, metadata=LATER)``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MARK: Final = "later"
"""The key in the metadata of a field by which a digest knows it."""

LATER: Final[Mapping[str, bool]] = MappingProxyType({MARK: True})
"""The metadata of a field that came later; its default must be an empty value."""
