"""A side gives up.

No rule of the board: an agreement of the players (B234).  The nation that the game waits for, on
turn or asked in a defence, resigns for itself and its allies; everybody else has won.
A draw by agreement is not an order of one player.
"""

from engine.core.agenda import Outcome
from engine.core.events.turn import GameEnded
from engine.core.ids import NationName
from engine.gamedef import State
from engine.rules.common.frame import Events


def resolve_surrender(state: State, nation: NationName) -> Events:
    """The game ends with the victory of all who are not allied with the nation that gives up."""
    definition = state.definition
    names = definition.politics.nation_names
    winners = tuple(
        sorted(name for name in names if not definition.politics.is_allied(nation, name))
    )
    text = f"the {nation} resign in round {state.round}"
    return (GameEnded(Outcome(winners, "surrender", text)),)
