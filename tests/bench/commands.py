"""CPU of commands, each a process of its own, beside `python -c pass`.

Most look at recorded games.  Those are over or their keys are not here, so the battle to come and
the turn to play are of a long game between computer players, which is played first.
"""

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from engine import Done, legal
from engine.ai import assaults
from pbem.home import Home
from pbem.play.computer import play_by_computer
from pbem.play.drafts import open_session
from pbem.play.session import Session

GAMES = Path(__file__).resolve().parents[2] / "savegames"
PBEM = Path(sys.executable).with_name("pbem")
_RUNS = 15
_MOST_AT_HOME = 30
_TURNS = 84
_MOVES = 3
_EMPTY = "an empty prompt at a terminal"
_PROMPT = "from prompt_toolkit import PromptSession; PromptSession().prompt()"


def bench_commands(folder: Path) -> None:
    """Print the least of some runs each, in turn; the folder is the home of all commands."""
    index: dict[str, dict[str, int]] = json.loads((GAMES / "index.json").read_text("utf-8"))
    short, long = (
        str(GAMES / f"{choose(index, key=lambda name: index[name]['records'])}.pbem")
        for choose in (min, max)
    )
    environment = {**os.environ, "PBEM_HOME": str(folder), "TERM": "xterm"}
    _run([PBEM, "keys", "new", "--name", "Ann", "--no-passphrase"], environment)
    _run(
        [PBEM, "new", "big_world_1942", "--hotseat", "--option", "total_victory=true"], environment
    )
    own, place = _play_long(Home(folder))
    _run([PBEM, "fetch", *sorted(GAMES.glob("*.pbem"))], environment)
    for _ in range(len(index) + 1, _MOST_AT_HOME):
        _run([PBEM, "new", "classic_1942", "--hotseat"], environment)
    games = f"pbem games, {_MOST_AT_HOME} games"
    status, play = "pbem status, seen before", "pbem play, seen before"
    commands: dict[str, list[str | Path]] = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "pbem --version": [PBEM, "--version"],
        "pbem --help": [PBEM, "--help"],
        "pbem keys show": [PBEM, "keys", "show"],
        "pbem info, a short game": [PBEM, "info", short],
        "pbem history, a short game": [PBEM, "history", short],
        "pbem history, the longest game": [PBEM, "history", long],
        status: [PBEM, "status", long],
        "pbem show, seen before": [PBEM, "show", long, "Karelija"],
        "pbem legal, seen before": [PBEM, "legal", long],
        "pbem fetch, seen before": [PBEM, "fetch", long],
        "pbem odds, seen before": [PBEM, "odds", own, place],
        play: [PBEM, "play", own],
        _EMPTY: [sys.executable, "-c", _PROMPT],
        games: [PBEM, "games"],
    }
    goals = {"pbem --help": 50, "pbem keys show": 60, games: 300}
    goals |= dict.fromkeys((name for name in commands if name.endswith("seen before")), 150)
    first = _cpu(commands[status], environment)
    _run(commands[games], environment)
    runs: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_RUNS):
        for name, command in commands.items():
            runs[name].append(_cpu(command, environment, at_terminal=name in {play, _EMPTY}))
    base = min(runs["python -c pass"])
    print(f"CPU of a command, least of {_RUNS}, beside python -c pass ({base * 1000:.1f} ms):")
    for name, seconds in [*runs.items(), ("pbem status, first time", [first])]:
        least = min(seconds)
        goal = (
            f"  over it {(least - base) * 1000:.0f} ms, goal {goals[name]}" if name in goals else ""
        )
        print(f"  {name:<32}{least * 1000:8.1f} ms {least / base:6.1f}{goal}")
    print(f"  (odds of {place}, play up to its first question: a turn with {_MOVES} moves in its")
    print(f"  draft, after {_TURNS} turns or some more between computer players)")


def _play_long(home: Home) -> tuple[str, str]:
    """Play the only game of a home for many turns, and begin one more, with moves in its draft.

    Returns the game and a place with an enemy that can be attacked in that turn.
    """
    key = home.key()
    (ref,) = home.game_store.games()
    game = ref.game.hex()
    for turns in count():
        session, _ = open_session(home, home.choose(game), key, _now)
        place = _begun(session) if turns >= _TURNS else ""
        if place:
            break
        play_by_computer(session, "easy")
        session.finish()
    return game, place


def _begun(session: Session) -> str:
    """Give some moves of the turn; what can still be attacked after them, "" for nothing."""
    while session.state.phase.phase != "combat_move":
        session.give(Done())
    for order in islice(legal(session.state), _MOVES):
        session.attempt(order)
    return next((place for place, _, assault in assaults(session.state) if assault), "")


def _now() -> int:
    return int(time.time())


def _cpu(
    command: Sequence[str | Path], environment: Mapping[str, str], *, at_terminal: bool = False
) -> float:
    """Seconds of CPU, of the user and of the system, that a command takes."""
    before = getrusage(RUSAGE_CHILDREN)
    (_run_at_terminal if at_terminal else _run)(command, environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
    """Run a command to its end; its output is thrown away."""
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


def _run_at_terminal(command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
    """The same at a terminal at which somebody has typed `quit` already."""
    terminal, there = pty.openpty()
    with subprocess.Popen(
        command, env=environment, stdin=there, stdout=there, stderr=there, start_new_session=True
    ) as process:
        os.close(there)
        os.write(terminal, b"quit\n")
        # A terminal that nobody reads holds up who writes to it; on Linux its end is an error.
        with suppress(OSError):
            while os.read(terminal, 65_536):
                pass
    os.close(terminal)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
