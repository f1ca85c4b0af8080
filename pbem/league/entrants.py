"""Who has entered a league or tournament: a text file of keys and names.

A line is a public key in hexadecimal digits, as `pbem keys show --json` tells it, and a name; what
follows a # is left out.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pbem.named_files import read_plain_file
from pbem.text import quoted
from pbem.usage import UsageError

_MOST_BYTES: Final = 1024 * 1024
_KEY: Final = 32


def key_named(text: str) -> bytes:
    """A public key of 32 bytes from its hexadecimal digits; UsageError `no-such-key`."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != _KEY:
        raise UsageError(
            "no-such-key",
            f"{quoted(text)} is not a key.",
            "A key has 64 hexadecimal digits: `pbem keys show --json`, public_key.",
        )
    return key


def read_entrants(path: Path) -> Mapping[bytes, str]:
    """The name of each entrant by their key, in the order of the file.

    Raises UsageError `no-such-key`, `entered-twice`, and for a file that cannot be read.
    """
    text = read_plain_file(path, _MOST_BYTES).decode("utf-8", errors="replace")
    found: dict[bytes, str] = {}
    for line in text.splitlines():
        words = line.partition("#")[0].split(maxsplit=1)
        if not words:
            continue
        key = key_named(words[0])
        if key in found:
            raise UsageError("entered-twice", f"The key {quoted(words[0])} has entered twice.")
        found[key] = words[1].strip() if len(words) > 1 else ""
    return found
