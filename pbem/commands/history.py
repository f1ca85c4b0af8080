"""`pbem history`: every step of every turn, and the board at any moment."""

import click

from engine import RollResult, nation_view, territory_view
from pbem.commands.common import JSON, SAVE
from pbem.commands.show import lines_of
from pbem.home import Home
from pbem.result import Result
from pbem.save.trust import TrustedSave
from pbem.text import plain
from pbem.turn.reading import Moment, describe, read_moments
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
    chosen = Home.standard().choose(save).save
    if at is not None:
        return _board(chosen, at)
    moments = [
        moment
        for moment in read_moments(chosen)
        if moment.action is not None
        and (nation is None or moment.nation.lower() == nation.lower())
        and (round_number is None or moment.round == round_number)
    ]
    return _list(moments)


def _list(moments: list[Moment]) -> Result:
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
        lines.append(f"{moment.number:>6}  {plain(text)}")
        rows.append(
            {
                "step": moment.number,
                "record": moment.record,
                "round": moment.round,
                "nation": moment.nation,
                "phase": moment.phase,
                "action": text,
            }
        )
    return Result("\n".join(lines) or "Nothing has happened yet.", {"steps": rows})


def _text(moment: Moment) -> str:
    if moment.action is None:
        return "the game begins"
    text = describe(moment.action, moment.step.state.definition)
    return f"  {text}" if isinstance(moment.action, RollResult) else text


def _board(save: TrustedSave, at: int) -> Result:
    last: Moment | None = None
    for moment in read_moments(save):
        last = moment
        if moment.number == at:
            break
    if last is None or last.number != at:
        most = last.number if last is not None else 0
        raise UsageError("no-such-step", f"There is no step {at}.", f"Steps go from 0 to {most}.")
    state = last.step.state
    lines = [f"After step {at}: {_text(last)}", f"round {state.round}, {state.nation}", ""]
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
    return Result("\n".join(plain(line) for line in lines), {"step": at, "board": board})
