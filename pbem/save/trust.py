"""The only door from bytes to a `TrustedSave`.

What is trusted: every record is signed by whoever had to sign it, in this order, in this game,
every die follows from the committed seeds, and the authority vouches that no roll was left out when
a turn ended. What is not: that the orders are legal and that the nation was to move, which the
engine's replay decides.

Source: docs/formats/save-v1.md.

A host founds a game, and whoever gets its bytes can check them:

>>> from pbem.dice.rehearsal import RehearsalClient
>>> from pbem.save.invite import new_game
>>> from pbem.save.keyring import Keyring
>>> from pbem.save.trust import open_save
>>> from pbem.wire.signing import SigningKey
>>> key, game = SigningKey.generate(), bytes(16)
>>> save = new_game(
...     host="Ann", key=key, game=game, name="Our game", mode="rehearsal", rules="1",
...     scenario={}, options={}, seats={"Reds": "Ann"}, players={"Ann": key.public},
...     dice=(("rehearsal:example", RehearsalClient("example").register(game, key.public)),),
...     time=0,
... )
>>> data = save.to_bytes()
>>> opened = open_save(data)
>>> opened == save, opened.state
(True, 'inviting')

A key that is not pinned is named; where another key is pinned, the save is not opened:

>>> [(one.role, one.name) for one in opened.unconfirmed]
[('host', 'Ann')]
>>> open_save(data, Keyring({"Ann": SigningKey.generate().public}))
Traceback (most recent call last):
pbem.save.errors.KeyMismatchError: ...

Nor is a save of which a byte was changed:

>>> open_save(data[:-1] + bytes([data[-1] ^ 1]))
Traceback (most recent call last):
pbem.wire.errors.ChainError: ...
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from engine.values import dataclass, replace
from pbem.save import format as container
from pbem.save.keyring import Keyring
from pbem.save.ledger import Ledger
from pbem.save.record_parts import Attached, put_together
from pbem.save.records import (
    Genesis,
    Start,
    body_of,
)
from pbem.save.step import frame_steps, step, turn_steps
from pbem.save.trusted_save import TrustedSave, freeze, resume
from pbem.save.unpacking import Packed, unpack
from pbem.wire.errors import ChainError, SaveError
from pbem.wire.signing import SigningKey, Verifier


@dataclass(frozen=True, slots=True)
class Inspection:
    """What could be verified, and what was wrong after it: for looking at the last good state."""

    save: TrustedSave | None
    error: SaveError | None


Scenarios: TypeAlias = Callable[[bytes], bytes | None]
"""Scenarios that a reader has, in canonical msgpack by their hash."""


Known: TypeAlias = Callable[[tuple[bytes, ...]], TrustedSave | None]
"""What a reader has verified before of the game in these frames: no turn in it is under way."""


def open_save(
    data: bytes,
    keyring: Keyring | None = None,
    scenarios: Scenarios | None = None,
    known: Known | None = None,
) -> TrustedSave:
    """Verify a save file completely; the error of the first bad record otherwise.

    Raises any SaveError, by exit code: NotASaveError 3, ChainError 4, KeyMismatchError 5,
    DiceError 7, OutOfTurnError 8.
    """
    inspection = inspect_save(data, keyring, scenarios, known)
    if inspection.error is not None:
        raise inspection.error
    if inspection.save is None:
        raise ChainError("wrong-stage", "there is no genesis record")
    return inspection.save


def inspect_save(
    data: bytes,
    keyring: Keyring | None = None,
    scenarios: Scenarios | None = None,
    known: Known | None = None,
) -> Inspection:
    """Like `open_save`, but keeps the verified part before the first bad record.

    known: what it gives was verified before with the same keyring and scenario, or is not used; it
    stands for the turns that the file begins with and for nothing after them (ADR 0035).
    """
    ledger, played = Ledger(keyring or Keyring(), Verifier()), b""
    error: SaveError | None = None
    try:
        begun = _Begun(ledger, container.parse(data, container.SAVE).records)
        if known is not None:
            begun = _taken_up(begun, known(begun.frames), scenarios)
        ledger, played = begun.ledger, begun.played
        for longer in _steps(begun):
            ledger = longer
    except SaveError as caught:
        error = caught
    if not ledger.history:
        return Inspection(None, error)
    save = replace(freeze(ledger), played=played)
    if save.scenario is None and scenarios is not None:
        save = replace(save, known_scenario=scenarios(save.genesis.scenario))
    return Inspection(save, error)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A ledger, and what it has yet to take: first the turns `later` of the frame `packed`.

    played: what `TrustedSave.played` will be.
    """

    ledger: Ledger
    frames: tuple[bytes, ...]
    played: bytes = b""
    later: tuple[tuple[Packed, ...], ...] = ()
    packed: bytes = b""


def _taken_up(begun: _Begun, before: TrustedSave | None, scenarios: Scenarios | None) -> _Begun:
    """With the part of a file that was verified before, if there is any."""
    if before is None or before.keyring != begun.ledger.keyring:
        return begun
    wanted: bytes | None = None
    if scenarios is not None and before.entries[0].attached.scenario is None:
        wanted = scenarios(before.genesis.scenario)
    if before.known_scenario != wanted:
        return begun
    opening = tuple(entry.raw for entry in before.entries[: before.start_index + 1])
    if begun.frames[: len(opening)] != opening:
        return begun
    frames = begun.frames[len(opening) :]
    ledger = resume(before)
    if not before.packed or frames[:1] == (before.packed,):
        return _Begun(ledger, frames[bool(before.packed) :], before.played)
    turns = _later_turns(before, frames[0]) if frames else None
    if turns is None:
        return begun
    return _Begun(replace(ledger, packed=b""), frames[1:], before.played, turns, frames[0])


def _later_turns(before: TrustedSave, frame: bytes) -> tuple[tuple[Packed, ...], ...] | None:
    """The turns of a frame after those of `before`; None when it does not begin with those.

    Their bytes are compared and not their values, of which some are equal without being the same.
    """
    start = before.entries[before.start_index].record
    if not container.is_packed(frame) or not isinstance(start, Start):
        return None
    try:
        old, new = (unpack(one, start.time, len(before.sources)) for one in (before.packed, frame))
    except SaveError:
        return None
    shared = new[: len(old)]
    is_same = msgspec.msgpack.encode(shared) == msgspec.msgpack.encode(old)
    return new[len(old) :] if is_same else None


def found_game(
    genesis: Genesis, key: SigningKey, scenario: bytes | None, keyring: Keyring | None = None
) -> TrustedSave:
    """A save that holds nothing but this genesis, signed by the host and checked like any other.

    scenario: its tree, to be attached.
    """
    kind, body = body_of(genesis)
    raw = put_together(kind, body, key.public, key.sign(kind, body), Attached(scenario=scenario))
    return freeze(step(Ledger(keyring or Keyring(), Verifier()), raw))


def _steps(begun: _Begun) -> Iterator[Ledger]:
    """The ledger after every record and closed turn that it has yet to take; raises SaveError.

    Closed turns are nowhere but in packed turns, and those come once.
    """
    ledger = begun.ledger
    if begun.later:
        for longer in turn_steps(ledger, begun.later, begun.packed):
            yield (ledger := longer)
    for frame in begun.frames:
        if not container.is_packed(frame):
            yield (ledger := step(ledger, frame, can_end=False))
            continue
        for longer in frame_steps(ledger, frame):
            yield (ledger := longer)
