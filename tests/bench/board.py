"""The page of the board in a real Chromium: how long a player waits for it, a click and a move.

Times are as a script of the page sees them, from the click until what was asked for is drawn.  They
stand beside the same page asked for a small file, which is the least that anything can take.
"""

import os
import re
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support import browser
from tests.support.boardpage import PBEM, Player, running


@dataclass(frozen=True, slots=True)
class Board:
    """A game at its beginning: areas with stacks, and attacks by land, of whoever moves first."""

    scenario: str
    title: str
    stacks: tuple[str, ...]
    moves: tuple[tuple[str, str], ...]


BOARDS = (
    Board(
        "big_world_1942",
        "Big World",
        ("Karelija", "Leningrad", "Moscow", "Northern Russia", "Stalingrad", "Caucasus"),
        (("Karelija", "Finland"), ("Leningrad", "Novgorod"), ("Northern Russia", "Western Russia")),
    ),
    Board(
        "second_edition_global_1940",
        "Global 1940",
        ("Germany", "Western Germany", "Poland", "Romania", "Holland Belgium", "Norway"),
        (
            ("Western Germany", "France"),
            ("Holland Belgium", "France"),
            ("Greater Southern Germany", "Yugoslavia"),
        ),
    ),
)
_LEAST = """async () => {
  const begin = performance.now();
  await (await fetch("file/dom.js")).text();
  return performance.now() - begin;
}"""
_CHOSEN = """async (name) => {
  const field = document.getElementById("find");
  const begin = performance.now();
  field.value = name;
  field.dispatchEvent(new Event("change"));
  const is = () => document.querySelector("#area h2")?.textContent === name;
  while (!is() && performance.now() < begin + 5000) {
    await new Promise((done) => setTimeout(done, 1));
  }
  return performance.now() - begin;
}"""
_MOVED = """async (goal) => {
  const list = document.getElementById("goal");
  const count = document.querySelectorAll("#orders ol li").length;
  list.value = goal;
  const begin = performance.now();
  list.form.requestSubmit();
  const until = async (is) => {
    while (!is() && performance.now() < begin + 5000) {
      await new Promise((done) => setTimeout(done, 1));
    }
    return performance.now() - begin;
  };
  const moved = await until(() => document.querySelectorAll("#orders ol li").length !== count);
  const told = () => document.querySelector("#odds")?.textContent ?? "";
  return [moved, await until(() => told().includes("against"))];
}"""


def bench_board() -> None:
    """Print the waits; nothing where there is no browser."""
    if (reason := browser.missing_reason()) is not None:
        print(f"the board: not measured, {reason}")
        return
    for board in BOARDS:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            for words in (
                ["keys", "new", "--name", "Ann", "--no-passphrase"],
                ["new", board.scenario, "--name", board.title, "--hotseat"],
            ):
                environment = {**os.environ, "PBEM_HOME": str(home)}
                subprocess.run(
                    [*PBEM, *words], env=environment, check=True, stdout=subprocess.DEVNULL
                )
            _measure(home, board)


def _measure(home: Path, board: Board) -> None:
    with browser.start_browser() as started:
        context = started.new_context(viewport={"width": 1400, "height": 850})
        begin = time.perf_counter()
        with running(home) as program:
            ready = time.perf_counter() - begin
            player = Player(context, program.address)
            player.click(board.title)
            page = player.page
            page.wait_for_selector("#ask [data-end]")
            while not re.search(": (combat )?move", page.inner_text("#where")):
                player.key("d")
            least = statistics.median(page.evaluate(_LEAST) for _ in range(9))
            clicks = [page.evaluate(_CHOSEN, name) for name in board.stacks * 3]
            moves, odds = [], []
            for start, goal in board.moves * 3:
                player.key("Escape")
                page.evaluate(_CHOSEN, start)
                moved, told = page.evaluate(_MOVED, goal)
                moves.append(moved)
                odds.append(told)
                player.key("u")
            begin = time.perf_counter()
            page.reload()
            page.wait_for_selector("#ask [data-end]")
            usable = time.perf_counter() - begin
    print(
        f"the board, {board.title}: program {ready:.2f} s, page {usable:.2f} s; "
        f"a click {statistics.median(clicks):.0f} ms, a move {statistics.median(moves):.0f} ms, "
        f"with its odds {statistics.median(odds):.0f} ms, "
        f"the least {least:.0f} ms"
    )
