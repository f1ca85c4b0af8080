"""A game goes on over the relay of its dice server when all mail is lost."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import urllib3

from pbem.dice.http import ServerClient
from pbem.save.game_store import GameStore
from pbem.save.keyring import Keyring
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.mail_watch import watch
from pbem.wire.errors import DiceError
from tests.support.by_mail import begin, seats
from tests.support.diceserver import DiceServer, dice_server
from tests.support.table import Desk, mail_desks

CLUB = "Club <club@example.org>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiceServer]:
    folder = tmp_path_factory.mktemp("relay")
    with dice_server(folder, "--relay", "20", "--chain", "400", "--no-limits") as running:
        yield running


def begun(folder: Path, server: DiceServer, *options: str) -> tuple[str, Desk, Desk, Desk]:
    """A game that Ann and Ben have begun by mail, which Club may observe."""
    ann, ben, club = mail_desks(folder, "Ann", "Ben", "Club")
    game = begin(ann, ben, "--dice", server.address, *options)
    return game, ann, ben, club


def lose_mail(folder: Path) -> int:
    """Every mail that was sent is lost; how many."""
    lost = [path for path in (folder / "mail").rglob("*") if path.is_file()]
    for path in lost:
        path.unlink()
    return len(lost)


def save_of(desk: Desk) -> TrustedSave:
    save = desk.home.game_store.load(desk.game)
    assert save is not None
    return save


def play(desk: Desk, game: str) -> str:
    """Play the turns of one player, until somebody else comes; what was said of the last."""
    while "Next:" not in (said := desk.ok("play", game, "--computer", "easy").out):
        assert "Turn signed." in said
    return said


def test_a_game_goes_on_when_all_mail_is_lost(tmp_path: Path, server: DiceServer) -> None:
    game, ann, ben, _ = begun(tmp_path, server)
    lose_mail(tmp_path)
    for mover, other in ((ann, ben), (ben, ann), (ann, ben)):
        said = play(mover, game)
        assert f"At the dice server {server.address} for all others to fetch" in said
        assert lose_mail(tmp_path) > 0
        assert "It is your turn" in other.ok("fetch").out
        assert save_of(other).head == save_of(mover).head
    assert ben.ok("fetch").out.startswith("Nothing new."), "what is here is not fetched again"


def test_players_without_any_mail_hand_on_their_turns(tmp_path: Path, server: DiceServer) -> None:
    """After they have met by mail, or by a file: neither needs a mailbox."""
    game, ann, ben, _ = begun(tmp_path, server)
    for desk in (ann, ben):
        (desk.root / "config.toml").unlink()
    ann.ok("play", game, "--computer", "easy")
    sent = ann.ok("send", game, "--json").data
    assert sent["relayed"] == [server.address] and sent["mails"] == []
    assert "NOT SENT" not in ann.ok("games").out
    assert "It is your turn" in ben.ok("fetch").out
    ben.ok("play", game, "--computer", "easy")
    ben.ok("fetch")
    assert "It is your turn" in ann.ok("fetch").out, "fetch puts what the relay lacks"


def test_a_player_without_mail_hears_that_the_relay_is_full(
    tmp_path: Path, server: DiceServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ann, _, _ = begun(tmp_path, server)
    (ann.root / "config.toml").unlink()

    def full(*_: object) -> None:
        raise DiceError("relay-full", "the relay has no room for another save", "")

    monkeypatch.setattr(ServerClient, "relay_put", full)
    ann.ok("play", game, "--computer", "easy")
    said = ann.run("send", game)
    assert said.code == 2
    assert f"The dice server {server.address}: the relay has no room" in said.err
    assert "hand over the file" in said.err and "NOT SENT" in ann.ok("games").out


def test_a_player_without_a_mailbox_watches_the_dice_server(
    tmp_path: Path, server: DiceServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ann, ben, club = begun(tmp_path, server)
    (ben.root / "config.toml").unlink()
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 1:
            play(ann, game)
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr(watch, "__kwdefaults__", None)
    monkeypatch.setattr(watch, "__defaults__", (pause, *(watch.__defaults__ or ())[1:]))
    said = ben.ok("watch")
    assert "It is your turn" in said.out and pauses == [300.0, 300.0]
    (club.root / "config.toml").unlink()
    assert club.refused(2, "watch").error["code"] == "nothing-to-watch"


def test_the_mailbox_is_out_of_reach(tmp_path: Path, server: DiceServer) -> None:
    game, ann, ben, _ = begun(tmp_path, server)
    play(ann, game)
    shutil.rmtree(tmp_path / "mail" / "Ben")
    said = ben.run("fetch")
    assert said.code == 1
    assert "German" in said.out and "the mailbox could not be read" in said.out
    assert save_of(ben).head == save_of(ann).head
    assert ben.run("fetch").code == 1, "nothing new there: the mailbox is what is wrong"


def test_the_start_of_a_game_comes_over_the_relay(tmp_path: Path, server: DiceServer) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats(), "--dice", server.address)
    ben.ok("fetch")
    name = ben.home.game_store.games()[0].game.hex()[:8]
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    lose_mail(tmp_path)
    assert save_of(ben).state == "inviting"
    ben.ok("fetch")
    assert save_of(ben).head == save_of(ann).head and save_of(ben).state == "playing"


def test_an_observer_follows_without_mail_until_they_are_removed(
    tmp_path: Path, server: DiceServer
) -> None:
    game, ann, ben, club = begun(tmp_path, server, "--observer", CLUB)
    club.ok("fetch")
    club.ok("observe", game)
    play(ann, game)
    lose_mail(tmp_path)
    assert "Germans (Ben) to move" in club.ok("fetch").out
    assert save_of(club).head == save_of(ann).head
    # Another observer: the list that Club has is older now, and Club still goes on.
    ben.ok("fetch")
    ann.ok("observe", game, "--add", "Eve <eve@example.org>")
    play(ben, game)
    ann.ok("fetch")
    play(ann, game)
    lose_mail(tmp_path)
    club.ok("fetch")
    assert save_of(club).head == save_of(ann).head
    assert "Eve <eve@example.org>" in club.ok("observe", game).out, "the list came along"
    ann.ok("observe", game, "--remove", "Club")
    ben.ok("fetch")
    play(ben, game)
    ann.ok("fetch")
    play(ann, game)
    lose_mail(tmp_path)
    club.ok("fetch")
    assert save_of(ann).head in ServerClient(server.address).relayed_heads([club.game.game])[0]
    # What was put before the relay knew of the removal is all that they got.
    assert save_of(club).head in {entry.head for entry in save_of(ann).entries}
    assert save_of(club).head != save_of(ann).head


def test_a_server_that_is_no_relay_is_not_asked_for_more(tmp_path: Path) -> None:
    with dice_server(tmp_path / "plain", "--chain", "400") as plain:
        game, ann, ben, _ = begun(tmp_path, plain)
        assert "dice server" not in play(ann, game)
        assert "It is your turn" in ben.ok("fetch").out
        assert "no-such" not in plain.log


def test_a_body_is_larger_than_any_save(server: DiceServer) -> None:
    """The relay takes a megabyte and reads no more."""
    pool = urllib3.PoolManager()
    for size, status in ((1_000_000, 400), (1_600_000, 413)):
        answer = pool.request(
            "POST",
            f"{server.address}/v1/saves",
            body=b"x" * size,
            headers={"Content-Type": "application/json"},
            retries=False,
        )
        assert answer.status == status, answer.data
    assert ServerClient(server.address).keys(), "it goes on"


def test_a_relay_sends_something_else_than_it_was_asked_for(
    tmp_path: Path, server: DiceServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older save, noise, an altered one, or another game: nothing changes, and it is asked once
    for each head that it names."""
    game, ann, ben, _ = begun(tmp_path, server)
    before = save_of(ben)
    play(ann, game)
    lose_mail(tmp_path)
    newer = save_of(ann).to_bytes()
    cat, _ = mail_desks(tmp_path / "elsewhere", "Cat", "Dan")
    cat.ok("new", "big_world_1942", "--hotseat")
    strange = save_of(cat).to_bytes()
    asked: list[bytes] = []
    for number, sent in enumerate(
        (before.to_bytes(), b"noise", newer[:-1] + bytes([newer[-1] ^ 1]), strange)
    ):

        def answer(self: ServerClient, signed: bytes, _: bytes = b"", data: bytes = sent) -> object:
            del self
            asked.append(signed)
            return data, b""

        def heads(self: ServerClient, _: object, head: bytes = bytes([number] * 32)) -> object:
            del self
            return ((head,),)

        monkeypatch.setattr(ServerClient, "relay_ask", answer)
        monkeypatch.setattr(ServerClient, "relayed_heads", heads)
        monkeypatch.setattr(ServerClient, "relay_put", lambda *_: None)
        ben.run("fetch")
        ben.run("fetch")
        assert len(asked) == number + 1
        assert save_of_game(ben, game).head == before.head
    assert "a game that you do not play in" in ben.ok("games").out


def save_of_game(desk: Desk, game: str) -> TrustedSave:
    refs = [ref for ref in desk.home.game_store.games() if ref.game.hex().startswith(game)]
    save = desk.home.game_store.load(refs[0])
    assert save is not None
    return save


def test_only_games_that_were_joined_or_are_observed_name_a_server_to_be_asked(
    tmp_path: Path, server: DiceServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or whoever sends an invitation would learn who reads it, and when."""
    asked: list[str] = []

    def heads(self: ServerClient, games: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
        asked.append(self.address)
        return tuple(() for _ in games)

    monkeypatch.setattr(ServerClient, "relayed_heads", heads)
    ann, ben, club = mail_desks(tmp_path, "Ann", "Ben", "Club")
    ann.ok("new", "big_world_1942", *seats(), "--dice", server.address, "--observer", CLUB)
    for desk in (ben, club):
        desk.ok("fetch")
        desk.ok("fetch")
        assert asked == []
    ben.ok("join", ben.game.game.hex()[:8], "--yes")
    ben.ok("fetch")
    assert asked == [server.address]


def test_one_question_is_about_all_games_and_opens_none_of_them(
    tmp_path: Path, server: DiceServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home with hundreds of games asks as often as one with two."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    for _ in range(3):
        ann.ok("new", "big_world_1942", *seats(), "--dice", server.address)
    ben.ok("fetch")
    names = [ref.game.hex()[:8] for ref in ben.home.game_store.games()]
    for name in names:
        ben.ok("join", name, "--yes")
    ann.ok("fetch")
    ben.ok("fetch")
    play(ann, names[0])
    lose_mail(tmp_path)
    asked: list[int] = []
    opened: list[object] = []
    ask, load = ServerClient.relayed_heads, GameStore.load

    def heads(self: ServerClient, games: Sequence[bytes]) -> tuple[tuple[bytes, ...], ...]:
        asked.append(len(games))
        return ask(self, games)

    def loaded(self: GameStore, ref: GameRef, *more: Keyring) -> TrustedSave | None:
        opened.append(ref)
        return load(self, ref, *more)

    monkeypatch.setattr(ServerClient, "relayed_heads", heads)
    monkeypatch.setattr(GameStore, "load", loaded)
    assert "It is your turn" in ben.ok("fetch").out
    assert asked == [3]
    opened.clear()
    for desk in (ann, ben):
        desk.ok("games")
        desk.ok("fetch")
        asked.clear()
        opened.clear()
        assert desk.ok("fetch").out.startswith("Nothing new.")
        assert (asked, opened) == ([3], [])


def test_a_club_gets_the_turns_from_the_relay_when_its_mail_is_lost(
    tmp_path: Path, server: DiceServer
) -> None:
    game, ann, ben, club = begun(tmp_path, server, "--observer", CLUB)
    with (club.root / "config.toml").open("a") as config:
        config.write('[club]\nfollows = "named"\n')
    assert "the club follows it from now on" in club.ok("club", "run", "--once").out
    for mover, other in ((ann, ben), (ben, ann)):
        play(mover, game)
        lose_mail(tmp_path)
        said = club.ok("club", "run", "--once").out
        assert "to move" in said and "1 game brought up to date" in said
        assert save_of(club).head == save_of(mover).head
        other.ok("fetch")
    assert len(list((club.root / "site").rglob("turn-*.html"))) == 2
    assert club.ok("club", "run", "--once").out == "Nothing new.\n"
