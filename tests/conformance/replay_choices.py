"""Whether both engines ask the same question about a retreat, and offer the same ways out.

A recorded game is equal as long as nobody takes a way that only one of the engines offers, so a
rule may differ for a hundred games.  The recordings say what could be chosen: ``--choices`` of
`tests.conformance.games` lists where ours offers something else.
"""

from collections.abc import Sequence
from typing import Final

from engine.core.agenda import Decision
from tests.conformance.replay_json import items, text
from tests.conformance.replay_record import Ask

RETREATS: Final = ("retreat", "withdraw", "submerge")
"""Our decisions that the other engine asks for as a retreat."""


def other_ways(decision: Decision, asked: Sequence[Ask]) -> str:
    """How a decision about a retreat differs from the recorded question; "" where it does not.

    asked: the question that answers it, the last one where there are several; () for none.
    """
    here = f"{decision.what} from {decision.territory}, round {decision.round}"
    if not asked:
        return f"{here}: only ours asks"
    theirs = {text(place) for place in items(asked[-1].options["possible"])}
    # To withdraw aircraft alone, and to submerge, is to stay.
    ours = {place or decision.territory for place in decision.territories}
    if decision.what == "submerge":
        ours = {decision.territory}
    if ours == theirs:
        return ""
    return f"{here}: ours offers {_list(ours - theirs)} more and {_list(theirs - ours)} less"


def not_asked(ask: Ask) -> str:
    """A recorded question about a retreat that ours has not asked."""
    ways = {text(place) for place in items(ask.options["possible"])}
    here = f"retreat from {text(ask.options['territory'])}"
    return f"{here}: ours does not ask {ask.who}; possible: {_list(ways)}"


def _list(places: set[str]) -> str:
    return ", ".join(sorted(places)) or "nothing"
