"""`pbem away`: announce an absence, signed into your turn."""

import re
from datetime import datetime
from typing import Final

import click

from pbem.agreements.notes_and_absences import add_absence
from pbem.agreements.open_proposals import ended
from pbem.home import Home
from pbem.output import Output
from pbem.play.drafts import open_position
from pbem.result import Result
from pbem.save.consent_records import LEAST_AWAY, MAX_AWAY, MAX_REASON
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.text import here_text, plain, quoted
from pbem.usage import UsageError

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d)?\Z")


class AbsenceOutput(Output):
    """An absence that goes to all with the turn, in Unix seconds."""

    game: str
    since: int
    until: int
    text: str


@click.command("away")
@SAVE
@click.argument("since", metavar="FROM")
@click.argument("until", metavar="UNTIL")
@click.argument("text", default="", metavar="[WORDS]")
@JSON
def command(save: str, since: str, until: str, text: str, as_json: bool) -> Result[AbsenceOutput]:
    """Say that you are away from FROM until UNTIL; it goes to all with your turn.

    Write times like 2026-12-20 or 2026-12-20T18:00, by your own clock. Where a pace is agreed,
    its clock stands still for as many days as were agreed, from the end of this turn on.
    """
    del as_json
    begin, end = _seconds(since), _seconds(until)
    if not LEAST_AWAY <= end - begin <= MAX_AWAY:
        raise UsageError("bad-absence", "An absence lasts from an hour to a year.")
    if end <= now():
        raise UsageError("bad-absence", f"{here_text(end)} has passed already.")
    if len(text.encode()) > MAX_REASON:
        raise UsageError("bad-absence", f"The words have at most {MAX_REASON} bytes.")
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save)
    position = open_position(home, chosen, key.key.public)
    after = add_absence(home, position, key, begin, end, text, now())
    said = (
        f"Away from {here_text(begin)} until {here_text(end)}; the others read it with your turn."
    )
    pace = after.save.genesis.pace
    lines = [said]
    if pace is None:
        lines.append("This game has no pace, so nothing depends on it.")
    elif not pace.absence:
        lines.append("The pace of this game knows no absences: its clock goes on all the same.")
    if gone := ended(home, position.save, after.save):
        lines.append(gone)
    data = AbsenceOutput(after.save.genesis.game.hex(), begin, end, text)
    return Result(plain("\n".join(lines), lines=True), data)


def _seconds(word: str) -> int:
    """Unix seconds of a date, or of a date and time, by the clock of this machine."""
    try:
        if not _TIME.match(word):
            raise ValueError(word)
        return int(datetime.fromisoformat(word).timestamp())
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            "bad-absence",
            f"{quoted(word)} is not a time.",
            "Write it like 2026-12-20 or 2026-12-20T18:00, by your own clock.",
        ) from None
