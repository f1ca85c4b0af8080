"""`pbem history`: every step of every turn, and the board at any moment."""

import click

from engine import RollResult, nation_view, territory_view
from pbem.commands.common import JSON, SAVE, with_warning
from pbem.commands.show import lines_of, moment_at
from pbem.home import Home
from pbem.result import Result
from pbem.save.trust import TrustedSave
from pbem.text import plain, quoted
from pbem.turn.reading import Moment, describe, read_story
from pbem.usage import UsageError


@click.command("history")
@SAVE
@click.option("--at", type=int, help="Show the board after this step.")
@click.option("--nation", help="Only the turns of this nation.")
@click.option("--round", "round_number", type=int, help="Only this round.")
@JSON
def COMMAND(  # noqa: N802
    save: str, at: int | None, nation: str | None, round_number: int | None, as_json: bool
) -> Result:
    """List every order and every roll; with --at N the whole board at that moment."""
    del as_json
    seen = Home.standard().view(save)
    story = read_story(seen.save)
    error = story.error or seen.error
    if at is not None:
        return with_warning(_board(moment_at(story, at)), error)
    wanted = _nation(seen.save, nation) if nation is not None else None
    moments = [
        moment
        for moment in story.moments
        if (moment.action is not None or moment.notice is not None)
        and wanted in {None, moment.nation}
        and round_number in {None, moment.round}
    ]
    empty = "Nothing has happened yet." if len(story.moments) == 1 else "No step fits."
    line = frozenset(moment.number for moment in story.line())
    return with_warning(_list(moments, empty, line), error)


def _nation(save: TrustedSave, text: str) -> str:
    for nation in save.seats:
        if nation.lower() == text.lower():
            return nation
    raise UsageError(
        "unknown-nation",
        f"There is no nation {quoted(text)} in this game.",
        f"Its nations are {', '.join(save.seats)}.",
    )


def _list(moments: list[Moment], empty: str, line: frozenset[int]) -> Result:
    """The steps, those that were taken back marked; line: the numbers of all others."""
    lines: list[str] = []
    rows: list[dict[str, object]] = []
    heading = ("", 0, "")
    for moment in moments:
        here = (moment.nation, moment.round, moment.phase)
        if here[:2] != heading[:2]:
            lines.append(f"Round {moment.round}, {moment.nation}")
        if here != heading:
            lines.append(f"  {moment.phase.replace('_', ' ')}")
        heading = here
        text = _text(moment)
        is_gone = moment.number not in line
        mark = " (taken back)" if is_gone else ""
        lines.append(f"{moment.number:>6}  {plain(text)}{mark}")
        rows.append(
            {
                "step": moment.number,
                "record": moment.record,
                "round": moment.round,
                "nation": moment.nation,
                "phase": moment.phase,
                "action": text,
                "notice": moment.notice.kind if moment.notice is not None else "",
                "signed_by": list(moment.notice.by) if moment.notice is not None else [],
                "taken_back": is_gone,
            }
        )
    return Result("\n".join(lines) or empty, {"steps": rows})


def _text(moment: Moment) -> str:
    notice = moment.notice
    if notice is not None:
        said = f' "{notice.words}"' if notice.words else ""
        return f"{notice}{said}"
    if moment.action is None:
        return "the game begins"
    text = describe(moment.action, moment.step.state.definition)
    return f"  {text}" if isinstance(moment.action, RollResult) else text


def _board(last: Moment) -> Result:
    state = last.step.state
    lines = [f"After step {last.number}: {_text(last)}", f"round {state.round}, {state.nation}", ""]
    lines += [
        f"{view.name}: {view.pus} PUs, {view.unit_count} units"
        for view in (nation_view(state, name) for name in state.definition.nation_names())
    ]
    views = [territory_view(state, name) for name in state.definition.territories]
    board: dict[str, object] = {}
    for view in views:
        if view.groups or view.owner:
            board[view.name] = {
                "owner": view.owner,
                "units": [[group.owner, group.type, group.count] for group in view.groups],
            }
        if view.groups:
            lines.append("")
            lines += [line for line in lines_of(view) if not line.startswith("    ")][:-1]
    return Result("\n".join(plain(line) for line in lines), {"step": last.number, "board": board})
