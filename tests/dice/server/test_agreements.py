"""Seats and keys that an agreement changes, reported to a dice server over HTTP."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.dice.authorities import Authorities
from pbem.dice.http import ServerClient
from pbem.motions.consent import make_consent
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.play.session import Session
from pbem.replay import read_position
from pbem.save.audit import audit_dice
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey
from tests.support.agreeing import agree, proposed
from tests.support.diceserver import DiceServer, dice_server
from tests.support.paper_game import spec
from tests.support.table import AXIS, CLOCK, Table, give, key_of, pass_turn, table

ANN, BEN, CAT, DAN = key_of("Ann"), key_of("Ben"), key_of("Cat"), key_of("Dan")
SEATS = tuple(sorted(AXIS))
SUBSTITUTION = Substitution(SEATS, BEN.public, "Cat", CAT.public, False)
KEY_CHANGE = KeyChange(BEN.public, CAT.public, False)
both_kinds = pytest.mark.parametrize(
    ("what", "keys"),
    [(SUBSTITUTION, (BEN, CAT, ANN)), (KEY_CHANGE, (BEN, CAT))],
    ids=["substitution", "key change"],
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[DiceServer]:
    with dice_server(tmp_path / "server", "--chain", "300", "--no-limits") as running:
        yield running


@pytest.fixture
def game(server: DiceServer, tmp_path: Path) -> Table:
    """After the first turn, so that Ben is to move."""
    made = table(tmp_path, client=ServerClient(server.address))
    pass_turn(made.session())
    return made


def code_for(game: Table, key: SigningKey) -> str:
    """What becomes of a request for the Germans' next dice that a key has signed: "" for dice."""
    request = game.save.request("Germans", spec())
    try:
        game.dice.roll(request.sign(key))
    except DiceError as error:
        return error.code
    return ""


def refusal_of(game: Table, record: bytes) -> str:
    with pytest.raises(DiceError) as caught:
        game.dice.register_seats(record)
    assert caught.value.exit_code == 7
    return caught.value.code


@both_kinds
def test_whoever_holds_the_seat_after_an_agreement_plays_on(
    game: Table, server: DiceServer, what: Motion, keys: tuple[SigningKey, ...]
) -> None:
    """Their program hands the record in by itself; the server knows it also after a crash."""
    game.save = agree(game.save, what, *keys, by=BEN)

    def keep(save: TrustedSave) -> None:
        game.save = save

    session = Session(read_position(game.save), CAT, Authorities((game.dice,)), keep, lambda: CLOCK)
    give(session, "done", "done", "move 2 infantry: Finland > Karelija")
    pass_turn(session)
    journal = game.dice.journal(game.save.genesis.game)
    assert {"roll", "closing"} <= {entry.event for entry in journal}
    assert audit_dice(game.save, journal) == ()
    server.kill()
    server.start()
    assert code_for(game, BEN) == "request-wrong-signer"
    assert code_for(game, CAT) == ""


@both_kinds
def test_an_agreement_is_taken_only_whole(
    game: Table, what: Motion, keys: tuple[SigningKey, ...]
) -> None:
    record = agree(game.save, what, *keys).entries[-1].raw
    spoilt = bytearray(record)
    spoilt[len(record) // 2] ^= 1
    assert refusal_of(game, bytes(spoilt)) in {"agreement-refused", "registration-malformed"}
    assert refusal_of(game, record[:-1]) in {"agreement-refused", "registration-malformed"}
    assert code_for(game, CAT) == "request-wrong-signer"
    game.dice.register_seats(record)
    assert code_for(game, BEN) == "request-wrong-signer"
    assert code_for(game, CAT) == ""


def test_an_agreement_without_all_consents_is_refused_over_http(game: Table) -> None:
    """The log would refuse it as well, so the record is made by hand."""
    for what, keys in ((SUBSTITUTION, (ANN, CAT)), (KEY_CHANGE, (BEN,))):
        proposal = proposed(game.save, what, keys[0])
        body = {
            "consents": [make_consent(proposal, key, time=CLOCK).raw for key in keys[1:]],
            "kind": "agreement",
            "open": [],
            "prev": game.save.head,
            "proposal": proposal.raw,
            "time": CLOCK,
        }
        assert refusal_of(game, ANN.seal("agreement", encode(body))) == "agreement-refused"
    assert code_for(game, BEN) == ""


def test_agreements_come_one_after_the_other_and_an_old_one_again_changes_nothing(
    game: Table,
) -> None:
    first = agree(game.save, SUBSTITUTION, BEN, CAT, ANN)
    both = agree(first, KeyChange(CAT.public, DAN.public, False), CAT, DAN, number=1)
    one, two = (entry.raw for entry in both.entries[-2:])
    assert refusal_of(game, two) == "agreement-refused"
    for record in (one, two, one):
        game.dice.register_seats(record)
    assert [code_for(game, key) for key in (BEN, CAT, DAN)] == ["request-wrong-signer"] * 2 + [""]
