"""A computer player that does anything legal.

It is meant to find faults in the rules, not to play well, yet it makes progress: it buys, moves
by land, sea and air, lands from transports, fights and builds.  All its chances come from the
caller, so the same chances give the same game.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine import (
    Buy,
    Decision,
    Done,
    Fight,
    Order,
    PhaseOpen,
    Pick,
    Place,
    Repair,
    Research,
    SaleName,
    State,
    check,
    legal,
)
from engine.ai.block_player import choose_block_order
from engine.ai.buying import land_without_factories
from engine.ai.chance import Chance, one_of, shuffled
from engine.ai.random_moves import random_move
from engine.ai.survey import Survey

_MOST_CHOICES: Final = 300
_TRIES: Final = 12


def choose_randomly(state: State, waiting: object, chance: Chance) -> Order:
    """A legal order for what the game waits for.

    waiting: what `engine.waiting_for(state)` gives; a PhaseOpen or a Decision.
    Raises ValueError when the game waits for dice or is over, and LookupError when not a single
    legal order is found, which would be a fault in the rules.
    """
    if not isinstance(waiting, PhaseOpen | Decision):
        raise ValueError("the game waits for no order")
    if state.definition.blocks is not None:
        return choose_block_order(state, waiting, chance)
    if isinstance(waiting, Decision):
        return _any_legal(state, chance)
    candidates = _candidates(state, waiting.phase, chance)
    for order in islice(candidates, _TRIES):
        if not check(state, order):
            return order
    return Done() if not check(state, Done()) else _any_legal(state, chance)


def _candidates(state: State, phase: str, chance: Chance) -> Iterator[Order]:
    """Orders that fit the phase, some of which the rules may refuse; none to end the phase."""
    match phase:
        case "tech":
            return _research(state, chance)
        case "allocate":
            return _some_legal(state, chance)
        case "politics" | "user_actions":
            return _politics(state, chance)
        case "bid" | "purchase":
            return _purchase(state, chance)
        case "combat_move" | "noncombat_move":
            return random_move(state, phase == "combat_move", chance)
        case "battle":
            return _battles(state, chance)
        case "bid_place" | "place":
            return _placements(state, chance)
    return iter(())


def _any_legal(state: State, chance: Chance) -> Order:
    choices = list(islice(legal(state), _MOST_CHOICES))
    if not choices:
        raise LookupError(f"no legal order in round {state.round}, {state.nation}")
    return one_of(chance, choices)


def _some_legal(state: State, chance: Chance) -> Iterator[Order]:
    """Some of the legal orders, without the end of the phase."""
    offered = [order for order in islice(legal(state), _MOST_CHOICES) if order != Done()]
    yield from shuffled(chance, offered)[:_TRIES]


def _research(state: State, chance: Chance) -> Iterator[Order]:
    technologies = state.definition.technology.names
    if technologies and chance.randrange(4) == 0:
        technology = one_of(chance, technologies)
        yield Research(technology, 1 + chance.randrange(3))
        yield Research("", 1)


def _politics(state: State, chance: Chance) -> Iterator[Order]:
    """One political order after another, until a die says stop."""
    choices = [order for order in legal(state) if not isinstance(order, Done)]
    if choices and chance.randrange(3):
        yield one_of(chance, choices)


def _purchase(state: State, chance: Chance) -> Iterator[Order]:
    """One purchase a phase: units one after another until the money is nearly gone; repairs."""
    if chance.randrange(3) == 0:
        yield from (order for order in _some_legal(state, chance) if isinstance(order, Repair))
    if state.purchase:
        return
    plan: dict[SaleName, int] = {}
    for _ in range(4 + chance.randrange(20)):
        kind = one_of(chance, list(state.definition.economy.prices))
        larger = {**plan, kind: plan.get(kind, 0) + 1}
        if not check(state, Buy(tuple(larger.items()))):
            plan = larger
    if plan:
        yield Buy(tuple(plan.items()))


def _battles(state: State, chance: Chance) -> Iterator[Order]:
    for battle in shuffled(chance, state.battles):
        yield Fight(battle.territory, raid=battle.kind == "raid")


def _placements(state: State, chance: Chance) -> Iterator[Order]:
    survey = Survey(state)
    unplaced = state.unplaced.get(state.nation, {})
    factories = {
        unit.territory for unit in survey.own_units() if survey.kind(unit).production.is_producer
    }
    sites = sorted(factories.union(land_without_factories(survey)))
    zones = sorted({zone for site in sites for zone in survey.neighbours(site)})
    for _ in range(_TRIES if unplaced and sites else 0):
        kind = one_of(chance, sorted(unplaced))
        count = 1 + chance.randrange(unplaced[kind])
        at_sea = state.definition.unit_types[kind].is_sea
        place = one_of(chance, zones if at_sea else sites)
        if at_sea and not survey.is_sea(place):
            continue
        for wanted in sorted({count, 1}, reverse=True):
            yield Place((Pick(wanted, kind),), place)
    yield from _some_legal(state, chance)
