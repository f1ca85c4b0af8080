"""What kinds of units can do and what is different for a nation, in a few words.

Rule: rule book, Units (B48, B55); the map dialect for what the game of the rule book does not have.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from engine.core.ids import NationName, marks_of
from engine.gamedef import Definition, State, UnitType
from engine.gamedef.nation_rules import NationRule
from engine.gamedef.schema import Ability, flat_fields
from engine.values import dataclass

_WORDS: Final = tuple(
    (attrgetter(way), mark.words)
    for way, entry in flat_fields(UnitType)
    for mark in marks_of(entry.type)
    if isinstance(mark, Ability)
)
"""How to see whether a kind of unit can do something, and the words for it."""


def ability_words(definition: Definition, kind: UnitType) -> tuple[str, ...]:
    """What a kind of unit can do besides its figures."""
    return (
        *(words for has, words in _WORDS if has(kind)),
        *_figures(kind),
        *_help(definition, kind),
        *_bounds(definition, kind),
    )


def _figures(kind: UnitType) -> Iterator[str]:
    if kind.guns.anti_air is not None:
        aims = ", ".join(kind.guns.anti_air.targets) or "aircraft"
        yield f"fires first at {aims}"
    if kind.gunnery.marine_bonus:
        yield f"{kind.gunnery.marine_bonus:+} in an attack from a ship"
    if kind.gunnery.attack_dice != 1 or kind.gunnery.defence_dice != 1:
        yield f"dice {kind.gunnery.attack_dice} in attack, {kind.gunnery.defence_dice} in defence"
    if kind.mobility.gives_movement:
        yield "base, gives movement to " + ", ".join(
            name for name, _ in kind.mobility.gives_movement
        )


def _help(definition: Definition, kind: UnitType) -> Iterator[str]:
    yield from dict.fromkeys(
        "hinders enemies" if rule.on_enemies else "supports"
        for rule in definition.support
        if kind.name in rule.givers
    )
    yield from dict.fromkeys(
        "can be hindered" if rule.on_enemies else "can be supported"
        for rule in definition.support
        if kind.name in rule.receivers
    )


def _bounds(definition: Definition, kind: UnitType) -> Iterator[str]:
    """How many may be in one area, and what must be where it is built."""
    for limit in definition.map_rules.limits:
        if kind.name in limit.types and not limit.nation:
            yield f"{limit.action} of {limit.count} in an area at most"
    for rule in definition.map_rules.building:
        if rule.type == kind.name and rule.needs:
            yield "built beside " + " or ".join(" and ".join(need) for need in rule.needs)


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """What is different for a nation.

    rule: its name in a scenario, a field of `nation_rules` or ``restrictions``; value: what it is
    there, plain; text: a clause for people.
    """

    rule: str
    value: object
    text: str


def special_rules(state: State, nation: NationName) -> tuple[SpecialRule, ...]:
    """What is different for a nation; () for most."""
    definition = state.definition
    rules = list(_special(definition.map_rules.of(nation)))
    for bound in definition.map_rules.restrictions:
        if bound.nation == nation and bound.territories:
            where = "nowhere but to" if bound.inside else "everywhere but to"
            value = {"inside": bound.inside, "territories": [*bound.territories]}
            words = f"its units go {where} {', '.join(bound.territories)}"
            rules.append(SpecialRule("restrictions", value, words))
    return tuple(rules)


def _special(rule: NationRule) -> Iterator[SpecialRule]:
    switches = {
        "places_anywhere": "places land and air units in any own land, without a factory",
        "places_in_any_zone": "places ships beside any own land, without a factory",
        "places_in_captured": "places also where it took the land in the same turn",
        "places_at_home": "places nowhere but in its capital",
        "surprises": "units that defend against it in the first round of the game hit with a 1 at "
        "most",
        "is_prepared": "nobody surprises it",
    }
    for name, words in switches.items():
        if getattr(rule, name):
            yield SpecialRule(name, True, words)
    if rule.full_at:
        words = f"places nothing where it has {rule.full_at} units or more"
        yield SpecialRule("full_at", rule.full_at, words)
    if rule.most_placed:
        words = f"places no more than {rule.most_placed} units in an area in a turn"
        yield SpecialRule("most_placed", rule.most_placed, words)
    for levy in rule.levies:
        areas = "area" if levy.per == 1 else f"{levy.per} areas"
        worth = " with a value" if levy.valued else ""
        value = {"type": levy.type, "per": levy.per, "valued": levy.valued}
        words = f"gets one {levy.type} for each {areas}{worth} that it owns"
        yield SpecialRule("levies", value, words)
    if rule.kamikaze_goods:
        words = (
            f"makes kamikaze attacks on ships, for one of its {rule.kamikaze_goods} each, "
            f"which hit at {rule.kamikaze_strength}"
        )
        price = {"goods": rule.kamikaze_goods, "strength": rule.kamikaze_strength}
        yield SpecialRule("kamikaze", price, words)
