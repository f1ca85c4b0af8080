"""Mail addresses: a display name for people and an address that is safe to hand to a server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.mail.errors import MailError
from pbem.mail.plain import plain_line

if TYPE_CHECKING:
    import email.headerregistry

# RFC 5322 dot-atom; quoted local parts and SMTPUTF8 are not supported and refused by name.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
# RFC 5322 specials: quoted names that hold them are folded wrongly by some Python versions, and
# `"boss@example.org" <other@example.org>` misleads people.
_SPECIALS = str.maketrans(dict.fromkeys('"(),:;<>@[]\\', " "))
_MAX_LOCAL = 64
_MAX_ADDRESS = 254


def parse_address(text: str) -> str:
    """Return `text` as an ASCII mail address (`local@domain`), its domain in lower case.

    A domain with non-ASCII letters is turned into its IDNA form.
    Raises MailError `mail-address` when it is not an address that every server accepts.
    """
    local, _at, domain = text.strip().rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        ascii_domain = ""
    address = f"{local}@{ascii_domain}"
    usable = len(local) <= _MAX_LOCAL and len(address) <= _MAX_ADDRESS
    if not usable or not _ADDRESS.fullmatch(address) or local.startswith("-"):
        raise MailError(
            "mail-address",
            f"{plain_line(text, 80)!r} is not a mail address that can be used.",
            "Write it as name@example.org, with ASCII letters before the @.",
        )
    return address


@dataclass(frozen=True, slots=True)
class Address:
    """A person to write to: `name` for display (may be empty) and `mail` as `local@domain`.

    Raises MailError `mail-address` when `mail` is not a usable address.
    """

    name: str
    mail: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "mail", parse_address(self.mail))
        object.__setattr__(self, "name", plain_line(self.name.translate(_SPECIALS), 80))

    def header(self) -> email.headerregistry.Address:
        """Return the form that the standard library puts into a header, properly quoted."""
        import email.headerregistry  # noqa: PLC0415 - late, to start quickly

        local, _at, domain = self.mail.rpartition("@")
        return email.headerregistry.Address(self.name, local, domain)
