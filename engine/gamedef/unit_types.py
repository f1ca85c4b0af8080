"""What a kind of unit is and can do.

Rules ask for these attributes and never for the name of a unit (B2).  The numbers are those of the
scenario (end matter 1, G17).  What every unit has stands in the type itself; what only some units
have stands in a facet, one for each group of rules that ask for it (ADR 0068).  A facet is a part
of the program only: in a scenario the fields of a unit type and of its facets stand side by side in
one table, and triggers name them without the facet.
"""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from engine.core.ids import NationName, UnitTypeName
from engine.gamedef.bounds import MAX_SUPPORT, MAX_TECHNOLOGIES
from engine.gamedef.names import TechnologyName
from engine.gamedef.schema import FACET, Ability, Bonus, Key, OwnerName, Positive
from engine.gamedef.unit_combat import (
    AirCombat,
    Gunnery,
    Guns,
    Sacrifice,
    Stalemate,
    Undersea,
    Wear,
)
from engine.gamedef.unit_economy import Building, Capture, Damage, Production, Raiding
from engine.gamedef.unit_movement import Carriage, Decks, Mobility, Scrambling
from engine.marks import Bounds, Doc, Items
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class TechAbility:
    """What one technology of its owner gives a unit (B111 to B121)."""

    technology: Annotated[TechnologyName, Doc("the technology")]
    attack: Annotated[Bonus, Doc("added to the attack of the unit")] = 0
    defence: Annotated[Bonus, Doc("added to its defence")] = 0
    movement: Annotated[Bonus, Doc("added to its movement")] = 0
    attack_dice: Annotated[Bonus, Doc("added to its dice in attack")] = 0
    defence_dice: Annotated[Bonus, Doc("added to its dice in defence")] = 0
    anti_air: Annotated[
        Bonus, Doc("added to the numbers at which it fires at aircraft, where it does")
    ] = 0
    air_attack: Annotated[Bonus, Doc("added to its attack in an air battle")] = 0
    air_defence: Annotated[Bonus, Doc("added to its defence in an air battle")] = 0
    raid_bonus: Annotated[Bonus, Doc("added once to the damage of its raid")] = 0
    can_blitz: Annotated[bool, Doc("it can blitz")] = False
    can_bombard: Annotated[
        bool,
        Doc(
            "it can bombard; without a bombardment number of its own it fires at its attack number"
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit (B48 to B55)."""

    name: Annotated[UnitTypeName, Doc("what it is called")]
    attack: Annotated[int, Doc("a die at this number or less hits when it attacks")] = 0
    defence: Annotated[int, Doc("a die at this number or less hits when it defends")] = 0
    movement: Annotated[int, Doc("areas that it may move in a turn")] = 0
    hit_points: Annotated[int, Bounds(1, 100), Doc("hits that it takes before it is lost")] = 1
    is_air: Annotated[bool, Doc("it is an aircraft; neither this nor a ship means land")] = False
    is_sea: Annotated[bool, Doc("it is a ship")] = False
    is_infrastructure: Annotated[
        bool,
        Doc("it takes no part in combat, is no target and is captured (AA guns, factories)"),
        Ability("captured"),
    ] = False
    aliases: Annotated[
        tuple[str, ...],
        Items(20),
        Doc("other words for it that players may write; they are never written back"),
    ] = ()
    gunnery: Annotated[Gunnery, FACET] = Gunnery()
    sacrifice: Annotated[Sacrifice, FACET] = Sacrifice()
    undersea: Annotated[Undersea, FACET] = Undersea()
    guns: Annotated[Guns, FACET] = Guns()
    air_combat: Annotated[AirCombat, FACET] = AirCombat()
    wear: Annotated[Wear, FACET] = Wear()
    stalemate: Annotated[Stalemate, FACET] = Stalemate()
    mobility: Annotated[Mobility, FACET] = Mobility()
    carriage: Annotated[Carriage, FACET] = Carriage()
    decks: Annotated[Decks, FACET] = Decks()
    scrambling: Annotated[Scrambling, FACET] = Scrambling()
    production: Annotated[Production, FACET] = Production()
    building: Annotated[Building, FACET] = Building()
    raiding: Annotated[Raiding, FACET] = Raiding()
    damage: Annotated[Damage, FACET] = Damage()
    capture: Annotated[Capture, FACET] = Capture()
    tech_abilities: Annotated[
        tuple[TechAbility, ...],
        Key("gains"),
        Items(MAX_TECHNOLOGIES, unique=("technology",)),
        Doc(
            "what technologies of its owner give it, one entry for a technology at most; by the "
            "rule book for those without an entry"
        ),
    ] = ()

    @property
    def takes_damage(self) -> bool:
        """Whether raids and rockets can damage it where damage stays on units (B71)."""
        return self.damage.can_be_damaged or (
            self.production.is_factory and not self.damage.is_spared
        )

    @property
    def is_construction(self) -> bool:
        """Whether it is built without a factory, by its own rules and not by those of factories."""
        return bool(self.building.construction)

    @property
    def is_plain_factory(self) -> bool:
        """Whether the rules of factories say how many of it there may be (B94)."""
        return self.production.is_factory and not self.is_construction

    @property
    def is_land(self) -> bool:
        """Whether it belongs on land."""
        return not (self.is_air or self.is_sea)


def unit_aliases(types: Mapping[UnitTypeName, UnitType]) -> Mapping[str, str]:
    """The other words for unit types that the scenario knows, each with the type."""
    return {alias: kind.name for kind in types.values() for alias in kind.aliases}


@dataclass(frozen=True, slots=True)
class SupportRule:
    """One unit helps others to fire better, or hinders the enemy (B57 to B60)."""

    givers: Annotated[tuple[UnitTypeName, ...], Doc("unit types that help")]
    receivers: Annotated[tuple[UnitTypeName, ...], Doc("unit types that are helped")]
    bonus: Annotated[Bonus, Doc("what a receiver gets, below 0 where it is hindered")] = 1
    count: Annotated[Positive, Doc("how many receivers one giver helps")] = 1
    attack: Annotated[bool, Doc("the giver helps when it attacks")] = True
    defence: Annotated[bool, Doc("the giver helps when it defends")] = False
    on_enemies: Annotated[
        bool, Doc("the receivers are enemies of the giver, not units of its own side")
    ] = False
    strength: Annotated[bool, Doc("it raises the number at which a die hits")] = True
    dice: Annotated[bool, Doc("it raises the number of dice")] = False
    aa_strength: Annotated[
        bool, Doc("it raises the number at which a die of AA fire in a battle hits")
    ] = False
    kind: Annotated[
        str,
        Doc('rules of one kind together reach a unit `stack` times; "" is a kind of its own'),
    ] = ""
    stack: Annotated[int, Doc("how often, 0 for as often as they can")] = 1
    nations: Annotated[
        tuple[OwnerName, ...],
        Doc(
            "whose givers help; if none is named, those of everybody, or of nobody where "
            "triggers say who"
        ),
    ] = ()
    improvable: Annotated[bool, Doc("Improved Artillery doubles it (B126)")] = True
    name: Annotated[str, Doc('by which triggers say whose givers help, "" where none does')] = ""

    @property
    def depends_on_owner(self) -> bool:
        """Whether only givers of some nations help."""
        return bool(self.nations or self.name)


def helped_by(
    rules: tuple[SupportRule, ...], name: str, nations: tuple[NationName, ...]
) -> tuple[SupportRule, ...]:
    """The rules where givers of other nations help by those of a name; KeyError without any."""
    if all(rule.name != name for rule in rules):
        raise KeyError(name)
    return tuple(replace(rule, nations=nations) if rule.name == name else rule for rule in rules)


SupportRules: TypeAlias = Annotated[tuple[SupportRule, ...], Items(MAX_SUPPORT)]
