"""A deadline counts from when the turn could be had, and an outage of a dice server stops the clock
(ADR 0084): two players with a real Postfix, a real Dovecot and a real dice server.

The clock of the players, and that of the dice server, is a file that the tests move.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.cli import run
from tests.mail.test_three_turns import Player, players, take_seat
from tests.support.diceserver import DiceServer, dice_server
from tests.support.mailservers import MailServers

pytestmark = [pytest.mark.servers, pytest.mark.slow]

__all__ = ["players"]

DAY, HOUR = 86_400, 3_600
MOVED = """
import time
real = time.time
time.time = lambda: real() + float(open({path!r}).read())
"""


@dataclass(frozen=True)
class Clock:
    """What is added to the time of all, in seconds."""

    path: Path

    def go_on(self, seconds: int) -> None:
        self.path.write_text(str(float(self.path.read_text()) + seconds))


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    path = tmp_path / "clock"
    path.write_text("0")
    real = time.time
    monkeypatch.setattr("time.time", lambda: real() + float(path.read_text()))
    return Clock(path)


@pytest.fixture
def dice(tmp_path: Path, clock: Clock) -> Iterator[DiceServer]:
    folder = tmp_path / "moved"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(MOVED.format(path=str(clock.path)))
    with dice_server(tmp_path / "server", PYTHONPATH=str(folder)) as server:
        yield server


def found_paced(ann: Player, axel: Player, servers: MailServers, *dice: str) -> str:
    """A game with 24 hours for a turn and a reminder after 24 more; its id."""
    pace = ("--pace", "24h", "--bumps", "1 every 24h then substitute")
    return take_seat(ann, axel, servers, *pace, *dice, name="Paced game")[:8]


def open_turn(player: Player, game: str) -> dict[str, object]:
    turns = player.pbem("pace", game)["turns"]
    assert isinstance(turns, list)
    row = turns[-1]
    assert isinstance(row, dict)
    return row


def test_a_turn_that_was_not_sent_has_no_deadline_and_its_time_begins_when_it_is(
    players: tuple[Player, Player], mail_servers: MailServers, clock: Clock
) -> None:
    """Ann ends her turn and sends it three days later; Axel has a day from then on."""
    ann, axel = players
    game = found_paced(ann, axel, mail_servers)
    played = ann.pbem("play", game, "--computer", "easy", "--no-send")
    assert played["finished"] is True
    clock.go_on(3 * DAY)
    # By the log Axel is late; he cannot be, and both homes know it.
    assert ann.pbem("remind")["reminded"] == []
    assert open_turn(ann, game)["late"] is False
    (news,) = axel.news()
    assert (news["kind"], "have ended turn 1" in news["text"]) == ("lacking", True)
    assert "your time does not run before it is here" in news["text"]
    assert axel.news() == [], "not asked again in the same hour"

    ann.pbem("send", game)
    mail_servers.wait_for_new(axel.user)
    (news,) = axel.news()
    assert (news["kind"], news["to_move"]) == ("turn", "Germans")
    clock.go_on(23 * HOUR)
    for player in players:
        assert open_turn(player, game)["late"] is False
        assert player.pbem("remind")["reminded"] == []
    clock.go_on(2 * HOUR)
    assert len(ann.pbem("remind")["reminded"]) == 1
    assert open_turn(axel, game)["late"] is True


def refusal(player: Player, code: int, *words: str) -> str:
    """The code of why a command is refused."""
    error = player.pbem(*words, code=code)["error"]
    assert isinstance(error, dict)
    return str(error["code"])


def test_nobody_is_put_out_by_a_home_that_knows_when_their_turn_was_sent(
    players: tuple[Player, Player], mail_servers: MailServers, clock: Clock
) -> None:
    """By the log Axel has been late for a day; Ann's home sent the turn an hour ago. Axel's home is
    never asked."""
    ann, axel = players
    game = found_paced(ann, axel, mail_servers)
    ann.pbem("play", game, "--computer", "easy", "--no-send")
    clock.go_on(3 * DAY)
    ann.pbem("send", game)
    clock.go_on(HOUR)
    put_out = ("propose", game, "substitute", "Axel", "--absent", "--name", "Ann")
    kept = ann.pbem(*put_out)
    assert (kept["done"], kept["missing"]) == (False, [])
    assert refusal(ann, 8, "enact", game) == "not-late"
    clock.go_on(2 * DAY)
    assert ann.pbem("enact", game)["done"] is True


def test_an_outage_of_the_dice_server_stops_the_clock(
    players: tuple[Player, Player], mail_servers: MailServers, clock: Clock, dice: DiceServer
) -> None:
    """The server is away for five days of Axel's turn: nobody is reminded then, and afterwards it
    says so itself."""
    ann, axel = players
    game = found_paced(ann, axel, mail_servers, "--dice", dice.address, "--plain-http")
    ann.pbem("play", game, "--computer", "easy")
    mail_servers.wait_for_new(axel.user)
    axel.news()
    until = open_turn(ann, game)["until"]
    dice.stop()
    clock.go_on(5 * DAY)
    assert ann.pbem("remind")["reminded"] == [], "nobody can end a turn now"
    dice.start()
    row = open_turn(ann, game)
    assert row["late"] is False
    assert isinstance(until, int) and isinstance(row["until"], int)
    assert 5 * DAY - HOUR < row["until"] - until < 5 * DAY + HOUR
    assert ann.pbem("remind")["reminded"] == []
    played = axel.pbem("play", game, "--computer", "easy")
    assert played["finished"] is True
    mail_servers.wait_for_new(ann.user)
    ann.news()
    assert ann.pbem("verify", game)["head"] == played["head"]


def said_by(player: Player, *words: str) -> str:
    """What stands below the output of a command, for people."""
    player.monkeypatch.setenv("PBEM_HOME", str(player.home))
    player.capsys.readouterr()
    assert run(list(words)) == 0
    return player.capsys.readouterr().err


def test_one_line_below_every_command_says_what_waits_and_what_was_not_sent_goes_out(
    players: tuple[Player, Player], mail_servers: MailServers, clock: Clock
) -> None:
    """Ann's mail server is away while she plays; the next command that signs or asks sends it."""
    ann, axel = players
    game = found_paced(ann, axel, mail_servers)
    config = ann.home / "config.toml"
    works = config.read_text()
    port = f"port = {mail_servers.smtp_settings(ann.user)['port']}"
    assert works.count(port) == 1
    config.write_text(works.replace(port, "port = 1"))
    ann.pbem("play", game, "--computer", "easy")
    ann.pbem("games")
    assert "signed, NOT SENT: the mail waits" in said_by(ann, "status", game)
    config.write_text(works)
    clock.go_on(2 * HOUR)
    assert "NOT SENT" in said_by(ann, "map", game, "--out", str(ann.home / "map.svg"))
    said = said_by(ann, "pace", game)
    assert f"Mail to {axel.user.address}: sent" in said and "NOT SENT" not in said
    mail_servers.wait_for_new(axel.user)
    axel.news()

    axel.pbem("games")
    said = said_by(axel, "status", game)
    assert "Paced game: your turn (Germans) since " in said and ", until " in said
    assert f"`pbem play {game}`" in said
    ann.pbem("propose", game, "draw")
    assert refusal(ann, 8, "propose", game, "draw") == "proposed-already"
    mail_servers.wait_for_new(axel.user)
    axel.news()
    assert refusal(axel, 8, "propose", game, "draw") == "proposed-already"
    axel.pbem("games")
    assert "; 1 proposal to sign. `pbem consent" in said_by(axel, "status", game)
    clock.go_on(2 * DAY)
    ann.pbem("games")
    assert "late since " in said_by(axel, "status", game)
    assert "Paced game: Germans late since " in said_by(ann, "status", game)
