"""Benchmarks, run by hand: `make bench`.

Every figure stands beside something measured in the same run, because absolute times say little on
a machine that does other things as well.  Nothing here is a test, and no test is timed.
"""

import random
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
from tests.bench.club import bench_club
from tests.bench.commands import GAMES, bench_commands
from tests.bench.history import bench_history
from tests.bench.odds import bench_odds
from tests.bench.sizes import bench_sizes

_LONG = "allies-and-axis"
_ROUNDS = 20


def main() -> None:
    """Run all benchmarks, each with the figure it is to be compared with."""
    with tempfile.TemporaryDirectory() as folder:
        bench_commands(Path(folder))
    bench_sizes()
    proof()
    bench_history()
    checking()
    playouts()
    dice_server.main()
    bench_odds()
    bench_board()
    bench_club()


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


def timed(work: Callable[[], object]) -> float:
    """Seconds of CPU that the work takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
