"""Where a planning player puts what it has bought."""

from collections.abc import Iterator
from typing import Final

from engine import (
    Pick,
    Place,
    State,
    TerritoryName,
    UnitTypeName,
    check,
    placement_room,
)
from engine.ai.planning.arriving import new_units
from engine.ai.planning.assault import holders_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.factories import new_sites
from engine.ai.planning.in_turn import after_order
from engine.ai.planning.marching import march_of, ports_of, sea_march_of
from engine.ai.planning.shopping import MAY_FALL
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey

_NO_PORT: Final = 5.0
"""Steps that a zone without troops to take aboard counts as further away."""


def placements(state: State, effort: ThinkingBounds) -> Iterator[Place]:
    """Where what was bought goes: where it is needed first, ships where they are safe."""
    survey = Survey(state)
    march = march_of(survey)
    worth = Appraisal(state)
    threats = Threats.to(state, state.nation, worth, effort)
    types = state.definition.unit_types
    unplaced = state.unplaced.get(state.nation, {})
    sites = [place for place, room in placement_room(state, state.nation) if room]
    zones = sorted({z for place in sites for z in survey.neighbours(place) if survey.is_sea(z)})
    beside = {zone for port in ports_of(survey) for zone in survey.neighbours(port)}
    coast = {
        zone: steps + (0.0 if zone in beside else _NO_PORT)
        for zone, steps in sea_march_of(survey).items()
    }
    # A zone takes the enemies' measure with its guards, so those come first.
    for name in sorted(unplaced, key=lambda name: (types[name].is_sea, -types[name].defence, name)):
        for _ in range(unplaced[name]):
            places = zones if types[name].is_sea else sites
            near = coast if types[name].is_sea else march
            if types[name].is_infrastructure:
                places = list(new_sites(state, name, march))
            order = _one(survey, threats, near, name, places)
            after = after_order(state, order) if order is not None else None
            if after is None or order is None:
                break
            yield order
            state = after
            survey = Survey(state)


def _one(
    survey: Survey,
    threats: Threats,
    near: dict[TerritoryName, float],
    name: UnitTypeName,
    places: list[TerritoryName],
) -> Place | None:
    types = survey.state.definition.unit_types
    waiting = survey.state.unplaced.get(survey.nation, {})
    # All new ships go to one zone if they can, so it is judged with those that wait as well.
    ships = new_units(
        survey.nation,
        (each for each in sorted(waiting) if types[each].is_sea for _ in range(waiting[each])),
    )
    room = dict(placement_room(survey.state, survey.nation))
    army = new_units(
        survey.nation,
        (
            each
            for each in sorted(waiting, key=lambda each: -types[each].defence)
            if not types[each].is_sea and not types[each].is_infrastructure
            for _ in range(waiting[each])
        ),
    )

    def cost(place: TerritoryName) -> tuple[float, float, TerritoryName]:
        holders = holders_of(survey, place)
        if types[name].is_sea:
            risk = threats.risk(place, [*holders, *ships])
            return (risk.loss + near.get(place, 40.0), 0.0, place)
        risk = threats.risk(place, holders)
        if types[name].is_infrastructure:
            return (risk.taken, -float(survey.value(place)), place)
        if risk.taken <= MAY_FALL:
            return (0.0, near.get(place, 99.0), place)
        # What they mend there counts, not what is lost there in any case.
        mended = threats.risk(place, [*holders, *army[: room.get(place, 0)]])
        return (mended.loss - risk.loss, near.get(place, 99.0), place)

    for place in sorted(places, key=cost):
        order = Place((Pick(1, name),), place)
        if not check(survey.state, order):
            return order
    return None
