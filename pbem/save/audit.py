"""Comparing a save with the journal of its dice authority: was anything rolled and thrown away?

Source: docs/formats/dice-v1.md, section "One answer for ever".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.dice.protocol import open_receipt, open_request
from pbem.dice.store import JournalEntry
from pbem.save.records import Roll
from pbem.save.trust import TrustedSave
from pbem.text import quoted
from pbem.wire.canonical import decode
from pbem.wire.errors import SaveError
from pbem.wire.signing import Verifier, parse_envelope


@dataclass(frozen=True, slots=True)
class Finding:
    """`code`: "roll-not-in-save", "roll-not-in-journal", "roll-differs", "attempted-re-roll" or
    "journal-malformed"; `index` of the roll; `player` who signed the request, or ""."""

    code: str
    index: int
    player: str
    words: str


def audit_dice(save: TrustedSave, journal: Sequence[JournalEntry]) -> tuple[Finding, ...]:
    """What in the journal does not fit the save; () when every roll was used as it was made.

    A roll that is newer than the save is reported too: it is harmless if a turn is being played.
    """
    used = {
        entry.record.receipt.request.index: entry.raw
        for entry in save.entries
        if isinstance(entry.record, Roll)
    }
    listed = {entry.index for entry in journal if entry.event == "roll"}
    findings: list[Finding] = []
    for entry in journal:
        if entry.event == "roll" and used.get(entry.index) == entry.data:
            continue
        player = _requester(save, entry)
        if player is None:
            code, words = "journal-malformed", "the journal line proves nothing"
        elif entry.event != "roll":
            code, words = "attempted-re-roll", f"{quoted(player)} asked again, for something else"
        elif entry.index in used:
            code, words = "roll-differs", "the save has other dice than the journal"
        else:
            code, words = "roll-not-in-save", f"{quoted(player)} rolled, and the save lacks it"
        findings.append(Finding(code, entry.index, player or "", words))
    for index in sorted(set(used) - listed):
        words = "the authority's journal lacks this roll"
        findings.append(Finding("roll-not-in-journal", index, "", words))
    return tuple(findings)


def _requester(save: TrustedSave, entry: JournalEntry) -> str | None:
    """Who signed a journal line's request for this game; None if the line does not prove it."""
    verifier = Verifier()
    try:
        if entry.event == "roll":
            envelope = parse_envelope(entry.data, 65_536)
            receipt = open_receipt(envelope, decode(envelope.body), verifier)
            if receipt.authority != save.commitment.authority:
                return None
            request, key = receipt.request, receipt.requester
        else:
            request, signed = open_request(entry.data, verifier)
            key = signed.signatures[0][0]
    except SaveError:
        return None
    if (request.game, request.index) != (save.genesis.game, entry.index):
        return None
    names = [name for name, known in save.players.items() if known == key]
    return names[0] if names else None
