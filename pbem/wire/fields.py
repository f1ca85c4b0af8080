"""What the fields of signed maps are made of, and the error for one that is not.

Source: docs/formats/save-v1.md, its conventions.
"""

from typing import Annotated, Final, TypeAlias

from engine.marks import SORTED, Bounds, Items, Size, Such
from pbem.wire.address import is_dice_address
from pbem.wire.canonical import decode
from pbem.wire.errors import NEWER, NotASaveError

MAX_TIME: Final = 253402300799
"""9999-12-31T23:59:59Z, so that any reader can print it."""

MAX_NAME: Final = 64
MAX_SEATS: Final = 64
MAX_UNTIL: Final = 100_000
"""Of turns in a game."""
MAX_RECORD: Final = 99_999
MAX_ADDRESS: Final = 200
MAX_SIGNED_COMMITMENT: Final = 2_048

GameId: TypeAlias = Annotated[bytes, Size(16, 16)]
Hash: TypeAlias = Annotated[bytes, Size(32, 32)]
"""32 bytes: a hash, a key, or random ones."""

Name: TypeAlias = Annotated[str, Size(MAX_NAME, 1)]
Names: TypeAlias = Annotated[tuple[Name, ...], Items(MAX_SEATS, 1), SORTED]
DiceAddress: TypeAlias = Annotated[
    str, Size(MAX_ADDRESS, 1), Such(is_dice_address, "the address of a dice authority")
]
Time: TypeAlias = Annotated[int, Bounds(0, MAX_TIME)]
"""Unix seconds, UTC."""


def byte_strings(data: bytes, count: int, what: str) -> tuple[bytes, ...]:
    """The byte strings that were encoded as one list; NotASaveError for any other number.

    what: how errors call them, such as "the journal's answer".
    """
    value = decode(data)
    parts = value if isinstance(value, list) else []
    found = tuple(part for part in parts if isinstance(part, bytes))
    if len(found) != count or len(parts) != count:
        raise wrong_shape(what, f"is not {count} byte strings")
    return found


def wrong_shape(what: str, problem: str) -> NotASaveError:
    """The error for a field that the specification does not allow."""
    return NotASaveError("wrong-shape", f"{what} {problem}", NEWER)
