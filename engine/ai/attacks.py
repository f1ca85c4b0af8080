"""The combat move of the sensible player: attack where the forecast is good.

Every call looks at the whole board anew and gives the next order of the best attack; units that
have already moved into a battle count as part of it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine import Move, State, TerritoryName, Unit, check
from engine.ai.forecast import Forecast, attackers, defenders, forecast
from engine.ai.reach import MobileStack, Path, stacks
from engine.ai.survey import Survey, picks_of
from engine.values import dataclass

_ENOUGH: Final = 0.45
"""Share of the own hit points that should survive; units are added until it does."""
_ACCEPTABLE: Final = 0.25
"""With everything in reach, at least this share must survive, or there is no attack."""
_WORTH_A_RAID: Final = 4
"""The production that makes a raid worth the risk of being shot down."""
_CAPITAL: Final = 15
_CITY: Final = 5


@dataclass(frozen=True, slots=True)
class AttackColumn:
    """Units that go to an attack along one path."""

    path: Path
    units: tuple[Unit, ...]


def next_attack(state: State) -> Move | None:
    """The next move of the most promising attack; None when there is none."""
    survey = Survey(state)
    free = [stack for stack in stacks(survey, fighting=True) if stack.units]
    for target in _targets(survey, free):
        move = _next_move_to(survey, target, free)
        if move is not None:
            return move
    return None


def next_raid(state: State) -> Move | None:
    """A raid by bombers that no attack needs, on the richest factory in reach; None for none."""
    survey = Survey(state)
    for stack in stacks(survey, fighting=True):
        if not survey.kind(stack.units[0]).raiding.is_strategic_bomber:
            continue
        targets = [
            place
            for place in stack.paths
            if survey.is_hostile(place) and survey.value(place) >= _WORTH_A_RAID
        ]
        for place in sorted(targets, key=lambda place: (-survey.value(place), place)):
            move = Move(picks_of(stack.units, survey.nation), stack.paths[place], raid=True)
            if not check(state, move):
                return move
    return None


def value_of(survey: Survey, place: TerritoryName) -> int:
    """What winning there is worth, in PUs."""
    prices = survey.state.definition.economy.prices
    worth = sum(prices.get(unit.type, 0) for unit in survey.enemies(place)) // 2
    territory = survey.state.definition.board.territories[place]
    worth += 3 * territory.production + _CITY * territory.victory_cities
    return worth + (_CAPITAL if territory.capital_of else 0)


def outlook_for(
    survey: Survey, units: Iterable[Unit], place: TerritoryName, first_shots: int = 0
) -> Forecast:
    """The forecast for these units against all enemies in a place."""
    enemies = defenders(survey, survey.enemies(place))
    sides = survey.state.definition.dice_sides
    return forecast(attackers(survey, units), enemies, sides, first_shots=first_shots)


def is_good(survey: Survey, outlook: Forecast, place: TerritoryName, least: float) -> bool:
    """Whether an attack is worth making."""
    takes = outlook.takes or survey.is_sea(place)
    return outlook.wins and takes and outlook.left >= least


def move_of(survey: Survey, part: AttackColumn) -> Move:
    """The order that sends a part on its way."""
    return Move(picks_of(part.units, survey.nation), part.path)


def _targets(survey: Survey, free: list[MobileStack]) -> list[TerritoryName]:
    """Places in reach with something to win; attacks already begun first, then by value."""
    reached = sorted({place for stack in free for place in stack.paths})
    begun = {battle.territory for battle in survey.state.battles}
    found = [
        place
        for place in reached
        if survey.is_hostile(place) or (survey.is_sea(place) and survey.enemies(place))
    ]
    return sorted(found, key=lambda place: (place not in begun, -value_of(survey, place), place))


def _next_move_to(survey: Survey, target: TerritoryName, free: list[MobileStack]) -> Move | None:
    here = tuple(unit for unit in survey.own(target) if survey.kind(unit).attack)
    if not survey.enemies(target):
        return None if here else _walk_in(survey, target, free)
    if is_good(survey, outlook_for(survey, here, target), target, _ENOUGH):
        return None
    parts = _gathered(survey, target, here, free)
    moves = [move_of(survey, part) for part in parts]
    return moves[0] if moves else None


def _walk_in(survey: Survey, target: TerritoryName, free: list[MobileStack]) -> Move | None:
    """One cheap land unit for land that nobody holds."""
    if survey.is_sea(target):
        return None
    for stack in _in_order_of_use(survey, free):
        path = stack.paths.get(target)
        units = _spare(survey, stack)[:1]
        if path is None or not units or not survey.kind(units[0]).is_land:
            continue
        move = move_of(survey, AttackColumn(path, units))
        if not check(survey.state, move):
            return move
    return None


def _gathered(
    survey: Survey, target: TerritoryName, here: tuple[Unit, ...], free: list[MobileStack]
) -> list[AttackColumn]:
    """Units for an attack, one stack after another until there are enough; [] for too few."""
    parts: list[AttackColumn] = []
    force = list(here)
    for part in _usable(survey, target, free):
        chosen: list[Unit] = []
        for unit in part.units:
            chosen.append(unit)
            outlook = outlook_for(survey, [*force, *chosen], target)
            if is_good(survey, outlook, target, _ENOUGH):
                break
        parts.append(AttackColumn(part.path, tuple(chosen)))
        force.extend(chosen)
        if is_good(survey, outlook_for(survey, force, target), target, _ENOUGH):
            return parts
    outlook = outlook_for(survey, force, target)
    return parts if is_good(survey, outlook, target, _ACCEPTABLE) else []


def _usable(
    survey: Survey, target: TerritoryName, free: list[MobileStack]
) -> Iterator[AttackColumn]:
    for stack in _in_order_of_use(survey, free):
        path = stack.paths.get(target)
        units = _spare(survey, stack)
        if path is None or not units or not survey.kind(units[0]).attack:
            continue
        part = AttackColumn(path, units)
        if not check(survey.state, move_of(survey, part)):
            yield part


def _in_order_of_use(survey: Survey, free: list[MobileStack]) -> list[MobileStack]:
    """Land units before aircraft, ships without aircraft aboard first; cheap before expensive."""
    prices = survey.state.definition.economy.prices

    def rank(stack: MobileStack) -> tuple[int, int, str]:
        kind = survey.kind(stack.units[0])
        burden = 2 * kind.is_air + bool(kind.decks.carrier_capacity)
        return (burden, prices.get(stack.type, 0), stack.place)

    return sorted(free, key=rank)


def _spare(survey: Survey, stack: MobileStack) -> tuple[Unit, ...]:
    """All of a stack but one land unit where enemies stand next door."""
    if not survey.kind(stack.units[0]).is_land:
        return stack.units
    threats = any(
        survey.is_hostile(place) and survey.enemies(place)
        for place in survey.neighbours(stack.place)
    )
    others = [
        unit
        for unit in survey.own(stack.place)
        if survey.kind(unit).is_land and not survey.kind(unit).is_infrastructure
    ]
    is_last = len(others) == len(stack.units)
    return stack.units[1:] if threats and is_last and survey.value(stack.place) else stack.units
