"""Tables of the pages in docs/rules, and units held against them."""

import re
from pathlib import Path

from engine.gamedef import Definition

RULES = Path(__file__).parents[2] / "docs" / "rules"


def table(page: str, number: int) -> list[list[str]]:
    """The cells of a table of a page, without its head; tables are counted from 0."""
    lines = (RULES / f"{page}.md").read_text(encoding="utf-8").splitlines()
    rows = [re.sub(r"^\| | \|$", "", line) for line in lines if line.startswith("| ")]
    heads = [at for at, row in enumerate(rows) if row.startswith(("unit |", "nation |"))]
    ends = [*heads[1:], len(rows)]
    return [row.split(" | ") for row in rows[heads[number] + 1 : ends[number]]]


def check_units(definition: Definition, page: str) -> int:
    """Assert that units are as the first table of a page says; how many there are."""
    rows = table(page, 0)
    for name, price, attack, defence, movement in rows:
        kind = definition.unit_types[name]
        found = (definition.economy.prices[name], kind.attack, kind.defence, kind.movement)
        assert found == (int(price), int(attack), int(defence), int(movement)), name
    return len(rows)
