"""Who can hit whom, by the kinds of units alone.

Rule: rule book, Units and Special cases of firing (B47, B75, B79, B80, B199, B201).
"""

from engine.gamedef import UnitType


def can_hit(shooter: UnitType, target: UnitType, *, destroyer: bool, restricted: bool) -> bool:
    """Whether a unit of one kind may hit one of the other.

    destroyer: whether the side of the shooter has a destroyer; restricted: the option that
    aircraft need one against submarines.
    """
    if shooter.is_submarine:
        return not target.is_air
    if shooter.is_air and target.is_submarine and restricted:
        return destroyer
    return True


def is_mere_transport(kind: UnitType) -> bool:
    """Whether a ship only carries land units and cannot attack."""
    return kind.is_sea and kind.transport_capacity > 0 and kind.attack == 0
