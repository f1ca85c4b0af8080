"""What the events of battle do to a state."""

from collections.abc import Iterable
from typing import TypeVar

from engine.core.agenda import BattleFrame, PendingBattle
from engine.core.events import Event
from engine.core.events.battle import (
    AircraftLanded,
    AircraftScrambled,
    AircraftWithdrew,
    AllyHit,
    BattleBegan,
    BattleEnded,
    BattleRoundBegan,
    Bombarded,
    CapitalPlundered,
    CasualtiesMarked,
    FactoryBombed,
    InterceptorsLaunched,
    InterceptorsReturned,
    KamikazeRolled,
    KamikazesAimed,
    LandingAbandoned,
    ResearchLost,
    RocketLaunched,
    SubmarinesStayed,
    TerritoryReturned,
    TerritoryTaken,
    UnitsCaptured,
    UnitsDestroyed,
    UnitsExchanged,
    UnitsRetreated,
    UnitsSubmerged,
    UnitsTransformed,
    VolleyFired,
)
from engine.core.evolve.parts import (
    paid_out,
    with_new_units,
    with_owner,
    with_units_forgotten,
)
from engine.core.ids import NEUTRAL, NOBODY, NOWHERE, RESEARCH_DICE, UnitId
from engine.core.state import State, with_units, without_units
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case BattleBegan():
            return _fought(state, event.attackers)
        case BattleRoundBegan() | VolleyFired() | AllyHit() | SubmarinesStayed():
            return state
        case CasualtiesMarked():
            return _marked(_damaged(state, event.damaged), event.killed)
        case UnitsDestroyed():
            return _out_of_battle(_destroyed(_fallen(state, event), event.units), event.units)
        case LandingAbandoned():
            return _back_aboard(state, event)
        case Bombarded():
            units = [
                replace(state.units[key], bombarded=True, in_combat=True) for key in event.units
            ]
            return with_units(state, units)
        case BattleEnded():
            return _ended(state, event)
    after = _evolve_departure(state, event)
    return after if after is not None else _evolve_land(state, event)


def _evolve_departure(state: State[D], event: Event) -> State[D] | None:
    """Units that leave the battle under way alive, or do not join it."""
    match event:
        case UnitsSubmerged():
            units = [replace(state.units[key], submerged=True) for key in event.units]
            return _out_of_battle(with_units(state, units), event.units)
        case InterceptorsLaunched():
            turn = state.turn
            turn = replace(turn, intercepted=(*turn.intercepted, *event.units))
            return _out_of_battle(replace(state, turn=turn), event.stayed)
        case InterceptorsReturned():
            return _out_of_battle(state, event.units)
        case UnitsRetreated():
            return _retreated(state, event)
        case AircraftWithdrew():
            return _out_of_battle(_fought(state, event.units), event.units)
    return None


def _evolve_land(state: State[D], event: Event) -> State[D] | None:
    match event:
        case TerritoryTaken():
            turn = state.turn
            if event.territory not in turn.conquered and not event.was_ceded:
                turn = replace(turn, conquered=(*turn.conquered, event.territory))
                if event.was_nobodys:
                    turn = replace(turn, retaken=(*turn.retaken, event.territory))
            owner = NOBODY if event.owner == NEUTRAL else event.owner
            return replace(with_owner(state, event.territory, owner), turn=turn)
        case TerritoryReturned():
            return with_owner(state, event.territory, event.owner)
        case UnitsCaptured():
            damage = dict(event.damage)
            taken = [state.units[key] for key in event.units]
            units = [
                replace(unit, owner=event.owner, damage=damage.get(unit.id, unit.damage))
                for unit in taken
            ]
            return with_units(state, units)
        case UnitsExchanged():
            after = with_units_forgotten(_out_of_battle(state, event.gone), event.gone)
            return with_new_units(after, event.units) if event.units else after
        case CapitalPlundered():
            poorer = paid_out(state, event.victim, event.resource, -event.amount)
            if not event.captor:
                return poorer
            return paid_out(poorer, event.captor, event.resource, event.amount)
        case ResearchLost():
            return paid_out(state, event.nation, RESEARCH_DICE, -event.dice)
        case FactoryBombed():
            return _bombed(state, event)
        case RocketLaunched():
            return with_units(state, [replace(state.units[event.unit], launched=True)])
    return _evolve_air(state, event)


def _evolve_air(state: State[D], event: Event) -> State[D] | None:
    """Aircraft and kamikaze attacks of those who are away, and units that change."""
    match event:
        case AircraftLanded():
            units = [
                replace(state.units[key], territory=event.to, carried_by=None)
                for key in event.units
            ]
            return with_units(state, units)
        case AircraftScrambled():
            scrambled = [state.units[key] for key in event.units]
            units = [
                replace(unit, territory=event.territory, base=unit.territory) for unit in scrambled
            ]
            return with_units(state, units)
        case KamikazesAimed():
            after = paid_out(state, event.nation, event.resource, -event.cost)
            if not event.aimed:
                return after
            struck = (*after.turn.struck, event.territory)
            return replace(after, turn=replace(after.turn, struck=struck))
        case UnitsTransformed():
            return _transformed(state, event)
        case KamikazeRolled():
            return _damaged(state, (event.target,) * event.damage)
    return None


def _damaged(state: State[D], damaged: Iterable[UnitId]) -> State[D]:
    for key in damaged:
        unit = state.units[key]
        state = with_units(state, [replace(unit, hits=unit.hits + 1)])
    return state


def _transformed(state: State[D], event: UnitsTransformed) -> State[D]:
    """Units of other types; nobody takes them from the board any more."""
    new = {one.unit: one for one in event.units}
    units = [
        replace(state.units[key], type=one.type, hits=one.hits, damage=one.damage)
        for key, one in new.items()
    ]
    agenda = tuple(
        replace(frame, marked=tuple(key for key in frame.marked if key not in new))
        if isinstance(frame, BattleFrame)
        else frame
        for frame in state.agenda
    )
    return replace(with_units(state, units), agenda=agenda)


def _destroyed(state: State[D], gone: tuple[UnitId, ...]) -> State[D]:
    """Destroyed units also leave the battles that still wait for them."""
    for key in gone:
        if key not in state.units:
            raise KeyError(key)
    lost = frozenset(gone)
    battles = tuple(_without(battle, lost) for battle in state.battles)
    return replace(without_units(state, gone), battles=battles)


def _marked(state: State[D], killed: tuple[UnitId, ...]) -> State[D]:
    """Casualties that may still fire are noted in the battle under way."""
    agenda = tuple(
        replace(frame, marked=(*frame.marked, *killed)) if isinstance(frame, BattleFrame) else frame
        for frame in state.agenda
    )
    return replace(state, agenda=agenda)


def _fallen(state: State[D], event: UnitsDestroyed) -> State[D]:
    """Defenders that AA fire hit are kept in mind until their own AA fire."""
    if event.cause != "aa_fire":
        return state
    agenda = tuple(
        replace(frame, fallen=(*frame.fallen, *(state.units[key] for key in gone)))
        if isinstance(frame, BattleFrame)
        and (gone := [key for key in event.units if key in frame.defenders])
        else frame
        for frame in state.agenda
    )
    return replace(state, agenda=agenda)


def _out_of_battle(state: State[D], gone: Iterable[UnitId]) -> State[D]:
    """Units that are dead or have left no longer stand in the battle under way."""
    lost = frozenset(gone)
    agenda = tuple(
        replace(
            frame,
            attackers=tuple(unit for unit in frame.attackers if unit not in lost),
            defenders=tuple(unit for unit in frame.defenders if unit not in lost),
            marked=tuple(unit for unit in frame.marked if unit not in lost),
        )
        if isinstance(frame, BattleFrame)
        else frame
        for frame in state.agenda
    )
    return replace(state, agenda=agenda)


def _without(battle: PendingBattle, lost: frozenset[UnitId]) -> PendingBattle:
    return replace(
        battle,
        attackers=tuple(unit for unit in battle.attackers if unit not in lost),
        landings=tuple(entry for entry in battle.landings if entry[0] not in lost),
        aims=tuple(entry for entry in battle.aims if entry[0] not in lost),
    )


def _retreated(state: State[D], event: UnitsRetreated) -> State[D]:
    """The units and whatever they carry stand in the new place."""
    moved = [replace(state.units[key], territory=event.to, in_combat=True) for key in event.units]
    cargo = [
        replace(unit, territory=event.to)
        for key in event.units
        for unit in state.cargo_of(key)
        if unit.id not in event.units
    ]
    return _out_of_battle(with_units(state, [*moved, *cargo]), event.units)


def _back_aboard(state: State[D], event: LandingAbandoned) -> State[D]:
    back = [
        replace(
            state.units[unit],
            territory=state.units[transport].territory,
            carried_by=transport,
            amphibious=False,
            unloaded_to=NOWHERE,
            unloaded_in_combat=False,
        )
        for unit, transport in event.pairs
    ]
    freed = sorted({transport for _, transport in event.pairs}) if event.frees_ships else []
    ships = [
        replace(state.units[ship], unloaded_to=NOWHERE, unloaded_in_combat=False) for ship in freed
    ]
    lost = frozenset(unit for unit, _ in event.pairs)
    battles = tuple(
        _without(battle, lost) if battle.territory == event.territory else battle
        for battle in state.battles
    )
    return replace(with_units(state, [*back, *ships]), battles=battles)


def _fought(state: State[D], units: Iterable[UnitId]) -> State[D]:
    return with_units(state, [replace(state.units[key], in_combat=True) for key in units])


def _ended(state: State[D], event: BattleEnded) -> State[D]:
    battles = tuple(
        battle
        for battle in state.battles
        if (battle.territory, battle.kind) != (event.territory, event.kind)
    )
    turn = state.turn
    if event.territory not in turn.fought:
        turn = replace(turn, fought=(*turn.fought, event.territory))
    return replace(_fought(state, event.fought), battles=battles, turn=turn)


def _bombed(state: State[D], event: FactoryBombed) -> State[D]:
    bombed = dict(state.turn.bombed)
    bombed[event.territory] = bombed.get(event.territory, 0) + event.damage
    after = replace(state, turn=replace(state.turn, bombed=bombed))
    if event.resource:
        return paid_out(after, event.victim, event.resource, -event.damage)
    units = [after.units[key] for key in event.units]
    hit = units[:1]  # the damage is counted once, on the first factory of the place
    return with_units(after, [replace(unit, damage=unit.damage + event.damage) for unit in hit])
