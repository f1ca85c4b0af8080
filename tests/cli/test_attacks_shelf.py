"""Attacks on the shelf of games: an id that is squatted, and saves of strangers that fill it."""

from pathlib import Path

import pytest

from engine import RULES_VERSION, tree_from_definition
from pbem.dice.protocol import Commitment
from pbem.motions.consent import SignedProposal, make_proposal
from pbem.motions.draw import Draw
from pbem.post import guests
from pbem.save.armour import armour
from pbem.save.invite import new_game
from pbem.save.proposal_file import proposal_file
from pbem.save.shelf import ref_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.fingerprint import fingerprint
from pbem.wire.shapes import bytes_of
from tests.support.by_mail import seats
from tests.support.table import AXIS, CLOCK, NATIONS, Desk, big_world, key_of, mail_desks


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Desk, Desk]:
    """Ann has invited Ben; he has not fetched the mail yet."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", "--name", "Real", *seats())
    return ann, ben


def only_save(desk: Desk) -> TrustedSave:
    (path,) = (desk.root / "games").glob("*/current.pbem")
    return open_save(path.read_bytes())


def _commitment(game: bytes) -> bytes:
    """What an authority of Eve's own has signed."""
    body = bytes_of(
        Commitment(
            game=game,
            host=key_of("Eve").public,
            anchor=bytes(32),
            length=9,
            proof="committed",
            time=CLOCK,
        )
    )
    return key_of("Authority").seal("commitment", body)


def squatted(folder: Path, genuine: TrustedSave) -> Path:
    """An invitation of Eve's that has the id of the genuine game, and all its names."""
    eve, game = key_of("Eve"), genuine.genesis.game
    save = new_game(
        host="Ann",
        key=eve,
        game=game,
        name=genuine.genesis.name,
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_from_definition(big_world()),
        options={},
        seats=genuine.genesis.seats,
        players={"Ann": eve.public, "Ben": None},
        dice=(("embedded", _commitment(game)),),
        time=CLOCK,
    )
    path = folder / "squatted.pbem"
    path.write_bytes(save.to_bytes())
    return path


def test_the_id_of_a_game_is_squatted(pair: tuple[Desk, Desk], tmp_path: Path) -> None:
    """Ben has Eve's game first; he sees both, joins Ann's by its other name, and plays it."""
    ann, ben = pair
    genuine = only_save(ann)
    game, head = genuine.genesis.game.hex()[:8], genuine.genesis_head.hex()[:8]
    path = squatted(tmp_path, genuine)
    ben.ok("fetch", path)
    told = ben.ok("fetch").out
    assert f"another game with the id {game}" in told
    assert f"pbem join {head}" in told
    shown = ben.ok("games").out
    for key in (key_of("Ann"), key_of("Eve")):
        assert f"hosted by Ann, {fingerprint(key.public)}" in shown
    assert str(path) in shown and "ann@example.org" in shown
    refused = ben.refused(2, "join", game, "--yes")
    assert refused.error["code"] == "save-ambiguous"
    for key in (key_of("Ann"), key_of("Eve")):
        assert fingerprint(key.public) in str(refused.error["text"])
    assert head in str(refused.error["text"])
    joined = ben.ok("join", head, "--yes").out
    assert f"hosted by Ann, {fingerprint(key_of('Ann').public)}" in joined
    assert f"You have another game with the id {game}" in joined
    assert "everybody has joined" in ann.ok("fetch").out
    ann.ok("play", game, "--computer", "easy")
    ann.ok("send", game)
    assert f"It is your turn (Germans): pbem play {head}" in ben.ok("fetch").out
    ben.ok("play", head, "--computer", "easy")


def test_the_genuine_game_comes_first_and_is_not_touched(
    pair: tuple[Desk, Desk], tmp_path: Path
) -> None:
    ann, ben = pair
    ben.ok("fetch")
    genuine = only_save(ben)
    game = genuine.genesis.game.hex()[:8]
    ben.ok("join", game, "--yes")
    before = only_save(ben).head
    ben.ok("fetch", squatted(tmp_path, genuine))
    kept = ben.home.game_store.games()
    assert len(kept) == 2
    assert before in [
        save.head for one in kept if (save := ben.home.game_store.load(one)) is not None
    ]
    assert "everybody has joined" in ann.ok("fetch").out
    assert "Russians (Ann) to move" in ben.ok("fetch").out


def mailed(pair: tuple[Desk, Desk], number: int, saves: list[TrustedSave]) -> None:
    """Put mails with these saves into Ben's mailbox."""
    _, ben = pair
    for place, save in enumerate(saves):
        path = ben.root.parent / "mail" / "Ben" / "new" / f"{number}-{place}.mail"
        head = b"From: eve@example.org\r\nSubject: x\r\n\r\n"
        path.write_bytes(head + armour(save.to_bytes()).replace("\n", "\r\n").encode())


def running(number: int, *, ben: bool = True) -> TrustedSave:
    """A game of Eve's that has started, in which Ben is named without having been asked."""
    eve, game = key_of("Eve"), bytes([number]) * 16
    second = key_of("Ben").public if ben else eve.public
    return new_game(
        host="Eve",
        key=eve,
        game=game,
        name=f"Game {number}",
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_from_definition(big_world()),
        options={},
        seats={name: "Ben" if name in AXIS and ben else "Eve" for name in NATIONS},
        players={"Eve": eve.public} | ({"Ben": second} if ben else {}),
        dice=(("embedded", _commitment(game)),),
        time=CLOCK,
    ).append_start(eve, time=CLOCK)


def test_games_of_strangers_are_not_replayed(
    pair: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To be named as a player by the host is not to have joined."""
    _, ben = pair
    ben.ok("fetch")
    save = running(1).append_orders("Russians", [["nonsense"]], key_of("Eve"))
    mailed(pair, 1, [save])

    def replayed(*_: object) -> object:
        raise AssertionError("replayed")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.replay.walk.new_game", replayed)
        told = ben.ok("fetch").out
        assert "a game that you do not play in, hosted by Eve" in told
        assert "its signatures are checked, its moves are not yet" in told
        assert "a game that you do not play in" in ben.ok("games").out
    assert ben.run("status", "01010101").code == 6
    assert ben.run("verify", "01010101").code == 6


def test_saves_of_strangers_are_limited_in_number_and_size(
    pair: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file that the player names is taken, and so is the mail of a game that they play in."""
    ann, ben = pair
    ben.ok("fetch")
    own = only_save(ben).genesis.game.hex()[:8]
    ben.ok("join", own, "--yes")
    monkeypatch.setattr(guests, "MOST_GAMES", 2)
    mailed(pair, 1, [running(number) for number in (1, 2, 3)])
    refused = ben.run("fetch", "--json")
    assert [row["code"] for row in refused.rows("news")].count("too-many-strangers") == 1
    assert refused.code == 3
    assert len(ben.home.game_store.games()) == 3
    path = tmp_path / "3.pbem"
    path.write_bytes(running(3).to_bytes())
    ben.ok("fetch", path)
    assert len(ben.home.game_store.games()) == 4
    ben.ok("forget", "01010101", "--yes")
    mailed(pair, 2, [running(4)])
    ben.ok("fetch")
    assert "Game 4" in ben.ok("games").out
    monkeypatch.setattr(guests, "MOST_BYTES", 100)
    ann.ok("fetch")
    mailed(pair, 3, [running(5), running(4).append_orders("Russians", [["x"]], key_of("Eve"))])
    refused = ben.run("fetch", "--json")
    assert [row["code"] for row in refused.rows("news")].count("stranger-too-large") == 2
    assert "Russians (Ann) to move" in refused.out


def test_a_stranger_fills_no_folder_with_one_game(pair: tuple[Desk, Desk]) -> None:
    """Neither with ever longer saves, nor with forks, nor with proposals."""
    _, ben = pair
    save = running(1)
    longer = save.append_orders("Russians", [["x"]], key_of("Eve"))
    mailed(pair, 1, [save, longer, save.append_orders("Russians", [["y"]], key_of("Eve"))])
    assert ben.run("fetch").code == 8
    ref = next(ref for ref in ben.home.game_store.games() if ref.game == save.genesis.game)
    folder = ben.home.game_store.folder(ref)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.pbem"))
    assert files == ["current.pbem"]
    proposal = make_proposal(
        Draw(),
        key_of("Eve"),
        game=save.genesis.game,
        head=save.head,
        identity=bytes(16),
        until=100,
        words="",
        time=CLOCK,
    )
    path = ben.root.parent / "mail" / "Ben" / "new" / "2.mail"
    text = armour(proposal_file(SignedProposal(proposal, ())))
    path.write_bytes(b"Subject: x\r\n\r\n" + text.encode())
    assert "a proposal in a game that you do not play in; left out" in ben.ok("fetch").out
    assert not (folder / "proposals").exists()
    assert ben.home.game_store.marked() == ()


def test_forget_asks_and_keeps_what_only_others_could_give_back(
    pair: tuple[Desk, Desk], tmp_path: Path
) -> None:
    ann, ben = pair
    ben.ok("fetch")
    genuine = only_save(ben)
    game = genuine.genesis.game.hex()[:8]
    ben.ok("join", game, "--yes")
    mailed(pair, 1, [running(1)])
    ben.ok("fetch", squatted(tmp_path, genuine))
    ben.ok("fetch")
    assert ben.refused(2, "forget", game, "--yes").error["code"] == "save-ambiguous"
    refused = ben.refused(2, "forget", "01010101")
    assert refused.error["code"] == "forget-unconfirmed"
    assert "hosted by Eve" in str(refused.error["text"])
    ben.ok("forget", "01010101", "--yes")
    assert not (ben.root / "forgotten").exists()
    own = ref_of(genuine)
    kept = ben.ok("forget", own.genesis.hex(), "--yes", "--json").data["kept"]
    (path,) = Path(str(kept)).glob("*.pbem")
    assert len(ben.home.game_store.games()) == 1
    assert not ben.home.game_store.folder(own).exists()
    ben.ok("fetch", path)
    assert own in ben.home.game_store.games()
    assert "Russians (Ann) to move" in (ann.ok("fetch").out and ben.ok("fetch").out)
