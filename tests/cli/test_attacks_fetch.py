"""Attacks with a mail on `pbem fetch`: whatever one mail does, the next one is read."""

import os
from pathlib import Path

import pytest

from pbem.mail import aside
from pbem.mail.aside import put_aside
from pbem.mail.extract import ReadMail, extract
from pbem.post import incoming
from pbem.text import quoted_path
from tests.support.table import Desk, mail_desks

BAD, GOOD = b"Subject: bad\r\n\r\nhello", b"Subject: good\r\n\r\nhello"


@pytest.fixture
def ben(tmp_path: Path) -> Desk:
    """Ben has two mails, the bad one first."""
    _ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    for number, raw in enumerate((BAD, GOOD)):
        path = tmp_path / "mail" / "Ben" / "new" / f"{number}.mail"
        path.write_bytes(raw)
        os.utime(path, (number, number))
    return ben


def break_on_bad(patch: pytest.MonkeyPatch, error: Exception) -> list[bytes]:
    """Let the program break when it reads the bad mail; what it reads from now on."""
    seen: list[bytes] = []

    def broken(raw: bytes, **names: object) -> ReadMail:
        seen.append(raw)
        if raw == BAD:
            raise error
        return extract(raw, **names)

    patch.setattr(incoming, "extract", broken)
    return seen


@pytest.mark.parametrize("error", [LookupError("x"), RecursionError(), AssertionError()])
def test_a_mail_that_breaks_the_program_is_put_aside_and_the_next_one_is_read(
    ben: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    seen = break_on_bad(monkeypatch, error)
    fetched = ben.run("fetch", "--json")
    assert (fetched.code, seen) == (1, [BAD, GOOD])
    (row,) = fetched.rows("news")
    assert (row["kind"], row["code"]) == ("refused", "mail-unreadable")
    (kept,) = (ben.root / "aside").glob("*.eml")
    assert str(kept) in str(row["text"])
    assert kept.read_bytes() == BAD
    assert type(error).__name__ in kept.with_suffix(".txt").read_text("utf-8")
    assert ben.ok("fetch").out == "Nothing new.\n"


def test_a_mail_waits_while_the_players_own_disk_is_full(
    ben: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        break_on_bad(patch, OSError(28, "No space left on device"))
        assert ben.run("fetch").code != 0
    assert not (ben.root / "aside").exists()
    seen = break_on_bad(monkeypatch, ValueError())
    assert ben.run("fetch").code == 1
    assert seen == [BAD, GOOD]


def test_mails_put_aside_are_limited_in_number_and_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest are kept."""
    monkeypatch.setattr(aside, "MOST_MAILS", 3)
    monkeypatch.setattr(aside, "MOST_BYTES", 1000)

    def keep(raw: bytes, time: int) -> None:
        path = put_aside(tmp_path, raw, "a reason")
        os.utime(path, (time, time))

    def kept() -> set[bytes]:
        assert len(list(tmp_path.glob("*.txt"))) == len(list(tmp_path.glob("*.eml")))
        return {path.read_bytes() for path in tmp_path.glob("*.eml")}

    for time, raw in enumerate((b"a", b"b", b"c", b"d", b"d")):
        keep(raw, time)
    assert kept() == {b"b", b"c", b"d"}
    keep(b"x" * 999, 6)
    assert kept() == {b"d", b"x" * 999}


def test_what_is_refused_names_the_file_in_which_it_is(tmp_path: Path) -> None:
    """A folder of downloads has many."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    game = str(ann.ok("new", "big_world_1942", "--hotseat", "--json").data["game"])
    good, bad, cut = (tmp_path / name for name in ("good.pbem", "bad.pbem", "cut.txt"))
    ann.ok("export", game, "--out", good)
    bad.write_bytes(good.read_bytes()[:-1])
    cut.write_text("\n".join(ann.ok("export", game).out.splitlines()[:5]))
    told = ben.run("fetch", bad, good)
    assert (told.code, told.out.count("refused: ")) == (4, 1)
    assert f"send the save again. (the file {quoted_path(str(bad))})" in told.out
    assert "bad.pbem')" in told.out
    assert "Russians (Ann) to move" in told.out
    told = ben.run("fetch", cut)
    assert (told.code, "its END line is missing" in told.out) == (3, True)
    note = tmp_path / "note.txt"
    note.write_text("Lunch?")
    told = ben.run("fetch", note)
    assert told.code == 3
    assert told.out.startswith("refused: This is neither a file of pbem nor a mail with one.")
