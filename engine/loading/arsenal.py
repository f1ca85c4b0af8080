"""The units and switches of a scenario without its board, for the odds of two forces (ADR 0010).

Most of a scenario file is the board and who stands where.  In the files of the package everything
else comes first; a test reads each of them both ways.
"""

import tomllib
from typing import Final

from engine.gamedef.arsenal import Arsenal
from engine.gamedef.names import TECHNOLOGIES
from engine.loading import limits
from engine.loading.fields import Node, names_of
from engine.loading.package_data import scenario_bytes
from engine.loading.tree_options import read_options
from engine.loading.tree_units import read_support, read_units

_BOARD: Final = "\n[land]\n"
"""Where the board begins in a file of the package."""

_MOST_FIELDS: Final = 100


def load_arsenal(name: str) -> Arsenal:
    """The units and switches of a scenario of the package, such as ``"big_world_1942"``.

    Raises DefinitionError that lists the valid names when there is none of that name.
    """
    head, _, _ = scenario_bytes(name).decode("utf-8").partition(_BOARD)
    return _arsenal(tomllib.loads(head))


def _arsenal(tree: dict[str, object]) -> Arsenal:
    top = Node(tree, "").named(_MOST_FIELDS)
    nations = tuple(
        item.named(_MOST_FIELDS)["name"].name() for item in top["nations"].items(limits.MAX_NATIONS)
    )
    units = read_units(top["units"], nations)
    return Arsenal(
        unit_types=units.types,
        prices=units.prices,
        support=read_support(top.get("support", Node([], "support")), tuple(units.types), nations),
        technologies=names_of(top["technologies"], len(TECHNOLOGIES), TECHNOLOGIES, "a technology"),
        options=read_options(top.get("options"), nations),
        dice_sides=top["dice_sides"].whole(2, 1000),
    )
