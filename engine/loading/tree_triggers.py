"""Triggers and the buy lists that they exchange, out of a plain tree and back into it.

An effect is a table whose field ``kind`` says which one it is; the other fields are those of the
class in engine/gamedef/triggers.py.  docs/formats/scenario-v1.md lists them.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.core.ids import (
    NEUTRAL,
    PUS,
    RESEARCH_DICE,
    VICTORY_POINTS,
    NationName,
    UnitTypeName,
)
from engine.gamedef.changes import FACTS
from engine.gamedef.conditions import ANY_RELATION
from engine.gamedef.names import TECHNOLOGIES
from engine.gamedef.triggers import (
    AssignLand,
    CallTrigger,
    ChangeRelation,
    Counts,
    DecideTheatre,
    EditBuyList,
    Effect,
    GiveResource,
    GiveTechnology,
    GiveUnits,
    LoseCombatMove,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    WinGame,
    calls_of,
)
from engine.loading import limits
from engine.loading.fields import Node, names_of, shown
from engine.loading.tree_conditions import (
    Words,
    condition_to_plain,
    read_condition,
    read_nations,
    read_theatre,
)

_FIELDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "set": (("subject", "names", "fact", "value"), ()),
    "edit_buy_list": (("buy_list", "unit", "is_added"), ()),
    "technology": (("nations", "technology"), ()),
    "land": (("owner",), ("territory", "previous", "is_conquest")),
    "remove": (("nations", "count"), ("territories", "types")),
    "place": (("nations", "territory", "units"), ()),
    "hand": (("nations", "units"), ()),
    "resource": (("nations", "resource", "amount"), ()),
    "relation": (("pair", "relation"), ("previous",)),
    "call": (
        ("trigger",),
        ("times", "spends_use", "tests_uses", "tests_condition", "tests_chance"),
    ),
    "win": (("nations", "message"), ()),
    "decide": (("theatre", "alliance"), ()),
    "lose_combat_move": (("nations", "theatre"), ()),
}
"""Fields of each kind of effect that must be there, and that may be."""

_TRIGGER_FIELDS: Final = (
    ("name", "nation", "test"),
    ("effects", "moments", "uses", "chance", "sides", "rise", "fall"),
)
_NUMBERS: Final[Mapping[str, int]] = {"uses": 0, "chance": 1, "sides": 1, "rise": 0, "fall": 0}


def read_buy_lists(node: Node, words: Words) -> dict[str, tuple[UnitTypeName, ...]]:
    """The unit types of each buy list."""
    return {
        name: names_of(item, limits.MAX_UNIT_TYPES, words.types, "a unit type")
        for name, item in node.named(limits.MAX_LISTS).items()
    }


def read_buy_list_of(node: Node, words: Words) -> dict[NationName, str]:
    """The buy list that each nation has at the start."""
    found: dict[NationName, str] = {}
    for nation, item in node.named(limits.MAX_NATIONS).items():
        if nation not in words.nations:
            raise item.error("there is no nation of this name")
        found[nation] = item.choice(words.buy_lists, "a buy list")
    return found


def read_triggers(node: Node, words: Words) -> tuple[Trigger, ...]:
    """What the map makes happen by itself, in the order in which it is looked at.

    Raises DefinitionError also for triggers that call each other without end.
    """
    entries = [item.table(*_TRIGGER_FIELDS) for item in node.items(limits.MAX_TRIGGERS)]
    names = [entry["name"].name() for entry in entries]
    if len(set(names)) < len(names):
        raise node.error("two triggers have the same name")
    triggers = tuple(_trigger(entry, words, tuple(names)) for entry in entries)
    _check_calls(node, triggers)
    return triggers


def _check_calls(node: Node, triggers: tuple[Trigger, ...]) -> None:
    """Count what follows each trigger, those first whose calls are counted; a circle stays."""
    left = {
        entry.name: [(call.trigger, call.times) for call in calls_of(entry)] for entry in triggers
    }
    following: dict[str, int] = {}
    while left:
        ready = [name for name, calls in left.items() if all(key in following for key, _ in calls)]
        if not ready:
            raise node.error(f"the trigger {shown(next(iter(left)))} calls itself without end")
        for name in ready:
            following[name] = sum(times * (1 + following[key]) for key, times in left.pop(name))
            if following[name] > limits.MAX_CALLS:
                text = f"the trigger {shown(name)} calls more than {limits.MAX_CALLS} others"
                raise node.error(text)


def _trigger(entry: Mapping[str, Node], words: Words, names: tuple[str, ...]) -> Trigger:
    numbers = {
        key: entry[key].whole(low, limits.MAX_NUMBER) if key in entry else low
        for key, low in _NUMBERS.items()
    }
    effects = entry["effects"].items(limits.MAX_PARTS) if "effects" in entry else []
    moments = entry["moments"].items(limits.MAX_PARTS) if "moments" in entry else []
    return Trigger(
        name=entry["name"].name(),
        nation=entry["nation"].choice(words.nations, "a nation"),
        test=read_condition(entry["test"], words),
        effects=tuple(_effect(item, words, names) for item in effects),
        moments=tuple(_moment(item, words) for item in moments),
        uses=numbers["uses"],
        chance=numbers["chance"],
        sides=numbers["sides"],
        rise=numbers["rise"],
        fall=numbers["fall"],
    )


def _moment(node: Node, words: Words) -> str:
    allowed = [f"{edge}:{step}" for step in words.steps for edge in ("before", "after")]
    return node.choice(("start", *allowed), "a moment of this scenario")


def _effect(node: Node, words: Words, triggers: tuple[str, ...]) -> Effect:
    if not isinstance(node.value, dict) or not isinstance(node.value.get("kind"), str):
        raise node.error("an effect is a table with a field 'kind'")
    kind = Node(node.value["kind"], f"{node.where}.kind").choice(tuple(_FIELDS), "an effect")
    required, optional = _FIELDS[kind]
    entry = node.table(("kind", *required), optional)
    if "nations" in entry:
        on_board = kind in {"place", "remove"}
        owners = replace(words, nations=(*words.nations, NEUTRAL)) if on_board else words
        return _to_nations(kind, entry, read_nations(entry["nations"], owners), words)
    match kind:
        case "set":
            return _set(entry, words)
        case "edit_buy_list":
            return EditBuyList(
                entry["buy_list"].choice(words.buy_lists, "a buy list"),
                entry["unit"].choice(words.types, "a unit type"),
                entry["is_added"].flag(),
            )
        case "land":
            anybody = (*words.nations, NEUTRAL)
            return AssignLand(
                _choice(entry, "territory", words.areas, "an area"),
                _choice(entry, "previous", anybody, "an owner"),
                entry["owner"].choice(anybody, "an owner"),
                _flag(entry, "is_conquest"),
            )
        case "decide":
            return DecideTheatre(*read_theatre(entry, words))
        case "relation":
            return _related(entry, words)
    return CallTrigger(
        entry["trigger"].choice(triggers, "a trigger"),
        entry["times"].whole(1, limits.MAX_PARTS) if "times" in entry else 1,
        _flag(entry, "spends_use"),
        _flag(entry, "tests_uses"),
        _flag(entry, "tests_condition"),
        _flag(entry, "tests_chance"),
    )


def _related(entry: Mapping[str, Node], words: Words) -> ChangeRelation:
    pair = names_of(entry["pair"], 2, words.nations, "a nation")
    if len(pair) != 2:
        raise entry["pair"].error("two nations are wanted")
    previous = _choice(entry, "previous", (*ANY_RELATION, *words.relations), "a relation")
    relation = entry["relation"].choice(words.relations, "a type of relations")
    return ChangeRelation((pair[0], pair[1]), previous or "any", relation)


def _to_nations(
    kind: str, entry: Mapping[str, Node], nations: tuple[NationName, ...], words: Words
) -> Effect:
    match kind:
        case "technology":
            return GiveTechnology(nations, entry["technology"].choice(TECHNOLOGIES, "a technology"))
        case "remove":
            areas = _names(entry, "territories", words.areas, "an area")
            types = _names(entry, "types", words.types, "a unit type")
            count = entry["count"].whole(1, limits.MAX_UNITS)
            return RemoveUnits(nations, areas, types, count)
        case "place":
            area = entry["territory"].choice(words.areas, "an area of this scenario")
            return PlaceUnits(nations, area, _counts(entry["units"], words))
        case "hand":
            return GiveUnits(nations, _counts(entry["units"], words))
        case "resource":
            most = limits.MAX_RESOURCE
            resources = (PUS, RESEARCH_DICE, VICTORY_POINTS, *words.resources)
            return GiveResource(
                nations,
                entry["resource"].choice(resources, "a resource"),
                entry["amount"].whole(-most, most),
            )
        case "lose_combat_move":
            theatre = entry["theatre"].choice(words.theatres, "a theatre of this scenario")
            return LoseCombatMove(nations, theatre)
    return WinGame(nations, entry["message"].name())


def _set(entry: Mapping[str, Node], words: Words) -> SetFact:
    text = entry["subject"].choice(tuple(FACTS), "something that may change")
    subject = next(word for word in FACTS if word == text)
    facts = FACTS[subject]
    fact = entry["fact"].choice(tuple(facts), f"a fact of a {subject} that may change")
    known = {
        "unit": words.types,
        "territory": words.areas,
        "nation": words.nations,
        "buy_list": words.buy_lists,
        "condition": words.conditions,
    }[subject]
    names = names_of(entry["names"], limits.MAX_AREAS, known, f"a {subject} of this scenario")
    return SetFact(subject, names, fact, _value(entry["value"], facts[fact], subject, words))


def _value(
    node: Node, kind: type, subject: str, words: Words
) -> int | bool | str | tuple[str, ...]:
    if kind is bool:
        return node.flag()
    if kind is int:
        return node.whole(0, limits.MAX_NUMBER)
    if kind is str:
        return node.choice(words.buy_lists, "a buy list")
    allowed = words.types if subject == "buy_list" else words.areas
    return names_of(node, limits.MAX_AREAS, allowed, "a name of this scenario")


def _counts(node: Node, words: Words) -> Counts:
    found: list[tuple[UnitTypeName, int]] = []
    for name, item in node.named(limits.MAX_UNIT_TYPES).items():
        if name not in words.types:
            raise item.error("there is no unit type of this name")
        found.append((name, item.whole(1, limits.MAX_COUNT)))
    if not found:
        raise node.error("at least one unit is wanted")
    return tuple(sorted(found))


def _flag(entry: Mapping[str, Node], key: str) -> bool:
    return key in entry and entry[key].flag()


def _choice(entry: Mapping[str, Node], key: str, allowed: tuple[str, ...], what: str) -> str:
    return entry[key].choice(allowed, what) if key in entry else ""


def _names(
    entry: Mapping[str, Node], key: str, allowed: tuple[str, ...], what: str
) -> tuple[str, ...]:
    return names_of(entry[key], limits.MAX_AREAS, allowed, what) if key in entry else ()


def trigger_to_plain(trigger: Trigger) -> dict[str, object]:
    """A trigger as the table that `read_triggers` reads."""
    plain: dict[str, object] = {
        "name": trigger.name,
        "nation": trigger.nation,
        "test": condition_to_plain(trigger.test),
        "effects": [_effect_to_plain(effect) for effect in trigger.effects],
    }
    if trigger.moments:
        plain["moments"] = list(trigger.moments)
    values = {
        "uses": trigger.uses,
        "chance": trigger.chance,
        "sides": trigger.sides,
        "rise": trigger.rise,
        "fall": trigger.fall,
    }
    return plain | {key: value for key, value in values.items() if value != _NUMBERS[key]}


def _effect_to_plain(effect: Effect) -> dict[str, object]:
    match effect:
        case SetFact():
            value = list(effect.value) if isinstance(effect.value, tuple) else effect.value
            names = list(effect.names)
            return _table("set", subject=effect.subject, names=names, fact=effect.fact, value=value)
        case EditBuyList():
            name, unit, added = effect.buy_list, effect.unit, effect.is_added
            return _table("edit_buy_list", buy_list=name, unit=unit, is_added=added)
        case AssignLand():
            parts = {"territory": effect.territory, "previous": effect.previous}
            named = {key: value for key, value in parts.items() if value}
            return _table("land", owner=effect.owner, is_conquest=effect.is_conquest) | named
        case ChangeRelation():
            pair, before = list(effect.nations), effect.previous
            return _table("relation", pair=pair, previous=before, relation=effect.relation)
        case CallTrigger():
            return _table(
                "call",
                trigger=effect.trigger,
                times=effect.times,
                spends_use=effect.spends_use,
                tests_uses=effect.tests_uses,
                tests_condition=effect.tests_condition,
                tests_chance=effect.tests_chance,
            )
        case DecideTheatre():
            return _table("decide", theatre=effect.theatre, alliance=effect.alliance)
    return _nations_to_plain(effect)


def _nations_to_plain(
    effect: GiveTechnology
    | RemoveUnits
    | PlaceUnits
    | GiveUnits
    | GiveResource
    | LoseCombatMove
    | WinGame,
) -> dict[str, object]:
    nations = list(effect.nations)
    match effect:
        case GiveTechnology():
            return _table("technology", nations=nations, technology=effect.technology)
        case RemoveUnits():
            areas, types = list(effect.territories), list(effect.types)
            count = effect.count
            return _table("remove", nations=nations, territories=areas, types=types, count=count)
        case PlaceUnits():
            place, units = effect.territory, dict(effect.units)
            return _table("place", nations=nations, territory=place, units=units)
        case GiveUnits():
            return _table("hand", nations=nations, units=dict(effect.units))
        case GiveResource():
            name, amount = effect.resource, effect.amount
            return _table("resource", nations=nations, resource=name, amount=amount)
        case WinGame():
            return _table("win", nations=nations, message=effect.message)
        case LoseCombatMove():
            return _table("lose_combat_move", nations=nations, theatre=effect.theatre)


def _table(kind: str, **fields: object) -> dict[str, object]:
    return {"kind": kind, **fields}
