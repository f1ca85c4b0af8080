"""Victory by theatres, tested at the end of every round.

A side wins the game when it has won every theatre that the scenario asks of it.  Several sides may
do so in the same round, each for itself or each in a theatre of its own; then they share the
victory.  By option the game goes on until every theatre of the scenario is decided; our source does
not say when it ends.

Rule: linked game, Victory conditions (L1, L2); gap 3 of its checklist.
Options: every_theatre_decides.
"""

from engine.core.agenda import Outcome
from engine.core.events.turn import GameEnded
from engine.gamedef import State
from engine.rules.common.frame import Events


def resolve_theatre_victory(state: State) -> Events:
    """The end of the game, when an alliance has won all its theatres."""
    definition = state.definition
    aims = definition.victory.by_theatres
    wanted = {theatre for aim in aims for theatre in aim.theatres}
    if definition.options.every_theatre_decides and not wanted <= state.won.keys():
        return ()
    sides = [
        aim.alliance
        for aim in aims
        if all(state.won.get(theatre) == aim.alliance for theatre in aim.theatres)
    ]
    if not sides:
        return ()
    winners = sorted(
        entry.name
        for entry in definition.politics.nations
        if set(sides).intersection(entry.alliances)
    )
    won = ", ".join(f"{theatre} by {side}" for theatre, side in sorted(state.won.items()))
    # Sides that do not play together may all reach their aims: then they share the victory (L2).
    names = " and ".join(sides)
    how = f"victory of {names} alone" if len(sides) == 1 else f"shared victory of {names}"
    text = f"{how} at the end of round {state.round}: {won}"
    return (GameEnded(Outcome(tuple(winners), "theatre_victory", text)),)
