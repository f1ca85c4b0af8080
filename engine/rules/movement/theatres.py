"""Aircraft keep to one part of the board in a turn, by option.

A board may consist of theatres, such as two boards side by side, and of areas between them that
belong to none.  An aircraft belongs for the turn to the theatre in which it began it, or, when it
began it between the theatres, to the first one that it enters.  It may fly in that theatre and
between the theatres, and nowhere else: to cross over, it lands between the theatres and goes on in
the next turn.  So it never attacks in a theatre other than the one from which it came.

While others have won a theatre a nation has no combat move there, and outside it cannot leave an
area in which enemies are.

Rule: linked game, Moving between boards (L16 to L21) and Endgame (L27, L29, L43, L45).  Where
aircraft land between the theatres the usual rules hold (L18, B64).
Options: aircraft_keep_to_theatre.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName, TheatreName
from engine.core.unit import Unit
from engine.rules.common.theatres import is_lost
from engine.rules.movement.mover import Mover, refusal

Path = tuple[TerritoryName, ...]


def theatre_of(mover: Mover, unit: Unit) -> TheatreName:
    """The theatre to which an aircraft belongs in this turn; "" while it belongs to none."""
    if not mover.options.aircraft_keep_to_theatre:
        return ""
    return unit.theatre or mover.lands[unit.territory].theatre


def theatre_after(mover: Mover, unit: Unit, path: Path) -> TheatreName:
    """The theatre to which an aircraft belongs once it has flown along a path."""
    if not mover.options.aircraft_keep_to_theatre:
        return ""
    entered = (mover.lands[place].theatre for place in path)
    return theatre_of(mover, unit) or next((name for name in entered if name), "")


def is_elsewhere(mover: Mover, theatre: TheatreName, place: TerritoryName) -> bool:
    """Whether a place is in a theatre other than that of an aircraft."""
    return bool(theatre) and mover.lands[place].theatre not in {"", theatre}


def theatres_open_to(mover: Mover, theatre: TheatreName) -> tuple[TheatreName, ...]:
    """The theatres to which an aircraft may still belong, sorted; ("",) when any will do."""
    if theatre or not mover.options.aircraft_keep_to_theatre:
        return (theatre,)
    names = {area.theatre for area in mover.lands.values()} - {""}
    return tuple(sorted(names)) or ("",)


def check_theatres(mover: Mover, unit: Unit, path: Path) -> Iterator[Illegal]:
    """The reason why an aircraft cannot fly along a path, if it would cross to another theatre."""
    mine = theatre_after(mover, unit, path)
    if not mine:
        return
    for place in path:
        if is_elsewhere(mover, mine, place):
            text = (
                f"belongs to {mine} in this turn; to go to {place} it must land between the "
                "theatres and fly on in a later turn"
            )
            yield refusal("other-theatre", unit, text, "L17", place)
            return


def check_decided(mover: Mover, path: Path) -> Iterator[Illegal]:
    """Reasons against a move where a nation has no combat move (L27, L29, L43, L45)."""
    if mover.combat:
        for place in dict.fromkeys(path):
            if place in mover.no_combat:
                text = f"the {mover.nation} have no combat move in {mover.lands[place].theatre} now"
                yield Illegal("no-combat-move", text, "L27", place)
                return
    elif is_lost(mover.state, mover.nation, path[0]) and mover.defenders(path[0]):
        text = f"enemies are in {path[0]}; leaving them is a combat move, which only the victor has"
        yield Illegal("among-enemies", text, "L29", path[0])
