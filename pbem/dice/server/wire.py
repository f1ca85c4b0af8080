"""Bodies of requests and answers, as JSON or as msgpack.

In msgpack (canonical, as in docs/formats/save-v1.md) byte strings are what they are. In JSON a byte
string of 16 or 32 bytes (a game id, a key) is lower-case hexadecimal, and any other is base64.
"""

import base64
import binascii
import json
import re
from collections.abc import Mapping, Set

from pbem.dice.server.errors import RefusalError
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import SaveError

JSON = "application/json"
MSGPACK = "application/msgpack"
_SHORT = (16, 32)
_HEX = re.compile(r"[0-9a-f]*")


def parse_body(
    data: bytes, media_type: str, names: Set[str], optional: Set[str] = frozenset()
) -> Mapping[str, bytes]:
    """The byte strings of a request: those of `names`, and any of `optional`.

    media_type: the value of Content-Type.  Raises RefusalError `media-type`, `body-malformed`.
    """
    kind = media_type.partition(";")[0].strip().lower()
    if kind == MSGPACK:
        values = _from_msgpack(data)
    elif kind == JSON:
        values = _from_json(data)
    else:
        raise RefusalError(
            415,
            "media-type",
            "The body is of a kind that this server cannot read.",
            f"Send {JSON} or {MSGPACK}.",
        )
    if not isinstance(values, dict) or values.keys() - optional != names:
        raise _malformed(f"it must be an object with exactly these fields: {', '.join(names)}")
    return {
        name: value if isinstance(value, bytes) else _from_text(value, name)
        for name, value in values.items()
    }


def parse_id(text: str, what: str, size: int) -> bytes:
    """Bytes from hexadecimal digits in lower case; RefusalError `body-malformed`."""
    if len(text) != 2 * size or not _HEX.fullmatch(text):
        raise _malformed(f"{what} is not {2 * size} hexadecimal digits in lower case")
    return bytes.fromhex(text)


def format_body(values: Mapping[str, object], accept: str) -> tuple[bytes, str]:
    """An answer and its Content-Type; JSON unless msgpack is asked for in `accept`."""
    if MSGPACK in accept.lower():
        return encode(values), MSGPACK
    return json.dumps(_to_json(values)).encode("ascii"), JSON


def _from_msgpack(data: bytes) -> object:
    try:
        return decode(data)
    except SaveError as error:
        raise _malformed(error.reason) from None


def _from_json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise _malformed("it is not JSON") from None


def _from_text(value: object, name: str) -> bytes:
    if not isinstance(value, str):
        raise _malformed(f"{name} is not a string")
    if name in {"game", "host", "before"}:
        return parse_id(value, name, 16 if name == "game" else 32)
    try:
        return base64.b64decode(value.encode("ascii", "replace"), validate=True)
    except (binascii.Error, ValueError):
        raise _malformed(f"{name} is not base64") from None


def _to_json(value: object) -> object:
    if isinstance(value, bytes):
        short = len(value) in _SHORT
        return value.hex() if short else base64.b64encode(value).decode("ascii")
    if isinstance(value, Mapping):
        return {str(name): _to_json(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json(item) for item in value]
    return value


def _malformed(problem: str) -> RefusalError:
    return RefusalError(
        400,
        "body-malformed",
        f"The request cannot be read: {problem}.",
        "/v1/openapi.json describes what can be asked.",
    )
