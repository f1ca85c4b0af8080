"""What the dice of a game prove, in plain words, and who would have to conspire."""

from collections.abc import Sequence

from pbem.dice.protocol import REHEARSAL
from pbem.dice.sources import DiceSource
from pbem.text import date_text
from pbem.wire.address import is_server


def dice_kind(sources: Sequence[DiceSource]) -> str:
    """ "rehearsal", "embedded" or "server"."""
    if sources[0].commitment.proof == REHEARSAL:
        return REHEARSAL
    return "server" if any(is_server(one.address) for one in sources) else "embedded"


def dice_words(sources: Sequence[DiceSource], offset: int = 0) -> str:
    """What the dice of these authorities prove; those of `new_dice` are named.

    offset: of the zone of the game, minutes east of UTC.
    """
    newer = [source for source in sources if source.is_successor]
    restored = [source for source in sources if source.restored]
    told = [_restored(source, offset) for source in restored]
    return " ".join([_proved(sources, newer), *map(_taken_over, newer), *told])


def _proved(sources: Sequence[DiceSource], newer: Sequence[DiceSource]) -> str:
    kind = dice_kind(sources)
    if kind == REHEARSAL:
        return "Rehearsal: the dice come from a known seed and prove nothing."
    before = "before its first roll" if newer else "before the game"
    if len(sources) == 2:
        return (
            "Dice from two authorities together, "
            f"{' and '.join(source.address for source in sources)}, both committed "
            f"{before}: nobody can choose, foresee, repeat or discard them unless both "
            "authorities conspire with a player. One honest one is enough for all but refusing."
        )
    if kind == "embedded":
        return (
            f"Embedded dice, committed {before}: no player can choose, foresee, repeat "
            "or discard them, but whoever runs the computer they live on could look ahead."
        )
    return (
        f"Dice from the authority at the address in the save, committed {before}: "
        "nobody can choose, foresee, repeat or discard them unless the authority helps."
    )


def _taken_over(source: DiceSource) -> str:
    return (
        f"{source.address} took over with roll {source.commitment.first}, by agreement of all: "
        "they took a player's word that the one before it was gone."
    )


def _restored(source: DiceSource, offset: int) -> str:
    when = date_text(source.restored, offset)
    return (
        f"{source.address} was restored from a backup on {when}, by its own word: an answer that "
        "it gave before and nobody's save held is lost, and whoever had it could ask for those "
        "dice again with other orders."
    )
