"""docs/replay/*.jpg: what the page of a whole game looks like, in Chromium.

`python -m tests.support.replay_pictures` takes them anew; look at them before they are kept.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final, Literal

from pbem.post.film import film_of
from pbem.replay import read_history
from pbem.report.film_page import render_film
from pbem.save.trust import open_save
from tests.support.browser import start_browser

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "replay"

_SHOTS: Final[tuple[tuple[str, int, int, Literal["light", "dark"]], ...]] = (
    ("page.jpg", 1200, 1180, "light"),
    ("phone.jpg", 390, 844, "dark"),
)
"""Name of the picture, width and height of the window, look."""


def main() -> int:
    """Open the page at dice of a battle, and take both."""
    FOLDER.mkdir(exist_ok=True)
    data = (ROOT / "savegames" / "allies-and-axis.pbem").read_bytes()
    save = open_save(data)
    film = film_of(save, read_history(save), data, None)
    fired = [place for place, step in enumerate(film.steps, start=1) if step.volleys]
    with tempfile.TemporaryDirectory() as folder, start_browser() as browser:
        path = Path(folder) / "game.html"
        path.write_text(render_film(film), "utf-8")
        for name, width, height, look in _SHOTS:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=look)
            page.goto(path.as_uri())
            page.wait_for_selector("html[data-proven]", state="attached", timeout=120_000)
            page.evaluate(f"replay.go({fired[len(fired) // 3]})")
            picture = page.screenshot(type="jpeg", quality=70)
            (FOLDER / name).write_bytes(picture)
            print(f"{name}: {len(picture) / 1000:.0f} kB")
            page.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
