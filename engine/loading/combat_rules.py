"""The units and switches of a scenario without its board, for the odds of two forces (ADR 0009).

Most of a scenario file is the board and who stands where.  In the files of the package everything
else comes first; a test reads each of them both ways.
"""

import tomllib
from typing import Final

from engine.core.ids import NationName
from engine.gamedef.combat_rules import CombatRules
from engine.loading.base import with_base
from engine.loading.fields import Node
from engine.loading.package_data import scenario_bytes
from engine.loading.record.reading import made, read_part
from engine.loading.record.values import Scope
from engine.loading.tree.names import combat_rules_names, kind_of
from engine.loading.tree.options import read_options
from engine.loading.tree.units import read_units

_BOARD: Final = "\n[land]\n"
"""Where the board begins in a file of the package."""

_MOST_FIELDS: Final = 100


def load_combat_rules(name: str) -> CombatRules:
    """The units and switches of a scenario of the package, such as ``"big_world_1942"``.

    Raises DefinitionError that lists the valid names when there is none of that name.
    """
    return _combat_rules(with_base(_head(name), _head))


def _head(name: str) -> dict[str, object]:
    head, _, _ = scenario_bytes(name).decode("utf-8").partition(_BOARD)
    return tomllib.loads(head)


def _combat_rules(tree: dict[str, object]) -> CombatRules:
    top = Node(tree, "").named(_MOST_FIELDS)
    scope = Scope(combat_rules_names(top))
    units = read_units(top["units"], scope)
    told = read_part(CombatRules, Node(tree, ""), scope)
    nations = tuple(map(NationName, scope.names(kind_of(NationName))))
    options = read_options(top.get("options"), nations)
    more = {"unit_types": units.types, "prices": units.prices, "options": options}
    return made(CombatRules, told | more)
