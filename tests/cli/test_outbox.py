"""`pbem outbox`, what comes back, `pbem watch`, and a folder of downloads."""

from pathlib import Path

import pytest

from pbem.home import Home
from pbem.mail.errors import NetworkError
from pbem.mail.settings import MaildirIncoming
from pbem.post.letter import outbox_of
from pbem.terminal.mail_watch import watch
from pbem.terminal.notification import command_for
from tests.mail.test_bounce import report
from tests.support.by_mail import begin
from tests.support.table import Desk, desk, mail_desks


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    """Ann has written to Ben."""
    found, _ = mail_desks(tmp_path, "Ann", "Ben")
    seats = ("Russians", "British", "Chinese", "Japanese", "Americans")
    mine = [word for name in seats for word in ("--seat", f"{name}=me")]
    found.ok("new", "big_world_1942", "--seat", "Germans=Ben <ben@example.org>", *mine)
    return found


def test_what_was_sent_is_not_listed_until_it_is_wanted(ann: Desk) -> None:
    assert ann.ok("outbox").out == "Nothing waits.\n"
    assert "ben@example.org  sent" in ann.ok("outbox", "--all").out


def test_what_comes_back_is_said_and_can_be_sent_again(ann: Desk, tmp_path: Path) -> None:
    (entry,) = outbox_of(ann.home).entries()
    raw = report(recipient="rfc822; ben@example.org")
    other = raw.split(b"Message-ID: <", 1)[1][:40]
    (tmp_path / "mail" / "Ann" / "new" / "1.back").write_bytes(
        raw.replace(other, entry.key.encode())
    )
    said = ann.run("fetch")
    assert said.code == 9 and "came back: there is no such address" in said.out
    assert f"--again {entry.key[:8]}" in said.out
    assert "It came back: there is no such address" in ann.ok("outbox").out
    assert ann.ok("fetch").out == "Nothing new.\n"
    again = f"`pbem send {entry.game_id[:8]} --again {entry.key[:8]}`"
    assert again in ann.ok("outbox").out
    ann.ok("send", entry.game_id[:8], "--again", entry.key[:8])
    assert ann.ok("outbox").out == "Nothing waits.\n"


def test_what_waits_says_when_it_is_tried_again(ann: Desk, tmp_path: Path) -> None:
    (entry,) = outbox_of(ann.home).entries()
    outbox_of(ann.home).resend(entry.key)
    (tmp_path / "mail" / "Ben").rename(tmp_path / "away")
    assert "waits after 2 tries, again from" in ann.ok("outbox", "--retry").out
    assert ann.ok("outbox", "--json").rows("mails")[0]["delivery"] == "pending"
    (tmp_path / "away").rename(tmp_path / "mail" / "Ben")
    assert ann.ok("outbox", "--retry").out == "Nothing waits.\n"


def test_outbox_without_mail(tmp_path: Path) -> None:
    cat = desk(tmp_path, "Cat")
    assert cat.ok("outbox").out == "Nothing waits.\n"
    assert cat.refused(2, "outbox", "--retry").error["code"] == "mail-not-configured"
    assert cat.refused(2, "watch").error["code"] == "nothing-to-watch"


def test_watch_goes_on_when_a_server_is_out_of_reach(tmp_path: Path) -> None:
    for name in ("tmp", "new", "cur"):
        (tmp_path / name).mkdir()
    tries: list[int] = []
    pauses: list[float] = []

    def fetch() -> None:
        tries.append(1)
        if len(tries) in (1, 2, 4):
            raise NetworkError("imap-unreachable", "It is away.")
        (tmp_path / "new" / str(len(tries))).write_bytes(b"a mail")

    told: list[str] = []
    way = MaildirIncoming(tmp_path, 1000)
    watch(Home(tmp_path / "home"), way, fetch, told.append, pauses.append, rounds=4)
    assert pauses == [1, 4, 1], "longer each time, and from the beginning once it has worked"
    away, back = "It is away. pbem goes on trying.", "The mailbox can be read again."
    assert told == [away, back, away], "said once, however often it was tried"


def test_watch_begins_with_short_pauses_after_a_connection_that_held(tmp_path: Path) -> None:
    moments = iter([0.0, 10.0, 20.0, 30.0, 40.0, 2000.0])
    pauses: list[float] = []

    def fetch() -> None:
        raise NetworkError("imap-dropped", "The server has ended it.")

    way = MaildirIncoming(tmp_path, 1000)
    home = Home(tmp_path / "home")
    watch(home, way, fetch, lambda _: None, pauses.append, lambda: next(moments), rounds=3)
    assert pauses == [1, 4, 1]


def test_folder_of_downloads_holds_much_else(ann: Desk, tmp_path: Path) -> None:
    ben = Desk(tmp_path / "ben")
    folder = tmp_path / "Downloads"
    folder.mkdir()
    (raw,) = (path.read_bytes() for path in (tmp_path / "mail" / "Ben" / "new").iterdir())
    (folder / "mail.eml").write_bytes(raw)
    (folder / "recipe.txt").write_text("Take two eggs.")
    (folder / "empty.txt").touch()
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    said = ben.ok("fetch", folder)
    assert "pbem join" in said.out and "recipe" not in said.out
    assert ben.ok("fetch", folder).out == "Nothing new.\n"
    assert ben.run("fetch", folder / "recipe.txt").code == 3


def test_notification_shows_what_is_new_and_only_that(
    ann: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tmp_path / "said"
    tool = tmp_path / "bin" / "notify-send"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {said}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:/usr/bin:/bin")
    monkeypatch.setattr("sys.platform", "linux")
    ben = Desk(tmp_path / "ben")
    ben.ok("fetch", "--notify")
    assert "pbem join" in said.read_text()
    said.unlink()
    ben.ok("fetch", "--notify")
    assert not said.exists()


def test_notification_takes_nothing_of_a_text_for_more_than_text() -> None:
    assert command_for("<b>--x</b>", "linux")[-1] == "&lt;b&gt;--x&lt;/b&gt;"
    assert command_for('"; beep', "darwin")[-1] == '"; beep'
    assert command_for("x", "win32") == ()


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Desk, Desk, str]:
    """A game of Ann and Ben that has started; Ann moves first."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    return ann, ben, begin(ann, ben)


def test_a_turn_that_is_signed_goes_out_by_itself(pair: tuple[Desk, Desk, str]) -> None:
    ann, ben, name = pair
    assert "Mail to ben@example.org: sent" in ann.ok("play", name, "--computer", "easy").out
    assert "NOT SENT" not in ann.ok("games").out
    assert "It is your turn (Germans)" in ben.ok("fetch").out


def test_a_turn_that_is_signed_and_not_sent_is_told_by_every_list(
    pair: tuple[Desk, Desk, str],
) -> None:
    ann, _, name = pair
    ann.ok("play", name, "--computer", "easy", "--no-send")
    said = ann.ok("games").out
    assert said.startswith("*") and "; signed, NOT SENT" in said
    assert "Germans (Ben) to move; since " in said and " UTC; signed" in said
    alone = ann.ok().out
    assert f"pbem send {name}" in alone and "; signed, NOT SENT" in alone
    assert f"signed, NOT SENT. `pbem send {name}` sends it." in ann.ok("fetch").out
    ann.ok("send", name)
    assert "NOT SENT" not in ann.ok("games").out + ann.ok("fetch").out


def test_fetch_tries_again_what_could_not_be_sent(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, name = pair
    (tmp_path / "mail" / "Ben").rename(tmp_path / "away")
    said = ann.ok("play", name, "--computer", "easy").out
    assert "Mail to ben@example.org: NOT SENT yet" in said
    assert "signed, NOT SENT: the mail waits" in ann.ok("games").out
    assert "signed, NOT SENT: the mail waits" in ann.ok("fetch").out
    (tmp_path / "away").rename(tmp_path / "mail" / "Ben")
    assert "Mail to ben@example.org: sent" in ann.ok("fetch").out
    assert ann.ok("fetch").out == "Nothing new.\n"
    assert "NOT SENT" not in ann.ok("games").out


def test_a_turn_that_came_back_is_told_until_it_is_sent_again(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, name = pair
    ann.ok("play", name, "--computer", "easy")
    entry = outbox_of(ann.home).entries()[-1]
    raw = report(recipient="rfc822; ben@example.org")
    other = raw.split(b"Message-ID: <", 1)[1][:40]
    mail = raw.replace(other, entry.key.encode())
    (tmp_path / "mail" / "Ann" / "new" / "1.back").write_bytes(mail)
    assert ann.run("fetch").code == 9
    assert "signed, and the mail came back" in ann.ok("games").out
    ann.ok("send", name, "--again", entry.key[:8])
    assert "came back" not in ann.ok("games").out
