"""What a player's block does when they leave a choice to the program (ADR 0018).

It fires at what it hits most easily, stays where it may, and takes the shortest way out where it
must leave.  The first group that came joins first; of several strongest blocks the last one in the
order of fire is reduced; submarines stay.
"""

from engine.core.agenda import Decision
from engine.gamedef import State
from engine.orders import Fire, Lose, Order, Pick, Press, Retreat, Reveal, Submerge
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.fire import default_loss, targets_of
from engine.rules.blocks.forced import ways_out
from engine.rules.blocks.groups import groups_in
from engine.rules.blocks.retreat import shortest


def default_answer(state: State, decision: Decision) -> Order:
    """The order that answers a decision of a block game; LookupError for an unknown question."""
    place = decision.territory
    unit = state.units[decision.units[0]]
    match decision.what:
        case "group":
            return Reveal(place, groups_in(state, place, frame_of(state).joined)[0])
        case "block_action":
            targets = targets_of(state, unit)
            return Fire(place, targets[0]) if targets else Press(place)
        case "block_loss":
            lost = default_loss(state, tuple(state.units[key] for key in decision.units))
            return Lose(place, (Pick(1, lost.type, units=(lost.id,)),))
        case "leave":
            return Retreat(place, shortest(ways_out(state, unit))[-1])
        case "escape":
            return Submerge(place, ())
        case "rebase":
            return Press(place)
    raise LookupError(f"no answer to a decision about {decision.what!r}")
