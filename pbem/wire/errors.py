"""What can be wrong with a save, a key or a die roll, as exceptions with stable codes.

Every error carries a stable kebab-case `code` (for tests, mails and `--json`), the `exit_code` of
the command line, the `index` of the first bad record where there is one, and one plain sentence:
where it is, what is wrong, and what the player can do about it.

Source: docs/formats/save-v1.md, section "Errors".
"""

from pbem import VERSION
from pbem.versions import update_command

ASK_AGAIN = "Ask the sender to send the save again."
NEWER = (
    f"A newer version of pbem may be able to read it; this is {VERSION}. Update it with "
    f"`{update_command()}`, or ask its sender for their version."
)


class SaveError(Exception):
    """Base of everything that a save, key or die roll can fail to prove.

    `code`: stable kebab-case string. `reason`: one clause without a full stop. `way_out`: one
    sentence. `index`: number of the first bad record (genesis is 0), or None. `place`: words for
    where it is, or "".
    """

    exit_code = 1

    def __init__(
        self, code: str, reason: str, way_out: str = "", *, index: int | None = None
    ) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
        self.way_out = way_out
        self.index = index
        self.place = ""

    def at(self, index: int, kind: str) -> "SaveError":
        """Name the record in which the error lies, unless a deeper layer has named it already."""
        if self.index is None:
            self.index = index
            self.place = f"record {index} ({kind})" if kind else f"record {index}"
        return self

    def __str__(self) -> str:
        """The plain sentence: place, reason, way out."""
        place = f"{self.place}: " if self.place else ""
        # Some areas have a name that ends with one, such as the Ukraine S.S.R.
        sentence = f"{place}{self.reason.removesuffix('.')}."
        if self.way_out:
            sentence = f"{sentence} {self.way_out}"
        return sentence[0].upper() + sentence[1:]


class NotASaveError(SaveError):
    """The bytes are not a save, or of a version that this program does not know."""

    exit_code = 3


class ChainError(SaveError):
    """A signature, a hash link or a digest does not fit."""

    exit_code = 4


class KeyMismatchError(SaveError):
    """A key that nobody in this game holds, or that contradicts the pinned one."""

    exit_code = 5


class DiceError(SaveError):
    """A roll that does not prove itself, or that the dice authority refused."""

    exit_code = 7


class OutOfTurnError(SaveError):
    """Signed by a player who does not hold that seat, or a stale or forked save."""

    exit_code = 8


class DiceUnavailableError(SaveError):
    """The dice authority could not be reached; the turn waits, nothing else rolls instead."""

    exit_code = 9


class KeyFileError(SaveError):
    """A key file cannot be read, opened with this passphrase, or written."""

    exit_code = 1
