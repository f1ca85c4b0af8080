"""Which AA guns fire at units on their way.

Rule: rule book, AA gun (B86, B90, B91), G27.  Guns in the middle of the path fire, each once, in
the order of the path; then those in its first territory, if no battle was fought there in this
turn.  In the last territory AA fire is part of the battle there; by option these guns fire as
well, and those in the first territory do not.
Ships that a map gives guns for what is on its way fire at the same times, at aircraft or, such as
submarines at transports without an escort, at ships.
Options: overflight_aa, always_on_aa, guns_fire_at_the_end.
"""

from collections.abc import Sequence

from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.rules.aa.guns import fires_at_aircraft, guns_in, volleys_of
from engine.rules.movement.mover import Mover


def guns_on_path(
    mover: Mover, path: tuple[TerritoryName, ...], units: Sequence[Unit]
) -> tuple[TerritoryName, ...]:
    """Territories whose guns fire at units of the mover, in the order in which they fire.

    units: the aircraft of the move, and the ships where guns may fire at ships.
    """
    options = mover.options
    if not options.always_on_aa and not (options.overflight_aa and mover.combat):
        return ()
    start = path[0]
    at_the_end = options.guns_fire_at_the_end
    places = dict.fromkeys(path[1:] if at_the_end else path[1:-1])
    places.pop(start, None)
    firing = [place for place in places if has_guns(mover, place, units)]
    if at_the_end:
        return tuple(firing)
    if has_guns(mover, start, units) and start not in mover.state.turn.fought:
        firing.append(start)
    return tuple(firing)


def has_guns_at_ships(mover: Mover) -> bool:
    """Whether there are guns in the game that fire at ships on their way."""
    return any(
        kind.guns.anti_air is not None
        and kind.guns.anti_air.on_the_way
        and any(mover.kinds[name].is_sea for name in kind.guns.anti_air.targets)
        for kind in mover.kinds.values()
    )


def has_guns(mover: Mover, place: TerritoryName, units: Sequence[Unit]) -> bool:
    """Whether hostile guns there have something to fire at; on land that is aircraft."""
    if mover.is_friendly_land(place):
        return False
    if not mover.is_sea[place]:
        flies = any(mover.kind(unit).is_air for unit in units)
        return flies and fires_at_aircraft(mover.state, place, mover.nation, "on_the_way") != ""
    guns = [
        gun
        for gun in guns_in(mover.state, place, mover.nation, "on_the_way")
        if gun.owner not in mover.strangers
    ]
    return bool(guns) and bool(volleys_of(mover.state, guns, units))
