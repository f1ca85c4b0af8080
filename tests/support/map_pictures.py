"""docs/pictures: what the maps of the program look like, drawn by the program.

`python -m tests.support.map_pictures` draws them anew; look at them before they are kept.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine import load_scenario, new_game
from pbem.atlas import geometry_of
from pbem.atlas.colours import looks_of
from pbem.atlas.looks import LookName
from pbem.atlas.raster import png_of
from pbem.atlas.symbols import SIZE, SYMBOLS
from pbem.post.outgoing import summary_of
from pbem.replay import read_position
from pbem.report.map_picture import overlay_of
from pbem.report.map_still import mail_picture, still_of
from pbem.save.trust import open_save

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "pictures"
MOST_BYTES: Final = 200_000

_BOARDS: Final[tuple[tuple[str, str, tuple[str, ...], float, LookName], ...]] = (
    ("big-world", "big_world_1942", (), 1280, "light"),
    ("big-world-europe-dark", "big_world_1942", ("England", "Moscow", "Egypt"), 800, "dark"),
    ("global-1940", "second_edition_global_1940", (), 1280, "light"),
    ("linked-boards", "axis_allies_linked", (), 1280, "light"),
    ("triumph-and-tragedy", "triumph_tragedy", (), 1000, "light"),
    ("without-colours", "classic_1942", ("Germany", "Russia", "India"), 640, "contrast"),
)
"""Name of the picture, scenario, areas that it holds (() for all), width in pixels, look."""


def drawings() -> Iterator[tuple[str, str, int]]:
    """Names and SVG of all pictures but the mail's, and how much larger they are as PNG."""
    for name, scenario, areas, width, look in _BOARDS:
        definition = load_scenario(scenario)
        geometry, overlay = geometry_of(definition), overlay_of(new_game(definition).state)
        drawing = still_of(geometry, overlay, areas, (width, None), look, definition.name)
        yield f"{name}.png", drawing.svg, 1
    yield "signs.png", _signs(), 2


def mail() -> bytes:
    """What the mail of a turn shows."""
    save = open_save((ROOT / "savegames" / "classic-allied-victory.pbem").read_bytes())
    position = read_position(save)
    turn = next(turn for turn in position.turns if turn.number == 5)
    picture = mail_picture(turn.after, summary_of(position, turn), None)
    if picture is None:
        raise LookupError("the mail has no picture")
    return picture.png


def _signs() -> str:
    """All signs of units, each in the colour of a nation and as small as on a map."""
    looks = looks_of(load_scenario("axis_allies_linked").politics.nation_names)
    columns, width, height = 8, 80, 44
    cells: list[str] = []
    for place, (name, outline) in enumerate(SYMBOLS.items()):
        x, y = place % columns * width + width / 2, place // columns * height + 8
        look = looks[place % len(looks)]
        cells.append(
            f'<rect x="{x - 10}" y="{y - 2}" width="20" height="20" rx="3" fill="{look.fill}"/>'
            f'<path transform="translate({x - SIZE / 2} {y})" d="{outline}" fill="{look.ink}" '
            'fill-rule="evenodd"/>'
            f'<text x="{x}" y="{y + 28}" font-size="9" text-anchor="middle">'
            f"{name.replace('_', ' ')}</text>"
        )
    total = -(-len(SYMBOLS) // columns) * height + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * width}" height="{total}" '
        f'font-family="Arial, Helvetica, sans-serif"><rect width="100%" height="100%" '
        f'fill="#ffffff"/>{"".join(cells)}</svg>'
    )


def main() -> int:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    drawn = {name: png_of(svg, zoom=zoom, most=MOST_BYTES) for name, svg, zoom in drawings()}
    for name, data in {**drawn, "mail.png": mail()}.items():
        (FOLDER / name).write_bytes(data)
        print(f"{name}: {len(data) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
