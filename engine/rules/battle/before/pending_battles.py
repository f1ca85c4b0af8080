"""Which battles there are, who fights in them, and which may be fought now.

Rule: rule book, The map (B24), Battle (B153, B176, B179, B181, B183, B209, B225).  Wherever the
nation on turn and an enemy both have units that can fight, there is a battle, whether movement
brought them together or they were there before.  Land without such an enemy is simply taken, even
by units that have been there since an earlier turn.
Classic: C72, C80.
Options: landings_survive_draws, allied_aircraft_fight.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from engine.core.agenda import PendingBattle
from engine.core.event_log import EventLog
from engine.core.events.movement import (
    AircraftReleased,
    BattleCancelled,
    BattlePending,
    NeutralityPaid,
)
from engine.core.ids import NEUTRAL, PUS, NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.rules.battle.before.amphibious import blocking_zones, is_fought_at_will, waiting_zones
from engine.rules.common.battle_step import BATTLE, RAID
from engine.rules.common.capture import resolve_capture, takes_zones
from engine.rules.common.damage import bombing_targets
from engine.rules.common.entry import is_captured_by_entry
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_empty_battles
from engine.rules.common.relations import (
    enemies_in,
    is_enemy_land,
    is_of_an_enemy,
    is_sea,
    owner_of,
    type_of,
)
from engine.rules.common.theatres import is_decided, is_lost, must_be_fought
from engine.rules.common.values import attack_of, defence_of
from engine.values import replace


def can_fight(state: State, unit: Unit) -> bool:
    """Whether a unit takes part in battles: no infrastructure, no cargo, not submerged (B179)."""
    kind = type_of(state, unit)
    if kind.is_infrastructure or unit.submerged:
        return False
    return unit.carried_by is None or kind.is_air


def can_conquer(state: State, unit: Unit) -> bool:
    """Whether a unit can take the area where it is (B24, B27, B28, B65).

    Land units take land, and so do ships that a map has put there; ships take a sea zone that has
    an owner, as the options say.
    """
    kind = type_of(state, unit)
    if not is_sea(state, unit.territory):
        return not kind.is_air and not kind.is_infrastructure
    return not unit.submerged and takes_zones(kind, state.definition.options)


def defenders_in(state: State, territory: TerritoryName) -> tuple[Unit, ...]:
    """Enemies of the nation on turn that fight in a territory, in order of identity (B183).

    Those that took off against a raid in this turn do not (around/air_battle.py).
    """
    nation, up = state.nation, state.turn.intercepted
    return tuple(
        unit
        for unit in enemies_in(state, nation, territory)
        if can_fight(state, unit)
        and not _lies_on_land(state, unit)
        and unit.id not in up
        and not is_captured_by_entry(state, unit, nation)
    )


def _lies_on_land(state: State, unit: Unit) -> bool:
    """Whether it is a ship that a map has put on land: it does not defend there, and survives."""
    return type_of(state, unit).is_sea and not is_sea(state, unit.territory)


def attackers_in(state: State, territory: TerritoryName) -> tuple[Unit, ...]:
    """Units of the nation on turn that fight in a territory; raiders and cargo do not.

    Allies of another nation do not attack with them (B183, B184), but for their aircraft aboard the
    carriers that have come to fight, by option.  The TripleA engine counts cargo among the
    attackers where WW2V2 is not set; it neither fires nor is hit (B176, B201), so this makes no
    other difference.
    """
    raiders = {
        unit
        for battle in state.battles
        if battle.kind == RAID and battle.territory == territory
        for unit in battle.attackers
    }
    nation = state.nation
    brought = _brought_along(state, territory)
    return tuple(
        unit
        for unit in state.units_in(territory)
        if unit.id in brought
        or (
            unit.owner == nation
            and unit.carried_by is None
            and unit.id not in raiders
            and can_fight(state, unit)
        )
    )


def _brought_along(state: State, territory: TerritoryName) -> tuple[UnitId, ...]:
    """Aircraft of allies aboard the carriers that came to a battle, where they fight by option."""
    pending = _pending_in(state, territory)
    if pending is None or not state.definition.options.allied_aircraft_fight:
        return ()
    return tuple(
        unit.id
        for ship in pending.attackers
        for unit in state.cargo_of(ship)
        if type_of(state, unit).is_air and unit.owner != state.nation
    )


def open_battles(state: State) -> tuple[PendingBattle, ...]:
    """Battles that may be fought now: all but raids and landings that have to wait."""
    return tuple(
        battle
        for battle in state.battles
        if battle.kind == BATTLE and not blocking_zones(state, battle)
    )


def resolve_battle_list(state: State) -> Events:
    """The battles of the phase are listed: those that movement left, and those that it did not.

    Raids without a target are dropped; land without defenders is taken at once, or after the raids
    and rockets when there are any (B181).
    """
    log = EventLog(state)
    log.extend(resolve_empty_battles(state))
    for battle in log.state.battles:
        if battle.kind == RAID and not _has_target(log.state, battle):
            log.add(BattleCancelled(battle.territory, RAID))
    places = {unit.territory for unit in state.units_of(state.nation)}
    places |= {battle.territory for battle in state.battles if battle.kind == BATTLE}
    for territory in state.definition.board.territories:
        if territory in places:
            log.extend(_resolve_battle_in(log.state, territory))
    return log.events


def _has_target(state: State, raid: PendingBattle) -> bool:
    return bool(bombing_targets(state, state.nation, raid.territory))


def _resolve_battle_in(state: State, territory: TerritoryName) -> Events:
    """The battle of a territory with all attackers that are there."""
    pending = _pending_in(state, territory)
    if is_lost(state, state.nation, territory):
        # A side that lost a theatre fights no battles there (L37).
        return () if pending is None else (BattleCancelled(territory, BATTLE),)
    there = attackers_in(state, territory)
    if pending is not None and not defenders_in(state, territory):
        # Where nobody is met, those who come take the area or not; those there do not help.
        there = tuple(unit for unit in there if unit.id in pending.attackers)
    elif pending is not None:
        # A ship on land does not join units that come to fight beside it.
        there = tuple(
            unit for unit in there if unit.id in pending.attackers or not _lies_on_land(state, unit)
        )
    attackers = tuple(unit.id for unit in there)
    if defenders_in(state, territory) and _nobody_can_fight(state, territory):
        return () if pending is None else (BattleCancelled(territory, BATTLE),)
    if pending is None:
        if not attackers or not (
            defenders_in(state, territory) or _is_to_be_taken(state, territory, attackers)
        ):
            return ()
        return (BattlePending(PendingBattle(territory, BATTLE, attackers)),)
    if not attackers:
        return (BattleCancelled(territory, BATTLE),)
    if attackers == pending.attackers:
        return ()
    taking_off = tuple(unit.id for unit in there if unit.carried_by is not None)
    released = (AircraftReleased(taking_off),) if taking_off else ()
    return (*released, BattlePending(replace(pending, attackers=attackers)))


def _nobody_can_fight(state: State, territory: TerritoryName) -> bool:
    """Whether both sides meet and neither has a unit that hits: then there is no battle (G29).

    What is aboard counts as well: with troops in the ships of a side the battle is fought.  It is
    fought, too, where a draw calls off the landings from there.
    """
    if not state.definition.options.landings_survive_draws:
        return False
    own = (unit for unit in state.units_in(territory) if unit.owner == state.nation)
    if any(attack_of(state, unit) > 0 for unit in own):
        return False
    enemies = enemies_in(state, state.nation, territory)
    return not any(defence_of(state, unit) > 0 for unit in enemies)


def _is_to_be_taken(state: State, territory: TerritoryName, there: tuple[UnitId, ...]) -> bool:
    """Whether units there since before the turn take an area of another nation (B24, B27).

    So it is with neutral land on which a map has put them, but not with impassable land.  Troops
    that went aboard in a zone have come there, and where somebody comes those who were there do not
    help.
    """
    if any(unit.loaded and unit.carried_by is not None for unit in state.units_in(territory)):
        return False
    facts = state.definition.board.territories[territory]
    if facts.is_impassable:
        return False
    neutral = not facts.is_sea and owner_of(state, territory) == NEUTRAL
    if not neutral and not is_of_an_enemy(state, state.nation, territory):
        return False
    return any(can_conquer(state, state.units[unit]) for unit in there)


def _pending_in(state: State, territory: TerritoryName) -> PendingBattle | None:
    for battle in state.battles:
        if (battle.territory, battle.kind) == (territory, BATTLE):
            return battle
    return None


def may_be_left(state: State, battle: PendingBattle) -> bool:
    """Whether the phase may end before a battle is fought (B146).

    That is a sea battle that the attacker need not fight, a landing without a fight that waits
    for one, and nearly every battle of the victor of a theatre (L32, L34).
    """
    if not must_be_fought(state, battle):
        return True
    if battle.kind != BATTLE or blocking_zones(state, battle):
        return False
    if is_fought_at_will(state, battle.territory):
        return True
    return not defenders_in(state, battle.territory) and bool(waiting_zones(state, battle))


def resolve_left_battles(state: State, zones: Collection[TerritoryName] = ()) -> Events:
    """The battles that the attacker may skip are not fought; what waited for them goes on.

    zones: only in these sea zones; () means in all of them.
    """
    log = EventLog(state)
    for battle in state.battles:
        at_will = battle.kind == BATTLE and is_fought_at_will(state, battle.territory)
        at_will = at_will or not must_be_fought(state, battle)
        if at_will and (not zones or battle.territory in zones):
            log.add(BattleCancelled(battle.territory, BATTLE, declined=True))
    if log.events:
        log.extend(resolve_walk_ins(log.state))
    return log.events


def resolve_walk_ins(state: State) -> Events:
    """Battles that nobody defends end at once: land units take the land (B179, B209).

    A landing waits as long as there may still be a battle in its sea zone.
    """
    log = EventLog(state)
    empty = _empty_battles(state)
    while empty:
        for battle in empty:
            log.extend(resolve_walk_in(log.state, battle))
        # A sea zone that was taken opens the way for a landing from it.
        empty = _empty_battles(log.state)
    return log.events


def resolve_charge(state: State, territory: TerritoryName) -> Events:
    """The nation on turn pays for neutral land that it takes, or what there is left (B148)."""
    if owner_of(state, territory) != NEUTRAL:
        return ()
    cost = min(state.definition.options.neutral_charge, state.amount(state.nation, PUS))
    return (NeutralityPaid(state.nation, territory, cost),) if cost > 0 else ()


def resolve_walk_in(state: State, battle: PendingBattle) -> Events:
    """A battle that nobody defends ends without a fight, and those who can take the area.

    Ships that took a zone in this turn have taken part in it: those that came there, or, where none
    did, those that were there.
    """
    place = battle.territory
    there = [state.units[unit] for unit in battle.attackers]
    takes = any(can_conquer(state, unit) for unit in there)
    taken = resolve_capture(state, place, state.nation) if takes else ()
    # A map has put them there; who moves in has paid for the move.
    is_old = bool(taken) and not any(unit.moved for unit in there)
    is_taken = is_sea(state, place) and (bool(taken) or place in state.turn.conquered)
    ships = (
        unit.id
        for unit in state.units_in(place)
        if unit.owner == state.nation and type_of(state, unit).is_sea
        if unit.moved > 0 or unit.id in battle.attackers
    )
    ended = BattleCancelled(place, battle.kind, takers=tuple(ships) if is_taken else ())
    return (ended, *(resolve_charge(state, place) if is_old else ()), *taken)


def _empty_battles(state: State) -> list[PendingBattle]:
    return [
        battle
        for battle in open_battles(state)
        if not defenders_in(state, battle.territory)
        and not waiting_zones(state, battle)
        and not is_decided(state, battle.territory)
    ]


def defending_nation(
    state: State, territory: TerritoryName, defenders: tuple[Unit, ...]
) -> NationName:
    """Who decides for the defence: the owner of the land, at sea the nation with most units."""
    if not is_sea(state, territory) and is_enemy_land(state, state.nation, territory):
        return owner_of(state, territory)
    return most_of(state, defenders)


def most_of(state: State, units: Iterable[Unit]) -> NationName:
    """The nation with most of some units, the first one in the order of turns among equals."""
    counts = Counter(unit.owner for unit in units)
    order = (*state.definition.politics.nation_names, *sorted(counts))
    return max(counts, key=lambda owner: (counts[owner], -order.index(owner)))
