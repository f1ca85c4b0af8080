"""Comparing a save with the journal of its dice authority: was anything rolled and thrown away?

Source: docs/formats/dice-v1.md, section "The journal".
"""

from collections.abc import Container, Mapping, Sequence

from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.dice.closing import open_closed, open_closing
from pbem.dice.protocol import open_receipt, open_request, request_hash
from pbem.dice.rows import JournalEntry, read_answer
from pbem.dice.statements import open_statement
from pbem.save.dice_agreements import Term, lost_rolls, lost_turns
from pbem.save.records import Roll, TurnEnd, VoidRoll
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.wire.errors import SaveError
from pbem.wire.signing import Verifier


@dataclass(frozen=True, slots=True)
class Finding:
    """`code`: "asked-out-of-turn" and "lost-roll" (a roll that is void in the save), "lost-turn"
    (an end that all agreed to leave out), "roll-not-in-save", "roll-not-in-journal",
    "roll-differs", "attempted-re-roll", the same four for a closing ("closing-not-in-save" and so
    on, "attempted-closing"), or "journal-malformed"; `index` of the roll, or of the roll after the
    closing; `player` who signed the request, or ""."""

    code: str
    index: int
    player: str
    words: str


@dataclass(frozen=True, slots=True)
class _Line:
    """What a journal line proves: who asked, and which turn of which nation a closing is for.

    `request`: the hash of its body, for an answer.
    """

    player: str
    turn: int = 0
    nation: str = ""
    request: bytes = b""


def audit_dice(
    save: TrustedSave, journal: Sequence[JournalEntry], term: Term | None = None
) -> tuple[Finding, ...]:
    """What in the journal does not fit the save; () when every roll was used as it was made.

    term: from when on this authority answers in the game, None for always.

    A roll that is newer than the save is reported too: it is harmless if a turn is being played;
    and so is a closing, if the save was written before the end of that turn.
    """
    rolls = {
        entry.record.request.index: request_hash(entry.body)
        for entry in save.entries
        if isinstance(entry.record, Roll)
    }
    voids = {
        entry.record.request.index: entry.record
        for entry in save.entries
        if isinstance(entry.record, VoidRoll)
    }
    rolls |= {index: request_hash(void.body) for index, void in voids.items()}
    closings = {
        (entry.record.closing.turn, entry.record.nation): (
            entry.record.closing.index,
            request_hash(entry.body),
        )
        for entry in save.entries
        if isinstance(entry.record, TurnEnd)
    }
    keys = frozenset(_authorities(save))
    findings = [_out_of_turn(save, void) for void in voids.values()]
    lost = lost_turns(save.entries)
    rolled: set[int] = set()
    closed: set[tuple[int, str]] = set()
    for entry in journal:
        line = _read(save, keys, entry)
        if entry.event == "roll":
            rolled.add(entry.index)
            is_other = entry.index in rolls
            if line is not None and rolls.get(entry.index) == line.request:
                continue
        elif entry.event == "closing" and line is not None:
            turn = (line.turn, line.nation)
            is_other = turn in closings
            if closings.get(turn) == (entry.index, line.request):
                closed.add(turn)
                continue
        elif line is not None and _is_victim(entry, line, voids, lost):
            continue
        else:
            is_other = False
        findings.append(_finding(entry, line, is_other, lost))
    wanted, ended = _asked_of(save, term)
    for index in sorted(wanted - rolled):
        words = "the authority's journal lacks this roll"
        findings.append(Finding("roll-not-in-journal", index, "", words))
    for turn, (index, _) in closings.items():
        if turn in ended and turn not in closed:
            words = "the authority's journal lacks this closing of a turn"
            findings.append(Finding("closing-not-in-journal", index, "", words))
    return tuple(findings)


def _out_of_turn(save: TrustedSave, void: VoidRoll) -> Finding:
    player, request = save.name_of(void.asker), void.request
    if request.index in lost_rolls(save.entries):
        words = f"{quoted(player)} rolled, the position was lost, and all agreed that it is void"
        return Finding("lost-roll", request.index, player, words)
    words = f"{quoted(player)} asked for {quoted(request.nation)} out of turn; the roll is void"
    return Finding("asked-out-of-turn", request.index, player, words)


def _is_victim(
    entry: JournalEntry, line: _Line, voids: Mapping[int, VoidRoll], lost: Container[int]
) -> bool:
    """Whether a refused request is that of a player whose number somebody else had used up, or of
    one whose turn was lost."""
    if entry.event == "attempted-closing" and line.turn in lost:
        return True
    void = voids.get(entry.index)
    return void is not None and line.nation == void.void.nation


def _asked_of(save: TrustedSave, term: Term | None) -> tuple[set[int], set[tuple[int, str]]]:
    """The rolls and closings of a save that an authority must have in its journal."""
    entries = save.entries[term.since : term.until] if term is not None else save.entries
    rolls = {
        entry.record.request.index for entry in entries if isinstance(entry.record, Roll | VoidRoll)
    }
    closings = {
        (entry.record.closing.turn, entry.record.nation)
        for entry in entries
        if isinstance(entry.record, TurnEnd)
    }
    return rolls, closings


def _finding(
    entry: JournalEntry, line: _Line | None, is_other: bool, lost: Container[int]
) -> Finding:
    """What is wrong with a journal line; is_other: the save has another one in its place."""
    if line is None:
        return Finding("journal-malformed", entry.index, "", "the journal line proves nothing")
    who = quoted(line.player)
    turn = f"turn {line.turn}, of {quoted(line.nation)}"
    if entry.event == "attempted-re-roll":
        code, words = entry.event, f"{who} asked again, for something else"
    elif entry.event == "attempted-closing":
        code, words = entry.event, f"{who} tried to end {turn}, from a position that did not fit"
    elif entry.event == "closing" and line.turn in lost:
        code, words = "lost-turn", f"{who} ended {turn}, and all agreed that its end is lost"
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


def _read(save: TrustedSave, keys: Container[bytes], entry: JournalEntry) -> _Line | None:
    """What a journal line proves about this game; None if it proves nothing."""
    try:
        read = _read_closing if "closing" in entry.event else _read_roll
        return read(save, keys, entry)
    except SaveError:
        return None


def _read_roll(save: TrustedSave, keys: Container[bytes], entry: JournalEntry) -> _Line | None:
    verifier = Verifier()
    if entry.event == "attempted-re-roll":
        request, signed = open_request(entry.data, verifier)
        player = save.name_of(signed.signatures[0][0])
        fits = (request.game, request.index) == (save.genesis.game, entry.index)
        return _Line(player, nation=request.nation) if fits and player else None
    data, raw = read_answer(entry.data)
    if not raw:
        # Two authorities answer, and no turn was closed after this roll.
        request, signed = open_request(data, verifier)
        player = save.name_of(signed.signatures[0][0])
        fits = (request.game, request.index) == (save.genesis.game, entry.index)
        return _Line(player, request=request_hash(signed.body)) if fits and player else None
    receipt = open_receipt(raw, verifier)
    if receipt.authority not in keys:
        return None
    if not data:
        # Taken in from a save after a backup was restored: who asked is not known any more.
        return _Line("", request=receipt.request)
    request, signed = open_request(data, verifier)
    player = save.name_of(signed.signatures[0][0])
    fits = (request.game, request.index) == (save.genesis.game, entry.index)
    answers = receipt.request == request_hash(signed.body)
    return _Line(player, request=receipt.request) if fits and answers and player else None


def _read_closing(save: TrustedSave, keys: Container[bytes], entry: JournalEntry) -> _Line | None:
    verifier = Verifier()
    data, raw = (entry.data, b"")
    if entry.event == "closing":
        data, raw = read_answer(entry.data)
    request, signed = open_closing(data, verifier)
    named = request_hash(signed.body)
    if raw:
        receipt = open_closed(raw, verifier)
        if receipt.authority not in keys or receipt.request != named:
            return None
    player = save.name_of(signed.signatures[0][0])
    fits = (request.game, request.index) == (save.genesis.game, entry.index)
    return _Line(player, request.turn, request.nation, named) if fits and player else None


def _authorities(save: TrustedSave) -> tuple[bytes, ...]:
    """All keys that the dice authorities of a game have had in its log."""
    verifier = Verifier()
    statements = [raw for entry in save.entries for raw in entry.attached.statements]
    records = (entry.record for entry in save.entries)
    statements += [raw for one in records if isinstance(one, Agreement) for raw in one.statements]
    followed = (open_statement(raw, verifier).key for raw in statements)
    sources = (*save.sources, *save.former)
    return (*(one.commitment.authority for one in sources), *followed)
