"""Third layer: what nations may do to change relations, or to make triggers happen.

An action with several changes makes all of them.  Texts of actions are not in the map file.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea.conditions import Conditions, Table, by_name, scenario_name
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.relations import ACTIONS, CHANGE, relation_word
from engine.loading.triplea.words import integer

USER_ACTIONS: Final = "UserActionAttachment"
_CALL: Final = "activateTrigger"
_PREFIXES: Final = ("politicalActionAttachment", "userActionAttachment")


def read_politics(
    records: Records,
    conditions: Conditions,
    nations: Sequence[str],
    call: Callable[[Attachment, str], Table],
) -> list[Table]:
    """The political actions of a map, then its user actions, each in the order of the file.

    call: what the scenario says for a trigger that an action calls.
    """
    found: list[Table] = []
    for kind, entry, name in named_actions(records, nations):
        action = _action(entry, name, conditions)
        if kind == USER_ACTIONS:
            calls = [call(entry, value) for value in entry.each(_CALL)]
            action |= {"phase": "user_actions", "calls": calls}
        found.append(action)
    return found


def named_actions(
    records: Records, nations: Sequence[str]
) -> Iterator[tuple[str, Attachment, str]]:
    """Every action of a map: the class of its attachment, that itself, and the scenario's name."""
    taken: set[str] = set()
    for kind in (ACTIONS, USER_ACTIONS):
        names = by_name(records, kind, nations)
        for entry in records.of_kind(kind):
            name = _named(scenario_name(entry, names[entry.name]))
            name = f"{name} action" if name in taken else name
            taken.add(name)
            yield kind, entry, name


def _named(name: str) -> str:
    """The name without what all names of actions begin with: players write it in orders."""
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name.strip("_ -") or name


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
        "chance_increment": integer(name, options.get("chanceIncrementOnFailure", "0")),
        "chance_decrement": integer(name, options.get("chanceDecrementOnSuccess", "0")),
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
