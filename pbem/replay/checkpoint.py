"""A log that was played before, as bytes: so that the next time it is not played again.

Each definition is written once: nearly always all states of a game have the one that it began with.
What becomes of the bytes, and who may believe them: docs/adr/0035.
"""

from collections.abc import Mapping
from threading import RLock
from typing import Final, TypeVar, get_args

from engine import (
    NOBODY,
    Decision,
    Definition,
    GameOver,
    NationName,
    PhaseOpen,
    RollRequest,
    Step,
    events,
)
from engine.stored import (
    BareState,
    Row,
    StoredError,
    bare,
    dressed,
    stored_bytes,
    stored_row,
    stored_value,
    values_of,
)
from engine.values import dataclass
from pbem.replay.model import Position, ReplayCheckpoint
from pbem.save.trusted_save import TrustedSave

T = TypeVar("T")

_EVENTS: Final[Mapping[str, type[events.Event]]] = {
    kind.__name__: kind for kind in get_args(events.Event)
}


@dataclass(frozen=True, slots=True)
class _Stored:
    """A `ReplayCheckpoint`, states apart from definitions: `of` says which of them a state has.

    definitions: that of the game first.
    """

    records: int
    finished: int
    moments: int
    definitions: tuple[Definition, ...]
    of: tuple[int, int]
    before: BareState
    opening: Row
    state: BareState
    happened: Row
    waiting: PhaseOpen | Decision | RollRequest | GameOver
    phase: tuple[str, int, str]
    ordered: int
    mover: NationName


def rest_bytes(rest: ReplayCheckpoint) -> bytes:
    """What `rest_of` reads."""
    definitions = [rest.definition]
    of: list[int] = []
    for state in (rest.before, rest.step.state):
        # By identity: to compare two definitions takes as long as to write one.
        same = [place for place, known in enumerate(definitions) if known is state.definition]
        if not same:
            definitions.append(state.definition)
        of.append(same[0] if same else len(definitions) - 1)
    stored = _Stored(
        records=rest.records,
        finished=rest.finished,
        moments=rest.moments,
        definitions=tuple(definitions),
        of=(of[0], of[1]),
        before=bare(rest.before),
        opening=stored_row(rest.opening),
        state=bare(rest.step.state),
        happened=stored_row(rest.step.events),
        waiting=rest.step.waiting,
        phase=rest.phase,
        ordered=rest.ordered,
        mover=rest.mover,
    )
    return stored_bytes(stored)


def read_kept(kind: type[T], data: bytes) -> T:
    """What `stored_value` reads, one thread after another; raises StoredError."""
    with _READING:
        return stored_value(kind, data)


_READING: Final = RLock()
"""msgspec looks at a class when it is first read, and hands a second thread what it has found so
far: the process ends by a fault of memory.  The engine knows no threads, so they wait here."""


def rest_of(save: TrustedSave) -> ReplayCheckpoint | None:
    """Where the play of a save can be taken up.

    None when it was not played before, and when the game has gone back to before that since.
    """
    if not save.played:
        return None
    try:
        with _READING:
            stored = stored_value(_Stored, save.played)
            opening = values_of(_EVENTS, stored.opening)
            happened = values_of(_EVENTS, stored.happened)
        definitions = [stored.definitions[place] for place in (0, *stored.of)]
    except (StoredError, IndexError):
        return None
    goals = (
        entry.motion.back_to
        for entry in save.entries[stored.records :]
        if entry.motion is not None and entry.motion.back_to is not None
    )
    if any(goal < stored.records - 1 for goal in goals):
        return None
    return ReplayCheckpoint(
        records=stored.records,
        finished=stored.finished,
        moments=stored.moments,
        definition=definitions[0],
        before=dressed(stored.before, definitions[1]),
        opening=opening,
        step=Step(dressed(stored.state, definitions[2]), happened, stored.waiting),
        phase=stored.phase,
        ordered=stored.ordered,
        mover=stored.mover,
    )


def position_at(save: TrustedSave, rest: ReplayCheckpoint) -> Position | None:
    """The position of a save that has come to rest; None when more of it is to be played."""
    if rest.records != len(save.entries):
        return None
    return Position(
        save=save,
        definition=rest.definition,
        step=rest.step,
        turns=(),
        moments=rest.moments,
        error=None,
        unsigned_end=NOBODY,
        earlier=rest.finished,
    )
