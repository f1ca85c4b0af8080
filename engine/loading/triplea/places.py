"""Where the areas of a TripleA map lie: the file `centers.txt` beside it, for pictures only."""

import re
from dataclasses import replace
from typing import Final

from engine.gamedef.bounds import MAX_PLACE
from engine.gamedef.definition import Definition

_LINE: Final = re.compile(r"^(.+?)\s+\((\d{1,6}),\s*(\d{1,6})\)\s*$")


def with_places(definition: Definition, centres: str) -> Definition:
    """The definition with the places that a list of centres names; other lines say nothing.

    centres: one area to a line, ``Name  (x,y)`` in pixels to the right and down.  No rule reads
    places, so nothing here is an error.
    """
    areas = dict(definition.board.territories)
    for line in centres.splitlines():
        found = _LINE.match(line)
        if found is None or found[1] not in areas:
            continue
        x, y = int(found[2]), int(found[3])
        if max(x, y) <= MAX_PLACE:
            areas[found[1]] = replace(areas[found[1]], place=(x, y))
    return replace(definition, board=replace(definition.board, territories=areas))
