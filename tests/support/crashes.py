"""A command that is killed, or whose disk fails, at a chosen system call, many times over.

`python -m tests.support.crashes` reads a Plan as JSON from standard input and prints a line of JSON
about each try.  It forks for every try, so that the imports are paid for once.  What goes wrong is
done from outside the process, by strace (tests/support/strace.py).
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal
from unittest import mock

from pbem.play import file_advice
from pbem.save.trust import open_save
from tests.support.mail_sink import serve_mail
from tests.support.ports import HOST
from tests.support.strace import Call, Ended, How, faults_at, run_watched
from tests.support.table import CLOCK, Desk

HERE = "@HERE@"
_MOST_TRIES = 5
_MAIL_WAITS = (": NOT SENT yet", "What is not sent waits;")
"""What a command says when it has done its work, but could not hand over its mail."""
_START_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Plan:
    """template: a folder with homes, copied for every try; `@HERE@` in a config.toml becomes it.

    home: the folder of the home in it; command: what goes wrong; again: what goes on afterwards;
    afterwards: the commands after that; shares: how many calls are to go wrong in each way, spread
    over all that write, the first and the last one among them.
    dice, mail: ports on which `pbem dice serve` answers from the folder's `server`, and on which a
    mail server puts what it accepts into the folder's `sink`; 0 for none.
    """

    template: str
    work: str
    home: str
    command: Sequence[str]
    again: Sequence[str]
    afterwards: Sequence[Sequence[str]] = ()
    shares: Mapping[How, int] = field(default_factory=dict)
    dice: int = 0
    mail: int = 0


@dataclass(frozen=True, slots=True)
class Try:
    """What became of one try: whether it was killed, the folder, and how going on went.

    how and faults: what went wrong, "" and () in the first try, in which all goes well; calls: how
    many calls that write there were.
    code and said: of the command itself if it was not killed; codes and output: of going on;
    afterwards: code of each command after that; state: the last record of every game in between.
    """

    how: How | Literal[""]
    faults: Sequence[str]
    calls: int
    was_killed: bool
    folder: str
    state: str
    codes: list[int]
    output: str
    code: int
    said: str
    afterwards: Sequence[int]


def run_plan(plan: Plan) -> Iterator[Try]:
    """Carry out a plan in a process of its own: one try in which all goes well, then the others."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.crashes"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(asdict(plan)))
        process.stdin.close()
        for line in process.stdout:
            yield Try(**json.loads(line))
    assert process.returncode == 0


def says_mail_waits(said: str) -> bool:
    """Whether a command said that a mail is still to be sent."""
    return any(words in said for words in _MAIL_WAITS)


def _code_in_fork(work: Callable[[], int]) -> int:
    child = os.fork()
    if child == 0:
        os._exit(work())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _tries(plan: Plan) -> Iterator[Try]:
    first, calls = _one(plan, 0, "", ())
    yield first
    assert first.code == 0 and set(first.afterwards) <= {0}, first
    faults = [
        (how, one)
        for how, wanted in plan.shares.items()
        for one in _spread(faults_at(calls, how), wanted)
    ]
    for number, (how, one) in enumerate(faults, 1):
        yield _one(plan, number, how, one)[0]


def _spread(faults: Sequence[tuple[str, ...]], wanted: int) -> list[tuple[str, ...]]:
    """So many of them (two at least), from the first one to the last one."""
    wanted, last = min(wanted, len(faults)), len(faults) - 1
    return [faults[index * last // (wanted - 1)] for index in range(wanted)]


def _one(
    plan: Plan, number: int, how: How | Literal[""], faults: Sequence[str]
) -> tuple[Try, Sequence[Call]]:
    folder = _copy(plan, str(number))
    desk = Desk(folder / plan.home)
    with _served(plan, folder):
        ended = _watched(desk, _placed(plan.command, folder), folder, faults)
        state = _state(folder)
        codes: list[int] = []
        output = folder / "output.txt"

        def again() -> int:
            said = desk.run(*_placed(plan.again, folder))
            output.write_text(said.out + said.err)
            return said.code

        is_done = not ended.was_killed and ended.code == 0 and not says_mail_waits(ended.said)
        for _ in range(0 if is_done else _MOST_TRIES):
            codes.append(_code_in_fork(again))
            if codes[-1] == 0:
                break
        text = output.read_text() if output.exists() else ""
        after = [_code_of(desk, _placed(words, folder)) for words in plan.afterwards]
    return Try(
        *(how, faults, len(ended.calls), ended.was_killed, str(folder), state, codes, text),
        *(ended.code, ended.said, after),
    ), ended.calls


def _watched(desk: Desk, words: Sequence[str], folder: Path, faults: Sequence[str]) -> Ended:
    def work() -> tuple[int, str]:
        # Bytecode that Python keeps is not the program's writing.
        sys.dont_write_bytecode = True
        said = desk.run(*words)
        return said.code, said.out + said.err

    return run_watched(work, folder, faults)


def _code_of(desk: Desk, words: Sequence[str]) -> int:
    return _code_in_fork(lambda: desk.run(*words).code)


def _warm_up(plan: Plan) -> None:
    """Run the commands once in this process, so that no fork has to import anything."""
    folder = _copy(plan, "warm")
    with _served(plan, folder):
        for words in (plan.command, plan.again, *plan.afterwards):
            Desk(folder / plan.home).run(*_placed(words, folder))


@contextmanager
def _served(plan: Plan, folder: Path) -> Iterator[None]:
    """The servers that a plan needs, over one try's own copy of what they hold."""
    with ExitStack() as stack:
        if plan.dice:
            server = folder / "server"
            words = ["dice", "serve", "--store", str(server / "store"), "--no-limits"]
            words += ["--key-file", str(server / "storage.key"), "--port", str(plan.dice)]
            words += ["--log-level", "error"]
            stack.enter_context(_process(lambda: Desk(server).run(*words).code, plan.dice))
        if plan.mail:
            sink = folder / "sink"
            stack.enter_context(_process(lambda: serve_mail(plan.mail, sink), plan.mail))
        yield


@contextmanager
def _process(work: Callable[[], object], port: int) -> Iterator[None]:
    """A process that listens on a port, until the block ends."""
    child = os.fork()
    if child == 0:
        work()
        os._exit(1)
    try:
        end = time.monotonic() + _START_SECONDS
        while not _is_open(port):
            assert time.monotonic() < end and os.waitpid(child, os.WNOHANG)[0] == 0
            time.sleep(0.01)
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _is_open(port: int) -> bool:
    try:
        socket.create_connection((HOST, port)).close()
    except ConnectionRefusedError:
        return False
    return True


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
    kinds = [
        open_save(path.read_bytes()).entries[-1].kind
        for path in sorted(folder.glob("*/games/*/current.pbem"))
    ]
    return " ".join(kinds)


def main() -> None:
    """Read a plan, make its tries, print what became of each."""
    plan = Plan(**json.load(sys.stdin))
    # A receipt holds the time, and the head that later dice depend on holds the receipt: with the
    # clock stopped every run has the same dice, and so the same calls.
    time.time = lambda: float(CLOCK)
    # Warnings about a turn are most of the work of giving it, and write nothing.
    mock.patch.object(file_advice, "warnings_of", return_value=()).start()
    if plan.dice:
        import pbem.dice.server.serve  # noqa: F401, PLC0415 - once instead of in every fork
    _warm_up(plan)
    for entry in _tries(plan):
        print(json.dumps(asdict(entry)), flush=True)


if __name__ == "__main__":
    main()
