"""A password or token, read only at the moment it is needed and never shown."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from engine.values import dataclass
from pbem.mail.errors import SettingsError
from pbem.mail.token_store import read_keyring

_COMMAND_TIMEOUT = 60.0
_MAX_FILE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret comes from: exactly one of a file (its first line), an environment variable,
    a command (the first line it prints; run without a shell), the system's keyring (the account in
    it, under the service `pbem`), or the terminal (the words to ask with)."""

    file: Path | None = None
    variable: str = ""
    command: tuple[str, ...] = ()
    keyring: str = ""
    prompt: str = ""

    def read(self) -> str:
        """Return the secret. Raises SettingsError `password-source`, which never quotes it."""
        if self.file is not None:
            text = _from_file(self.file)
        elif self.command:
            text = _from_command(self.command)
        elif self.keyring:
            text = read_keyring(self.keyring)
        elif self.prompt:
            text = _from_terminal(self.prompt)
        else:
            text = os.environ.get(self.variable, "")
        secret = text.partition("\n")[0].rstrip("\r")
        if not secret:
            raise _failed(f"There is no password in {self.place}.")
        return secret

    def renew(self) -> bool:
        """A password does not get better by asking for it again."""
        return False

    @property
    def place(self) -> str:
        """Say where the secret comes from, for messages."""
        if self.file is not None:
            return f"the file {self.file}"
        if self.command:
            return f"the output of {self.command[0]}"
        if self.keyring:
            return f"the system's keyring for {self.keyring}"
        if self.prompt:
            return "what was typed"
        return f"the environment variable {self.variable}"


def _failed(reason: str, way_out: str = "") -> SettingsError:
    return SettingsError("password-source", reason, way_out)


def _from_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if sys.platform != "win32" and mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise _failed(
                    f"The password file {path} can be read by other users.", f"chmod 600 {path}"
                )
            return file.read(_MAX_FILE).decode("utf-8")
    except OSError as error:
        raise _failed(f"The password file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise _failed(f"The password file {path} is not UTF-8 text.") from None


def _from_terminal(words: str) -> str:
    import getpass  # noqa: PLC0415 - late, to start quickly

    if not sys.stdin.isatty():
        raise _failed("The password is to be typed, and there is no terminal to ask for it.")
    try:
        return getpass.getpass(f"{words}: ")
    except EOFError:
        raise _failed("No password was typed.") from None


def _from_command(command: tuple[str, ...]) -> str:
    import subprocess  # noqa: PLC0415 - late, to start quickly

    try:
        done = subprocess.run(  # noqa: S603 - the user's own configured command, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            timeout=_COMMAND_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        why = error.strerror if isinstance(error, OSError) else "it took too long"
        # `from None`: the exception of a timeout carries what the command has printed so far.
        raise _failed(f"The password command {command[0]} failed: {why}.") from None
    if done.returncode != 0:
        raise _failed(f"The password command {command[0]} failed with exit code {done.returncode}.")
    try:
        return done.stdout.decode("utf-8")
    except UnicodeDecodeError:
        raise _failed(
            f"The password command {command[0]} printed text that is not UTF-8."
        ) from None
