"""Conditions, switches and objectives out of a plain tree, and back into it.

A condition is a table whose field ``kind`` says which one it is; the other fields are those of the
class in engine/gamedef/conditions.py.  docs/formats/scenario-v1.md lists them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.ids import (
    PUS,
    VICTORY_POINTS,
    NationName,
    TerritoryName,
    TheatreName,
    UnitTypeName,
)
from engine.gamedef.conditions import (
    ANY_RELATION,
    WHICH_PLACES,
    WHOSE_UNITS,
    Absence,
    Amount,
    Condition,
    Destroyed,
    Knowledge,
    Named,
    NamedCondition,
    Objective,
    Opposite,
    OptionOn,
    Ownership,
    Places,
    Presence,
    Rounds,
    Standing,
    SwitchOn,
    TheatreOpen,
    TheatreWon,
    Together,
    UnitCount,
    War,
    Worth,
)
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.options import Options, option_names
from engine.loading import limits
from engine.loading.fields import Node, names_of

_DEEPEST: Final = 8

_FIELDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "together": (("parts", "least", "most"), ()),
    "opposite": (("part",), ()),
    "named": (("name",), ()),
    "rounds": (("first",), ("last",)),
    "switch": (("switch",), ()),
    "option": (("option",), ("value",)),
    "ownership": (("nations", "places"), ("by_side",)),
    "presence": (("nations", "places", "whose"), ("units",)),
    "absence": (("nations", "places", "whose"), ("units",)),
    "knowledge": (("nations", "technologies", "count"), ()),
    "war": (("nations", "enemies", "count"), ()),
    "standing": (("nations", "relation"), ("rounds",)),
    "destroyed": (("nations", "value"), ("this_round",)),
    "theatre": (("theatre", "alliance"), ()),
    "theatre_open": (("theatre",), ()),
    "amount": (("nations", "resource", "count"), ()),
    "worth": (("nations", "places", "value"), ()),
}
"""Fields of each kind of condition that must be there, and that may be."""


@dataclass(frozen=True, slots=True)
class Words:
    """The names that conditions and triggers of a scenario may use."""

    nations: tuple[NationName, ...]
    areas: tuple[TerritoryName, ...]
    types: tuple[UnitTypeName, ...]
    conditions: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    buy_lists: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    theatres: tuple[str, ...] = ()
    alliances: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()


def read_switches(node: Node) -> dict[str, bool]:
    """The switches of the map, by name."""
    return {name: item.flag() for name, item in node.named(limits.MAX_CONDITIONS).items()}


def condition_names(node: Node) -> tuple[str, ...]:
    """The names of all conditions, which may name each other whatever their order."""
    names: dict[str, None] = {}
    for item in node.items(limits.MAX_CONDITIONS):
        name = item.table(("name", "test"), ("is_on",))["name"].name()
        if name in names:
            raise item.error("there is already a condition of this name")
        names[name] = None
    return tuple(names)


def read_conditions(node: Node, words: Words) -> tuple[NamedCondition, ...]:
    """The conditions that others name.

    Raises DefinitionError also for one that names itself, directly or through others.
    """
    found: list[NamedCondition] = []
    for item in node.items(limits.MAX_CONDITIONS):
        entry = item.table(("name", "test"), ("is_on",))
        is_on = "is_on" not in entry or entry["is_on"].flag()
        found.append(
            NamedCondition(entry["name"].name(), read_condition(entry["test"], words), is_on)
        )
    _check_circles(node, {entry.name: _named_in(entry.test) for entry in found})
    return tuple(found)


def read_objectives(node: Node, words: Words) -> tuple[Objective, ...]:
    """What pays extra PUs at the end of a turn (B232)."""
    found: list[Objective] = []
    for item in node.items(limits.MAX_OBJECTIVES):
        entry = item.table(("name", "nation", "value", "test"), ("uses",))
        found.append(
            Objective(
                name=entry["name"].name(),
                nation=entry["nation"].choice(words.nations, "a nation"),
                value=entry["value"].whole(-limits.MAX_NUMBER, limits.MAX_NUMBER),
                test=read_condition(entry["test"], words),
                uses=entry["uses"].whole(1, limits.MAX_NUMBER) if "uses" in entry else 0,
            )
        )
    return tuple(found)


def read_condition(node: Node, words: Words, depth: int = 0) -> Condition:
    """A condition; raises DefinitionError for one that is nested too deeply as well."""
    if depth > _DEEPEST:
        raise node.error(f"conditions lie no more than {_DEEPEST} deep in each other")
    if not isinstance(node.value, dict) or not isinstance(node.value.get("kind"), str):
        raise node.error("a condition is a table with a field 'kind'")
    kind = Node(node.value["kind"], f"{node.where}.kind").choice(tuple(_FIELDS), "a condition")
    required, optional = _FIELDS[kind]
    entry = node.table(("kind", *required), optional)
    match kind:
        case "together":
            items = entry["parts"].items(limits.MAX_PARTS)
            parts = tuple(read_condition(item, words, depth + 1) for item in items)
            least = entry["least"].whole(0, limits.MAX_NUMBER)
            return Together(parts, least, entry["most"].whole(0, limits.MAX_NUMBER))
        case "opposite":
            return Opposite(read_condition(entry["part"], words, depth + 1))
        case "named":
            return Named(entry["name"].choice(words.conditions, "a condition of this scenario"))
        case "rounds":
            first = entry["first"].whole(0, limits.MAX_NUMBER)
            return Rounds(first, _whole(entry, "last", first))
        case "switch":
            return SwitchOn(entry["switch"].choice(words.switches, "a switch of this scenario"))
        case "option":
            return _option(entry)
        case "theatre":
            return TheatreWon(*read_theatre(entry, words))
        case "theatre_open":
            theatre = entry["theatre"].choice(words.theatres, "a theatre of this scenario")
            return TheatreOpen(theatre)
    return _of_the_board(kind, entry, words)


def _of_the_board(kind: str, entry: Mapping[str, Node], words: Words) -> Condition:
    nations = read_nations(entry["nations"], words)
    match kind:
        case "standing":
            if len(nations) != 2:
                raise entry["nations"].error("two nations are wanted")
            wanted = (*ANY_RELATION, *words.relations)
            relation = entry["relation"].choice(wanted, "a type of relations")
            return Standing((nations[0], nations[1]), relation, _whole(entry, "rounds", 0))
        case "ownership":
            by_side = "by_side" in entry and entry["by_side"].flag()
            return Ownership(nations, _places(entry["places"], words), by_side)
        case "presence" | "absence":
            whose = next(word for word in WHOSE_UNITS if word == _whose(entry["whose"]))
            units = tuple(_unit_counts(entry["units"], words)) if "units" in entry else ()
            places = _places(entry["places"], words)
            if kind == "presence":
                return Presence(nations, places, whose, units)
            return Absence(nations, places, whose, units)
        case "knowledge":
            known = names_of(entry["technologies"], len(TECHNOLOGIES), TECHNOLOGIES, "a technology")
            return Knowledge(nations, known, entry["count"].whole(0, len(known)))
        case "war":
            enemies = read_nations(entry["enemies"], words)
            return War(nations, enemies, entry["count"].whole(0, len(enemies)))
        case "amount":
            resource = entry["resource"].choice(
                (PUS, VICTORY_POINTS, *words.resources), "a resource"
            )
            return Amount(nations, resource, entry["count"].whole(0, limits.MAX_RESOURCE))
        case "worth":
            places = _places(entry["places"], words)
            return Worth(nations, places, entry["value"].whole(0, limits.MAX_INCOME))
    this_round = "this_round" in entry and entry["this_round"].flag()
    return Destroyed(nations, entry["value"].whole(0, limits.MAX_INCOME), this_round)


def read_theatre(entry: Mapping[str, Node], words: Words) -> tuple[TheatreName, str]:
    """A theatre of the board and the alliance that wins it."""
    theatre = entry["theatre"].choice(words.theatres, "a theatre of this scenario")
    return theatre, entry["alliance"].choice(words.alliances, "an alliance")


def read_nations(node: Node, words: Words) -> tuple[NationName, ...]:
    """At least one nation, each once."""
    found = names_of(node, limits.MAX_NATIONS, words.nations, "a nation")
    if not found:
        raise node.error("at least one nation is wanted")
    return found


def _whole(entry: Mapping[str, Node], key: str, low: int) -> int:
    return entry[key].whole(low, limits.MAX_NUMBER) if key in entry else 0


def _whose(node: Node) -> str:
    return node.choice(WHOSE_UNITS, "a word for whose units they are")


def _option(entry: Mapping[str, Node]) -> OptionOn:
    name = entry["option"].choice(option_names(), "an option")
    if not isinstance(getattr(Options(), name), bool):
        raise entry["option"].error("a condition can ask only for an option that is on or off")
    return OptionOn(name, "value" not in entry or entry["value"].flag())


def _places(node: Node, words: Words) -> Places:
    entry = node.table(("which",), ("names", "count"))
    text = entry["which"].choice(WHICH_PLACES, "a way to name areas")
    which = next(word for word in WHICH_PLACES if word == text)
    names: tuple[TerritoryName, ...] = ()
    if "names" in entry:
        names = names_of(entry["names"], limits.MAX_AREAS, words.areas, "an area of this scenario")
    if (which == "named") != bool(names):
        raise node.error("areas are named where they are to be counted, and nowhere else")
    most = len(names) if names else limits.MAX_AREAS
    return Places(which, names, entry["count"].whole(0, most) if "count" in entry else 0)


def _unit_counts(node: Node, words: Words) -> list[UnitCount]:
    found: list[UnitCount] = []
    for item in node.items(limits.MAX_PARTS):
        entry = item.table(("types", "count"))
        types = names_of(entry["types"], limits.MAX_UNIT_TYPES, words.types, "a unit type")
        found.append(UnitCount(types, entry["count"].whole(0, limits.MAX_UNITS)))
    return found


def _named_in(condition: Condition) -> tuple[str, ...]:
    match condition:
        case Named():
            return (condition.name,)
        case Together():
            return tuple(name for part in condition.parts for name in _named_in(part))
        case Opposite():
            return _named_in(condition.part)
    return ()


def _check_circles(node: Node, named: Mapping[str, tuple[str, ...]]) -> None:
    """Take away, again and again, what names nothing that is left; a circle stays."""
    left = dict(named)
    while left:
        free = [name for name, others in left.items() if left.keys().isdisjoint(others)]
        if not free:
            raise node.error(f"the condition {next(iter(left))} hangs on itself")
        for name in free:
            del left[name]


def conditions_to_plain(
    conditions: tuple[NamedCondition, ...], objectives: tuple[Objective, ...]
) -> dict[str, object]:
    """The lists that the readers above read; those that are empty are left out."""
    plain: dict[str, object] = {}
    if conditions:
        plain["conditions"] = [
            {"name": entry.name, "test": condition_to_plain(entry.test), "is_on": entry.is_on}
            for entry in conditions
        ]
    if objectives:
        plain["objectives"] = [
            {
                "name": entry.name,
                "nation": entry.nation,
                "value": entry.value,
                "test": condition_to_plain(entry.test),
            }
            | ({"uses": entry.uses} if entry.uses else {})
            for entry in objectives
        ]
    return plain


def condition_to_plain(condition: Condition) -> dict[str, object]:
    """A condition as the table that `read_condition` reads."""
    match condition:
        case Together():
            parts = [condition_to_plain(part) for part in condition.parts]
            return _table("together", parts=parts, least=condition.least, most=condition.most)
        case Opposite():
            return _table("opposite", part=condition_to_plain(condition.part))
        case Named():
            return _table("named", name=condition.name)
        case Rounds():
            last = {"last": condition.last} if condition.last else {}
            return _table("rounds", first=condition.first, **last)
        case SwitchOn():
            return _table("switch", switch=condition.switch)
        case Standing():
            pair, rounds = list(condition.nations), condition.rounds
            return _table("standing", nations=pair, relation=condition.relation, rounds=rounds)
        case OptionOn():
            return _table("option", option=condition.option, value=condition.value)
        case TheatreOpen():
            return _table("theatre_open", theatre=condition.theatre)
        case TheatreWon():
            return _table("theatre", theatre=condition.theatre, alliance=condition.alliance)
    return _board_to_plain(condition)


def _board_to_plain(
    condition: Ownership | Presence | Absence | Knowledge | War | Destroyed | Amount | Worth,
) -> dict[str, object]:
    nations = list(condition.nations)
    match condition:
        case Ownership():
            places, by_side = _places_to_plain(condition.places), condition.by_side
            return _table("ownership", nations=nations, places=places, by_side=by_side)
        case Presence() | Absence():
            kind = "presence" if isinstance(condition, Presence) else "absence"
            units = [
                {"types": list(entry.types), "count": entry.count} for entry in condition.units
            ]
            places = _places_to_plain(condition.places)
            return _table(kind, nations=nations, places=places, whose=condition.whose, units=units)
        case Knowledge():
            known = list(condition.technologies)
            return _table("knowledge", nations=nations, technologies=known, count=condition.count)
        case War():
            enemies = list(condition.enemies)
            return _table("war", nations=nations, enemies=enemies, count=condition.count)
        case Destroyed():
            value, now = condition.value, condition.this_round
            return _table("destroyed", nations=nations, value=value, this_round=now)
        case Amount():
            resource, count = condition.resource, condition.count
            return _table("amount", nations=nations, resource=resource, count=count)
        case Worth():
            places = _places_to_plain(condition.places)
            return _table("worth", nations=nations, places=places, value=condition.value)


def _table(kind: str, **fields: object) -> dict[str, object]:
    return {"kind": kind, **fields}


def _places_to_plain(places: Places) -> dict[str, object]:
    plain: dict[str, object] = {"which": places.which}
    if places.names:
        plain["names"] = list(places.names)
    if places.count:
        plain["count"] = places.count
    return plain
