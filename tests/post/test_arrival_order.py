"""A fresh home reads the newest turn of a game first, and the older ones cost it nothing."""

import shutil
from pathlib import Path

import pytest

from pbem.mail.compose import MailKind, compose
from pbem.mail.source import Incoming, Oversized
from pbem.post.arrival_order import newest_first
from pbem.save import trust
from tests.mail.samples import sample_mail
from tests.support.by_mail import begin
from tests.support.table import Desk, mail_desks


def mail(uid: str, game: str, kind: MailKind = MailKind.TURN) -> Incoming:
    raw = compose(sample_mail(game_id=game, kind=kind)).as_bytes()
    return Incoming(uid, raw)


def test_of_each_game_the_newest_turn_comes_first_and_nothing_is_lost() -> None:
    one, two = "11" * 16, "22" * 16
    mails = [
        mail("1", one),
        Oversized("2", 9),
        mail("3", two, MailKind.OTHER),
        mail("4", one),
        mail("5", two),
        mail("6", one),
        mail("7", one, MailKind.OTHER),
        Incoming("8", b"Subject: Lunch\r\n\r\nAt noon?"),
    ]
    assert [found.uid for found in newest_first(mails)] == ["6", "1", "2", "5", "3", "4", "7", "8"]
    assert list(newest_first([])) == []


def test_a_fresh_home_verifies_the_newest_of_a_game_and_no_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    for mover in (ann, ben, ann, ben, ann):
        mover.ok("fetch")
        while _moves(mover):
            mover.ok("play", name, "--computer", "easy")
    ben.ok("fetch")
    fresh = Desk(tmp_path / "fresh")
    fresh.root.mkdir()
    for kept in ("config.toml", "key.json"):
        shutil.copy(ben.root / kept, fresh.root / kept)
    box = tmp_path / "mail" / "Ben"
    for path in (box / "cur").iterdir():
        path.rename(box / "new" / path.name.partition(":")[0])
    verified: list[int] = []
    inspect = trust.inspect_save

    def inspected(data: bytes, *more: object) -> object:
        verified.append(len(data))
        return inspect(data, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(trust, "inspect_save", inspected)
    said = fresh.ok("fetch").out
    assert said.count("an older save than yours") == 1, "said once for all of them"
    assert "times)" in said
    assert len(verified) == 2, "the newest save once, and the invitation"
    assert fresh.ok("status", name).out == ben.ok("status", name).out


def _moves(desk: Desk) -> bool:
    (row,) = desk.ok("games", "--json").rows("games")
    return bool(row["waits_for_you"])
