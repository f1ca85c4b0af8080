"""The secrets of an authority: its signing keys and the seeds of its games, all sealed.

Of a chain every 256th seed is kept, and the last; the others are hashed down from those.

Source: docs/formats/dice-v1.md, section "One answer for ever".
"""

from collections.abc import Sequence
from typing import TypeAlias

from pbem.dice.bounded_cache import Recent
from pbem.dice.protocol import earlier_seeds
from pbem.dice.rows import blob, integer
from pbem.dice.schema import Execute
from pbem.dice.sealing import Sealer
from pbem.wire.errors import DiceError

CHECKPOINT = 256
Seeds: TypeAlias = Recent[tuple[bytes, int], tuple[bytes, ...]]
"""By game and first index: the seeds from there up to the next one that is kept."""


class Vault:
    """The secrets within one transaction."""

    def __init__(self, execute: Execute, sealer: Sealer, seeds: Seeds) -> None:
        """seeds: the ones that were hashed lately."""
        self._execute = execute
        self._sealer = sealer
        self._seeds = seeds
        self._keys: int | None = None

    def signing_secrets(self) -> tuple[bytes, ...]:
        """The authority's own Ed25519 secrets; the last one signs for new games."""
        rows = self._execute("SELECT number, secret FROM signing_key ORDER BY number", ())
        return tuple(self._sealer.open(blob(row[1]), _key_place(integer(row[0]))) for row in rows)

    def statements(self) -> tuple[bytes | None, ...]:
        """For each of those secrets: the statement that introduces it, signed by the one before."""
        rows = self._execute("SELECT statement FROM signing_key ORDER BY number", ())
        return tuple(None if row[0] is None else blob(row[0]) for row in rows)

    def number_of_keys(self) -> int:
        """How many secrets of its own the authority has."""
        if self._keys is None:
            self._keys = integer(self._execute("SELECT max(number) FROM signing_key", ())[0][0])
        return self._keys

    def add_signing_secret(self, secret: bytes, statement: bytes | None = None) -> None:
        """Add a secret of the authority, which signs from now on.

        statement: by the key before it, None for the first.
        """
        self._keys = None
        rows = self._execute("SELECT coalesce(max(number), 0) FROM signing_key", ())
        number = integer(rows[0][0]) + 1
        sealed = self._sealer.seal(secret, _key_place(number))
        self._execute("INSERT INTO signing_key VALUES (?, ?, ?)", (number, sealed, statement))

    def add_chain(self, game: bytes, chain: Sequence[bytes]) -> None:
        """Keep the seeds of a new game, s[0] to the last."""
        length = len(chain) - 1
        for index in sorted({*range(0, length + 1, CHECKPOINT), length}):
            sealed = self._sealer.seal(chain[index], _seed_place(game, index))
            self._execute("INSERT INTO seed VALUES (?, ?, ?)", (game, index, sealed))

    def seed(self, game: bytes, index: int) -> bytes:
        """s[index], hashed down from the next kept seed above it."""
        first = 0 if index == 0 else (index - 1) // CHECKPOINT * CHECKPOINT + 1
        seeds = self._seeds.get((game, first), lambda: self._seeds_from(game, first))
        if index - first >= len(seeds):
            raise _no_seed()
        return seeds[index - first]

    def _seeds_from(self, game: bytes, first: int) -> tuple[bytes, ...]:
        rows = self._execute(
            "SELECT idx, seed FROM seed WHERE game = ? AND idx >= ? ORDER BY idx LIMIT 1",
            (game, first),
        )
        if not rows:
            raise _no_seed()
        kept = integer(rows[0][0])
        last = self._sealer.open(blob(rows[0][1]), _seed_place(game, kept))
        return tuple(reversed(earlier_seeds(last, kept - first)))

    def reseal(self, after: tuple[bytes, int], most: int) -> tuple[bytes, int] | None:
        """Seal the next seeds anew, with the sealer's newest key.

        after: game and index of the last one done, (b"", 0) to begin; the place to go on from, or
        None when all are done.
        """
        game, index = after
        rows = self._execute(
            "SELECT game, idx, seed FROM seed WHERE game > ? OR (game = ? AND idx > ?) "
            "ORDER BY game, idx LIMIT ?",
            (game, game, index, most),
        )
        for row in rows:
            game, index = blob(row[0]), integer(row[1])
            place = _seed_place(game, index)
            sealed = self._sealer.seal(self._sealer.open(blob(row[2]), place), place)
            self._execute(
                "UPDATE seed SET seed = ? WHERE game = ? AND idx = ?", (sealed, game, index)
            )
        return (game, index) if len(rows) == most else None

    def reseal_signing_secrets(self) -> None:
        """Seal the authority's own secrets anew, with the sealer's newest key."""
        for number, secret in enumerate(self.signing_secrets(), 1):
            sealed = self._sealer.seal(secret, _key_place(number))
            self._execute("UPDATE signing_key SET secret = ? WHERE number = ?", (sealed, number))


def _no_seed() -> DiceError:
    return DiceError("chain-exhausted", "the authority has no more seeds for this game")


def _seed_place(game: bytes, index: int) -> bytes:
    """What a seed is sealed with, so that it cannot be put in another place."""
    return b"pbem/v1/seed-place\0" + game + index.to_bytes(4, "big")


def _key_place(number: int) -> bytes:
    return b"pbem/v1/signing-key-place\0" + number.to_bytes(4, "big")
