"""A process that is killed, or whose disk fails, at a chosen moment, many times over.

`python -m tests.support.crashes` reads a Plan as JSON from standard input and prints what became
of each try.  It forks for every try, so that the imports are paid for once.  A moment is the time
just before or just after something durable: a flush to disk, a renaming, an answer of the dice
authority.  With `how` it is a call that writes (tests/support/write_faults.py).
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial, wraps
from pathlib import Path
from typing import Literal

from pbem.dice.authority import Authority
from tests.support.table import CLOCK, Desk
from tests.support.write_faults import Faults, How, install

HERE = "@HERE@"
_MOST_TRIES = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """template: a folder with homes, copied for every try; `@HERE@` in a config.toml becomes it.

    home: the folder of the home in it; command: what is killed; again: what goes on afterwards;
    moments: at which moments it is killed, counted from 1, or () for how many there are.
    how: what goes wrong at a call that writes, "" for a kill at a durable moment; afterwards: the
    commands after that.
    """

    template: str
    work: str
    home: str
    command: Sequence[str]
    again: Sequence[str]
    moments: Sequence[int]
    how: How | Literal[""] = ""
    afterwards: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class Try:
    """What became of one try: whether it was killed, the folder, and how going on went.

    code and said: of the command itself if it was not killed; codes and output: of going on.
    """

    moment: int
    was_killed: bool
    folder: str
    state: str
    codes: list[int]
    output: str
    code: int = 0
    said: str = ""
    afterwards: Sequence[int] = ()


def run_plan(plan: Plan) -> list[Try]:
    """Carry out a plan in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.crashes"],
        input=json.dumps(asdict(plan)),
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [Try(**entry) for entry in json.loads(done.stdout)]


def count_moments(plan: Plan) -> int:
    """How many moments the command of a plan has when nobody kills it."""
    (only,) = run_plan(Plan(**{**asdict(plan), "moments": ()}))
    assert only.codes == [0], only
    return only.moment


class _Moments:
    """Counts moments and kills the process at one of them."""

    def __init__(self, fatal: int) -> None:
        self.fatal = fatal
        self.count = 0

    def stop(self) -> None:
        """Nothing is counted any more."""
        self.fatal = 0

    def pass_one(self) -> None:
        self.count += 1
        if self.count == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, inner: Callable[..., object]) -> Callable[..., object]:
        @wraps(inner)
        def watched(*arguments: object, **named: object) -> object:
            self.pass_one()
            result = inner(*arguments, **named)
            self.pass_one()
            return result

        return watched


def _watch(how: How | Literal[""], fatal: int) -> _Moments | Faults:
    if how:
        return install(how, fatal)
    moments = _Moments(fatal)
    for name in ("fsync", "replace", "rename", "link"):
        setattr(os, name, moments.around(getattr(os, name)))
    Authority.roll = moments.around(Authority.roll)  # type: ignore[method-assign, assignment]
    Authority.close = moments.around(Authority.close)  # type: ignore[method-assign, assignment]
    return moments


def _in_child(work: Callable[[], int]) -> tuple[bool, int]:
    """Run something in a fork; whether it was killed, and its exit code."""
    child = os.fork()
    if child == 0:
        os._exit(work())
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status), os.waitstatus_to_exitcode(status)


def _one(plan: Plan, moment: int) -> Try:
    folder = _copy(plan, str(moment))
    desk = Desk(folder / plan.home)
    arguments = _placed(plan.command, folder)
    counted = folder / "moments.txt"

    first = folder / "first.txt"

    def fatal() -> int:
        moments = _watch(plan.how, moment)
        said = desk.run(*arguments)
        moments.stop()
        counted.write_text(str(moments.count))
        first.write_text(said.out + said.err)
        return said.code

    was_killed, code = _in_child(fatal)
    if moment == 0:
        return Try(int(counted.read_text()), False, str(folder), "", [code], "")
    state = _state(folder)
    codes: list[int] = []
    output = folder / "output.txt"

    def again() -> int:
        said = desk.run(*_placed(plan.again, folder))
        output.write_text(said.out + said.err)
        return said.code

    for _ in range(_MOST_TRIES if was_killed or code else 0):
        codes.append(_in_child(again)[1])
        if codes[-1] == 0:
            break
    text = output.read_text() if output.exists() else ""
    said = first.read_text() if first.exists() else ""
    after = [
        _in_child(partial(_code_of, desk, _placed(words, folder)))[1] for words in plan.afterwards
    ]
    return Try(moment, was_killed, str(folder), state, codes, text, code, said, after)


def _code_of(desk: Desk, words: Sequence[str]) -> int:
    return desk.run(*words).code


def _warm_up(plan: Plan) -> None:
    """Run the command once in this process, so that no fork has to import anything."""
    folder = _copy(plan, "warm")
    Desk(folder / plan.home).run(*_placed(plan.command, folder))


def _copy(plan: Plan, name: str) -> Path:
    folder = Path(plan.work) / name
    shutil.copytree(plan.template, folder)
    for config in folder.glob("*/config.toml"):
        config.write_text(config.read_text().replace(HERE, str(folder)))
    return folder


def _placed(words: Sequence[str], folder: Path) -> list[str]:
    return [word.replace(HERE, str(folder)) for word in words]


def _state(folder: Path) -> str:
    """The last record of every game in the game stores after the kill."""
    from pbem.save.trust import open_save  # noqa: PLC0415

    kinds = [
        open_save(path.read_bytes()).entries[-1].kind
        for path in sorted(folder.glob("*/games/*/current.pbem"))
    ]
    return " ".join(kinds)


def main() -> None:
    """Read a plan, try every moment, print what became of it."""
    plan = Plan(**json.load(sys.stdin))
    # A receipt holds the time, and the head that later dice depend on holds the receipt: with the
    # clock stopped every run has the same dice, and so the same moments.
    time.time = lambda: float(CLOCK)
    if plan.moments:
        _warm_up(plan)
    tries = [_one(plan, moment) for moment in plan.moments or (0,)]
    print(json.dumps([asdict(entry) for entry in tries]))


if __name__ == "__main__":
    main()
