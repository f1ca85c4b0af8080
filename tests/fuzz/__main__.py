"""Fuzzing for minutes to hours: `python -m tests.fuzz --minutes 30`, or `make fuzz`.

Every target gets the same share of the time.  With `--writes` every system call that writes of some
commands is then where the process is killed, fails, and finds the disk full: a turn with its dice,
from this computer and from a server, its mail, and what takes in the mails of others.
What goes wrong is printed with the words that do it again.
"""

import argparse
import random
import sys
import time
import traceback
from collections.abc import Sequence

from tests.fuzz.kills import fail_everywhere
from tests.fuzz.scenes import SCENES
from tests.fuzz.targets import TARGETS, chance_of
from tests.support.strace import missing


def fuzz(name: str, seed: int, seconds: float, most: int) -> tuple[int, int]:
    """Try a target for so long or so often; how many tries there were and how many went wrong."""
    end, number, faults = time.monotonic() + seconds, 0, 0
    with TARGETS[name].begin() as one:
        while number < most and time.monotonic() < end:
            try:
                one(chance_of(name, seed + number))
            except Exception:
                faults += 1
                print(f"FAULT: --target {name} --seed {seed + number} --most 1")
                traceback.print_exc(file=sys.stdout)
            number += 1
    return number, faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz and print what was tried; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--minutes", type=float, default=5.0, help="in all; the default is 5")
    parser.add_argument(
        "--seed", type=int, help="of the first try; another one each time if left out"
    )
    parser.add_argument("--most", type=int, default=sys.maxsize, help="tries of each target")
    parser.add_argument("--target", choices=sorted(TARGETS), help="one instead of all")
    parser.add_argument("--writes", action="store_true", help="also every call that writes")
    parser.add_argument("--scene", choices=sorted(SCENES), help="these calls of one command only")
    options = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    names = [options.target] if options.target else sorted(TARGETS)
    bad = 0
    for name in names:
        tries, faults = fuzz(name, seed, options.minutes * 60 / len(names), options.most)
        print(f"{name}: {tries} tries from seed {seed} on, {faults} faults", flush=True)
        bad += faults
    if (options.writes or options.scene) and missing():
        parser.error(missing())
    for scene in [options.scene] if options.scene else SCENES if options.writes else ():
        for tally in fail_everywhere(scene):
            print(tally.line(), flush=True)
            bad += tally.faults
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
