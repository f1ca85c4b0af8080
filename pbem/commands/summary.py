"""`pbem summary`: the report of a turn."""

from pathlib import Path

import click

from pbem.files import write_atomic
from pbem.home import Home
from pbem.output import Output, changed
from pbem.post import page_of, shown_now, summary_of
from pbem.replay import Position, Turn, last_turn, read_position, turns_of
from pbem.report import render_turn
from pbem.report.render import Format
from pbem.report.turn_output import TurnReport, turn_report
from pbem.result import Result
from pbem.save.trusted_save import TrustedSave
from pbem.screen import paper_width
from pbem.terminal.command_line import JSON, SAVE
from pbem.usage import UsageError

_FORMATS: dict[str, Format] = {
    "text": "txt",
    "html": "html",
    "markdown": "md",
    "bbcode": "bbcode",
}


class SummaryOutput(Output, omit_defaults=True):
    """The report of a turn, or the file that it is in, and what happened in it.

    so_far: the turn is not over.
    """

    turn: int
    round: int
    nation: str
    so_far: bool
    format: str
    happened: TurnReport
    report: str | None = None
    file: str | None = None


@click.command("summary")
@SAVE
@click.option(
    "--format", "fmt", type=click.Choice(tuple(_FORMATS)), default="text", show_default=True
)
@click.option(
    "--turn", "number", type=int, help="Which turn, counted from 1; the last one by default."
)
@click.option("--so-far", "is_so_far", is_flag=True, help="The turn that its player shows.")
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file.")
@JSON
def command(
    save: str, fmt: str, number: int | None, is_so_far: bool, out: Path | None, as_json: bool
) -> Result[SummaryOutput]:
    """Show the report of a turn: purchases, moves, battles with dice, losses, captures, money.

    With --so-far: of the turn under way, as far as its player has shown it before its end.
    """
    home = Home.standard()
    chosen = home.choose(save).save
    position = _shown(home, chosen) if is_so_far else read_position(chosen)
    if position.error is not None:
        raise position.error
    turn = position.open_turn if is_so_far else None
    turn = turn or _turn(position, number)
    summary = summary_of(position, turn)
    folder = home.map_folder(turn.after.definition.name)
    if fmt == "html":
        text = page_of(turn, summary, folder)
    elif out is None and not as_json:
        text = render_turn(summary, _FORMATS[fmt], width=paper_width())
    else:
        text = render_turn(summary, _FORMATS[fmt])
    data = SummaryOutput(
        turn.number + 1,
        turn.round,
        turn.nation,
        not turn.is_finished,
        fmt,
        turn_report(summary, turn.before, turn.after),
    )
    if out is None:
        return Result(text, changed(data, report=text))
    write_atomic(out, text.encode())
    return Result(f"The report is in {out}.", changed(data, file=str(out)))


def _shown(home: Home, save: TrustedSave) -> Position:
    """The turn under way: one's own, or what another player shows of theirs."""
    own = home.position(save)
    shown = shown_now(home, save) or (own if own.open_turn is not None else None)
    if shown is None:
        raise UsageError(
            "nothing-shown",
            f"Nothing was shown of the turn of {own.mover}." if own.nation else "The game is over.",
            "`pbem summary` without --so-far shows the last turn.",
        )
    return shown


def _turn(position: Position, number: int | None) -> Turn:
    if number is None and (last := last_turn(position) or position.open_turn):
        return last
    turns = turns_of(position)
    if not turns:
        raise UsageError("no-turn-yet", "Nobody has played a turn yet.")
    if number is None or not 1 <= number <= len(turns):
        raise UsageError(
            "no-such-turn",
            f"There is no turn {number}.",
            f"Turns go from 1 to {len(turns)}.",
        )
    return turns[number - 1]
