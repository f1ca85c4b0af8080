"""Purchase and placement of the sensible player.

A nation with enemies in reach over land buys land units and a fighter now and then; an island
nation spends half of its money on transports with an escort.  New units stand at the factory that
is nearest to the enemy.
"""

from collections.abc import Iterator, Mapping

from engine import Buy, Pick, Place, SaleName, State, TerritoryName, UnitType, UnitTypeName, check
from engine.ai.noncombat import distance_to_enemy
from engine.ai.survey import Survey

_FAR = 999


def purchase(state: State) -> Buy | None:
    """What to buy with all the money; None when a purchase is planned or nothing can be bought."""
    if state.purchase:
        return None
    survey = Survey(state)
    room = sum(survey.value(place) for place in factory_sites(survey))
    plan: dict[SaleName, int] = {}
    for name in _wishes(survey):
        larger = {**plan, name: plan.get(name, 0) + 1}
        if sum(plan.values()) < room and not check(state, Buy(tuple(larger.items()))):
            plan = larger
    return Buy(tuple(sorted(plan.items()))) if plan else None


def next_placement(state: State) -> Place | None:
    """The next order that places units; None when nothing fits."""
    survey = Survey(state)
    unplaced = state.unplaced.get(state.nation, {})
    for name in sorted(unplaced, key=lambda name: (state.definition.unit_types[name].is_sea, name)):
        for place in _sites_for(survey, state.definition.unit_types[name]):
            for count in range(unplaced[name], 0, -1):
                order = Place((Pick(count, name),), place)
                if not check(state, order):
                    return order
    return None


def factory_sites(survey: Survey) -> list[TerritoryName]:
    """Territories with an own factory that may build in this turn, nearest to the enemy first.

    A nation that needs no factories builds anywhere in its land.
    """
    front = distance_to_enemy(survey)
    sites = set(land_without_factories(survey))
    sites |= {
        unit.territory
        for unit in survey.own_units()
        if survey.kind(unit).production.is_producer
        and unit.territory not in survey.state.turn.conquered
    }
    return sorted(sites, key=lambda place: (front.get(place, _FAR), -survey.value(place), place))


def land_without_factories(survey: Survey) -> list[TerritoryName]:
    """Own land where a nation builds that needs no factories; [] for all the others."""
    rule = survey.state.definition.map_rules.of(survey.nation)
    if not rule.places_anywhere:
        return []
    return [place for place in survey.state.owners if survey.owner(place) == survey.nation]


def _sites_for(survey: Survey, kind: UnitType) -> list[TerritoryName]:
    sites = factory_sites(survey)
    if not kind.is_sea:
        return sites
    own_ships = {
        unit.territory
        for unit in survey.own_units()
        if survey.kind(unit).carriage.transport_capacity
    }
    zones = {zone for site in sites for zone in survey.neighbours(site) if survey.is_sea(zone)}
    return sorted(zones, key=lambda zone: (len(survey.enemies(zone)), zone not in own_ships, zone))


def _wishes(survey: Survey) -> Iterator[UnitTypeName]:
    """Unit types in the order in which they are bought, round and round."""
    types = survey.state.definition.unit_types
    buyable = [name for name in types if name in survey.state.definition.economy.prices]
    groups = _by_use(types, buyable)
    home = survey.state.definition.board.capital_of(survey.nation)
    has_front = home in distance_to_enemy(survey)
    transports = sum(
        1
        for unit in survey.own_units()
        if survey.kind(unit).is_sea and survey.kind(unit).carriage.transport_capacity
    )
    mix = ["foot", "foot", "support", "foot", "fast", "foot", "fast", "air"]
    if not has_front:
        ships = ["carry", "escort"] if transports < 6 else ["escort"]
        mix = [*ships, "foot", "support", "foot", "fast", "air"]
    for _ in range(12):
        for use in mix:
            yield from groups.get(use, ())[:1]


def _by_use(
    types: Mapping[UnitTypeName, UnitType], names: list[UnitTypeName]
) -> dict[str, list[UnitTypeName]]:
    """What each unit type is good for; within a use the earlier of the buy list first."""
    groups: dict[str, list[UnitTypeName]] = {}
    for name in names:
        use = _use_of(types[name])
        if use:
            groups.setdefault(use, []).append(name)
    return groups


def _use_of(kind: UnitType) -> str:
    if kind.is_infrastructure:
        return ""
    if kind.is_air:
        return "" if kind.raiding.is_strategic_bomber else "air"
    if kind.is_sea:
        if kind.carriage.transport_capacity:
            return "carry"
        return "escort" if kind.undersea.is_destroyer else ""
    if kind.movement > 1:
        return "fast"
    return "foot" if kind.attack < kind.defence else "support"
