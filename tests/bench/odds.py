"""Battle odds beside 2,000 battles that the engine plays, and the cold start of the command.

The figures of aacalc2 were measured once on a quiet machine, where 24 v 19 took 2.6 ms here.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

from engine.odds import Plan, battle_in, pending_attackers, simulate, solve
from engine.odds.fleet_arrays import run_fleet
from engine.odds.ladder_arrays import run_ladder_arrays
from tests.engine.battle.arena import arena
from tests.engine.odds.armies import fight
from tests.support.positions import big_world

PBEM = Path(sys.executable).with_name("pbem")
_RUNS = 20

BATTLES = {
    "24 v 19": fight(
        "10 infantry, 5 artillery, 5 armour, 3 fighter, 1 bomber",
        "12 infantry, 2 artillery, 3 armour, 2 fighter",
    ),
    "60 v 60": fight(
        "25 infantry, 10 artillery, 12 armour, 10 fighter, 3 bomber",
        "35 infantry, 8 artillery, 10 armour, 7 fighter",
    ),
    "200 v 200": fight(
        "90 infantry, 40 artillery, 40 armour, 25 fighter, 5 bomber",
        "120 infantry, 30 artillery, 30 armour, 20 fighter",
    ),
    "40 v 37 at sea": fight(
        "9 submarine, 9 destroyer, 4 carrier, 8 fighter, 6 cruiser, 4 battleship",
        "8 submarine, 8 destroyer, 4 carrier, 8 fighter, 5 cruiser, 4 battleship",
        sea=True,
    ),
}


_AACALC2 = {"24 v 19": 2.9, "60 v 60": 22.3, "200 v 200": 534, "40 v 37 at sea": 66}
"""Milliseconds; its answer at sea drops chances below 1e-7."""


def bench_odds() -> None:
    """Print the figures; 2,000 played battles are worked out from 100."""
    # Both modules with numpy are loaded before anything is timed.
    assert callable(run_fleet)
    assert callable(run_ladder_arrays)
    state = arena(
        "Finland",
        [("infantry", 10), ("artillery", 5), ("armour", 5), ("fighter", 3), ("bomber", 1)],
        [("infantry", 12), ("artillery", 2), ("armour", 3), ("fighter", 2)],
        definition=big_world(),
    )
    units = pending_attackers(state, "Finland")
    assert solve(battle_in(state, "Finland", units, Plan()).battle).endings
    played = 20 * _timed(lambda: simulate(state, "Finland", units, Plan(), Random(1), 100))
    print(f"odds, beside 2,000 battles of 24 v 19 played by the engine ({played:.1f} s):")
    for name, battle in BATTLES.items():
        seconds = min(_timed(partial(solve, battle, many=True)) for _ in range(5))
        dropped = float(solve(battle, many=True).dropped)
        note = f", dropped {dropped:.1e}" if dropped else ""
        other = f", aacalc2 {_AACALC2[name]} ms" if name in _AACALC2 else ""
        print(f"  {name:<16}{seconds * 1000:8.1f} ms, 1/{played / seconds:.0f}{other}{note}")
    words = ("10 infantry, 5 armour, 5 fighter", "15 infantry, 5 armour")
    commands = ([sys.executable, "-c", "pass"], [str(PBEM), "odds", *words])
    base, cold = _cold(commands)
    print(
        f"  pbem odds, 20 v 20, cold: {cold * 1000:.0f} ms of CPU time, "
        f"{cold / base:.1f} times python -c pass"
    )


def _cold(commands: Sequence[list[str]]) -> list[float]:
    """User and system time of each command in seconds, the least of many runs by turns.

    Modules are found compiled, as after an installation; where the environment forbids to write
    bytecode (PYTHONDONTWRITEBYTECODE), those of a checkout would be compiled in every run.
    """
    best = [float("inf")] * len(commands)
    with TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(_RUNS):
            for place, command in enumerate(commands):
                before = _children()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
                best[place] = min(best[place], _children() - before)
    return best


def _children() -> float:
    """CPU time of all programs started and ended so far, in seconds."""
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


if __name__ == "__main__":
    bench_odds()
