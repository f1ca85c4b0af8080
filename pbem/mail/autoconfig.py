"""Ask a mail domain how it wants to be used: the autoconfig files that Thunderbird reads.

Only the domain is asked for, never the address. What comes back is data of a few kilobytes: host
names, ports and ways to log in, which the player sees before a password goes there. A file with a
document type, in whatever encoding, is refused: entities are not needed, and can be made to grow
without end.

Source: draft-ietf-mailmaint-autoconfig, sections 4 and 5.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import NoReturn
from xml.parsers import expat

from pbem.mail.providers import LoginWay, MailServer, Provider
from pbem.web_client import Answer, WebClient
from pbem.web_line import WebError

_MOST_BYTES = 64 * 1024
_SECURITY = {"SSL": "tls", "STARTTLS": "starttls"}
_WAYS = {
    "OAuth2": LoginWay.OAUTH2,
    "password-cleartext": LoginWay.PASSWORD,
    "password-encrypted": LoginWay.PASSWORD,
}
_PLACES = (
    "https://autoconfig.{domain}/mail/config-v1.1.xml",
    "https://{domain}/.well-known/autoconfig/mail/config-v1.1.xml",
    "https://autoconfig.thunderbird.net/v1.1/{domain}",
)

Get = Callable[[str], Answer]


def ask_domain(domain: str, get: Get | None = None) -> Provider | None:
    """The settings that a domain, or Thunderbird's database, publishes; None when there are none.

    get: asks a URL, raising WebError; tests bring their own.
    """
    fetch = get or _get
    for place in _PLACES:
        url = place.format(domain=domain)
        try:
            answer = fetch(url)
        except WebError:
            continue
        found = parse_autoconfig(answer.body, domain, url) if answer.status == 200 else None
        if found is not None:
            return found
    return None


def _get(url: str) -> Answer:
    return WebClient(silence=8.0, whole=20.0).ask("GET", url, most=_MOST_BYTES)


def parse_autoconfig(data: bytes, domain: str, source: str) -> Provider | None:
    """The provider that an autoconfig file describes; None when it is of no use.

    The first IMAP and the first SMTP server with TLS or STARTTLS count.
    """
    if len(data) > _MOST_BYTES:
        return None
    try:
        _refuse_document_type(data)
        root = ET.fromstring(data)  # noqa: S314 - without a document type, and small
    except (expat.ExpatError, ET.ParseError, ValueError, LookupError):
        return None
    imap = _server(root, "incomingServer", "imap")
    smtp = _server(root, "outgoingServer", "smtp")
    if imap is None or smtp is None:
        return None
    words = [node.text or "" for node in root.iter("authentication")]
    ways = tuple(dict.fromkeys(_WAYS[word] for word in words if word in _WAYS))
    return Provider(
        name="",
        title=domain,
        domains=(domain,),
        imap=imap,
        smtp=smtp,
        login=ways or (LoginWay.PASSWORD,),
        source=source,
        logs_in_by_local_part=_by_local_part(root),
    )


def _refuse_document_type(data: bytes) -> None:
    """Raise ValueError for a document with a document type, before any of that takes effect.

    The parser itself is asked, as for maps: whoever looks at the bytes has to guess the encoding.
    """

    def refuse(*_: object) -> NoReturn:
        raise ValueError("a document type")

    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.Parse(data, True)


def _by_local_part(root: ET.Element) -> bool:
    names = [(node.text or "").strip() for node in root.iter("username")]
    return bool(names) and names[0] == "%EMAILLOCALPART%"


def _server(root: ET.Element, tag: str, kind: str) -> MailServer | None:
    for node in root.iter(tag):
        host = (node.findtext("hostname") or "").strip().lower()
        port = (node.findtext("port") or "").strip()
        security = _SECURITY.get((node.findtext("socketType") or "").strip())
        is_name = host.isascii() and host.replace("-", "").replace(".", "").isalnum()
        is_port = port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536
        if node.get("type") == kind and security and is_name and is_port:
            return MailServer(host, int(port), security)
    return None
