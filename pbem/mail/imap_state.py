"""Remember which mails of an IMAP folder are filed, without changing anything on the server."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pbem.mail.errors import SpoolError
from pbem.mail.files import folder_error, write_durably


class ImapState:
    """The filed UIDs of one folder, kept in a JSON file that is rewritten durably at every change.

    UIDs mean something only together with UIDVALIDITY (RFC 3501 section 2.3.1.1): when the server
    gives out a new one, or the file belongs to another folder, it starts empty, and the mails are
    read once more. Raises SpoolError `imap-state-damaged` or `mail-folder`.
    """

    def __init__(self, path: Path, folder: str, validity: int) -> None:
        self._path = path
        self._folder = folder
        self._validity = validity
        self._uids = self._load()

    def __contains__(self, uid: int) -> bool:
        return uid in self._uids

    @property
    def newest(self) -> int:
        """The highest number of a filed mail, 0 for none."""
        return max(self._uids, default=0)

    def add(self, uid: int) -> None:
        """Note that a mail is filed."""
        self._uids.add(uid)
        self._save()

    def keep_only(self, uids: Iterable[int]) -> None:
        """Forget mails that the server no longer gives out, but for the newest; takes effect with
        the next `add`."""
        self._uids &= {*uids, self.newest}

    def _load(self) -> set[int]:
        try:
            table = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise folder_error(self._path.parent, error) from error
        except ValueError:
            raise self._damaged() from None
        if not isinstance(table, dict) or set(table) != {"folder", "validity", "filed"}:
            raise self._damaged()
        filed = table["filed"]
        if not isinstance(filed, list) or not all(type(uid) is int for uid in filed):
            raise self._damaged()
        same = table["folder"] == self._folder and table["validity"] == self._validity
        return set(filed) if same else set()

    def _damaged(self) -> SpoolError:
        return SpoolError(
            "imap-state-damaged",
            f"The file {self._path} is not what pbem wrote.",
            "Remove it: recent mails are then read again, and known turns recognised.",
        )

    def _save(self) -> None:
        table = {
            "folder": self._folder,
            "validity": self._validity,
            "filed": sorted(self._uids),
        }
        write_durably(self._path, json.dumps(table).encode("ascii") + b"\n")
