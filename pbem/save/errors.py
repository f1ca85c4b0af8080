"""The errors of saves, keys and dice, under the name by which the rest of pbem imports them.

They are defined in `pbem.wire.errors`, below both packages; see there for what each carries.
"""

from pbem.wire.errors import (
    ChainError,
    DiceError,
    DiceUnavailableError,
    KeyFileError,
    KeyMismatchError,
    NotASaveError,
    OutOfTurnError,
    SaveError,
)

__all__ = [
    "ChainError",
    "DiceError",
    "DiceUnavailableError",
    "KeyFileError",
    "KeyMismatchError",
    "NotASaveError",
    "OutOfTurnError",
    "SaveError",
]
