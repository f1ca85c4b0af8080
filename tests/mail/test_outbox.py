"""The outbox: nothing lost, nothing sent twice, whatever happens in between."""

from __future__ import annotations

import mailbox
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.mail.compose import compose
from pbem.mail.eml import EmlTransport, SendmailTransport
from pbem.mail.errors import MailError, NetworkError, SpoolError
from pbem.mail.files import folder_lock
from pbem.mail.maildir import MaildirTransport
from pbem.mail.outbox import Outbox
from pbem.mail.refusal_words import RefusalReason
from pbem.mail.transport import Commit, Delivery, DeliveryOutcome, Parcel, Transport
from tests.mail.samples import ALLIES, AXIS, NOW, read, sample_mail

BOTH = sample_mail(cc=(AXIS,))


class Killed(BaseException):
    """Plays SIGKILL: nothing in the program catches it."""


@dataclass
class FakeTransport:
    """Does per recipient what `answers` says; dies or fails where they say so."""

    answers: dict[str, Delivery] = field(default_factory=dict)
    fail: MailError | None = None
    die_before_commit: bool = False
    die_after_commit: bool = False
    name: str = "fake"
    delivered: list[tuple[str, ...]] = field(default_factory=list)

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        if self.fail:
            raise self.fail
        if self.die_before_commit:
            raise Killed
        commit(parcel.recipients)
        if self.die_after_commit:
            raise Killed
        self.delivered.append(parcel.recipients)
        return tuple(
            DeliveryOutcome(name, self.answers.get(name, Delivery.SENT), "why")
            for name in parcel.recipients
        )

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        return tuple(DeliveryOutcome(name, Delivery.UNSURE, "lost") for name in parcel.recipients)


def states(outbox: Outbox) -> list[list[str]]:
    return [[item.delivery.value for item in entry.outcomes] for entry in outbox.entries()]


def make_maildir(path: Path) -> Path:
    for name in ("tmp", "new", "cur"):
        (path / name).mkdir(parents=True)
    return path


def test_spooling_is_idempotent(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "out")
    first = outbox.spool(BOTH, NOW)
    again = outbox.spool(sample_mail(cc=(AXIS,), text="other words"), NOW + timedelta(days=1))
    assert again == first
    assert outbox.message(first.key) == compose(BOTH).as_bytes()
    assert [outcome.recipient for outcome in first.outcomes] == [ALLIES.mail, AXIS.mail]
    assert len(outbox.entries()) == 1


def test_sent_mail_is_never_sent_again(tmp_path: Path) -> None:
    outbox, transport = Outbox(tmp_path), FakeTransport()
    outbox.spool(BOTH, NOW)
    report = outbox.send(transport, NOW)
    assert [entry.is_done for entry in report.entries] == [True]
    outbox.spool(BOTH, NOW)
    assert outbox.send(transport, NOW).entries == ()
    assert Outbox(tmp_path).send(transport, NOW).entries == ()
    assert transport.delivered == [(ALLIES.mail, AXIS.mail)]


def test_a_mail_that_got_lost_is_sent_to_all_again(tmp_path: Path) -> None:
    outbox, transport = Outbox(tmp_path), FakeTransport()
    entry = outbox.spool(BOTH, NOW)
    outbox.send(transport, NOW)
    message = outbox.message(entry.key)
    assert outbox.resend(entry.key).with_delivery(Delivery.PENDING) == (ALLIES.mail, AXIS.mail)
    outbox.send(transport, NOW)
    assert transport.delivered == [(ALLIES.mail, AXIS.mail)] * 2
    assert outbox.message(entry.key) == message


def test_a_mail_that_waits_as_before_is_not_news(tmp_path: Path) -> None:
    outbox, transport = Outbox(tmp_path), FakeTransport({AXIS.mail: Delivery.PENDING})
    outbox.spool(BOTH, NOW)
    assert len(outbox.send(transport, NOW).entries) == 1
    assert outbox.send(transport, NOW).entries == ()
    assert outbox.entries()[0].tries == 2
    transport.answers = {}
    assert len(outbox.send(transport, NOW).entries) == 1


def test_oldest_first(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    heads = [f"{digit}" * 64 for digit in "518"]
    for hour, head in enumerate(heads):
        outbox.spool(sample_mail(head=head), NOW + timedelta(hours=hour))
    assert [entry.head for entry in outbox.send(FakeTransport(), NOW).entries] == heads


def test_mails_of_one_second_keep_their_order(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    heads = [f"{digit}" * 64 for digit in "51824973"]
    for head in heads:
        outbox.spool(sample_mail(head=head), NOW)
    assert [entry.head for entry in outbox.send(FakeTransport(), NOW).entries] == heads
    late = outbox.spool(sample_mail(head="0" * 64), NOW - timedelta(hours=1))
    assert late.spooled_at == NOW - timedelta(hours=1), "a clock that was set back"


def test_partial_refusal_retries_only_the_rest(tmp_path: Path) -> None:
    outbox, transport = Outbox(tmp_path), FakeTransport({AXIS.mail: Delivery.PENDING})
    outbox.spool(BOTH, NOW)
    outbox.send(transport, NOW)
    assert states(outbox) == [["sent", "pending"]]
    transport.answers = {AXIS.mail: Delivery.REFUSED}
    outbox.send(transport, NOW)
    assert states(outbox) == [["sent", "refused"]]
    outbox.send(transport, NOW)
    assert transport.delivered == [(ALLIES.mail, AXIS.mail), (AXIS.mail,)]
    outbox.resend(outbox.entries()[0].key)
    transport.answers = {}
    outbox.send(transport, NOW)
    assert states(outbox) == [["sent", "sent"]]
    assert transport.delivered[2:] == [(AXIS.mail,)]


def test_network_failure_keeps_everything_pending(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    outbox.spool(sample_mail(), NOW)
    outbox.spool(sample_mail(head="aa" * 32), NOW)
    report = outbox.send(FakeTransport(fail=NetworkError("smtp-unreachable", "Gone.")), NOW)
    assert report.error is not None
    assert (report.error.code, report.error.exit_code) == ("smtp-unreachable", 9)
    assert states(outbox) == [["pending"], ["pending"]]
    assert report.entries[0].outcomes[0].reason == "Gone."
    assert report.entries[0].tries == 1
    assert len(outbox.send(FakeTransport(), NOW).entries) == 2


def test_killed_before_the_point_of_no_return_is_sent_later(tmp_path: Path) -> None:
    outbox, transport = Outbox(tmp_path), FakeTransport(die_before_commit=True)
    outbox.spool(BOTH, NOW)
    with pytest.raises(Killed):
        outbox.send(transport, NOW)
    assert states(outbox) == [["pending", "pending"]]
    outbox.send(FakeTransport(), NOW)
    assert states(outbox) == [["sent", "sent"]]


@pytest.mark.parametrize("decision", ["resend", "mark_sent"])
def test_killed_after_the_point_of_no_return_is_unsure(tmp_path: Path, decision: str) -> None:
    outbox = Outbox(tmp_path)
    key = outbox.spool(BOTH, NOW).key
    with pytest.raises(Killed):
        outbox.send(FakeTransport(die_after_commit=True), NOW)
    assert states(outbox) == [["sending", "sending"]]
    transport = FakeTransport()
    outbox.send(transport, NOW)
    assert states(outbox) == [["unsure", "unsure"]]
    outbox.send(transport, NOW)
    assert transport.delivered == []
    if decision == "resend":
        outbox.resend(key)
        outbox.send(transport, NOW)
        assert len(transport.delivered) == 1
    else:
        outbox.mark_sent(key)
        outbox.send(transport, NOW)
        assert transport.delivered == []
    assert states(outbox) == [["sent", "sent"]]


def test_another_transport_is_not_asked_what_became_of_a_mail(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "out")
    outbox.spool(BOTH, NOW)
    with pytest.raises(Killed):
        outbox.send(FakeTransport(die_after_commit=True), NOW)
    outbox.send(EmlTransport(tmp_path / "eml"), NOW)
    assert states(outbox) == [["unsure", "unsure"]]


def test_two_senders_at_once(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    with folder_lock(tmp_path, "send"), pytest.raises(SpoolError) as caught:
        outbox.send(FakeTransport(), NOW)
    assert caught.value.code == "mail-busy"
    with folder_lock(tmp_path, "send"):
        outbox.spool(BOTH, NOW)
    assert len(outbox.send(FakeTransport(), NOW).entries) == 1


@pytest.mark.parametrize("damage", [b"", b"{}", b"[1]", b"\xff", b'{"version": 1}'])
def test_damaged_state_file_is_named(tmp_path: Path, damage: bytes) -> None:
    outbox = Outbox(tmp_path)
    key = outbox.spool(BOTH, NOW).key
    (tmp_path / f"{key}.json").write_bytes(damage)
    with pytest.raises(SpoolError) as caught:
        outbox.entries()
    assert caught.value.code == "outbox-damaged"
    assert key in caught.value.reason


def test_copied_state_file_is_not_another_mail(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path)
    key = outbox.spool(BOTH, NOW).key
    (tmp_path / f"{'0' * 40}.json").write_bytes((tmp_path / f"{key}.json").read_bytes())
    with pytest.raises(SpoolError):
        outbox.entries()


@pytest.mark.parametrize("key", ["", "../x", "ab" * 20])
def test_unknown_mail(tmp_path: Path, key: str) -> None:
    with pytest.raises(SpoolError) as caught:
        Outbox(tmp_path).resend(key)
    assert caught.value.code == "outbox-no-such-mail"


def test_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SpoolError) as caught:
        Outbox(tmp_path / "file" / "out")
    assert caught.value.code == "mail-folder"


def test_eml_file_opens_as_a_draft(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "out")
    key = outbox.spool(BOTH, NOW).key
    outbox.send(EmlTransport(tmp_path / "eml"), NOW)
    (path,) = (tmp_path / "eml").iterdir()
    assert path.name == f"Big-World-turn-12-Germans-{key[:8]}.eml"
    assert path.read_bytes() == b"X-Unsent: 1\r\n" + compose(BOTH).as_bytes()
    assert read(path.read_bytes()).saves[0].data == BOTH.save


def test_maildir_of_another_user(tmp_path: Path) -> None:
    box = make_maildir(tmp_path / "ann")
    outbox = Outbox(tmp_path / "out")
    outbox.spool(BOTH, NOW)
    outbox.send(MaildirTransport({ALLIES.mail: box, AXIS.mail: tmp_path / "missing"}), NOW)
    assert states(outbox) == [["sent", "pending"]]
    assert "is not a Maildir" in outbox.entries()[0].outcomes[1].reason
    (message,) = mailbox.Maildir(box, create=False)
    assert read(message.as_bytes()).saves[0].data == BOTH.save
    assert list((box / "tmp").iterdir()) == []


@pytest.mark.parametrize("moment", ["staged", "renamed", "read and deleted"])
@pytest.mark.parametrize("kind", ["eml", "maildir"])
def test_file_transports_know_after_a_crash(tmp_path: Path, kind: str, moment: str) -> None:
    box = make_maildir(tmp_path / "box")
    transport: Transport = (
        EmlTransport(box / "new") if kind == "eml" else MaildirTransport({ALLIES.mail: box})
    )
    outbox = Outbox(tmp_path / "out")
    entry = outbox.spool(sample_mail(), NOW)
    parcel = Parcel(entry.key, entry.sender, (ALLIES.mail,), outbox.message(entry.key))

    def commit_and_die(_: object) -> None:
        raise Killed

    with pytest.raises(Killed):
        transport.deliver(parcel, commit_and_die)
    visible = [path for path in (box / "new").iterdir() if not path.name.startswith(".")]
    assert visible == []
    if moment != "staged":
        transport.deliver(parcel, lambda _: None)
    if moment == "read and deleted":
        for path in (box / "new").iterdir():
            path.unlink()
    (outcome,) = transport.settle(parcel, NOW, NOW + timedelta(hours=1))
    assert outcome.delivery is (Delivery.PENDING if moment == "staged" else Delivery.SENT)


def test_maildir_is_unsure_after_the_life_of_tmp(tmp_path: Path) -> None:
    transport = MaildirTransport({ALLIES.mail: make_maildir(tmp_path)})
    parcel = Parcel("ab" * 20, AXIS.mail, (ALLIES.mail,), b"x")
    (outcome,) = transport.settle(parcel, NOW, NOW + timedelta(hours=40))
    assert outcome.delivery is Delivery.UNSURE


def script(path: Path, body: str) -> tuple[str, ...]:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o700)
    return (str(path),)


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ("exit 0", "sent"),
        ("exit 75", "pending"),
        ("echo no such user >&2; exit 67", "refused"),
        ("exec sleep 30", "unsure"),
    ],
)
def test_sendmail_command(tmp_path: Path, body: str, state: str) -> None:
    argv = script(tmp_path / "sendmail", body)
    outbox = Outbox(tmp_path / "out")
    outbox.spool(sample_mail(), NOW)
    outbox.send(SendmailTransport(argv, timeout=0.5), NOW)
    assert states(outbox) == [[state]]


def test_sendmail_gets_arguments_and_message_and_may_be_missing(tmp_path: Path) -> None:
    argv = script(tmp_path / "sendmail", f'echo "$@" >{tmp_path}/args; cat >{tmp_path}/mail')
    outbox = Outbox(tmp_path / "out")
    outbox.spool(BOTH, NOW)
    outbox.send(SendmailTransport(("/nonexistent/sendmail",), 5), NOW)
    assert states(outbox) == [["pending", "pending"]]
    outbox.send(SendmailTransport(argv, 5), NOW)
    args = f"-i -f {AXIS.mail} -- {ALLIES.mail} {AXIS.mail}\n"
    assert (tmp_path / "args").read_text() == args
    assert read((tmp_path / "mail").read_bytes()).saves[0].data == BOTH.save


WORKER = """
import sys
from datetime import datetime, UTC
from pathlib import Path
from pbem.mail.eml import EmlTransport
from pbem.mail.maildir import MaildirTransport
from pbem.mail.outbox import Outbox
from tests.mail.samples import ALLIES, AXIS, NOW, sample_mail

folder = Path(sys.argv[1])
transport = (
    EmlTransport(folder / "eml")
    if sys.argv[2] == "eml"
    else MaildirTransport({ALLIES.mail: folder / "ann", AXIS.mail: folder / "axel"})
)
outbox = Outbox(folder / "out")
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    outbox.spool(sample_mail(head=f"{number:064x}", cc=(AXIS,)), NOW)
    outbox.send(transport, NOW)
print("done", flush=True)
"""


def run_and_kill(folder: Path, kind: str, count: int, delay: float | None) -> bool:
    """Run the worker, kill it after `delay` seconds of work; return whether it had finished."""
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, str(folder), kind, str(count)],
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        if delay is not None:
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
        return b"done" in process.stdout.read()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["eml", "maildir"])
def test_killed_at_random_moments_loses_nothing_and_doubles_nothing(
    tmp_path: Path, kind: str
) -> None:
    count, kills = 60, 10
    boxes = [make_maildir(tmp_path / name) for name in ("ann", "axel")]
    folders = [box / "new" for box in boxes] if kind == "maildir" else [tmp_path / "eml"]
    taken: list[list[str]] = [[] for _ in folders]

    def take_away() -> None:
        """Be a reader who removes what arrived: a second copy would be seen as a new file."""
        for names, folder in zip(taken, folders, strict=True):
            for path in sorted(folder.glob("[!.]*")):
                assert read(path.read_bytes()).saves[0].data == sample_mail().save
                names.append(path.name)
                path.unlink()

    randomness = random.Random(7)
    interrupted = 0
    for _ in range(kills):
        interrupted += not run_and_kill(tmp_path, kind, count, randomness.uniform(0.0, 0.08))
        take_away()
    assert interrupted > kills // 2, "the kills came too late to test anything"
    assert run_and_kill(tmp_path, kind, count, None)
    take_away()
    for names in taken:
        assert len(names) == len(set(names)) == count
    assert states(Outbox(tmp_path / "out")) == [["sent", "sent"]] * count


# Windows has no way to flush a folder: half of the steps.
@pytest.mark.parametrize("step", range(5 if sys.platform == "win32" else 10))
def test_every_write_can_be_the_last(
    tmp_path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Die at the n-th durable step of spooling and sending, then run again to the end."""
    box = make_maildir(tmp_path / "ann")
    transport = MaildirTransport({ALLIES.mail: box})
    calls = [0]
    real: Callable[[int], None] = os.fsync

    def dying(descriptor: int) -> None:
        calls[0] += 1
        if calls[0] > step:
            raise Killed
        real(descriptor)

    def turn() -> None:
        outbox = Outbox(tmp_path / "out")
        outbox.spool(sample_mail(), NOW)
        outbox.send(transport, NOW)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", dying)
        with pytest.raises(Killed):
            turn()
    read_before = len(list((box / "new").iterdir()))
    for path in (box / "new").iterdir():
        path.unlink()
    turn()
    assert read_before + len(list((box / "new").iterdir())) == 1
    assert states(Outbox(tmp_path / "out")) == [["sent"]]


def test_what_has_failed_is_tried_again_less_and_less_often(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "out")
    outbox.spool(sample_mail(), NOW)
    away = MaildirTransport({})
    waits: list[int] = []
    now = NOW
    for _ in range(9):
        (entry,) = outbox.entries()
        assert entry.is_due(now)
        outbox.send(away, now, due_only=True)
        (tried,) = outbox.entries()
        waits.append(int((tried.next_try - now).total_seconds() / 60))
        outbox.send(away, now, due_only=True)
        assert outbox.entries() == (tried,), "not tried a moment later"
        now = tried.next_try
    assert waits == [1, 4, 16, 64, 256, 360, 360, 360, 360]
    outbox.send(away, now - timedelta(minutes=300))
    assert outbox.entries()[0].tries == 10, "whoever asks for it is not held back"


def test_copy_that_came_back_is_marked_and_can_be_sent_again(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "out")
    key = outbox.spool(sample_mail(), NOW).key
    forged, unknown = (
        RefusalReason("refused", "forged"),
        RefusalReason("no-such-address", "no such user"),
    )
    assert outbox.came_back(key, "allies@example.org", forged) is None, "it was never sent"
    outbox.mark_sent(key)
    outbox.send(FakeTransport(), NOW)
    assert outbox.came_back(key, "somebody@example.org", forged) is None
    assert outbox.came_back("../x", "allies@example.org", forged) is None
    entry = outbox.came_back(key, "Allies@Example.org", unknown)
    assert entry is not None and entry.outcomes[0].delivery is Delivery.REFUSED
    assert entry.outcomes[0].reason == "It came back: no such user"
    assert outbox.entry(key).outcomes[0].code == "no-such-address"
    assert outbox.resend(key).with_delivery(Delivery.PENDING) == ("allies@example.org",)
