"""What the fields of signed maps are made of, and the error for one that is not.

Source: docs/formats/save-v1.md, its conventions.
"""

from typing import Annotated, Final, TypeAlias

from engine.marks import Bounds, Size
from pbem.wire.errors import NEWER, NotASaveError

MAX_TIME: Final = 253402300799
"""9999-12-31T23:59:59Z, so that any reader can print it."""

MAX_NAME: Final = 64

GameId: TypeAlias = Annotated[bytes, Size(16, 16)]
Hash: TypeAlias = Annotated[bytes, Size(32, 32)]
"""32 bytes: a hash, a key, or random ones."""

Name: TypeAlias = Annotated[str, Size(MAX_NAME, 1)]
Time: TypeAlias = Annotated[int, Bounds(0, MAX_TIME)]
"""Unix seconds, UTC."""


def wrong_shape(what: str, problem: str) -> NotASaveError:
    """The error for a field that the specification does not allow."""
    return NotASaveError("wrong-shape", f"{what} {problem}", NEWER)
