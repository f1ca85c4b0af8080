"""The non-combat move of the sensible player: land the aircraft, bring up reserves."""

from collections.abc import Iterator

from engine import Move, Pick, State, TerritoryName, Unit, check
from engine.ai.assault_plans import Passage, load_order, passages, sail_order
from engine.ai.reach import MobileStack, Path, paths_of, sea_ways, spread, stacks
from engine.ai.survey import Survey, picks_of


def next_noncombat_move(state: State) -> Move | None:
    """The next order of the non-combat move; None when all is done."""
    survey = Survey(state)
    for move in _flights_home(survey):
        return move
    front = distance_to_enemy(survey)
    for move in _reserves(survey, front):
        return move
    for move in _ferries(survey, front):
        return move
    return None


def distance_to_enemy(survey: Survey) -> dict[TerritoryName, int]:
    """Steps over land from each friendly area to the nearest hostile one; absent: no way."""
    lands = [name for name in survey.state.definition.board.territories if not survey.is_sea(name)]
    found = {name: 0 for name in lands if survey.is_hostile(name)}
    return spread(survey, found, survey.is_friendly)


def distance_by_sea(survey: Survey) -> dict[TerritoryName, int]:
    """Steps from every sea zone to the nearest one beside hostile land."""
    zones = [name for name in survey.state.definition.board.territories if survey.is_sea(name)]
    found = {
        zone: 0
        for zone in zones
        if any(survey.is_hostile(place) for place in survey.neighbours(zone))
    }
    return spread(survey, found, survey.is_sea)


def _flights_home(survey: Survey) -> Iterator[Move]:
    """Aircraft over enemies or open sea fly to a safe place."""
    for unit in survey.own_units():
        if not survey.kind(unit).is_air or not is_adrift(survey, unit):
            continue
        paths = paths_of(survey, unit, fighting=False)
        homes = sorted(
            (end for end in paths if is_home(survey, unit, end)),
            key=lambda end: (survey.is_sea(end), _danger(survey, end), len(paths[end]), end),
        )
        for end in homes:
            move = Move((Pick(1, unit.type, units=(unit.id,)),), paths[end])
            if not check(survey.state, move):
                yield move
                break


def is_adrift(survey: Survey, unit: Unit) -> bool:
    """Whether an aircraft has neither land nor a deck to stay on."""
    if not survey.is_sea(unit.territory):
        return not _is_airfield(survey, unit.territory)
    return _free_deck(survey, unit.territory) < 0 or not survey.kind(unit).decks.carrier_cost


def _is_airfield(survey: Survey, place: TerritoryName) -> bool:
    return survey.is_friendly(place) and place not in survey.state.turn.conquered


def is_home(survey: Survey, unit: Unit, place: TerritoryName) -> bool:
    """Whether an aircraft may end the turn in a place, deck for it included."""
    if not survey.is_sea(place):
        return _is_airfield(survey, place)
    cost = survey.kind(unit).decks.carrier_cost
    return cost > 0 and _free_deck(survey, place) >= cost


def _free_deck(survey: Survey, zone: TerritoryName) -> int:
    """Room on own carriers in a zone that no own aircraft needs."""
    own = survey.own(zone)
    room = sum(survey.kind(unit).decks.carrier_capacity for unit in own)
    return room - sum(
        survey.kind(unit).decks.carrier_cost for unit in own if survey.kind(unit).is_air
    )


def _danger(survey: Survey, place: TerritoryName) -> int:
    """How exposed a place is: enemies next door against own units there."""
    enemies = sum(len(survey.enemies(other)) for other in survey.neighbours(place))
    return max(0, enemies - len(survey.own(place)))


def _reserves(survey: Survey, front: dict[TerritoryName, int]) -> Iterator[Move]:
    """Land units step towards the nearest enemy, where there is a way over land."""
    for stack in stacks(survey, fighting=False):
        kind = survey.kind(stack.units[0])
        if not kind.is_land or kind.is_infrastructure or front.get(stack.place, 0) <= 1:
            continue
        path = _forward(stack, front)
        if path is None:
            continue
        move = Move(picks_of(stack.units, survey.nation), path)
        if not check(survey.state, move):
            yield move


def _forward(stack: MobileStack, front: dict[TerritoryName, int]) -> Path | None:
    """The path that leads closest to the enemy, and no further than the last friendly land."""
    here = front[stack.place]
    better = [end for end in stack.paths if 0 < front.get(end, here) < here]
    if not better:
        return None
    return stack.paths[min(better, key=lambda end: (front[end], end))]


def _ferries(survey: Survey, front: dict[TerritoryName, int]) -> Iterator[Move]:
    """Transports fetch units that have no way over land and carry them towards the enemy."""
    coast = distance_by_sea(survey)
    for passage in passages(survey):
        idle = tuple(unit for unit in passage.waiting if unit.territory not in front)
        ferry = Passage(passage.zone, passage.ships, passage.cargo, idle)
        move = load_order(survey, ferry) or _sail_on(survey, ferry, coast)
        if move is not None:
            yield move


def _sail_on(survey: Survey, ferry: Passage, coast: dict[TerritoryName, int]) -> Move | None:
    """Loaded transports go to the quiet zone in reach that is nearest to the enemy's coast."""
    steps = min(survey.steps_left(ship) for ship in ferry.ships)
    here = coast.get(ferry.zone, 0)
    if not ferry.cargo or not steps or not here:
        return None
    routes = sea_ways(survey, ferry.zone, steps)
    for end in sorted(routes, key=lambda end: (coast.get(end, here), end)):
        if coast.get(end, here) < here:
            move = sail_order(survey, ferry, routes[end])
            if move is not None:
                return move
    return None
