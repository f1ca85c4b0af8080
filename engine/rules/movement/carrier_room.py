"""Carriers on which aircraft can land: where they can still be in this turn, and their room.

Rule: rule book, Aircraft (B66), Combat movement (B143, B144), Non-combat (B222).
By option a carrier offers its deck only where it is when the combat move is over (C79): one that
moves later takes along only the aircraft of its own order that have not flown yet.
Options: land_fighters_on_new_carriers, lhtr_carrier_production, carrier_moves_declared.
"""

from collections.abc import Mapping

from engine.core.evolve.movement import EXHAUSTED
from engine.core.ids import NOWHERE, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import UnitType
from engine.rules.common.damage import deck_of
from engine.rules.movement.air import is_landing_place
from engine.rules.movement.canals import closed_canal
from engine.rules.movement.mover import Mover
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Deck:
    """Room on a carrier and the zones in which it can be at the end of the turn.

    home: where the carrier is now, "" for one that is still to be placed.
    """

    zones: frozenset[TerritoryName]
    room: int
    home: TerritoryName = NOWHERE


def waiting_zones(mover: Mover) -> tuple[TerritoryName, ...]:
    """Sea zones where fighters may wait for a carrier that has been bought (B222), sorted."""
    options = mover.options
    if not (options.land_fighters_on_new_carriers or options.lhtr_carrier_production):
        return ()
    board = mover.state.definition.board
    found = {
        zone
        for unit in mover.state.units_of(mover.nation)
        if mover.kind(unit).production.is_producer and is_landing_place(mover, unit.territory)
        for zone in board.neighbours(unit.territory)
        if mover.is_sea[zone]
    }
    return tuple(sorted(found))


def bought_decks(mover: Mover) -> tuple[int, ...]:
    """Room of each carrier that has been bought and not yet placed, largest first.

    Nations that the step of the sequence names together count on the carriers of each other.
    """
    step = mover.state.definition.sequence[mover.state.phase.step]
    together = step.with_nations if mover.nation in step.with_nations else (mover.nation,)
    rooms = [
        mover.kinds[name].decks.carrier_capacity
        for nation in together
        for name, count in mover.state.unplaced.get(nation, {}).items()
        for _ in range(count)
        if mover.kinds[name].decks.carrier_capacity
    ]
    return tuple(sorted(rooms, reverse=True))


def new_carriers(mover: Mover) -> tuple[Deck, ...]:
    zones = frozenset(waiting_zones(mover))
    return tuple(Deck(zones, room) for room in bought_decks(mover)) if zones else ()


def carriers(mover: Mover, ships: Mapping[UnitId, tuple[TerritoryName, int]]) -> tuple[Deck, ...]:
    """Own carriers with their reach, and allied ones where they are (B143, B144)."""
    decks: list[Deck] = []
    allied: dict[TerritoryName, list[Unit]] = {}
    # Asked for every aircraft that might move, over all units of the board.
    with_decks = {name: kind for name, kind in mover.kinds.items() if kind.decks.carrier_capacity}
    for unit in mover.state.units.values():
        kind = with_decks.get(unit.type)
        if kind is None or unit.owner not in mover.friends:
            continue
        if unit.owner != mover.nation:
            allied.setdefault(unit.territory, []).append(unit)
            continue
        cargo = mover.state.cargo_of(unit.id)
        room = deck_of(mover.state, unit) - sum(mover.kind(u).decks.carrier_cost for u in cargo)
        place, left = ships.get(unit.id, (unit.territory, mover.steps_left(unit)))
        if stays_put(mover):
            if unit.id not in ships and sailed_undeclared(mover, unit):
                continue
            left = 0
        decks.append(Deck(frozenset(_ship_reach(mover, kind, place, left)), room, place))
    for zone, carriers in allied.items():
        decks.extend(_allied_decks(mover, zone, carriers))
    return tuple(deck for deck in decks if deck.room > 0)


def stays_put(mover: Mover) -> bool:
    """Whether aircraft cannot count on the moves of carriers any more (C79)."""
    return mover.options.carrier_moves_declared and not mover.combat


def sailed_undeclared(mover: Mover, ship: Unit) -> bool:
    """Whether a ship has moved in the non-combat move, in games where that is asked (C79).

    A carrier that moved in the combat move has ended its movement then.
    """
    return mover.options.carrier_moves_declared and 0 < ship.moved < EXHAUSTED


def _allied_decks(mover: Mover, zone: TerritoryName, carriers: list[Unit]) -> list[Deck]:
    """Room on the carriers of allies in a zone, after the aircraft of allies there."""
    taken = sum(
        mover.kind(unit).decks.carrier_cost
        for unit in mover.state.units_in(zone)
        if mover.kind(unit).is_air
        and unit.owner in mover.friends
        and unit.owner != mover.nation
        and unit.carried_by is None
    )
    decks: list[Deck] = []
    for carrier in carriers:
        capacity = deck_of(mover.state, carrier)
        used = min(capacity, taken)
        taken -= used
        decks.append(Deck(frozenset({zone}), capacity - used, zone))
    return decks


def _ship_reach(
    mover: Mover, kind: UnitType, start: TerritoryName, left: int
) -> set[TerritoryName]:
    """Zones that a carrier can still reach in this turn.

    Enemies on the way are ignored: they may be gone by then, and whether the carrier comes at all
    is up to the player (B144).
    """
    board = mover.state.definition.board
    found = {start}
    edge = [start]
    for _ in range(left):
        following: list[TerritoryName] = []
        for here in edge:
            for beyond in board.neighbours(here):
                if beyond in found or not mover.is_sea[beyond]:
                    continue
                if closed_canal(mover, kind, here, beyond) is None:
                    found.add(beyond)
                    following.append(beyond)
        edge = following
    return found
