"""Land changes hands: who owns it now, what is captured with it, and the treasury of a capital.

Rule: rule book, The map and Capitals (B27, B33 to B42, B45, G21). Land taken from an enemy is the
captor's, unless an ally of the captor owned it at the start of the game: then it is liberated and
goes back to that ally, provided the ally holds a capital of its own, or nobody does (otherwise the
captor keeps it until a capital is free; a nation without any gets nothing back). Factories and AA
guns change hands with the land and cannot be used in the same turn. A nation that takes a capital
from its own nation gets all its PUs; where there are several capitals, the scenario says how many
keep the treasury safe, and whether it is lost instead; research dice that were kept are lost with
it. A sea zone that has an owner (a convoy centre, B24) is taken by ships.
Classic: C5, C64, C66, C70.
Options: transports_take_zones, submarines_take_zones, stopping_submarines_take_zones,
captured_units_destroyed, and that of entry.py.
"""

from collections.abc import Iterator, Sequence

from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import (
    CapitalPlundered,
    ResearchLost,
    TerritoryReturned,
    TerritoryTaken,
    UnitsCaptured,
    UnitsDestroyed,
    UnitsExchanged,
)
from engine.core.events.movement import MovementEnded
from engine.core.events.triggers import BattleCounted
from engine.core.ids import NEUTRAL, NOBODY, PUS, RESEARCH_DICE, NationName, TerritoryName
from engine.core.unit import Unit
from engine.gamedef import Options, State, UnitType
from engine.gamedef.unit_economy import CapturedAs
from engine.rules.common.damage import is_bombing_target, most_damage
from engine.rules.common.entry import is_captured_by_entry
from engine.rules.common.relations import (
    is_allied,
    is_at_peace,
    is_passed_by,
    own_capitals,
    owner_of,
    relation_of,
    type_of,
)
from engine.rules.common.victory_points import resolve_points_for_plunder
from engine.values import replace


def resolve_fought(
    state: State, attacker: NationName, defender: NationName, territory: TerritoryName
) -> tuple[Event, ...]:
    """That a nation has attacked another one is kept in mind where a map condition asks for it."""
    if not state.definition.script.counts_battles:
        return ()
    return (BattleCounted(attacker, defender, territory),)


def resolve_capture(
    state: State,
    territory: TerritoryName,
    by: NationName,
    *,
    is_prize: bool = False,
    is_attack: bool = True,
) -> tuple[Event, ...]:
    """Events by which land units of a nation take a territory; () when it already owns it.

    territory: where units of `by` are and no enemy is left that could fight.
    is_prize: whether it is taken even when it belongs to nobody, as some sea zones are.
    is_attack: whether it counts as an attack, as it does unless the map gives it away.
    """
    previous = owner_of(state, territory)
    if (previous == "" and not is_prize) or not may_take(state, previous, by):
        return ()
    owner = owner_after_capture(state, territory, by)
    log = EventLog(state)
    nobodys = previous != NEUTRAL and state.definition.original_owner(territory) == NEUTRAL
    ceded = previous not in {"", NEUTRAL} and is_allied(state, previous, by)
    if is_attack:
        log.extend(resolve_fought(state, by, previous, territory))
    log.add(TerritoryTaken(territory, by, owner, previous, nobodys, ceded))
    capital_of = state.definition.board.territories[territory].capital_of
    if capital_of and capital_of == previous and _loses_treasury(log.state, previous):
        amount = state.amount(previous, PUS)
        lost = state.definition.politics.nation(previous).treasury_is_lost
        log.add(CapitalPlundered(territory, previous, NOBODY if lost else by, PUS, amount))
        log.extend(resolve_points_for_plunder(log.state, by, amount))
        dice = state.amount(previous, RESEARCH_DICE)
        if dice:
            log.add(ResearchLost(previous, dice))
    log.extend(infrastructure_to(log.state, territory, owner, by))
    if capital_of and capital_of == owner and territory in own_capitals(state, owner):
        log.extend(_returned_land(log.state, owner))
    return log.events


def is_prize(state: State, territory: TerritoryName) -> bool:
    """Whether it is a sea zone that is taken even when it belongs to nobody."""
    return state.definition.board.territories[territory].is_prize


def may_take(state: State, owner: NationName, by: NationName) -> bool:
    """Whether a nation takes land of another one: not that of allies, but for some relations."""
    if not is_allied(state, owner, by):
        return True
    return owner != by and relation_of(state, owner, by).land_is_taken


def takes_zones(kind: UnitType, options: Options) -> bool:
    """Whether ships of a kind take sea zones of an enemy (B24).

    Whatever carries troops is a transport here, whether it attacks or not, but for destroyers and
    types that a map calls transports that fight.
    """
    if not kind.is_sea:
        return False
    if kind.undersea.is_submarine or kind.undersea.is_passed:
        stops = options.stopping_submarines_take_zones and not is_passed_by(kind, options)
        return options.submarines_take_zones or stops
    carries = kind.carriage.transport_capacity > 0 and not kind.carriage.is_combat_transport
    return options.transports_take_zones or not carries or kind.undersea.is_destroyer


def owner_after_capture(state: State, territory: TerritoryName, by: NationName) -> NationName:
    """Who owns an enemy territory once `by` has taken it (B35, B37 to B39).

    A map may give what one nation takes for itself to another one.
    """
    original = state.definition.original_owner(territory)
    is_freed = original not in {NEUTRAL, owner_of(state, territory), by}
    if is_freed and is_allied(state, original, by):
        capitals = state.definition.board.capitals_of(original)
        holders = {owner_of(state, place) for place in capitals}
        if territory in capitals or holders & {original, NEUTRAL}:
            return original
    return dict(state.definition.board.territories[territory].taken_for).get(by, by)


def _loses_treasury(state: State, victim: NationName) -> bool:
    """Whether a nation that has just lost a capital has too few left to keep its money (B36)."""
    held = sum(owner_of(state, place) == victim for place in own_capitals(state, victim))
    return held < state.definition.politics.nation(victim).capitals_for_money


def infrastructure_to(
    state: State, territory: TerritoryName, owner: NationName, captor: NationName = NOBODY
) -> Iterator[Event]:
    """Factories and AA guns of enemies follow the land and have done enough for this turn (B33).

    Those that their owner leaves to nobody, or that the captor does not want, are destroyed; others
    turn into something else.  So it goes with units that are captured on entering.

    captor: who takes the land, where it is another's afterwards.
    """
    captor = captor or owner
    there = [unit for unit in state.units_in(territory) if _falls_to(state, unit, owner)]
    destroys = state.definition.options.captured_units_destroyed
    lost = tuple(
        unit.id
        for unit in there
        if _is_lost_when_taken(state, unit, captor)
        or (destroys and is_captured_by_entry(state, unit, owner))
    )
    kept = [unit for unit in there if unit.id not in lost]
    changed = [(unit, entry) for unit in kept if (entry := _change_of(state, unit, captor))]
    old = {unit.id for unit, _ in changed}
    taken = [unit for unit in kept if unit.id not in old]
    if lost:
        yield UnitsDestroyed(territory, lost, "captured")
    if taken:
        yield from _taken(state, territory, taken, owner)
    if changed:
        new = tuple(_changed(state, changed, owner))
        yield UnitsExchanged(territory, tuple(sorted(old)), new, "captured")
        yield MovementEnded(tuple(unit.id for unit in new))


def _is_lost_when_taken(state: State, unit: Unit, captor: NationName) -> bool:
    """Whether infrastructure is destroyed where a nation captures it; an ally's is not."""
    kind = type_of(state, unit)
    if not kind.is_infrastructure or is_allied(state, unit.owner, captor):
        return False
    return (
        unit.owner in kind.capture.lost_when_taken_from or captor in kind.capture.lost_when_taken_by
    )


def _taken(
    state: State, territory: TerritoryName, units: Sequence[Unit], owner: NationName
) -> Iterator[Event]:
    """Units change hands; some are damaged by it, and lost where that is all that they take."""
    keys = tuple(unit.id for unit in units)
    harmed = [
        (
            unit,
            min(
                unit.damage + type_of(state, unit).capture.capture_damage, most_damage(state, unit)
            ),
        )
        for unit in units
        if type_of(state, unit).capture.capture_damage
        and is_bombing_target(type_of(state, unit), state.definition.options)
        and state.definition.options.bombing_damages_factory
    ]
    damage = tuple((unit.id, max(unit.damage, number)) for unit, number in harmed)
    yield UnitsCaptured(territory, keys, owner, damage)
    yield MovementEnded(keys)
    lost = tuple(
        unit.id
        for unit, number in harmed
        if type_of(state, unit).damage.dies_of_damage and number >= most_damage(state, unit)
    )
    if lost:
        yield UnitsDestroyed(territory, lost, "captured")


def _falls_to(state: State, unit: Unit, owner: NationName) -> bool:
    """Whether a unit changes hands with the land where it is."""
    if unit.carried_by is not None or unit.owner == owner:
        return False
    if is_captured_by_entry(state, unit, owner):
        return True
    kind = type_of(state, unit)
    if not kind.is_infrastructure or is_at_peace(state, unit.owner, owner):
        return False
    return may_take(state, unit.owner, owner)


def _change_of(state: State, unit: Unit, captor: NationName) -> CapturedAs | None:
    """What a unit turns into when a nation captures it; None when it stays what it is."""
    kind = type_of(state, unit)
    for entry in kind.capture.captured_as if kind.capture.changes_when_captured else ():
        if entry.previous in {"", unit.owner} and entry.captor in {"", captor}:
            return entry
    return None


def _changed(
    state: State, changed: Sequence[tuple[Unit, CapturedAs]], captor: NationName
) -> Iterator[Unit]:
    """The new units, those for the first old one first."""
    following = state.next_unit
    kinds = state.definition.unit_types
    for old, entry in changed:
        is_first = True
        for name, count in entry.units:
            for _ in range(count):
                new = Unit(
                    id=following,
                    type=name,
                    owner=captor,
                    territory=old.territory,
                    original_owner=old.original_owner if kinds[name].is_infrastructure else NOBODY,
                )
                if is_first and entry.keeps_damage:
                    hits = min(old.hits, kinds[name].hit_points - 1)
                    damage = min(old.damage, most_damage(state, new))
                    new = replace(new, hits=hits, damage=damage)
                yield new
                following += 1
                is_first = False


def _returned_land(state: State, nation: NationName) -> Iterator[Event]:
    """What allies held for a nation without a capital goes back to it (B37)."""
    for territory in state.definition.board.territories:
        holder = owner_of(state, territory)
        if holder == nation or state.definition.original_owner(territory) != nation:
            continue
        if not is_allied(state, nation, holder):
            continue
        yield TerritoryReturned(territory, nation, holder)
        units = tuple(
            unit.id
            for unit in state.units_in(territory)
            if type_of(state, unit).is_infrastructure and unit.owner != nation
        )
        if units:
            yield UnitsCaptured(territory, units, nation)
