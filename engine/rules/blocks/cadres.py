"""New blocks of strength 1, in the set-up, by production and by agreement.

Rule: Triumph & Tragedy 2nd edition, rule book 5.0 and 7.2 (T110, T117, T122, T124).
"""

from collections.abc import Iterable

from engine.core.ids import NEUTRAL, NationName, TerritoryName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.schema import CountryName
from engine.rules.blocks.areas import country_of, game_of


def new_cadres(state: State, picks: Iterable[Pick], place: TerritoryName) -> tuple[Unit, ...]:
    """The blocks that choices name; they are of the nation on turn where they say nothing else."""
    kinds = [(pick.type, pick.owner or state.nation) for pick in picks for _ in range(pick.count)]
    return tuple(
        Unit(
            state.next_unit + index,
            kind,
            owner,
            place,
            strength=1,
            country=builder_at(state, owner, place),
        )
        for index, (kind, owner) in enumerate(kinds)
    )


def builder_at(state: State, owner: NationName, place: TerritoryName) -> CountryName:
    """The country that builds a block there: its own for a neutral one (T124)."""
    game = game_of(state)
    return country_of(state, place) if owner == NEUTRAL else game.power_at(owner, place)
