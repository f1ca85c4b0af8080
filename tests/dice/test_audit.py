"""The journal shows what was rolled and thrown away, and by whom."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.save.audit import audit_dice
from pbem.save.errors import DiceError
from pbem.save.trusted_save import TrustedSave
from tests.support.paper_game import ANN, BOB, GAME, HOST, attack, invitation, join, rolled_by


def _set_up(folder: Path) -> tuple[EmbeddedClient, TrustedSave]:
    client = EmbeddedClient(folder, lambda: 9, chain_length=50)
    save = invitation(commitment=client.register(GAME, HOST.public))
    save = save.append_join(join(save, "Ann", ANN)).append_join(join(save, "Bob", BOB))
    save = save.append_start(HOST, time=1)
    client.register_seats(save.seat_registration(HOST))
    return client, save


def test_an_honest_game_has_no_findings(tmp_path: Path) -> None:
    client, save = _set_up(tmp_path)
    for _ in range(3):
        save = rolled_by(client, save, attack(save).sign(ANN))
    assert audit_dice(save, client.journal(GAME)) == ()


def test_a_roll_thrown_away_and_a_re_roll_are_found(tmp_path: Path) -> None:
    client, save = _set_up(tmp_path)
    client.roll(attack(save).sign(ANN))
    played_otherwise = save.append_orders("Germans", [["retreat"]], ANN)
    with pytest.raises(DiceError):
        client.roll(attack(played_otherwise).sign(ANN))
    findings = audit_dice(played_otherwise, client.journal(GAME))
    assert [(one.code, one.index, one.player) for one in findings] == [
        ("roll-not-in-save", 1, "Ann"),
        ("attempted-re-roll", 1, "Ann"),
    ]


def test_a_journal_that_lacks_or_forges_rolls_is_found(tmp_path: Path) -> None:
    client, save = _set_up(tmp_path)
    save = rolled_by(client, save, attack(save).sign(ANN))
    journal = client.journal(GAME)
    assert [one.code for one in audit_dice(save, ())] == ["roll-not-in-journal"]
    forged = replace(journal[0], data=bytes([*journal[0].data[:-1], journal[0].data[-1] ^ 1]))
    assert [one.code for one in audit_dice(save, [forged])] == ["journal-malformed"]


def test_another_answer_for_the_same_index_is_found(tmp_path: Path) -> None:
    """An authority that answers twice convicts itself: both receipts have its signature."""
    client, save = _set_up(tmp_path / "one")
    secret_copy = tmp_path / "two"
    secret_copy.mkdir()
    (secret_copy / "dice.sqlite3").write_bytes((tmp_path / "one" / "dice.sqlite3").read_bytes())
    save = rolled_by(client, save, attack(save).sign(ANN))
    twin = EmbeddedClient(secret_copy, lambda: 9)
    other = replace(attack(save, where="Paris"), index=1)
    twin.roll(other.sign(ANN))
    assert [one.code for one in audit_dice(save, twin.journal(GAME))] == ["roll-differs"]
