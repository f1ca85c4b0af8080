"""Which AA guns fire at aircraft on their way.

Rule: rule book, AA gun (B86, B90, B91), G27.  Guns in the first territory of the path and in those
in the middle fire, each once; the last territory is a matter of the battle there.  The first one
fires only if no battle was fought there in this turn.
Options: overflight_aa, always_on_aa.
"""

from engine.core.ids import TerritoryName
from engine.rules.aa_guns import fires_at_aircraft
from engine.rules.movement.mover import Mover


def guns_on_path(mover: Mover, path: tuple[TerritoryName, ...]) -> tuple[TerritoryName, ...]:
    """Territories whose guns fire at aircraft of the mover, in order of the path."""
    if not mover.options.overflight_aa or not (mover.combat or mover.options.always_on_aa):
        return ()
    fought = mover.state.turn.fought
    return tuple(
        place
        for place in dict.fromkeys(path[:-1])
        if has_guns(mover, place) and not (place == path[0] and place in fought)
    )


def has_guns(mover: Mover, place: TerritoryName) -> bool:
    """Whether hostile AA guns stand there."""
    if mover.is_sea[place] or mover.is_friendly_land(place):
        return False
    return fires_at_aircraft(mover.state, place, mover.nation) != ""
