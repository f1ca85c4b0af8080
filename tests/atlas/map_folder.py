"""Small TripleA map folders, made for tests: areas are squares of a grid."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

from engine import Definition

SIDE = 100


def square(column: int, row: int) -> str:
    left, top = column * SIDE, row * SIDE
    right, bottom = left + SIDE, top + SIDE
    return f"<  ({left},{top}) ({right},{top}) ({right},{bottom}) ({left},{bottom}) >"


def files_for(definition: Definition, columns: int = 20) -> dict[str, str]:
    """The files of a folder in which the areas lie in rows, in alphabetical order."""
    names = sorted(definition.board.territories)
    spots = {name: (place % columns, place // columns) for place, name in enumerate(names)}
    rows = -(-len(names) // columns)
    centres = (
        f"{name}  ({column * SIDE + 50},{row * SIDE + 50})" for name, (column, row) in spots.items()
    )
    return {
        "polygons.txt": "\n".join(f"{name}  {square(*spot)}" for name, spot in spots.items()),
        "centers.txt": "\n".join(centres),
        "map.properties": f"map.width={columns * SIDE}\nmap.height={rows * SIDE}\n"
        "color.Germans=777777\ncolor.Nobody=red\n",
    }


def write_folder(path: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def write_zip(
    path: Path, files: Mapping[str, str | bytes], inside: str = "my-map-master/map/"
) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(inside + name, content)
    return path
