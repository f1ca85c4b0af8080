"""Who is on whose side, and who owns which land.

Two nations may also be neither allied nor at war: then neither enters land of the other, and at
sea they ignore each other (linked game: L26).  Relations may change while a game is played
(ADR 0019); every rule that depends on them asks here, or asks the definition of the state, which
always holds the current ones.

Rule: rule book, The map (B25, B26) and Battle (B183); for ships that stop nobody B146.
Options: ignore_submarines_in_movement, ignore_transports_in_movement.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName
from engine.gamedef import Options, UnitType
from engine.gamedef.relations import RelationType

if TYPE_CHECKING:
    from engine.core.unit import Unit
    from engine.gamedef import State


def type_of(state: "State", unit: "Unit") -> UnitType:
    """What kind of unit it is."""
    return state.definition.unit_types[unit.type]


def is_allied(state: "State", one: NationName, other: NationName) -> bool:
    """Whether two owners are on the same side; each is allied with itself."""
    return state.definition.politics.is_allied(one, other)


def is_enemy(state: "State", one: NationName, other: NationName) -> bool:
    """Whether two owners may fight, neutral owners included."""
    return state.definition.politics.is_at_war(one, other)


def is_at_peace(state: "State", one: NationName, other: NationName) -> bool:
    """Whether two nations are neither allied nor at war, such as in a truce (L26)."""
    return state.definition.politics.relation(one, other).archetype == "neutral"


def relation_of(state: "State", one: NationName, other: NationName) -> RelationType:
    """The current relation between two owners."""
    return state.definition.politics.relation(one, other)


def is_landing_land(state: "State", nation: NationName, territory: TerritoryName) -> bool:
    """Whether it is land on which aircraft of the nation may end a turn."""
    if is_sea(state, territory):
        return False
    return relation_of(state, nation, owner_of(state, territory)).air_lands


def is_mere_transport(kind: UnitType) -> bool:
    """Whether a ship only carries land units and cannot attack, unless its type says it fights."""
    return is_transport_ship(kind) and kind.attack == 0


def is_transport_ship(kind: UnitType) -> bool:
    """Whether a ship carries land units and its type does not say that it fights."""
    carries = kind.is_sea and kind.carriage.transport_capacity > 0
    return carries and not kind.carriage.is_combat_transport


def is_passed_by(kind: UnitType, options: Options) -> bool:
    """Whether enemy units of a kind do not stop ships and need not be fought at sea (B146).

    A transport that can attack stops nobody either, as recorded on Fallen Empire.
    """
    if kind.undersea.is_passed:
        return True
    if kind.undersea.is_submarine:
        return options.ignore_submarines_in_movement
    return is_transport_ship(kind) and options.ignore_transports_in_movement


def is_asked(state: "State", nation: NationName) -> bool:
    """Whether a nation is asked for its choices in the turn of another (B198, G20).

    Neutral owners never are: nobody plays them, so they follow the default.
    """
    return (
        state.definition.options.ask_defender and nation in state.definition.politics.nation_names
    )


def is_asked_before_battles(state: "State", nation: NationName) -> bool:
    """Whether a nation is asked who scrambles and what its kamikaze attacks aim at (ADR 0092)."""
    options = state.definition.options
    asks = options.ask_before_battles and nation in state.definition.politics.nation_names
    return asks or is_asked(state, nation)


def is_sea(state: "State", territory: TerritoryName) -> bool:
    """Whether it is a sea zone."""
    return state.definition.board.is_sea[territory]


def is_impassable(state: "State", territory: TerritoryName) -> bool:
    """Whether nobody may ever enter (B26)."""
    return state.definition.board.territories[territory].is_impassable


def owner_of(state: "State", territory: TerritoryName) -> NationName:
    """The owner: NEUTRAL for land that belongs to nobody, "" for open sea."""
    owner = state.owners.get(territory)
    if owner is not None:
        return owner
    return NOBODY if is_sea(state, territory) else NEUTRAL


def is_friendly_land(state: "State", nation: NationName, territory: TerritoryName) -> bool:
    """Whether it is land of the nation or of an ally."""
    owner = owner_of(state, territory)
    if is_sea(state, territory) or owner in {"", NEUTRAL}:
        return False
    return is_allied(state, nation, owner)


def is_enemy_land(state: "State", nation: NationName, territory: TerritoryName) -> bool:
    """Whether it is land of an enemy or neutral land."""
    owner = owner_of(state, territory)
    return owner != "" and is_enemy(state, nation, owner)


def is_of_an_enemy(state: "State", nation: NationName, territory: TerritoryName) -> bool:
    """Whether an area, on land or at sea, belongs to a nation that is an enemy."""
    owner = owner_of(state, territory)
    return owner not in {"", NEUTRAL} and is_enemy(state, nation, owner)


def enemies_in(state: "State", nation: NationName, territory: TerritoryName) -> Iterator["Unit"]:
    """Units there that the nation may fight, neutral ones included, in order of identity."""
    there = state.units_in(territory)
    return (unit for unit in there if is_enemy(state, nation, unit.owner))


def has_just_gone_to_war(state: "State", one: NationName, other: NationName) -> bool:
    """Whether two nations went to war with each other in this turn."""
    of_type = state.definition.politics.relation_type
    return any(
        {one, other} == {first, second}
        and of_type(before).archetype != "war"
        and of_type(after).archetype == "war"
        for first, second, before, after in state.turn.related
    )


def is_surprised(state: "State", nation: NationName) -> bool:
    """Whether attacks of the nation on turn surprise units of a nation: in the game's first round.

    Source: the map dialect (dominatingFirstRoundAttack, negateDominatingFirstRoundAttack).
    """
    if state.round != 1 or not state.definition.map_rules.of(state.nation).surprises:
        return False
    return (
        is_enemy(state, state.nation, nation)
        and not state.definition.map_rules.of(nation).is_prepared
    )


def has_capital(state: "State", nation: NationName) -> bool:
    """Whether the nation holds its own capital, or never had one (B43, B44).

    Of several capitals it must hold as many as the scenario says.
    """
    own = own_capitals(state, nation)
    if not own:
        return True
    wanted = state.definition.politics.nation(nation).capitals_for_income
    return sum(owner_of(state, place) == nation for place in own) >= wanted


def own_capitals(state: "State", nation: NationName) -> tuple[TerritoryName, ...]:
    """The capitals that a nation had at the start of the game."""
    definition = state.definition
    places = definition.board.capitals_of(nation)
    return tuple(place for place in places if definition.original_owner(place) == nation)
