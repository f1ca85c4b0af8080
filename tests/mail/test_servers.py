"""Sending and receiving through a real Postfix and a real Dovecot on loopback."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import imapclient
import pytest

from pbem.mail.address import Address
from pbem.mail.connect import open_source, open_transport
from pbem.mail.errors import MailError
from pbem.mail.extract import FoundBy
from pbem.mail.outbox import Outbox, SendReport
from pbem.mail.settings import parse_settings
from pbem.mail.source import Incoming, MailSource, Oversized
from pbem.mail.transport import Transport
from pbem.post.delivery_words import mail_lines
from pbem.post.letter import PostResult
from tests.mail.samples import AXIS, NOW, make_save, read, sample_mail
from tests.support.mailservers import (
    SIZE_LIMIT,
    MailServers,
    MailUser,
    rewrite_like_a_list,
)
from tests.support.ports import free_ports
from tests.support.tcpproxy import cutting_proxy

pytestmark = pytest.mark.servers

TURN = sample_mail()


def transport(servers: MailServers, **changes: object) -> Transport:
    table = {**servers.smtp_settings(servers.axis), **changes}
    table = {key: value for key, value in table.items() if value is not None}
    settings = parse_settings({"address": "axis@example.org", "outgoing": table})
    assert settings.outgoing is not None
    return open_transport(settings.outgoing)


def bare(servers: MailServers, **changes: object) -> Transport:
    """Without TLS and log-in, as on a machine of one's own."""
    no_login = {"user": None, "password_file": None, "ca_file": None, "security": "none"}
    return transport(servers, **{"port": servers.smtp_port, **no_login, **changes})


def source(servers: MailServers, user: MailUser, **changes: object) -> MailSource:
    table = {**servers.imap_settings(user), **changes}
    settings = parse_settings({"address": user.address, "incoming": table})
    assert settings.incoming is not None
    return open_source(settings.incoming, NOW.date())


def send(folder: Path, way: Transport, mail: object = None) -> SendReport:
    outbox = Outbox(folder / "out")
    outbox.spool(TURN if mail is None else mail, NOW)
    return outbox.send(way, NOW)


def states(report: SendReport) -> list[str]:
    return [outcome.delivery.value for entry in report.entries for outcome in entry.outcomes]


def receive(servers: MailServers, user: MailUser, **changes: object) -> list[Incoming]:
    with source(servers, user, **changes) as box:
        items = list(box.receive())
    assert all(isinstance(item, Incoming) for item in items)
    return [item for item in items if isinstance(item, Incoming)]


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_submit_deliver_fetch(mail_servers: MailServers, tmp_path: Path, security: str) -> None:
    port = mail_servers.smtps_port if security == "tls" else mail_servers.submission_port
    report = send(tmp_path, transport(mail_servers, security=security, port=port))
    assert (states(report), report.error) == (["sent"], None)
    mail_servers.wait_for_mail(mail_servers.allies)
    (incoming,) = receive(mail_servers, mail_servers.allies)
    found = read(incoming.raw)
    assert [item.data for item in found.saves] == [TURN.save]
    assert found.sender == "Axel Axis <axis@example.org>"
    assert receive(mail_servers, mail_servers.axis) == []


def test_mail_to_both_sides_arrives_once_each(mail_servers: MailServers, tmp_path: Path) -> None:
    mail = sample_mail(cc=(AXIS,))
    assert states(send(tmp_path, transport(mail_servers), mail)) == ["sent", "sent"]
    assert send(tmp_path, transport(mail_servers), mail).entries == ()
    assert len(mail_servers.wait_for_mail(mail_servers.allies)) == 1
    # The sender's own copy is not among those that `wait_for_mail` counts.
    inbox, deadline = mail_servers.axis.maildir / "new", time.monotonic() + 15
    while not (own := [*inbox.iterdir()]) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(own) == 1


def test_turn_survives_a_mailing_list(mail_servers: MailServers, tmp_path: Path) -> None:
    send(tmp_path, transport(mail_servers))
    (raw,) = mail_servers.wait_for_mail(mail_servers.allies)
    mail_servers.clear()
    rewritten = rewrite_like_a_list(raw)
    mail_servers.submit("wargames@example.org", "allies@example.org", rewritten)
    mail_servers.wait_for_mail(mail_servers.allies)
    (incoming,) = receive(mail_servers, mail_servers.allies)
    (save,) = read(incoming.raw).saves
    assert (save.data, save.found_by) == (TURN.save, FoundBy.CONTENT)
    assert save.file_name == "attachment.bin"
    assert b"wargames mailing list" in incoming.raw


def test_mail_is_unseen_until_it_is_confirmed(mail_servers: MailServers, tmp_path: Path) -> None:
    send(tmp_path, transport(mail_servers))
    mail_servers.wait_for_mail(mail_servers.allies)
    first = receive(mail_servers, mail_servers.allies)
    with source(mail_servers, mail_servers.allies) as box:
        (again,) = box.receive()
        assert [again] == first
        box.ack("999:1")
        assert len(list(box.receive())) == 1
        box.ack(again.uid)
    assert receive(mail_servers, mail_servers.allies) == []
    assert len(mail_servers.mails(mail_servers.allies)) == 1


def test_confirmed_mail_moves_to_a_folder(mail_servers: MailServers, tmp_path: Path) -> None:
    send(tmp_path, transport(mail_servers))
    mail_servers.wait_for_mail(mail_servers.allies)
    with source(mail_servers, mail_servers.allies, move_to="Games") as box:
        (item,) = box.receive()
        box.ack(item.uid)
    assert receive(mail_servers, mail_servers.allies) == []
    assert len(receive(mail_servers, mail_servers.allies, folder="Games")) == 1


def test_state_file_finds_mails_that_were_read_elsewhere(
    mail_servers: MailServers, tmp_path: Path
) -> None:
    state = str(tmp_path / "state.json")
    send(tmp_path, transport(mail_servers))
    send(tmp_path, transport(mail_servers), sample_mail(head="aa" * 32))
    mail_servers.wait_for_mail(mail_servers.allies, 2)
    user = mail_servers.allies
    with imapclient.IMAPClient(mail_servers.host, mail_servers.imap_port, ssl=False) as webmail:
        webmail.login(user.address, user.password)
        webmail.select_folder("INBOX")
        webmail.add_flags(webmail.search(), [imapclient.SEEN])
    assert receive(mail_servers, user) == []
    with source(mail_servers, user, state_file=state) as box:
        items = list(box.receive())
        assert len(items) == 2
        box.ack(items[0].uid)
    with source(mail_servers, user, state_file=state) as box:
        assert list(box.receive()) == items[1:]
        box.ack(items[1].uid)
    # A clock that is years ahead, or years away from the mailbox, hides no mail.
    send(tmp_path, transport(mail_servers), sample_mail(head="bb" * 32))
    mail_servers.wait_for_mail(user, 3)
    table = {**mail_servers.imap_settings(user), "state_file": state}
    settings = parse_settings({"address": user.address, "incoming": table}).incoming
    assert settings is not None
    with open_source(settings, datetime.now(UTC).date() + timedelta(days=800)) as box:
        assert len(list(box.receive())) == 1


def test_large_mail_is_reported_and_left(mail_servers: MailServers, tmp_path: Path) -> None:
    send(tmp_path, transport(mail_servers), sample_mail(save=make_save(size=100_000)))
    send(tmp_path, transport(mail_servers), sample_mail(head="aa" * 32))
    mail_servers.wait_for_mail(mail_servers.allies, 2)
    with source(mail_servers, mail_servers.allies, max_bytes=50_000) as box:
        items = list(box.receive())
    assert sorted(type(item).__name__ for item in items) == ["Incoming", "Oversized"]
    (large,) = (item for item in items if isinstance(item, Oversized))
    assert large.size > 100_000


def test_large_save_is_refused_with_the_servers_words(
    mail_servers: MailServers, tmp_path: Path
) -> None:
    report = send(tmp_path, transport(mail_servers), sample_mail(save=make_save(size=SIZE_LIMIT)))
    assert states(report) == ["refused"]
    assert report.entries[0].outcomes[0].reason == "127.0.0.1 says: the mail is too large"
    other = sample_mail(head="aa" * 32)
    assert states(send(tmp_path, transport(mail_servers), other)) == ["sent"]


def test_unknown_recipient_does_not_hold_up_the_other(
    mail_servers: MailServers, tmp_path: Path
) -> None:
    mail = sample_mail(cc=(Address("", "nobody-here@example.org"),))
    report = send(tmp_path, transport(mail_servers), mail)
    assert states(report) == ["sent", "refused"]
    assert report.entries[0].outcomes[1].reason == "127.0.0.1 says: there is no such address"
    mail_servers.wait_for_mail(mail_servers.allies)


def wrong_password(tmp_path: Path) -> dict[str, object]:
    path = tmp_path / "wrong"
    path.touch(mode=0o600)
    path.write_text("not the password")
    return {"password_file": str(path)}


def test_smtp_wrong_password(mail_servers: MailServers, tmp_path: Path) -> None:
    report = send(tmp_path, transport(mail_servers, **wrong_password(tmp_path)))
    assert report.error is not None
    assert (report.error.code, report.error.exit_code) == ("smtp-login", 9)
    assert "not the password" not in str(report.error)
    assert states(report) == ["pending"]
    lines = mail_lines(PostResult(report.entries, report, ()))
    assert lines == [
        "Mail to allies@example.org: NOT SENT yet",
        "127.0.0.1 does not accept the user name or the password: authentication failed. Check "
        "both. Many providers want an app password, or a sign-in (`pbem mail setup`); without any "
        "password use kind = 'eml' or 'sendmail'. What is not sent waits; pbem tries again with "
        "your next command.",
    ], "said once, and without the codes of a server"
    assert states(Outbox(tmp_path / "out").send(transport(mail_servers), NOW)) == ["sent"]


def test_smtp_without_the_log_in_that_the_server_wants(
    mail_servers: MailServers, tmp_path: Path
) -> None:
    report = send(tmp_path, bare(mail_servers, port=mail_servers.submission_port))
    assert states(report) in (["refused"], ["pending"])
    assert mail_servers.mails(mail_servers.allies) == []


def test_imap_wrong_password_and_folder(mail_servers: MailServers, tmp_path: Path) -> None:
    user = mail_servers.allies
    wrong = {"folder": "No such"}
    for changes, code in ((wrong_password(tmp_path), "imap-login"), (wrong, "imap-folder")):
        with pytest.raises(MailError) as caught, source(mail_servers, user, **changes):
            pass
        assert (caught.value.code, caught.value.exit_code) == (code, 9)
        assert "not the password" not in str(caught.value)
        assert "b'" not in str(caught.value) and "AUTHENTICATIONFAILED" not in str(caught.value)


def test_nobody_listens(mail_servers: MailServers, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    report = send(tmp_path, transport(mail_servers, port=port))
    assert report.error is not None
    assert report.error.code == "smtp-unreachable"
    assert f"127.0.0.1 port {port}" in report.error.reason
    assert states(report) == ["pending"]
    with pytest.raises(MailError) as caught, source(mail_servers, mail_servers.allies, port=port):
        pass
    assert caught.value.code == "imap-unreachable"


def test_certificate_of_a_stranger(mail_servers: MailServers, tmp_path: Path) -> None:
    for security, port in (
        ("tls", mail_servers.smtps_port),
        ("starttls", mail_servers.submission_port),
    ):
        report = send(tmp_path, transport(mail_servers, security=security, port=port, ca_file=None))
        assert report.error is not None
        assert report.error.code == "smtp-tls"
    starttls = {"security": "starttls", "port": mail_servers.imap_port}
    for changes in ({}, starttls):
        table = {**mail_servers.imap_settings(mail_servers.allies), **changes}
        del table["ca_file"]
        settings = parse_settings({"address": "a@example.org", "incoming": table}).incoming
        assert settings is not None
        with pytest.raises(MailError) as caught, open_source(settings, NOW.date()):
            pass
        assert caught.value.code == "imap-tls"


def test_imap_starttls_and_loopback_without_tls(mail_servers: MailServers) -> None:
    mail_servers.inject(mail_servers.allies, b"Subject: x\n\ny\n")
    for security in ("starttls", "none"):
        port = mail_servers.imap_port
        items = receive(mail_servers, mail_servers.allies, security=security, port=port)
        assert [item.raw for item in items] == [b"Subject: x\r\n\r\ny\r\n"]


def test_connection_lost_before_data_sends_later(mail_servers: MailServers, tmp_path: Path) -> None:
    with cutting_proxy(mail_servers.host, mail_servers.smtp_port, b"RCPT TO") as port:
        report = send(tmp_path, bare(mail_servers, port=port))
    assert report.error is not None
    assert (report.error.code, states(report)) == ("smtp-dropped", ["pending"])
    assert states(Outbox(tmp_path / "out").send(bare(mail_servers), NOW)) == ["sent"]
    assert len(mail_servers.wait_for_mail(mail_servers.allies)) == 1


def test_answer_lost_after_data_is_unsure_and_the_copy_recognisable(
    mail_servers: MailServers, tmp_path: Path
) -> None:
    with cutting_proxy(mail_servers.host, mail_servers.smtp_port, b"\r\n.\r\n") as port:
        report = send(tmp_path, bare(mail_servers, port=port))
    assert (states(report), report.error) == (["unsure"], None)
    assert "may or may not have arrived" in report.entries[0].outcomes[0].reason
    mail_servers.wait_for_mail(mail_servers.allies)
    outbox = Outbox(tmp_path / "out")
    assert outbox.send(bare(mail_servers), NOW).entries == ()
    outbox.resend(report.entries[0].key)
    assert states(outbox.send(bare(mail_servers), NOW)) == ["sent"]
    first, second = (read(raw) for raw in mail_servers.wait_for_mail(mail_servers.allies, 2))
    assert first.message_id == second.message_id != ""
    assert first.saves[0].data == second.saves[0].data == TURN.save


def test_imap_connection_lost(mail_servers: MailServers) -> None:
    mail_servers.inject(mail_servers.allies, b"Subject: x\n\ny\n")
    bare_imap = {"security": "none"}
    with (
        cutting_proxy(mail_servers.host, mail_servers.imap_port, b"BODY.PEEK") as port,
        pytest.raises(MailError) as caught,
        source(mail_servers, mail_servers.allies, port=port, **bare_imap) as box,
    ):
        list(box.receive())
    assert caught.value.code == "imap-dropped"
    assert len(receive(mail_servers, mail_servers.allies)) == 1


def test_dovecot_reads_what_the_maildir_transport_wrote(
    mail_servers: MailServers, tmp_path: Path
) -> None:
    user = mail_servers.allies
    table = {"kind": "maildir", "maildirs": {user.address: str(user.maildir)}}
    settings = parse_settings({"address": "axis@example.org", "outgoing": table})
    assert settings.outgoing is not None
    (user.maildir / "new").chmod(0o755)
    assert states(send(tmp_path, open_transport(settings.outgoing))) == ["sent"]
    (item,) = receive(mail_servers, user)
    assert read(item.raw).saves[0].data == TURN.save


@contextlib.contextmanager
def rude_server(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that says what `talk` says to one client, and then hangs up."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        client, _address = listener.accept()
        with client, contextlib.suppress(OSError):
            talk(client)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        thread.join(timeout=10)
        listener.close()


@pytest.mark.parametrize(
    ("greeting", "code"),
    [
        (b"", "smtp-unreachable"),
        (b"554 go away\r\n", "smtp-unreachable"),
        (b"\xff\xfe\x00 noise\r\n", "smtp-refused"),
        (b"220 hello\r\n", "smtp-dropped"),
    ],
)
def test_rude_smtp_servers(tmp_path: Path, greeting: bytes, code: str) -> None:
    with rude_server(lambda client: client.sendall(greeting)) as port:
        table = {"kind": "smtp", "host": "127.0.0.1", "port": port, "security": "none"}
        settings = parse_settings({"address": "axis@example.org", "outgoing": table}).outgoing
        assert settings is not None
        report = send(tmp_path, open_transport(settings))
    assert report.error is not None
    assert (report.error.code, states(report)) == (code, ["pending"])


def wait_for_hang_up(client: socket.socket) -> None:
    client.recv(1)


def test_silent_smtp_server_times_out(tmp_path: Path) -> None:
    with rude_server(wait_for_hang_up) as port:
        table = {"kind": "smtp", "host": "127.0.0.1", "port": port, "security": "none"}
        settings = parse_settings(
            {"address": "axis@example.org", "outgoing": {**table, "timeout": 1}}
        ).outgoing
        assert settings is not None
        report = send(tmp_path, open_transport(settings))
    assert report.error is not None
    assert report.error.code == "smtp-unreachable"


def test_waiting_for_mail_ends_when_one_comes(mail_servers: MailServers, tmp_path: Path) -> None:
    """IDLE (RFC 2177): no looking, no minutes of delay."""
    with source(mail_servers, mail_servers.allies) as box:
        assert box.wait(0.1, frozenset()) == frozenset()
        timer = threading.Timer(
            0.5, mail_servers.inject, (mail_servers.allies, b"Subject: a turn\n\nHello\n")
        )
        timer.start()
        known = box.wait(60, frozenset())
        timer.join()
        assert len(known) == 1
        assert box.wait(0.1, known) == known
        (found,) = box.receive()
        box.ack(found.uid)
        assert box.wait(0.1, known) == frozenset()


@pytest.mark.parametrize("security", ["tls", "none"])
def test_waiting_ends_when_the_server_ends_the_connection(
    mail_servers: MailServers, security: str
) -> None:
    """Servers end IDLE connections every day: the library below says nothing of it."""
    port = mail_servers.imaps_port if security == "tls" else mail_servers.imap_port
    ended: list[float] = []

    def restart() -> None:
        mail_servers.restart()
        ended.append(time.monotonic())

    with source(mail_servers, mail_servers.allies, security=security, port=port) as box:
        timer = threading.Timer(0.5, restart)
        timer.start()
        before = time.process_time()
        with pytest.raises(MailError) as refused:
            box.wait(60, frozenset())
        noticed, spent = time.monotonic(), time.process_time() - before
        timer.join()
    assert refused.value.code == "imap-dropped"
    assert noticed - ended[0] < 1
    assert spent < 0.5, "it does not look without a pause"
