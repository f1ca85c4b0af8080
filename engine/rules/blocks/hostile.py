"""Going to areas that are not friendly: those of enemies, rivals and neutrals.

Rule: Triumph & Tragedy 2nd edition, Moving to Neutral, Rival or Enemy Territory (T4, T23, T25, T30,
T32 to T35, T43 to T50).
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.blocks import AIR, GROUND
from engine.rules.blocks.areas import (
    ENEMY,
    NEITHER,
    RIVAL,
    block_of,
    enemies_in,
    has_ground_support,
    is_ground,
    is_sea,
    is_undisputed,
    rivals_in,
    status_of,
)
from engine.rules.blocks.bombing import BOMBSIGHTS, can_bomb, is_target
from engine.rules.blocks.borders import crossings_left, landings_left
from engine.rules.blocks.command import is_restrained, turn_words
from engine.rules.blocks.minors import is_open_to
from engine.rules.blocks.old_battles import is_old_battle
from engine.rules.blocks.route import (
    check_ally,
    needs_declaration,
)
from engine.rules.blocks.travel import (
    SEA,
    Path,
    Traveller,
    mode_of,
)


def is_hostile(state: State, unit: Unit, place: TerritoryName) -> bool:
    """Whether the unit arrives as an enemy: in a battle, enemy land or an enemy sea."""
    return (
        bool(enemies_in(state, unit.owner, place)) or status_of(state, unit.owner, place) == ENEMY
    )


def is_invasion(state: State, unit: Unit, path: Path) -> bool:
    """Whether it lands from a convoy in enemy land, occupied or not (T49, T50)."""
    lands = mode_of(state, unit, path) == SEA and not is_sea(state, path[-1])
    return is_ground(state, unit) and lands and status_of(state, unit.owner, path[-1]) == ENEMY


def check_end(
    state: State, units: tuple[Unit, ...], unit: Unit, path: Path, *, bombs: bool
) -> Iterator[Illegal]:
    """Reasons against the end of a path for one of the units that move together."""
    end = path[-1]
    who = Traveller(unit.owner, block_of(state, unit).kind, mode_of(state, unit, path))
    status = status_of(state, unit.owner, end)
    shut = status == RIVAL or (status == NEITHER and not is_open_to(state, who, end))
    if not is_sea(state, end) and (shut or rivals_in(state, unit.owner, end)):
        yield needs_declaration(state, who, end)
        return
    beside = check_ally(state, who, end)
    if beside is not None:
        yield beside
        return
    if who.kind == AIR and is_sea(state, path[0]):
        yield from _check_air_from_sea(state, unit, end)
    if bombs:
        yield from _check_bombing(state, unit, end)
    if is_hostile(state, unit, end):
        yield from _check_hostile_end(state, units, unit, path, bombs=bombs)


def _check_air_from_sea(state: State, unit: Unit, end: TerritoryName) -> Iterator[Illegal]:
    if is_sea(state, end) or not is_undisputed(state, unit.owner, end):
        text = f"aircraft that begin at sea go to undisputed friendly land, and {end} is not"
        yield Illegal("air-from-sea", text, "T30", end)


def _check_bombing(state: State, unit: Unit, end: TerritoryName) -> Iterator[Illegal]:
    if block_of(state, unit).kind != AIR:
        text = f"{unit.type} does not bomb industry; order an ordinary move"
        yield Illegal("no-bomber", text, "T44", end)
    elif BOMBSIGHTS not in state.technologies.get(unit.owner, ()):
        text = f"strategic bombing of {end} needs bombsights"
        yield Illegal("no-bombsights", text, "T44", end)
    elif not is_target(state, unit, end):
        text = f"{end} is not the main capital of an enemy; order an ordinary move"
        yield Illegal("nothing-to-bomb", text, "T214", end)


def _check_hostile_end(
    state: State, units: tuple[Unit, ...], unit: Unit, path: Path, *, bombs: bool
) -> Iterator[Illegal]:
    end = path[-1]
    if is_restrained(state) and not is_old_battle(state, unit.owner, end):
        text = f"no battle begins under {turn_words(state)}, and there is none in {end}"
        yield Illegal("emergency-command", text, "T4", end)
    if is_ground(state, unit):
        if is_sea(state, end):
            yield Illegal("convoy-at-sea", f"a convoy cannot engage in {end}", "T48", end)
        return
    if is_sea(state, end) or bombs or enemies_in(state, unit.owner, end):
        return
    together = any(is_ground(state, other) for other in units)
    if not together and not has_ground_support(state, unit.owner, end):
        text = f"without ground units {unit.type} cannot end in {end}, which is empty enemy land"
        if can_bomb(state, unit, end):
            text = f"{text}; a raid can bomb the industry there: raid 1 {unit.type}"
        yield Illegal("no-ground-support", text, "T43", end)


def check_border(state: State, units: tuple[Unit, ...], path: Path) -> Iterator[Illegal]:
    """Limits of the last border for all ground units that move together (T46, T47, T49)."""
    ground = [unit for unit in units if block_of(state, unit).kind == GROUND]
    if not ground or not is_hostile(state, ground[0], path[-1]) or is_sea(state, path[-1]):
        return
    one, other = path[-2], path[-1]
    if is_invasion(state, ground[0], path):
        left, rule, what = landings_left(state, one, other), "T49", "land"
    elif enemies_in(state, ground[0].owner, other):
        left, rule, what = crossings_left(state, one, other), "T46", "engage"
    else:
        return
    if len(ground) > left:
        text = f"{len(ground)} ground units would {what} from {one} to {other}, but only {left} can"
        yield Illegal("border-limit", text, rule, other)
