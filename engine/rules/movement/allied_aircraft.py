"""Allied aircraft that a carrier takes along or leaves behind in the middle of a turn.

At the beginning of the combat move they are cargo of the carriers of the nation on turn (B176) and
go where their carrier goes.  By an option an order that names its units by identity may leave them
behind, and may take along others that have room on the carriers that sail.

Rule: rule book, Carriers and fighters (B176).  Options: allied_aircraft_may_stay.
"""

from collections.abc import Sequence

from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.orders.move import Move
from engine.rules.movement.mover import Mover

Pairs = tuple[tuple[UnitId, UnitId], ...]


def is_allied_carrier_aircraft(mover: Mover, unit: Unit) -> bool:
    """Whether it is an aircraft of an ally that an own carrier may take along."""
    kind = mover.kind(unit)
    return (
        mover.options.allied_aircraft_may_stay
        and kind.is_air
        and kind.decks.carrier_cost > 0
        and unit.owner != mover.nation
        and unit.owner in mover.friends
    )


def stowing_plan(mover: Mover, units: Sequence[Unit]) -> Pairs | None:
    """Which carrier takes each allied aircraft that is not aboard yet; None without room.

    In order of identity, each on the first carrier that has room for it.
    """
    going = {unit.id for unit in units}
    allied = [
        unit
        for unit in units
        if is_allied_carrier_aircraft(mover, unit) and unit.carried_by not in going
    ]
    room = {
        unit.id: mover.kind(unit).decks.carrier_capacity
        - sum(
            mover.kind(u).decks.carrier_cost for u in mover.state.cargo_of(unit.id) if u.id in going
        )
        for unit in units
        if mover.kind(unit).decks.carrier_capacity and unit.owner == mover.nation
    }
    pairs: list[tuple[UnitId, UnitId]] = []
    for one in allied:
        cost = mover.kind(one).decks.carrier_cost
        carrier = next((key for key in sorted(room) if room[key] >= cost), None)
        if carrier is None:
            return None
        room[carrier] -= cost
        pairs.append((one.id, carrier))
    return tuple(pairs)


def left_behind(mover: Mover, move: Move, ships: Sequence[Unit]) -> tuple[UnitId, ...]:
    """Aircraft of allies that the ships of a move leave behind, in order of identity.

    They sail along unless an order that names every unit by identity leaves them out.
    """
    if not mover.options.allied_aircraft_may_stay or not all(pick.units for pick in move.picks):
        return ()
    named = {key for pick in move.picks for key in pick.units}
    aboard = (unit for ship in ships for unit in mover.state.cargo_of(ship.id))
    return tuple(
        sorted(unit.id for unit in aboard if mover.kind(unit).is_air and unit.id not in named)
    )
