"""Addresses of dice servers, and when two are the same.

Source: RFC 3986, sections 6.2.2.1 and 6.2.3; docs/formats/save-v1.md, section "The keyring".
"""

from typing import Final

_DEFAULT_PORTS: Final = {"https": 443, "http": 80}


def is_server(address: str) -> bool:
    """Whether a dice address names a server, whose key can be pinned; others are the host's."""
    return address.startswith(("https://", "http://"))


def is_dice_address(address: str) -> bool:
    """Whether a text can be where a dice authority is; see docs/formats/save-v1.md, genesis."""
    return address == "embedded" or is_rehearsal(address) or is_server(address)


def is_rehearsal(address: str) -> bool:
    """Whether a dice address names dice that everybody can foresee."""
    return address.startswith("rehearsal:")


def is_open_to_others(address: str) -> bool:
    """Whether others on the way to a dice server can read along: plain HTTP to another host."""
    if not address.startswith("http://"):
        return False
    from ipaddress import ip_address  # noqa: PLC0415 - only for games with a server
    from urllib.parse import urlsplit  # noqa: PLC0415 - only for games with a server, and slow

    try:
        host = urlsplit(address).hostname or ""
        return host != "localhost" and not ip_address(host).is_loopback
    except ValueError:
        return True


def normal_address(address: str) -> str:
    """The form in which addresses of servers are compared; anything else comes back as it is.

    Scheme and host in lower case, no default port, no slash at the end.
    """
    scheme = address.partition("://")[0].lower()
    if scheme not in _DEFAULT_PORTS:
        return address
    from urllib.parse import urlsplit  # noqa: PLC0415 - only for games with a server, and slow

    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return address
    if not host or parts.query or parts.fragment or parts.username is not None:
        return address
    shown = f"[{host}]" if ":" in host else host
    place = "" if port in (None, _DEFAULT_PORTS[scheme]) else f":{port}"
    return f"{scheme}://{shown}{place}{parts.path.rstrip('/')}"
