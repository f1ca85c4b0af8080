"""The values of a unit, the technologies of its owner included.

Rule: rule book, Technology (B111 to B121, B128).
Options: those of tech_abilities.py.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.gamedef import Options, UnitType
from engine.rules.common.relations import type_of
from engine.rules.common.tech_abilities import tech_abilities_of

if TYPE_CHECKING:
    from engine.core.unit import Unit
    from engine.gamedef import State
    from engine.gamedef.unit_types import TechAbility

IMPROVED_ARTILLERY = "improved_artillery"


def attack_value(
    kind: UnitType, options: Options, technologies: Collection[str], *, landed: bool = False
) -> int:
    """The number at which a kind of unit hits in attack, without support (B49, B111, B112).

    technologies: those in force for its owner; landed: whether it attacks from a transport.
    """
    value = kind.attack
    for ability in tech_abilities_of(kind, options, technologies):
        value += ability.attack
    if landed:
        value += kind.gunnery.marine_bonus
    return max(0, value)


def defence_value(kind: UnitType, options: Options, technologies: Collection[str]) -> int:
    """The number at which a kind of unit hits in defence (B50, B111, B112)."""
    value = kind.defence
    for ability in tech_abilities_of(kind, options, technologies):
        value += ability.defence
    return max(0, value)


def bombard_value(kind: UnitType, options: Options, technologies: Collection[str]) -> int:
    """The number at which a ship hits the shore, 0 when it cannot fire at it (B85, B119)."""
    if kind.gunnery.can_bombard:
        return kind.gunnery.bombard
    if any(ability.can_bombard for ability in tech_abilities_of(kind, options, technologies)):
        return kind.gunnery.bombard or attack_value(kind, options, technologies)
    return 0


def is_blitzer(state: "State", unit: "Unit") -> bool:
    """Whether a unit may go through empty enemy land at all (B61)."""
    kind = type_of(state, unit)
    return kind.mobility.can_blitz or any(
        ability.can_blitz for ability in _tech_abilities(state, unit, kind)
    )


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
    """Movement points of a unit in a turn (B51, B113), including those given by a base."""
    kind = type_of(state, unit)
    points = kind.movement + unit.bonus
    for ability in _tech_abilities(state, unit, kind):
        points += ability.movement
    return points


def air_battle_value(state: "State", unit: "Unit", *, attacks: bool) -> int:
    """The number at which a unit hits in an air battle, as raider or as interceptor."""
    kind = type_of(state, unit)
    value = kind.air_combat.air_attack if attacks else kind.air_combat.air_defence
    for ability in _tech_abilities(state, unit, kind):
        value += ability.air_attack if attacks else ability.air_defence
    return max(0, value)


def _tech_abilities(state: "State", unit: "Unit", kind: UnitType) -> "tuple[TechAbility, ...]":
    return tech_abilities_of(kind, state.definition.options, state.technologies.get(unit.owner, ()))


def movement_left(state: "State", unit: "Unit") -> int:
    """Movement points a unit has left in this turn, never below 0."""
    return max(0, movement_of(state, unit) - unit.moved)


def steps_left(state: "State", unit: "Unit") -> int:
    """Steps that a unit may still go in this turn (B51, B89, B154, B155).

    Ships and land units that fought or fired at the shore stay where they are, so do units that
    were put ashore, ships that put units ashore, and submerged submarines.
    """
    if is_spent(unit) and not type_of(state, unit).is_air:
        return 0
    return movement_left(state, unit)


def is_spent(unit: "Unit") -> bool:
    """Whether a unit has done something that ends the movement of all but aircraft."""
    return unit.in_combat or unit.bombarded or unit.submerged or unit.unloaded_to != ""


def flight_left(state: "State", unit: "Unit") -> int:
    """Steps that an aircraft may still fly; 0 for any other unit."""
    return steps_left(state, unit) if type_of(state, unit).is_air else 0
