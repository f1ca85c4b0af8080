"""A started game with two dice authorities, each of which can be out of reach."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import RULES_VERSION, tree_from_definition
from pbem.dice.authorities import AnswerFile, Authorities
from pbem.dice.client import EmbeddedClient
from pbem.dice.protocol import DiceRequest, verify_commitment
from pbem.dice.rows import JournalEntry
from pbem.play.session import Session
from pbem.replay import read_position, spec_of
from pbem.save.ending import EndingFile
from pbem.save.errors import DiceUnavailableError
from pbem.save.invite import new_game
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import Verifier
from tests.support.table import AXIS, CLOCK, GAME, NATIONS, big_world, key_of, to_next_dice

ATTACK = ("done", "done", "move 3 infantry, 1 fighter: Karelija > Finland", "done")
HOST = key_of("Ann")


class Away(EmbeddedClient):
    """An authority that can be out of reach."""

    is_away = False

    def _check(self) -> None:
        if self.is_away:
            raise DiceUnavailableError("dice-server-unavailable", "nobody answers")

    def roll(self, signed_request: bytes, ticket: bytes = b"", ask: bytes = b"") -> bytes:
        self._check()
        return super().roll(signed_request, ticket, ask)

    def ticket(self, signed_request: bytes) -> bytes:
        self._check()
        return super().ticket(signed_request)

    def close(self, signed_request: bytes) -> bytes:
        self._check()
        return super().close(signed_request)

    def journal(self, game: bytes) -> tuple[JournalEntry, ...]:
        self._check()
        return super().journal(game)

    def register_seats(self, registration: bytes) -> bytes:
        self._check()
        return super().register_seats(registration)


class Pair:
    """A started game with two authorities, and what a player's computer keeps of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.first, self.second = authority(folder, "first"), authority(folder, "second")
        self.clients = [self.first, self.second]
        one = self.first.register(GAME, HOST.public)
        two = self.second.register(GAME, HOST.public, verify_commitment(one, Verifier()).authority)
        self.save = founded((("embedded", one), ("https://dice.example.org", two)))
        for client in (self.first, self.second):
            client.register_seats(self.save.seat_registration(HOST))

    def session(self) -> Session:
        """A new run of the program, which knows only what is on the disk."""
        position = read_position(self.save)
        dice = Authorities(self.clients, AnswerFile(self.folder / "answer"))
        key = key_of("Ben" if position.nation in AXIS else "Ann")
        ending = EndingFile(self.folder / "ending")
        return Session(position, key, dice, self.keep, lambda: CLOCK, ending=ending)

    def keep(self, save: TrustedSave) -> None:
        self.save = save

    def request(self, by: str = "Ann", **changes: object) -> tuple[DiceRequest, bytes]:
        """A request that waits for dice at the newest head, and the same signed."""
        position = read_position(self.save)
        waiting = position.step.waiting
        request = self.save.request(position.nation, spec_of(waiting))
        request = replace(request, **changes) if changes else request
        return request, request.sign(key_of(by))


def authority(folder: Path, name: str) -> Away:
    return Away(folder / name, lambda: CLOCK, chain_length=256)


def founded(dice: tuple[tuple[str, bytes], ...]) -> TrustedSave:
    ben = key_of("Ben")
    return new_game(
        host="Ann",
        key=HOST,
        game=GAME,
        name="Test game",
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_from_definition(big_world()),
        options={},
        seats={nation: "Ben" if nation in AXIS else "Ann" for nation in NATIONS},
        players={"Ann": HOST.public, "Ben": ben.public},
        dice=dice,
        time=CLOCK,
    ).append_start(HOST, time=CLOCK)


def to_dice(pair: Pair) -> Session:
    """The first turn, up to the moment at which its dice are wanted; nothing is rolled yet."""
    session = pair.session()
    to_next_dice(session, *ATTACK)
    return session


def orders_only(pair: Pair) -> None:
    """The orders of the first turn in the log; the dice were asked for and nobody answered."""
    session = to_dice(pair)
    pair.first.is_away = True
    with pytest.raises(DiceUnavailableError):
        session.roll()
    pair.first.is_away = False
