"""What a computer player would do in the phase under way, with its reasons, for a person to judge.

Nothing is carried out.  A group of orders belongs together: those of one attack, or what a phase
has else.
"""

from collections import Counter
from collections.abc import Iterator

from engine import Order, PhaseOpen, State, Unit, waiting_for
from engine.ai.planning.assault import Assaults, Attack, opened
from engine.ai.planning.effort import HARD
from engine.ai.planning.turn import ordered_attacks
from engine.ai.planning_player import plan_of
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Orders that belong together, each legal after those before it, and what they are for.

    success: the chance that the attack takes the land, or wins at sea; None for anything else.
    """

    orders: tuple[Order, ...]
    reason: str
    success: float | None = None


_REASONS = {
    "purchase": "What holds the factories after the attacks that the computer would make, then an "
    "army or ships for where they can get to the enemy.",
    "noncombat_move": "What must be held is held; the rest goes as far towards the enemy as it "
    "would be safe together; aircraft land behind it.",
    "place": "Where an attack would be likely to succeed first, then nearest to the enemy.",
}


def suggestions(state: State) -> tuple[Suggestion, ...]:
    """The plan of the player ``hard`` for the phase that is open; () where it has none.

    In a block game, and while something else than a phase waits, there is none.
    """
    waiting = waiting_for(state)
    if not isinstance(waiting, PhaseOpen) or state.definition.blocks is not None:
        return ()
    if waiting.phase == "combat_move":
        return tuple(_attacks(state))
    reason = _REASONS.get(waiting.phase, "")
    orders = tuple(plan_of(state, waiting.phase, HARD)) if reason else ()
    return (Suggestion(orders, reason),) if orders else ()


def _attacks(state: State) -> Iterator[Suggestion]:
    plan = opened(state, HARD)
    for attack, orders in ordered_attacks(plan):
        if orders:
            yield Suggestion(orders, _reason(plan, attack), attack.clash.success)


def _reason(plan: Assaults, attack: Attack) -> str:
    clash = attack.clash
    enemies = plan.survey.enemies(attack.target)
    if not enemies:
        income = plan.worth.income(attack.target)
        return f"{attack.target}: nobody defends it, and it pays {income} PUs a turn."
    what = "win" if plan.survey.is_sea(attack.target) else "take it"
    return (
        f"{attack.target}, held by {_force(enemies)}: {clash.success:.0%} to {what}; on average "
        f"{clash.killed:.0f} PUs destroyed for {clash.lost:.0f} lost."
    )


def _force(units: tuple[Unit, ...]) -> str:
    counts = Counter(unit.type for unit in units)
    return ", ".join(f"{count} {name}" for name, count in counts.items())
