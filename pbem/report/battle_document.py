"""A battle as a part of a document: who met whom, every volley, what was lost, how it ended."""

from collections.abc import Iterator

from pbem.report.battle_model import BattleSummary, Entry, Losses, VolleySummary
from pbem.report.document import (
    Block,
    BulletList,
    Cell,
    ColumnHead,
    Line,
    Listing,
    Paragraph,
    Row,
    RowGroup,
    Subsection,
    TextRun,
    line,
    soft,
    strong,
)

_HEADS = (
    ColumnHead("Who fires"),
    ColumnHead("Dice"),
    ColumnHead("Hits", is_number=True),
    ColumnHead("Expected", is_number=True),
)


def battle_part(battle: BattleSummary) -> Subsection:
    """One battle of a turn."""
    return Subsection(battle.title, tuple(_blocks(battle)))


def _blocks(battle: BattleSummary) -> Iterator[Block]:
    sides = (("Attack:", battle.attackers), ("Defence:", battle.defenders))
    forces = [line(soft(label), f" {'; '.join(map(str, side))}") for label, side in sides if side]
    if forces:
        yield BulletList(tuple(forces))
    if battle.rounds:
        yield Listing(
            _HEADS,
            tuple(
                RowGroup(f"Round {one.number}" if one.number else "", tuple(map(_row, one.entries)))
                for one in battle.rounds
            ),
        )
    ending = _ending(battle)
    if ending:
        yield Paragraph(ending)
    if battle.luck_words:
        yield Paragraph(line(f"Luck: {battle.luck_words}"), "note")


def _ending(battle: BattleSummary) -> Line:
    """Who won, who is left, and what followed."""
    left = (f"Left: {'; '.join(map(str, battle.left))}.",) if battle.left else ()
    rest = " ".join((*left, *battle.aftermath))
    if not battle.result:
        return line(rest)
    return line(strong(battle.result), f" {rest}" if rest else "")


def _row(entry: Entry) -> Row:
    match entry:
        case VolleySummary():
            return Row(tuple(_volley_cells(entry)))
        case Losses():
            return Row((Cell(line(f"{entry.words} ", soft(f"({entry.chosen_by})"))),))
    return Row((Cell(line(entry.text)),))


def _volley_cells(volley: VolleySummary) -> Iterator[Cell]:
    how = f", {volley.pattern}" if volley.pattern else ""
    yield Cell(line(volley.nation, soft(f", {volley.step}{how}")))
    yield Cell(_dice(volley), ": ")
    yield Cell(line(str(volley.hits)), " = ", " hit" if volley.hits == 1 else " hits")
    yield Cell(line(volley.expected_words), ", ", " expected")


def _dice(volley: VolleySummary) -> Line:
    """The dice, groups that hit at different numbers apart, and sure hits of low luck."""
    parts = [
        [
            piece
            for die in group.dice
            for piece in (TextRun(str(die.value), "hit" if die.is_hit else "die"), TextRun(" "))
        ][:-1]
        for group in volley.groups
    ]
    if volley.sure_hits:
        parts.append([TextRun(f"{volley.sure_hits} sure")])
    marks = [" / "] * (len(volley.groups) - 1) + [" + "]
    joined: list[str | TextRun] = []
    for index, part in enumerate(parts):
        joined += [marks[index - 1], *part] if index else part
    return line(*joined)
