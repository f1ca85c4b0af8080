"""The report of a turn as a document: which sections it has, and what they say in which order.

Everything that a player reads of a turn is written here, once for all formats.
"""

from collections.abc import Iterator, Sequence

from pbem.report.battle_document import battle_part
from pbem.report.battle_model import NationLuck
from pbem.report.document import (
    Block,
    BulletList,
    Cell,
    ColumnHead,
    DiceKey,
    Document,
    FigureLine,
    FigureTable,
    Line,
    Listing,
    MapSlot,
    Paragraph,
    Quote,
    Row,
    RowGroup,
    Section,
    Steps,
    TextRun,
    items,
    line,
    soft,
    strong,
)
from pbem.report.model import (
    Alliance,
    MovePhase,
    MoveSummary,
    Purchase,
    ResearchSummary,
    Score,
    TurnSummary,
)
from pbem.report.words import times

_AWAY = "The owner of these units was away and"


def turn_document(turn: TurnSummary) -> Document:
    """The whole report of a turn."""
    facts = turn.facts
    played = f"Played by {facts.player}. " if facts.player else ""
    lead = line(*_not_over(turn), played, *_next_turn(turn), f"Game {facts.game_id[:8]}.")
    return Document(_title(turn), lead, tuple(_sections(turn)))


def mail_document(turn: TurnSummary, how_to: Sequence[str]) -> Document:
    """The same for the mail that brings it; first it says what to do, a line each of `how_to`."""
    facts = turn.facts
    who = f"{facts.nation} ({facts.player})" if facts.player else facts.nation
    when = f"the {turn.season} of round" if turn.season else "round"
    verb = "are playing" if facts.is_so_far else "have played"
    told = f"{who} {verb} {when} {facts.round} of {facts.game}. "
    lead = line(told, *_not_over(turn), *_next_turn(turn))
    first = Section("How to go on", (Steps(tuple(how_to)),)) if how_to else None
    stand = tuple(_where_they_stand(turn))
    head = [*([first] if first else []), *([Section("", stand)] if stand else [])]
    return Document(_title(turn), lead, (*head, *_sections(turn)))


def glance_document(turn: TurnSummary) -> Document:
    """What matters most, to be read before the turn is signed."""
    return Document(_title(turn), (), (*_opening(turn), _glance(turn)))


def _title(turn: TurnSummary) -> str:
    mark = ", the turn so far" if turn.facts.is_so_far else ""
    return f"{turn.facts.game}, {turn.when}: {turn.facts.nation}{mark}"


def _not_over(turn: TurnSummary) -> Line:
    """That there is more of the turn to come."""
    if not turn.facts.is_so_far:
        return ()
    return line(strong("This is the turn so far: it is not over."), " ")


def _next_turn(turn: TurnSummary) -> Line:
    facts = turn.facts
    if not facts.next_nation:
        return ()
    player = f" ({facts.next_player})" if facts.next_player else ""
    return line("Now it is the turn of ", strong(facts.next_nation), f"{player}. ")


def _where_they_stand(turn: TurnSummary) -> Iterator[Block]:
    for score in turn.scores:
        if score.nation == turn.facts.next_nation:
            pairs = zip(turn.score_columns, score.figures, strict=True)
            told = ", ".join(f"{heading} {figure}" for heading, figure in pairs)
            yield Paragraph(line(strong(f"Where {score.nation} stand:"), f" {told}."))


def _sections(turn: TurnSummary) -> Iterator[Section]:
    """All sections of a report, in order; those with nothing to say are left out."""
    yield from _opening(turn)
    yield from _listed("At the table", turn.facts.notices)
    yield _glance(turn)
    yield from _bought(turn)
    yield from (_moves(phase) for phase in turn.moves if not phase.is_late)
    if turn.battles:
        yield Section("Battles", (DiceKey(), *map(battle_part, turn.battles)))
    yield from (_moves(phase) for phase in turn.moves if phase.is_late)
    yield from _placed(turn)
    yield from _treasury(turn)
    yield from _listed(
        "Decided by standing orders", turn.instructed, f"{_AWAY} had left standing orders."
    )
    yield from _listed(
        f"Standing orders left by {turn.facts.nation}",
        turn.filed,
        "They are in force until they are changed.",
    )
    yield from _listed("Course of the turn", turn.course)
    yield from _listed("Decided by default", turn.defaults, f"{_AWAY} nobody was asked.")
    skipped = tuple(f"Skipped: {text}" for text in turn.skipped)
    yield from _listed("Done automatically", (*turn.automatic, *skipped))
    yield _scores(turn)
    proof = filter(None, (turn.facts.dice_words, turn.facts.verification))
    yield Section("Dice and proof", tuple(Paragraph(line(text)) for text in proof))


def _listed(title: str, texts: tuple[str, ...], note: str = "") -> Iterator[Section]:
    """A section of plain sentences, if there are any."""
    if texts:
        above = (Paragraph(line(note), "note"),) if note else ()
        yield Section(title, (*above, items(texts)))


def _opening(turn: TurnSummary) -> Iterator[Section]:
    told: list[Block] = []
    if turn.outcome is not None:
        told.append(Paragraph(line(f"The game is over: {turn.outcome.text}"), "result"))
    if turn.facts.message:
        told.append(Quote(f"Message from {turn.facts.author}", turn.facts.message))
    if told:
        yield Section("", tuple(told))


def _glance(turn: TurnSummary) -> Section:
    luck = (_luck(turn.luck),) if turn.luck else ()
    return Section("At a glance", (items(tuple(_highlights(turn))), MapSlot(), *luck))


def _highlights(turn: TurnSummary) -> Iterator[str]:
    for label, places in (("Battles won", turn.won), ("Battles not won", turn.not_won)):
        if places:
            told = f"{label}: {', '.join(places)}"
            yield told if told.endswith(".") else f"{told}."
    yield from turn.deeds
    yield from turn.bombings
    yield from turn.captures
    yield from (f"{force.nation} lost {force.units}." for force in turn.losses)
    if turn.has_money:
        money = turn.money
        yield f"Treasury: {money.before} PUs before, {money.after} after; income {money.income}."
    yield from map(_cities, turn.alliances)
    yield from turn.aims


def _cities(alliance: Alliance) -> str:
    changed = alliance.cities != alliance.cities_before
    before = f" (before: {alliance.cities_before})" if changed else ""
    goal = f"; {alliance.goal} are needed to win" if alliance.goal else ""
    return f"Victory cities of {alliance.name}: {alliance.cities}{before}{goal}."


def _luck(entries: Sequence[NationLuck]) -> Listing:
    heads = (
        ColumnHead("Nation"),
        ColumnHead("Hits", is_number=True),
        ColumnHead("Expected", is_number=True),
        ColumnHead("Difference", is_number=True),
        ColumnHead("Fair dice are as far off"),
    )
    rows = tuple(Row(tuple(_luck_cells(entry))) for entry in entries)
    return Listing(heads, (RowGroup("Hits against expectation in this turn", rows),))


def _luck_cells(entry: NationLuck) -> Iterator[Cell]:
    luck = entry.luck
    yield Cell(line(entry.nation))
    yield Cell(line(str(luck.hits)), ": ", " hit" if luck.hits == 1 else " hits")
    yield Cell(line(luck.expected_words), ", ", " expected")
    yield Cell(line(luck.side), ", ")
    often = f"{luck.often}: {luck.verdict}" if luck.difference else ""
    yield Cell(line(often), " (fair dice are as far off ", ")")


def _bought(turn: TurnSummary) -> Iterator[Section]:
    names = [
        name for name, one in (("research", turn.research), ("purchase", turn.purchases)) if one
    ]
    if names:
        lines = (*map(_research, turn.research), *map(_purchase, turn.purchases))
        yield Section(" and ".join(names).capitalize(), (BulletList(lines),))


def _research(roll: ResearchSummary) -> Line:
    aim = f", aimed at {roll.technology}" if roll.technology else ""
    dice = [piece for die in roll.dice for piece in (TextRun(" "), TextRun(str(die), "die"))]
    found = strong(f"found: {', '.join(roll.found)}") if roll.found else "nothing found"
    count = times(len(roll.dice), "die").replace(" ", " research ")
    return line(f"{count} for {roll.cost} PUs{aim}:", *dice, "; ", found, ".")


def _purchase(bought: Purchase) -> Line:
    goods = f", {bought.goods}" if bought.goods else ""
    return line(f"{bought.what} for {bought.cost} PUs{goods}; {bought.remaining} left.")


def _moves(phase: MovePhase) -> Section:
    rows = tuple(Row(tuple(_move_cells(move))) for move in phase.moves)
    return Section(
        phase.name, (Listing((ColumnHead("Units"), ColumnHead("Way")), (RowGroup("", rows),)),)
    )


def _move_cells(move: MoveSummary) -> Iterator[Cell]:
    cargo = f", carrying {move.cargo}" if move.cargo else ""
    yield Cell(line(f"{move.units}{cargo}"))
    yield Cell(line(move.path, soft(f" ({move.note})") if move.note else ""), ": ")


def _placed(turn: TurnSummary) -> Iterator[Section]:
    if turn.placings:
        rows = tuple(
            Row((Cell(line(placing.territory)), Cell(line(str(placing.units)), ": ")))
            for placing in turn.placings
        )
        heads = (ColumnHead("Territory"), ColumnHead("New units"))
        yield Section("Placement", (Listing(heads, (RowGroup("", rows),)),))


def _treasury(turn: TurnSummary) -> Iterator[Section]:
    if turn.has_money:
        money = turn.money
        rows = (
            FigureLine("before the turn", (f"{money.before} PUs",)),
            *(FigureLine(entry.label, (f"{entry.signed} PUs",)) for entry in money.lines),
            FigureLine("after the turn", (f"{money.after} PUs",), tone="total"),
            *(FigureLine(entry.label, (f"{entry.amount} PUs",)) for entry in money.allocated),
        )
        yield Section(f"Treasury of {turn.facts.nation}", (FigureTable((), rows),))


def _scores(turn: TurnSummary) -> Section:
    rows = tuple(_score(score, score.nation == turn.facts.nation) for score in turn.scores)
    return Section("Scores", (FigureTable(("Nation", *turn.score_columns), rows),))


def _score(score: Score, is_own: bool) -> FigureLine:
    notes = (
        f"holds {score.goods}" if score.goods else "",
        f"technologies: {score.technologies}" if score.technologies else "",
    )
    return FigureLine(
        score.nation,
        tuple(map(str, score.figures)),
        score.alliance,
        tuple(filter(None, notes)),
        "own" if is_own else "",
    )
