"""Facets of a unit type: building, damage and capture (see engine/gamedef/unit_types.py).

Rule: rule book, Production, Bombing raids and Capture (B71, B93); what only maps have, from the map
dialect.
"""

from typing import Annotated, Final

from engine.core.ids import UnitTypeName
from engine.gamedef.bounds import MAX_CONSTRUCTIONS, MAX_UNIT_TYPES
from engine.gamedef.schema import Ability, Bonus, GiftName, Missing, OwnerName, Positive
from engine.marks import SORTED, Bounds, Doc, Items
from engine.values import dataclass

FACTORY_SORT: Final = "factories"
"""The sort of construction as which usual factories count, and others that say so."""


@dataclass(frozen=True, slots=True)
class Production:
    """What it makes for its owner, and what it takes from the enemy's income."""

    is_factory: Annotated[
        bool, Doc("it builds units and is the target of raids and rockets"), Ability("produces")
    ] = False
    produces: Annotated[
        bool, Doc("it builds units as a factory does, without being one"), Ability("produces")
    ] = False
    factory_output: Annotated[
        int,
        Doc(
            "units that a factory of this type builds in a turn where factories can be damaged, 0 "
            "for the value of its territory"
        ),
    ] = 0
    creates: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...],
        SORTED,
        Doc("units that it makes at the end of its owner's turn: pairs (type, number)"),
        Ability("creates units"),
    ] = ()
    yields: Annotated[
        tuple[tuple[GiftName, Bonus], ...],
        SORTED,
        Doc(
            "what it pays its owner at the end of their turn, below 0 for upkeep: pairs (resource, "
            "amount)"
        ),
    ] = ()
    blockade: Annotated[
        int,
        Doc("PUs that it costs an enemy in a blockade zone in a turn"),
        Ability("blockades"),
    ] = 0

    @property
    def is_producer(self) -> bool:
        """Whether units are built where it stands (B93)."""
        return self.is_factory or self.produces


@dataclass(frozen=True, slots=True)
class Building:
    """How it is built itself, where that is not as usual."""

    construction: Annotated[
        str,
        Doc('the sort of construction that it is, built without a factory; "" for none'),
        Ability("built without a factory"),
    ] = ""
    construction_per_turn: Annotated[
        int, Doc("how many constructions of the sort may be placed in an area in a turn")
    ] = 0
    construction_most: Annotated[
        int, Bounds(0, MAX_CONSTRUCTIONS), Doc("how many of the sort may stand in an area")
    ] = 0
    construction_is_fixed: Annotated[bool, Doc("no option raises that number")] = False
    consumes: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...],
        SORTED,
        Doc(
            "units of the same owner that are used up in its area when it is placed: pairs (type, "
            "number)"
        ),
    ] = ()
    most_owned: Annotated[
        int,
        Bounds(-1),
        Doc("a nation buys no more of it than it then has this many, -1 for any number"),
    ] = -1


@dataclass(frozen=True, slots=True)
class Raiding:
    """How it bombs factories (B65 to B73)."""

    is_strategic_bomber: Annotated[
        bool, Doc("it may raid factories"), Ability("raids factories")
    ] = False
    raid_targets: Annotated[
        tuple[UnitTypeName, ...], Doc("types that it may raid; any if none is named")
    ] = ()
    raid_faces: Annotated[
        int,
        Doc("faces of its die of damage where units have their own, 0 for those of the game"),
    ] = 0
    raid_bonus: Annotated[
        Bonus, Doc("what is added to that die, below 0 where it is less; no die counts below 0")
    ] = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """What raids and rockets do to it."""

    can_be_damaged: Annotated[
        bool,
        Doc("raids and rockets damage it, though it is not a factory"),
        Ability("can be damaged by raids"),
    ] = False
    is_spared: Annotated[
        bool,
        Doc("they do not, though it is a factory, where damage stays on units"),
        Ability("is spared by raids"),
    ] = False
    max_damage: Annotated[
        int,
        Doc(
            "how much damage it takes, 0 for twice the value of its area; for a factory without "
            "`factory_output` that number of times the value"
        ),
    ] = 0
    works_until: Annotated[
        int,
        Bounds(-1),
        Doc("with more damage than this it does nothing for others, -1 for any damage"),
    ] = -1
    dies_of_damage: Annotated[bool, Doc("it is lost when it has all the damage that it takes")] = (
        False
    )


@dataclass(frozen=True, slots=True)
class CapturedAs:
    """What units of a type turn into when they are captured with their area."""

    previous: Annotated[OwnerName, Missing(""), Doc('whose they were, "" for anybody')]
    captor: Annotated[OwnerName, Missing(""), Doc('who takes them, "" for anybody')]
    keeps_damage: Annotated[
        bool,
        Doc("the first of the new units has the damage of the old one, as much as it can take"),
    ]
    units: Annotated[
        tuple[tuple[UnitTypeName, Positive], ...],
        Items(MAX_UNIT_TYPES, least=1),
        Doc("what stands there instead: pairs (type, number)"),
    ]


@dataclass(frozen=True, slots=True)
class Capture:
    """What becomes of it when others take its area, and to whom it may go."""

    captured_as: Annotated[
        tuple[CapturedAs, ...],
        Items(MAX_UNIT_TYPES),
        Doc("what it turns into when it is captured; the first entry that fits counts"),
    ] = ()
    changes_when_captured: Annotated[
        bool, Doc("whether it does so at present; triggers change this")
    ] = True
    capture_damage: Annotated[
        int, Doc("bombing damage that it takes when it is captured, as far as it takes any")
    ] = 0
    lost_when_taken_from: Annotated[
        tuple[OwnerName, ...],
        Doc("nations whose units of this type are destroyed where others would be captured"),
    ] = ()
    lost_when_taken_by: Annotated[
        tuple[OwnerName, ...],
        Doc("nations that destroy units of this type where others would capture them"),
    ] = ()
    entry_captors: Annotated[
        tuple[OwnerName, ...],
        Doc("nations that may capture it when they enter its area, where area and owner let them"),
    ] = ()
    given_to: Annotated[
        tuple[OwnerName, ...],
        Doc("nations that may get it from an ally in the areas that say so"),
    ] = ()
