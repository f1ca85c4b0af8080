"""Third layer: capitals, of which a nation may have several, and what depends on holding them.

A nation about which the map says nothing loses its treasury with any of its capitals, and is paid
and builds as long as it holds one of them.
"""

from collections.abc import Mapping
from typing import Final

from engine.loading.triplea import reads
from engine.loading.triplea.rows import MapFacts

CAPITAL_OPTIONS: Final = reads.changing(
    reads.number("retainCapitalNumber", "capitals_for_money", usual=1),
    reads.number("retainCapitalProduceNumber", "capitals_for_income", usual=1),
    reads.flag("destroysPUs", "treasury_is_lost"),
)


def capitals_by_nation(areas: Mapping[str, MapFacts]) -> dict[str, list[str]]:
    """The capitals of each nation that has any, in the order of the file."""
    found: dict[str, list[str]] = {}
    for name, facts in areas.items():
        if "capital_of" in facts:
            found.setdefault(str(facts["capital_of"]), []).append(name)
    return found


def capital_rules(
    nation: str, said: Mapping[str, MapFacts], capitals: Mapping[str, list[str]]
) -> MapFacts:
    """What the tree of a scenario says of the capitals of a nation.

    said: what options say of nations.
    """
    if nation in said:
        return {"treasury_is_lost": False}
    own = len(capitals.get(nation, ()))
    return {"capitals_for_money": own} if own > 1 else {}
