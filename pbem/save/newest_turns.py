"""The newest turns of a game without those before them, for a post that a whole save has outgrown.

Whoever has the game up to any of those turns puts them together, and gets the save as it was. They
prove nothing by themselves: what is put together is verified like any other save.

Source: docs/formats/save-v1.md, section "The newest turns".
"""

from collections.abc import Callable
from typing import Annotated, Final

from engine.marks import Tag, wire
from engine.values import dataclass, replace
from pbem.save import format as container
from pbem.save.errors import NotASaveError, OutOfTurnError
from pbem.save.packing import pack
from pbem.save.records import Start, TurnEnd
from pbem.save.step import step, turn_steps
from pbem.save.trusted_save import PLAYING, TrustedSave, freeze, resume
from pbem.save.unpacking import unpack
from pbem.wire.canonical import decode
from pbem.wire.errors import ASK_AGAIN
from pbem.wire.fields import Hash
from pbem.wire.shapes import bytes_of, read_as

TOO_NEW: Final = "turns-too-new"


@wire("newest")
@dataclass(frozen=True, slots=True)
class NewestPlace:
    """Where they belong: the head of the log `after` which they come, that of a start or of the end
    of a turn, and that of the `genesis` record, 32 bytes each."""

    after: Annotated[Hash, Tag("after")]
    genesis: Annotated[Hash, Tag("genesis")]


def newest_turns(save: TrustedSave, most: int) -> bytes:
    """A file of the last closed turns, `most` at most, and of all that comes after them.

    Raises NotASaveError `too-large`, and `no-turn-yet` before the first turn is closed.
    """
    ends = [entry.index for entry in save.entries if isinstance(entry.record, TurnEnd)]
    if save.state != PLAYING or not ends or most < 1:
        raise NotASaveError("no-turn-yet", "no turn of this game is over yet")
    first = ends[-most - 1] if len(ends) > most else save.start_index
    place = NewestPlace(save.entries[first].head, save.genesis_head)
    under_way = tuple(entry.raw for entry in save.entries[save.open_index :])
    packed = _packed(save, first + 1, ends[-1] + 1)
    return container.build(container.NEWEST, (bytes_of(place), packed, *under_way))


def place_of(data: bytes) -> NewestPlace:
    """Where the turns in a file belong; NotASaveError, ChainError `file-damaged`."""
    frames = container.parse(data, container.NEWEST).records
    return read_as(NewestPlace, decode(frames[0]), "the place of the newest turns")


def put_together(
    save: TrustedSave, data: bytes, opened: Callable[[bytes], TrustedSave]
) -> TrustedSave:
    """The game up to the end of these turns; what `save` has beyond their beginning is left out.

    opened: verifies a save.  Raises OutOfTurnError `different-game`, `turns-too-new` when there are
    others between them and `save`, and what is wrong with a record.
    """
    place = place_of(data)
    frames = container.parse(data, container.NEWEST).records[1:]
    if not frames or not container.is_packed(frames[0]):
        raise NotASaveError("malformed", "the newest turns are not packed", ASK_AGAIN)
    if place.genesis != save.genesis_head:
        raise OutOfTurnError("different-game", "these turns are of another game")
    found = next((entry for entry in save.entries if entry.head == place.after), None)
    if found is None:
        raise OutOfTurnError(
            TOO_NEW,
            "these are the newest turns alone, and there are others between yours and these",
            "Take in the posts before this one first, or ask for the whole save.",
        )
    if not isinstance(found.record, Start | TurnEnd):
        raise NotASaveError("malformed", "the newest turns begin in the middle of one", ASK_AGAIN)
    opening = tuple(entry.raw for entry in save.entries[: save.start_index + 1])
    before = (_packed(save, save.start_index + 1, found.index + 1),)
    is_first = isinstance(found.record, Start)
    base = opened(container.build(container.SAVE, (*opening, *(() if is_first else before))))
    packed, *under_way = frames
    ledger = resume(base)
    turns = unpack(packed, _since(base), len(base.sources))
    for longer in turn_steps(ledger, turns, packed):
        ledger = longer
    closed = freeze(ledger)
    ledger = replace(ledger, packed=_packed(closed, base.start_index + 1, len(closed.entries)))
    for raw in under_way:
        ledger = step(ledger, raw, can_end=False)
    return freeze(ledger)


def _packed(save: TrustedSave, first: int, stop: int) -> bytes:
    """Closed turns as a frame."""
    return pack(save.entries[first:stop], _since(save), len(save.sources))


def _since(save: TrustedSave) -> int:
    """The time of the start, from which times are counted."""
    record = save.entries[save.start_index].record
    return record.time if isinstance(record, Start) else 0
