"""Plays cases of the conformance file: python -m tests.conformance.cases CASES.json --maps DIR.

One line for each case (passed; failed and why; unsupported and which rule is missing) and a last
line with the numbers.  The exit code is 1 when a case failed.

A map that asks for rules that are not there is read as far as it goes.  A case on it passes when
everything that it expects holds.  Otherwise it is unsupported when it may touch one of the rules
that are missing, which are named, and failed when it touches none.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import DefinitionError
from tests.conformance.case_checks import check
from tests.conformance.case_file import (
    Case,
    CaseFailedError,
    CaseUnsupportedError,
    read_cases,
)
from tests.conformance.case_game import CaseGame
from tests.conformance.case_map import MapFile
from tests.conformance.case_relevance import relevant
from tests.conformance.case_steps import Run, dice_of, play

PASSED, FAILED, UNSUPPORTED = "passed", "failed", "unsupported"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a case: passed, failed or unsupported, and why."""

    case: Case
    outcome: str
    why: str = ""

    def __str__(self) -> str:
        """One line."""
        return f"{self.case.name}: {self.outcome}" + (f": {self.why}" if self.why else "")


def judge(case: Case, maps: Path) -> Verdict:
    """Play a case on its map in a folder."""
    missing: tuple[str, ...] = ()
    try:
        map_file = MapFile.at(maps / case.map_name)
        missing = relevant(case, map_file.parts())
        _play(case, map_file)
    except CaseUnsupportedError as error:
        return Verdict(case, UNSUPPORTED, str(error))
    except DefinitionError as error:
        return Verdict(case, UNSUPPORTED, str(error))
    except CaseFailedError as error:
        if missing:
            return Verdict(case, UNSUPPORTED, f"{error}; {_needs(missing)}")
        return Verdict(case, FAILED, str(error))
    except Exception as error:
        # One broken case must not hide the verdicts on the others.
        return Verdict(case, FAILED, f"{type(error).__name__}: {error}")
    return Verdict(case, PASSED)


def _play(case: Case, map_file: MapFile) -> None:
    run = Run(CaseGame(map_file, dice_of(case)))
    for edit in case.setup:
        play(run, edit)
    begin = run.game.state
    for step in case.steps:
        play(run, step)
    for expected in case.expected:
        check(run, begin, expected)
    if run.game.dice:
        raise CaseFailedError(f"the engine did not ask for the last {len(run.game.dice)} dice")


def _needs(missing: Sequence[str]) -> str:
    return f"the case may need rules that are not there: {'; '.join(missing)}"


def verdicts(cases: Path, maps: Path) -> Iterator[Verdict]:
    """The verdicts on all cases of a file, in its order."""
    for case in read_cases(cases):
        yield judge(case, maps)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all verdicts; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.cases")
    parser.add_argument("cases", type=Path, help="file of cases")
    parser.add_argument("--maps", type=Path, required=True, help="folder of the maps")
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    for verdict in verdicts(options.cases, options.maps):
        counts[verdict.outcome] += 1
        print(verdict)
    print(", ".join(f"{counts[word]} {word}" for word in (PASSED, FAILED, UNSUPPORTED)))
    return 1 if counts[FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
