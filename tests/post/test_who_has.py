"""What the headers of mails say that players have; the line after a command; one reminder."""

import time
from pathlib import Path

import pytest

from pbem.mail.compose import compose
from pbem.mail.extract import extract
from pbem.post.who_has import Has, WhoHas, lacking
from tests.mail.samples import sample_mail
from tests.support.by_mail import begin, seats
from tests.support.table import Desk, mail_desks

HOUR = 3_600


def test_the_newest_word_of_a_player_counts_and_a_damaged_file_is_empty(tmp_path: Path) -> None:
    WhoHas(tmp_path).note("Ben", Has(3, "aa", 100), "")
    WhoHas(tmp_path).note("Ben", Has(2, "bb", 50), "letter")
    WhoHas(tmp_path).note("Cid", Has(5, "cc", 70), "letter")
    found = WhoHas(tmp_path)
    assert found.players == {"Ben": Has(3, "aa", 100), "Cid": Has(5, "cc", 70)}
    assert found.letters == ["letter"]
    assert lacking(tmp_path, 5).words == ""
    assert lacking(tmp_path, 4).words == "you lack turn 5, by the mail of Cid"
    assert lacking(tmp_path, 2).words == "you lack turns 3 to 5, by the mail of Ben and Cid"
    for number in range(100):
        WhoHas(tmp_path).note("Ben", Has(3, "aa", 200), f"letter {number}")
    assert len(WhoHas(tmp_path).letters) == 40, "bounded"
    (tmp_path / "who-has.json").write_text('{"players": {"Ben": [1]}, "letters": 3}')
    assert WhoHas(tmp_path).players == {} and lacking(tmp_path, 0) == (0, "")


@pytest.mark.parametrize(
    "header", ["9999999 " + "a" * 40, "3 zz", "-1 " + "a" * 40, "3", "\x1b[2J", "3 " + "a" * 41]
)
def test_what_is_no_number_and_head_says_nothing(header: str) -> None:
    raw = compose(sample_mail()).as_bytes()
    good = raw.replace(b"X-PBEM-Kind", b"X-PBEM-Knows: 3 " + b"a" * 40 + b"\r\nX-PBEM-Kind", 1)
    bad = raw.replace(b"X-PBEM-Kind", f"X-PBEM-Knows: {header}\r\nX-PBEM-Kind".encode(), 1)

    def knows(data: bytes) -> tuple[int, str]:
        return extract(data, is_save=lambda _: False, unarmour=lambda _: None).knows

    assert knows(good) == (3, "a" * 40)
    assert knows(bad) == (0, "")


def test_a_stranger_says_nothing_about_what_players_have(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    ann.ok("play", name, "--computer", "easy")
    box = tmp_path / "mail" / "Ben" / "new"
    (mail,) = box.iterdir()
    raw = mail.read_bytes()
    mail.unlink()
    knows = raw.split(b"X-PBEM-Knows: ", 1)[1][:2]
    assert knows == b"1 "
    head = raw.partition(b"\n\n")[0].replace(b"X-PBEM-Knows: 1 ", b"X-PBEM-Knows: 99 ")
    forged = head.replace(b"ann@example.org", b"eve@example.org") + b"\n\nHello"
    (box / "1.forged").write_bytes(forged)
    ben.run("fetch")
    assert "lack" not in ben.ok("games").out
    (box / "2.forged").write_bytes(head + b"\n\nHello")
    ben.run("fetch")
    assert "you lack turns 1 to 99, by the mail of Ann" in ben.ok("games").out, "a hint, no more"
    assert ben.ok("verify", name).out.count("All is well.") == 1


def test_after_a_command_stands_what_was_not_sent(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    ann.ok("play", name, "--computer", "easy", "--no-send")
    ann.ok("games")
    said = ann.ok("map", name, "--out", tmp_path / "map.svg")
    assert f"signed, NOT SENT. `pbem send {name}` sends it." in said.err
    assert "NOT SENT" not in said.out, "what a command gives can be kept in a file"
    assert ann.ok("status", name, "--json").err == ""
    ann.ok("send", name)
    assert ann.ok("map", name, "--out", tmp_path / "map2.svg").err == ""


def test_one_reminder_goes_out_however_many_homes_look_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cid = mail_desks(tmp_path, "Ann", "Ben", "Cid")
    words = ("--pace", "72h", "--bumps", "2 every 24h")
    others = {"British": "Cid <cid@example.org>"}
    ann.ok("new", "big_world_1942", *seats({"Russians"}, **others), *words)
    for desk in (ben, cid):
        desk.ok("fetch")
        name = desk.home.game_store.games()[0].game.hex()[:8]
        desk.ok("join", name, "--yes")
    for desk in (ann, ben, cid):
        desk.ok("fetch")
    start = int(time.time())

    def reminded(desk: Desk, hours: int) -> str:
        monkeypatch.setattr("pbem.commands.remind.now", lambda: start + hours * HOUR)
        return desk.ok("remind").out

    said = [reminded(desk, 73) for desk in (cid, ann, ben)]
    first = [text for text in said if "Russians (Ben) are late." in text]
    assert len(first) == 1 and "reminds first; from " in "".join(said)
    assert "No reminder is due." in said[2], "nobody reminds themselves"
    for desk in (cid, ann):
        desk.ok("fetch")
        assert "No reminder is due." in reminded(desk, 80), "its mail has come"
    # The mail of the first is lost: the next one reminds, later.
    later = [reminded(desk, 97) for desk in (cid, ann)]
    assert sum("Russians (Ben) are late." in text for text in later) == 1
    assert "Russians (Ben) are late." in "".join(reminded(desk, 101) for desk in (cid, ann))
