"""`pbem demo`: a whole round by mail between the sides of a game on this machine (B8)."""

import shlex
import shutil
import time
from pathlib import Path

import click

from pbem.commands.verify import VerifyOutput, report
from pbem.demo.round import Demo
from pbem.output import Output
from pbem.report import format_round_table, round_table
from pbem.report.rounds import RoundRow
from pbem.result import Result
from pbem.terminal.command_line import JSON, sayer
from pbem.terminal.tab_names import scenarios
from pbem.usage import UsageError

_MARK = ".pbem-demo"


class RoundOutput(Output):
    """A nation in the round that was played.

    Hits scored and expected; captures: areas; income: PUs.
    """

    nation: str
    battles: int
    won: int
    hits: int
    expected_hits: float
    captures: int
    income: int
    pus: int


class DemoOutput(Output):
    """What a demo has written, and what its save proves; rehearsal: its dice prove nothing."""

    save: str
    mails: str
    home: str
    reports: list[str]
    seconds: float
    rehearsal: bool
    round: list[RoundOutput]
    verify: VerifyOutput


@click.command("demo")
@click.option(
    "--scenario",
    default="big_world_1942",
    show_default=True,
    shell_complete=scenarios,
    help="The scenario to play.",
)
@click.option(
    "--seed", default="", help="A rehearsal that is the same each time; its dice prove nothing."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("pbem-demo"),
    show_default=True,
    help="Where to write; an earlier demo there is replaced.",
)
@JSON
def command(scenario: str, seed: str, out: Path, as_json: bool) -> Result[DemoOutput]:
    """Play one round by mail between the sides of a game, each with a home, with committed dice."""
    say = sayer(as_json)
    started = time.perf_counter()
    demo = Demo(out, scenario, seed, say)
    _clear(out)
    result = demo.play()
    seconds = time.perf_counter() - started
    rows = round_table(result.summaries)
    proof = report(result.position.save, None)
    game = result.position.save.genesis.game.hex()[:8]
    lines = [
        "",
        "Play on in your browser; the others of this demo do not answer:",
        f"  PBEM_HOME={shlex.quote(str(result.home.resolve()))} pbem board {game}",
        "",
        format_round_table(rows),
        "",
        f"save     {result.save}",
        f"mails    {result.mails}/*.eml",
        f"report   {result.reports[0]}",
        *(f"         {path}" for path in result.reports[1:]),
        "",
        f"pbem verify {result.save}:",
        proof.text,
        f"({seconds:.1f} s)",
    ]
    if seed:
        lines.append("This was a rehearsal with a seed: its dice prove nothing.")
    data = DemoOutput(
        save=str(result.save),
        mails=str(result.mails),
        home=str(result.home),
        reports=[str(path) for path in result.reports],
        seconds=round(seconds, 2),
        rehearsal=bool(seed),
        round=[_row(row) for row in rows],
        verify=proof.data,
    )
    return Result("\n".join(lines), data, proof.exit_code)


def _row(row: RoundRow) -> RoundOutput:
    return RoundOutput(
        nation=row.nation,
        battles=row.battles,
        won=row.won,
        hits=row.luck.hits,
        expected_hits=float(row.luck.expected),
        captures=row.taken,
        income=row.income,
        pus=row.money,
    )


def _clear(folder: Path) -> None:
    """Make room for a demo: only in a new or empty folder, or in one made by a demo."""
    if folder.exists() and not folder.is_dir():
        raise UsageError("not-a-folder", f"{folder} is a file.", "Name a folder with --out.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise UsageError(
            "folder-not-empty",
            f"{folder} is not empty and was not made by a demo.",
            "Name another folder with --out.",
        )
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / _MARK).touch()
