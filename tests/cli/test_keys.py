"""`pbem keys`: your own key, and the keys of others."""

import json
import stat
from pathlib import Path

import pytest

from pbem.save.cards import read_card
from pbem.wire.fingerprint import fingerprint
from tests.support.paper_game import AUTHORITY, EVE, commitment, invitation
from tests.support.table import GAME, Desk, desk, desks_of, key_of, table


@pytest.fixture
def new(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "home")


def test_key_with_a_passphrase_is_made_shown_and_used(new: Desk) -> None:
    sealed = Desk(new.root, {"PBEM_PASSPHRASE": "correct horse"})
    made = sealed.ok("keys", "new", "--name", "Ann", "--json").data
    file = new.root / "key.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "secret" not in json.loads(file.read_text())
    shown = new.ok("keys", "show", "--json").data
    assert shown["fingerprint"] == made["fingerprint"]
    assert shown["name"] == "Ann"
    assert str(made["fingerprint"]) in new.ok("keys", "show").out
    sealed.ok("new", "big_world_1942", "--hotseat")


def test_address_card_is_written_for_others(new: Desk, tmp_path: Path) -> None:
    new.ok("keys", "new", "--name", "Ann", "--no-passphrase")
    refused = new.refused(2, "keys", "card", "--out", tmp_path / "a.card")
    assert refused.error["code"] == "address-missing"
    wrong = new.refused(1, "keys", "card", "--address", "ann", "--out", tmp_path / "a.card")
    assert wrong.error["code"] == "mail-address"
    assert not (tmp_path / "a.card").exists()
    new.ok("keys", "card", "--address", "ann@example.org", "--out", tmp_path / "a.card")
    card = read_card((tmp_path / "a.card").read_bytes())
    shown = new.ok("keys", "show", "--json").data
    assert (card.name, card.address) == ("Ann", "ann@example.org")
    assert card.key.hex() == shown["public_key"]


def test_wrong_or_missing_passphrase_is_said_plainly(new: Desk) -> None:
    Desk(new.root, {"PBEM_PASSPHRASE": "correct horse"}).ok("keys", "new", "--name", "Ann")
    wrong = Desk(new.root, {"PBEM_PASSPHRASE": "battery staple"})
    refused = wrong.refused(1, "new", "big_world_1942", "--hotseat")
    assert refused.error["code"] == "passphrase-wrong"
    none = new.refused(2, "new", "big_world_1942", "--hotseat")
    assert none.error["code"] == "passphrase-needed"
    assert "PBEM_PASSPHRASE" in str(none.error["text"])


def test_without_a_terminal_a_passphrase_or_its_absence_must_be_named(new: Desk) -> None:
    assert new.refused(2, "keys", "new", "--name", "Ann").error["code"] == "passphrase-needed"
    new.ok("keys", "new", "--name", "Ann", "--no-passphrase")
    assert "secret" in json.loads((new.root / "key.json").read_text())


def test_existing_key_is_never_overwritten(new: Desk) -> None:
    new.ok("keys", "new", "--name", "Ann", "--no-passphrase")
    refused = new.refused(1, "keys", "new", "--name", "Ben", "--no-passphrase")
    assert refused.error["code"] == "key-exists"
    assert "Move it away" in str(refused.error["text"])


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 65, "Ann\n", "A\u202enn", "\x1b[2J", " Ann", "\ud800", "\u200bAnn"]
)
def test_name_that_cannot_be_shown_or_kept_is_refused(new: Desk, name: str) -> None:
    refused = new.refused(2, "keys", "new", "--name", name, "--no-passphrase")
    assert refused.error["code"] in {"bad-name", "name-missing"}


def test_name_comes_from_the_configuration_when_none_is_given(new: Desk) -> None:
    new.root.mkdir()
    (new.root / "config.toml").write_text('player = "Zoë"\n', encoding="utf-8")
    assert new.ok("keys", "new", "--no-passphrase", "--json").data["name"] == "Zoë"


def test_no_key_yet_says_how_to_make_one(new: Desk) -> None:
    for command in (("keys", "show"), ("new", "big_world_1942", "--hotseat")):
        refused = new.refused(2, *command)
        assert refused.error["code"] == "key-missing"
        assert "pbem keys new" in str(refused.error["text"])


def test_damaged_key_file_and_keyring(new: Desk, tmp_path: Path) -> None:
    new.root.mkdir()
    for junk in (b"", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"pbem": "key", "version": 1}'):
        (new.root / "key.json").write_bytes(junk)
        assert new.refused(1, "keys", "show").error["code"] == "key-file-malformed"
        assert (
            new.refused(1, "new", "big_world_1942", "--hotseat").error["code"]
            == "key-file-malformed"
        )
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    (ann.root / "keyring.json").write_bytes(b"{}")
    assert ann.refused(1, "verify", GAME.hex()).error["code"] == "keyring-malformed"


def test_pinning_a_key_after_a_phone_call(tmp_path: Path) -> None:
    ann, ben = desks_of(tmp_path, table(tmp_path / "authority"))
    words = fingerprint(key_of("Ben").public)
    game = GAME.hex()[:8]
    assert "not confirmed by you: the key of the player Ben" in ann.ok("verify", game).out
    ann.ok("keys", "pin", "Ben", words.lower().replace("-", " "), "--save", game)
    verified = ann.ok("verify", game)
    assert "key of the player Ben" not in verified.out
    assert words in ann.ok("keys", "show").out
    mistyped = ("Z" if words[0] != "Z" else "Y") + words[1:]
    assert (
        ann.refused(1, "keys", "pin", "Ben", mistyped, "--save", game).error["code"]
        == "fingerprint-mistyped"
    )
    other = fingerprint(key_of("Eve").public)
    refused = ben.refused(2, "keys", "pin", "Ann", other, "--save", game)
    assert refused.error["code"] == "fingerprint-differs"
    assert "Do not play on" in str(refused.error["text"])
    unknown = ben.refused(2, "keys", "pin", "Cem", words, "--save", game)
    assert unknown.error["code"] == "unknown-player"
    assert "'Ann', 'Ben'" in str(unknown.error["text"])


def test_pinned_key_of_somebody_else_makes_the_save_unknown(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    ann.home.pin("Ben", key_of("Eve").public)
    refused = ann.refused(5, "verify", GAME.hex()[:8])
    assert refused.error["code"] == "key-contradicts-keyring"
    assert "phone" in str(refused.error["text"])


def test_pinned_key_can_be_forgotten(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    url = "https://dice.example.org"
    ann.home.pin("Ben", key_of("Ben").public)
    ann.home.pin_authority(url, key_of("Dice").public)
    shown = ann.ok("keys", "show", "--json").data
    assert shown["pinned"] == {"Ben": fingerprint(key_of("Ben").public)}
    assert shown["pinned_dice"] == {url: [fingerprint(key_of("Dice").public)]}
    assert "no longer pinned" in ann.ok("keys", "forget", "Ben").out
    assert "Every key of" in ann.ok("keys", "forget", url).out
    shown = ann.ok("keys", "show", "--json").data
    assert (shown["pinned"], shown["pinned_dice"]) == ({}, {})
    assert ann.refused(2, "keys", "forget", "Ben").error["code"] == "not-pinned"


def test_player_with_a_new_key_is_pinned_again_after_the_old_one_is_forgotten(
    tmp_path: Path,
) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    game = GAME.hex()[:8]
    words = fingerprint(key_of("Ben").public)
    ann.home.pin("Ben", key_of("Eve").public)
    assert ann.refused(5, "keys", "pin", "Ben", words, "--save", game)
    ann.ok("keys", "forget", "Ben")
    ann.ok("keys", "pin", "Ben", words, "--save", game)
    assert ann.home.keyring().players == {"Ben": key_of("Ben").public}


def test_key_of_a_dice_server_is_pinned_by_its_address(tmp_path: Path) -> None:
    url = "https://dice.example.org"
    path = tmp_path / "game.pbem"
    path.write_bytes(invitation(dice_address=url).to_bytes())
    ann = desk(tmp_path, "Ann")
    words = fingerprint(AUTHORITY.public)
    wrong = ann.refused(2, "keys", "pin-dice", fingerprint(key_of("Eve").public), "--save", path)
    assert wrong.error["code"] == "fingerprint-differs"
    assert url in ann.ok("keys", "pin-dice", words, "--save", path).out
    assert ann.home.keyring().authorities == {url: (AUTHORITY.public,)}
    forged = tmp_path / "forged.pbem"
    forged.write_bytes(invitation(dice_address=url, commitment=commitment(key=EVE)).to_bytes())
    assert ann.refused(5, "verify", forged).error["code"] == "key-contradicts-keyring"


def test_a_new_key_of_a_dice_server_is_taken_only_when_the_player_has_confirmed_it(
    tmp_path: Path,
) -> None:
    """The old key stays good for the old game; either key can be forgotten alone."""
    url = "https://dice.example.org"
    old, new = tmp_path / "old.pbem", tmp_path / "new.pbem"
    old.write_bytes(invitation(dice_address=url).to_bytes())
    new.write_bytes(invitation(dice_address=url, commitment=commitment(key=EVE)).to_bytes())
    first, second = fingerprint(AUTHORITY.public), fingerprint(EVE.public)
    ann = desk(tmp_path, "Ann")
    ann.ok("keys", "pin-dice", first, "--save", old)
    refused = ann.refused(5, "verify", new)
    assert "is not one that you have pinned" in str(refused.error["text"])
    wrong = ann.refused(2, "keys", "pin-dice", first, "--save", new)
    assert wrong.error["code"] == "fingerprint-differs"
    assert ann.refused(5, "verify", new)
    ann.ok("keys", "pin-dice", second, "--save", new)
    for path in (old, new):
        unconfirmed = ann.home.choose(str(path)).save.unconfirmed
        assert "dice authority" not in {one.role for one in unconfirmed}
    assert ann.ok("keys", "show", "--json").data["pinned_dice"] == {url: [first, second]}
    assert ann.refused(2, "keys", "forget", url, fingerprint(key_of("Ben").public))
    ann.ok("keys", "forget", url, first)
    assert ann.refused(5, "verify", old).error["code"] == "key-contradicts-keyring"
    ann.home.choose(str(new))
    ann.ok("keys", "forget", url, second)
    assert ann.home.keyring().authorities == {}


def test_a_key_of_a_dice_server_is_looked_for_in_one_place(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    words = fingerprint(AUTHORITY.public)
    for more in ((), ("--save", "x", "--server", "http://127.0.0.1:9")):
        assert ann.refused(2, "keys", "pin-dice", words, *more).error["code"] == "pin-dice-what"


def test_dice_authority_of_a_computer_cannot_be_pinned(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    words = fingerprint(key_of("Ben").public)
    refused = ann.refused(2, "keys", "pin-dice", words, "--save", GAME.hex()[:8])
    assert refused.error["code"] == "no-dice-server"
