"""Moves that the TripleA engine has judged beside our judgement of them.

``python -m tests.conformance.legality FILE...`` prints for each map how many verdicts agree, and
the disagreements by kind; ``--disputes`` lists each of them.  A map that needs rules that are not
there is unsupported: the rules are named, and its moves are not part of the last line.  The exit
code is 1 when a map agrees in less than 99 of 100 moves or when one of the older maps is refused.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.gamedef import State
from engine.rules.turn.setup import start_position
from tests.conformance.case_game import CaseGame
from tests.conformance.case_map import MapFile
from tests.conformance.replay_json import Table, text
from tests.conformance.samples import (
    Account,
    judge,
    map_of,
    phase_of,
    position_of,
    read_lines,
    report,
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A position about whose moves the file asks, and where the answers are counted."""

    map: MapFile
    state: State
    account: Account


def compare(paths: Iterable[Path]) -> list[Account]:
    """What became of all moves of the files, map by map."""
    accounts: dict[str, Account] = {}
    for path in paths:
        _compare_file(path, accounts)
    return list(accounts.values())


def _compare_file(path: Path, accounts: dict[str, Account]) -> None:
    positions: dict[str, _Asked] = {}
    begun: dict[tuple[str, str], CaseGame] = {}
    for line in read_lines(path):
        if line["kind"] == "position":
            positions[text(line["id"])] = _asked(path, line, accounts)
            begun.clear()
            continue
        asked = positions[text(line["position"])]
        nation, phase = text(line["nation"]), text(line["phase"])
        key = (f"{text(line['position'])}, {nation}", phase)
        if key not in begun:
            begun[key] = phase_of(asked.map, asked.state, nation, phase)
        where = f"{text(line['id'])} in {key[0]}"
        verdict = judge(begun[key], phase, line, where)
        if verdict.apart:
            asked.account.apart[verdict.apart] += 1
        else:
            asked.account.add({verdict.kind: verdict.detail} if verdict.kind else {})


def _asked(path: Path, line: Table, accounts: dict[str, Account]) -> _Asked:
    map_file = map_of(path, text(line["map_file"]))
    parts = map_file.parts()
    name = text(line["map"])
    account = accounts.setdefault(name, Account(name, missing=parts.missing))
    return _Asked(map_file, position_of(start_position(parts.definition), line), account)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the files that are named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.legality")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--disputes", action="store_true", help="list moves judged otherwise")
    chosen = parser.parse_args(arguments)
    lines, enough = report(compare(chosen.files), "moves", details=chosen.disputes)
    print("\n".join(lines))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
