"""Benchmarks, run by hand: `make bench`.

Every figure stands beside something measured in the same run, because absolute times say little on
a machine that does other things as well.  Nothing here is a test, and no test is timed.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from engine import (
    Done,
    GameOver,
    RollRequest,
    RollResult,
    State,
    apply,
    check,
    legal,
    load_scenario,
    new_game,
)
from engine.ai import choose_randomly
from pbem.replay import read_position
from pbem.save.trust import open_save
from tests.bench import dice_server
from tests.bench.board import bench_board
from tests.bench.history import bench_history
from tests.bench.odds import bench_odds
from tests.bench.sizes import bench_sizes

GAMES = Path(__file__).resolve().parents[2] / "savegames"
PBEM = Path(sys.executable).with_name("pbem")
_MOST_AT_HOME = 30
_LONG = "allies-and-axis"
_ROUNDS = 20


def main() -> None:
    """Run all benchmarks, each with the figure it is to be compared with."""
    with tempfile.TemporaryDirectory() as folder:
        start_up(Path(folder))
    bench_sizes()
    proof()
    bench_history()
    checking()
    playouts()
    dice_server.main()
    bench_odds()
    bench_board()


def start_up(home: Path) -> None:
    """CPU of commands as a multiple of `python -c pass`: the least of 15 runs each, in turn."""
    index: dict[str, dict[str, int]] = json.loads((GAMES / "index.json").read_text("utf-8"))
    short, long = (
        str(GAMES / f"{choose(index, key=lambda name: index[name]['records'])}.pbem")
        for choose in (min, max)
    )
    games = f"pbem games, {_MOST_AT_HOME} games"
    lines = {
        "pbem --version": ["--version"],
        "pbem --help": ["--help"],
        "pbem keys show": ["keys", "show"],
        "pbem info, a short game": ["info", short],
        "pbem history, a short game": ["history", short],
        "pbem history, the longest game": ["history", long],
        "pbem status, seen before": ["status", long],
        "pbem show, seen before": ["show", long, "Karelija"],
        "pbem legal, seen before": ["legal", long],
        "pbem fetch, seen before": ["fetch", long],
        games: ["games"],
    }
    commands = {"python -c pass": [sys.executable, "-c", "pass"]}
    commands |= {name: [str(PBEM), *words] for name, words in lines.items()}
    environment = {**os.environ, "PBEM_HOME": str(home)}
    run([str(PBEM), "keys", "new", "--name", "Ann", "--no-passphrase"], environment)
    run([str(PBEM), "fetch", *map(str, sorted(GAMES.glob("*.pbem")))], environment)
    for _ in range(len(index), _MOST_AT_HOME):
        run([str(PBEM), "new", "classic_1942", "--hotseat"], environment)
    run(commands[games], environment)
    goals = {"pbem --help": 50, "pbem keys show": 60, games: 300}
    goals |= dict.fromkeys((name for name in lines if name.endswith("seen before")), 150)
    runs: dict[str, list[float]] = {name: [] for name in commands}
    first = cpu(commands["pbem status, seen before"], environment)
    for _ in range(15):
        for name, command in commands.items():
            runs[name].append(cpu(command, environment))
    base = min(runs["python -c pass"])
    print(f"CPU of a command, least of 15, beside python -c pass ({base * 1000:.1f} ms):")
    for name, seconds in [*runs.items(), ("pbem status, first time", [first])]:
        least = min(seconds)
        goal = (
            f"  over it {(least - base) * 1000:.0f} ms, goal {goals[name]}" if name in goals else ""
        )
        print(f"  {name:<32}{least * 1000:8.1f} ms {least / base:6.1f}{goal}")


def cpu(command: list[str], environment: dict[str, str]) -> float:
    """Seconds of CPU, of the user and of the system, that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command, environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def proof() -> None:
    """Verify and replay every recorded game, in seconds of CPU."""
    print("verify and replay:")
    for path in sorted(GAMES.glob("*.pbem")):
        data = path.read_bytes()
        verify = min(timed(partial(open_save, data)) for _ in range(3))
        save = open_save(data)
        play = min(timed(partial(read_position, save)) for _ in range(3))
        position = read_position(save)
        actions = position.moments
        if path.stem == _LONG:
            rounds = max(1, position.state.round)
            goal = f", {_ROUNDS} such rounds {(verify + play) / rounds * _ROUNDS:.1f} s, goal 0.3 s"
        else:
            goal = ""
        print(
            f"  {path.stem:<24}{len(data) / 1024:7.0f} KiB {len(save.entries):6} records: "
            f"verify {verify * 1000:6.0f} ms, replay {play * 1000:6.0f} ms "
            f"({actions} actions, replay / verify {play / verify:.1f}){goal}"
        )


def checking() -> None:
    """Orders checked per second at the start of Big World, against applying the same orders."""
    state = first_combat_move()
    orders = list(islice(legal(state), 2000))
    checked = timed(lambda: [check(state, order) for order in orders])
    applied = timed(lambda: [apply(state, order) for order in orders])
    rate = len(orders) / checked
    print(
        f"check: {rate:.0f} orders a second ({len(orders)} legal moves of the first turn); "
        f"apply takes {applied / checked:.1f} times as long"
    )


def playouts() -> None:
    """Whole random games of ten rounds: actions per second, against checking alone."""
    rng = random.Random(1)
    step = new_game(load_scenario("big_world_1942"))
    actions, started = 0, time.process_time()
    while step.state.round <= 10 and not isinstance(step.waiting, GameOver):
        waiting = step.waiting
        if isinstance(waiting, RollRequest):
            dice = tuple(rng.randrange(waiting.sides) + 1 for _ in range(waiting.count))
            step = apply(step.state, RollResult(dice))
        else:
            step = apply(step.state, choose_randomly(step.state, waiting, rng))
        actions += 1
    seconds = time.process_time() - started
    print(f"playout: ten rounds, {actions} actions in {seconds:.2f} s ({actions / seconds:.0f}/s)")


def first_combat_move() -> State:
    """The Germans' first combat move, the busiest of the start position."""
    step = new_game(load_scenario("big_world_1942"))
    while (step.state.nation, step.state.phase.phase) != ("Germans", "combat_move"):
        step = apply(step.state, Done())
    return step.state


def run(command: list[str], environment: dict[str, str]) -> None:
    """Run a command to its end; its output is thrown away."""
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


def timed(work: Callable[[], object]) -> float:
    """Seconds of CPU that the work takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
