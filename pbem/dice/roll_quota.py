"""How many rolls a player may ask for while nobody else ends a turn.

An authority has so many seeds for a game, and cannot know whose turn it is. Without this bound the
holder of a seat would use them all up in one night.

Source: docs/formats/dice-v1.md, section "Request"; docs/adr/0079.
"""

from collections.abc import Mapping
from typing import Final

from pbem.wire.errors import DiceError

MAX_ALONE: Final = 2_000
"""Rolls for the nations of one player, since another player ended a turn."""


def check_asked(asked: Mapping[str, int], seats: Mapping[str, bytes], signer: bytes) -> None:
    """DiceError `too-many-rolls` for one roll more than a player may ask for.

    asked: rolls by nation; seats: the key that holds each.  Who holds all of them takes nothing
    from anybody.
    """
    own = [nation for nation, key in seats.items() if key == signer]
    if len(own) == len(seats) or sum(asked.get(nation, 0) for nation in own) < MAX_ALONE:
        return
    raise DiceError(
        "too-many-rolls",
        f"you have asked for {MAX_ALONE} rolls since another player ended a turn",
        "Wait until somebody else has ended a turn.",
    )


def with_roll(asked: Mapping[str, int], nation: str) -> dict[str, int]:
    """With one more roll for a nation."""
    return {**asked, nation: asked.get(nation, 0) + 1}


def with_end(asked: Mapping[str, int], seats: Mapping[str, bytes], signer: bytes) -> dict[str, int]:
    """After the end of a turn: all but those who ended it begin anew."""
    return {nation: count for nation, count in asked.items() if seats.get(nation) == signer}
