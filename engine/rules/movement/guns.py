"""Which AA guns fire at aircraft on their way.

Rule: rule book, AA gun (B86, B90, B91), G27.  Guns in the middle of the path fire, each once, in
the order of the path; then those in its first territory, if no battle was fought there in this
turn.  In the last territory AA fire is part of the battle there.
Options: overflight_aa, always_on_aa.
"""

from engine.core.ids import TerritoryName
from engine.rules.aa_guns import fires_at_aircraft
from engine.rules.movement.mover import Mover


def guns_on_path(mover: Mover, path: tuple[TerritoryName, ...]) -> tuple[TerritoryName, ...]:
    """Territories whose guns fire at aircraft of the mover, in the order in which they fire."""
    options = mover.options
    if not options.always_on_aa and not (options.overflight_aa and mover.combat):
        return ()
    start = path[0]
    places = dict.fromkeys(place for place in path[1:-1] if place != start)
    firing = [place for place in places if has_guns(mover, place)]
    if has_guns(mover, start) and start not in mover.state.turn.fought:
        firing.append(start)
    return tuple(firing)


def has_guns(mover: Mover, place: TerritoryName) -> bool:
    """Whether hostile AA guns stand there."""
    if mover.is_sea[place] or mover.is_friendly_land(place):
        return False
    return fires_at_aircraft(mover.state, place, mover.nation, "on_the_way") != ""
