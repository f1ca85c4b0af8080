"""Who holds which seat of a game under which key: now, and before every record.

Source: docs/formats/save-v1.md, section "Verification"; docs/formats/consent-v1.md for what changes
after the start.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.values import dataclass, replace
from pbem.motions.motion import Handover
from pbem.save.records import Genesis, Join
from pbem.text import quoted
from pbem.wire.errors import ASK_AGAIN, ChainError, KeyMismatchError, OutOfTurnError


@dataclass(frozen=True, slots=True)
class Tenure:
    """`player` holds the seat of `nation` under `key` from record number `since` on."""

    nation: str
    player: str
    key: bytes
    since: int


@dataclass(frozen=True)
class Holders:
    """Who plays: `seats` nation -> player, `players` name -> key, and the host's key.

    A seat has no player, and a player no key, only before the start.  `spans`: everybody who ever
    held a seat, in order; empty until the start.
    """

    seats: Mapping[str, str | None]
    players: Mapping[str, bytes]
    host: bytes
    spans: tuple[Tenure, ...] = ()

    @classmethod
    def of(cls, genesis: Genesis) -> "Holders":
        """Those whom the host has seated, with the keys that are known."""
        players = {name: key for name, key in genesis.players.items() if key is not None}
        return cls(dict(genesis.seats), players, genesis.host_key)

    @cached_property
    def ever(self) -> frozenset[tuple[str, bytes]]:
        """Every seat with every key that holds it or once held it."""
        return frozenset((span.nation, span.key) for span in self.spans)

    def keys(self) -> dict[str, bytes]:
        """Key by seat, for the seats whose player has one."""
        return {
            nation: self.players[player]
            for nation, player in self.seats.items()
            if player is not None and player in self.players
        }

    def check_seat(self, nation: str, signer: bytes) -> None:
        """Raise OutOfTurnError `wrong-seat` or KeyMismatchError `unknown-key` unless `signer` holds
        the seat."""
        player = self.seats.get(nation)
        if player is not None and self.players.get(player) == signer:
            return
        known = [name for name, key in self.players.items() if key == signer]
        if not known:
            raise stranger()
        name = quoted(known[0])
        raise OutOfTurnError(
            "wrong-seat",
            f"{name} signed for {quoted(nation)}, a seat that {name} does not hold",
            ASK_AGAIN,
        )

    def check_join(self, join: Join) -> None:
        """Raise ChainError `join-twice`, `seat-taken` or `wrong-seats` unless the seats fit."""
        if join.player in self.players:
            raise ChainError(
                "join-twice",
                f"{quoted(join.player)} already has a key in this game",
                "If there are two people of that name, one must choose another.",
            )
        wanted = [nation for nation, player in self.seats.items() if player == join.player]
        for nation in join.seats:
            if nation not in self.seats or self.seats[nation] not in (None, join.player):
                raise ChainError(
                    "seat-taken", f"the seat {quoted(nation)} is not free for {quoted(join.player)}"
                )
        if not set(wanted) <= set(join.seats):
            raise ChainError("wrong-seats", "it leaves out a seat that was kept for this player")

    def holder_before(self, nation: str, record: int) -> Tenure | None:
        """Who held a seat just before a record; None when there is no such seat."""
        held = [span for span in self.spans if span.nation == nation and span.since < record]
        return held[-1] if held else None

    def joined(self, join: Join) -> "Holders":
        """With one more player in their seats."""
        seats = {**self.seats, **dict.fromkeys(join.seats, join.player)}
        return replace(self, seats=seats, players={**self.players, join.player: join.key})

    def begun(self, at: int) -> "Holders":
        """From the start on, which is record number `at`; ChainError `seat-open`."""
        if any(player not in self.players for player in self.seats.values()):
            raise ChainError("seat-open", "a seat is still open", "Wait for the last player.")
        return replace(self, spans=self._spans_of([*self.seats], at))

    def after(self, change: Handover, at: int) -> "Holders":
        """The holders after an agreement that record number `at` holds."""
        changed = [nation for nation, key in self.keys().items() if change.takes(nation, key)]
        if change.is_of_key:
            players = {n: change.key if k == change.old else k for n, k in self.players.items()}
            host = change.key if self.host == change.old else self.host
            following = replace(self, players=players, host=host)
        else:
            seats = {n: change.player if n in change.seats else p for n, p in self.seats.items()}
            seated = {**self.players, change.player: change.key}
            players = {name: key for name, key in seated.items() if name in seats.values()}
            following = replace(self, seats=seats, players=players)
        return replace(following, spans=(*self.spans, *following._spans_of(changed, at)))

    def _spans_of(self, nations: Sequence[str], since: int) -> tuple[Tenure, ...]:
        """The spans of these seats that begin with a record."""
        keys = self.keys()
        return tuple(
            Tenure(nation, self.seats[nation] or "", keys[nation], since) for nation in nations
        )


def stranger() -> KeyMismatchError:
    """The error of a record signed by nobody in the game."""
    return KeyMismatchError(
        "unknown-key", "it is signed by a key that nobody in this game holds", ASK_AGAIN
    )
