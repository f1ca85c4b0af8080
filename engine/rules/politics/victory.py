"""Victory by victory cities, tested at the end of every round.

An alliance wins when it holds as many victory cities as one of the levels in force requires; where
several are in force, the lowest decides.  All alliances are tested.  Where several reach a level
in the same round (no map of ours allows it: two levels need more cities than there are), the one
with more cities wins, and with equal numbers the game is a draw.

Rule: rule book, Winning (B235 to B237), settled in G11.  Vector: V14.
Options: projection_of_power, honorable_surrender, total_victory.
"""

from engine.core.agenda import Outcome
from engine.core.events.turn import GameEnded
from engine.gamedef import State
from engine.gamedef.victory import VictoryLevel
from engine.rules.common.frame import Events


def alliances(state: State) -> tuple[str, ...]:
    """All alliances, in the order of the first nation of each."""
    found: dict[str, None] = {}
    for nation in state.definition.politics.nations:
        found.update(dict.fromkeys(nation.alliances))
    return tuple(found)


def victory_cities(state: State, alliance: str) -> int:
    """How many victory cities the nations of an alliance hold (B235)."""
    definition = state.definition
    members = {entry.name for entry in definition.politics.nations if alliance in entry.alliances}
    return sum(
        definition.board.territories[name].victory_cities
        for name, owner in state.owners.items()
        if owner in members
    )


def levels_in_force(state: State, alliance: str) -> tuple[VictoryLevel, ...]:
    """The levels that are in force for an alliance, the lowest number first (B236)."""
    options = state.definition.options
    switched = {
        "projection_of_power": options.projection_of_power,
        "honorable_surrender": options.honorable_surrender,
        "total_victory": options.total_victory,
    }
    mine = [level for level in state.definition.victory.levels if level.alliance == alliance]
    return tuple(
        sorted((level for level in mine if switched[level.level]), key=lambda level: level.cities)
    )


def resolve_victory(state: State) -> Events:
    """The end of the game, when an alliance holds enough victory cities (B237)."""
    reached: list[tuple[int, str, VictoryLevel]] = []
    for alliance in alliances(state):
        cities = victory_cities(state, alliance)
        met = [level for level in levels_in_force(state, alliance) if cities >= level.cities]
        if met:
            reached.append((cities, alliance, met[-1]))
    if not reached:
        return ()
    most = max(cities for cities, _, _ in reached)
    first = [entry for entry in reached if entry[0] == most]
    return (GameEnded(_outcome(state, first)),)


def _outcome(state: State, first: list[tuple[int, str, VictoryLevel]]) -> Outcome:
    cities, alliance, level = first[0]
    if len(first) > 1:
        names = " and ".join(name for _, name, _ in first)
        text = f"{names} hold {cities} victory cities each at the end of round {state.round}"
        return Outcome((), "draw", text)
    nations = state.definition.politics.nations
    winners = tuple(sorted(entry.name for entry in nations if alliance in entry.alliances))
    text = f"{alliance} hold {cities} victory cities at the end of round {state.round}; "
    text += f"{level.cities} are enough"
    return Outcome(winners, level.level, text)
