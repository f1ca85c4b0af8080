"""Words of closed lists in a save, each a type of its own, as in `engine.core.words`."""

from typing import Literal, TypeAlias

RecordKind: TypeAlias = Literal[
    "genesis",
    "join",
    "start",
    "orders",
    "agreement",
    "roll_again",
    "note",
    "absence",
    "roll",
    "void",
    "turn_end",
]
"""What a record is; a roll is one whose body is a request for dice."""

GameMode: TypeAlias = Literal["hotseat", "mail", "rehearsal"]
"""How a game is played: on one computer, by mail, or with dice that prove nothing."""

GameState: TypeAlias = Literal["inviting", "playing"]
"""Before the start record, and from there on."""
