"""Founding a game, joining in any order, merging, starting."""

import itertools

import pytest

from pbem.save.errors import ChainError, KeyMismatchError, SaveError
from pbem.save.invite import (
    join_answer,
    join_game,
    make_join,
    merge,
    read_join_answer,
)
from pbem.save.trust import open_save
from pbem.wire.signing import SigningKey, parse_envelope
from tests.support.paper_game import ANN, BOB, EVE, HOST, invitation, join, started

_TRIO = {
    "seats": {"A": "Ann", "B": "Bob", "C": None},
    "players": {"Ann": None, "Bob": None},
}


def test_joins_may_come_back_in_any_order() -> None:
    save = invitation(**_TRIO)
    joins = [join(save, "Ann", ANN), join(save, "Bob", BOB), join(save, "Eve", EVE, "C")]
    for order in itertools.permutations(joins):
        table = save
        for record in order:
            table = table.append_join(read_join_answer(join_answer(record)))
        game = open_save(table.append_start(HOST, time=1).to_bytes())
        assert game.seats == {"A": "Ann", "B": "Bob", "C": "Eve"}
        assert game.players == {"Ann": ANN.public, "Bob": BOB.public, "Eve": EVE.public}


def test_a_game_with_an_open_seat_cannot_start() -> None:
    save = invitation().append_join(join(invitation(), "Ann", ANN))
    with pytest.raises(ChainError) as caught:
        save.append_start(HOST, time=1)
    assert caught.value.code == "seat-open"


def test_one_join_per_name() -> None:
    save = invitation().append_join(join(invitation(), "Ann", ANN))
    with pytest.raises(ChainError) as caught:
        save.append_join(join(invitation(), "Ann", EVE))
    assert caught.value.code == "join-twice"


def test_an_open_seat_goes_to_the_first() -> None:
    save = invitation(**_TRIO)
    late = join(save, "Bob", BOB, "B", "C")
    save = save.append_join(join(save, "Eve", EVE, "C"))
    with pytest.raises(ChainError) as caught:
        save.append_join(late)
    assert caught.value.code == "seat-taken"


def test_make_join_needs_a_seat() -> None:
    with pytest.raises(ChainError) as caught:
        make_join(invitation(), "Eve", EVE, time=1)
    assert caught.value.code == "wrong-seats"


def test_merge_takes_the_joins_of_both() -> None:
    save = invitation()
    left = save.append_join(join(save, "Ann", ANN))
    right = save.append_join(join(save, "Bob", BOB))
    merged = merge(left, right)
    assert merged.players == {"Ann": ANN.public, "Bob": BOB.public}
    assert merge(merged, left) == merged
    with pytest.raises(ChainError) as caught:
        merge(left, invitation(dice_address="http://dice.example.org"))
    assert caught.value.code == "different-game"
    with pytest.raises(ChainError) as caught:
        merge(started(), left)
    assert caught.value.code == "already-started"


def test_merge_refuses_contradicting_joins() -> None:
    save = invitation()
    left = save.append_join(join(save, "Ann", ANN))
    right = save.append_join(join(save, "Ann", EVE))
    with pytest.raises(ChainError) as caught:
        merge(left, right)
    assert caught.value.code == "join-twice"


def test_a_join_names_its_game() -> None:
    record = join(invitation(), "Ann", ANN)
    assert join_game(record) == invitation().genesis_head
    other = invitation(seats={"Germans": "Ann"}, players={"Ann": None})
    with pytest.raises(ChainError) as caught:
        other.append_join(record)
    assert caught.value.code == "broken-link"


def test_a_join_answer_holds_a_join_only() -> None:
    with pytest.raises(SaveError) as caught:
        read_join_answer(join_answer(started().entries[3].raw))
    assert caught.value.exit_code == 3
    body = join(invitation(), "Ann", ANN)
    forged = EVE.seal("join", _body(body))
    with pytest.raises(KeyMismatchError):
        read_join_answer(join_answer(forged))


def _body(record: bytes) -> bytes:
    return parse_envelope(record, 10_000).body


def test_the_key_of_the_join_is_the_players_key_ever_after() -> None:
    save = started()
    save.append_orders("Germans", [["x"]], ANN)
    with pytest.raises(KeyMismatchError):
        save.append_orders("Germans", [["x"]], SigningKey.generate())


def test_randomness_is_fresh_by_default() -> None:
    first = make_join(invitation(), "Ann", ANN, time=1)
    assert first != make_join(invitation(), "Ann", ANN, time=1)
