"""A game with two dice authorities from the command line: this computer's, and a server's."""

from pathlib import Path

import pytest

from pbem.dice.protocol import RollSpec
from pbem.lobby.authority import authorities_of
from pbem.wire.errors import DiceUnavailableError
from tests.support.diceserver import dice_server
from tests.support.table import CLOCK, Desk, mail_desks


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("server_is_first", [True, False])
def test_a_game_with_this_computer_and_a_server(tmp_path: Path, server_is_first: bool) -> None:
    """Founded, asked in order, waiting for the server while it is away, and said in plain words."""
    ann, _ben = mail_desks(tmp_path, "Ann", "Ben")
    with dice_server(tmp_path / "server", "--chain", "300", "--log-level", "warning") as server:
        order = ("embedded", server.address)[:: -1 if server_is_first else 1]
        named = [word for address in order for word in ("--dice", address)]
        made = ann.ok("new", "classic_1942", "--hotseat", *named, "--json")
        game = str(made.data["game"])
        said = " ".join(ann.ok("verify", game).out.split())
        assert f"{order[0]} and {order[1]}" in said
        assert "unless both authorities conspire with a player" in said
        home = ann.home
        save = home.choose(game).save
        nation = next(iter(save.seats))
        spec = RollSpec("combat", "", 1, "", "", 3, 6)
        signed = save.request(nation, spec).sign(home.key().key)
        if not server_is_first:
            server.kill()
            with pytest.raises(DiceUnavailableError):
                authorities_of(home, save, CLOCK).roll(signed, home.key().key)
            server.start()
        receipts = authorities_of(home, save, CLOCK).roll(signed, home.key().key)
        assert len(receipts) == 2
        assert save.append_roll(signed, receipts).next_roll == 2
        audit = ann.run("dice", "audit", game)
        assert audit.code == 7 and audit.out.count("roll 1") == 2, "both journals have it"


@pytest.mark.slow
def test_a_server_that_answers_second_is_thawed_with_its_own_answers(tmp_path: Path) -> None:
    ann, _ben = mail_desks(tmp_path, "Ann", "Ben")
    with dice_server(tmp_path / "server", "--chain", "600", "--log-level", "warning") as server:
        boss = Desk(
            tmp_path / "boss",
            {"PBEM_DICE_STORE": server.store, "PBEM_DICE_KEY_FILE": str(server.key_file)},
        )
        named = ("--dice", "embedded", "--dice", server.address)
        made = ann.ok("new", "big_world_1942", "--hotseat", *named, "--json")
        game = str(made.data["game"])
        boss.ok("dice", "backup", tmp_path / "backup")
        ann.ok("play", game, "--computer", "easy")
        server.stop()
        (Path(server.store) / "dice.sqlite3").unlink()
        boss.ok("dice", "restore", tmp_path / "backup")
        ann.ok("export", game, "--out", tmp_path / "newest.pbem")
        thawed = boss.ok("dice", "thaw", tmp_path / "newest.pbem", "--json").data["thawed"]
        assert isinstance(thawed, dict) and thawed[game] > 0
        server.start()
        ann.ok("play", game, "--computer", "easy")
        assert ann.ok("dice", "audit", game, "--json").data["findings"] == []


def test_two_that_are_one(tmp_path: Path) -> None:
    ann, _ben = mail_desks(tmp_path, "Ann", "Ben")
    for named in (("embedded", "embedded"), ("https://a.invalid", "https://A.invalid/")):
        words = [word for address in named for word in ("--dice", address)]
        refused = ann.refused(2, "new", "classic_1942", "--hotseat", *words)
        assert refused.error["code"] == "dice-twice"
