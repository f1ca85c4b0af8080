"""Third layer: what nations may do to change relations.

An action with several changes makes all of them.  Texts of actions are not in the map file.
"""

from collections.abc import Sequence
from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea.conditions import Conditions, Table, by_name, scenario_name
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.relations import ACTIONS, CHANGE, relation_word
from engine.loading.triplea.words import integer

_PREFIX: Final = "politicalActionAttachment"


def read_politics(records: Records, conditions: Conditions, nations: Sequence[str]) -> list[Table]:
    """The political actions of a map, in the order of the file."""
    names = by_name(records, ACTIONS, nations)
    return [
        _action(entry, _named(scenario_name(entry, names[entry.name])), conditions)
        for entry in records.of_kind(ACTIONS)
    ]


def _named(name: str) -> str:
    """The name without what all names of actions begin with: players write it in orders."""
    return name.removeprefix(_PREFIX).strip("_ -") or name


def _action(entry: Attachment, name: str, conditions: Conditions) -> Table:
    options = entry.values()
    hits, _, sides = options.get("chance", "1:1").partition(":")
    table: Table = {
        "name": name,
        "nation": entry.target,
        "changes": [
            {"nations": words[:2], "type": relation_word(words[-1])}
            for option, value in entry.options
            if option == CHANGE and (words := value.split(":"))
        ],
        "test": conditions.together(
            ":".join(v for n, v in entry.options if n == "conditions" and v),
            options.get("conditionType", "AND"),
            invert=options.get("invert", "false") == "true",
            by=entry,
        ),
        "attempts": integer(name, options.get("attemptsPerTurn", "1")),
        "chance": integer(name, hits),
        "sides": integer(name, sides),
    }
    asked = list(dict.fromkeys(filter(None, options.get("actionAccept", "").split(":"))))
    cost = _cost(entry)
    return table | ({"accepted_by": asked} if asked else {}) | ({"cost": cost} if cost else {})


def _cost(entry: Attachment) -> dict[str, int]:
    cost: dict[str, int] = {}
    for option, value in entry.options:
        if option == "costPU" and value:
            cost[PUS] = integer(entry.name, value)
        elif option == "costResources" and value:
            amount, _, resource = value.partition(":")
            cost[resource] = integer(entry.name, amount)
    return {name: amount for name, amount in cost.items() if amount}
