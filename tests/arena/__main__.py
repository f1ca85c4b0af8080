"""Two computer players against each other: `python -m tests.arena hard easy --games 10`.

Every seed is played twice, with the sides swapped, on two processes.  Swing is what the first of
the two players gained on the other, in production and in value of units, with its standard error.
"""

import argparse
import shlex
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from engine import Definition, load_scenario, read_triplea_map, scenario_names
from engine.ai import PLAYERS
from tests.arena.faults import Faults
from tests.arena.game import BOT, Result, mean_and_error, play_game


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description=__doc__)
    parser.add_argument("one", help="easy, fast, hard or random; hard:2 has 2 s; or bot:COMMAND")
    parser.add_argument("other", help="the other player")
    parser.add_argument("--map", default="big_world_1942", help="a scenario, or a TripleA map file")
    parser.add_argument("--games", type=int, default=4, help="games, half of them on each side")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair of games")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--as-bots", action="store_true", help="run players of ours as bots too")
    asked = parser.parse_args()
    one, other = (as_bot(name) if asked.as_bots else name for name in (asked.one, asked.other))
    jobs = [
        ((one, other) if place % 2 == 0 else (other, one), seed)
        for seed in range(asked.seed, asked.seed + (asked.games + 1) // 2)
        for place in range(2)
    ][: asked.games]
    with ProcessPoolExecutor(asked.processes) as pool:
        played = list(pool.map(partial(_play, asked.map, asked.rounds), jobs))
    _report(one, other, jobs, played)


def as_bot(name: str) -> str:
    """A player of ours as a process of its own; others as they are."""
    if name.partition(":")[0] not in PLAYERS:
        return name
    return BOT + shlex.join([sys.executable, "-m", "pbem.play.bot_side", name])


def game_called(name: str) -> Definition:
    """A scenario of ours, or a map file."""
    if name in scenario_names():
        return load_scenario(name)
    return read_triplea_map(Path(name).read_bytes())


def _play(name: str, rounds: int, job: tuple[tuple[str, str], int]) -> Result:
    players, seed = job
    return play_game(game_called(name), players, seed, rounds)


def _report(
    one: str, other: str, jobs: list[tuple[tuple[str, str], int]], played: list[Result]
) -> None:
    for side, label in ((0, "first side"), (1, "second side")):
        sign = 1 if side == 0 else -1
        swings = [game.swing for place, game in enumerate(played) if place % 2 == side]
        if not swings:
            continue
        production = mean_and_error([float(sign * swing.production) for swing in swings])
        value = mean_and_error([float(sign * swing.value) for swing in swings])
        print(
            f"{one} as the {label}, against {other}: {len(swings)} games, "
            f"production {production[0]:+.0f} ± {production[1]:.0f}, "
            f"value {value[0]:+.0f} ± {value[1]:.0f}"
        )
    for name in dict.fromkeys((one, other)):
        faults, cpu = Faults(), 0.0
        for game in played:
            faults.add(game.faults[name])
            cpu = max(cpu, game.cpu[name])
        battles, turns = max(1, faults.battles), max(1, faults.turns)
        print(
            f"{name}: dearest turn {cpu:.2f} s; {faults.battles} attacks on land, chance to take "
            f"{faults.chances / battles:.2f}, {faults.ratios / battles:.1f} to 1; in a turn "
            f"{faults.idle / turns:.1f} idle units, {faults.empty / turns:.2f} empty factories, "
            f"{faults.alone / turns:.2f} lone transports"
        )


if __name__ == "__main__":
    main()
