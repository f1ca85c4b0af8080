"""A club by real mail: Postfix, Dovecot, a dice server, and `pbem club run` as a process of its own
that waits for mail.

Three players name the club when the game is founded. A turn is lost on its way to one of them, and
strangers write, too. The clock of the players, of the club and of the dice server is a file.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.club.test_club import check_atom, mail_with_save
from tests.mail.test_deadlines_servers import MOVED
from tests.mail.test_rough_mail import seat
from tests.support import missing
from tests.support.by_mail import seats
from tests.support.diceserver import dice_server
from tests.support.mailservers import MailServers, MailUser, missing_reason, start_mail_servers
from tests.support.table import Desk, mail_desks

pytestmark = [pytest.mark.servers, pytest.mark.slow]

HOUR = 3_600
PATIENCE = 60.0


@pytest.fixture
def servers() -> Iterator[MailServers]:
    reason = missing_reason()
    if reason:
        missing.skip_or_fail(reason, missing.SERVERS)
    with start_mail_servers("", ("cid", "club")) as found:
        yield found


@dataclass(frozen=True)
class Clock:
    """What is added to the time of all, in seconds."""

    path: Path

    @property
    def folder(self) -> Path:
        return self.path.parent

    def go_on(self, seconds: int) -> None:
        self.path.write_text(str(float(self.path.read_text()) + seconds))


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    folder = tmp_path / "moved"
    folder.mkdir()
    path = folder / "clock"
    path.write_text("0")
    (folder / "sitecustomize.py").write_text(MOVED.format(path=str(path)))
    real = time.time
    monkeypatch.setattr("time.time", lambda: real() + float(path.read_text()))
    return Clock(path)


@contextmanager
def running(club: Desk, clock: Clock) -> Iterator[Path]:
    """The club at work, until it is ended as by Ctrl-C; the file with what it says."""
    log = club.root / "said"
    environment = {**os.environ, "PBEM_HOME": str(club.root), "PYTHONPATH": str(clock.folder)}
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "pbem", "club", "run"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
        try:
            yield log
            assert process.poll() is None, log.read_text()
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0, log.read_text()
    assert "Stopped." in log.read_text()


def wait_until(what: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.2)


def test_a_club_follows_a_game_by_real_mail(
    servers: MailServers, tmp_path: Path, clock: Clock
) -> None:
    cid_user, club_user = servers.others
    users: dict[str, MailUser] = {
        "Ann": servers.allies,
        "Ben": servers.axis,
        "Cid": cid_user,
        "Club": club_user,
    }
    eve = mail_desks(tmp_path / "eve", "Eve")[0]
    ann, ben, cid, club = (seat(tmp_path, name, servers, user, "") for name, user in users.items())
    with (club.root / "config.toml").open("a") as config:
        config.write('[club]\nname = "Real club"\nfollows = "named"\n')
    site = club.root / "site"

    def page(name: str = "index.html") -> str:
        path = site / name
        return path.read_text() if path.is_file() else ""

    def fetch(name: str, desk: Desk) -> None:
        servers.wait_for_new(users[name])
        desk.run("fetch")

    with dice_server(tmp_path / "server", PYTHONPATH=str(clock.folder)) as dice:
        with running(club, clock) as log:
            ben_seat = f"Ben <{servers.axis.address}>"
            who = seats({"Germans"}, ben_seat, Japanese=f"Cid <{cid_user.address}>")
            terms = ("--dice", dice.address, "--plain-http", "--pace", "24h")
            ann.ok("new", "big_world_1942", *who, *terms, "--observer", club_user.address)
            game = ann.game.game.hex()[:8]
            for name, desk in (("Ben", ben), ("Cid", cid)):
                fetch(name, desk)
                desk.ok("join", game, "--yes")
                fetch("Ann", ann)
            for name, desk in (("Ben", ben), ("Cid", cid)):
                fetch(name, desk)
            wait_until(lambda: "<strong>Russians</strong> (Ann) to move" in page(), log)

            # Strangers write: a game that names nobody, what is no save, and no mail at all.
            eve.ok("new", "classic_1942", "--hotseat")
            save = eve.home.game_store.current(eve.game).read_bytes()
            for raw in (mail_with_save(save), mail_with_save(save[:-9]), b"\xff\x00" * 2_000):
                servers.submit("eve@example.org", club_user.address, raw)

            ann.ok("play", game, "--computer", "easy")
            fetch("Ben", ben)
            fetch("Cid", cid)
            wait_until(lambda: "<strong>Germans</strong> (Ben) to move" in page(), log)
            ben.ok("play", game, "--computer", "easy")
            servers.take(cid_user)  # the mail of the second turn is lost
            wait_until(lambda: "<strong>British</strong> (Ann) to move" in page(), log)
            assert page().count("<h2>") == 1, "no game of strangers"
            clock.go_on(2 * HOUR)
            cid.ok("send", game)
            wait_until(lambda: "Cid lacks turn 2: sent" in log.read_text(), log)
            fetch("Cid", cid)
            assert cid.home.choose(game).save.head == ben.home.choose(game).save.head
            (folder,) = (site / "games").iterdir()
            kept = ben.home.game_store.current(ben.game).read_bytes()
            wait_until(lambda: (folder / "game.pbem").read_bytes() == kept, log)
            check_atom(ET.fromstring(page("feed.xml")))

        # Ann is late, and nobody else is at home: once the others could have, the club reminds.
        servers.take(servers.allies)
        clock.go_on(24 * HOUR)
        assert club.ok("club", "run", "--once", "--json").data["reminded"] == []
        assert "late since" in page()
        clock.go_on(6 * HOUR)
        data = club.ok("club", "run", "--once", "--json").data
        assert len(data["reminded"]) == 1
        servers.wait_for_new(servers.allies)
        (raw,) = servers.take(servers.allies)
        assert b"British late: time is over." in raw
        assert club.ok("club", "run", "--once", "--json").data["reminded"] == []
        fetch("Ben", ben)
        assert ben.ok("remind", "--json").data["reminded"] == [], "the mail of the club counts"
