"""A definition with some of its facts changed (see engine/core/changes.py).

What each subject may change:

* ``unit``: the numbers, words, switches and lists of names of a unit type (see unit_facts), and
  with ``anti_air.`` before them those of its fire at aircraft; ``gives_movement of``, ``consumes
  of`` and ``creates of`` and the name of a unit type: the number that goes with it, 0 for none;
  so with ``fuel of``, ``flat_fuel of`` and ``yields of`` and the name of a resource; ``needs of``
  and the name of a unit type, ``not_in of`` and that of an area: 1 where one of these alone is
  enough to build it, and where it is not placed, 0 where not any more;
* ``territory``: its ``production``, ``victory_cities``, ``capital_of``, ``first_owner``,
  ``kamikaze_zone``, ``blockade_zone``, ``entry_captors``, ``no_units`` and ``no_blitz``;
  ``attack_terrain of`` and ``defence_terrain of`` and the name of a unit type;
* ``nation``: its ``buy_list``; ``bounds`` (areas of its restriction, () for none) and
  ``inside`` (whether it must stay in them); ``not_researched`` (technologies),
  ``research_price``, ``is_unblockaded``, ``places_in_any_zone`` and ``shares_technologies_with``
  as in NationRule; ``levies of``
  and the name of a unit type: for how many areas it gets one, 0 for none; ``treasury_is_lost``,
  ``capitals_for_income`` and ``capitals_for_money`` as in Nation;
* ``buy_list``: its ``units``; ``price of`` and the name of a unit type: PUs for one in this list;
* ``condition``: ``is_on``; ``stands_for`` (the condition whose test it has from now on);
* ``support``: the ``nations`` of all rules of a name;
* ``action`` of a nation, in politics or besides: ``cost of`` and the name of a resource.
"""

from collections.abc import Mapping
from dataclasses import Field, fields
from functools import cache
from operator import attrgetter
from typing import Annotated, Final, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

from engine.core.changes import RuleChange, Subject
from engine.core.ids import (
    NEUTRAL,
    NationName,
    ResourceName,
    SaleName,
    TerritoryName,
    UnitTypeName,
    bare_of,
)
from engine.gamedef.areas import Territory
from engine.gamedef.bounds import MAX_RESOURCE, MAX_UNITS
from engine.gamedef.conditions import NamedCondition
from engine.gamedef.limits import Restriction
from engine.gamedef.names import TechnologyName
from engine.gamedef.relations import PoliticalAction
from engine.gamedef.schema import (
    Bonus,
    BuyListName,
    ConditionName,
    GiftName,
    OwnerName,
    flat_fields,
    key_of,
)
from engine.gamedef.sides import Capitals
from engine.gamedef.unit_combat import AntiAir
from engine.gamedef.unit_types import UnitType
from engine.marks import Bounds
from engine.values import replace, with_value

_FIXED: Final = {"is_sea", "aliases"}
"""Facts of a unit type that stay as they are: whether it is a ship, and words for it."""

_GUN: Final = "anti_air."
"""How the facts of a unit's fire at aircraft begin."""


Count: TypeAlias = Annotated[int, Bounds(0)]
Value: TypeAlias = int | str | tuple[str, ...]
T = TypeVar("T")


class UnitFact(NamedTuple):
    """A field of a unit type that may change; hint: its type with its bounds.

    way: to its value, through the facet where it is in one; with `of_gun` it is the field of how
      the unit fires at aircraft, which it need not have yet.
    """

    way: str
    hint: object
    of_gun: bool = False


def unit_facts(kind: type[UnitType]) -> Mapping[str, UnitFact]:
    """The facts of a unit type that may change, by their keys in a scenario.

    A change is part of the signed position, so it says the key, whatever the field is called here.
    """
    own = {
        key: UnitFact(way, item.type)
        for key, (way, item) in _by_key(kind).items()
        if (isinstance(item.default, int | str) or _is_names(item.type)) and key not in _FIXED
    }
    of_gun = {
        f"{_GUN}{item.name}": UnitFact(item.name, item.type, True) for item in fields(AntiAir)
    }
    return own | of_gun


def _by_key(kind: type) -> Mapping[str, tuple[str, Field[object]]]:
    """The fields of a class by their keys in a scenario, each with the way to its value."""
    return _found_by_key(kind)


@cache
def _found_by_key(kind: type) -> Mapping[str, tuple[str, Field[object]]]:
    return {key_of(item, item.type): (way, item) for way, item in flat_fields(kind)}


def _is_names(hint: object) -> bool:
    """Whether a type is that of a list of names."""
    bare = bare_of(hint)
    item, *more = get_args(bare) or (None,)
    return get_origin(bare) is tuple and more == [...] and bare_of(item) is str


NATION_FACTS: Final[Mapping[str, object]] = {
    "places_in_any_zone": bool,
    "is_unblockaded": bool,
    "most_placed": Annotated[int, Bounds(0, MAX_UNITS)],
    "not_researched": tuple[TechnologyName, ...],
    "shares_technologies_with": tuple[NationName, ...],
    "research_price": int,
}
"""Facts of a nation that are fields of its NationRule."""

SIDE_FACTS: Final[Mapping[str, object]] = {
    "treasury_is_lost": bool,
    "capitals_for_income": Capitals,
    "capitals_for_money": Capitals,
}
"""Facts of a nation that are fields of the Nation itself."""

PRICE_OF: Final = "price of "
"""How the fact of a buy list begins that is the price of a unit type."""

BATCH_OF: Final = "units of "
"""How the fact of a buy list begins that says how many units come for that price."""

FACTS: Final[Mapping[Subject, Mapping[str, object]]] = {
    "unit": {key: fact.hint for key, fact in unit_facts(UnitType).items()},
    "territory": {
        "production": int,
        "kamikaze_zone": bool,
        "blockade_zone": bool,
        "victory_cities": int,
        "capital_of": OwnerName,
        "first_owner": OwnerName,
        "entry_captors": tuple[NationName, ...],
        "no_units": tuple[UnitTypeName, ...],
        "no_blitz": tuple[UnitTypeName, ...],
    },
    "nation": {
        "buy_list": BuyListName,
        "bounds": tuple[TerritoryName, ...],
        "inside": bool,
        **NATION_FACTS,
        **SIDE_FACTS,
    },
    "buy_list": {"units": tuple[SaleName, ...]},
    "condition": {"is_on": bool, "stands_for": ConditionName},
    "support": {"nations": tuple[NationName, ...]},
    "action": {},
}
"""For each subject its facts, as a scenario names them, and the types of their values."""


_BUILDING: Final = frozenset({"needs", "not_in"})
"""Those of the facts of a unit type that are in its BuildingRule."""

_Is: TypeAlias = Annotated[int, Bounds(0, 1)]

_OF: Final = " of "
"""What stands between a field with a number for each unit type and the name of one."""

NUMBERED: Final[Mapping[str, Mapping[str, object]]] = {
    "unit": {
        "gives_movement": Bonus,
        "consumes": Count,
        "creates": Count,
        "fuel": Count,
        "flat_fuel": Count,
        "yields": Bonus,
        "needs": _Is,
        "not_in": _Is,
    },
    "territory": {"attack_terrain": Bonus, "defence_terrain": Bonus},
    "nation": {"levies": Count},
    "action": {"cost": Annotated[int, Bounds(0, MAX_RESOURCE)]},
}
"""For each subject its fields with numbers for names, and what such a number may be."""

_OF_RESOURCES: Final = frozenset({"fuel", "flat_fuel", "cost"})
"""Those of them whose names are resources; those of the others are unit types."""


def named_in(field: str) -> object:
    """What the names in such a field are: resources or unit types."""
    if field == "yields":
        return GiftName
    if field == "not_in":
        return TerritoryName
    return ResourceName if field in _OF_RESOURCES else UnitTypeName


def number_fact(field: str, name: str) -> str:
    """The fact that is the number of a name in such a field."""
    return f"{field}{_OF}{name}"


def parts_of(subject: str, fact: str) -> tuple[str, str] | None:
    """The field and the name of such a fact; None for any other fact."""
    field, _, name = fact.partition(_OF)
    return (field, name) if name and field in NUMBERED.get(subject, ()) else None


def building_parts(fact: str) -> tuple[str, str] | None:
    """The same for a fact of a unit type that is in its BuildingRule."""
    parts = parts_of("unit", fact)
    return parts if parts and parts[0] in _BUILDING else None


def _numbered(item: T, subject: Subject, fact: str, value: Value) -> T | None:
    """The same with another number for a name; None where the fact is not such a number.

    A name whose number is 0 is left out.
    """
    parts = parts_of(subject, fact)
    if parts is None or not isinstance(value, int):
        return None
    field, name = parts
    way, _ = _by_key(type(item))[field]
    others = {other: number for other, number in attrgetter(way)(item) if other != name}
    numbers = others | ({name: value} if value else {})
    return with_value(item, way, tuple(sorted(numbers.items())))


def changed_area(area: Territory, fact: str, value: Value) -> Territory:
    """The area with another value of a fact; KeyError for a fact that may not change."""
    numbered = _numbered(area, "territory", fact, value)
    if numbered is not None:
        return numbered
    if fact not in FACTS["territory"]:
        raise KeyError(f"territory {fact}")
    if fact == "capital_of" and value == NEUTRAL:
        # The neutral owner has no capital, so this is nobody's any more.
        value = ""
    return with_value(area, fact, value)


def changed_action(action: PoliticalAction, fact: str, value: Value) -> PoliticalAction:
    """The action of a nation with another cost; KeyError for a fact that may not change."""
    numbered = _numbered(action, "action", fact, value)
    if numbered is None:
        raise KeyError(f"action {fact}")
    return numbered


def changed_unit(kind: UnitType, fact: str, value: Value) -> UnitType:
    """The unit type with another value of a fact.

    fact: its key in a scenario.  Raises KeyError for a fact that may not change.
    """
    numbered = _numbered(kind, "unit", fact, value)
    if numbered is not None:
        return numbered
    known = unit_facts(type(kind))[fact]
    if known.of_gun:
        gun = with_value(kind.guns.aa_fire or AntiAir(), known.way, value)
        return replace(kind, guns=replace(kind.guns, anti_air=gun))
    return with_value(kind, known.way, value)


def value_of(kind: UnitType, fact: str) -> object:
    """What a fact of a unit type is now; KeyError for one that may not change."""
    known = unit_facts(type(kind))[fact]
    whole = (kind.guns.aa_fire or AntiAir()) if known.of_gun else kind
    value: object = attrgetter(known.way)(whole)
    return value


def changed_bounds(
    restrictions: tuple[Restriction, ...], change: RuleChange
) -> tuple[Restriction, ...]:
    """Where nations may not go, with a change of `bounds` or `inside` for one of them."""
    own = [rule for rule in restrictions if rule.nation == change.name]
    others = tuple(rule for rule in restrictions if rule.nation != change.name)
    rule = own[0] if own else Restriction(NationName(change.name), (), inside=False)
    if isinstance(change.value, tuple):
        rule = replace(rule, territories=tuple(map(TerritoryName, change.value)))
    elif isinstance(change.value, bool):
        rule = replace(rule, inside=change.value)
    return (*others, rule)


def switched(
    conditions: tuple[NamedCondition, ...], name: str, is_on: bool
) -> tuple[NamedCondition, ...]:
    """The conditions with one switched on or off; KeyError when there is none of this name."""
    if all(entry.name != name for entry in conditions):
        raise KeyError(name)
    return tuple(
        replace(entry, is_on=is_on) if entry.name == name else entry for entry in conditions
    )
