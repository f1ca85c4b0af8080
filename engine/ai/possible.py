"""Every attack that the nation on turn could make: who could get where enemies stand.

Land units and ships go by land and by sea, aircraft everywhere; landings from transports are left
out unless the troops are ashore already.  In the combat move the rules have the last word on each
stack; before it the paths alone count.
"""

from collections.abc import Mapping

from engine import Move, PhaseOpen, Pick, State, check, waiting_for
from engine.ai.reach import Stack, stacks
from engine.ai.survey import Survey


def reachable(state: State) -> Mapping[str, tuple[int, ...]]:
    """For each territory with enemies the units that could fight there, in order of identity.

    Units that stand there already, or whose battle there is pending, are among them.
    """
    survey = Survey(state)
    found: dict[str, set[int]] = {}
    for battle in state.battles:
        if battle.kind == "battle":
            found.setdefault(battle.territory, set()).update(battle.attackers)
    is_asked = waiting_for(state) == PhaseOpen(state.nation, "combat_move")
    for stack in stacks(survey, fighting=True):
        for target in sorted(stack.paths):
            if survey.enemies(target) and (not is_asked or _may_go(survey, stack, target)):
                found.setdefault(target, set()).update(unit.id for unit in stack.units)
    return {
        target: tuple(sorted(units))
        for target, units in sorted(found.items())
        if survey.enemies(target)
    }


def _may_go(survey: Survey, stack: Stack, target: str) -> bool:
    """Whether the rules let one unit of a stack go to a territory."""
    kind = survey.kind(stack.units[0])
    if kind.is_sea != survey.is_sea(target) and not kind.is_air:
        return False
    pick = Pick(1, stack.type, units=(stack.units[0].id,))
    return not check(survey.state, Move((pick,), stack.paths[target]))
