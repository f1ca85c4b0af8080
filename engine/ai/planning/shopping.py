"""What a planning player buys, and where it is placed.

First what keeps factories and the capital from falling after the attacks that are planned; then
for each front what can get there: an army over land, ships with troops where there is no way.
"""

from typing import Final

from engine import NOWHERE, PUS, Buy, State, TerritoryName, Unit, in_combat_move, placement_room
from engine.ai.planning.assault import Assaults, Attack, holders_of, opened
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.factories import new_sites
from engine.ai.planning.goods import Basket, Goods, goods_of
from engine.ai.planning.marching import FAR, march_of, sea_march_of
from engine.ai.planning.sailing import waiting_ashore
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey

_BUILD: Final = 0.25
"""The chance to fall that land may have on which a factory is built: an army comes there too."""
_PER_UNIT: Final = 4.0
"""Prices of foot that a place in a factory is worth: an army is dearer than foot alone."""
_AT_SEA: Final = 0.25
"""Share of its worth that a fleet may be expected to lose to the best attack on it."""
_MOST_ESCORTS: Final = 3
_MOST_TROOPS: Final = 20
MAY_FALL: Final = 0.12
"""The chance to fall that a place worth defending may have."""


def purchase(state: State, effort: ThinkingBounds) -> Buy | None:
    """What to buy; None when nothing can be, or a purchase is planned already."""
    if state.purchase:
        return None
    survey = Survey(state)
    rooms = {place: min(room, 99) for place, room in placement_room(state, state.nation)}
    basket = Basket(state, rooms)
    goods = goods_of(state)
    if not rooms or not goods.foot:
        return None
    march = march_of(survey)
    view = in_combat_move(state, state.nation)
    if view is not None:
        plan = opened(view, effort)
        attacks = plan.plan(frozenset())
        _defenders(plan, attacks, basket, goods)
        _factory(plan, attacks, basket, goods, march)
    _fleet(survey, basket, goods, march, effort)
    _army(survey, basket, goods, march)
    _dearer(basket, goods)
    wanted = tuple(sorted(basket.wanted.items()))
    return Buy(wanted) if wanted else None


def _defenders(plan: Assaults, attacks: list[Attack], basket: Basket, goods: Goods) -> None:
    """As many cheap defenders as keep each factory, the most valuable first."""
    leaving = {unit.id for attack in attacks for unit in attack.units}
    for place in sorted(basket.room, key=lambda place: -plan.worth.land(place)):
        new: list[Unit] = []
        while plan.risk_at(place, leaving, _beaten(attacks), new).taken > MAY_FALL:
            if not basket.add(goods.foot, place):
                break
            new.append(Unit(-1 - len(new), goods.foot, plan.survey.nation, place))


def _beaten(attacks: list[Attack]) -> frozenset[TerritoryName]:
    return frozenset(attack.target for attack in attacks if attack.is_likely)


def _factory(
    plan: Assaults,
    attacks: list[Attack],
    basket: Basket,
    goods: Goods,
    march: dict[TerritoryName, float],
) -> None:
    """A factory at the front, where those that there are cannot build an army for the money."""
    survey = plan.survey
    state, nation = survey.state, survey.nation
    if not goods.factory:
        return
    front = sum(room for place, room in basket.room.items() if march.get(place, 99.0) <= FAR)
    if front * _PER_UNIT * state.definition.economy.prices[goods.foot] > state.amount(nation, PUS):
        return
    for place in new_sites(state, goods.factory, march):
        if plan.risk_at(place, (), _beaten(attacks)).taken <= _BUILD:
            basket.add_fixed(goods.factory)
            return


def _fleet(
    survey: Survey,
    basket: Basket,
    goods: Goods,
    march: dict[TerritoryName, float],
    effort: ThinkingBounds,
) -> None:
    """Transports for the troops that wait, and those that will: where no march leads on."""
    islands = [place for place in basket.room if march.get(place, 99.0) > FAR]
    if not islands or not goods.transport or not sea_march_of(survey):
        return
    capacity = sum(survey.kind(unit).carriage.transport_capacity for unit in survey.own_units())
    carriage = survey.state.definition.unit_types[goods.transport].carriage
    load = survey.state.definition.unit_types[goods.foot].carriage.transport_cost or 1
    waiting = sum(len(units) for units in waiting_ashore(survey, march).values())
    threats = Threats.to(survey.state, survey.nation, Appraisal(survey.state), effort)
    coast = sea_march_of(survey)
    for place in sorted(
        islands, key=lambda place: (march.get(place, 99.0), -basket.room[place], place)
    ):
        zone = _harbour(survey, threats, coast, place)
        if not zone:
            continue
        fleet = holders_of(survey, zone)
        while capacity < load * _MOST_TROOPS:
            new = _guarded(survey, threats, goods, zone, fleet)
            if not new or not basket.add_all([ship.type for ship in new], place):
                break
            fleet += new
            capacity += carriage.transport_capacity
            aboard = min(capacity // load - waiting, carriage.transport_capacity // load)
            troops = [goods.support or goods.foot, *[goods.foot] * (aboard - 1)][: max(0, aboard)]
            waiting += len(troops)
            if not all(basket.add(name, place) for name in troops):
                break


def _harbour(
    survey: Survey, threats: Threats, coast: dict[TerritoryName, float], place: TerritoryName
) -> TerritoryName:
    """The zone beside a factory where new ships are near their coast, and as safe as may be."""
    zones = [
        zone
        for zone in survey.neighbours(place)
        if survey.is_sea(zone) and not survey.enemies(zone)
    ]

    def cost(zone: TerritoryName) -> tuple[float, TerritoryName]:
        return (threats.risk(zone, holders_of(survey, zone)).loss + coast.get(zone, 40.0), zone)

    return min(zones, key=cost, default=NOWHERE)


def _guarded(
    survey: Survey, threats: Threats, goods: Goods, zone: TerritoryName, fleet: list[Unit]
) -> list[Unit]:
    """A new transport, with as many warships as make it safe in a zone; [] if too many would be."""
    names = [goods.transport]
    for _ in range(_MOST_ESCORTS + 1):
        new = [
            Unit(-1 - len(fleet) - number, name, survey.nation, zone)
            for number, name in enumerate(names)
        ]
        there = [*fleet, *new]
        if threats.risk(zone, there).loss <= _AT_SEA * threats.worth.units(there):
            return new[::-1]
        if not goods.escort:
            break
        names.append(goods.escort)
    return []


def _army(survey: Survey, basket: Basket, goods: Goods, march: dict[TerritoryName, float]) -> None:
    """Land units where they can march, nearest to the enemy first; elsewhere some for the ships."""
    types = survey.state.definition.unit_types
    afloat = sum(survey.kind(unit).carriage.transport_capacity for unit in survey.own_units())
    afloat += sum(
        types[name].carriage.transport_capacity * count
        for name, count in basket.units().items()
        if types[name].is_sea
    )
    lift = afloat // (types[goods.foot].carriage.transport_cost or 1)
    stock = sum(len(units) for units in waiting_ashore(survey, march).values())
    stock += sum(count for name, count in basket.units().items() if types[name].is_land)
    mix = [goods.foot, goods.foot, goods.support, goods.foot, goods.fast]
    turn = 0
    for place in sorted(basket.room, key=lambda place: (march.get(place, 99.0), place)):
        by_land = march.get(place, 99.0) <= FAR
        while by_land or stock < lift:
            name = mix[turn % len(mix)] or goods.foot
            turn += 1
            if not basket.add(name, place) and not basket.add(goods.foot, place):
                break
            stock += 0 if by_land else 1
    for place in basket.room:
        # Money is no use in the treasury: aircraft get everywhere by themselves.
        while goods.fighter and basket.add(goods.fighter, place):
            pass
        while march.get(place, 99.0) <= FAR and basket.add(goods.foot, place):
            pass


def _dearer(basket: Basket, goods: Goods) -> None:
    """With money left and no room, better units in place of foot."""
    for name in (goods.fast, goods.fighter, goods.fast, goods.support):
        while name and basket.wanted.get(goods.foot, 0) > 2 and basket.swap(goods.foot, name):
            if name == goods.fast and basket.wanted[name] > basket.wanted.get(goods.foot, 0):
                break
