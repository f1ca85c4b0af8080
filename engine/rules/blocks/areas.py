"""What an area is to a nation: friendly, enemy, rival or neutral, disputed or not.

Rule: Triumph & Tragedy 2nd edition, Seas status and Coastal Land Areas (T1, T7, T8, T11, T12).
Control of land is kept in the owners of the state and changes at the start of a phase only.
"""

from typing import Final

from engine.core.blocks import BlockState
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName, UnitTypeName, pair_of
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import GROUND, NAVAL, UNDERSEA, BlockGame, BlockType

FRIENDLY: Final = "friendly"
ENEMY: Final = "enemy"
RIVAL: Final = "rival"
NEITHER: Final = "neutral"


def game_of(state: State) -> BlockGame:
    """What the definition says about blocks; TypeError for a game without any."""
    if state.definition.blocks is None:
        raise TypeError("this definition is not a block game")
    return state.definition.blocks


def position_of(state: State) -> BlockState:
    """The part of the position that only block games have; TypeError for any other game."""
    if state.blocks is None:
        raise TypeError("this is not a position of a block game")
    return state.blocks


def block_of(state: State, unit: Unit) -> BlockType:
    """What the unit is as a block."""
    return game_of(state).types[unit.type]


def is_ground(state: State, unit: Unit) -> bool:
    """Whether it is a ground unit, even one at sea."""
    return block_of(state, unit).kind == GROUND


def is_sea(state: State, place: TerritoryName) -> bool:
    """Whether it is a sea or an ocean."""
    return state.definition.board.is_sea[place]


def is_strait(state: State, place: TerritoryName) -> bool:
    """Whether ships pass through it."""
    return game_of(state).areas[place].is_strait


def is_coastal(state: State, place: TerritoryName) -> bool:
    """Whether it is land, or a strait, that touches a sea (T11, T12)."""
    board = state.definition.board
    touches = any(board.is_sea[beyond] for beyond in board.neighbours(place))
    return not board.is_sea[place] and touches


def can_stand(state: State, name: UnitTypeName, place: TerritoryName) -> bool:
    """Whether blocks of a type can be on an area of land: ships are at a coast (T17, T125)."""
    kind = game_of(state).types[name].kind
    return kind not in {NAVAL, UNDERSEA} or is_coastal(state, place)


def share_a_sea(state: State, one: TerritoryName, other: TerritoryName) -> bool:
    """Whether two areas touch the same sea (T29)."""
    board = state.definition.board
    return any(board.is_sea[sea] and board.is_border(sea, other) for sea in board.neighbours(one))


def country_of(state: State, place: TerritoryName) -> str:
    """The country an area belongs to, "" at sea."""
    return game_of(state).areas[place].country


def is_out_of_season(state: State, place: TerritoryName) -> bool:
    """Whether nobody moves and fights there in this season: in winter, away from home (T92)."""
    game = game_of(state)
    season = game.season_of(state.definition.sequence[state.phase.step].name)
    if season is None or not season.is_homebound:
        return False
    country = game.countries.get(game.areas[place].country)
    return country is None or country.home_of != state.nation


def is_at_war(state: State, one: NationName, other: NationName) -> bool:
    """Whether two nations are enemies; other nations are rivals."""
    return pair_of(one, other) in position_of(state).wars


def is_violated(state: State, nation: NationName, country: str) -> bool:
    """Whether the nation has violated the neutrality of a country."""
    return (nation, country) in position_of(state).violated


def is_enemy_unit(state: State, nation: NationName, unit: Unit) -> bool:
    """Whether a unit is an enemy where it is."""
    if unit.owner == NEUTRAL:
        return is_violated(state, nation, country_of(state, unit.territory))
    return unit.owner != nation and is_at_war(state, nation, unit.owner)


def enemies_in(state: State, nation: NationName, place: TerritoryName) -> tuple[Unit, ...]:
    """Enemy units there, in order of identity, without escaped submarines (T7, T206)."""
    return tuple(
        unit
        for unit in state.units_in(place)
        if not unit.escaped and is_enemy_unit(state, nation, unit)
    )


def own_in(state: State, nation: NationName, place: TerritoryName) -> tuple[Unit, ...]:
    """Units of a nation there, in order of identity, without submarines that have escaped."""
    there = state.units_in(place)
    return tuple(unit for unit in there if unit.owner == nation and not unit.escaped)


def rivals_in(state: State, nation: NationName, place: TerritoryName) -> tuple[NationName, ...]:
    """Other nations with units there that are not at war with this one, sorted."""
    owners = {unit.owner for unit in state.units_in(place)} - {nation, NEUTRAL}
    return tuple(sorted(owner for owner in owners if not is_at_war(state, nation, owner)))


def has_escaped_enemy(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether an enemy submarine that has escaped is there (T39)."""
    there = state.units_in(place)
    return any(unit.escaped and is_enemy_unit(state, nation, unit) for unit in there)


def status_of(state: State, nation: NationName, place: TerritoryName) -> str:
    """FRIENDLY, ENEMY, RIVAL or NEITHER.

    A sea is an enemy's while enemy units are there and open to all otherwise (T7, T8); land is
    what its controller is.
    """
    if is_sea(state, place):
        return ENEMY if enemies_in(state, nation, place) else FRIENDLY
    owner = state.owners.get(place, NOBODY)
    if owner == nation:
        return FRIENDLY
    if not owner:
        violated = is_violated(state, nation, country_of(state, place))
        return ENEMY if violated else NEITHER
    return ENEMY if is_at_war(state, nation, owner) else RIVAL


def is_undisputed(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether it is friendly and no enemy is there (T37, T56, T62)."""
    friendly = status_of(state, nation, place) == FRIENDLY
    return friendly and not enemies_in(state, nation, place)


def has_ground_support(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether a ground unit of the nation is there (T43, T75)."""
    return any(is_ground(state, unit) for unit in own_in(state, nation, place))


def target_kind(state: State, unit: Unit) -> str:
    """What a unit counts as when shot at: a ground unit at sea is a convoy, so a ship (T51)."""
    kind = block_of(state, unit).kind
    return NAVAL if kind == GROUND and is_sea(state, unit.territory) else kind


def block_name(unit: Unit) -> str:
    """A block for people, such as ``tank of 3 CV``."""
    return f"{unit.type} of {unit.strength} CV"


def is_undersea(state: State, unit: Unit) -> bool:
    """Whether it is a submarine."""
    return block_of(state, unit).kind == UNDERSEA
