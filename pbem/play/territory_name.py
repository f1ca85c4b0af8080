"""The territory that a name means; every command reads such names in the same way."""

from engine import Definition, TerritoryName, find_territory
from pbem.text import quoted
from pbem.usage import UsageError


def territory_named(definition: Definition, text: str) -> TerritoryName:
    """The territory that is meant; UsageError when there are none or several."""
    found = find_territory(definition, text)
    if found.is_found:
        return TerritoryName(found.name)
    if found.is_ambiguous:
        several = f"{quoted(text)} can be {', '.join(found.offers[:5])}."
        raise UsageError("ambiguous-territory", several, "Write more of the name.")
    near = f"Did you mean {', '.join(found.offers[:5])}?" if found.offers else ""
    raise UsageError("unknown-territory", f"There is no territory {quoted(text)}.", near)
