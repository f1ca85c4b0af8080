"""Third layer: what nations may do to change relations, or to make triggers happen.

An action with several changes makes all of them.  Texts of actions are not in the map file.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.conditions import Conditions, by_name, scenario_name
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.relations import ACTIONS, CHANGE, relation_word
from engine.loading.triplea.rows import MapFacts, Said, facts_of, rows, taken
from engine.loading.triplea.words import integer

USER_ACTIONS: Final = "UserActionAttachment"
COST: Final = "costResources"
_PREFIXES: Final = ("politicalActionAttachment", "userActionAttachment")


def _changes(said: Said) -> MapFacts:
    words = [value.split(":") for value in said.values]
    return {"changes": [{"nations": one[:2], "type": relation_word(one[-1])} for one in words]}


def _chance(said: Said) -> MapFacts:
    """By which die it happens: hits, a colon, and sides."""
    hits, _, sides = said.last.partition(":")
    name = said.entry.name
    return {"chance": integer(name, hits), "sides": integer(name, sides)}


def _cost(said: Said) -> MapFacts:
    pairs = (value.partition(":") for value in said.each())
    return {"cost": {name: integer(said.entry.name, amount) for amount, _, name in pairs}}


def _pus(said: Said) -> MapFacts:
    return {"pus": said.integer()} if said.last else {}


CHANCE_OPTIONS: Final = (
    reads.special("chance", "chance, sides", _chance),
    reads.whole_number("chanceIncrementOnFailure", "chance_increment", "chance_increment"),
    reads.whole_number("chanceDecrementOnSuccess", "chance_decrement", "chance_decrement"),
)
"""Options of actions, and of triggers."""

_ACTION_OPTIONS: Final = (
    *CHANCE_OPTIONS,
    reads.texts("conditions", "conditions", "test"),
    reads.word("conditionType", "how_many", "test"),
    reads.truth("invert", "is_inverted", "test"),
    reads.special("costPU", "cost", _pus),
    reads.special(COST, "cost", _cost),
    reads.whole_number("attemptsPerTurn", "attempts", "attempts"),
    reads.names("actionAccept", "accepted_by"),
)
POLITICAL_OPTIONS: Final = rows(*_ACTION_OPTIONS, reads.special(CHANGE, "changes", _changes))
USER_OPTIONS: Final = rows(
    *_ACTION_OPTIONS,
    reads.texts("activateTrigger", "calls", "calls"),
)


def read_politics(
    records: Records,
    conditions: Conditions,
    nations: Sequence[str],
    call: Callable[[Attachment, str], MapFacts],
    missing: MissingRules,
) -> list[MapFacts]:
    """The political actions of a map, then its user actions, each in the order of the file.

    call: what the scenario says for a trigger that an action calls.
    """
    found: list[MapFacts] = []
    for kind, entry, name in named_actions(records, nations):
        options = POLITICAL_OPTIONS if kind == ACTIONS else USER_OPTIONS
        action = _action(entry, name, conditions, facts_of(options, entry, missing))
        if kind == USER_ACTIONS:
            calls = [call(entry, value) for value in taken(action, "calls", list[str]())]
            action |= {"phase": "user_actions", "calls": calls}
        found.append(action)
    return found


def named_actions(
    records: Records, nations: Sequence[str]
) -> Iterator[tuple[str, Attachment, str]]:
    """Every action of a map: the class of its attachment, that itself, and the scenario's name."""
    used: set[str] = set()
    for kind in (ACTIONS, USER_ACTIONS):
        same = by_name(records, kind, nations)
        for entry in records.of_kind(kind):
            name = action_word(scenario_name(entry, same[entry.name]))
            name = f"{name} action" if name in used else name
            used.add(name)
            yield kind, entry, name


def action_word(name: str) -> str:
    """The name without what all names of actions begin with: players write it in orders."""
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name.strip("_ -") or name


def _action(entry: Attachment, name: str, conditions: Conditions, facts: MapFacts) -> MapFacts:
    """Put what options say of an action into the form of a scenario."""
    test = conditions.together(
        ":".join(taken(facts, "conditions", list[str]())),
        taken(facts, "how_many", "AND"),
        invert=taken(facts, "is_inverted", False),
        by=entry,
    )
    cost = {PUS: taken(facts, "pus", 0)} | taken(facts, "cost", dict[str, int]())
    facts["cost"] = {name: amount for name, amount in cost.items() if amount}
    return {"name": name, "nation": entry.target, "test": test, "changes": []} | facts
