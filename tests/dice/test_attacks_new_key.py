"""A new key of an authority: logs and pins follow what the old key has signed, and only that."""

from pathlib import Path

import pytest

from pbem.dice.authorities import Authorities
from pbem.dice.client import EmbeddedClient
from pbem.dice.protocol import RollSpec, receipt_body
from pbem.dice.server.admin import add_signing_key
from pbem.dice.sqlite import FolderStore
from pbem.dice.statements import make_statement
from pbem.lobby.authority import follow_new_key
from pbem.save.errors import DiceError
from pbem.save.trust import open_save
from pbem.wire.canonical import encode
from pbem.wire.signing import SigningKey
from tests.support.table import CLOCK, Table, mail_desks, pass_turn, table, to_next_dice

ATTACK = ("done", "done", "move 3 infantry, 1 fighter: Karelija > Finland", "done")
URL = "https://dice.example.org"


class Offering(EmbeddedClient):
    """An authority whose statements come from somebody else."""

    offered: tuple[bytes, ...] = ()

    def statements(self) -> tuple[bytes, ...]:
        return self.offered


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def rotate(folder: Path) -> bytes:
    """A new key of the authority in a folder; its public half."""
    return add_signing_key(FolderStore(folder), CLOCK)


def secret_keys(folder: Path) -> list[SigningKey]:
    secrets = FolderStore(folder).look(lambda work: work.vault.signing_secrets())
    return [SigningKey.from_secret(secret) for secret in secrets]


def test_a_running_game_survives_new_keys(game: Table, tmp_path: Path) -> None:
    """Between two rolls, twice, and before an end; every reader follows offline."""
    session = game.session()
    to_next_dice(session, *ATTACK)
    session.roll()
    old = game.save.sources[0].key
    rotate(tmp_path / "authority")
    newest = rotate(tmp_path / "authority")
    pass_turn(session)
    statements = [len(entry.attached.statements) for entry in game.save.entries]
    assert sum(statements) == 2 and max(statements) == 2, "with the first answer of the new key"
    again = open_save(game.save.to_bytes())
    assert again.head == game.save.head
    assert again.sources[0].key == newest != old
    latest = rotate(tmp_path / "authority")
    pass_turn(game.session())
    assert open_save(game.save.to_bytes()).sources[0].key == latest


def test_answers_by_a_key_that_nobody_introduced_are_refused(game: Table, tmp_path: Path) -> None:
    """Also those of the old key once the log knows the new one: somebody may have stolen it."""
    session = game.session()
    to_next_dice(session, *ATTACK)
    session.roll()
    rotate(tmp_path / "authority")
    request, signed = asked(game)
    receipt = game.dice.roll(signed)
    with pytest.raises(DiceError) as caught:
        game.save.append_roll(signed, [receipt])
    assert caught.value.code == "receipt-wrong-authority"
    statements = Authorities((game.dice,)).statements([receipt], [game.save.sources[0].key])
    grown = game.save.append_roll(signed, [receipt], statements)
    game.save = grown
    old = secret_keys(tmp_path / "authority")[0]
    _, later = asked(game)
    forged = old.seal("roll", receipt_body(request, bytes(32), CLOCK))
    for attached in ((), statements):
        with pytest.raises(DiceError) as caught:
            game.save.append_roll(later, [forged], attached)
        assert caught.value.code in ("receipt-wrong-authority", "statement-unfit")


def asked(game: Table) -> tuple[bytes, bytes]:
    """A request for dice at the newest head: its body, and the same signed."""
    nation = game.position().nation
    request = game.save.request(nation, RollSpec("combat", "", 1, "", "", 1, 6))
    return request.body(), request.sign(game.key(nation))


def test_statements_that_the_old_key_did_not_sign(tmp_path: Path) -> None:
    game = table(tmp_path / "authority", client=Offering(tmp_path / "authority", lambda: CLOCK))
    assert isinstance(game.dice, Offering)
    known = game.save.sources[0].key
    new = rotate(tmp_path / "authority")
    old, _ = secret_keys(tmp_path / "authority")
    thief = SigningKey.generate()
    session = game.session()
    to_next_dice(session, *ATTACK)
    lie = thief.seal("successor", make_statement_body(known, new))
    for offered, code in (
        ((), "receipt-wrong-authority"),
        ((make_statement(thief, new, CLOCK),), "receipt-wrong-authority"),
        ((make_statement(old, thief.public, CLOCK),), "receipt-wrong-authority"),
        ((lie,), "statement-bad-signature"),
        ((b"junk",), "statement-malformed"),
    ):
        game.dice.offered = offered
        with pytest.raises(DiceError) as caught:
            session.roll()
        assert caught.value.code == code
    game.dice.offered = (make_statement(old, new, CLOCK),)
    session.roll()
    assert game.save.sources[0].key == new


def make_statement_body(old: bytes, new: bytes) -> bytes:
    return encode({"key": new, "kind": "successor", "old": old, "restored": 0, "time": CLOCK})


def test_a_pinned_key_is_followed_and_no_other(tmp_path: Path) -> None:
    ann, _ben = mail_desks(tmp_path, "Ann", "Ben")
    folder = tmp_path / "authority"
    client = Offering(folder, lambda: CLOCK)
    old = client.public_key
    middle, new = rotate(folder), rotate(folder)
    keys = secret_keys(folder)
    honest = [
        make_statement(one, other, CLOCK) for one, other in zip(keys, (middle, new), strict=False)
    ]
    assert not follow_new_key(ann.home, URL, new, client), "nothing is pinned, so nothing is"
    ann.home.pin_authority(URL, old)
    thief = SigningKey.generate()
    for offered in ((), tuple(honest[:1]), tuple(honest[1:]), (make_statement(thief, new, 1),)):
        client.offered = offered
        assert not follow_new_key(ann.home, URL, new, client)
    client.offered = tuple(honest)
    assert not follow_new_key(ann.home, URL, thief.public, client)
    assert follow_new_key(ann.home, URL, new, client)
    assert ann.home.keyring().keys_at(URL) == (old, new)
    assert not follow_new_key(ann.home, URL, new, client), "it is pinned already"
