"""Where the areas of a TripleA map lie: the file `centers.txt` beside it, for pictures only."""

import re
from typing import Final

from engine.core.ids import TerritoryName
from engine.gamedef.bounds import MAX_PLACE
from engine.gamedef.definition import Definition
from engine.values import replace

_PLACE: Final = re.compile(r"(\d{1,6}),\s*(\d{1,6})\)")


def with_places(definition: Definition, centres: str) -> Definition:
    """The definition with the places that a list of centres names; other lines say nothing.

    centres: one area to a line, ``Name  (x,y)`` in pixels to the right and down.  No rule reads
    places, so nothing here is an error.
    """
    areas = dict(definition.board.territories)
    for line in centres.splitlines():
        # From the right: one expression for the whole line would try every blank as the last one.
        before, _bracket, after = line.rstrip().rpartition("(")
        name, found = TerritoryName(before.rstrip()), _PLACE.fullmatch(after)
        if found is None or name == before or name not in areas:
            continue
        x, y = int(found[1]), int(found[2])
        if max(x, y) <= MAX_PLACE:
            areas[name] = replace(areas[name], place=(x, y))
    return replace(definition, board=replace(definition.board, territories=areas))
