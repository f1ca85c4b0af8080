"""A victory that a map gives by a trigger counts, by option, once it has been held for a round.

The rule book of Global 1940 wants what wins to be held for a complete round of play: whoever
reaches it in a turn has won when the turns of all others have ended since, and what they reached
held at the end of each of them.  So it is looked at at the end of every turn, and how many turns
have ended on it is kept in the position.

Rule: A&A Global 1940, how the war is won (W3).
Options: victory_lasts_a_round.
"""

from engine.core.event_log import EventLog
from engine.core.events.triggers import VictoryHeld
from engine.core.events.turn import GameEnded
from engine.gamedef import Definition, State
from engine.gamedef.triggers import WinGame
from engine.rules.common.frame import Events
from engine.rules.politics.conditions import holds
from engine.rules.politics.effects import outcome_of

_ENDS = ("end_turn", "end_turn_unpaid")


def turns_of_a_round(definition: Definition) -> int:
    """How many turns end in a round: at the end of so many what wins must hold."""
    return sum(step.phase in _ENDS and not step.last_round for step in definition.sequence)


def resolve_held_victories(state: State) -> Events:
    """At the end of a turn: who holds what wins, since how many turns, and whether that is enough.

    Nothing without the option.
    """
    if not state.definition.options.victory_lasts_a_round:
        return ()
    log = EventLog(state)
    enough = turns_of_a_round(state.definition)
    for trigger in state.definition.script.triggers:
        wins = [effect for effect in trigger.effects if isinstance(effect, WinGame)]
        before = state.held.get(trigger.name, 0)
        turns = before + 1 if wins and holds(state, trigger.test) else 0
        if turns != before:
            log.add(VictoryHeld(trigger.name, wins[0].nations, turns, enough))
        if turns == enough:
            log.add(GameEnded(outcome_of(state, wins[0])))
            break
    return log.events
