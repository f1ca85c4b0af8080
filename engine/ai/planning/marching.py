"""Which way the war is: steps over land to what is worth taking, and over sea to its coasts."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine import NEUTRAL, TerritoryName
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import may_fly, spread, walks
from engine.ai.survey import Survey
from engine.values import dataclass

_DETOUR: Final = (0, 2, 5)
"""What a capital, a factory and other land of an enemy count as further away than they are."""
OVERSEAS: Final = 20.0
"""More steps than any march: from such land an army needs ships."""
_SAILING: Final = 0.02
"""What a step over sea counts in the choice between two ports."""
_FAR_PREY: Final = 5.0
"""Steps further away that prey worth nothing counts as being."""
_REACH: Final = 3
_MOST_PREY: Final = 20.0
_ALONE: Final = 0.25
"""Share of land that counts where no own army is beside it: aircraft alone take nothing."""
_PREY_STEP: Final = 6.0
"""PUs of prey that are worth one step."""


def march_of(survey: Survey) -> dict[TerritoryName, float]:
    """Steps from land of the own side to the enemies' capitals and factories.

    Where no way leads there over land, those to the nearest port, OVERSEAS and more; absent: no
    port either.
    """
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
    by_land = spread(survey, sources, lambda place: _is_way(survey, place))
    ports = {place: steps for place, steps in _ports(survey) if place not in by_land}
    return {**spread(survey, ports, lambda place: _is_way(survey, place)), **by_land}


def _ports(survey: Survey) -> Iterator[tuple[TerritoryName, float]]:
    """Coasts where ships come for troops: those at own factories, or all where there is none.

    Which of them is nearest to the war changes with every battle, so it hardly counts: troops
    that went to and fro between two oceans would never sail.
    """
    coast = sea_march_of(survey)
    near = {
        place: min((coast[zone] for zone in survey.neighbours(place) if zone in coast), default=-1)
        for place in survey.state.definition.board.territories
        if survey.is_friendly(place)
    }
    coasts = [place for place, steps in near.items() if steps >= 0]
    built = [
        place
        for place in coasts
        if any(survey.kind(unit).production.is_producer for unit in survey.own(place))
    ]
    for place in built or coasts:
        yield place, OVERSEAS + _SAILING * near[place]


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


@dataclass(frozen=True, slots=True)
class Prey:
    """What aircraft could attack.

    steps: through the air to enemies that are worth attacking; what is dear counts as nearer.
    worth: PUs of it by place; no place counts for more than an attack is usually after, and land
      for less where no own army is beside it.
    """

    survey: Survey
    steps: Mapping[TerritoryName, float]
    worth: Mapping[TerritoryName, float]

    def around(self, place: TerritoryName) -> float:
        """PUs of prey in the usual reach of an aircraft that comes home, near ones for more."""
        near = walks(self.survey, place, _REACH, lambda other: may_fly(self.survey, other))
        return sum(self.worth.get(other, 0.0) / len(path) for other, path in near.items())


def prey_of(survey: Survey, appraisal: Appraisal) -> Prey:
    """What the aircraft of the nation on turn could attack."""
    worth: dict[TerritoryName, float] = {}
    sources: dict[TerritoryName, float] = {}
    for place in survey.state.definition.board.territories:
        value = appraisal.units(list(survey.enemies(place)))
        if survey.is_hostile(place):
            value += appraisal.land(place)
        if value:
            sources[place] = max(0.0, _FAR_PREY - value / _PREY_STEP)
            is_joined = survey.is_sea(place) or _has_army_beside(survey, place)
            worth[place] = min(value, _MOST_PREY) * (1.0 if is_joined else _ALONE)
    steps = spread(survey, sources, lambda place: may_fly(survey, place))
    return Prey(survey, steps, worth)


def _has_army_beside(survey: Survey, place: TerritoryName) -> bool:
    return any(
        survey.kind(unit).is_land and survey.kind(unit).attack and unit.carried_by is None
        for other in survey.neighbours(place)
        for unit in survey.own(other)
    )


def _is_way(survey: Survey, place: TerritoryName) -> bool:
    return (
        not survey.is_sea(place)
        and not survey.is_closed(place)
        and (survey.is_friendly(place) or survey.is_hostile(place))
        and survey.owner(place) != NEUTRAL
    )
