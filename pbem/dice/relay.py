"""The relay of an authority: it keeps the newest saves of its games for those who play or observe.

A save proves itself, so a relay is trusted with nothing but not to withhold it. Each player has a
place of their own in it: nobody can put anything in the place of what another one has put, neither
an older log nor one that is signed and false, and two ways of telling a turn stay apart.

Source: docs/formats/dice-v1.md, section "Relay"; docs/adr/0105.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.values import dataclass
from pbem.dice.protocol import verify_commitment
from pbem.dice.registration import known_game, seating_of
from pbem.dice.relay_requests import (
    MAX_LIST,
    MAX_RELAYED,
    ListFacts,
    RelayAsk,
    RelayPut,
    SaveFacts,
    SaveReader,
    file_hash,
    open_ask,
    open_put,
)
from pbem.dice.relayed import RelayedRow
from pbem.dice.store import Store, Work
from pbem.wire.errors import DiceError
from pbem.wire.signing import Verifier

DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class RelayBounds:
    """How much a relay keeps: bytes of all saves together, and days since a game last went on."""

    size: int
    days: int


@dataclass(frozen=True, slots=True)
class RelayedSave:
    """What is answered to whoever asks: a save, and the list of observers, b"" for none."""

    save: bytes
    observers: bytes


class Relay:
    """The relay of a store. `clock` gives Unix seconds."""

    def __init__(
        self, store: Store, reader: SaveReader, bounds: RelayBounds, clock: Callable[[], int]
    ) -> None:
        self._store = store
        self._reader = reader
        self._bounds = bounds
        self._clock = clock

    def heads(self, games: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
        """The heads of the saves that it has of each of these games, the longest log first; () for
        a game that it does not know.  games: at least one."""
        found = self._store.look(lambda work: work.relayed.heads(games))
        return tuple(tuple(dict.fromkeys(found[game])) for game in games)

    def read_put(self, signed: bytes) -> tuple[RelayPut, bytes]:
        """What is put, and the key of somebody who plays the game.

        Raises DiceError `relay-put-malformed`, `relay-put-bad-signature`, `game-unknown`,
        `seats-unknown`, `relay-stranger`.
        """
        put, signer = open_put(signed, Verifier())
        seating = self._store.look(lambda work: seating_of(known_game(work, put.game)))
        if signer not in (*seating.seats.values(), seating.host):
            raise _stranger()
        return put, signer

    def put(self, put: RelayPut, signer: bytes, data: bytes, observers: bytes = b"") -> None:
        """Keep a save in the place of what this player has put before, unless that is newer.

        put, signer: of `read_put`; observers: the newest list that the player knows.
        Raises DiceError `relay-too-large`, `relay-unfit`, `relay-stranger`, `relay-full`, and what
        is wrong with save or list.
        """
        if len(data) > MAX_RELAYED or len(observers) > MAX_LIST:
            raise DiceError(
                "relay-too-large",
                f"the relay takes a save of {MAX_RELAYED} bytes at most",
                "Hand it on by mail.",
            )
        if file_hash(data) != put.file:
            raise _unfit("it is not the file that was signed for")
        # Signatures and dice take their time, and nobody else should have to wait for it.
        facts = self._reader.save(data)
        if (facts.game, facts.head) != (put.game, put.head):
            raise _unfit("it is not the save that was signed for")
        listed = self._reader.observers(observers) if observers else None
        self._store.run(
            lambda work: self._keep(work, facts, signer, data, (listed, observers)), put.game
        )

    def read_ask(self, signed: bytes) -> tuple[RelayAsk, bytes]:
        """What is asked for, and by which key.

        Raises DiceError `relay-ask-malformed`, `relay-ask-bad-signature`.
        """
        return open_ask(signed, Verifier())

    def ask(self, ask: RelayAsk, signer: bytes, observers: bytes = b"") -> RelayedSave:
        """The save with a head, for whoever holds a seat by it, and for who observes its game.

        ask, signer: of `read_ask`; observers: the list that names whoever observes, which they
        show the first time.
        Raises DiceError `game-unknown`, `relay-moved`, `relay-stranger`, and what is wrong with the
        list.
        """
        listed = self._reader.observers(observers) if observers else None

        def find(work: Work) -> RelayedSave:
            known_game(work, ask.game)
            rows = work.relayed.rows(ask.game)
            row = next((row for row in rows if row.head == ask.head), None)
            if row is None:
                raise DiceError(
                    "relay-moved", "the relay has no save with this head", "Ask it again."
                )
            if listed is not None:
                _take_list(work, ask.game, rows, listed, observers)
            kept = work.relayed.listed(ask.game, row.genesis)
            file = kept.file if kept is not None else b""
            if signer not in row.holders:
                self._check_observer(work, ask, signer, file, observers)
            return RelayedSave(work.relayed.file(ask.game, row.signer), file)

        return self._store.run(find, ask.game)

    def _check_observer(
        self, work: Work, ask: RelayAsk, signer: bytes, kept: bytes, shown: bytes
    ) -> None:
        """DiceError `relay-stranger` unless a key observes; it is known once it has shown the
        newest list, so that who was removed from it cannot go on with an older one."""
        if not ask.address or not kept:
            raise _stranger()
        if work.relayed.is_observer(ask.game, ask.address, signer):
            return
        if shown != kept or ask.address not in self._reader.observers(kept).addresses:
            raise _stranger()
        work.relayed.add_observer(ask.game, ask.address, signer, self._clock())

    def _keep(
        self,
        work: Work,
        facts: SaveFacts,
        signer: bytes,
        data: bytes,
        listed: tuple[ListFacts | None, bytes],
    ) -> None:
        """Keep a verified save within a transaction."""
        now, kept = self._clock(), work.relayed
        promised = verify_commitment(known_game(work, facts.game).commitment, Verifier())
        if promised not in facts.commitments:
            raise _unfit("its dice are not those of this authority")
        kept.drop_older(now - self._bounds.days * DAY)
        rows = kept.rows(facts.game)
        _check_still_plays(rows, facts, signer)
        own = next((row for row in rows if row.signer == signer), None)
        kept.touch(facts.game, now)
        if own is None or _is_newer(facts, own):
            before = own.size if own is not None else 0
            if kept.size() - before + len(data) > self._bounds.size:
                raise DiceError(
                    "relay-full", "the relay has no room for another save", "Hand it on by mail."
                )
            kept.keep(facts, signer, data, now)
            kept.set_shown(facts.game, facts.closed, now)
            for row in rows:
                is_before = row.genesis == facts.genesis and row.changes < facts.changes
                if is_before and row.signer not in facts.holders:
                    kept.drop(facts.game, row.signer)
        if listed[0] is not None:
            _take_list(work, facts.game, kept.rows(facts.game), listed[0], listed[1])


def _check_still_plays(rows: Sequence[RelayedRow], facts: SaveFacts, signer: bytes) -> None:
    """DiceError `relay-stranger` for who holds no seat by the save, or by one in which all have
    agreed on as many changes or more."""
    later = (row for row in rows if row.genesis == facts.genesis and row.changes >= facts.changes)
    if signer not in facts.holders or any(signer not in row.holders for row in later):
        raise _stranger()


def _is_newer(facts: SaveFacts, own: RelayedRow) -> bool:
    """Whether a save takes the place of what the same player has put before."""
    if own.head in facts.heads:
        return own.head != facts.head
    if facts.turns != own.turns:
        # A turn is closed for one end only: of two ways, the one that went on.
        return facts.turns > own.turns
    return facts.head not in own.open_heads


def _take_list(
    work: Work, game: bytes, rows: Sequence[RelayedRow], listed: ListFacts, file: bytes
) -> None:
    """Keep a list of observers if the host has signed it and it is newer.

    Raises DiceError `relay-stranger` for a list that somebody else has signed.
    """
    of_game = [row for row in rows if row.genesis == listed.genesis]
    newest = max(of_game, key=lambda row: row.changes, default=None)
    if newest is None or newest.host != listed.by:
        raise _stranger()
    known = work.relayed.listed(game, listed.genesis)
    if known is None or known.time < listed.time:
        work.relayed.keep_list(game, listed, file)


def _stranger() -> DiceError:
    return DiceError(
        "relay-stranger",
        "the relay knows you neither as a player nor as an observer of this game",
        "Ask its host for the newest save.",
    )


def _unfit(reason: str) -> DiceError:
    return DiceError("relay-unfit", f"the relay does not take this save: {reason}")
