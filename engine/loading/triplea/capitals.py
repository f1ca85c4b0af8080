"""Third layer: capitals, of which a nation may have several, and what depends on holding them.

A nation about which the map says nothing loses its treasury with any of its capitals, and is paid
and builds as long as it holds one of them.
"""

from collections.abc import Mapping

from engine.loading.triplea.records import Records
from engine.loading.triplea.words import option_flag, option_number


def capitals_by_nation(areas: Mapping[str, Mapping[str, object]]) -> dict[str, list[str]]:
    """The capitals of each nation that has any, in the order of the file."""
    found: dict[str, list[str]] = {}
    for name, facts in areas.items():
        if "capital_of" in facts:
            found.setdefault(str(facts["capital_of"]), []).append(name)
    return found


def read_capital_rules(
    records: Records, capitals: Mapping[str, list[str]]
) -> dict[str, dict[str, object]]:
    """What the tree of a scenario says of the capitals of nations, by nation."""
    found: dict[str, dict[str, object]] = {
        nation: {"capitals_for_money": len(places)}
        for nation, places in capitals.items()
        if len(places) > 1
    }
    for attachment in records.of_kind("PlayerAttachment"):
        nation, options = attachment.target, attachment.values()
        found[nation] = {
            "capitals_for_money": option_number(nation, options, "retainCapitalNumber", 1),
            "capitals_for_income": option_number(nation, options, "retainCapitalProduceNumber", 1),
            "treasury_is_lost": option_flag(nation, options, "destroysPUs"),
        }
    return found
