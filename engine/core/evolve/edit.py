"""What changes by hand do to a state (B255)."""

from typing import TypeVar

from engine.core.blocks import BlockState
from engine.core.events import Event
from engine.core.events.edit import (
    DamageSet,
    DividendsSet,
    GoodsSet,
    HitsSet,
    IndustrySet,
    MoneySet,
    OwnerSet,
    StrengthSet,
    TechnologySet,
    UnitsAdded,
    UnitsRemoved,
    UnitsShifted,
    WarSet,
)
from engine.core.evolve.parts import with_new_units, with_owner, with_units_forgotten
from engine.core.ids import PUS, pair_of
from engine.core.state import State, with_units
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case UnitsAdded():
            return with_new_units(state, event.units)
        case UnitsRemoved():
            return with_units_forgotten(state, event.units)
        case UnitsShifted():
            return _shifted(state, event)
        case OwnerSet():
            return with_owner(state, event.territory, event.owner)
        case MoneySet():
            account = {**state.resources.get(event.nation, {}), PUS: event.amount}
            return replace(state, resources={**state.resources, event.nation: account})
        case GoodsSet():
            account = {**state.resources.get(event.nation, {}), event.resource: event.amount}
            return replace(state, resources={**state.resources, event.nation: account})
        case TechnologySet():
            known = {*state.technologies.get(event.nation, ())} - {event.technology}
            now = known | {event.technology} if event.is_active else known
            found = state.found.get(event.nation, ())
            waiting = tuple(name for name in found if name != event.technology)
            return replace(
                state,
                technologies={**state.technologies, event.nation: tuple(sorted(now))},
                found={**state.found, event.nation: waiting},
            )
        case HitsSet():
            return with_units(
                state, [replace(state.units[key], hits=event.hits) for key in event.units]
            )
        case StrengthSet():
            return with_units(
                state, [replace(state.units[key], strength=event.strength) for key in event.units]
            )
        case IndustrySet() | WarSet() | DividendsSet() if state.blocks is not None:
            return replace(state, blocks=_nation_set(state.blocks, event))
        case DamageSet():
            return with_units(
                state, [replace(state.units[key], damage=event.points) for key in event.units]
            )
    return None


def _nation_set(blocks: BlockState, event: IndustrySet | WarSet | DividendsSet) -> BlockState:
    match event:
        case IndustrySet():
            return replace(blocks, industry={**blocks.industry, event.nation: event.industry})
        case DividendsSet():
            return replace(
                blocks,
                chits={**blocks.chits, event.nation: event.chits},
                dividends={**blocks.dividends, event.nation: event.points},
            )
    pair = pair_of(event.nation, event.enemy)
    both = {(event.nation, event.enemy), (event.enemy, event.nation)}
    wars, aggressors = {*blocks.wars} - {pair}, [*blocks.aggressors]
    if event.is_at_war:
        aggressors += [] if both & {*aggressors} else [(event.nation, event.enemy)]
        return replace(blocks, wars=tuple(sorted({*wars, pair})), aggressors=tuple(aggressors))
    left = tuple(one for one in aggressors if one not in both)
    return replace(blocks, wars=tuple(sorted(wars)), aggressors=left)


def _shifted(state: State[D], event: UnitsShifted) -> State[D]:
    """Cargo stays aboard a ship that is shifted with it, and is ashore otherwise."""
    moved = frozenset(event.units)
    units = [state.units[key] for key in event.units]
    return with_units(
        state,
        [
            replace(
                unit,
                territory=event.to,
                carried_by=unit.carried_by if unit.carried_by in moved else None,
            )
            for unit in units
        ],
    )
