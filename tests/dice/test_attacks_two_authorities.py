"""Two dice authorities: both commit before the game, and both answer before a die is known.

The first answers without the second; the second only to the request that the first has answered.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.dice.log_head import answers_in, check_told, open_log_head
from pbem.dice.protocol import compute_dice, dice_key, open_receipt, verify_commitment
from pbem.dice.receipt_request import make_ask
from pbem.dice.rows import read_answer
from pbem.dice.tickets import make_ticket
from pbem.replay import read_position
from pbem.save.audit import audit_dice
from pbem.save.errors import DiceError, DiceUnavailableError
from pbem.save.records import Roll, VoidRoll
from pbem.save.trust import open_save
from pbem.wire.signing import SigningKey, Verifier
from tests.support.paper_game import spec
from tests.support.table import (
    AXIS,
    CLOCK,
    GAME,
    key_of,
    pass_turn,
    to_next_dice,
)
from tests.support.two_authorities import ATTACK, HOST, Away, Pair, founded, orders_only, to_dice


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return Pair(tmp_path)


def code_of(error: pytest.ExceptionInfo[DiceError]) -> str:
    return error.value.code


def test_a_die_follows_from_both_secrets_and_each_turn_has_both_closings(pair: Pair) -> None:
    session = to_dice(pair)
    session.roll()
    roll = pair.save.records[-1]
    assert isinstance(roll, Roll)
    raws = pair.save.entries[-1].attached.answers
    seeds = [open_receipt(raw, Verifier()).seed for raw in raws]
    assert len(set(seeds)) == 2
    body, spec = pair.save.entries[-1].body, roll.request.spec
    assert roll.dice == compute_dice(dice_key(seeds), body, spec.count, spec.sides)
    assert roll.dice != compute_dice(seeds[0], body, spec.count, spec.sides)
    pass_turn(session)
    again = open_save(pair.save.to_bytes())
    assert again.head == pair.save.head and again.next_turn == 2
    assert "unless both authorities conspire with a player" in again.dice_words
    assert [len(client.journal(GAME)) for client in (pair.first, pair.second)] == [
        again.next_roll,
        again.next_roll,
    ]


@pytest.mark.parametrize("name", ["first", "second"])
def test_one_that_is_away_stops_the_turn_which_goes_on_later(pair: Pair, name: str) -> None:
    """At the same point, in another run of the program, and with the same dice as ever."""
    session = to_dice(pair)
    away: Away = getattr(pair, name)
    away.is_away = True
    with pytest.raises(DiceUnavailableError):
        session.roll()
    before = pair.save.head
    with pytest.raises(DiceUnavailableError):
        pair.session().roll()
    assert pair.save.head == before
    away.is_away = False
    session = pair.session()
    session.roll()
    assert pair.save.next_roll == 2
    away.is_away = True
    with pytest.raises(DiceUnavailableError):
        for _ in range(20):
            pass_turn(session)
    away.is_away = False
    pass_turn(pair.session())
    assert open_save(pair.save.to_bytes()).next_turn == 2


def test_killed_between_the_two_it_goes_on_even_when_the_first_has_gone(pair: Pair) -> None:
    """What the first has answered is on the disk before the second is asked."""
    session = to_dice(pair)
    pair.second.is_away = True
    with pytest.raises(DiceUnavailableError):
        session.roll()
    pair.first.is_away, pair.second.is_away = True, False
    pair.session().roll()
    assert pair.save.next_roll == 2


def test_a_damaged_answer_of_the_first_is_asked_for_again(pair: Pair) -> None:
    session = to_dice(pair)
    pair.second.is_away = True
    with pytest.raises(DiceUnavailableError):
        session.roll()
    path = pair.folder / "answer"
    path.write_bytes(path.read_bytes()[:-5])
    pair.second.is_away = False
    pair.session().roll()
    assert pair.save.next_roll == 2


def refused(ask: Callable[[], object]) -> str:
    with pytest.raises(DiceError) as caught:
        ask()
    return caught.value.code


def shown(client: Away) -> list[bytes]:
    """The receipts of rolls that everybody can read."""
    lines = [one for one in client.journal(GAME) if one.event == "roll"]
    return [read_answer(one.data)[1] for one in lines]


def test_the_second_authority_cannot_look_up_the_seed_before_it_answers(pair: Pair) -> None:
    """Its operator has the signed request and the ticket, and reads the journal of the first."""
    orders_only(pair)
    request, signed = pair.request()
    body = request.body()
    receipt = pair.first.roll(signed)
    ticket = pair.first.ticket(signed)
    assert shown(pair.first) == [b""]
    assert refused(lambda: pair.first.roll(signed)) == "receipt-withheld"
    assert refused(lambda: pair.first.roll(signed, ticket)) == "receipt-withheld"
    for key, number, which, of in (
        (key_of("Eve"), GAME, 0, body),
        (key_of("Ann"), GAME, 1, body),  # what the second is given
        (key_of("Ann"), bytes(16), 0, body),
        (key_of("Ann"), GAME, 0, b"other"),
    ):
        ask = make_ask(key, number, of, which)
        assert refused(lambda ask=ask: pair.first.roll(signed, b"", ask)) == "receipt-withheld"
    assert refused(lambda: pair.first.roll(signed, b"", b"junk")) == "ask-malformed"
    for name in ("Ann", "Ben"):  # whoever plays may need it, for a void record
        ask = make_ask(key_of(name), GAME, body, 0)
        assert pair.first.roll(signed, b"", ask) == receipt
    keys = [pair.save.sources[0].key]
    head = open_log_head(pair.first.log_head(GAME), keys, GAME, Verifier())
    commitment = pair.save.genesis.dice[0].commitment
    check_told(head, commitment, answers_in(pair.first.journal(GAME)))


def test_every_receipt_is_shown_when_a_turn_was_closed(pair: Pair) -> None:
    session = to_dice(pair)
    session.roll()
    assert shown(pair.first) == [b""]
    pass_turn(session)
    raws = [shown(one) for one in (pair.first, pair.second)]
    assert all(raw for one in raws for raw in one) and len(raws[0]) == pair.save.next_roll - 1


def test_the_audit_of_a_turn_under_way_needs_no_receipt(pair: Pair) -> None:
    session = to_dice(pair)
    session.roll()
    before = open_save(pair.save.to_bytes())
    for client in (pair.first, pair.second):
        assert audit_dice(before, client.journal(GAME)) == ()
    _, signed = pair.request()
    pair.first.roll(signed)
    found = audit_dice(before, pair.first.journal(GAME))
    assert [(one.code, one.player) for one in found] == [("roll-not-in-save", "Ann")]


def test_the_second_does_not_answer_without_the_first(pair: Pair) -> None:
    """Or a player could see its seed first, and then choose whether to ask the first."""
    orders_only(pair)
    request, signed = pair.request()
    with pytest.raises(DiceError) as caught:
        pair.second.roll(signed)
    assert code_of(caught) == "ticket-missing"
    with pytest.raises(DiceError) as caught:
        pair.first.ticket(signed)
    assert code_of(caught) == "roll-wrong-index", "a ticket says that something was answered"
    for forger in (SigningKey.generate(), key_of("Ann"), key_of("Ben")):
        body = request.body()
        with pytest.raises(DiceError) as caught:
            pair.second.roll(signed, make_ticket(forger, request, body))
        assert code_of(caught) == "ticket-bad-signature"
    for junk in (b"x", signed):
        with pytest.raises(DiceError) as caught:
            pair.second.roll(signed, junk)
        assert code_of(caught) == "ticket-malformed"
    assert pair.second.journal(GAME) == ()


def test_two_requests_for_one_roll_are_never_both_answered(pair: Pair) -> None:
    """Two players who conspire ask each authority something else, to choose between the dice."""
    orders_only(pair)
    request, signed = pair.request()
    pair.first.roll(signed)
    ticket = pair.first.ticket(signed)
    nation = next(iter(sorted(AXIS)))
    others = [
        replace(request, nation=nation).sign(key_of("Ben")),
        replace(request, head=bytes(32)).sign(HOST),
        replace(request, index=2).sign(HOST),
    ]
    for other in others[:2]:
        with pytest.raises(DiceError) as caught:
            pair.second.roll(other, ticket)
        assert code_of(caught) == "ticket-other-request"
        with pytest.raises(DiceError):
            pair.first.ticket(other)
    with pytest.raises(DiceError) as caught:
        pair.second.roll(others[2], ticket)
    assert code_of(caught) == "roll-wrong-index"
    assert pair.second.roll(signed, ticket) == pair.second.roll(signed)


def test_a_roll_or_an_end_that_only_one_has_answered_is_refused(pair: Pair) -> None:
    orders_only(pair)
    _, signed = pair.request()
    receipts = [pair.first.roll(signed)]
    receipts.append(pair.second.roll(signed, pair.first.ticket(signed)))
    for given, code in (
        (receipts[:1], "receipt-missing"),
        (receipts[1:], "receipt-missing"),
        (receipts[::-1], "receipt-wrong-authority"),
        (receipts[:1] * 2, "receipt-wrong-authority"),
    ):
        with pytest.raises(DiceError) as caught:
            pair.save.append_roll(signed, given)
        assert code_of(caught) == code
    assert pair.save.append_roll(signed, receipts).next_roll == 2


def test_the_commitments_name_their_order(pair: Pair, tmp_path: Path) -> None:
    """A host who leaves the tickets out, or takes one authority for two, founds no game."""
    one, two = (dice.commitment for dice in pair.save.genesis.dice)
    other = EmbeddedClient(tmp_path / "other", lambda: CLOCK, chain_length=256)
    free = other.register(GAME, HOST.public)
    for dice, code in (
        ((two, one), "commitment-wrong-order"),
        ((one, free), "commitment-wrong-order"),
        ((two,), "commitment-wrong-order"),
        ((one, one), "commitment-twice"),
    ):
        with pytest.raises(DiceError) as caught:
            founded(tuple(("embedded", raw) for raw in dice))
        assert code_of(caught) == code
    first_key = verify_commitment(one, Verifier()).authority
    with pytest.raises(DiceError) as caught:
        other.register(GAME, HOST.public, first_key)
    assert code_of(caught) == "game-registered"


def test_a_number_that_was_used_up_out_of_turn_becomes_void_with_both_answers(
    tmp_path: Path,
) -> None:
    """Ben has asked the first authority only; Ann's program gets the second one's answer to him."""
    pair = Pair(tmp_path)
    session = pair.session()
    to_next_dice(session, *ATTACK)
    pair.first.roll(pair.save.request("Germans", spec()).sign(key_of("Ben")))
    pair.second.is_away = True
    with pytest.raises(DiceUnavailableError):
        session.roll()
    pair.second.is_away = False
    session.roll()
    (void,) = (entry for entry in pair.save.entries if isinstance(entry.record, VoidRoll))
    assert len(void.attached.answers) == 2
    assert isinstance(pair.save.records[-1], Roll)
    assert read_position(open_save(pair.save.to_bytes())).error is None
