"""`pbem pace`: until when the turn is in time, and how long every turn has taken."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from pbem.commands.common import JSON, SAVE, now, with_warning
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.pace import clock_lines, pace_lines
from pbem.post.outgoing import deadline_file
from pbem.replay.clock import TurnClock, clocks_of
from pbem.result import Result
from pbem.save.trust import PLAYING, TrustedSave
from pbem.text import plain
from pbem.usage import UsageError

_HOUR = 3_600


@click.command("pace")
@SAVE
@click.option(
    "--ics",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the deadline of the turn as a calendar file.",
)
@JSON
def COMMAND(save: str, ics: Path | None, as_json: bool) -> Result:  # noqa: N802
    """Show who is in time in SAVE, who is late and since when, and how long turns have taken."""
    del as_json
    home = Home.standard()
    seen = home.view(save)
    pace = seen.save.genesis.pace
    if pace is None:
        raise UsageError(
            "no-pace",
            "No pace was agreed for this game.",
            "A host names one when they found a game: pbem new ... --pace 72h",
        )
    if seen.save.state != PLAYING:
        return Result("\n".join(pace_lines(pace)), {"turns": []})
    position = home.position(seen.save)
    clocks = clocks_of(seen.save, position.mover)
    lines = [*pace_lines(pace), "", *_players(clocks, now())]
    open_turn = clocks[-1] if clocks and not clocks[-1].closed else None
    if open_turn is not None:
        lines += ["", *clock_lines(open_turn, now())]
    if ics is not None:
        lines.append(_write(ics, seen.save, open_turn))
    rows = [_row(clock, now()) for clock in clocks]
    return with_warning(Result("\n".join(lines), {"turns": rows}), position.error or seen.error)


def _players(clocks: Iterable[TurnClock], now: int) -> Iterator[str]:
    """A line for each player: turns, how many were late, reminders, hours on average."""
    by_player: dict[str, list[TurnClock]] = {}
    for clock in clocks:
        by_player.setdefault(clock.player, []).append(clock)
    yield f"{'Player':<20}{'turns':>6}{'late':>6}{'reminders':>11}{'hours a turn':>14}"
    for player, mine in by_player.items():
        done = [clock for clock in mine if clock.closed]
        hours = f"{sum(clock.taken for clock in done) / len(done) / _HOUR:.1f}" if done else "-"
        late = sum(clock.is_late(now) for clock in mine)
        bumped = sum(clock.bumped(now) for clock in mine)
        yield f"{plain(player):<20}{len(done):>6}{late:>6}{bumped:>11}{hours:>14}"


def _row(clock: TurnClock, now: int) -> dict[str, object]:
    return {
        "turn": clock.number,
        "nation": clock.nation,
        "player": clock.player,
        "since": clock.since,
        "until": clock.until,
        "closed": clock.closed,
        "late": clock.is_late(now),
        "reminders": clock.bumped(now),
        "seconds": clock.taken,
    }


def _write(path: Path, save: TrustedSave, clock: TurnClock | None) -> str:
    if clock is None:
        raise UsageError("no-deadline", "The game is over: no turn has a deadline.")
    write_atomic(path, deadline_file(save, clock, now()))
    return f"The deadline is in {path}."
