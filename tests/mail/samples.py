"""A pretend save format and one mail, for tests that must not depend on the real save package."""

from __future__ import annotations

import base64
import random
import re
from datetime import UTC, datetime

from pbem.mail.address import Address
from pbem.mail.compose import MailKind, TurnMail
from pbem.mail.extract import ReadMail, extract
from pbem.mail.mime import MimeLimits

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MAGIC = b"\x89PBEMTEST\r\n"
ALLIES = Address("Ann Allies", "allies@example.org")
AXIS = Address("Axel Axis", "axis@example.org")
_ARMOUR = re.compile(r"-----BEGIN TEST-----(.*?)-----END TEST-----", re.DOTALL)


def make_save(seed: int = 1, size: int = 5000) -> bytes:
    """Random bytes with every awkward value in them: NUL, CR, LF, `=`, `.` and dashes."""
    return MAGIC + b"\r\n.\r\n--=_\0\n.\n\r" + random.Random(seed).randbytes(size) + b"\r\n"


def is_save(data: bytes) -> bool:
    return data.startswith(MAGIC)


def armour(data: bytes) -> str:
    return f"-----BEGIN TEST-----\n{base64.encodebytes(data).decode()}-----END TEST-----\n"


def unarmour(text: str) -> bytes | None:
    match = _ARMOUR.search(text)
    if match is None:
        return None
    try:
        return base64.b64decode(re.sub(r"[^A-Za-z0-9+/=]", "", match.group(1)))
    except ValueError:
        return None


def sample_mail(**changes: object) -> TurnMail:
    fields: dict[str, object] = {
        "kind": MailKind.TURN,
        "game_id": "0123456789abcdef" * 2,
        "head": "fe" * 32,
        "game_name": "Big World",
        "turn_number": 12,
        "moved": "Germans",
        "sender": AXIS,
        "to": (ALLIES,),
        "text": "The Germans took Egypt.\n",
        "html": "<p>The Germans took <b>Egypt</b>.</p>",
        "date": NOW,
        "save": make_save(),
    }
    return TurnMail(**{**fields, **changes})


def read(raw: bytes, limits: MimeLimits | None = None) -> ReadMail:
    return extract(raw, is_save=is_save, unarmour=unarmour, limits=limits)
