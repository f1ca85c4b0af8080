"""Third layer: what bases do for units near them."""

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.records import Records
from engine.loading.triplea.words import is_whole


def read_gifts_of_movement(records: Records) -> dict[str, dict[str, int]]:
    """Movement points that units give to others: by base, by type of the others.

    Raises DefinitionError for a gift without a number.
    """
    found: dict[str, dict[str, int]] = {}
    for attachment in records.of_kind("UnitAttachment"):
        for name, value in attachment.options:
            if name != "givesMovement" or not value:
                continue
            points, _, unit = value.partition(":")
            if not is_whole(points.removeprefix("-"), 4) or not unit:
                raise DefinitionError(f"{shown(attachment.target)}: givesMovement needs a number")
            if int(points):
                found.setdefault(attachment.target, {})[unit] = int(points)
    return found
