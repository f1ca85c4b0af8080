"""Who fires when, and who can hit whom, by the kinds of units alone.

Rule: rule book, Units, Battle and Special cases of firing (B47, B75, B78 to B81, B189 to B191,
B199, B201).
Options: air_needs_destroyer_against_submarines, defending_submarines_fire_first,
destroyers_cancel_first_strike.
"""

from typing import Final

from engine.core.ids import BattleSide
from engine.gamedef import Options, UnitType

FIRST_STRIKE: Final = "first_strike"
OTHERS_FIRST: Final = "first_strike_others"
EARLY: Final = (FIRST_STRIKE, OTHERS_FIRST)
"""The groups that fire early: submarines, and other units that may."""

GENERAL_AIRCRAFT: Final = "general_aircraft"
GENERAL: Final = ("general_submarines", "general_strikers", GENERAL_AIRCRAFT, "general")
"""The groups that fire in the general segment, in their order."""


def can_hit(shooter: UnitType, target: UnitType, *, destroyer: bool, restricted: bool) -> bool:
    """Whether a unit of one kind may hit one of the other.

    destroyer: whether the side of the shooter has a destroyer; restricted: the option that
    aircraft need one against submarines.
    """
    if shooter.gunnery.cannot_hit:
        if target.name in shooter.gunnery.cannot_hit:
            return False
    elif shooter.undersea.is_submarine and target.is_air:
        return False
    if target.gunnery.cannot_be_hit_by:
        return destroyer or shooter.name not in target.gunnery.cannot_be_hit_by
    if shooter.is_air and target.undersea.is_submarine and restricted:
        return destroyer
    return True


def fires_early(kind: UnitType, options: Options, side: BattleSide, *, blocked: bool) -> bool:
    """Whether a unit fires in the early segment of a round.

    side: ``"attacker"`` or ``"defender"``; blocked: whether the other side had a destroyer when
    the round began.
    """
    if not (kind.undersea.is_submarine or _strikes(kind, side)):
        return False
    if blocked and options.destroyers_cancel_first_strike:
        return False
    return side == "attacker" or options.defending_submarines_fire_first


def _strikes(kind: UnitType, side: BattleSide) -> bool:
    """Whether a unit other than a submarine is one that fires early where its side may."""
    gunnery = kind.gunnery
    return gunnery.first_in_attack if side == "attacker" else gunnery.first_in_defence


def firing_group(
    kind: UnitType,
    options: Options,
    side: BattleSide,
    *,
    blocked: bool,
    destroyer: bool,
    prey: bool,
) -> str:
    """The group in which a unit fires: one of EARLY or one of GENERAL.

    Units in a group have the same targets.  blocked: as in `fires_early`; destroyer: whether its
    own side has a destroyer now; prey: whether a submarine is among the enemies.
    """
    if fires_early(kind, options, side, blocked=blocked):
        return FIRST_STRIKE if kind.undersea.is_submarine else OTHERS_FIRST
    submarines, strikers, aircraft, others = GENERAL
    if kind.undersea.is_submarine:
        return submarines
    if _strikes(kind, side):
        return strikers
    apart = options.air_needs_destroyer_against_submarines and prey and not destroyer
    return aircraft if apart and kind.is_air else others


def are_removed_early(*, enemy_fired_early: bool, had_destroyer: bool) -> bool:
    """Whether casualties of a first strike are removed before they can fire (B81).

    had_destroyer: whether that side had a destroyer when the round began.
    """
    return enemy_fired_early and not had_destroyer
