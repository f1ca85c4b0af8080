"""The page of a long game: its size, the time to write it, and the time until a browser shows it.

`python -m tests.bench.replay [SAVE]`; without a save, 100 turns of Big World are played first, and
that takes some minutes.
"""

import sys
import tempfile
import time
from pathlib import Path

from pbem.post.film import film_of
from pbem.replay import read_history
from pbem.report.film_page import render_film
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.browser import missing_reason, start_browser
from tests.support.game_recipes import Recipe
from tests.support.record_games import play_recipe

_TURNS = 100
_MOST_BYTES = 1_500_000
_MOST_SECONDS = 2.0


def long_game() -> TrustedSave:
    """At least 100 turns of Big World between sensible players."""
    rounds = -(-_TURNS // 6)
    recipe = Recipe("a long game", frozenset(), {"total_victory": True}, rounds=rounds)
    return play_recipe("long", recipe)


def main(arguments: list[str]) -> None:
    """Print all of it for one game."""
    save = open_save(Path(arguments[0]).read_bytes()) if arguments else long_game()
    data = save.to_bytes()
    started = time.perf_counter()
    history = read_history(save)
    played = time.perf_counter()
    page = render_film(film_of(save, history, data, None)).encode()
    written = time.perf_counter()
    turns, steps = len(history.turns), len(history.line()) - 1
    print(f"replay of {turns} turns, {steps} steps, a save of {len(data) / 1000:.0f} kB:")
    print(f"  page {len(page) / 1000:.0f} kB (goal {_MOST_BYTES / 1000:.0f})")
    print(f"  played in {played - started:.1f} s, written in {written - played:.1f} s")
    reason = missing_reason()
    if reason:
        print(f"  not opened: {reason}")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.html"
        path.write_bytes(page)
        show(path)


def show(path: Path) -> None:
    """Open the page three times in fresh windows."""
    with start_browser() as browser:
        for _ in range(3):
            window = browser.new_page()
            begun = time.perf_counter()
            window.goto(path.as_uri())
            window.wait_for_selector("html[data-ready]", state="attached")
            ready = time.perf_counter() - begun
            window.wait_for_selector("html[data-proven]", state="attached", timeout=120_000)
            proven = time.perf_counter() - begun
            window.close()
            print(f"  ready after {ready:.2f} s (goal {_MOST_SECONDS:g}), verified {proven:.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
