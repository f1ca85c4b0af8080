"""How a game begins and how many play it: the start in a later year, two players.

Rule: Triumph & Tragedy 2nd edition, rule book 17 and 18 (T90, T176, T247 to T259).
Options: short_game, two_players.
"""

from engine.core.ids import NOBODY, NationName, TerritoryName
from engine.gamedef import Definition, State
from engine.gamedef.block_variants import ShortGame, TwoPlayers
from engine.rules.blocks.areas import position_of


def short_game_of(definition: Definition) -> ShortGame | None:
    """What is different from the longer game; None in the longer one."""
    game = definition.blocks
    return game.short_game if game is not None and definition.options.short_game else None


def two_players_of(definition: Definition) -> TwoPlayers | None:
    """What is different for two players; None where each nation has its own."""
    game = definition.blocks
    return game.two_players if game is not None and definition.options.two_players else None


def is_left_out(definition: Definition, step: str) -> bool:
    """Whether a step of the sequence belongs to a way to play that is not this one."""
    game = definition.blocks
    if game is None:
        return False
    is_short = game.short_game is not None and step in game.short_game.steps
    is_two = game.two_players is not None and step in game.two_players.steps
    return (is_short and short_game_of(definition) is None) or (
        is_two and two_players_of(definition) is None
    )


def year_of(state: State) -> int:
    """The year under way, counted from the first year of the longer game."""
    short = short_game_of(state.definition)
    return state.round if short is None else state.round + short.year - 1


def ally_of(state: State, nation: NationName) -> NationName:
    """The other nation of the same player, "" for none."""
    variant = two_players_of(state.definition)
    if variant is None or nation not in variant.allies:
        return NOBODY
    return next(name for name in variant.allies if name != nation)


def ally_is_there(state: State, nation: NationName, place: TerritoryName) -> bool:
    """Whether units of the other nation of the same player keep a nation out of an area (T251)."""
    ally = ally_of(state, nation)
    return bool(ally) and any(unit.owner == ally for unit in state.units_in(place))


def is_passive(state: State, nation: NationName) -> bool:
    """Whether its ally is the active one of the year (T254)."""
    return bool(ally_of(state, nation)) and position_of(state).active not in {NOBODY, nation}


def side_of(state: State, nation: NationName) -> tuple[NationName, ...]:
    """The nations that win together with one, itself included, sorted."""
    ally = ally_of(state, nation)
    return tuple(sorted((nation, ally))) if ally else (nation,)
