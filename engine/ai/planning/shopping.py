"""What a planning player buys, and where it is placed.

First what keeps factories and the capital from falling after the attacks that are planned; then
for each front what can get there: an army over land, ships with troops where there is no way.
"""

from typing import Final

from engine import NOWHERE, Buy, State, TerritoryName, Unit, in_combat_move, placement_room
from engine.ai.planning.assault import holders_of, opened
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.goods import Basket, Goods, goods_of
from engine.ai.planning.marching import march_of, sea_march_of
from engine.ai.planning.sailing import waiting_ashore
from engine.ai.planning.threats import Threats
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey

_FAR: Final = 9.0
"""From land further away than this nobody marches to the enemy."""
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
    _defenders(survey, basket, goods, effort)
    march = march_of(survey)
    _fleet(survey, basket, goods, march, effort)
    _army(survey, basket, goods, march)
    _dearer(basket, goods)
    wanted = tuple(sorted(basket.wanted.items()))
    return Buy(wanted) if wanted else None


def _defenders(survey: Survey, basket: Basket, goods: Goods, effort: ThinkingBounds) -> None:
    """As many cheap defenders as keep each factory, the most valuable first."""
    state = survey.state
    view = in_combat_move(state, state.nation)
    if view is None:
        return
    plan = opened(view, effort)
    attacks = plan.plan(frozenset())
    leaving = {unit.id for attack in attacks for unit in attack.units}
    gone = frozenset(attack.target for attack in attacks if attack.is_likely)
    for place in sorted(basket.room, key=lambda place: -plan.worth.land(place)):
        holders = [unit for unit in holders_of(survey, place) if unit.id not in leaving]
        number = 0
        while plan.threats.risk(place, holders, gone).taken > MAY_FALL:
            number += 1
            if not basket.add(goods.foot, place):
                break
            holders.append(Unit(-number, goods.foot, state.nation, place))


def _fleet(
    survey: Survey,
    basket: Basket,
    goods: Goods,
    march: dict[TerritoryName, float],
    effort: ThinkingBounds,
) -> None:
    """Transports for the troops that wait, and those that will: where no march leads on."""
    islands = [place for place in basket.room if march.get(place, 99.0) > _FAR]
    if not islands or not goods.transport or not sea_march_of(survey):
        return
    capacity = sum(survey.kind(unit).carriage.transport_capacity for unit in survey.own_units())
    types = survey.state.definition.unit_types
    load = types[goods.foot].carriage.transport_cost or 1
    waiting = sum(len(units) for units in waiting_ashore(survey, march).values())
    worth = Appraisal(survey.state)
    threats = Threats.to(survey.state, survey.state.nation, worth, effort)
    for place in sorted(islands, key=lambda place: (-basket.room[place], place)):
        zone, safe = _harbour(survey, threats, place, goods)
        if not zone:
            continue
        if not safe:
            _escorts(survey, basket, goods, threats, place, zone)
            continue
        while capacity < load * min(14, waiting + 2) and basket.add(goods.transport, place):
            capacity += types[goods.transport].carriage.transport_capacity
            waiting += 1
            if not basket.add(goods.support or goods.foot, place):
                break


def _harbour(
    survey: Survey, threats: Threats, place: TerritoryName, goods: Goods
) -> tuple[TerritoryName, bool]:
    """The best zone beside a factory for new ships, and whether a transport would be safe there."""
    zones = [
        zone
        for zone in survey.neighbours(place)
        if survey.is_sea(zone) and not survey.enemies(zone)
    ]
    new = Unit(-1, goods.transport, survey.nation, place)

    def loss(zone: TerritoryName) -> float:
        return threats.risk(zone, [*holders_of(survey, zone), new]).loss

    zone = min(zones, key=lambda zone: (loss(zone), zone), default=NOWHERE)
    return zone, bool(zone) and loss(zone) <= 1.0


def _escorts(
    survey: Survey,
    basket: Basket,
    goods: Goods,
    threats: Threats,
    place: TerritoryName,
    zone: TerritoryName,
) -> None:
    """Warships for a zone that would not be safe without, if a few are enough."""
    if not goods.escort:
        return
    new = Unit(-1, goods.transport, survey.nation, place)
    there = [*holders_of(survey, zone), new]
    for count in range(1, 4):
        there.append(Unit(-1 - count, goods.escort, survey.nation, place))
        if threats.risk(zone, there).loss <= 1.0:
            basket.add(goods.escort, place, count)
            return


def _army(survey: Survey, basket: Basket, goods: Goods, march: dict[TerritoryName, float]) -> None:
    """Land units where they can march, nearest to the enemy first; elsewhere some for the ships."""
    lift = sum(survey.kind(unit).carriage.transport_capacity for unit in survey.own_units())
    stock = sum(len(units) for units in waiting_ashore(survey, march).values())
    mix = [goods.foot, goods.foot, goods.support, goods.foot, goods.fast]
    turn = 0
    for place in sorted(basket.room, key=lambda place: (march.get(place, 99.0), place)):
        by_land = march.get(place, 99.0) <= _FAR
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
        while march.get(place, 99.0) <= _FAR and basket.add(goods.foot, place):
            pass


def _dearer(basket: Basket, goods: Goods) -> None:
    """With money left and no room, better units in place of foot."""
    for name in (goods.fast, goods.fighter, goods.fast, goods.support):
        while name and basket.wanted.get(goods.foot, 0) > 2 and basket.swap(goods.foot, name):
            if name == goods.fast and basket.wanted[name] > basket.wanted.get(goods.foot, 0):
                break
