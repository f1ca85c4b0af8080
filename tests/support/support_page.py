"""docs/SUPPORT.md, which says what is read of TripleA maps, made from the reader's own tables.

`python -m tests.support.support_page` writes it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.loading.triplea.catalogue import DELEGATES, ELEMENTS, STEP_PROPERTIES, CatalogueEntry
from engine.loading.triplea.catalogue_options import OPTIONS_OF
from engine.loading.triplea.catalogue_properties import (
    IMPLIED_BY_V2,
    IMPLIED_BY_V3,
    LEGACY_PROPERTIES,
    PROPERTIES,
)
from engine.loading.triplea.rows import LEGACY_OPTIONS

PAGE: Final = Path(__file__).parents[2] / "docs" / "SUPPORT.md"

_INTRODUCTION: Final = """\
# What is read of TripleA maps

This page is made by `python -m tests.support.support_page` from the rows that read a map, in
`engine/loading/triplea`; a test keeps it up to date.

Every name of the map dialect is one of three things:

* **field**: it is read, and the note says what it becomes;
* **presentation**: nothing in the rules depends on it, and the note says why;
* **refused**: it needs a rule that is not there. A map that uses it is refused, with the list of
  everything that is missing. Some values ask for no rule (mostly the engine's own default); with
  one of these the name is passed over.

A name that is in none of the tables is refused as well, except those of properties and of
attributes of elements: nothing looks up any other, so they are the map's own (docs/adr/0069).
"""

_FAMILIES: Final = """\
## Rule families

`WW2V2` and `WW2V3` are not options of this program; they are spelt out when a map is read.
Either of them sets `retreat_needs_surface_path` to true and `min_factory_production` to 0
(without them false and 1); `WW2V3` sets `transports_load_after_combat` to false. Without `WW2V2`
`destroyers_cancel_first_strike` is true. `WW2V3 Tech Model` sets `jet_power_attack` and
`tech_tokens_kept` to true, and research aims at charts.
`Partial Amphibious Retreat` sets `aircraft_withdraw_from_landings` as well.

With neither of them rockets are fired after the non-combat move, and the capitals of the five
nations of the first edition decide the game, at the end of a round. Where homeless aircraft may not
move to land, islands take them. Research without an aim finds something for each success (with
`WW2V3 Tech Model` one thing).

Options of attachments that a property switches on are passed over while it is not true.
A trigger is read when it does no more than lift a restriction of movement after a step of a round.

Also refused: prices of nations that technologies change, PUs that are bought, technologies
that the map makes up, canals that aircraft need.
"""


def page() -> str:
    """The whole page as Markdown."""
    parts = [_INTRODUCTION, _counts(), _FAMILIES, _implied()]
    tables: dict[str, Mapping[str, CatalogueEntry]] = {
        "Game properties": PROPERTIES,
        **{f"Options of {kind}": options for kind, options in OPTIONS_OF.items()},
        "Delegates": DELEGATES,
        "Step properties": STEP_PROPERTIES,
        "Elements": {name: entry for name, (entry, _) in ELEMENTS.items()},
    }
    parts += [_table(title, entries) for title, entries in tables.items()]
    parts.append(_legacy("Old names of properties", LEGACY_PROPERTIES))
    parts.append(_legacy("Old names of options", LEGACY_OPTIONS))
    return "\n".join(parts)


def _counts() -> str:
    lines = ["| | field | presentation | refused |", "|---|---|---|---|"]
    named = {
        "properties": PROPERTIES,
        "unit options": OPTIONS_OF["UnitAttachment"],
        "delegates": DELEGATES,
    }
    for title, entries in named.items():
        counts = [
            str(sum(entry.status == status for entry in entries.values()))
            for status in ("field", "presentation", "refused")
        ]
        lines.append(f"| {title} | {' | '.join(counts)} |")
    return "\n".join([*lines, ""])


def _implied() -> str:
    lines = [f"`WW2V2` also means: {', '.join(f'`{name}`' for name in IMPLIED_BY_V2)}.", ""]
    lines += [f"`WW2V3` also means: {', '.join(f'`{name}`' for name in IMPLIED_BY_V3)}.", ""]
    return "\n".join(lines)


def _table(title: str, entries: Mapping[str, CatalogueEntry]) -> str:
    lines = [f"## {title}", "", "| name | status | note | passed over when |", "|---|---|---|---|"]
    for name, entry in sorted(entries.items(), key=lambda item: item[0].lower()):
        harmless = ", ".join(f"`{value}`" if value else "empty" for value in entry.harmless)
        lines.append(f"| `{name}` | {entry.status} | {entry.note} | {harmless} |")
    return "\n".join([*lines, ""])


def _legacy(title: str, names: Mapping[str, str]) -> str:
    lines = [f"## {title}", "", "| old | today |", "|---|---|"]
    lines += [f"| `{old}` | `{today}` |" for old, today in names.items()]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
