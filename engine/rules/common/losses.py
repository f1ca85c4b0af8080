"""Units leave the board in battle, and what they carry goes with them.

Rule: rule book, Battle and Amphibious combat (B176, B201, B204).  When a transport sinks, its cargo
dies, and so do the troops that it has put ashore for a battle that is still to be fought.  Allied
aircraft aboard an attacking carrier die with it, unless they fight by option; defending aircraft
are independent units.  What is hit may turn into another unit (hit_changes.py).
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import BattleFrame
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import UnitsDestroyed
from engine.core.events.movement import BattleCancelled
from engine.core.events.triggers import LossesCounted
from engine.core.ids import NEUTRAL, BattleSide, NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.words import LossCause
from engine.gamedef import State
from engine.rules.common.battle_step import ATTACKER, DEFENDER, RAID, battle_of, unmarked_of
from engine.rules.common.frame import Events
from engine.rules.common.hit_changes import resolve_damaged, survivors
from engine.rules.common.relations import is_allied, is_sea

SPENT: Final = "spent"
"""The cause of the loss of units that are used up by their own attack."""

_BY_HITS: Final = frozenset({"battle", "aa_fire", "bombardment", "first_strike"})
"""The causes of losses that are hits on the units themselves."""


def resolve_hit_changes(state: State, *sides: BattleSide) -> Events:
    """What the damaged units of some sides turn into, without sides those of both."""
    battle = battle_of(state)
    return resolve_damaged(
        state,
        (
            (unit, unit.hits)
            for side in sides or (ATTACKER, DEFENDER)
            for unit in unmarked_of(state, battle, side)
            if unit.hits
        ),
    )


def resolve_losses(
    state: State, territory: TerritoryName, units: tuple[UnitId, ...], cause: LossCause
) -> Events:
    """Units are destroyed with everything that depends on them; () when there are none.

    cause: as in UnitsDestroyed.  What is hit may turn into another unit instead.
    """
    log = EventLog(state)
    if cause in _BY_HITS:
        changes = survivors(state, units)
        log.extend(changes)
        saved = {one.unit for event in changes for one in event.units}
        units = tuple(key for key in units if key not in saved)
        state = log.state
    if not units:
        return log.events
    aboard = _dependents(state, units)
    ashore = _put_ashore(state, units, in_flight=cause == "aa_fire")
    log.extend(_counted(state, (*units, *aboard)))
    log.add(UnitsDestroyed(territory, units, cause))
    if aboard:
        log.add(UnitsDestroyed(territory, aboard, "sunk_with_transport"))
    for place, drowned in ashore.items():
        log.add(UnitsDestroyed(place, drowned, "sunk_with_transport"))
    log.extend(resolve_empty_battles(log.state))
    return log.events


def _counted(state: State, units: tuple[UnitId, ...]) -> Iterator[Event]:
    """What the attacker of the battle under way has destroyed, where a map condition asks for it.

    It is worth the PUs that its owner pays for it and for the units that it is built out of.  In a
    battle against nobody it is worth nothing.
    """
    frames = [entry for entry in state.agenda if isinstance(entry, BattleFrame)]
    if not state.definition.script.counts_losses or not frames:
        return
    battle = frames[-1]
    if battle.defender == NEUTRAL:
        return
    lost = (state.units[key] for key in units if key not in battle.attackers)
    value = sum(
        _worth(state, unit.owner, unit.type)
        for unit in lost
        if not is_allied(state, unit.owner, battle.attacker)
    )
    if value:
        yield LossesCounted(battle.attacker, value)


def _worth(
    state: State, owner: NationName, name: UnitTypeName, above: tuple[UnitTypeName, ...] = ()
) -> int:
    """PUs for a unit and for what it consumes; above: what consumes it, which counts once."""
    own = state.definition.economy.own_price(owner, name)
    if name in above:
        return own
    consumed = state.definition.unit_types[name].building.consumes
    return own + sum(n * _worth(state, owner, part, (*above, name)) for part, n in consumed)


def resolve_empty_battles(state: State) -> Events:
    """Battles that nobody is left to fight are cancelled, except those under way.

    A raid is not as long as units move: land to which bombers flew waits for the battles (B181).
    """
    moving = state.phase.phase == "combat_move"
    under_way = {
        (frame.territory, frame.kind) for frame in state.agenda if isinstance(frame, BattleFrame)
    }
    return tuple(
        BattleCancelled(battle.territory, battle.kind)
        for battle in state.battles
        if not battle.attackers
        and (battle.territory, battle.kind) not in under_way
        and not (moving and battle.kind == RAID)
    )


def _dependents(state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Cargo of the units that does not fight on its own in the battle under way."""
    fighting: set[UnitId] = set(units)
    for frame in state.agenda:
        if isinstance(frame, BattleFrame):
            fighting.update(frame.attackers, frame.defenders)
    return tuple(
        cargo.id for unit in units for cargo in state.cargo_of(unit) if cargo.id not in fighting
    )


def _put_ashore(
    state: State, transports: tuple[UnitId, ...], *, in_flight: bool
) -> dict[TerritoryName, tuple[UnitId, ...]]:
    """Troops of lost transports that are on a beach and wait for their battle.

    in_flight: AA guns fire before paratroopers have left their aircraft (B127); later they are
    on the ground.
    """
    found: dict[TerritoryName, tuple[UnitId, ...]] = {}
    for battle in state.battles:
        drowned = tuple(
            unit
            for unit, transport, zone in battle.landings
            if transport in transports and unit in state.units
            if in_flight or is_sea(state, zone)
        )
        if drowned:
            found[battle.territory] = drowned
    return found
