"""What the events of block games do to a state (docs/adr/0018-block-games.md)."""

from typing import TypeVar

from engine.core.blocks import BlockState, BlockTurn
from engine.core.events import Event
from engine.core.events.blocks import (
    BlockAimed,
    BlockBattleEnded,
    BlockBattleStarted,
    BlockEliminated,
    BlockExchanged,
    BlockFired,
    BlockReduced,
    BlockRetreated,
    BlocksDisbanded,
    BlocksMoved,
    BlocksPlaced,
    ControlChanged,
    CountryAligned,
    CountryDefeated,
    EnemySpared,
    GroupRevealed,
    IndustryBombed,
    NeutralityViolated,
    PartitionJoined,
    SubsEscaped,
    SubsFoughtOn,
    SubsReturned,
    TurnOrderSet,
    WarDeclared,
)
from engine.core.evolve.parts import with_new_units, with_owner, with_strength
from engine.core.ids import NEUTRAL, NOBODY, NationName, TerritoryName, pair_of
from engine.core.state import State, with_units, without_units
from engine.core.unit import Unit
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case BlocksPlaced():
            return with_new_units(state, event.units)
        case BlocksDisbanded():
            return without_units(state, event.units)
        case TurnOrderSet():
            year = replace(blocks_of(state), order=event.order, active=NOBODY)
            return replace(state, blocks=year)
        case WarDeclared():
            pair = pair_of(event.nation, event.enemy)
            blocks = blocks_of(state)
            wars = tuple(sorted({*blocks.wars, pair}))
            turn = replace(blocks.turn, declared=(*blocks.turn.declared, event.enemy))
            aggressors = (*blocks.aggressors, (event.nation, event.enemy))
            return replace(
                state, blocks=replace(blocks, wars=wars, turn=turn, aggressors=aggressors)
            )
        case NeutralityViolated():
            blocks = without_influence(blocks_of(state), event.country)
            turn = replace(blocks.turn, invaded=(*blocks.turn.invaded, event.country))
            begun = with_turn(replace(state, blocks=_disturbed(blocks, {event.nation})), turn)
            fought = _with_violated(begun, event.nation, event.country)
            return with_new_units(fought, event.garrisons)
        case ControlChanged():
            return _without_blockade(
                with_owner(state, event.territory, event.owner), (event.territory,)
            )
        case PartitionJoined():
            return _with_violated(state, event.nation, event.country)
        case CountryAligned():
            return with_new_units(_aligned(state, event), event.units)
        case CountryDefeated():
            blocks = blocks_of(state)
            fallen = (event.country,) if event.is_power else ()
            defeated = tuple(sorted({*blocks.defeated, *fallen}))
            after = replace(
                without_units(state, event.removed), blocks=replace(blocks, defeated=defeated)
            )
            return with_new_units(_with_owners(after, event.freed, NOBODY), event.garrisons)
        case IndustryBombed():
            blocks = blocks_of(state)
            left = max(0, blocks.industry.get(event.nation, 0) - event.points)
            industry = {**blocks.industry, event.nation: left}
            return replace(state, blocks=replace(blocks, industry=industry))
    return _evolve_units(state, event)


def _evolve_units(state: State[D], event: Event) -> State[D] | None:
    match event:
        case BlocksMoved():
            turn = blocks_of(state).turn
            moves = {**turn.moves, **dict.fromkeys(event.units, event.move)}
            moved = [_moved(state.units[key], event.move.path[-1]) for key in event.units]
            return with_turn(with_units(state, moved), replace(turn, moves=moves))
        case BlockEliminated():
            return without_units(state, (event.unit,))
        case BlockReduced():
            return with_strength(state, event.unit, event.strength)
        case BlockRetreated():
            turn = blocks_of(state).turn
            crossing = ((event.path[0], event.path[1]),) if event.is_counted else ()
            after = with_units(state, (_moved(state.units[event.unit], event.path[-1]),))
            return with_turn(after, replace(turn, retreats=(*turn.retreats, *crossing)))
        case BlockExchanged():
            return with_units(state, (event.unit,))
        case SubsEscaped():
            return with_units(
                state, [replace(state.units[key], escaped=True) for key in event.units]
            )
        case SubsReturned():
            return with_units(
                state, [replace(state.units[key], escaped=False) for key in event.units]
            )
        case BlockBattleEnded():
            return with_turn(state, _fought(blocks_of(state).turn, event))
        case BlockBattleStarted():
            return _at_war_in(state, event)
        case EnemySpared() | GroupRevealed():
            return state
        case BlockAimed() | BlockFired() | SubsFoughtOn():
            return state
    return None


def blocks_of(state: State[D]) -> BlockState:
    """The part of a position that only block games have; TypeError in any other game."""
    if state.blocks is None:
        raise TypeError("this is not a position of a block game")
    return state.blocks


def _disturbed(blocks: BlockState, nations: set[NationName]) -> BlockState:
    return replace(blocks, disturbed=tuple(sorted({*blocks.disturbed, *nations} - {NEUTRAL})))


def without_influence(blocks: BlockState, country: str) -> BlockState:
    """The position without markers on a country."""
    left = {name: held for name, held in blocks.influence.items() if name != country}
    return replace(blocks, influence=left)


def _without_blockade(state: State[D], areas: tuple[str, ...]) -> State[D]:
    """A mark goes when its area changes hands (T227)."""
    blocks = blocks_of(state)
    if not any(place in blocks.blockades for place in areas):
        return state
    left = {place: what for place, what in blocks.blockades.items() if place not in areas}
    return replace(state, blocks=replace(blocks, blockades=left))


def _aligned(state: State[D], event: CountryAligned) -> State[D]:
    """A satellite: its markers go, and its land belongs to the nation for good (T150)."""
    blocks = without_influence(blocks_of(state), event.country)
    satellites = {**blocks.satellites, event.country: event.nation}
    after = replace(state, blocks=replace(blocks, satellites=satellites))
    return _without_blockade(_with_owners(after, event.areas, event.nation), event.areas)


def _at_war_in(state: State[D], event: BlockBattleStarted) -> State[D]:
    """Who is in a battle has no year of peace, attacked or not (T134)."""
    blocks = blocks_of(state)
    there = {unit.owner for unit in state.units_in(event.territory)}
    enemies = {owner for owner in there if pair_of(owner, event.attacker) in blocks.wars}
    return replace(state, blocks=_disturbed(blocks, {event.attacker, *enemies}))


def _with_violated(state: State[D], nation: NationName, country: str) -> State[D]:
    blocks = blocks_of(state)
    violated = tuple(sorted({*blocks.violated, (nation, country)}))
    return replace(state, blocks=replace(blocks, violated=violated))


def _with_owners(state: State[D], areas: tuple[TerritoryName, ...], owner: NationName) -> State[D]:
    for place in areas:
        state = with_owner(state, place, owner)
    return state


def with_turn(state: State[D], turn: BlockTurn) -> State[D]:
    """The state with another record of the turn under way."""
    return replace(state, blocks=replace(blocks_of(state), turn=turn))


def _moved(unit: Unit, place: TerritoryName) -> Unit:
    return replace(unit, territory=place, escaped=False)


def _fought(turn: BlockTurn, event: BlockBattleEnded) -> BlockTurn:
    if event.is_raid:
        return replace(turn, raided=(*turn.raided, event.territory))
    return replace(turn, fought=(*turn.fought, event.territory))
