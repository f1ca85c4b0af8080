"""The player's key at the page: made there, or unlocked with its passphrase."""

import threading
from collections.abc import Mapping
from typing import Final, TypeAlias

from pbem.board.actions import text_in
from pbem.home import Home
from pbem.lobby.own_key import make_key
from pbem.save.errors import KeyFileError
from pbem.save.keys import NamedKey, is_sealed
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.fingerprint import fingerprint

Plain: TypeAlias = dict[str, object]

_SHORTEST: Final = 8
"""Letters of a passphrase at least: who steals the file of the key can try many."""


class Door:
    """Holds the key for as long as the program runs; it never leaves it."""

    def __init__(self, home: Home, key: NamedKey | None) -> None:
        """key: None when it has still to be made, or to be unlocked."""
        self._home = home
        self._key = key
        self._lock = threading.Lock()

    @property
    def key(self) -> NamedKey:
        """The key; UsageError `no-key` while the door is closed."""
        if self._key is None:
            raise UsageError("no-key", "Your key is not open yet. Open the list of games first.")
        return self._key

    def view(self) -> Plain:
        """Whether the key is `open`, `locked`, or `missing`; whose it is."""
        identity = self._home.identity()
        if identity is None:
            return {"key": "missing", "name": plain(self._home.config.player)}
        name, public = identity
        found: Plain = {"name": plain(name), "fingerprint": fingerprint(public)}
        return found | {"key": "locked" if self._key is None else "open"}

    def make(self, body: Mapping[str, object]) -> Plain:
        """Make the key: `name`, `passphrase`, "" for a key that lies open.

        Raises UsageError, and KeyFileError `key-exists`.
        """
        name, passphrase = text_in(body, "name").strip(), text_in(body, "passphrase")
        if passphrase and len(passphrase) < _SHORTEST:
            text = f"A passphrase has {_SHORTEST} letters or more; some words in a row are good."
            raise UsageError("short-passphrase", text)
        with self._lock:
            self._key = make_key(self._home, name, passphrase)
        return self.view() | {"file": plain(str(self._home.key_path))}

    def unlock(self, body: Mapping[str, object]) -> Plain:
        """Open the key with `passphrase`; KeyFileError when it is wrong."""
        with self._lock:
            self._key = self._home.key(text_in(body, "passphrase"))
        return self.view()


def key_without_asking(home: Home, passphrase: str | None) -> NamedKey | None:
    """The player's key if nothing has to be asked for; None when it is missing or locked.

    passphrase: None when none was given.  Raises KeyFileError for a file that is not a key, and for
    a passphrase that is wrong.
    """
    try:
        data = home.key_path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        text = f"{home.key_path} cannot be read: {error.strerror}"
        raise KeyFileError("key-file-unreadable", text) from error
    if is_sealed(data) and passphrase is None:
        return None
    return home.key(passphrase or "")
