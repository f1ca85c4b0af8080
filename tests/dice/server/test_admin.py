"""Backup and restore, new keys, and whole turns through a server at the command line."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.dice.closing import open_closed
from pbem.dice.http import ServerClient
from pbem.dice.protocol import open_receipt
from pbem.dice.rows import JournalEntry, read_answer
from pbem.dice.server.database import SqliteDatabase
from pbem.listening import listen
from pbem.save.armour import armour_log
from pbem.wire.errors import DiceError
from pbem.wire.fingerprint import fingerprint
from pbem.wire.signing import Verifier
from tests.support.dicegame import new_game_at
from tests.support.diceserver import HOST, DiceServer, dice_server, make_key_file
from tests.support.postgres import Postgres
from tests.support.table import Desk, desk, key_of

SHORT = ("--chain", "600")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[DiceServer]:
    with dice_server(tmp_path / "server", *SHORT) as running:
        yield running


def keeper(tmp_path: Path, server: DiceServer) -> Desk:
    """The server's operator, at their own computer."""
    named = {"PBEM_DICE_STORE": server.store, "PBEM_DICE_KEY_FILE": str(server.key_file)}
    return Desk(tmp_path / "keeper", named)


def hotseat(tmp_path: Path, server: DiceServer) -> tuple[Desk, str]:
    """Ann's game, alone at her computer, with the server's dice."""
    ann = desk(tmp_path, "Ann")
    made = ann.ok("new", "big_world_1942", "--hotseat", "--dice", server.address, "--json")
    return ann, str(made.data["game"])


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    key = make_key_file(tmp_path)
    words = ("dice", "serve", "--store", tmp_path / "store", "--key-file", key)
    with listen(HOST, 0) as other:
        port = other.getsockname()[1]
        refused = Desk(tmp_path / "keeper").run(*words, "--port", port, "--json")
    assert (refused.code, refused.error["code"]) == (2, "port-taken")
    assert str(port) in str(refused.error["text"])


def play(ann: Desk, game: str) -> None:
    ann.ok("play", game, "--computer", "easy")


@pytest.mark.usefixtures("impatient")
def test_a_turn_is_played_with_the_dice_of_a_server(tmp_path: Path, server: DiceServer) -> None:
    ann, game = hotseat(tmp_path, server)
    play(ann, game)
    audit = ann.ok("dice", "audit", game, "--json").data
    assert audit["findings"] == [] and audit["turns"] == 1 and int(str(audit["rolls"])) > 0
    verified = ann.ok("verify", game)
    assert "Dice from the authority at the address in the save" in verified.out
    # The server goes away in the next turn: it waits, and goes on with the same command.
    server.kill()
    refused = ann.run("play", game, "--computer", "easy", "--json")
    assert (refused.code, refused.error["code"]) == (9, "dice-server-unavailable")
    assert ann.run("dice", "audit", game).code == 9
    server.start()
    play(ann, game)
    assert ann.ok("dice", "audit", game, "--json").data["turns"] == 2


@pytest.mark.slow
def test_a_player_who_goes_back_is_refused_and_named_in_the_audit(
    tmp_path: Path, server: DiceServer
) -> None:
    """Rolled, disliked, played differently: exit code 7, and the journal names them."""
    ann, game = hotseat(tmp_path, server)
    before = ann.home.game_store.folder(ann.game)
    start = {path.name: path.read_bytes() for path in before.iterdir() if path.is_file()}
    play(ann, game)
    for path in before.iterdir():
        if path.is_file():
            path.unlink()
    for name, data in start.items():
        (before / name).write_bytes(data)
    refused = ann.run("play", game, "--computer", "random", "--json")
    assert refused.code == 7
    assert refused.error["code"] in {"reroll-refused", "rolls-missing", "closing-refused"}
    audit = ann.run("dice", "audit", game, "--json")
    codes = {str(row["code"]) for row in audit.rows("findings")}
    assert audit.code == 7
    assert codes & {"attempted-re-roll", "attempted-closing"}
    assert codes & {"roll-not-in-save", "roll-differs"}
    assert {row["player"] for row in audit.rows("findings")} == {"Ann"}


def proved(entry: JournalEntry) -> tuple[str, int, bytes, bytes]:
    """What an answer in a journal settles: its place, what was asked, and the seed of a roll."""
    _, raw = read_answer(entry.data)
    if entry.event == "roll":
        receipt = open_receipt(raw, Verifier())
        return entry.event, entry.index, receipt.request, receipt.seed
    return entry.event, entry.index, open_closed(raw, Verifier()).request, b""


@pytest.mark.slow
def test_backup_restore_and_thaw(tmp_path: Path, server: DiceServer) -> None:
    """A backup older than an answer repeats, and answers anew only after the newest save."""
    ann, game = hotseat(tmp_path, server)
    play(ann, game)
    ann.ok("export", game, "--out", tmp_path / "older.pbem")
    boss = keeper(tmp_path, server)
    boss.ok("dice", "backup", tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    client = ServerClient(server.address)
    bystander = new_game_at(client)
    play(ann, game)
    known = client.journal(bytes.fromhex(game))
    told = client.log_head(bytes.fromhex(game))
    server.stop()
    # Copied by hand over the newer store: the witness notices.
    store = Path(server.store)
    database, newer = store / "dice.sqlite3", tmp_path / "newer"
    database.rename(newer)
    database.write_bytes((tmp_path / "backup").read_bytes())
    stale = boss.run("dice", "serve", "--port", 0, "--json")
    assert (stale.code, stale.error["code"]) == (7, "store-older")
    there = boss.run("dice", "restore", tmp_path / "backup", "--json")
    assert (there.code, there.error["code"]) == (7, "store-there")
    database.unlink()
    boss.ok("dice", "restore", tmp_path / "backup")
    server.start()
    client = ServerClient(server.address)
    assert client.journal(bytes.fromhex(game)) == known[: len(client.journal(bytes.fromhex(game)))]
    refused = ann.run("play", game, "--computer", "easy", "--json")
    assert (refused.code, refused.error["code"]) in {(7, "game-frozen"), (7, "roll-wrong-index")}
    with pytest.raises(DiceError) as caught:
        client.log_head(bytes.fromhex(game))
    assert caught.value.code == "game-frozen"
    with pytest.raises(DiceError) as caught:
        client.roll(bystander.request(1))
    assert caught.value.code == "game-unknown"
    server.stop()
    # A head that a player holds says that there is more than the older save has.
    (tmp_path / "told.txt").write_text(armour_log(told), encoding="ascii")
    thaw = ("dice", "thaw", "--head", tmp_path / "told.txt")
    lacking = boss.run(*thaw, tmp_path / "older.pbem", "--json")
    assert (lacking.code, lacking.error["code"]) == (7, "answers-missing")
    ann.ok("export", game, "--out", tmp_path / "newest.pbem")
    saves = (tmp_path / "older.pbem", tmp_path / "newest.pbem")
    thawed = boss.ok(*thaw, *saves, "--json").data["thawed"]
    assert isinstance(thawed, dict) and thawed[game] > 0
    server.start()
    # A save does not keep who signed which request, nor when it was answered.
    thawed_journal = ServerClient(server.address).journal(bytes.fromhex(game))
    assert [proved(entry) for entry in thawed_journal] == [proved(entry) for entry in known]
    assert (
        "told the same as you" in ann.ok("dice", "log", game, "--with", tmp_path / "told.txt").out
    )
    play(ann, game)
    assert ann.ok("dice", "audit", game, "--json").data["findings"] == []
    assert "was restored from a backup on" in ann.ok("verify", game).out


@pytest.mark.servers
def test_a_database_is_restored_with_its_own_programs(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    witness = tmp_path / "witness"
    with dice_server(tmp_path, *SHORT, "--witness", str(witness), store=url) as server:
        client = ServerClient(server.address)
        game = new_game_at(client)
        first = game.request(1)
        game.answers[1] = client.roll(first)
        dump = postgres.run("pg_dump", "--format=custom", "--dbname", url).stdout
        game.answers[2] = client.roll(game.request(2))
        server.stop()
        (postgres.folder / "dump").write_bytes(dump)
        server.store = postgres.new_database()
        dumped = str(postgres.folder / "dump")
        postgres.run("pg_restore", "--no-owner", "--dbname", server.store, dumped)
        boss = keeper(tmp_path, server)
        stale = boss.run("dice", "serve", "--port", 0, "--witness", witness, "--json")
        assert (stale.code, stale.error["code"]) == (7, "store-older")
        boss.ok("dice", "restore", "--witness", witness)
        server.start()
        client = ServerClient(server.address)
        assert client.roll(first) == game.answers[1]
        with pytest.raises(DiceError) as caught:
            client.roll(game.request(2))
        assert caught.value.code == "game-frozen"


def test_a_player_follows_the_new_key_of_a_server(tmp_path: Path, server: DiceServer) -> None:
    """The running game goes on under it, and a new game pins it beside the older one."""
    ann, game = hotseat(tmp_path, server)
    boss = keeper(tmp_path, server)
    (first,) = ServerClient(server.address).keys()
    ann.ok("keys", "pin-dice", fingerprint(first), "--save", game)
    server.stop()
    words = boss.ok("dice", "new-key", "--json").data["fingerprint"]
    server.start()
    second, also = ServerClient(server.address).keys()
    assert (fingerprint(second), also) == (words, first)
    found = ("new", "big_world_1942", "--hotseat", "--dice", server.address, "--json")
    play(ann, game)
    made = ann.ok(*found).data["game"]
    assert ann.home.keyring().authorities == {server.address: (first, second)}
    wrong = fingerprint(key_of("Ben").public)
    refused = ann.refused(2, "keys", "pin-dice", wrong, "--server", server.address)
    assert refused.error["code"] == "fingerprint-differs"
    ann.ok("keys", "pin-dice", words, "--server", server.address)
    for one in (game, made):
        assert "key of the dice authority" not in ann.ok("verify", one).out
        assert ann.ok("dice", "audit", one, "--json").data["findings"] == []
    assert ann.home.keyring().authorities == {server.address: (first, second)}


def test_a_key_that_no_statement_introduces_is_confirmed_by_the_player(
    tmp_path: Path, server: DiceServer
) -> None:
    """With another key pinned no game is founded at a server until they have compared its key."""
    ann, _game = hotseat(tmp_path, server)
    other = key_of("Ben").public
    ann.home.pin_authority(server.address, other)
    found = ("new", "big_world_1942", "--hotseat", "--dice", server.address, "--json")
    assert ann.refused(5, *found).error["code"] == "key-contradicts-keyring"
    (key,) = ServerClient(server.address).keys()
    ann.ok("keys", "pin-dice", fingerprint(key), "--server", server.address)
    made = ann.ok(*found).data["game"]
    assert "key of the dice authority" not in ann.ok("verify", made).out
    assert ann.home.keyring().authorities == {server.address: (other, key)}


def test_commands_that_do_not_fit(tmp_path: Path) -> None:
    boss = Desk(tmp_path / "home")
    folder, url = tmp_path / "store", "postgresql://127.0.0.1:9/none"
    for words, code in (
        (("serve", "--store", folder), "storage-key-missing"),
        (("backup", "--store", url, tmp_path / "file"), "backup-by-database"),
        (("restore", "--store", folder), "restore-what"),
        (("restore", "--store", url, __file__), "restore-what"),
    ):
        assert boss.refused(2, "dice", *words).error["code"] == code
    assert not folder.exists()
    missing = boss.refused(7, "dice", "backup", "--store", folder, tmp_path / "file")
    assert missing.error["code"] == "dice-store"
    assert not (tmp_path / "file").exists()


def test_storage_keys_are_made_and_changed(tmp_path: Path) -> None:
    boss = Desk(tmp_path / "home")
    file = tmp_path / "storage.key"
    boss.ok("dice", "keygen", file)
    assert file.stat().st_mode & 0o777 == 0o600
    (first,) = file.read_text().split()
    assert boss.refused(2, "dice", "keygen", file).error["code"] == "key-exists"
    boss.ok("dice", "keygen", file, "--add")
    second, still = file.read_text().split()
    assert still == first != second
    file.chmod(0o644)
    open_to_all = boss.refused(1, "dice", "serve", "--store", tmp_path / "s", "--key-file", file)
    assert open_to_all.error["code"] == "storage-key-open"


def test_secrets_are_sealed_anew_with_another_storage_key(tmp_path: Path) -> None:
    with dice_server(tmp_path, *SHORT) as server:
        game = new_game_at(ServerClient(server.address))
        game.answers[1] = ServerClient(server.address).roll(game.request(1))
        boss = keeper(tmp_path, server)
        busy = boss.run("dice", "reseal", "--json")
        assert (busy.code, busy.error["code"]) == (7, "store-busy")
        server.stop()
        boss.ok("dice", "keygen", server.key_file, "--add")
        boss.ok("dice", "reseal")
        new = boss.ok("dice", "new-key", "--json").data["key"]
        server.key_file.write_text(server.key_file.read_text().split()[0])
        server.start()
        client = ServerClient(server.address)
        game.answers[2] = client.roll(game.request(2))
        journal, statements = client.journal(game.game), client.statements()
        assert game.check(journal, statements) == 2, "the second by the new key, which followed"
        with pytest.raises(DiceError) as caught:
            game.check(journal)
        assert caught.value.code == "receipt-wrong-authority"
        assert new_game_at(client).commitment.authority.hex() == new
        assert game.commitment.authority.hex() != new


def test_the_backup_is_of_one_moment_while_answers_are_given(tmp_path: Path) -> None:
    with dice_server(tmp_path, *SHORT) as server:
        client = ServerClient(server.address)
        game = new_game_at(client)
        boss = keeper(tmp_path, server)
        for number in range(3):
            for index in range(10 * number + 1, 10 * number + 11):
                game.answers[index] = client.roll(game.request(index))
            boss.ok("dice", "backup", tmp_path / f"backup{number}")
    for number in range(3):
        with sqlite3.connect(tmp_path / f"backup{number}") as connection:
            found = connection.execute("SELECT count(*), max(idx) FROM roll").fetchone()
        connection.close()
        assert found == (10 * number + 10,) * 2
    SqliteDatabase(Path(server.store)).close()
