"""When to go to war: where what could be attacked then is worth more than what would be open."""

from collections.abc import Iterator
from typing import Final

from engine import Act, NationName, State, Step, attempt, in_combat_move, is_enemy, legal
from engine.ai.planning.assault import holders_of, opened
from engine.ai.planning.effort import FAST, ThinkingBounds
from engine.ai.planning.worth import Appraisal
from engine.values import replace

_NEW_ENEMY: Final = 0.1
"""Share of the worth of an army that it costs to have it for an enemy from now on."""
_BLOWS: Final = 3
"""Places that the enemies could strike at once; the worst ones count."""
_FEAR: Final = 0.35
"""Share of what those would cost that counts."""


def declarations(state: State, effort: ThinkingBounds) -> Iterator[Act]:
    """Actions that begin a war that pays, each legal after those before it, the best first."""
    # There are many wars to think through, and a rough look tells the good ones.
    effort = replace(FAST, purse=effort.purse)
    while True:
        now = _outlook(state, effort)
        best, after = None, state
        most = 0.0
        for act, then in _wars(state):
            gain = _outlook(then, effort) - now - _NEW_ENEMY * _strength_of_new(state, then)
            if gain > most:
                most, best, after = gain, act, then
        if best is None:
            return
        yield best
        state = after


def _strength_of_new(before: State, after: State) -> float:
    """What the units of those are worth who are enemies now."""
    worth = Appraisal(after)
    new = sorted(_enemies(after) - _enemies(before))
    return sum(worth.units(list(after.units_of(nation))) for nation in new)


def _wars(state: State) -> Iterator[tuple[Act, State]]:
    """Actions that nobody has to consent to, without dice, after which there is another enemy."""
    for act in legal(state):
        if not isinstance(act, Act):
            continue
        step = attempt(state, act)
        if isinstance(step, Step) and _enemies(step.state) > _enemies(state):
            yield act, step.state


def _enemies(state: State) -> frozenset[NationName]:
    """Enemy nations of the nation on turn that take turns of their own."""
    names = state.definition.politics.nation_names
    return frozenset(
        name for name in names if is_enemy(state, state.nation, name) and any(state.units_of(name))
    )


def _outlook(state: State, effort: ThinkingBounds) -> float:
    """What the attacks of this turn would bring, less what the enemies' could cost afterwards."""
    view = in_combat_move(state, state.nation)
    if view is None:
        return 0.0
    plan = opened(view, effort)
    chosen = plan.plan(frozenset())
    leaving = {unit.id for attack in chosen for unit in attack.units}
    gone = frozenset(attack.target for attack in chosen if attack.is_likely)
    own = [place for place in plan.threats.strikes if holders_of(plan.survey, place)]
    blows = sorted(plan.risk_at(place, leaving, gone).loss for place in own)[-_BLOWS:]
    return sum(attack.gain for attack in chosen) - _FEAR * sum(blows)
