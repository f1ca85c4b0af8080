"""Attacks of a stranger on a dice server: what can be sent without a player's key."""

from pathlib import Path

import pytest

from pbem.dice.authority import Authority
from pbem.dice.server.endpoints import ParsedRequest, Service
from pbem.dice.server.errors import RefusalError
from pbem.dice.server.limits import UNLIMITED, Rate, RateLimits
from pbem.dice.server.wire import MSGPACK, parse_body
from pbem.dice.sqlite import FolderStore
from pbem.wire.canonical import encode
from pbem.wire.errors import DiceError, SaveError
from pbem.wire.signing import SigningKey
from tests.support.dicegame import DiceGame, new_game_at

HOME, ELSEWHERE = "192.0.2.1", "198.51.100.7"
LIMITS = RateLimits(address=UNLIMITED, player=Rate(0.001, 3), registrations=UNLIMITED)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(Authority(FolderStore(tmp_path), lambda: 1, chain_length=100), LIMITS)


@pytest.fixture
def game(service: Service) -> DiceGame:
    return new_game_at(service.authority)


def asked(address: str, **body: bytes) -> ParsedRequest:
    return ParsedRequest(body, {}, {}, address)


def test_old_requests_of_a_player_sent_again_from_elsewhere_do_not_use_up_their_limit(
    service: Service, game: DiceGame
) -> None:
    """Every request is in every save, signed, so anybody has some."""
    request = game.request(1)
    ask = service.authority.ask
    first = ask(service.roll(asked(HOME, request=request)))
    for _ in range(3):
        assert ask(service.roll(asked(ELSEWHERE, request=request))) == first
    with pytest.raises(RefusalError) as caught:
        service.authority.ask(service.roll(asked(ELSEWHERE, request=request)))
    assert caught.value.status == 429
    assert ask(service.roll(asked(HOME, request=game.request(2))))
    assert ask(service.close(asked(HOME, request=game.closing(3, 1))))


def test_a_game_id_is_registered_first_by_somebody_else(service: Service, game: DiceGame) -> None:
    """The id is random and first heard of when it is registered; later nobody can take it over."""
    thief = SigningKey.generate()
    with pytest.raises(DiceError) as caught:
        service.register(asked(ELSEWHERE, game=game.game, host=thief.public))
    assert caught.value.code == "game-registered"
    mine = service.register(asked(ELSEWHERE, game=game.game, host=game.host.public))
    assert mine["commitment"] == game.raw_commitment


def test_seats_are_named_by_a_stranger_or_a_player(service: Service, game: DiceGame) -> None:
    fresh = bytes(16)
    host = SigningKey.generate()
    service.register(asked(HOME, game=fresh, host=host.public))
    for key in (SigningKey.generate(), game.player):
        seats = {
            "game": fresh,
            "head": bytes(32),
            "kind": "seats",
            "turn": 1,
            "seats": {"X": key.public},
        }
        raw = key.seal("seats", encode(seats))
        with pytest.raises(DiceError) as caught:
            service.seats(asked(ELSEWHERE, registration=raw))
        assert caught.value.code == "registration-bad-signature"


def test_the_host_names_other_seats_once_the_game_goes_on(service: Service, game: DiceGame) -> None:
    other = SigningKey.generate()
    seats = {"game": game.game, "head": bytes(32), "kind": "seats", "turn": 1}
    raw = game.host.seal("seats", encode({**seats, "seats": {"Germans": other.public}}))
    with pytest.raises(DiceError) as caught:
        service.seats(asked(HOME, registration=raw))
    assert caught.value.code == "seats-registered"


def test_a_request_of_a_player_for_another_nation(service: Service, game: DiceGame) -> None:
    for signed, door in (
        (game.request(1, nation="Russians"), service.roll),
        (game.closing(1, 1, nation="Russians"), service.close),
    ):
        with pytest.raises(DiceError) as caught:
            service.authority.ask(door(asked(HOME, request=signed)))
        assert caught.value.code.endswith("-wrong-signer")
    assert service.authority.journal(game.game) == ()


def test_a_refusal_does_not_tell_whose_key_would_do(service: Service, game: DiceGame) -> None:
    """What a stranger reads holds no keys, no seeds and no paths of the server."""
    stranger = SigningKey.generate()
    with pytest.raises(DiceError) as caught:
        request = DiceGame(game.game, stranger, stranger, b"").request(1)
        service.authority.ask(service.roll(asked(ELSEWHERE, request=request)))
    said = str(caught.value)
    assert game.player.public.hex()[:8] not in said
    assert "/" not in said


@pytest.mark.parametrize(
    "bomb",
    [
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\x81\xa7request" + b"\x91" * 90_000,
        b"\x81\xa7request\xc6\xff\xff\xff\xff",
        b"\x81\xa7request\xdb\x7f\xff\xff\xff" + b"a" * 100,
    ],
)
def test_a_body_that_claims_to_be_huge_or_deep(bomb: bytes) -> None:
    with pytest.raises(RefusalError) as caught:
        parse_body(bomb, MSGPACK, {"request"})
    assert (caught.value.status, caught.value.code) == (400, "body-malformed")


@pytest.mark.parametrize("bomb", [b"[" * 90_000, b'{"request":' * 20_000, b"9" * 90_000])
def test_json_that_is_deep_or_a_huge_number(bomb: bytes) -> None:
    with pytest.raises(RefusalError) as caught:
        parse_body(bomb, "application/json", {"request"})
    assert (caught.value.status, caught.value.code) == (400, "body-malformed")


def test_the_same_request_signed_by_a_thief_of_nothing(service: Service, game: DiceGame) -> None:
    """A stranger signs a player's request anew: the answer is not even repeated to them."""
    signed = game.request(1)
    service.authority.ask(service.roll(asked(HOME, request=signed)))
    thief = DiceGame(game.game, game.host, SigningKey.generate(), b"")
    with pytest.raises(SaveError) as caught:
        service.authority.ask(service.roll(asked(ELSEWHERE, request=thief.request(1))))
    assert caught.value.code == "request-wrong-signer"
