"""Commands that are killed, and let fail, at every system call that writes.

`python -m tests.fuzz --writes`, or `make fuzz ARGS=--writes`.
"""

import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.scenes import SCENES, check, make_plan
from tests.support.crashes import Try, run_plan
from tests.support.strace import HOWS

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Tally:
    """calls: that write when all goes well; tries: one for each that can go wrong in this way;
    struck: after which the command was dead or had failed; faults: after which not all was well."""

    scene: str
    how: str
    calls: int
    tries: int
    struck: int
    faults: int

    def line(self) -> str:
        """The figures in words."""
        return (
            f"{self.scene}, {self.how}: {self.calls} calls that write, {self.tries} tries, "
            f"{self.struck} failed or were killed, {self.faults} faults"
        )


def fail_everywhere(scene: str) -> Iterator[Tally]:
    """Let every call of a scene go wrong in every way; what is found is printed."""
    tries: Counter[str] = Counter()
    struck: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    calls = 0
    with TemporaryDirectory() as folder:
        plan = make_plan(SCENES[scene], Path(folder))
        for entry in run_plan(replace(plan, shares=dict.fromkeys(HOWS, _ALL))):
            calls = calls or entry.calls
            tries[entry.how] += 1
            struck[entry.how] += entry.was_killed or entry.code != 0
            faults[entry.how] += not _is_well(scene, entry)
            shutil.rmtree(entry.folder)
    for how in HOWS:
        yield Tally(scene, how, calls, tries[how], struck[how], faults[how])


def _is_well(scene: str, entry: Try) -> bool:
    try:
        check(SCENES[scene], entry)
    except Exception:
        print(f"FAULT: {scene}: {' '.join(entry.faults)}")
        traceback.print_exc(file=sys.stdout)
        return False
    return True
