"""Comparing a save with the journal of its dice authority: was anything rolled and thrown away?

Source: docs/formats/dice-v1.md, section "The journal".
"""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.dice.closing import open_closed, open_closing
from pbem.dice.protocol import open_receipt, open_request
from pbem.dice.store import JournalEntry
from pbem.save.records import Roll, TurnEnd
from pbem.save.trust import TrustedSave
from pbem.text import quoted
from pbem.wire.canonical import decode
from pbem.wire.errors import SaveError
from pbem.wire.signing import Verifier, parse_envelope


@dataclass(frozen=True, slots=True)
class Finding:
    """`code`: "roll-not-in-save", "roll-not-in-journal", "roll-differs", "attempted-re-roll", the
    same four for a closing ("closing-not-in-save" and so on, "attempted-closing"), or
    "journal-malformed"; `index` of the roll, or of the roll after the closing; `player` who signed
    the request, or ""."""

    code: str
    index: int
    player: str
    words: str


@dataclass(frozen=True, slots=True)
class _Line:
    """What a journal line proves: who asked, and which turn of which nation a closing is for."""

    player: str
    turn: int = 0
    nation: str = ""


def audit_dice(save: TrustedSave, journal: Sequence[JournalEntry]) -> tuple[Finding, ...]:
    """What in the journal does not fit the save; () when every roll was used as it was made.

    A roll that is newer than the save is reported too: it is harmless if a turn is being played;
    and so is a closing, if the save was written before the end of that turn.
    """
    rolls = {
        entry.record.receipt.request.index: entry.raw
        for entry in save.entries
        if isinstance(entry.record, Roll)
    }
    closings = _closings(save)
    in_save = {("roll", index, raw) for index, raw in rolls.items()}
    in_save |= {("closing", index, raw) for index, raw in closings.values()}
    findings: list[Finding] = []
    for entry in journal:
        if (entry.event, entry.index, entry.data) in in_save:
            continue
        line = _read(save, entry)
        is_other = entry.index in rolls
        if line is not None and entry.event == "closing":
            is_other = (line.turn, line.nation) in closings
        findings.append(_finding(entry, line, is_other))
    rolled = {entry.index for entry in journal if entry.event == "roll"}
    for index in sorted(rolls.keys() - rolled):
        words = "the authority's journal lacks this roll"
        findings.append(Finding("roll-not-in-journal", index, "", words))
    closed = {entry.data for entry in journal if entry.event == "closing"}
    for index, raw in closings.values():
        if raw not in closed:
            words = "the authority's journal lacks this closing of a turn"
            findings.append(Finding("closing-not-in-journal", index, "", words))
    return tuple(findings)


def _closings(save: TrustedSave) -> dict[tuple[int, str], tuple[int, bytes]]:
    """(index of the next roll, receipt) by (number of the turn, nation)."""
    found: dict[tuple[int, str], tuple[int, bytes]] = {}
    for record in save.records:
        if isinstance(record, TurnEnd):
            request = open_closed(record.closing, Verifier()).request
            found[request.turn, request.nation] = (request.index, record.closing)
    return found


def _finding(entry: JournalEntry, line: _Line | None, is_other: bool) -> Finding:
    """What is wrong with a journal line; is_other: the save has another one in its place."""
    if line is None:
        return Finding("journal-malformed", entry.index, "", "the journal line proves nothing")
    who = quoted(line.player)
    turn = f"turn {line.turn}, of {quoted(line.nation)}"
    if entry.event == "attempted-re-roll":
        code, words = entry.event, f"{who} asked again, for something else"
    elif entry.event == "attempted-closing":
        code, words = entry.event, f"{who} tried to end {turn}, from a position that did not fit"
    elif is_other:
        code, words = (
            f"{entry.event}-differs",
            f"the {entry.event} in the save is not the one in the journal",
        )
    elif entry.event == "closing":
        code, words = "closing-not-in-save", f"{who} ended {turn}, and the save lacks it"
    else:
        code, words = "roll-not-in-save", f"{who} rolled, and the save lacks it"
    return Finding(code, entry.index, line.player, words)


def _read(save: TrustedSave, entry: JournalEntry) -> _Line | None:
    """What a journal line proves about this game; None if it proves nothing."""
    try:
        return _read_closing(save, entry) if "closing" in entry.event else _read_roll(save, entry)
    except SaveError:
        return None


def _read_roll(save: TrustedSave, entry: JournalEntry) -> _Line | None:
    verifier = Verifier()
    authority = save.commitment.authority
    if entry.event == "roll":
        envelope = parse_envelope(entry.data, 65_536)
        receipt = open_receipt(envelope, decode(envelope.body), verifier)
        authority, request, key = receipt.authority, receipt.request, receipt.requester
    else:
        request, signed = open_request(entry.data, verifier)
        key = signed.signatures[0][0]
    fits = (authority, request.game, request.index) == _expected(save, entry)
    player = save.name_of(key)
    return _Line(player) if fits and player else None


def _read_closing(save: TrustedSave, entry: JournalEntry) -> _Line | None:
    verifier = Verifier()
    authority = save.commitment.authority
    if entry.event == "closing":
        receipt = open_closed(entry.data, verifier)
        authority, request, key = receipt.authority, receipt.request, receipt.requester
    else:
        request, signed = open_closing(entry.data, verifier)
        key = signed.signatures[0][0]
    fits = (authority, request.game, request.index) == _expected(save, entry)
    player = save.name_of(key)
    return _Line(player, request.turn, request.nation) if fits and player else None


def _expected(save: TrustedSave, entry: JournalEntry) -> tuple[bytes, bytes, int]:
    return save.commitment.authority, save.genesis.game, entry.index
