"""The board on a phone in the same network: a port of its own, TLS, a code, one device (ADR 0088).

It is opened when the player asks for it, and ends with the program.  The certificate is made here
and signed by itself, so a browser warns of it; whoever wants to be sure compares its fingerprint.
"""

import ipaddress
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Final, TypeAlias

import segno
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID
from starlette.types import ASGIApp

from pbem.board.entrance import PHONE
from pbem.board.guard import Guard
from pbem.board.place import open_place
from pbem.board.servers import Running, Servers
from pbem.files import write_atomic
from pbem.home import Home
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]

CERTIFICATE: Final = "board-phone.pem"
_PLACE: Final = "board-phone.json"
_DAYS: Final = 365
_ANYWHERE: Final = "192.0.2.1"
"""An address of nobody (RFC 5737): nothing is sent there."""


class Phone:
    """The door for a phone; closed until somebody opens it.

    changed: called when a phone was let in or put out; shown_twice: as `Guard` has it.
    address: that of this computer in its network.
    """

    def __init__(
        self,
        home: Home,
        app: ASGIApp,
        servers: Servers,
        shown_twice: Callable[[str], None] = lambda _: None,
        changed: Callable[[], None] = lambda: None,
        address: Callable[[], str] | None = None,
    ) -> None:
        """Nothing is opened yet."""
        self._home = home
        self._app = app
        self._servers = servers
        self._shown_twice = shown_twice
        self._changed = changed
        self._address = address or local_address
        self._guard: Guard | None = None
        self._running: Running | None = None
        self._at = ""
        self._fingerprint = ""

    def open(self) -> str:
        """Show a new code, and put the phone out that was let in before; the address in the code.

        Raises UsageError `no-network`, and as `listen`.
        """
        address = self._address()
        if self._guard is None or address != self._at:
            self.close()
            self._open(address)
        assert self._guard is not None
        found = self._guard.renew()
        self._changed()
        return found

    def _open(self, address: str) -> None:
        certificate = self._home.root / CERTIFICATE
        self._fingerprint = certificate_for(certificate, address)
        listening, base = open_place(self._home, address, 0, _PLACE)
        origin = f"https://{address}:{listening.getsockname()[1]}"
        guard = Guard(
            self._app, origin, self._shown_twice, base, terms=PHONE, changed=self._changed
        )
        self._running = self._servers.start(guard, listening, certificate)
        self._guard, self._at = guard, address

    def close(self) -> None:
        """Put the phone out, and let nobody reach the port any more."""
        if self._running is not None and self._guard is not None:
            self._guard.door.put_out()
            self._running.stop()
        self._running = self._guard = None

    @property
    def fingerprint(self) -> str:
        """Of the certificate: SHA-256 in hexadecimal digits, in pairs, as browsers show it."""
        return self._fingerprint

    def view(self) -> Plain:
        """What the page at the computer shows: `code` is a picture, "" when nobody can use it."""
        if self._guard is None:
            return {"is_open": False}
        address, left = self._guard.entrance, self._guard.door.seconds_left
        code = segno.make(address, error="m").svg_data_uri(scale=5, border=3) if address else ""
        return {
            "is_open": True,
            "code": code,
            "address": address,
            "place": self._at,
            "minutes": 0 if PHONE.ticket_seconds is None else int(PHONE.ticket_seconds // 60),
            "seconds_left": left,
            "fingerprint": self._fingerprint,
            "warning": PHONE.twice if self._guard.door.is_closed else "",
        }


def code_lines(address: str) -> str:
    """An address as a code of block characters, for a terminal."""
    out = StringIO()
    segno.make(address, error="l").terminal(out=out, border=2, compact=True)
    return out.getvalue()


def local_address() -> str:
    """The address of this computer in its network, as the system would send from it.

    Raises UsageError `no-network` where there is none, or where it is one of the whole internet.
    """
    found = ""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_ANYWHERE, 9))
        found = str(probe.getsockname()[0])
    if not found or not ipaddress.ip_address(found).is_private:
        raise UsageError(
            "no-network",
            f"The address {found} of this computer is one that the whole internet can reach."
            if found
            else "This computer is in no network that a phone could be in as well.",
            "Connect it to the Wi-Fi that the phone is in, and try again.",
        )
    return found


def certificate_for(path: Path, address: str) -> str:
    """Keep a certificate for an address in a file of the owner's; its fingerprint.

    One that is there and still counts stays, so that a browser that knows it warns no more.
    """
    now = datetime.now(UTC)
    with suppress(OSError, ValueError, x509.ExtensionNotFound):
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        names = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        known = {str(one) for one in names.get_values_for_type(x509.IPAddress)}
        if address in known and kept.not_valid_after_utc > now + timedelta(days=1):
            return _fingerprint(kept)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pbem board")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), False
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomic(path, made.public_bytes(Encoding.PEM) + secret, mode=0o600)
    return _fingerprint(made)


def _fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()
