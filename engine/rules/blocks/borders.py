"""How many ground units may cross a border into or out of a battle in a phase.

Rule: Triumph & Tragedy 2nd edition, Border Limits (T46, T49, T54, T59).
"""

from engine.core.blocks import BlockMove
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.rules.blocks.areas import game_of, is_ground, position_of

LANDING_SHIPS = "landing_ships"
"""The technology with which more convoys land (T49)."""


def limit_of(state: State, one: TerritoryName, other: TerritoryName) -> int:
    """Ground units that may cross this border in a phase."""
    game = game_of(state)
    return game.border_limits.get(game.border_kind(one, other), 0)


def crossed(state: State, one: TerritoryName, other: TerritoryName) -> int:
    """Ground units that have engaged or disengaged over a border in the movement phase."""
    pair = {one, other}
    return sum(
        (move.is_engaging and not move.is_invading and set(move.path[-2:]) == pair)
        or (move.is_disengaging and set(move.path[:2]) == pair)
        for move in _ground_moves(state)
    )


def landings_left(state: State, sea: TerritoryName, land: TerritoryName) -> int:
    """Convoys that may still land over this border (T49)."""
    game = game_of(state)
    equipped = LANDING_SHIPS in state.technologies.get(state.nation, ())
    most = game.invaders_equipped if equipped else game.invaders
    landed = sum(
        move.is_invading and move.path[-2:] == (sea, land) for move in _ground_moves(state)
    )
    return max(0, most - landed)


def crossings_left(state: State, one: TerritoryName, other: TerritoryName) -> int:
    """Ground units that may still engage or disengage over a border."""
    return max(0, limit_of(state, one, other) - crossed(state, one, other))


def retreats_left(state: State, one: TerritoryName, other: TerritoryName) -> int:
    """Ground units that may still retreat over a border in the combat phase (T59)."""
    pair = {one, other}
    used = sum(set(crossing) == pair for crossing in position_of(state).turn.retreats)
    return max(0, limit_of(state, one, other) - used)


def _ground_moves(state: State) -> list[BlockMove]:
    moves = position_of(state).turn.moves
    return [
        move
        for key, move in moves.items()
        if key in state.units and is_ground(state, state.units[key])
    ]
