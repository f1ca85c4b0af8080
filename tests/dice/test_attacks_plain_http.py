"""Attacks from the way between a player and a dice server."""

from pathlib import Path

import pytest

from pbem.wire.address import is_open_to_others
from tests.support.paper_game import invitation
from tests.support.table import mail_desks


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("embedded", False),
        ("https://dice.example.org", False),
        ("http://127.0.0.1:8600", False),
        ("http://[::1]:8600/dice", False),
        ("http://localhost", False),
        ("http://dice.example.org", True),
        ("http://localhost.example.org", True),
        ("http://127.0.0.1@192.0.2.1", True),
        ("http://192.0.2.1:80", True),
        ("http://[::1", True),
        ("http://", True),
    ],
)
def test_which_addresses_others_can_read(address: str, is_open: bool) -> None:
    assert is_open_to_others(address) is is_open


def test_another_computer_is_not_asked_over_plain_http_unless_that_is_wanted(
    tmp_path: Path,
) -> None:
    ann, _ben = mail_desks(tmp_path, "Ann", "Ben")
    game = ("new", "classic_1942", "--hotseat", "--dice", "http://dice.invalid")
    assert ann.refused(2, *game).error["code"] == "dice-not-encrypted"
    asked = ann.run(*game, "--plain-http", "--json")
    assert asked.code != 0
    assert asked.error["code"] != "dice-not-encrypted", "it was asked, and is not there"


def test_a_game_with_such_a_server_is_not_joined_unless_that_is_wanted(tmp_path: Path) -> None:
    _ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    path = tmp_path / "invitation.pbem"
    path.write_bytes(invitation(dice_address="http://dice.invalid").to_bytes())
    assert (
        ben.refused(2, "join", path, "--as", "Bob", "--yes").error["code"] == "dice-not-encrypted"
    )
    asked = ben.run("join", path, "--as", "Bob", "--plain-http", "--json", "--yes")
    assert asked.error["code"] == "bad-scenario", "it was read, and has no board"
