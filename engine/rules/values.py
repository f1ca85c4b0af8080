"""The numbers of a unit in the hands of its owner, technologies included.

Rule: rule book, Technology (B111 to B121, B128).
Options: jet_power_attack, super_sub_defence_bonus, heavy_bomber_dice, lhtr_heavy_bombers.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.gamedef import Options, UnitType
from engine.rules.relations import type_of

if TYPE_CHECKING:
    from engine.core.unit import Unit
    from engine.gamedef import State

JET_POWER = "jet_power"
SUPER_SUBS = "super_subs"
LONG_RANGE_AIRCRAFT = "long_range_aircraft"
ROCKETS = "rockets"
DESTROYER_BOMBARD = "destroyer_bombard"
HEAVY_BOMBER = "heavy_bomber"
INDUSTRIAL_TECHNOLOGY = "industrial_technology"
IMPROVED_ARTILLERY = "improved_artillery"
PARATROOPERS = "paratroopers"
INCREASED_FACTORY_PRODUCTION = "increased_factory_production"
WAR_BONDS = "war_bonds"
MECHANIZED_INFANTRY = "mechanized_infantry"
IMPROVED_SHIPYARDS = "improved_shipyards"
RADAR = "radar"

_LONG_RANGE_BONUS = 2
_FACTORY_BONUS = 2
_WORTH_A_BONUS = 3  # production of a territory from which on a factory builds more


def has_technology(state: "State", nation: str, technology: str) -> bool:
    """Whether a technology is in force for a nation (B110)."""
    return technology in state.technologies.get(nation, ())


def attack_value(
    kind: UnitType, options: Options, technologies: Collection[str], *, landed: bool = False
) -> int:
    """The number at which a kind of unit hits in attack, without support (B49, B111, B112).

    technologies: those in force for its owner; landed: whether it attacks from a transport.
    """
    value = kind.attack
    jets = kind.is_air and not kind.is_strategic_bomber and options.jet_power_attack
    if jets and JET_POWER in technologies:
        value += 1
    if kind.is_submarine and SUPER_SUBS in technologies:
        value += 1
    if landed:
        value += kind.marine_bonus
    return value


def defence_value(kind: UnitType, options: Options, technologies: Collection[str]) -> int:
    """The number at which a kind of unit hits in defence (B50, B111, B112)."""
    value = kind.defence
    jets = kind.is_air and not kind.is_strategic_bomber and not options.jet_power_attack
    if jets and JET_POWER in technologies:
        value += 1
    if kind.is_submarine and SUPER_SUBS in technologies:
        value += options.super_sub_defence_bonus
    return value


def bombard_value(kind: UnitType, options: Options, technologies: Collection[str]) -> int:
    """The number at which a ship hits the shore, 0 when it cannot fire at it (B85, B119)."""
    if kind.can_bombard:
        return kind.bombard
    if kind.is_destroyer and DESTROYER_BOMBARD in technologies:
        return attack_value(kind, options, technologies)
    return 0


def attack_of(state: "State", unit: "Unit") -> int:
    """The number at which a unit hits in attack, without support."""
    technologies = state.technologies.get(unit.owner, ())
    options = state.definition.options
    return attack_value(type_of(state, unit), options, technologies, landed=unit.amphibious)


def defence_of(state: "State", unit: "Unit") -> int:
    """The number at which a unit hits in defence."""
    technologies = state.technologies.get(unit.owner, ())
    return defence_value(type_of(state, unit), state.definition.options, technologies)


def movement_of(state: "State", unit: "Unit") -> int:
    """Movement points of a unit in a turn (B51, B113), with what a base has given it."""
    kind = type_of(state, unit)
    if kind.is_air and has_technology(state, unit.owner, LONG_RANGE_AIRCRAFT):
        return kind.movement + unit.bonus + _LONG_RANGE_BONUS
    return kind.movement + unit.bonus


def movement_left(state: "State", unit: "Unit") -> int:
    """Movement points a unit has left in this turn, never below 0."""
    return max(0, movement_of(state, unit) - unit.moved)


def factory_bonus(state: "State", nation: str, production: int) -> int:
    """Units that a factory builds more with Increased Factory Production (B128)."""
    better = has_technology(state, nation, INCREASED_FACTORY_PRODUCTION)
    return _FACTORY_BONUS if better and production >= _WORTH_A_BONUS else 0
