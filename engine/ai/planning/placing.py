"""Where a planning player puts what it has bought."""

from collections.abc import Iterator

from engine import (
    Pick,
    Place,
    State,
    Step,
    TerritoryName,
    Unit,
    UnitTypeName,
    attempt,
    check,
    placement_room,
)
from engine.ai.planning.assault import holders_of
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.marching import march_of
from engine.ai.planning.shopping import MAY_FALL
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey


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
    for name in sorted(unplaced, key=lambda name: (types[name].is_sea, name)):
        for _ in range(unplaced[name]):
            places = zones if types[name].is_sea else sites
            order = _one(survey, threats, march, name, places)
            step = attempt(state, order) if order is not None else None
            if not isinstance(step, Step) or order is None:
                break
            yield order
            state = step.state
            survey = Survey(state)


def _one(
    survey: Survey,
    threats: Threats,
    march: dict[TerritoryName, float],
    name: UnitTypeName,
    places: list[TerritoryName],
) -> Place | None:
    kind = survey.state.definition.unit_types[name]

    def cost(place: TerritoryName) -> tuple[float, float, TerritoryName]:
        holders = holders_of(survey, place)
        new = Unit(-1, name, survey.nation, place)
        if kind.is_sea:
            friends = sum(1 for unit in holders if survey.kind(unit).is_sea)
            return (threats.risk(place, [*holders, new]).loss, -float(friends), place)
        risk = threats.risk(place, holders)
        need = risk.loss if risk.taken > MAY_FALL else 0.0
        return (-need, march.get(place, 99.0), place)

    for place in sorted(places, key=cost):
        order = Place((Pick(1, name),), place)
        if not check(survey.state, order):
            return order
    return None
