"""What the technologies of a nation do for it as a whole.

What they give to units of a type is in tech_abilities.py.  Where several advances give the same,
numbers of dice, units and discounts add up, and the best range, faces and least value count.

Rule: rule book, Technology (B110, B128, B129); the map dialect (TechAbilityAttachment).
Options: none.
"""

from engine.core.ids import NationName
from engine.gamedef import State, UnitType
from engine.gamedef.technology import Advance, Airborne


def advances_of(state: State, nation: NationName) -> tuple[Advance, ...]:
    """What is in force for a nation (B110)."""
    known = state.technologies.get(nation, ())
    if not known:
        return ()
    technology = state.definition.technology
    return tuple([technology.advance(name) for name in known])


def more_built_by(state: State, nation: NationName, kind: UnitType, production: int) -> int:
    """Units that a producer of a type builds more (B128); production: the value of its area."""
    return sum(
        dict(advance.more_built_by).get(kind.name, advance.more_built)
        for advance in advances_of(state, nation)
        if production >= advance.worth_more
    )


def repair_discount(state: State, nation: NationName) -> int:
    """Percent of the price of repairs that a nation saves, at most 100 (B128)."""
    return min(100, sum(advance.repair_discount for advance in advances_of(state, nation)))


def bond_dice(state: State, nation: NationName) -> tuple[int, int]:
    """Dice of war bonds and the faces of each; (0, faces) without any (B129)."""
    advances = [advance for advance in advances_of(state, nation) if advance.bond_dice]
    faces = max((advance.bond_faces for advance in advances), default=0)
    return sum(advance.bond_dice for advance in advances), faces or state.definition.dice_sides


def airborne_of(state: State, nation: NationName) -> tuple[Airborne, ...]:
    """The airborne forces of a nation, one for each advance that gives some."""
    return tuple(
        advance.airborne for advance in advances_of(state, nation) if advance.airborne is not None
    )
