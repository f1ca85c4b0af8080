"""What a computer player would do in the phase under way, with its reasons, for a person to judge.

Nothing is carried out.  A group of orders belongs together: those of one attack, or what a phase
has else.
"""

from collections import Counter
from collections.abc import Iterator

from engine import Order, PhaseOpen, State, TerritoryName, UnitTypeName, waiting_for
from engine.ai.planning.assault import Assaults, Attack, opened
from engine.ai.planning.effort import HARD, ThinkingBounds
from engine.ai.planning.turn import ordered_attacks
from engine.ai.planning_player import plan_of
from engine.ai.players import USUAL_SECONDS
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class AttackReason:
    """Why the computer would attack.

    success: the chance to take the land, or to win at sea; killed, lost: on average, in PUs;
    income: PUs a turn of the land, 0 at sea; defenders: the enemies there, none in empty land.
    """

    territory: TerritoryName
    success: float
    killed: float
    lost: float
    income: int
    defenders: tuple[tuple[UnitTypeName, int], ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Orders that belong together, each legal after those before it, and what they are for.

    reason: the same in a sentence or two; attack: what an attack is for, None for anything else.
    """

    orders: tuple[Order, ...]
    reason: str
    attack: AttackReason | None = None


_REASONS = {
    "politics": "What could be attacked then is worth more than the enemy that it makes.",
    "purchase": "What holds the factories after the attacks that the computer would make, then an "
    "army or ships for where they can get to the enemy.",
    "noncombat_move": "What must be held is held; the rest goes as far towards the enemy as it "
    "would be safe together; aircraft land behind it.",
    "place": "Where an attack would be likely to succeed first, then nearest to the enemy.",
}


def suggestions(state: State, seconds: float = USUAL_SECONDS["hard"]) -> tuple[Suggestion, ...]:
    """The plan of the player ``hard`` for the phase that is open; () where it has none.

    seconds: what a turn of it may take, as `computer_player` has them.

    In a block game, and while something else than a phase waits, there is none.
    """
    waiting = waiting_for(state)
    if not isinstance(waiting, PhaseOpen) or state.definition.blocks is not None:
        return ()
    effort = HARD.within(seconds, waiting.phase)
    if waiting.phase == "combat_move":
        return tuple(_attacks(state, effort))
    reason = _REASONS.get(waiting.phase, "")
    orders = tuple(plan_of(state, waiting.phase, effort)) if reason else ()
    return (Suggestion(orders, reason),) if orders else ()


def _attacks(state: State, effort: ThinkingBounds) -> Iterator[Suggestion]:
    plan = opened(state, effort)
    for attack, orders in ordered_attacks(plan):
        if orders:
            why = _why(plan, attack)
            yield Suggestion(orders, _sentence(why, is_sea=plan.survey.is_sea(attack.target)), why)


def _why(plan: Assaults, attack: Attack) -> AttackReason:
    clash = attack.clash
    defenders = Counter(unit.type for unit in plan.survey.enemies(attack.target))
    return AttackReason(
        attack.target,
        clash.success,
        clash.killed,
        clash.lost,
        plan.worth.income(attack.target),
        tuple(defenders.items()),
    )


def _sentence(why: AttackReason, *, is_sea: bool) -> str:
    if not why.defenders:
        return f"{why.territory}: nobody defends it, and it pays {why.income} PUs a turn."
    what = "win" if is_sea else "take it"
    force = ", ".join(f"{count} {name}" for name, count in why.defenders)
    return (
        f"{why.territory}, held by {force}: {why.success:.0%} to {what}; on average "
        f"{why.killed:.0f} PUs destroyed for {why.lost:.0f} lost."
    )
