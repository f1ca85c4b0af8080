"""Headers that hold addresses, written by ourselves.

When a line ends between two addresses, Python's own folding can take the comma for text and encode
it: readers then see one address too few.  Source: RFC 5322 section 2.2.3, RFC 2047 section 5.
"""

from collections.abc import Iterable
from email.header import Header
from email.headerregistry import Address, AddressHeader
from email.policy import EmailPolicy
from typing import Final

_END: Final = "\r\n"


class MailPolicy(EmailPolicy):
    """Lines end with CRLF, everything is ASCII, and each address of a header has its own line."""

    def fold(self, name: str, value: str) -> str:
        """A header as it is written."""
        if isinstance(value, AddressHeader):
            return _written(name, value.addresses)
        folded: str = super().fold(name, value)
        return folded

    def fold_binary(self, name: str, value: str) -> bytes:
        """The same as bytes."""
        if isinstance(value, AddressHeader):
            return _written(name, value.addresses).encode("ascii")
        return super().fold_binary(name, value)


POLICY: Final = MailPolicy(linesep=_END, cte_type="7bit", max_line_length=78)


def _written(name: str, addresses: Iterable[Address]) -> str:
    return f"{name}: {f',{_END} '.join(map(_one, addresses))}{_END}"


def _one(address: Address) -> str:
    if address.display_name.isascii():
        return str(address)
    name = Header(address.display_name, "utf-8", maxlinelen=70).encode(linesep=_END)
    return f"{name}{_END} <{address.addr_spec}>"
