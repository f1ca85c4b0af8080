"""The pictures in docs are those that the script draws, small, and each is shown on the page."""

import re
import struct
from pathlib import Path

from tests.support.map_pictures import FOLDER, MOST_BYTES, drawings

PAGE = Path(__file__).parents[2] / "docs" / "maps.md"


def test_the_script_draws_what_the_page_shows() -> None:
    shown = re.findall(r"\(pictures/([^)]+)\)", PAGE.read_text("utf-8"))
    assert sorted(shown) == sorted(path.name for path in FOLDER.glob("*.png"))
    assert all(path.stat().st_size <= MOST_BYTES for path in FOLDER.iterdir())
    drawn = {"mail.png"}
    for name, svg, zoom in drawings():
        # Letters differ from machine to machine, sizes do not.
        width, height = struct.unpack(">II", (FOLDER / name).read_bytes()[16:24])
        assert f'width="{width // zoom}" height="{height // zoom}"' in svg, name
        drawn.add(name)
    assert drawn == set(shown)


def test_the_photographs_are_those_of_the_first_game() -> None:
    shown = re.findall(
        r"\(pictures/([^)]+\.jpg)\)", (PAGE.parent / "first-game.md").read_text("utf-8")
    )
    assert sorted(shown) == sorted(path.name for path in FOLDER.glob("*.jpg"))
