"""The end of a round: victory is tested, by theatres, production, points, victory cities, capitals.

Rule: B97, B237, C75 to C77.
"""

from typing import Final

from engine.gamedef import State
from engine.phases.phase import automatic_phase
from engine.rules.common.frame import Events
from engine.rules.common.victory_points import resolve_point_victory
from engine.rules.politics.capitals import resolve_capitals_at_round_end, resolve_income_victory
from engine.rules.politics.theatre_victory import resolve_theatre_victory
from engine.rules.politics.victory import resolve_victory


def _closing(state: State) -> Events:
    return (
        resolve_theatre_victory(state)
        or resolve_income_victory(state)
        or resolve_point_victory(state)
        or resolve_victory(state)
        or resolve_capitals_at_round_end(state)
    )


END_ROUND: Final = automatic_phase("end_round", "end of round", _closing)
