"""Recorded games of the TripleA engine beside ours: ``python -m tests.conformance.games FILE...``.

For each game: steps equal / steps, orders agreed / orders, and the first difference.  The exit
code is 1 when a game differs.
"""

import argparse
import sys
from pathlib import Path

from tests.conformance.replay_game import Result, replay_file


def main(arguments: list[str]) -> int:
    """Replay the files that are named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.games")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--disputes", action="store_true", help="list orders judged otherwise")
    chosen = parser.parse_args(arguments)
    results: list[Result] = []
    for path in chosen.files:
        result = replay_file(path)
        results.append(result)
        print(
            f"{result.name}: {result.equal_steps}/{result.steps} steps equal,"
            f" {result.agreed_orders}/{result.orders} orders agreed",
            flush=True,
        )
        if result.explained:
            print(f"  {result.explained} steps by a known defect of that engine: engine_bugs.md")
        if result.left_out > 1:
            print(f"  {result.left_out} steps left out behind a known defect: engine_bugs.md")
        if result.difference:
            print(f"  {result.difference}")
        if chosen.disputes:
            for dispute in result.disputes:
                print(f"  {dispute}")
    print(summary(results))
    return 0 if all(result.is_equal for result in results) else 1


def summary(results: list[Result]) -> str:
    """The last line."""
    equal = sum(result.is_equal for result in results)
    steps = sum(result.equal_steps for result in results)
    orders = sum(result.agreed_orders for result in results)
    return (
        f"{equal} of {len(results)} games equal,"
        f" {steps} of {sum(result.steps for result in results)} steps,"
        f" {orders} of {sum(result.orders for result in results)} orders agreed"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
