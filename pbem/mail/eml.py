"""Send without a mail account: a ready .eml file, or the machine's own sendmail command.

Many players will not give a mail password to a program. They open the .eml file in their mail
program and press send, or let a configured sendmail (msmtp, Postfix, OpenSMTPD) do it.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Final

from pbem.files import sync_folder, write_synced
from pbem.mail.files import folder_error
from pbem.mail.plain import plain_line
from pbem.mail.transport import Commit, Delivery, DeliveryOutcome, Parcel

_EX_TEMPFAIL = 75
# Thunderbird, Evolution and Outlook open a file with this header for editing instead of reading.
_DRAFT = b"X-Unsent: 1\r\n"


def _all(
    parcel: Parcel, delivery: Delivery, reason: str = "", code: str = ""
) -> tuple[DeliveryOutcome, ...]:
    return tuple(DeliveryOutcome(name, delivery, reason, code) for name in parcel.recipients)


_SAVE_NAME: Final = re.compile(rb'filename="([A-Za-z0-9-]{1,60})\.pbem"')
"""The name of the first attachment says game and turn (`compose.save_file_name`)."""
EML: Final = "eml:"
"""The start of this transport's name: what it "sends" is a file that a person has yet to send."""


class EmlTransport:
    """Writes a file into a folder, which is created when it is missing.

    It is named by game and turn, such as `Our-Game-turn-12-British-0123abcd.eml`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def name(self) -> str:
        return f"{EML}{self._folder}"

    def _path(self, parcel: Parcel) -> Path:
        found = _SAVE_NAME.search(parcel.raw)
        name = found[1].decode("ascii") if found else "pbem"
        return self._folder / f"{name}-{parcel.key[:8]}.eml"

    def _staged(self, parcel: Parcel) -> Path:
        return self._folder / f".pbem-{parcel.key}.partial"

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """Write the file; raises SpoolError `mail-folder`."""
        staged = self._staged(parcel)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_synced(staged, _DRAFT + parcel.raw)
        except OSError as error:
            raise folder_error(self._folder, error) from error
        commit(parcel.recipients)
        try:
            staged.replace(self._path(parcel))
        except OSError as error:
            shown = folder_error(self._folder, error)
            return _all(parcel, Delivery.PENDING, str(shown), shown.code)
        with contextlib.suppress(OSError):
            sync_folder(self._folder)
        return _all(parcel, Delivery.SENT)

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """Certain: the staged file is there until the final one is, and no longer."""
        is_staged = self._staged(parcel).exists()
        return _all(parcel, Delivery.PENDING if is_staged else Delivery.SENT)


class SendmailTransport:
    """Pipes the message into a sendmail-compatible command (no shell): `argv` is the command and
    its own arguments, to which `-i -f SENDER -- RECIPIENTS` are added; `timeout` in seconds."""

    def __init__(self, argv: tuple[str, ...], timeout: float) -> None:
        self._argv = argv
        self._timeout = timeout

    @property
    def name(self) -> str:
        return f"sendmail:{self._argv[0]}"

    def deliver(self, parcel: Parcel, commit: Commit) -> tuple[DeliveryOutcome, ...]:
        """Run the command. Exit code 0 is sent, 75 (EX_TEMPFAIL) or a start failure is pending,
        any other is refused, and a command that had to be killed leaves us unsure.
        """
        argv = [*self._argv, "-i", "-f", parcel.sender, "--", *parcel.recipients]
        commit(parcel.recipients)
        try:
            done = subprocess.run(  # noqa: S603 - the user's own configured command, no shell
                argv,
                input=parcel.raw.replace(b"\r\n", b"\n"),
                capture_output=True,
                timeout=self._timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            reason = f"{self._argv[0]} did not finish in {self._timeout:g} seconds."
            told = f"{reason} The mail may have been sent."
            return _all(parcel, Delivery.UNSURE, told, "cut-off")
        except OSError as error:
            told = f"{self._argv[0]} cannot be run: {error.strerror}."
            return _all(parcel, Delivery.PENDING, told, "command-not-run")
        if done.returncode == 0:
            return _all(parcel, Delivery.SENT)
        said = plain_line(done.stderr.decode("utf-8", "replace"), 200)
        reason = f"{self._argv[0]} failed with exit code {done.returncode}: {said or 'no reason'}."
        temporary = done.returncode == _EX_TEMPFAIL
        delivery = Delivery.PENDING if temporary else Delivery.REFUSED
        return _all(parcel, delivery, reason, "command-failed")

    def settle(self, parcel: Parcel, since: datetime, now: datetime) -> tuple[DeliveryOutcome, ...]:
        """Never certain: the command may have finished after we were killed."""
        reason = f"{self._argv[0]} was cut off. The mail may have been sent."
        return _all(parcel, Delivery.UNSURE, reason, "cut-off")
