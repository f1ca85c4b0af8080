"""Attacks on the seats that a dice authority knows: who may tell it of which new key."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.dice.client import DiceClient, EmbeddedClient
from pbem.dice.closing import open_closing, seats_hash
from pbem.motions.consent import Proposal, make_consent, open_proposal
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.substitution import Substitution
from pbem.save.errors import DiceError
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey, Verifier
from tests.support.agreeing import proposed
from tests.support.paper_game import spec
from tests.support.table import AXIS, CLOCK, Table, key_of, table

ANN, BEN, CAT, DAN = key_of("Ann"), key_of("Ben"), key_of("Cat"), key_of("Dan")
SEATS = tuple(sorted(AXIS))


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def record(save: TrustedSave, proposal: Proposal, *consents: SigningKey, by: SigningKey) -> bytes:
    """An agreement record that nobody has checked."""
    body = {
        "consents": [make_consent(proposal, key, time=CLOCK).raw for key in consents],
        "kind": "agreement",
        "states": [],
        "statements": [],
        "prev": save.head,
        "proposal": proposal.raw,
        "time": CLOCK,
    }
    return by.seal("agreement", encode(body))


def reason(dice: DiceClient, raw: bytes) -> str:
    with pytest.raises(DiceError) as caught:
        dice.register_seats(raw)
    assert caught.value.code == "agreement-refused"
    return caught.value.reason


def rolls_as(game: Table, key: SigningKey) -> bool:
    """Whether the authority answers a key that asks for the Germans."""
    request = game.save.request("Germans", spec())
    try:
        game.dice.roll(request.sign(key))
    except DiceError as error:
        assert error.code == "request-wrong-signer"
        return False
    return True


def test_a_stranger_hands_in_an_agreement_that_no_player_signed(game: Table) -> None:
    """Proposals and consents are open letters: whoever reads a forum has them."""
    proposal = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    assert "not signed by anybody who plays" in reason(
        game.dice, record(game.save, proposal, CAT, by=DAN)
    )
    good = record(game.save, proposal, CAT, by=ANN)
    for place in (-1, len(good) // 2):
        spoilt = bytearray(good)
        spoilt[place] ^= 1
        with pytest.raises(DiceError):
            game.dice.register_seats(bytes(spoilt))
    assert rolls_as(game, BEN)


def test_a_player_hands_in_an_agreement_of_another_game(game: Table) -> None:
    other = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN, game=bytes(16))
    with pytest.raises(DiceError) as caught:
        game.dice.register_seats(record(game.save, other, CAT, by=BEN))
    assert caught.value.code == "game-unknown"
    mixed = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    consent = make_consent(other, CAT, time=CLOCK).raw
    body = {
        "consents": [consent],
        "kind": "agreement",
        "states": [],
        "statements": [],
        "prev": game.save.head,
        "proposal": mixed.raw,
        "time": CLOCK,
    }
    assert "another game" in reason(game.dice, ANN.seal("agreement", encode(body)))


def test_the_thief_of_an_old_key_after_the_key_was_changed(game: Table) -> None:
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    first = record(game.save, change, CAT, by=ANN)
    game.dice.register_seats(first)
    assert not rolls_as(game, BEN)
    back = proposed(game.save, KeyChange(CAT.public, BEN.public, True), BEN)
    assert "have not consented" in reason(game.dice, record(game.save, back, by=ANN))
    again = proposed(game.save, KeyChange(BEN.public, DAN.public, False), BEN)
    assert "does not hold" in reason(game.dice, record(game.save, again, DAN, by=ANN))
    assert "not signed by anybody" in reason(game.dice, record(game.save, back, ANN, by=BEN))
    game.dice.register_seats(first)
    assert rolls_as(game, CAT)


def test_the_first_change_again_after_the_second_does_not_bring_the_old_key_back(
    game: Table,
) -> None:
    there = record(
        game.save,
        proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN),
        CAT,
        by=ANN,
    )
    back = record(
        game.save,
        proposed(game.save, KeyChange(CAT.public, DAN.public, False), CAT),
        DAN,
        by=ANN,
    )
    game.dice.register_seats(there)
    game.dice.register_seats(back)
    game.dice.register_seats(there)
    assert not rolls_as(game, CAT)
    assert rolls_as(game, DAN)


def test_the_host_alone_gives_a_seat_away(game: Table) -> None:
    """Ann is the host: the player who loses the seat must still consent, or be absent."""
    what = Substitution(SEATS, BEN.public, "Cat", CAT.public, False)
    raw = record(game.save, proposed(game.save, what, ANN), CAT, by=ANN)
    assert "have not consented" in reason(game.dice, raw)
    assert rolls_as(game, BEN)


def test_an_agreement_that_is_about_no_key_is_handed_in(game: Table) -> None:
    raw = record(game.save, proposed(game.save, Draw(), ANN), BEN, by=ANN)
    assert "neither a seat nor a key" in reason(game.dice, raw)


def test_a_second_list_of_seats_after_a_change_does_not_undo_it(game: Table) -> None:
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    game.dice.register_seats(record(game.save, change, CAT, by=ANN))
    game.dice.register_seats(game.save.seat_registration(ANN))
    assert not rolls_as(game, BEN)
    assert rolls_as(game, CAT)


def test_the_authority_is_kept_busy_with_changes_of_keys(
    game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new one does not verify all earlier ones again, and their number is limited."""
    monkeypatch.setattr("pbem.dice.seating.MAX_OWN", 3)
    monkeypatch.setattr("pbem.dice.seating.MAX_CHANGES", 1)
    keys = [BEN, *(key_of(f"Key {number}") for number in range(4))]
    records = [
        record(
            game.save,
            proposed(game.save, KeyChange(old.public, new.public, False), old),
            new,
            by=ANN,
        )
        for old, new in pairwise(keys)
    ]
    for raw in records[:3]:
        game.dice.register_seats(raw)
    assert "changed their key 3 times in this turn" in reason(game.dice, records[3])
    opened: list[bytes] = []

    def counting(raw: bytes, verifier: Verifier) -> Proposal:
        opened.append(raw)
        return open_proposal(raw, verifier)

    monkeypatch.setattr("pbem.dice.seating.open_proposal", counting)
    game.dice.register_seats(records[0])
    assert len(set(opened)) == 1
    assert rolls_as(game, keys[3])
    monkeypatch.setattr("pbem.dice.seating.open_proposal", open_proposal)
    # None of that was taken from what all agree on; and in the next turn they may do it again.
    for seat, code in (("Germans", ""), ("Japanese", "more changes than its log")):
        motion = Substitution((seat,), keys[3].public, "Cat", CAT.public, False)
        made = proposed(game.save, motion, ANN, number=len(seat))
        raw = record(game.save, made, keys[3], CAT, by=ANN)
        if code:
            assert code in reason(game.dice, raw)
        else:
            game.dice.register_seats(raw)


def test_a_new_turn_lets_players_change_their_key_again(
    game: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.dice.seating.MAX_OWN", 1)
    keys = [BEN, key_of("Key 1"), key_of("Key 2")]
    first, second = (
        record(
            game.save,
            proposed(game.save, KeyChange(old.public, new.public, False), old),
            new,
            by=ANN,
        )
        for old, new in pairwise(keys)
    )
    game.dice.register_seats(first)
    assert "changed their key 1 times" in reason(game.dice, second)
    seats = {
        nation: keys[1].public if key == BEN.public else key
        for nation, key in game.save.seat_keys().items()
    }
    game.dice.close(end_of(game, "Russians", seats))
    game.dice.register_seats(second)


def end_of(game: Table, nation: str, seats: dict[str, bytes], turn: int = 1) -> bytes:
    """A signed end of a turn that names these holders of the seats."""
    request = game.save.sign_end(nation, bytes(32), game.key(nation), time=CLOCK).request
    closing, _ = open_closing(request, Verifier())
    rolls = sum(entry.event == "roll" for entry in game.dice.journal(closing.game))
    named = replace(closing, index=rolls + 1, turn=turn, seats=seats_hash(seats))
    return named.sign(game.key(nation))


def seated(game: Table, axis: SigningKey = BEN) -> dict[str, bytes]:
    """Who holds which seat, with the Axis in the hands of a key."""
    return {n: (axis if n in AXIS else ANN).public for n in game.save.seats}


def refused_end(game: Table, end: bytes) -> str:
    with pytest.raises(DiceError) as caught:
        game.dice.close(end)
    return caught.value.code


def test_an_agreement_that_the_log_does_not_have_is_handed_in_out_of_spite(game: Table) -> None:
    """The next honest end of a turn names the seats without it, and the authority goes back."""
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    game.dice.register_seats(record(game.save, change, CAT, by=BEN))
    assert not rolls_as(game, BEN)
    honest = end_of(game, "Russians", seated(game))
    closed = game.dice.close(honest)
    assert rolls_as(game, BEN)
    assert game.dice.close(honest) == closed


def test_an_end_with_earlier_seats_undoes_a_change_only_until_it_is_handed_in_again(
    game: Table,
) -> None:
    """Ann ends a turn of hers with seats that her log does not have: it is valid nowhere."""
    there = record(
        game.save, proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN), CAT, by=ANN
    )
    on = record(
        game.save, proposed(game.save, KeyChange(CAT.public, DAN.public, False), CAT), DAN, by=ANN
    )
    game.dice.register_seats(there)
    game.dice.register_seats(on)
    game.dice.close(end_of(game, "Russians", seated(game)))
    assert "does not hold" in reason(game.dice, on)
    game.dice.register_seats(there)
    game.dice.register_seats(on)
    assert rolls_as(game, DAN)
    game.dice.close(end_of(game, "British", seated(game, CAT), turn=2))
    assert rolls_as(game, CAT)


def test_the_thief_of_an_old_key_does_not_bring_it_back_with_the_end_of_a_turn(game: Table) -> None:
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    game.dice.register_seats(record(game.save, change, CAT, by=ANN))
    assert refused_end(game, end_of(game, "Germans", seated(game))) == "closing-wrong-signer"
    assert not rolls_as(game, BEN)


def test_an_end_with_seats_that_never_were_closes_nothing(game: Table) -> None:
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    game.dice.register_seats(record(game.save, change, CAT, by=ANN))
    for seats in (seated(game, DAN), {"Russians": ANN.public}):
        assert refused_end(game, end_of(game, "Russians", seats)) == "closing-wrong-seats"
    assert rolls_as(game, CAT)
    assert game.dice.close(end_of(game, "Russians", seated(game, CAT)))


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        (Substitution(SEATS, BEN.public, "Cat", CAT.public, True), (ANN, CAT)),
        (Substitution(SEATS, BEN.public, "Cat", CAT.public, False), (ANN, BEN, CAT)),
        (KeyChange(BEN.public, CAT.public, True), (ANN, CAT)),
    ],
    ids=["absent", "present", "lost"],
)
def test_an_agreement_that_has_lapsed_is_handed_in(
    game: Table, what: Substitution | KeyChange, keys: tuple[SigningKey, ...]
) -> None:
    proposal = proposed(game.save, what, keys[0], until=1)
    raw = record(game.save, proposal, *keys[1:], by=ANN)
    game.dice.close(end_of(game, "Russians", seated(game)))
    game.dice.close(end_of(game, "Germans", seated(game), turn=2))
    game.dice.register_seats(raw)
    assert rolls_as(game, CAT)
    game.dice.close(end_of(game, "British", seated(game), turn=2))
    game.dice.register_seats(raw)
    assert rolls_as(game, CAT), "what held once can be handed in again"
    late = proposed(game.save, what, keys[0], until=1, number=1)
    game.dice.close(end_of(game, "Americans", seated(game), turn=3))
    assert "it has lapsed" in reason(game.dice, record(game.save, late, *keys[1:], by=ANN))
    assert rolls_as(game, BEN)


def test_players_keep_their_seat_by_closing_turns_before_they_come(game: Table) -> None:
    """Ben does so with his first key and then changes it: neither blocks what the others agreed."""
    for turn in range(4, 60, 4):
        game.dice.close(end_of(game, "Germans", seated(game), turn=turn))
    change = proposed(game.save, KeyChange(BEN.public, DAN.public, False), BEN)
    game.dice.register_seats(record(game.save, change, DAN, by=ANN))
    what = Substitution(SEATS, DAN.public, "Cat", CAT.public, True)
    game.dice.register_seats(record(game.save, proposed(game.save, what, ANN), CAT, by=ANN))
    assert rolls_as(game, CAT)


def test_seats_go_back_and_forth_in_a_store_that_is_opened_anew(
    game: Table, tmp_path: Path
) -> None:
    change = proposed(game.save, KeyChange(BEN.public, CAT.public, False), BEN)
    raw = record(game.save, change, CAT, by=ANN)
    game.dice.register_seats(raw)
    game.dice.close(end_of(game, "Russians", seated(game)))
    for key in (BEN, CAT):
        game.dice = EmbeddedClient(tmp_path / "authority", lambda: CLOCK, chain_length=256)
        assert rolls_as(game, key)
        game.dice.register_seats(raw)
