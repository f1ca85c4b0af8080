"""Third layer: which units become those of an ally, where, and whose.

Three lists have to name the ally: that of the area, that of the giver and that of the unit type.
"""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea.catalogue_properties import Switches
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import MapFacts

GIFTS: Final = "Give Units By Territory"


def check_gifts(
    areas: Mapping[str, MapFacts],
    nations: Mapping[str, MapFacts],
    switches: Switches,
    missing: MissingRules,
) -> None:
    """Note areas from which a nation gives to two allies: which of them gets units is not known."""
    givers = [frozenset(_names(facts, "gives_to")) for facts in nations.values()]
    for area, facts in areas.items():
        getters = frozenset(_names(facts, "given_to"))
        if switches.is_on(GIFTS) and any(len(getters & allies) > 1 for allies in givers):
            what = "option of TerritoryAttachment changeUnitOwners: several nations that"
            missing.add(f"{what} get units of the same giver", area)


def _names(facts: MapFacts, fact: str) -> list[str]:
    listed = facts.get(fact, [])
    return listed if isinstance(listed, list) else []
