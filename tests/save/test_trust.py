"""Opening and appending: what a TrustedSave holds, who may sign, and what it costs."""

import time
from dataclasses import replace

import pytest

from pbem.save.errors import ChainError, DiceError, KeyMismatchError, OutOfTurnError, SaveError
from pbem.save.keyring import Keyring
from pbem.save.records import Orders, Roll, TurnEnd, body_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import INVITING, PLAYING, TrustedSave
from pbem.save.unconfirmed_keys import Unconfirmed
from pbem.wire.errors import NotASaveError
from pbem.wire.signing import SigningKey
from tests.support.paper_game import (
    ANN,
    AUTHORITY,
    BOB,
    EVE,
    HOST,
    attack,
    commitment,
    ended,
    fixed,
    invitation,
    join,
    played,
    raws,
    receipt,
    rehearsal,
    save_file,
    started,
    under_way,
)
from tests.support.vector_agreements import FOR_BOB, LOST_KEY, NEW_KEY, with_all


def test_round_trip_gives_the_same_save() -> None:
    save = played()
    again = open_save(save.to_bytes())
    assert again.entries == save.entries
    assert (again.head, again.next_roll, again.sources) == (
        save.head,
        save.next_roll,
        save.sources,
    )
    assert again == save


def test_records_are_typed() -> None:
    records = played().records[4:]
    assert [type(record) for record in records] == [Orders, Roll, Roll, TurnEnd, Orders, TurnEnd]
    orders, roll, _, end = records[:4]
    assert isinstance(orders, Orders) and isinstance(roll, Roll) and isinstance(end, TurnEnd)
    assert orders.actions == (["move", "Berlin", "Poland", 3], ["end", None])
    assert len(roll.dice) == 5 and roll.request.spec.where == "Poland"
    assert end.end.message == "Your move." and end.end.digest == fixed("digest 1")


def test_states() -> None:
    assert invitation().state == INVITING
    assert started().state == PLAYING
    assert started().next_roll == 1
    assert played().next_roll == 3


def test_appending_leaves_the_old_save_alone() -> None:
    save = started()
    head, count = save.head, len(save.entries)
    save.append_orders("Germans", [["x"]], ANN)
    assert (save.head, len(save.entries)) == (head, count)


def test_actions_are_copied() -> None:
    actions = [["move", ["a"]]]
    save = started().append_orders("Germans", actions, ANN)
    actions[0].append("b")
    record = save.records[-1]
    assert isinstance(record, Orders)
    assert record.actions == (["move", ["a"]],)


@pytest.mark.parametrize(
    ("nation", "key", "error", "code"),
    [
        ("Germans", BOB, OutOfTurnError, "wrong-seat"),
        ("Russians", ANN, OutOfTurnError, "wrong-seat"),
        ("Martians", ANN, OutOfTurnError, "wrong-seat"),
        ("Germans", EVE, KeyMismatchError, "unknown-key"),
        ("Germans", HOST, KeyMismatchError, "unknown-key"),
    ],
)
def test_who_may_not_sign(nation: str, key: SigningKey, error: type[SaveError], code: str) -> None:
    with pytest.raises(error) as caught:
        started().append_orders(nation, [["x"]], key)
    assert (caught.value.code, caught.value.index) == (code, 4)
    with pytest.raises(error) as caught:
        ended(started(), nation, key)
    assert (caught.value.code, caught.value.index) == (code, 4)


def test_orders_before_the_start_are_refused() -> None:
    with pytest.raises(ChainError, match="is not allowed here"):
        invitation().append_orders("Germans", [["x"]], ANN)


def test_floats_are_not_actions() -> None:
    with pytest.raises(NotASaveError) as caught:
        started().append_orders("Germans", [["x", 0.5]], ANN)
    assert caught.value.code == "forbidden-type"


def test_append_refuses_another_kind_of_record() -> None:
    save = started()
    kind, body = body_of(Orders(save.head, "Germans", (["x"],)))
    with pytest.raises(NotASaveError):
        save.append_roll(ANN.seal(kind, body), [])


def test_unconfirmed_keys_are_listed() -> None:
    save = played()
    assert save.unconfirmed == (
        Unconfirmed("host", "Hal", HOST.public),
        Unconfirmed("player", "Ann", ANN.public),
        Unconfirmed("player", "Bob", BOB.public),
    )
    keyring = Keyring().pin("Hal", HOST.public).pin("Bob", BOB.public)
    assert open_save(save.to_bytes(), keyring).unconfirmed == (
        Unconfirmed("player", "Ann", ANN.public),
    )


def test_the_key_of_a_dice_server_is_pinned_too() -> None:
    url = "https://dice.example.org"
    data = invitation(dice_address=url).to_bytes()
    assert Unconfirmed("dice authority", url, AUTHORITY.public) in open_save(data).unconfirmed
    right = Keyring().pin_authority(url, AUTHORITY.public)
    assert all(one.role != "dice authority" for one in open_save(data, right).unconfirmed)
    with pytest.raises(KeyMismatchError) as caught:
        open_save(data, Keyring().pin_authority(url, EVE.public))
    assert (caught.value.code, caught.value.exit_code) == ("key-contradicts-keyring", 5)
    both = right.pin_authority(url, EVE.public)
    assert both.pin_authority(url, EVE.public) == both
    assert both.authorities == {url: (AUTHORITY.public, EVE.public)}
    for changed in ({}, {"commitment": commitment(key=EVE)}):
        save = open_save(invitation(dice_address=url, **changed).to_bytes(), both)
        assert all(one.role != "dice authority" for one in save.unconfirmed)


def test_the_keyring_is_kept_while_appending() -> None:
    save = open_save(invitation().to_bytes(), Keyring().pin("Bob", EVE.public))
    with pytest.raises(KeyMismatchError):
        save.append_join(join(invitation(), "Bob", BOB))


def test_pinning_another_key_over_one_is_refused() -> None:
    keyring = Keyring().pin("Bob", BOB.public)
    assert keyring.pin("Bob", BOB.public) == keyring
    with pytest.raises(KeyMismatchError):
        keyring.pin("Bob", EVE.public)
    assert keyring.unpin("Bob").pin("Bob", EVE.public).players == {"Bob": EVE.public}


def test_dice_words_say_what_the_dice_prove() -> None:
    assert [game.dice_kind for game in (rehearsal(), started())] == ["rehearsal", "embedded"]
    assert "prove nothing" in rehearsal().dice_words
    assert "the computer they live on could look ahead" in started().dice_words
    server = invitation(dice_address="https://dice.example.org")
    assert server.dice_kind == "server"
    assert "authority at the address" in server.dice_words


def test_a_receipt_for_another_position_is_refused() -> None:
    """Rolled, disliked, played differently: the receipt does not fit the other orders."""
    save = started()
    disliked = attack(save.append_orders("Germans", [["a"]], ANN)).sign(ANN)
    with pytest.raises(DiceError) as caught:
        save.append_orders("Germans", [["b"]], ANN).append_roll(disliked, [receipt(disliked)])
    assert (caught.value.code, caught.value.exit_code) == ("roll-wrong-head", 7)


def test_a_request_signed_anew_gives_the_same_dice() -> None:
    """Two requests with one body roll the same, so nothing is won by signing again."""
    request = attack(started())
    signed = request.sign(ANN)
    first = started().append_roll(signed, [receipt(signed)])
    assert first.entries[-1].body == request.body()


def test_seat_registration_lists_every_seat() -> None:
    assert started().seat_keys() == {"Germans": ANN.public, "Russians": BOB.public}
    assert started().player_of("Germans") == "Ann"
    with pytest.raises(ChainError):
        invitation().player_of("Martians")


def _long_game(records: int) -> TrustedSave:
    """Long logs are made with one roll in four records."""
    save = started()
    while len(save.entries) < records:
        nation, key = ("Germans", ANN) if len(save.entries) % 2 else ("Russians", BOB)
        save = save.append_orders(nation, [["move", "Berlin", "Poland", 1]], key)
        save = save.append_orders(nation, [["end"]], key)
        save = ended(save, nation, key)
    return save


def test_verifying_a_long_log_is_quick_and_appending_does_not_verify_again() -> None:
    save = _long_game(1_000)
    data = save.to_bytes()
    begin = time.process_time()
    assert open_save(data).head == save.head
    whole = time.process_time() - begin
    # 1,000 records: about 0.1 s on an ordinary computer.
    assert whole < 1.0
    begin = time.process_time()
    for _ in range(10):
        save.append_orders("Germans", [["x"]], ANN)
    assert (time.process_time() - begin) / 10 < whole / 4


def test_errors_speak_in_one_plain_sentence() -> None:
    records = raws(under_way())
    records[7] = records[3]
    with pytest.raises(ChainError) as caught:
        open_save(save_file(records))
    assert str(caught.value) == (
        "Record 7 (start): a start record is not allowed here. "
        "Ask the sender to send the save again."
    )


def test_a_commitment_of_another_authority_cannot_be_passed_off() -> None:
    """A host who makes up an authority is refused by players who pinned the club's."""
    url = "https://dice.example.org"
    save = invitation(dice_address=url, commitment=commitment(key=EVE))
    with pytest.raises(KeyMismatchError):
        open_save(save.to_bytes(), Keyring().pin_authority(url, AUTHORITY.public))


def test_a_saved_entry_is_frozen() -> None:
    entry = played().entries[4]
    with pytest.raises(AttributeError):
        entry.head = b""
    assert replace(entry, index=9).index == 9


def test_a_pinned_key_vouches_for_the_key_its_owner_changes_to() -> None:
    played_save = played()
    pins = Keyring({"Ann": ANN.public, "Bob": BOB.public})
    own = with_all(played_save, NEW_KEY, BOB, EVE)
    lost = with_all(played_save, LOST_KEY, ANN, EVE, HOST)
    names = {key.name for key in open_save(own.to_bytes(), pins).unconfirmed}
    assert "Bob" not in names
    assert "Bob" in {key.name for key in open_save(lost.to_bytes(), pins).unconfirmed}
    assert "Bob" in {key.name for key in open_save(own.to_bytes()).unconfirmed}


def test_names_of_old_keys_and_holders_are_kept() -> None:
    save = with_all(played(), FOR_BOB, ANN, BOB, EVE)
    assert (save.name_of(BOB.public), save.name_of(EVE.public)) == ("Bob", "Eve")
    assert "Bob" not in save.players
    spans = [(span.nation, span.player) for span in save.holders.spans]
    assert spans == [("Germans", "Ann"), ("Russians", "Bob"), ("Russians", "Eve")]
    before = save.holders.holder_before("Russians", len(save.entries) - 1)
    assert before is not None and before.player == "Bob"
    assert save.holders.holder_before("Martians", 99) is None
