"""Real mail servers for tests: Postfix (SMTP) and Dovecot (IMAP) on loopback, high ports.

Both run with a configuration, queue and Maildirs of their own in one temporary folder, started and
stopped by the fixture `mail_servers`. Nothing of the machine's own mail system is read or changed,
and nothing is left when the test process is killed (tests/support/serverkeeper.py).
To use it in another folder of tests, import the fixtures in its conftest.py:

    from tests.support.mailservers import mail_servers, running_servers

    def test_something(mail_servers: MailServers) -> None:
        mail_servers.allies.address, mail_servers.allies.password
        mail_servers.smtp_port, mail_servers.imap_port, mail_servers.ca_file
        mail_servers.smtp_settings(user)  # the tables that pbem's configuration takes
        mail_servers.imap_settings(user)
        raw = mail_servers.wait_for_mail(mail_servers.axis)[0]
        mail_servers.replace(mail_servers.axis, raw, rewrite_like_a_list(raw))
        mail_servers.inject(mail_servers.axis, raw_bytes)

Postfix's master needs root; without root, Postfix or Dovecot the tests are skipped with a reason;
with PBEM_REQUIRE_SERVERS=1, as in CI, they fail instead.
"""

from __future__ import annotations

import base64
import contextlib
import email
import email.policy
import json
import os
import re
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from email.headerregistry import Address
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.support import missing
from tests.support.certificates import make_certificate
from tests.support.ports import HOST, free_ports

SIZE_LIMIT = 2_000_000
_MASTER = Path("/usr/lib/postfix/sbin/master")
_DAEMONS = Path("/usr/lib/postfix/sbin")
_DELIVERY = Path("/usr/lib/dovecot/dovecot-lda")
_DOVECOT = Path("/usr/sbin/dovecot")
_QUEUES = ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming")
_MORE_QUEUES = ("private", "saved", "trace", "pid")
_START_TIMEOUT = 15.0
# Mailboxes belong to an unprivileged user: Postfix delivers as that user only.
_OWNER = "nobody"


@dataclass(frozen=True)
class MailUser:
    address: str
    password: str
    maildir: Path


@dataclass(frozen=True)
class MailServers:
    """The running servers; every port is on 127.0.0.1.

    `smtp_port` takes mail for example.org without a log-in, and offers STARTTLS and AUTH;
    `submission_port` takes mail only after a log-in; `smtps_port` is TLS from the first byte.
    """

    folder: Path
    smtp_port: int
    submission_port: int
    smtps_port: int
    imap_port: int
    imaps_port: int
    ca_file: Path
    allies: MailUser
    axis: MailUser
    others: tuple[MailUser, ...] = ()
    host: str = HOST
    keeper: subprocess.Popen[bytes] | None = None

    @property
    def users(self) -> tuple[MailUser, ...]:
        return (self.allies, self.axis, *self.others)

    def restart(self, full: Sequence[MailUser] = (), away: Sequence[MailUser] = ()) -> None:
        """Stop both servers, whatever they have in hand, and start them on the same folder.

        full: whose mailboxes have a quota of 1 KB from now on; their mails come back.
        away: whose mails wait in the queue of Postfix from now on.
        """
        assert self.keeper is not None and self.keeper.stdin is not None
        routes = [f"{user.address} full:\n" for user in full]
        routes += [f"{user.address} away:\n" for user in away]
        (self.folder / "postfix/routes").write_text("".join(routes))
        # The old servers have no port any more when the keeper has answered.
        self.keeper.stdin.write(b"r")
        self.keeper.stdin.flush()
        assert self.keeper.stdout is not None and self.keeper.stdout.read(1) == b"r"
        assert all(_wait_for_port(port, self.keeper) for port in (self.imap_port, self.smtp_port))

    def queued(self) -> int:
        """How many mails wait in the queue of Postfix for another try."""
        return sum(path.is_file() for path in (self.folder / "queue/deferred").rglob("*"))

    def wait_for_queue(self, timeout: float = 15.0) -> None:
        """Wait until a mail waits in the queue."""
        deadline = time.monotonic() + timeout
        while not self.queued():
            assert time.monotonic() < deadline, self.log()[-4000:]
            time.sleep(0.02)

    def try_again(self) -> None:
        """Let Postfix try what waits, as it would by itself in a few minutes."""
        words = ["/usr/sbin/postqueue", "-c", str(self.folder / "postfix"), "-f"]
        subprocess.run(words, check=True, capture_output=True, timeout=20)

    def smtp_settings(self, user: MailUser) -> dict[str, object]:
        """The `outgoing` table of pbem's mail settings: submission with STARTTLS and password."""
        return {
            "kind": "smtp",
            "host": HOST,
            "port": self.submission_port,
            "security": "starttls",
            "ca_file": str(self.ca_file),
            "user": user.address,
            "password_file": str(self._password_file(user)),
            "timeout": 10,
        }

    def imap_settings(self, user: MailUser) -> dict[str, object]:
        """The `incoming` table of pbem's mail settings: IMAP over TLS."""
        return {
            "kind": "imap",
            "host": HOST,
            "port": self.imaps_port,
            "security": "tls",
            "ca_file": str(self.ca_file),
            "user": user.address,
            "password_file": str(self._password_file(user)),
            "timeout": 10,
        }

    def _password_file(self, user: MailUser) -> Path:
        path = self.folder / f"password-{user.address}"
        path.touch(mode=0o600)
        path.write_text(user.password + "\n")
        return path

    def mails(self, user: MailUser, names: tuple[str, ...] = ("new", "cur")) -> list[Path]:
        """All delivered mails in the inbox of a user, the oldest first, without the copies
        that the player's own program sends to them.

        names: ("new",) for those that no IMAP session has met yet.
        """
        found = [p for name in names for p in (user.maildir / name).iterdir()]
        found = [path for path in found if not is_own_copy(path.read_bytes(), user.address)]
        return sorted(found, key=lambda p: (p.stat().st_mtime_ns, p.name))

    def wait_for_mail(self, user: MailUser, count: int = 1, timeout: float = 15.0) -> list[bytes]:
        """Wait until `count` mails are delivered and return the bytes of all of them."""
        return [path.read_bytes() for path in self._wait(user, count, timeout, ("new", "cur"))]

    def wait_for_new(self, user: MailUser, count: int = 1) -> list[bytes]:
        """The same, but only mails that no IMAP session has met yet."""
        return [path.read_bytes() for path in self._wait(user, count, 15.0, ("new",))]

    def take(self, user: MailUser, count: int = 1) -> list[bytes]:
        """The same, and take these mails out of the mailbox."""
        taken = self.wait_for_new(user, count)
        for path in self.mails(user, ("new",)):
            path.unlink()
        return taken

    def _wait(
        self, user: MailUser, count: int, timeout: float, names: tuple[str, ...]
    ) -> list[Path]:
        deadline = time.monotonic() + timeout
        while len(self.mails(user, names)) < count:
            if time.monotonic() > deadline:
                log = self.log()[-4000:]
                raise AssertionError(f"no {count} mails for {user.address}; Postfix says:\n{log}")
            time.sleep(0.02)
        return self.mails(user, names)

    def log(self) -> str:
        """What Postfix has said since it was started."""
        return (self.folder / "postfix.log").read_text(errors="replace")

    def replace(self, user: MailUser, old: bytes, new: bytes) -> None:
        """Replace a delivered mail, as a server on the way would have changed it."""
        for path in self.mails(user):
            if path.read_bytes() == old:
                path.unlink()
                self.inject(user, new)
                return
        raise AssertionError("there is no such mail in the mailbox")

    def inject(self, user: MailUser, raw: bytes) -> None:
        """Deliver bytes into the inbox without SMTP."""
        name = f"{time.time_ns()}.test.example"
        temporary = user.maildir / "tmp" / name
        temporary.write_bytes(raw.replace(b"\r\n", b"\n"))
        shutil.chown(temporary, _OWNER)
        temporary.rename(user.maildir / "new" / name)

    def submit(self, sender: str, recipient: str, raw: bytes) -> None:
        """Send bytes by SMTP with the standard library, unauthenticated."""
        with smtplib.SMTP(HOST, self.smtp_port, local_hostname="localhost", timeout=10) as client:
            client.sendmail(sender, [recipient], raw)

    def clear(self) -> None:
        """Empty the mailboxes, subfolders and IMAP indexes included."""
        for user in self.users:
            shutil.rmtree(user.maildir, ignore_errors=True)
            for name in ("cur", "new", "tmp"):
                (user.maildir / name).mkdir(parents=True)
            _own(user.maildir)


LIST = "wargames@example.org"
_FOOTER = "_______\nwargames mailing list\nhttps://lists.example.org/wargames\n"


def rewrite_like_a_list(raw: bytes, encoding: str = "quoted-printable") -> bytes:
    """Return the mail as a mailing list passes it on.

    A tag before the subject, From rewritten to the list, a footer below the text and one as a part
    of its own, the HTML gone, each attachment with another type and name, encoded anew. encoding:
    `quoted-printable`, or `base64` in lines of another length.
    """
    old = email.message_from_bytes(raw, policy=email.policy.SMTP)
    assert isinstance(old, EmailMessage)
    new = EmailMessage(policy=email.policy.SMTP)
    for name in ("Date", "To", "Message-ID", "References"):
        if name in old:
            new[name] = str(old[name])
    writer = old["From"].addresses[0]
    new["From"] = Address(f"{writer.display_name} via wargames", addr_spec=LIST)
    new["Reply-To"] = str(writer)
    new["Subject"] = f"[wargames] {old['Subject']}"
    new["List-Id"] = "<wargames.example.org>"
    body = old.get_body(("plain",))
    new.set_content((body.get_content() if body is not None else "") + _FOOTER)
    new.make_mixed()
    for number, part in enumerate(old.iter_attachments()):
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        name = "attachment.bin" if number == 0 else f"attachment-{number}.bin"
        if encoding == "base64":
            new.attach(_in_long_lines(data, name))
        else:
            new.add_attachment(
                data,
                maintype="application",
                subtype="octet-stream",
                cte="quoted-printable",
                filename=name,
            )
    new.add_attachment(_FOOTER)
    return new.as_bytes()


def _in_long_lines(data: bytes, name: str) -> EmailMessage:
    """A part in base64 whose lines have 100 characters, more than MIME allows but servers pass."""
    text = base64.b64encode(data).decode("ascii")
    lines = [text[start : start + 100] for start in range(0, len(text), 100)]
    part = EmailMessage(policy=email.policy.SMTP)
    part["Content-Type"] = f'application/x-unknown; name="{name}"'
    part["Content-Transfer-Encoding"] = "base64"
    part["Content-Disposition"] = "inline"
    part.set_payload("\r\n".join(lines) + "\r\n")
    return part


def missing_reason() -> str:
    """Why the servers cannot run here; empty when they can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "needs root: Postfix's master and Dovecot's processes change users"
    if not _MASTER.exists():
        return "Postfix is not installed (apt-get install postfix; see .ci/run)"
    if not _DOVECOT.exists() or not Path("/usr/lib/dovecot/imap").exists():
        return "Dovecot is not installed (apt-get install dovecot-imapd; see .ci/run)"
    return ""


def _own(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        shutil.chown(path, _OWNER)


def _write_postfix(servers: MailServers) -> None:
    folder = servers.folder
    config, queue, data = (folder / name for name in ("postfix", "queue", "data"))
    for path in (config, queue, data):
        path.mkdir()
    for name in (*_QUEUES, *_MORE_QUEUES):
        (queue / name).mkdir(mode=0o700)
        shutil.chown(queue / name, "postfix")
    shutil.chown(queue / "pid", "root")
    for name, mode in (("maildrop", 0o730), ("public", 0o710)):
        (queue / name).mkdir()
        (queue / name).chmod(mode)
        shutil.chown(queue / name, "postfix", "postdrop")
    shutil.chown(data, "postfix")
    owner = servers.allies.maildir.stat().st_uid
    boxes = "\n".join(f"{user.address} {user.address}/" for user in servers.users)
    (config / "boxes").write_text(boxes + "\n")
    (config / "routes").touch()
    # Not the service "retry": with that the server does not even take a mail in.
    (config / "away").write_text("exit 75\n")
    # Dovecot delivers to a mailbox that has a quota, and refuses what does not fit into it.
    (config / "full").write_text(
        f"USER=$1 HOME={folder}/mail/$1 exec {_DELIVERY} -e -a $1 -c {folder}/dovecot.conf "
        "-o log_path=/dev/stderr -o stats_writer_socket_path= "
        "-o mail_plugins=quota -o plugin/quota=maildir:User -o plugin/quota_rule=*:storage=1K\n"
    )
    main = f"""
        compatibility_level = 3.6
        queue_directory = {queue}
        data_directory = {data}
        daemon_directory = {_DAEMONS}
        mail_owner = postfix
        setgid_group = postdrop
        myhostname = mail.example.org
        mydestination =
        mynetworks = 127.0.0.1/32
        inet_interfaces = 127.0.0.1
        inet_protocols = ipv4
        default_transport = error:only example.org is served
        relay_transport = error:only example.org is served
        virtual_mailbox_domains = example.org
        virtual_mailbox_base = {folder}/mail
        virtual_mailbox_maps = texthash:{config}/boxes
        virtual_mailbox_limit = 0
        transport_maps = texthash:{config}/routes
        virtual_minimum_uid = 1
        virtual_uid_maps = static:{owner}
        virtual_gid_maps = static:{owner}
        alias_maps =
        alias_database =
        local_recipient_maps =
        biff = no
        message_size_limit = {SIZE_LIMIT}
        smtpd_tls_security_level = may
        smtpd_tls_cert_file = {folder}/cert.pem
        smtpd_tls_key_file = {folder}/key.pem
        smtpd_sasl_type = dovecot
        smtpd_sasl_path = inet:127.0.0.1:{_auth_port(servers)}
        smtpd_sasl_auth_enable = yes
        smtpd_relay_restrictions = permit_mynetworks, reject
        smtpd_client_connection_count_limit = 0
        smtpd_timeout = 20s
        smtpd_error_sleep_time = 0
        minimal_backoff_time = 1s
        maillog_file = {folder}/postfix.log
        maillog_file_prefixes = {folder}
    """
    lines = [line.strip() for line in main.splitlines() if line.strip()]
    (config / "main.cf").write_text("\n".join(lines) + "\n")
    login = "-o smtpd_client_restrictions=permit_sasl_authenticated,reject"
    master = f"""
        {HOST}:{servers.smtp_port} inet n - n - - smtpd
        {HOST}:{servers.submission_port} inet n - n - - smtpd {login}
        {HOST}:{servers.smtps_port} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes {login}
        pickup unix n - n 60 1 pickup
        cleanup unix n - n - 0 cleanup
        qmgr unix n - n 300 1 qmgr
        tlsmgr unix - - n 1000? 1 tlsmgr
        rewrite unix - - n - - trivial-rewrite
        bounce unix - - n - 0 bounce
        defer unix - - n - 0 bounce
        trace unix - - n - 0 bounce
        verify unix - - n - 1 verify
        flush unix n - n 1000? 0 flush
        proxymap unix - - n - - proxymap
        error unix - - n - - error
        retry unix - - n - - error
        discard unix - - n - - discard
        full unix - n n - - pipe user={_OWNER} argv=/bin/sh {config}/full ${{recipient}}
        away unix - n n - - pipe user={_OWNER} argv=/bin/sh {config}/away
        virtual unix - n n - - virtual
        anvil unix - - n - 1 anvil
        postlog unix-dgram n - n - 1 postlogd
    """
    lines = [line.strip() for line in master.splitlines() if line.strip()]
    (config / "master.cf").write_text("\n".join(lines) + "\n")


def _auth_port(servers: MailServers) -> int:
    return int((servers.folder / "auth-port").read_text())


def _write_dovecot(servers: MailServers, introspection: str) -> None:
    folder = servers.folder
    users = "".join(f"{user.address}:{{PLAIN}}{user.password}\n" for user in servers.users)
    (folder / "passwd").write_text(users)
    (folder / "passwd").chmod(0o644)
    tokens = passdb = ""
    if introspection:
        (folder / "oauth2.conf").write_text(
            "introspection_mode = post\n"
            f"introspection_url = {introspection}\n"
            "username_attribute = username\nactive_attribute = active\nactive_value = true\n"
            "force_introspection = yes\n"
        )
        tokens = " xoauth2 oauthbearer"
        passdb = (
            "passdb {\n  driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n"
            f"  args = {folder}/oauth2.conf\n}}"
        )
    (folder / "dovecot.conf").write_text(
        f"""
base_dir = {folder}/run
state_dir = {folder}/state
instance_name = pbem-test-{servers.imap_port}
log_path = {folder}/dovecot.log
protocols = imap
listen = {HOST}
ssl = yes
ssl_cert = <{folder}/cert.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login{tokens}
auth_failure_delay = 0
mail_location = maildir:{folder}/mail/%u
mailbox_list_index = no
mail_fsync = never
maildir_very_dirty_syncs = no
first_valid_uid = 1
{passdb}
passdb {{
  driver = passwd-file
  args = username_format=%u {folder}/passwd
}}
userdb {{
  driver = static
  args = uid={_OWNER} gid=nogroup home={folder}/mail/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = {HOST}
    port = {servers.imap_port}
  }}
  inet_listener imaps {{
    address = {HOST}
    port = {servers.imaps_port}
    ssl = yes
  }}
}}
# Without this a wrong password makes every later log-in from this address slow.
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service auth {{
  inet_listener {{
    address = {HOST}
    port = {_auth_port(servers)}
  }}
}}
namespace inbox {{
  inbox = yes
}}
"""
    )


def _wait_for_port(port: int, keeper: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + _START_TIMEOUT
    while time.monotonic() < deadline and keeper.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), timeout=1) as s:
            if s.recv(1):
                return True
        time.sleep(0.02)
    return False


def _start(folder: Path) -> subprocess.Popen[bytes]:
    """Start both servers under a keeper that ends them when this process is gone."""
    dovecot = [str(_DOVECOT), "-F", "-c", f"{folder}/dovecot.conf"]
    postfix = [str(_MASTER), "-s", "-c", f"{folder}/postfix"]
    keeper = Path(__file__).with_name("serverkeeper.py")
    return subprocess.Popen(
        [sys.executable, "-I", str(keeper), str(folder), json.dumps(dovecot), json.dumps(postfix)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def _stop(keeper: subprocess.Popen[bytes]) -> None:
    if keeper.stdin is not None:
        keeper.stdin.close()
    keeper.wait(timeout=30)
    if keeper.stdout is not None:
        keeper.stdout.close()


@contextlib.contextmanager
def start_mail_servers(
    introspection: str = "", others: Sequence[str] = ()
) -> Iterator[MailServers]:
    """Start both servers in a new folder, and stop and remove everything at the end.

    introspection: the address that says whether a token is valid; "" for passwords alone.
    others: more users, by the part of their addresses before the @.
    """
    for attempt in (1, 2, 3):
        # Not pytest's tmp_path: other users must be able to enter, and socket paths must be short.
        folder = Path(tempfile.mkdtemp(prefix="pbem-mail-"))
        with contextlib.ExitStack() as stack:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            servers = _prepare(folder, introspection, others)
            keeper = _start(folder)
            stack.callback(_stop, keeper)
            if all(_wait_for_port(port, keeper) for port in (servers.imap_port, servers.smtp_port)):
                yield replace(servers, keeper=keeper)
                return
            logs = [
                path.read_text(errors="replace")[-2000:]
                for path in (folder / "dovecot.log", folder / "postfix.log")
                if path.exists()
            ]
            # Another process may have taken one of the ports in the meantime: try others.
            if attempt == 3:
                raise AssertionError("the mail servers do not start:\n" + "\n".join(logs))


def _prepare(folder: Path, introspection: str, others: Sequence[str]) -> MailServers:
    folder.chmod(0o755)
    ports = free_ports(6)
    (folder / "auth-port").write_text(str(ports[5]))
    allies, axis, *more = (
        MailUser(f"{name}@example.org", f"{name} password 1", folder / f"mail/{name}@example.org")
        for name in ("allies", "axis", *others)
    )
    servers = MailServers(
        folder=folder,
        smtp_port=ports[0],
        submission_port=ports[1],
        smtps_port=ports[2],
        imap_port=ports[3],
        imaps_port=ports[4],
        ca_file=folder / "cert.pem",
        allies=allies,
        axis=axis,
        others=tuple(more),
    )
    servers.clear()
    shutil.chown(folder / "mail", _OWNER)
    make_certificate(folder)
    _write_postfix(servers)
    _write_dovecot(servers, introspection)
    return servers


def is_own_copy(raw: bytes, address: str) -> bool:
    """Whether the program of the user has sent a mail to the user as well."""
    head = raw.partition(b"\r\n\r\n")[0].partition(b"\n\n")[0]
    sender = re.search(rb"(?m)^From: .*(?:\r?\n[ \t].*)*", head)
    return b"\nX-PBEM-" in head and sender is not None and address.encode() in sender[0]


@pytest.fixture(scope="session")
def running_servers() -> Iterator[MailServers]:
    reason = missing_reason()
    if reason:
        missing.skip_or_fail(reason, missing.SERVERS)
    with start_mail_servers() as servers:
        yield servers


@pytest.fixture
def mail_servers(running_servers: MailServers) -> MailServers:
    """The running servers with empty mailboxes."""
    running_servers.clear()
    return running_servers
