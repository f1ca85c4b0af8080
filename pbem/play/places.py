"""The territory that a name means; every command reads such names in the same way."""

from engine import Definition, find_territory
from pbem.text import quoted
from pbem.usage import UsageError


def territory_named(definition: Definition, text: str) -> str:
    """The territory that is meant; UsageError with similar names when there is none."""
    found = find_territory(definition, text)
    if found.is_found:
        return found.name
    near = f"Did you mean {', '.join(found.offers[:5])}?" if found.offers else ""
    raise UsageError("unknown-territory", f"There is no territory {quoted(text)}.", near)
