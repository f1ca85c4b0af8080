"""Which way the war is: steps over land to what is worth taking, and over sea to its coasts."""

from typing import Final

from engine import NEUTRAL, TerritoryName
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import may_fly, spread
from engine.ai.survey import Survey

_DETOUR: Final = (0, 2, 5)
"""What a capital, a factory and other land of an enemy count as further away than they are."""
_FAR_PREY: Final = 5.0
"""Steps further away that prey worth nothing counts as being."""
_PREY_STEP: Final = 6.0
"""PUs of prey that are worth one step."""


def march_of(survey: Survey) -> dict[TerritoryName, float]:
    """Steps from land of the own side to the enemies' capitals and factories; absent: no way."""
    sources: dict[TerritoryName, float] = {}
    for name in survey.state.definition.board.territories:
        if survey.is_sea(name) or not survey.is_hostile(name):
            continue
        rank = 2 if not survey.state.definition.board.territories[name].capital_of else 0
        if rank and any(
            survey.kind(unit).production.is_producer for unit in survey.state.units_in(name)
        ):
            rank = 1
        sources[name] = float(_DETOUR[rank])
    return spread(survey, sources, lambda place: _is_way(survey, place))


def sea_march_of(survey: Survey) -> dict[TerritoryName, float]:
    """Steps over sea from every zone to one from which troops can land where the war is."""
    sources: dict[TerritoryName, float] = {}
    board = survey.state.definition.board
    for name in board.territories:
        if not survey.is_sea(name):
            continue
        best = 99.0
        for land in survey.neighbours(name):
            if survey.is_sea(land) or not survey.is_hostile(land):
                continue
            ease = 0.25 * sum(survey.kind(unit).defence for unit in survey.enemies(land))
            prize = 0.4 * survey.value(land) + (4.0 if board.territories[land].capital_of else 0.0)
            best = min(best, max(0.0, 4.0 + ease - prize))
        if best < 99.0:
            sources[name] = best
    return spread(survey, sources, survey.is_sea)


def prey_of(survey: Survey, worth: Appraisal) -> dict[TerritoryName, float]:
    """Steps through the air to enemies that are worth attacking; what is dear counts as nearer."""
    sources: dict[TerritoryName, float] = {}
    for place in survey.state.definition.board.territories:
        value = worth.units(list(survey.enemies(place)))
        if survey.is_hostile(place):
            value += worth.land(place)
        if value:
            sources[place] = max(0.0, _FAR_PREY - value / _PREY_STEP)
    return spread(survey, sources, lambda place: may_fly(survey, place))


def _is_way(survey: Survey, place: TerritoryName) -> bool:
    return (
        not survey.is_sea(place)
        and not survey.is_closed(place)
        and (survey.is_friendly(place) or survey.is_hostile(place))
        and survey.owner(place) != NEUTRAL
    )
