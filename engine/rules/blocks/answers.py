"""What a player's block does when they leave a choice to the program (ADR 0018).

It acts as a sensible player would: an attacker fires, a defender leaves a hopeless battle.  The
first group that came joins first, submarines that have escaped stay out, and those of the attacker
stay in a battle.  No defender is left out.
"""

from engine.core.agenda import Decision
from engine.core.pick import Pick
from engine.gamedef import State
from engine.orders.form import Order
from engine.orders.lose import Lose
from engine.orders.place import Place
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.reveal import Reveal
from engine.orders.submerge import Submerge
from engine.rules.blocks.battle import may_wait
from engine.rules.blocks.battle_frame import frame_of
from engine.rules.blocks.defence import safest, sensible_action, wants_to_escape
from engine.rules.blocks.fire import default_loss, targets_of
from engine.rules.blocks.forced import ways_out
from engine.rules.blocks.picks import pick_of
from engine.rules.blocks.retreat import retreats


def default_answer(state: State, decision: Decision) -> Order:
    """The order that answers a decision of a block game; LookupError for an unknown question."""
    place = decision.territory
    units = tuple(state.units[key] for key in decision.units)
    match decision.what:
        case "group":
            frame = frame_of(state)
            return Press(place) if may_wait(state, frame) else Reveal(place, frame.waiting[0])
        case "block_action":
            unit = units[0]
            return sensible_action(state, unit, targets_of(state, unit), retreats(state, unit))
        case "block_loss":
            return Lose(place, (pick_of(state, default_loss(state, units)),))
        case "leave":
            return Retreat(place, safest(state, units[0], ways_out(state, units[0]))[-1])
        case "escape":
            leaves = decision.nation != state.nation and wants_to_escape(state)
            return Submerge(place, tuple(pick_of(state, unit) for unit in units) if leaves else ())
        case "rebase" | "opponents":
            return Press(place)
        case "exchange":
            return Place((Pick(1, units[0].type),), place)
    raise LookupError(f"no answer to a decision about {decision.what!r}")
