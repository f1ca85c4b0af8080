"""Attacks on the relay of a dice server: who puts what there, and who gets it."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.authority import Authority
from pbem.dice.relay import DAY, Relay, RelayBounds
from pbem.dice.relay_requests import (
    MAX_RELAYED,
    RelayAsk,
    RelayPut,
    file_hash,
    open_ask,
    open_put,
)
from pbem.dice.server.endpoints import ParsedRequest, Service
from pbem.dice.server.errors import RefusalError
from pbem.dice.server.group import GroupStore
from pbem.dice.server.limits import UNLIMITED, Rate, RateLimits
from pbem.dice.turn_state import open_state
from pbem.motions.key_change import KeyChange
from pbem.motions.substitution import Substitution
from pbem.save.invite import new_game
from pbem.save.observers import Observer, ObserverList, observers_file
from pbem.save.relay_reader import VerifyingReader
from pbem.save.trusted_save import TrustedSave
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.signing import SigningKey, Verifier
from tests.support.agreeing import agree
from tests.support.table import AXIS, CLOCK, GAME, Table, key_of, pass_turn, table

ANN, BEN, CAT, EVE = key_of("Ann"), key_of("Ben"), key_of("Cat"), key_of("Eve")
CLUB = "club@example.org"


class At:
    """A relay and the game that it serves; it is always `now` there."""

    def __init__(self, store: GroupStore, folder: Path, size: int = 1_000_000) -> None:
        self.now = CLOCK
        self.authority = Authority(store, lambda: self.now, chain_length=256)
        self.relay = Relay(store, VerifyingReader(), RelayBounds(size, 180), lambda: self.now)
        self.game: Table = table(folder, client=self.authority)

    def put(
        self,
        save: TrustedSave,
        key: SigningKey,
        data: bytes = b"",
        listed: bytes = b"",
        **changes: bytes,
    ) -> None:
        data = data or save.to_bytes()
        asked = RelayPut(save.genesis.game, save.head, file_hash(data))
        put, signer = self.relay.read_put(replace(asked, **changes).sign(key))
        self.relay.put(put, signer, data, listed)

    def ask(
        self, save: TrustedSave, key: SigningKey, address: str = "", listed: bytes = b""
    ) -> bytes:
        signed = RelayAsk(GAME, save.head, address).sign(key)
        return self.relay.ask(*self.relay.read_ask(signed), listed).save

    def heads(self) -> tuple[bytes, ...]:
        return self.relay.heads([GAME])[0]

    def later(self, turns: int = 1) -> TrustedSave:
        """The save after so many more turns."""
        for _ in range(turns):
            self.game.save = pass_turn(self.game.session())
        return self.game.save


@pytest.fixture
def at(store: GroupStore, tmp_path: Path) -> At:
    return At(store, tmp_path / "authority")


def refused(code: str, *call: object) -> None:
    doing, *given = call
    assert callable(doing)
    with pytest.raises(SaveError) as caught:
        doing(*given)
    assert caught.value.code == code, caught.value


def test_who_plays_puts_a_save_and_the_others_get_the_very_bytes(at: At) -> None:
    save = at.later()
    at.put(save, ANN)
    assert at.heads() == (save.head,)
    assert at.ask(save, BEN) == save.to_bytes()


def test_a_stranger_puts_or_asks(at: At) -> None:
    save = at.later()
    refused("relay-stranger", at.put, save, EVE)
    assert at.heads() == ()
    at.put(save, ANN)
    refused("relay-stranger", at.ask, save, EVE)
    refused("relay-stranger", at.ask, save, EVE, CLUB)


def test_a_signature_that_is_none(at: At) -> None:
    put = RelayPut(GAME, at.game.save.head, bytes(32)).sign(ANN)
    ask = RelayAsk(GAME, at.game.save.head).sign(ANN)
    for raw, door, name in ((put, open_put, "relay-put"), (ask, open_ask, "relay-ask")):
        with pytest.raises(DiceError) as caught:
            door(raw[:-1] + bytes([raw[-1] ^ 1]), Verifier())
        assert caught.value.code == f"{name}-bad-signature"
    # What was signed for one purpose is good for no other.
    refused("relay-ask-malformed", open_ask, put, Verifier())
    refused("relay-put-malformed", open_put, ask, Verifier())


def test_an_older_save_is_put_over_a_newer_one(at: At) -> None:
    """By the same player, such as from another computer, or by another one who wants it gone."""
    begun, older = at.game.save, at.later()
    newer = at.later()
    at.put(newer, ANN)
    for save in (begun, older):
        at.put(save, ANN)
        assert at.heads() == (newer.head,)
    at.put(older, BEN)
    assert at.heads() == (newer.head, older.head), "the longest game comes first"
    assert at.ask(newer, BEN) == newer.to_bytes()


def test_an_older_position_of_a_turn_is_put_over_a_newer_one(at: At) -> None:
    shorter = at.game.signed("Russians", [["done"]])
    longer = agree(shorter, KeyChange(ANN.public, CAT.public, False), ANN, CAT)
    at.put(longer, BEN)
    at.put(shorter, BEN)
    assert at.heads() == (longer.head,)


def test_a_longer_log_that_is_signed_and_false_hides_nothing(at: At) -> None:
    """A relay plays nothing, so it keeps orders that no engine takes; beside the true ones."""
    save = at.later()
    at.put(save, ANN)
    false = at.game.signed("Germans", [["move", "everything", "Moscow"]])
    at.put(false, BEN)
    assert set(at.heads()) == {save.head, false.head}
    assert at.ask(save, BEN) == save.to_bytes()


def test_two_ways_of_telling_a_turn_stay_apart_and_are_bounded(at: At) -> None:
    """Each player has one place; so no player fills that of another one."""
    save = at.later()
    one = at.game.signed("Germans", [["done"]])
    others = [at.game.signed("Germans", [["done"]] * number) for number in range(2, 7)]
    at.put(one, BEN)
    for other in others:
        at.put(other, BEN)
    assert at.heads() == (others[-1].head,), "of two ways of one player, the last"
    at.put(save, ANN)
    assert set(at.heads()) == {save.head, others[-1].head}


def test_a_file_that_was_altered_or_cut(at: At) -> None:
    save = at.later()
    data = save.to_bytes()
    for spoilt in (data[:-1], data[:-1] + bytes([data[-1] ^ 1]), b"\0", b"MZ" + data):
        with pytest.raises(SaveError):
            at.put(save, ANN, spoilt)
    refused("relay-unfit", at.relay.put, RelayPut(GAME, save.head, bytes(32)), ANN.public, data)
    assert at.heads() == ()


def test_a_save_of_another_game(at: At, store: GroupStore, tmp_path: Path) -> None:
    save = at.later()
    strange = new_game(
        host="Ann",
        key=ANN,
        game=bytes(16),
        name="Another",
        mode="mail",
        rules="1",
        scenario={},
        options={},
        seats={"Reds": "Ann"},
        players={"Ann": ANN.public},
        dice=(("embedded", at.authority.register(bytes(16), ANN.public)),),
        time=CLOCK,
    )
    refused("seats-unknown", at.put, strange, ANN)
    seated = at.authority.register_seats(strange.seat_registration(ANN))
    other = strange.append_start(ANN, time=CLOCK, seated=[seated])
    data = other.to_bytes()
    refused("relay-unfit", at.put, save, ANN, data)
    with pytest.raises(DiceError) as caught:
        at.put(other, ANN, data, game=bytes(15) + b"\1")
    assert caught.value.code == "game-unknown"
    at.put(other, ANN)
    refused("relay-moved", at.ask, other, ANN)
    # The same game and players, with dice that somebody else has committed to.
    elsewhere = table(tmp_path / "elsewhere")
    refused("relay-unfit", at.put, elsewhere.save, ANN)
    assert at.heads() == ()


def test_a_game_that_has_not_started(at: At) -> None:
    invitation = new_game(
        host="Ann",
        key=ANN,
        game=GAME,
        name="Test game",
        mode="mail",
        rules="1",
        scenario={},
        options={},
        seats={"Reds": "Ann", "Blues": None},
        players={"Ann": ANN.public},
        dice=(("embedded", at.authority.commitment(GAME)),),
        time=CLOCK,
    )
    refused("relay-not-started", at.put, invitation, ANN)


def test_a_save_that_is_too_large(at: At) -> None:
    save = at.later()
    refused("relay-too-large", at.put, save, ANN, bytes(MAX_RELAYED + 1))


def test_a_relay_that_is_full_refuses_and_forgets_only_what_is_old(
    store: GroupStore, tmp_path: Path
) -> None:
    room = len(table(tmp_path / "measured").save.to_bytes()) + 3_000
    at = At(store, tmp_path / "authority", size=room)
    save = at.later()
    at.put(save, ANN)
    refused("relay-full", at.put, save, BEN)
    newer = at.later()
    at.put(newer, ANN)
    assert at.heads() == (newer.head,), "in the place of the older one there is room"
    at.now += 181 * DAY
    newest = at.later()
    at.put(newest, BEN)
    assert at.heads() == (newest.head,), "nobody had put anything for half a year"


def test_a_flood_of_one_player_is_that_players(at: At) -> None:
    limits = RateLimits(address=UNLIMITED, player=UNLIMITED, relayed=Rate(0.001, 2))
    service = Service(at.authority, limits, at.relay)
    save = at.later()
    data = save.to_bytes()

    def put(key: SigningKey, address: str) -> None:
        request = RelayPut(GAME, save.head, file_hash(data)).sign(key)
        body = {"request": request, "save": data}
        service.relay_put(ParsedRequest(body, {}, {}, address))

    put(BEN, "192.0.2.1")
    put(BEN, "192.0.2.1")
    with pytest.raises(RefusalError) as caught:
        put(BEN, "192.0.2.1")
    assert caught.value.status == 429
    put(ANN, "192.0.2.1")
    put(BEN, "192.0.2.9")


def test_a_player_whose_seat_was_given_away_by_all(at: At) -> None:
    """They neither get what came after it nor put what was before it, and their save is gone."""
    save = at.later()
    at.put(save, BEN)
    mine = at.game.signed("Germans", [["done"]])
    change = Substitution(tuple(sorted(AXIS)), BEN.public, "Cat", CAT.public, absent=False)
    agreed = agree(save, change, ANN, BEN, CAT)
    at.put(agreed, ANN)
    assert at.heads() == (agreed.head,)
    refused("relay-stranger", at.put, save, BEN)
    refused("relay-stranger", at.put, mine, BEN)
    refused("relay-stranger", at.ask, agreed, BEN)
    assert at.ask(agreed, CAT) == agreed.to_bytes()
    # The authority hears of the change at Cat's first roll at the latest.
    at.authority.register_seats(agreed.entries[-1].raw)
    at.put(agreed, CAT)
    assert at.heads() == (agreed.head,)


def test_requests_that_are_sent_again_change_nothing_and_get_nothing_new(at: At) -> None:
    """Whoever has a copy of what was signed has no more than its own answer."""
    save = at.later()
    data = save.to_bytes()
    put = RelayPut(GAME, save.head, file_hash(data)).sign(ANN)
    ask = RelayAsk(GAME, save.head).sign(BEN)
    at.relay.put(*at.relay.read_put(put), data)
    assert at.relay.ask(*at.relay.read_ask(ask)).save == data
    newer = at.later()
    at.put(newer, ANN)
    at.relay.put(*at.relay.read_put(put), data)
    assert at.heads() == (newer.head,)
    with pytest.raises(DiceError) as caught:
        at.relay.ask(*at.relay.read_ask(ask))
    assert caught.value.code == "relay-moved"


def test_a_turn_that_was_there_to_be_fetched_puts_nobody_out(at: At) -> None:
    """The authority says since when: whoever did not look cannot say that it never came."""
    save = at.later()

    def shown(nation: str, turn: int) -> int:
        return open_state(at.authority.turn_state(GAME, nation, turn), Verifier())[0].shown

    assert shown("Russians", 1) == 0
    at.now += 10
    at.put(save, ANN)
    at.now += 10
    at.put(save, BEN)
    assert shown("Russians", 1) == CLOCK + 10
    assert shown("Germans", 1) == shown("Germans", 2) == 0
    at.now += 10
    at.put(at.later(), ANN)
    assert (shown("Russians", 1), shown("Germans", 2)) == (CLOCK + 10, CLOCK + 30)


def listed(save: TrustedSave, time: int, *addresses: str, by: SigningKey = ANN) -> bytes:
    people = tuple(Observer(address, address) for address in sorted(addresses))
    return observers_file(ObserverList(save.genesis_head, people, time), by)


def test_an_observer_shows_the_newest_list_once(at: At) -> None:
    save = at.later()
    first = listed(save, 1, CLUB)
    at.put(save, ANN, b"", first)
    refused("relay-stranger", at.ask, save, EVE, CLUB)
    refused("relay-stranger", at.ask, save, EVE, "eve@example.org", first)
    assert at.ask(save, EVE, CLUB, first) == save.to_bytes()
    assert at.ask(save, EVE, CLUB) == save.to_bytes()
    second = listed(save, 2, CLUB, "dan@example.org")
    at.put(save, ANN, b"", second)
    assert at.ask(save, EVE, CLUB) == save.to_bytes(), "still in the list"
    refused("relay-stranger", at.ask, save, CAT, CLUB, first)
    third = listed(save, 3, "dan@example.org")
    at.put(save, ANN, b"", third)
    for shown in (b"", first, second, third):
        refused("relay-stranger", at.ask, save, EVE, CLUB, shown)
    at.put(save, BEN, b"", second)
    refused("relay-stranger", at.ask, save, EVE, CLUB, second)


def test_a_list_of_observers_that_the_host_has_not_signed(at: At) -> None:
    save = at.later()
    at.put(save, ANN)
    for forged in (listed(save, 9, CLUB, by=BEN), listed(save, 9, CLUB, by=EVE)):
        refused("relay-stranger", at.ask, save, EVE, CLUB, forged)
        refused("relay-stranger", at.put, save, BEN, b"", forged)
    spoilt = listed(save, 9, CLUB)
    refused("file-damaged", at.ask, save, EVE, CLUB, spoilt[:-1] + bytes([spoilt[-1] ^ 1]))
