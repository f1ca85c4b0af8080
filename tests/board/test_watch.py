"""An open page follows what other programs do, and tries again to send what waits."""

from __future__ import annotations

from pathlib import Path

from pbem.board.watch import Watch
from pbem.post import open_mails
from tests.support.by_mail import seats
from tests.support.table import Desk, mail_desks


def invited(folder: Path) -> tuple[Desk, Path]:
    """Ann has founded a game; the invitation waits, because Ben's mailbox is away."""
    ann, _ = mail_desks(folder, "Ann", "Ben")
    box = folder / "mail" / "Ben"
    box.rename(box.with_name("away"))
    ann.run("new", "big_world_1942", *seats())
    return ann, box


def waits(desk: Desk) -> bool:
    save = desk.home.game_store.load(desk.game, desk.home.keyring())
    assert save is not None
    return bool(open_mails(desk.home, save))


def test_mail_that_waits_is_sent_when_it_is_due(tmp_path: Path) -> None:
    ann, box = invited(tmp_path)
    assert waits(ann)
    box.with_name("away").rename(box)
    now = [0]
    watch = Watch(ann.home, lambda: now[0])
    assert not watch.send_what_is_due(), "long before the next try"
    now[0] = 2**32
    assert watch.send_what_is_due()
    assert not waits(ann)
    now[0] += 60
    assert not watch.send_what_is_due(), "nothing waits any more"


def test_a_mailbox_that_is_still_away_disturbs_nobody(tmp_path: Path) -> None:
    ann, _ = invited(tmp_path)
    assert not Watch(ann.home, lambda: 2**32).send_what_is_due()
    assert waits(ann)


def test_what_a_terminal_does_is_seen(tmp_path: Path) -> None:
    ann, box = invited(tmp_path)
    watch = Watch(ann.home, lambda: 0)
    before = watch.stamp()
    assert watch.stamp() == before
    box.with_name("away").rename(box)
    ann.ok("send", ann.game.game.hex()[:8])
    assert watch.stamp() != before
