"""A combat move of the planning player: attacks chosen together, then order by order."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from engine import Move, State, TerritoryName, Unit
from engine.ai.planning.arriving import arrivals_of
from engine.ai.planning.assault import Assaults, Attack, opened
from engine.ai.planning.effort import ThinkingBounds
from engine.ai.planning.in_turn import in_turn
from engine.ai.planning.ways import orders_for

_MAY_FALL: Final = 0.2
"""The chance to fall that attacks may leave a vital place."""
_TRIES: Final = 4
_PACES: Final = 6
"""Steps in which more and more units are told to stay at home."""


def combat_orders(state: State, effort: ThinkingBounds) -> Iterator[Move]:
    """The orders of a combat move, each legal after those before it."""
    for _, orders in ordered_attacks(opened(state, effort)):
        yield from orders


def ordered_attacks(plan: Assaults) -> Iterator[tuple[Attack, tuple[Move, ...]]]:
    """The attacks of a combat move with their orders, each legal after those before it."""
    state = plan.survey.state
    for attack in attacks(plan):
        force = [(unit, way) for unit, way in attack.force if way is not None]
        state, orders = in_turn(state, orders_for(state, attack.target, force))
        yield attack, orders


def attacks(plan: Assaults) -> list[Attack]:
    """The attacks that leave no capital, factory or victory city to fall.

    Where they would, the units of such a place stay, and the attacks are chosen anew.
    """
    kept: frozenset[int] = frozenset()
    for _ in range(_TRIES):
        chosen = plan.plan(kept)
        more = _needed_at_home(plan, chosen)
        if more <= kept:
            return chosen
        kept |= more
    return [attack for attack in plan.plan(kept) if not kept & {unit.id for unit in attack.units}]


def _needed_at_home(plan: Assaults, chosen: list[Attack]) -> frozenset[int]:
    """Units of vital places that these attacks would leave to fall."""
    survey = plan.survey
    leaving = {unit.id for attack in chosen for unit in attack.units}
    gone = {attack.target for attack in chosen if attack.is_likely}
    arrivals = arrivals_of(survey)
    found: set[int] = set()
    origins = {unit.territory for attack in chosen for unit in attack.units}
    vital = (place for place in origins if not survey.is_sea(place) and plan.worth.is_vital(place))
    for place in sorted(vital, key=lambda place: (-plan.worth.land(place), place)):
        here = [
            unit
            for unit in survey.own(place)
            if survey.kind(unit).is_land and not survey.kind(unit).is_infrastructure
        ]
        here.sort(key=lambda unit: (unit.id in leaving, plan.worth.unit(unit), unit.id))
        going = [unit.id for unit in here if unit.id in leaving]
        # The fewest that hold it stay, the cheapest first; all of them where that is too few.
        new = arrivals.fitting(place)
        stay, pace = 0, max(1, len(going) // _PACES)
        while stay < len(going) and not _holds(plan, place, leaving - {*going[:stay]}, gone, new):
            stay += pace
        found.update(going[:stay])
        safe = partial(_holds, plan, place, leaving - {*going[:stay]}, gone)
        arrivals.enough(place, safe)
        watch = here[: max(0, plan.worth.watch(place) - len(new))]
        found.update(unit.id for unit in watch if unit.id in leaving)
    return frozenset(found)


def _holds(
    plan: Assaults,
    place: TerritoryName,
    leaving: Collection[int],
    gone: Collection[TerritoryName],
    coming: list[Unit],
) -> bool:
    """Whether a place does not fall for want of those that leave, with what is placed there."""
    after = plan.risk_at(place, leaving, gone, coming).taken
    return after <= max(_MAY_FALL, plan.risk_at(place, (), gone, coming).taken + 0.05)
