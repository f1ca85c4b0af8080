"""Unit types for tests, made of their facts as a scenario names them: without the facets."""

from engine.gamedef import UnitType
from engine.gamedef.schema import flat_fields
from engine.values import replace

_WAYS = {entry.name: way for way, entry in flat_fields(UnitType)}


def unit_type(
    name: str, attack: int = 0, defence: int = 0, movement: int = 0, **facts: object
) -> UnitType:
    """A unit type; KeyError for a fact that no unit type has."""
    return with_facts(UnitType(name, attack, defence, movement), **facts)


def with_facts(kind: UnitType, **facts: object) -> UnitType:
    """The unit type with other values of some facts; KeyError for a fact that it does not have."""
    own: dict[str, object] = {}
    parts: dict[str, dict[str, object]] = {}
    for name, value in facts.items():
        facet, dot, _ = _WAYS[name].partition(".")
        if dot:
            parts.setdefault(facet, {})[name] = value
        else:
            own[name] = value
    for facet, values in parts.items():
        own[facet] = replace(getattr(kind, facet), **values)
    return replace(kind, **own)


def fact_of(kind: UnitType, name: str) -> object:
    """The value of a fact of a unit type; KeyError for a fact that it does not have."""
    value: object = kind
    for part in _WAYS[name].split("."):
        value = getattr(value, part)
    return value
