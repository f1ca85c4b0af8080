"""docs/pictures/first-game-*.jpg: what a newcomer sees at the page of the first game, in Chromium.

`python -m tests.support.first_game_pictures` takes them anew; look at them before they are kept.
"""

import re
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.support.boardpage import Player, opened, running
from tests.support.browser import start_browser
from tests.support.table import Desk, desk

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "pictures"
_SIZE: Final = {"width": 1200, "height": 760}


def orders_of_the_page() -> str:
    """What docs/first-game.md has its reader type, up to the battle; without the question."""
    text = (ROOT / "docs" / "first-game.md").read_text("utf-8")
    found = re.search(r"^```\ndone\n(buy .+?)^```", text, re.DOTALL | re.MULTILINE)
    assert found is not None
    lines = ["done", *found[1].splitlines()]
    return "\n".join(line for line in lines[:-1] if not line.startswith("odds"))


def main() -> int:
    """The list of games of an empty home, and the board before the first battle."""
    with tempfile.TemporaryDirectory() as place, start_browser() as browser:
        ann = desk(Path(place), "Anna")
        context = browser.new_context(viewport=_SIZE, color_scheme="light")
        with running(ann.root) as program:
            take(Player(context, program.address), "first-game-begin")
        context = browser.new_context(viewport=_SIZE, color_scheme="light")
        with opened(in_the_first_turn(ann, Path(place)), context) as player:
            player.settle()
            take(player, "first-game-board")
    return 0


def in_the_first_turn(ann: Desk, place: Path) -> Desk:
    """A game in which the moves of the page were made and no dice were rolled."""
    ann.ok("new", "classic_1942", "--hotseat")
    orders = place / "orders"
    orders.write_text(orders_of_the_page(), "utf-8")
    ann.ok("play", ann.game.game.hex()[:8], "--orders", orders, "--open-end")
    return ann


def take(player: Player, name: str) -> None:
    """Keep a picture of the page."""
    player.page.wait_for_timeout(1500)
    picture = player.page.screenshot(type="jpeg", quality=70)
    (FOLDER / f"{name}.jpg").write_bytes(picture)
    print(f"{name}: {len(picture) / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
