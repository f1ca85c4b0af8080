"""How far a condition of the map has come: what is done of what it asks (ADR 0017).

Source: the map dialect (RulesAttachment).
Options: any that a condition names.
"""

from engine.gamedef import State
from engine.gamedef.conditions import (
    Condition,
    Named,
    Ownership,
    Together,
    UnitAbsence,
    UnitPresence,
)
from engine.rules.politics.conditions import areas_met, holds


def progress_of(state: State, condition: Condition) -> tuple[int, int]:
    """How many parts of a condition are fulfilled, and how many it needs, at least one.

    An area is a part, and so is whatever else is asked beside it; of ten areas of which three are
    enough, three count.  A condition that holds has all parts that it needs.
    """
    done, needed = _parts(state, condition)
    return (needed, needed) if holds(state, condition) else (min(done, needed - 1), needed)


def _parts(state: State, condition: Condition) -> tuple[int, int]:
    match condition:
        case Named():
            return _parts(state, state.definition.script.condition(condition.name).test)
        case Together() if condition.least == len(condition.parts) > 0:
            rows = [progress_of(state, part) for part in condition.parts]
            return sum(done for done, _ in rows), sum(needed for _, needed in rows)
        case Together() if condition.least > 1:
            return sum(holds(state, part) for part in condition.parts), condition.least
        case Ownership() | UnitPresence() | UnitAbsence() if not condition.places.each:
            met = areas_met(state, condition)
            return sum(met), condition.places.count or max(len(met), 1)
    return int(holds(state, condition)), 1
