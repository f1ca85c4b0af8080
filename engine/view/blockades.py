"""What the ships of enemies off a coast cost: the supply of the games in which fleets cut it.

Rule: map dialect (blockade, blockadeZone); `engine/rules/economy/blockades.py`.
"""

from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.rules.economy.blockades import blockade_losses, blockading_fleets
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BlockadeView:
    """What a sea zone costs a nation at the end of its turn as the fleets lie now.

    cost: PUs; where the game rolls for them (`is_rolled`) the dice, each of which costs 0 to 3.
    """

    zone: TerritoryName
    nation: NationName
    cost: int
    is_rolled: bool


def blockade_zones(state: State) -> tuple[TerritoryName, ...]:
    """The sea zones in which fleets can cut somebody's income, in the order of the board."""
    areas = state.definition.board.territories.values()
    return tuple(area.name for area in areas if area.blockade_zone)


def blockade_views(state: State) -> tuple[BlockadeView, ...]:
    """What every such zone costs, nation by nation in turn order; () where it costs nothing."""
    is_rolled = state.definition.options.blockades_are_rolled
    found: list[BlockadeView] = []
    for nation in state.definition.politics.nation_names:
        fleets = blockading_fleets(state, nation)
        costs = fleets if is_rolled else blockade_losses(state, nation, fleets)
        found += [BlockadeView(zone, nation, cost, is_rolled) for zone, cost in costs.items()]
    return tuple(found)
