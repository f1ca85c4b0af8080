"""`pbem history`: every step of every turn, the board at any of them, what changed between two."""

import sys
from pathlib import Path

import click

from engine import territory_view
from pbem.commands.adopt import ForkOutput, fork_rows
from pbem.files import write_atomic
from pbem.home import Home
from pbem.output import Output, changed, rows_of
from pbem.play.game_data import AreaData, UnitsData
from pbem.play.game_view import GameView, moment_at, view_game
from pbem.play.territory_name import territory_named
from pbem.replay import Moment
from pbem.replay.history import KINDS, Filter, fits, kind_of, text_of
from pbem.report import changes_between, picture_of, render_board
from pbem.report.turn_output import OwnerRow
from pbem.result import Result
from pbem.terminal.board_lines import board_lines
from pbem.terminal.command_line import JSON, SAVE, with_warning
from pbem.terminal.tab_names import areas, nations
from pbem.text import plain, quoted
from pbem.usage import UsageError


class StepOutput(Output):
    """A step of a game; record: of the log; notice: what kind of agreement or words it is."""

    step: int
    record: int
    round: int
    nation: str
    phase: str
    kind: str
    action: str
    notice: str
    signed_by: tuple[str, ...]
    taken_back: bool


class UnitsRow(Output):
    """How many units of a type a nation had in an area, and has."""

    territory: str
    nation: str
    type: str
    before: int
    after: int


class MoneyRow(Output):
    """How many PUs a nation had, and has."""

    nation: str
    before: int
    after: int


class TechnologyRow(Output):
    """A technology that a nation has got, or has lost."""

    nation: str
    technology: str
    has: bool


class HistoryOutput(Output, omit_defaults=True, rename={"since": "from"}):
    """The steps of a game; with --at its board after a step, with --diff what is different.

    proven: false for a game text.
    """

    steps: list[StepOutput] | None = None
    step: int | None = None
    file: str | None = None
    board: dict[str, AreaData] | None = None
    since: int | None = None
    to: int | None = None
    owners: list[OwnerRow] | None = None
    units: list[UnitsRow] | None = None
    money: list[MoneyRow] | None = None
    technologies: list[TechnologyRow] | None = None
    forks: list[ForkOutput] | None = None
    proven: bool | None = None


@click.command("history")
@SAVE
@click.option("--at", type=int, help="Show the board after this step.")
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    help="With --at: write the board as a page.",
)
@click.option(
    "--diff", type=int, nargs=2, metavar="FROM TO", help="What changed from one step to another."
)
@click.option("--nation", shell_complete=nations, help="Only the turns of this nation.")
@click.option("--round", "round_number", type=int, help="Only this round.")
@click.option("--phase", help="Only this phase, such as combat_move.")
@click.option(
    "--territory", shell_complete=areas, help="Only what names this territory, or happens there."
)
@click.option("--kind", type=click.Choice(KINDS), help="Only steps of this kind.")
@click.option("--browse", is_flag=True, help="Walk through the game at the terminal.")
@JSON
def command(
    save: str,
    at: int | None,
    html: Path | None,
    diff: tuple[int, int] | None,
    nation: str | None,
    round_number: int | None,
    phase: str | None,
    territory: str | None,
    kind: str | None,
    browse: bool,
    as_json: bool,
) -> Result[HistoryOutput]:
    """List every order and every roll; with --at N the whole board at that moment.

    SAVE may also be a game text (see `pbem export --text`).
    """
    if (at is not None) + (diff is not None) + browse > 1:
        raise UsageError(
            "which-view", "--at, --diff and --browse are three ways to look; choose one."
        )
    if html is not None and at is None:
        raise UsageError(
            "which-view",
            "--html draws the board after a step; name the step with --at.",
            "`pbem replay` writes the whole game as a page.",
        )
    looked = view_game(Home.standard(), save)
    if browse:
        return _browse(looked, as_json)
    if at is not None:
        return _told(_board(moment_at(looked.history, at), html), looked)
    if diff is not None:
        return _told(_diff(looked, *diff), looked)
    wanted = Filter(
        nation=_nation(looked, nation) if nation is not None else "",
        round=round_number or 0,
        phase=(phase or "").lower().replace(" ", "_").replace("-", "_"),
        territory=territory_named(looked.definition, territory) if territory is not None else "",
        kind=kind or "",
    )
    moments = [moment for moment in looked.history.moments if fits(moment, wanted)]
    empty = "Nothing has happened yet." if len(looked.history.moments) == 1 else "No step matches."
    line = frozenset(moment.number for moment in looked.history.line())
    return _with_forks(_told(_list(moments, empty, line), looked), looked)


def _with_forks(result: Result[HistoryOutput], looked: GameView) -> Result[HistoryOutput]:
    """The history with the forks of the game under it, and who signed both branches."""
    if looked.save is None:
        return result
    forks = Home.standard().game_store.forks(looked.save)
    lines = [plain(line) for fork in forks for line in fork.lines()]
    text = "\n".join([result.text, *lines])
    return result._replace(text=text, data=changed(result.data, forks=fork_rows(forks)))


def _told(result: Result[HistoryOutput], looked: GameView) -> Result[HistoryOutput]:
    if looked.warning:
        return Result(f"{looked.warning}\n{result.text}", changed(result.data, proven=False))
    return with_warning(result, looked.error)


def _browse(looked: GameView, as_json: bool) -> Result[HistoryOutput]:
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "no-terminal", "There is no terminal to browse at.", "Use --at N and --diff A B."
        )
    from pbem.terminal.browser import browse  # noqa: PLC0415 - slow to import

    last = browse(looked.history, f"{looked.name}. {looked.warning}".strip())
    return Result(f"You were at step {last}.", HistoryOutput(step=last))


def _nation(looked: GameView, text: str) -> str:
    nations = looked.definition.politics.nation_names
    for nation in nations:
        if nation.lower() == text.lower():
            return nation
    raise UsageError(
        "unknown-nation",
        f"There is no nation {quoted(text)} in this game.",
        f"Its nations are {', '.join(sorted(nations))}.",
    )


def _list(moments: list[Moment], empty: str, line: frozenset[int]) -> Result[HistoryOutput]:
    """The steps, those that were taken back marked; line: the numbers of all others."""
    lines: list[str] = []
    rows: list[StepOutput] = []
    heading = ("", 0, "")
    for moment in moments:
        here = (moment.nation, moment.round, moment.phase)
        if here[:2] != heading[:2]:
            lines.append(f"Round {moment.round}, {moment.nation}")
        if here != heading:
            lines.append(f"  {moment.phase.replace('_', ' ')}")
        heading = here
        text = text_of(moment)
        is_gone = moment.number not in line
        mark = " (taken back)" if is_gone else ""
        lines.append(f"{moment.number:>6}  {plain(text)}{mark}")
        rows.append(
            StepOutput(
                step=moment.number,
                record=moment.record,
                round=moment.round,
                nation=moment.nation,
                phase=moment.phase,
                kind=kind_of(moment),
                action=text,
                notice=moment.notice.kind if moment.notice is not None else "",
                signed_by=moment.notice.by if moment.notice is not None else (),
                taken_back=is_gone,
            )
        )
    return Result("\n".join(lines) or empty, HistoryOutput(steps=rows))


def _board(last: Moment, html: Path | None) -> Result[HistoryOutput]:
    state = last.step.state
    if html is not None:
        folder = Home.standard().map_folder(state.definition.name)
        page = render_board(state, picture_of(state, folder=folder))
        write_atomic(html, page.encode())
        text = f"The board after step {last.number} is in {html}."
        return Result(text, HistoryOutput(step=last.number, file=str(html)))
    lines = [f"After step {last.number}: {text_of(last)}", *board_lines(state)]
    board: dict[str, AreaData] = {}
    for view in (territory_view(state, name) for name in state.definition.board.territories):
        if view.groups or view.owner:
            board[view.name] = AreaData(view.owner, rows_of(UnitsData, view.groups))
    data = HistoryOutput(step=last.number, board=board)
    return Result("\n".join(plain(line) for line in lines), data)


def _diff(looked: GameView, one: int, other: int) -> Result[HistoryOutput]:
    first, last = moment_at(looked.history, one), moment_at(looked.history, other)
    changes = changes_between(first.step.state, last.step.state)
    lines = [plain(line) for line in changes.lines()]
    head = f"From step {one} to step {other}:"
    data = HistoryOutput(
        since=one,
        to=other,
        owners=rows_of(OwnerRow, changes.owners),
        units=rows_of(UnitsRow, changes.units),
        money=rows_of(MoneyRow, changes.money),
        technologies=rows_of(TechnologyRow, changes.technologies),
    )
    return Result("\n".join([head, *(lines or ["nothing changed"])]), data)
