"""New games of the TripleA engine beside ours: ``python -m tests.conformance.equal``.

A random map of those beside the project, random options, players and seed; the real engine
(``../shared/oracle``, where it is installed) records a game, and ours plays it again.  A game that
differs is recorded anew with fewer rounds, as few as show a difference, and its first difference is
told with the line that records it again.  The exit code is 1 when a game differs.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tests.conformance.games import is_refused, summary
from tests.conformance.replay_game import SHARED, Result, replay_file

ORACLE: Final = SHARED.parent / "oracle" / "oracle"
FOLDERS: Final = ("maps", "maps-2", "maps-3", "fixtures", "folders")
PLAYERS: Final = ("wild3", "wild2", "wild3,wild2", "wild3,weak")
OPTIONS: Final = ((), ("opt",), ("ll",), ("opt", "ll"))


@dataclass(frozen=True, slots=True)
class Plan:
    """One game to be recorded: what the oracle is told."""

    map_file: Path
    seed: int
    players: str
    rounds: int
    options: tuple[str, ...]

    def command(self, map_file: Path, out: Path, seconds: int) -> list[str]:
        """The command that records it; map_file: a copy of the map in a folder without a game's."""
        fixed = [
            str(map_file),
            str(out.absolute()),
            str(self.seed),
            self.players,
            str(self.rounds),
        ]
        return [str(ORACLE), "record", *fixed, str(seconds), *self.options]


def plans(seed: int, count: int, maps: Sequence[Path], rounds: int) -> list[Plan]:
    """So many games; the same for the same seed and maps."""
    chance = random.Random(seed)
    return [
        Plan(
            chance.choice(maps),
            chance.randrange(1, 1_000_000),
            chance.choice(PLAYERS),
            rounds,
            chance.choice(OPTIONS),
        )
        for _ in range(count)
    ]


def record(plan: Plan, folder: Path, seconds: int) -> Result | None:
    """The game recorded and compared; None where the engine recorded nothing."""
    out = folder / f"{plan.map_file.stem}.s{plan.seed}.r{plan.rounds}.jsonl.gz"
    # That engine fails on a lone map file among the pictures and texts of its game.
    alone = folder / plan.map_file.name
    shutil.copyfile(plan.map_file, alone)
    done = subprocess.run(plan.command(alone, out, seconds), capture_output=True, check=False)
    if done.returncode or not out.exists():
        return None
    return replay_file(out)


def shrunk(plan: Plan, folder: Path, seconds: int) -> Plan:
    """The same game with the fewest rounds that still differ."""
    for rounds in range(1, plan.rounds):
        shorter = replace(plan, rounds=rounds)
        result = record(shorter, folder, seconds)
        if result is not None and not result.is_equal:
            return shorter
    return plan


def main(arguments: list[str]) -> int:
    """Record and compare; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.equal")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=120, help="for one recording")
    parser.add_argument("--keep", type=Path, help="a folder for the recordings")
    parser.add_argument("--map", type=Path, action="append", help="take only these map files")
    chosen = parser.parse_args(arguments)
    if not ORACLE.exists():
        print("the other engine is not beside the project; nothing was compared")
        return 0
    maps = chosen.map or sorted(p for name in FOLDERS for p in (SHARED / name).rglob("*.xml"))
    with tempfile.TemporaryDirectory() as box:
        folder = chosen.keep or Path(box)
        folder.mkdir(parents=True, exist_ok=True)
        return _compare(plans(chosen.seed, chosen.games, maps, chosen.rounds), folder, chosen)


def _compare(chosen: Sequence[Plan], folder: Path, said: argparse.Namespace) -> int:
    results: list[Result] = []
    silent: Counter[str] = Counter()
    for plan in chosen:
        result = record(plan, folder, said.seconds)
        if result is None:
            silent[plan.map_file.stem] += 1
            continue
        results.append(result)
        if result.is_equal or is_refused(result):
            word = "equal" if result.is_equal else result.difference[:100]
            print(f"{result.name}: {word}", flush=True)
            continue
        least = shrunk(plan, folder, said.seconds)
        alone = Path(least.map_file.name)
        told = " ".join(least.command(alone, Path("OUT.jsonl.gz"), said.seconds))
        print(
            f"{result.name}: {result.difference or result.disputes[0]}"
            f"\n  cp {least.map_file} . && {told}",
            flush=True,
        )
    if silent:
        print(f"{silent.total()} games were not recorded: {', '.join(sorted(silent))}")
    print(f"{len({plan.map_file for plan in chosen})} maps; {summary(results)}")
    return 0 if all(result.is_equal or is_refused(result) for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
