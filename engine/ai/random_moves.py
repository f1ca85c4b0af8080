"""Random moves that have a fair chance of being legal."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine import Move, Order, Pick, State, TerritoryName, Unit, legal
from engine.ai.chance import Chance, one_of
from engine.ai.reach import walks
from engine.ai.survey import Survey

_MEAN_MOVES: Final = 25
_TRIES: Final = 4


def random_move(state: State, fighting: bool, chance: Chance) -> Iterator[Order]:
    """Moves to try one after another; none when it is time to end the phase.

    fighting: whether it is the combat move.
    """
    survey = Survey(state)
    if not fighting:
        yield from _landings(survey, chance)
    if chance.randrange(_MEAN_MOVES) == 0:
        return
    movers = [unit for unit in survey.own_units() if survey.steps_left(unit) or unit.carried_by]
    if not movers:
        return
    if chance.randrange(12) == 0:
        place = one_of(chance, movers).territory
        orders = list(islice(legal(state, place), 200))
        if orders:
            yield one_of(chance, orders)
    afloat = [unit for unit in movers if unit.carried_by is not None]
    for _ in range(_TRIES):
        # Troops aboard are few and landings involve many rules, so they are tried more often.
        pool = afloat if afloat and chance.randrange(4) == 0 else movers
        unit = one_of(chance, pool)
        if fighting and survey.kind(unit).raiding.is_strategic_bomber and chance.randrange(2):
            yield from _raids(survey, unit, chance)
        yield from _wander(survey, unit, fighting, chance)


def _wander(survey: Survey, unit: Unit, fighting: bool, chance: Chance) -> Iterator[Order]:
    """The unit, with or without others like it, to some place in its reach."""
    paths = _paths(survey, unit)
    if not paths:
        return
    ends = sorted(paths)
    hot = [end for end in ends if survey.enemies(end) or survey.is_hostile(end)]
    if fighting and hot and chance.randrange(3):
        ends = hot
    path = paths[one_of(chance, ends)]
    alike = [other for other in survey.own(unit.territory) if other.likeness == unit.likeness]
    count = 1 + chance.randrange(len(alike))
    for wanted in sorted({count, 1}, reverse=True):
        yield Move(_picks(survey, unit, wanted), path)


def _raids(survey: Survey, bomber: Unit, chance: Chance) -> Iterator[Order]:
    """The bomber goes to an enemy factory."""
    paths = _paths(survey, bomber)
    factories = [
        end
        for end in sorted(paths)
        if survey.is_hostile(end)
        and any(survey.kind(unit).production.is_factory for unit in survey.state.units_in(end))
    ]
    if factories:
        yield Move((Pick(1, bomber.type),), paths[one_of(chance, factories)], raid=True)


def _picks(survey: Survey, unit: Unit, count: int) -> tuple[Pick, ...]:
    """The unit by type; cargo by identity, so that it is not mistaken for another."""
    if unit.carried_by is not None:
        return (Pick(1, unit.type, units=(unit.id,)),)
    return (Pick(count, unit.type),)


def _paths(survey: Survey, unit: Unit) -> dict[TerritoryName, tuple[TerritoryName, ...]]:
    """A shortest path of the right kind to every place within the movement of a unit."""
    kind = survey.kind(unit)
    steps = survey.steps_left(unit)
    if kind.is_land:
        return _land_paths(survey, unit, steps)
    if kind.is_sea:
        return walks(survey, unit.territory, steps, survey.is_sea)
    return walks(survey, unit.territory, steps, lambda place: not survey.is_closed(place))


def _land_paths(
    survey: Survey, unit: Unit, steps: int
) -> dict[TerritoryName, tuple[TerritoryName, ...]]:
    """Over land, from land aboard a ship beside it, and from a ship ashore."""
    if unit.carried_by is None:
        open_land = walks(
            survey,
            unit.territory,
            steps,
            lambda place: not survey.is_sea(place) and not survey.is_closed(place),
        )
        ships = {
            zone: (unit.territory, zone)
            for zone in survey.neighbours(unit.territory)
            if survey.is_sea(zone)
            and not unit.moved
            and any(survey.kind(ship).carriage.transport_capacity for ship in survey.own(zone))
        }
        return {**open_land, **ships}
    return {
        land: (unit.territory, land)
        for land in survey.neighbours(unit.territory)
        if not survey.is_sea(land) and not survey.is_closed(land)
    }


def _landings(survey: Survey, chance: Chance) -> Iterator[Order]:
    """Own aircraft that hang in the air go to friendly land or to a carrier."""
    for unit in survey.own_units():
        if not survey.kind(unit).is_air or survey.is_friendly(unit.territory):
            continue
        if survey.kind(unit).decks.carrier_cost and _has_deck(survey, unit.territory):
            continue
        paths = _paths(survey, unit)
        homes = [
            end
            for end in sorted(paths)
            if (survey.is_friendly(end) and end not in survey.state.turn.conquered)
            or (survey.kind(unit).decks.carrier_cost and _has_deck(survey, end))
        ]
        if homes:
            yield Move((Pick(1, unit.type),), paths[one_of(chance, homes)])


def _has_deck(survey: Survey, place: TerritoryName) -> bool:
    """Whether an own carrier is there; whether it has room is for the rules to say."""
    return any(survey.kind(ship).decks.carrier_capacity for ship in survey.own(place))
