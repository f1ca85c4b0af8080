"""Which way the war is: steps over land to what is worth taking, and over sea to its coasts."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from engine import NEUTRAL, NationName, TerritoryName
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import may_fly, spread, walks
from engine.ai.survey import Survey
from engine.values import dataclass

_DETOUR: Final = (0, 2, 8)
"""What a capital, a factory and other land of an enemy count as further away than they are."""
_PEACE: Final = 3.0
"""Steps that those who are at peace yet count as further away."""
FAR: Final = 9.0
"""From land further away than this nobody marches to the enemy."""
OVERSEAS: Final = 20.0
"""More steps than any march: from such land an army needs ships."""
_SAILING: Final = 0.02
"""What a step over sea counts in the choice between two ports."""
_DEFENCE: Final = 0.25
_INCOME: Final = 0.4
"""Steps that a point of defence, and of income, of a coast counts as."""
_SHIP: Final = 1.0
"""Steps that a transport which is near a port counts as: troops come to it."""
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

    Where nothing is near over land, those to the nearest port, OVERSEAS and more; absent: no port
    either.
    """
    by_land = _by_land(survey)
    coasts = _coasts(survey, by_land)
    harbours = {place: OVERSEAS + _SAILING * coasts[place] for place in _ports(survey, coasts)}
    near = {place: steps for place, steps in by_land.items() if steps <= FAR}
    ports = spread(survey, harbours, lambda place: _is_way(survey, place))
    beaches = {
        place: OVERSEAS + _SAILING * steps
        for place, steps in coasts.items()
        if place not in by_land
    }
    last = spread(survey, beaches, lambda place: _is_way(survey, place))
    return {**last, **by_land, **ports, **near}


def _by_land(survey: Survey) -> dict[TerritoryName, float]:
    """Steps over land to the enemies' capitals and factories, from wherever there is a way."""
    sources: dict[TerritoryName, float] = {}
    later = foes_to_be(survey)
    for name in survey.state.definition.board.territories:
        is_later = survey.owner(name) in later
        if survey.is_sea(name) or not (is_later or survey.is_hostile(name)):
            continue
        rank = 2 if not survey.state.definition.board.territories[name].capital_of else 0
        if rank and any(
            survey.kind(unit).production.is_producer for unit in survey.state.units_in(name)
        ):
            rank = 1
        if not is_later:
            sources[name] = float(_DETOUR[rank])
        elif rank < len(_DETOUR) - 1:
            sources[name] = _PEACE + _DETOUR[rank]
    return spread(
        survey, sources, lambda place: survey.owner(place) in later or _is_way(survey, place)
    )


def foes_to_be(survey: Survey) -> frozenset[NationName]:
    """Nations at peace with the one on turn, where an action of the map leads to war with them."""
    politics = survey.state.definition.politics
    return frozenset(
        other
        for action in politics.actions
        for change in action.changes
        if survey.nation in change.nations
        and politics.relation_type(change.type).archetype == "war"
        for other in change.nations
        if politics.relation(survey.nation, other).archetype == "neutral"
    )


def ports_of(survey: Survey) -> frozenset[TerritoryName]:
    """Where ships come for troops: on each land the best own factory on a coast.

    That is the one nearest to the war, whoever stands there now, and where the most ships are:
    troops that went to and fro between two oceans would never sail.
    """
    return _ports(survey, _coasts(survey, _by_land(survey)))


def _ports(survey: Survey, near: Mapping[TerritoryName, float]) -> frozenset[TerritoryName]:
    """The same; near: the steps of `_coasts`."""
    built = {
        place
        for place in near
        if any(survey.kind(unit).production.is_producer for unit in survey.own(place))
    }
    ships = _ships_of(survey, built)
    return frozenset(
        min(land, key=lambda place: (near[place] - _SHIP * ships[place], place))
        for land in _joined(survey, built)
    )


def _coasts(survey: Survey, by_land: Mapping[TerritoryName, float]) -> dict[TerritoryName, float]:
    """Steps over sea to the war from the coasts of the own side, whoever defends it there."""
    coast = _sea_march(survey, by_land, defended=False)
    return {
        place: min(coast[zone] for zone in survey.neighbours(place) if zone in coast)
        for place in survey.state.definition.board.territories
        if survey.is_friendly(place) and any(zone in coast for zone in survey.neighbours(place))
    }


def _ships_of(survey: Survey, ports: Collection[TerritoryName]) -> Counter[TerritoryName]:
    """Own transports, each at the port that is nearest to it."""
    ways = {
        port: spread(
            survey,
            dict.fromkeys(filter(survey.is_sea, survey.neighbours(port)), 0),
            survey.is_sea,
        )
        for port in sorted(ports)
    }
    return Counter(
        min(ways, key=lambda port: ways[port].get(unit.territory, 99))
        for unit in survey.own_units()
        if ways and survey.kind(unit).carriage.transport_capacity and survey.is_sea(unit.territory)
    )


def _joined(survey: Survey, places: Collection[TerritoryName]) -> Iterator[list[TerritoryName]]:
    """The places in groups between which troops can walk."""
    left = sorted(places)
    while left:
        there = spread(survey, {left[0]: 0}, lambda place: _is_way(survey, place))
        yield [place for place in left if place in there]
        left = [place for place in left if place not in there]


def sea_march_of(survey: Survey) -> dict[TerritoryName, float]:
    """Steps over sea from every zone to one from which troops can land, and those on from there.

    Land from which an army marches on to a capital is nearer than an island that leads nowhere.
    """
    return _sea_march(survey, _by_land(survey), defended=True)


def _sea_march(
    survey: Survey, by_land: Mapping[TerritoryName, float], *, defended: bool
) -> dict[TerritoryName, float]:
    """The same; by_land: the steps of `_by_land`; defended: whether who holds a coast counts."""
    sources: dict[TerritoryName, float] = {}
    later = foes_to_be(survey)
    for name in survey.state.definition.board.territories:
        if not survey.is_sea(name):
            continue
        landings = [
            max(0.0, by_land[land] + _ease(survey, land, defended=defended))
            for land in survey.neighbours(name)
            if land in by_land and (survey.is_hostile(land) or survey.owner(land) in later)
        ]
        if landings:
            sources[name] = min(landings)
    return spread(survey, sources, survey.is_sea)


def _ease(survey: Survey, land: TerritoryName, *, defended: bool) -> float:
    """Steps that the defence of a coast counts as, less those that its income is worth."""
    holders = survey.enemies(land) if defended else ()
    defence = sum(survey.kind(unit).defence for unit in holders)
    return _DEFENCE * defence - _INCOME * survey.value(land)


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
