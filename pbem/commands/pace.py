"""`pbem pace`: until when the turn is in time, and how long every turn has taken."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from engine.values import dataclass
from pbem.dice.turn_state import TurnState
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.authority import heard_of_turn, say_here
from pbem.lobby.pace import clock_lines, pace_lines, state_lines
from pbem.output import Output
from pbem.play.game_view import GameView
from pbem.post.had import had_since
from pbem.post.outgoing import deadline_file
from pbem.replay.clock import TurnClock, clocks_of
from pbem.result import Result
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.terminal.command_line import JSON, SAVE, now, own_key, with_warning
from pbem.text import here_text, plain
from pbem.usage import UsageError
from pbem.wire.pace import FORFEIT

_HOUR = 3_600


class TurnPace(Output):
    """A turn: when it began, until when it was in time, when it was closed, in Unix seconds.

    seconds: counted; lost: whether its player has lost the seat in it.
    """

    turn: int
    nation: str
    player: str
    since: int
    until: int
    closed: int
    late: bool
    reminders: int
    seconds: int
    lost: bool


class PaceOutput(Output):
    """How long every turn has taken."""

    turns: list[TurnPace]


@click.command("pace")
@SAVE
@click.option(
    "--ics",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the deadline of the turn as a calendar file.",
)
@click.option(
    "--here",
    "is_here",
    is_flag=True,
    help="Tell the dice authority that you are here, and how much of the game you have.",
)
@JSON
def command(save: str, ics: Path | None, is_here: bool, as_json: bool) -> Result[PaceOutput]:
    """Show who is in time in SAVE, who is late and since when, and how long turns have taken.

    If you have not heard from the others for long, say so with --here: your time for a turn that
    you do not have begins anew then, by the clock of the dice authority.
    """
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
        lines = [*pace_lines(pace), *([_say_here(home, seen.save)] if is_here else [])]
        return Result("\n".join(lines), PaceOutput([]))
    looked = GameView(home, seen)
    told = _heard(home, seen.save, looked.position.mover)
    lines = [*pace_lines(pace), "", *_players(told.clocks, now())]
    open_turn = told.clocks[-1] if told.clocks and not told.clocks[-1].closed else None
    if is_here:
        lines.append(_say_here(home, seen.save))
    if open_turn is not None:
        lines += ["", *_open_turn(home.handle(seen.save), open_turn, told.states)]
    if ics is not None:
        lines.append(_write(ics, seen.save, open_turn))
    rows = [_row(clock, now()) for clock in told.clocks]
    return with_warning(Result("\n".join(lines), PaceOutput(rows)), looked.error)


@dataclass(frozen=True, slots=True)
class _Told:
    """The clocks of a game, and what its dice authorities say where somebody is late by them."""

    clocks: tuple[TurnClock, ...]
    states: tuple[TurnState, ...] = ()


def _heard(home: Home, save: TrustedSave, mover: str) -> _Told:
    """The clocks by the log and by what this home has seen; where somebody is late by them, also by
    the dice authorities, which know of turns that were not sent, and of their own outages."""
    when = now()
    had = had_since(home, save, when)
    clocks = clocks_of(save, mover, (), had)
    if not any(clock.is_late(when) for clock in clocks):
        return _Told(clocks)
    states = heard_of_turn(home, save, mover or min(save.seat_keys()), when)
    return _Told(clocks_of(save, mover, states, had), states)


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


def _open_turn(game: str, clock: TurnClock, states: tuple[TurnState, ...]) -> Iterator[str]:
    """Where the turn under way stands; whether a late one is ended, its dice authority knows."""
    when = now()
    yield from clock_lines(clock, when, here_text)
    if not clock.is_late(when):
        return
    yield from state_lines(clock, states, here_text)
    if when > clock.last:
        yield from _what_follows(game, clock)


def _what_follows(game: str, clock: TurnClock) -> Iterator[str]:
    """How the others go on after the last reminder."""
    if clock.afterwards == FORFEIT:
        yield f"All others have to consent: pbem propose {game} forfeit"
    yield (
        f"To give their seats to one of you, who may let the computer play, or to somebody else: "
        f"pbem propose {game} substitute '{plain(clock.player)}' --absent --name NAME"
    )


def _say_here(home: Home, save: TrustedSave) -> str:
    """Tell the dice authorities; UsageError `no-seat`."""
    head = say_here(home, save, own_key(home), now())
    return f"The dice authority knows that you are here, with the game up to {head.hex()[:8]}."


def _row(clock: TurnClock, now: int) -> TurnPace:
    return TurnPace(
        turn=clock.number,
        nation=clock.nation,
        player=clock.player,
        since=clock.since,
        until=clock.until,
        closed=clock.closed,
        late=clock.is_late(now),
        reminders=clock.bumped(now),
        seconds=clock.taken,
        lost=clock.is_lost,
    )


def _write(path: Path, save: TrustedSave, clock: TurnClock | None) -> str:
    if clock is None:
        raise UsageError("no-deadline", "The game is over: no turn has a deadline.")
    write_atomic(path, deadline_file(save, clock, now()))
    return f"The deadline is in {path}."
