"""What dice authorities tell of a game, compared between two readers.

Source: docs/formats/dice-v1.md, section "The head of the log".
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.values import dataclass, field
from pbem.dice.client import DiceClient
from pbem.dice.log_head import LogHead, answers_in, check_told, is_told, open_log_head
from pbem.dice.statements import Statement, keys_after, open_statement, restored_between
from pbem.save.armour import unarmour_logs
from pbem.save.dice_agreements import terms_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import here_text, quoted
from pbem.usage import UsageError
from pbem.wire.errors import DiceError
from pbem.wire.signing import Verifier

_MOST_TEXT = 1_000_000


@dataclass(frozen=True, slots=True)
class ShownLog:
    """What the authority at `address` shows of a game: its signed `head`, and all its `answers`.

    `commitment`: as it signed it; `keys`: the newest that the log knows, and those to which its
    statements lead from there; `restored`: keys from before the store was restored from a backup,
    and when it was (Unix seconds).
    """

    address: str
    commitment: bytes
    keys: tuple[bytes, ...]
    game: bytes
    head: LogHead
    answers: tuple[bytes, ...]
    restored: Mapping[bytes, int] = field(default_factory=dict)


def logs_of(save: TrustedSave, clients: Sequence[DiceClient]) -> tuple[ShownLog, ...]:
    """The logs of the authorities of a game, asked for now; clients: in the order of the save.

    Raises DiceError `log-shorter` and `log-differs` for one that signs another log than it shows.
    """
    game = save.genesis.game
    terms = {one.which: one for one in terms_of(save.genesis, save.entries) if one.is_last}
    logs: list[ShownLog] = []
    for which, client in enumerate(clients):
        commitment = terms[which].commitment
        opened = [open_statement(raw, Verifier()) for raw in client.statements()]
        keys = keys_after(opened, save.sources[which].key)
        # The head first: what is answered in between only makes the log longer.
        head = open_log_head(client.log_head(game), keys, game, Verifier())
        answers = answers_in(client.journal(game))
        check_told(head, commitment, answers)
        restored = _restored(opened, save.sources[which].commitment.authority)
        address = terms[which].address
        logs.append(ShownLog(address, commitment, keys, game, head, answers, restored))
    return tuple(logs)


def compare(raw: bytes, logs: Sequence[ShownLog]) -> LogHead:
    """The head that somebody else was given, if it is the beginning of what is shown here.

    logs: one or more, as `logs_of` gives them.

    Raises DiceError `log-shorter` and `log-differs`, which are proofs against the authority,
    `log-restored`, which is none, and `log-head-malformed`, `log-head-bad-signature`,
    `log-head-other-game`.
    """
    *others, last = logs
    one = next((other for other in others if _is_by(raw, other)), last)
    head = _open(raw, one)
    when = one.restored.get(head.signer)
    if when is None:
        check_told(head, one.commitment, one.answers)
    elif not is_told(head, one.commitment, one.answers):
        raise DiceError(
            "log-restored",
            f"before the dice authority was restored from a backup on {here_text(when)} it had "
            f"signed for {head.count} answers, and not all of them are in its log now",
            "Its operator has said so, which is not a lie. Look in `pbem history` who rolled first "
            "after it; if that is not to stand, agree on another authority: pbem propose.",
        )
    return head


def _open(raw: bytes, log: ShownLog) -> LogHead:
    return open_log_head(raw, (*log.keys, *log.restored), log.game, Verifier())


def _restored(statements: Sequence[Statement], first: bytes) -> dict[bytes, int]:
    """The keys with which an authority signed before it was restored, and when it was."""
    keys = keys_after(statements, first)
    found = {key: restored_between(statements, key, keys[-1]) for key in keys}
    return {key: when for key, when in found.items() if when}


def _is_by(raw: bytes, log: ShownLog) -> bool:
    try:
        _open(raw, log)
    except DiceError:
        return False
    return True


def heads_in(path: str) -> tuple[bytes, ...]:
    """The heads of logs in a text file; UsageError when it has none or cannot be read."""
    try:
        with Path(path).open("rb") as file:
            text = file.read(_MOST_TEXT).decode("utf-8", "replace")
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise UsageError("file-unreadable", f"{quoted(path)}: {reason}.") from None
    heads = unarmour_logs(text)
    if not heads:
        raise UsageError(
            "log-head-missing",
            f"{quoted(path)} has no head of a log: it stands between BEGIN PBEM LOG and END PBEM "
            "LOG, as `pbem dice log` prints it.",
        )
    return heads
