"""Where secrets of a sign-in are kept: the system's keyring, or a file closed to others."""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.values import dataclass
from pbem.files import locked
from pbem.mail.errors import SettingsError, SpoolError
from pbem.mail.files import folder_error, write_durably

if TYPE_CHECKING:
    from types import ModuleType

SERVICE = "pbem"
_PIECE = 1000
"""Letters in one entry of a keyring: Windows takes 1,280 at most, and tokens are longer."""
_MOST_PIECES = 16
_WAIT = 120.0


@dataclass(frozen=True, slots=True)
class TokenStore:
    """The place of the refresh tokens; `in_keyring` or else in `file`, a table by account.

    The file's folder holds the lock too: only one process renews at a time, because many providers
    give out a new refresh token each time and take the old one back.
    """

    file: Path
    in_keyring: bool = True

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from renewing meanwhile; raises SpoolError `mail-busy`."""
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with locked(self.file.with_suffix(".lock"), _WAIT):
                yield
        except TimeoutError:
            raise SpoolError(
                "mail-busy", "Another pbem is signing in at this moment.", "Try again later."
            ) from None

    def read(self, account: str) -> str:
        """The secret of an account, "" when there is none; SettingsError `password-source`."""
        if self.in_keyring:
            return read_keyring(account)
        return self._table().get(account, "")

    def write(self, account: str, secret: str) -> None:
        """Keep a secret in place of an older one; raises SettingsError `password-source`."""
        if self.in_keyring:
            write_keyring(account, secret)
            return
        table = {**self._table(), account: secret}
        write_durably(self.file, json.dumps(table).encode("ascii") + b"\n")

    def _table(self) -> dict[str, str]:
        try:
            with self.file.open("rb") as stream:
                mode = os.fstat(stream.fileno()).st_mode
                if sys.platform != "win32" and mode & (stat.S_IRWXG | stat.S_IRWXO):
                    raise SettingsError(
                        "password-source",
                        f"The file {self.file} can be read by other users.",
                        f"chmod 600 {self.file}, then sign in anew: the token may be known.",
                    )
                table = json.loads(stream.read())
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise folder_error(self.file.parent, error) from error
        except ValueError:
            table = None
        if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
            raise SettingsError(
                "password-source",
                f"The file {self.file} is not what pbem wrote.",
                "Remove it and sign in with `pbem mail sign-in`.",
            )
        return {str(name): str(value) for name, value in table.items()}


def has_keyring() -> bool:
    """Whether the system has a keyring that this program can use."""
    try:
        keyring = _keyring()
        return bool(keyring.get_keyring().priority > 0)
    except (SettingsError, RuntimeError):
        return False


def read_keyring(account: str, service: str = SERVICE) -> str:
    """The secret of an account in the system's keyring, "" when there is none.

    Raises SettingsError `password-source`.
    """
    pieces: list[str] = []
    with _keyring_errors() as keyring:
        for number in range(_MOST_PIECES):
            piece = keyring.get_password(service, _entry(account, number))
            if not piece:
                break
            pieces.append(piece)
            if len(piece) < _PIECE:
                break
    return "".join(pieces)


def write_keyring(account: str, secret: str, service: str = SERVICE) -> None:
    """Keep a secret in the system's keyring, in pieces; raises SettingsError `password-source`."""
    pieces = [secret[start : start + _PIECE] for start in range(0, len(secret), _PIECE)]
    if len(pieces) >= _MOST_PIECES:
        raise SettingsError("password-source", "The secret is too long for a keyring.")
    with _keyring_errors() as keyring:
        for number, piece in enumerate(pieces):
            keyring.set_password(service, _entry(account, number), piece)
        # An older secret may have been longer.
        with contextlib.suppress(keyring.errors.PasswordDeleteError):
            keyring.delete_password(service, _entry(account, len(pieces)))


def _entry(account: str, number: int) -> str:
    return account if number == 0 else f"{account} ({number + 1})"


def _keyring() -> ModuleType:
    try:
        import keyring  # noqa: PLC0415 - optional, and slow
        import keyring.errors  # noqa: PLC0415
    except ImportError:
        raise SettingsError(
            "password-source",
            "The system's keyring cannot be used: the package keyring is not installed.",
            "pip install 'pbem[keyring]', or keep the secret in a file.",
        ) from None
    return keyring


@contextlib.contextmanager
def _keyring_errors() -> Iterator[ModuleType]:
    keyring = _keyring()
    try:
        yield keyring
    except keyring.errors.KeyringError as error:
        raise SettingsError(
            "password-source",
            f"The system's keyring cannot be used: {str(error).splitlines()[0][:200]}",
            "Unlock it, or keep the secret in a file.",
        ) from None
