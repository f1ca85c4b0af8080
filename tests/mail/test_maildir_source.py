"""Reading one's own Maildir: nothing moves before `ack`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.mail.errors import SpoolError
from pbem.mail.imap_state import ImapState
from pbem.mail.maildir import MaildirSource
from pbem.mail.source import Incoming, Oversized


def make(path: Path) -> Path:
    for name in ("tmp", "new", "cur"):
        (path / name).mkdir(parents=True)
    return path


def names(source: MaildirSource) -> list[str]:
    return [item.uid for item in source.receive()]


def test_unread_mails_come_until_they_are_confirmed(tmp_path: Path) -> None:
    box = make(tmp_path)
    (box / "new" / "2.x").write_bytes(b"two")
    (box / "new" / "1.x").write_bytes(b"one")
    (box / "cur" / "3.x:2,F").write_bytes(b"three, flagged but not seen")
    (box / "cur" / "4.x:2,S").write_bytes(b"four, seen")
    # Delivered in this order, whatever the names sort like.
    os.utime(box / "new" / "2.x", ns=(1_000, 1_000))
    os.utime(box / "new" / "1.x", ns=(2_000, 2_000))
    with MaildirSource(box, 100) as source:
        assert list(source.receive()) == [
            Incoming("new/2.x", b"two"),
            Incoming("new/1.x", b"one"),
            Incoming("cur/3.x:2,F", b"three, flagged but not seen"),
        ]
        source.ack("new/1.x")
        source.ack("cur/3.x:2,F")
        source.ack("new/1.x")
    with MaildirSource(box, 100) as source:
        assert names(source) == ["new/2.x"]
    cur = sorted(path.name for path in (box / "cur").iterdir())
    assert cur == ["1.x:2,S", "3.x:2,FS", "4.x:2,S"]


def test_odd_files_and_large_mails_are_left_alone(tmp_path: Path) -> None:
    box = make(tmp_path / "box")
    (tmp_path / "secret").write_bytes(b"not a mail")
    (box / "new" / "link").symlink_to(tmp_path / "secret")
    (box / "new" / ".hidden").write_bytes(b"x")
    (box / "new" / "folder").mkdir()
    os.mkfifo(box / "new" / "pipe")
    (box / "new" / "large").write_bytes(b"x" * 101)
    with MaildirSource(box, 100) as source:
        assert list(source.receive()) == [Oversized("new/large", 101)]


def test_no_maildir(tmp_path: Path) -> None:
    with pytest.raises(SpoolError) as caught, MaildirSource(tmp_path, 100):
        pass
    assert caught.value.code == "maildir-missing"


def test_imap_state_survives_and_belongs_to_one_folder(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    state = ImapState(path, "INBOX", 7)
    state.add(3)
    state.add(5)
    assert 3 in ImapState(path, "INBOX", 7)
    assert 4 not in ImapState(path, "INBOX", 7)
    assert 3 not in ImapState(path, "INBOX", 8)
    assert 3 not in ImapState(path, "Games", 7)
    state.keep_only([5, 6])
    state.add(6)
    again = ImapState(path, "INBOX", 7)
    assert [uid for uid in range(10) if uid in again] == [5, 6]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"folder": 1, "validity": 1, "filed": ["x"]}'])
def test_imap_state_that_is_damaged(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(SpoolError) as caught:
        ImapState(path, "INBOX", 7)
    assert caught.value.code == "imap-state-damaged"


@pytest.mark.parametrize("mark", [":2,", "!2,", ";2,"])
def test_flags_of_programs_on_any_system_are_read(tmp_path: Path, mark: str) -> None:
    """Windows takes no colon in a name."""
    for name in ("tmp", "new", "cur"):
        (tmp_path / name).mkdir()
    (tmp_path / "cur" / f"1.seen{mark}RS").write_bytes(b"a")
    (tmp_path / "cur" / f"2.unseen{mark}R").write_bytes(b"b")
    source = MaildirSource(tmp_path, 1000)
    (found,) = source.receive()
    source.ack(found.uid)
    assert sorted(path.name for path in (tmp_path / "cur").iterdir()) == [
        f"1.seen{mark}RS",
        f"2.unseen{mark}RS",
    ]


def test_waiting_ends_with_a_mail_or_in_time(tmp_path: Path) -> None:
    for name in ("tmp", "new", "cur"):
        (tmp_path / name).mkdir()
    source = MaildirSource(tmp_path, 1000)
    assert source.wait(0, frozenset()) == frozenset()
    (tmp_path / "new" / "1").write_bytes(b"a")
    known = source.wait(60, frozenset())
    assert known == {"new/1"}
    assert source.wait(0.01, known) == known
