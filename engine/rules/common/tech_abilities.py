"""What a kind of unit gets from the technologies of its owner.

A map may say so itself, technology by technology; where it says nothing about one, the rule book's
numbers apply.

Rule: rule book, Technology (B111 to B113, B119 to B121, B132); the dialect of the maps.
Options: jet_power_attack, super_sub_defence_bonus, heavy_bomber_dice, lhtr_heavy_bombers.
"""

from collections.abc import Collection
from typing import Final

from engine.gamedef import Options, UnitType
from engine.gamedef.unit_types import TechAbility

JET_POWER: Final = "jet_power"
SUPER_SUBS: Final = "super_subs"
LONG_RANGE_AIRCRAFT: Final = "long_range_aircraft"
DESTROYER_BOMBARD: Final = "destroyer_bombard"
HEAVY_BOMBER: Final = "heavy_bomber"
RADAR: Final = "radar"

_LONG_RANGE_BONUS: Final = 2
_NEW_HEAVY_BOMBER_BONUS: Final = 1


def tech_ability_of(kind: UnitType, options: Options, technology: str) -> TechAbility:
    """What units of a type get from one technology: the map's entry or the rule book's."""
    for own in kind.tech_abilities:
        if own.technology == technology:
            return own
    return _usual_ability(kind, options, technology)


def tech_abilities_of(
    kind: UnitType, options: Options, technologies: Collection[str]
) -> tuple[TechAbility, ...]:
    """What units of a type get from each technology that is in force for their owner."""
    if not technologies:
        return ()
    return tuple([tech_ability_of(kind, options, technology) for technology in technologies])


def _usual_ability(kind: UnitType, options: Options, technology: str) -> TechAbility:
    """What units of a type get from a technology by the rule book."""
    if technology == JET_POWER and kind.is_air and not kind.raiding.is_strategic_bomber:
        attacks = options.jet_power_attack
        return TechAbility(technology, attack=int(attacks), defence=int(not attacks))
    if technology == SUPER_SUBS and kind.undersea.is_submarine:
        return TechAbility(technology, attack=1, defence=options.super_sub_defence_bonus)
    if technology == LONG_RANGE_AIRCRAFT and kind.is_air:
        return TechAbility(technology, movement=_LONG_RANGE_BONUS)
    if technology == DESTROYER_BOMBARD and kind.undersea.is_destroyer:
        return TechAbility(technology, can_bombard=True)
    if technology == HEAVY_BOMBER and kind.raiding.is_strategic_bomber:
        more = options.heavy_bomber_dice - 1
        if not options.lhtr_heavy_bombers:
            return TechAbility(technology, attack_dice=more)
        bonus = _NEW_HEAVY_BOMBER_BONUS if more else 0
        return TechAbility(technology, attack_dice=more, defence_dice=more, raid_bonus=bonus)
    if technology == RADAR and kind.guns.aa_fire is not None:
        return TechAbility(technology, anti_air=1)
    return TechAbility(technology)
