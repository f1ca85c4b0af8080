"""What the events of the economy do to a state."""

from typing import TypeVar

from engine.core.events import Event
from engine.core.events.economy import (
    BidGranted,
    FactoryRepaired,
    FightersBoarded,
    IncomeBlockaded,
    IncomeCollected,
    IncomeWithheld,
    LandDrawn,
    PointsScored,
    PurchasePlanned,
    ResearchPaid,
    ResearchRolled,
    TechnologyActivated,
    TechnologyFound,
    TechnologyRerolled,
    TreasuryChanged,
    UnitsBought,
    UnitsGiven,
    UnitsLevied,
    UnitsPlaced,
    UnitsRepaired,
    UnplacedUnitsLost,
)
from engine.core.evolve.parts import joined, paid_out, with_hand, with_new_units, with_owner
from engine.core.ids import PUS, RESEARCH_DICE, VICTORY_POINTS, UnitTypeName
from engine.core.state import State, with_units
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case ResearchPaid():
            paid = state
            for nation, amount in event.payers:
                paid = paid_out(paid, nation, PUS, -amount)
            return replace(paid, turn=replace(state.turn, researched=True))
        case ResearchRolled():
            more = event.kept - state.amount(event.nation, RESEARCH_DICE)
            return paid_out(state, event.nation, RESEARCH_DICE, more) if more else state
        case LandDrawn():
            return _assigned(state, event)
        case IncomeWithheld() | TechnologyRerolled():
            return state
        case TechnologyFound():
            return replace(state, found=joined(state.found, event.nation, event.technology))
        case TechnologyActivated():
            waiting = tuple(
                name for name in state.found.get(event.nation, ()) if name != event.technology
            )
            return replace(
                state,
                found={**state.found, event.nation: waiting},
                technologies=joined(state.technologies, event.nation, event.technology),
            )
    return _evolve_goods(state, event)


def _evolve_goods(state: State[D], event: Event) -> State[D] | None:
    match event:
        case PurchasePlanned():
            return replace(state, purchase=dict(event.units))
        case UnitsBought():
            bought = _paid(state, event)
            return replace(with_hand(bought, event.nation, event.units, 1), purchase={})
        case UnitsLevied():
            return with_hand(state, event.nation, event.units, 1)
        case UnitsPlaced():
            return _placed(state, event)
        case UnplacedUnitsLost():
            return replace(state, unplaced={**state.unplaced, event.nation: {}})
        case FightersBoarded():
            moved = [replace(state.units[key], territory=event.to) for key in event.units]
            turn = replace(state.turn, boarded=(*state.turn.boarded, *event.units))
            return replace(with_units(state, moved), turn=turn)
        case UnitsRepaired():
            left = event.hits or (0,) * len(event.units)
            mended = zip(event.units, left, strict=True)
            return with_units(state, [replace(state.units[key], hits=n) for key, n in mended])
        case FactoryRepaired():
            return _mended(state, event)
        case UnitsGiven():
            given = [replace(state.units[key], owner=event.owner) for key in event.units]
            return with_units(state, given)
    return _evolve_accounts(state, event)


def _evolve_accounts(state: State[D], event: Event) -> State[D] | None:
    match event:
        case IncomeCollected():
            return paid_out(state, event.nation, event.resource, event.amount)
        case IncomeBlockaded():
            lost = sum(amount for _, amount in event.losses)
            return paid_out(state, event.nation, PUS, -lost)
        case BidGranted():
            return paid_out(state, event.nation, PUS, event.amount)
        case TreasuryChanged():
            return paid_out(state, event.nation, event.resource, event.amount)
        case PointsScored():
            return paid_out(state, event.nation, VICTORY_POINTS, event.points)
    return None


def _paid(state: State[D], event: UnitsBought) -> State[D]:
    paid = paid_out(state, event.nation, PUS, -event.cost)
    for resource, amount in event.goods:
        paid = paid_out(paid, event.nation, resource, -amount)
    return paid


def _mended(state: State[D], event: FactoryRepaired) -> State[D]:
    """The factories with less damage, the first one first, and the nation poorer."""
    left = event.points
    units = []
    for key in event.units:
        taken = min(left, state.units[key].damage)
        left -= taken
        units.append(replace(state.units[key], damage=state.units[key].damage - taken))
    return with_units(paid_out(state, event.nation, PUS, -event.cost), units)


def _assigned(state: State[D], event: LandDrawn) -> State[D]:
    named = [(unit.type, 1) for unit in event.units]
    after = with_hand(state, event.nation, named, -1)
    return with_owner(with_new_units(after, event.units), event.territory, event.nation)


def _placed(state: State[D], event: UnitsPlaced) -> State[D]:
    counts: dict[UnitTypeName, int] = {}
    for unit in event.units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    after = with_hand(state, event.nation, counts.items(), -1)
    turn = after.turn
    if event.counts:
        new = tuple((unit.id, event.producer) for unit in event.units)
        turn = replace(turn, placed=(*turn.placed, *new), produced=dict(event.produced))
    elif event.constructed:
        new_ids = (unit.id for unit in event.units)
        turn = replace(turn, constructed=(*turn.constructed, *new_ids))
    elif event.producer:
        turn = replace(turn, built=(*turn.built, event.territory))
    return replace(with_new_units(after, event.units), turn=turn)
