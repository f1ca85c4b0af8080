"""Recorded games of the TripleA engine beside ours: ``python -m tests.conformance.games FILE...``.

For each game: steps equal / steps, orders agreed / orders, and the first difference.
``--summary DIR`` takes all games of a folder, prints one line for each, and then the differences in
groups that are alike but for names and numbers.  ``--choices`` lists what only one of the engines
lets a player choose, which no difference shows until somebody does.  The exit code is 1 when a game
differs.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.conformance.replay_game import REFUSED, Result, replay_file

_WIDTH: Final = 200
_LIKENESS: Final = 90
_KINDS: Final = frozenset({"territories", "players", "relationships", "owner", "units", "hand"})


def main(arguments: list[str]) -> int:
    """Replay the files that are named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.games")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--summary", type=Path, metavar="DIR", help="one line a game, and groups")
    parser.add_argument("--disputes", action="store_true", help="list orders judged otherwise")
    parser.add_argument("--choices", action="store_true", help="list retreats offered otherwise")
    chosen = parser.parse_args(arguments)
    if chosen.summary is not None:
        return summarize(sorted(chosen.summary.glob("*.jsonl.gz")))
    if not chosen.files:
        parser.error("name files of games, or --summary DIR")
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
        if chosen.choices:
            for choice in result.choices:
                print(f"  {choice}")
    print(summary(results))
    return 0 if all(result.is_equal for result in results) else 1


def summarize(paths: Sequence[Path]) -> int:
    """One line for each game, the groups of like differences, the last line; the exit code."""
    results: list[Result] = []
    groups: dict[str, list[str]] = {}
    for path in paths:
        result = _result(path)
        results.append(result)
        first = next(iter((result.difference or "").splitlines()), "")
        first = first or next(iter(result.disputes), "")
        print(f"{result.name}: {'equal' if result.is_equal else first}"[:_WIDTH], flush=True)
        if not result.is_equal:
            groups.setdefault(_likeness(result), []).append(result.name)
    for likeness, names in sorted(groups.items(), key=lambda group: -len(group[1])):
        print(f"{len(names)} x {likeness}: {', '.join(names)}")
    print(summary(results))
    return 0 if all(result.is_equal for result in results) else 1


def _result(path: Path) -> Result:
    """How a game went; a fault of the comparison itself is its difference."""
    try:
        return replay_file(path)
    except Exception as error:
        # One broken game must not hide the others.
        name = path.name.removesuffix(".jsonl.gz")
        return Result(name, 1, 0, difference=f"{type(error).__name__}: {error}")


def _likeness(result: Result) -> str:
    """What a difference is about, without the names and numbers of the game."""
    if not result.difference:
        _, _, verdict = result.disputes[0].partition(": recorded ")
        return f"an order recorded {_plain(verdict)}"
    head, *details = result.difference.splitlines()
    if not details:
        return _plain(re.sub(r"^step \d+, round \d+ [^:]*: ", "", head))
    parts = details[0].strip().split(" / ")
    wanted = re.sub(r".*: recorded ", "recorded ", parts[-1])
    kinds = [part for part in parts[:-1] if part in _KINDS]
    return _plain(" ".join((*kinds, wanted)))


def _plain(text: str) -> str:
    """A sentence without what is in capitals, quotes, braces or digits."""
    text = re.sub(r"\{.*\}|\[[^]]*\]|'[^']*'|\"[^\"]*\"|\([^)]*\)|\d+", "_", text)
    return re.sub(r"\b[A-Z][\w.&%-]*(?: [A-Z][\w.&%-]*)*", "_", text)[:_LIKENESS]


def is_refused(result: Result) -> bool:
    """Whether its map cannot be played."""
    return result.difference.startswith(REFUSED)


def summary(results: list[Result]) -> str:
    """The last line: what is equal, what is not, what is explained, and what was not compared."""
    equal = sum(result.is_equal for result in results)
    refused = sum(is_refused(result) for result in results)
    explained = sum(bool(result.explained or result.left_out > 1) for result in results)
    steps = sum(result.equal_steps for result in results)
    orders = sum(result.agreed_orders for result in results)
    return (
        f"{equal} of {len(results)} games equal, {len(results) - equal - refused} unequal,"
        f" {explained} with a named defect of that engine, {refused} refused;"
        f" {steps} of {sum(result.steps for result in results)} steps,"
        f" {orders} of {sum(result.orders for result in results)} orders agreed"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
