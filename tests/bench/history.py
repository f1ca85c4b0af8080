"""Going through a recorded game: the whole replay against a jump to any of its steps (B254).

`pbem history` replays a game once and keeps every position, so that a jump is a look into a list;
what it costs is what is shown.  As a command of its own each look costs a start and a replay.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pbem.replay import History, read_history, read_position
from pbem.save.trust import open_save
from pbem.terminal.browser import Browser

_GAMES = Path(__file__).resolve().parents[2] / "savegames"
_PBEM = Path(sys.executable).with_name("pbem")
_LINES = 40
"""Of a terminal."""


def bench_history() -> None:
    """Jumps in memory and by command in the longest recorded game, as parts of its replay."""
    index = json.loads((_GAMES / "index.json").read_text(encoding="utf-8"))
    name = max(index, key=lambda entry: index[entry]["rounds"])
    path = _GAMES / f"{name}.pbem"
    data = path.read_bytes()
    save = open_save(data)
    replay = min(_timed(partial(read_position, save)) for _ in range(5))
    keeping = min(_timed(partial(read_history, save)) for _ in range(5))
    verify = min(_timed(partial(open_save, data)) for _ in range(5))
    history = read_history(save)
    last = len(history.moments) - 1
    print(
        f"history: {name}, {index[name]['rounds']} rounds, {len(save.entries)} records, "
        f"{last} steps; replay {replay * 1000:.0f} ms, as parts of it:"
    )
    _tell("verification", verify, replay)
    _tell("replay that keeps every step", keeping, replay)
    for what, seconds in _jumps(history).items():
        _tell(f"{what}, median", statistics.median(seconds), replay)
        _tell(f"{what}, longest", max(seconds), replay)
    with tempfile.TemporaryDirectory() as home:
        for step in (1, last // 2, last):
            command = [str(_PBEM), "history", str(path), "--at", str(step)]
            _tell(f"pbem history --at {step}", _median_run(command, home), replay)
        _tell("pbem --version", _median_run([str(_PBEM), "--version"], home), replay)


def _jumps(history: History) -> dict[str, list[float]]:
    """Seconds of a jump to every step, each from the other end of the game."""
    browser = Browser(history, "")
    last = len(history.moments) - 1
    steps = [place if odd else last - place for place in range(last + 1) for odd in (True, False)]
    found: dict[str, list[float]] = {"jump": [], "jump and changes": [], "jump and board": []}
    for step in steps:
        found["jump"].append(_timed(partial(browser.go, step)))
        for what, is_board in (("jump and changes", False), ("jump and board", True)):
            browser.shows_board = is_board
            found[what].append(_timed(partial(_look, browser, step)))
    return found


def _look(browser: Browser, step: int) -> None:
    browser.go(step)
    browser.head()
    browser.body(_LINES)


def _median_run(command: list[str], home: str) -> float:
    environment = {**os.environ, "PBEM_HOME": home}
    run = partial(subprocess.run, command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return statistics.median(_timed(run) for _ in range(5))


def _tell(what: str, seconds: float, replay: float) -> None:
    print(f"  {what:<32}{seconds * 1000:9.2f} ms {seconds / replay:9.4f}")


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    bench_history()
