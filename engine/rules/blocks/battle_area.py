"""Where battles can be fought, where they must be, and how one begins.

Rule: Triumph & Tragedy 2nd edition, T6, T63; rule book 11.55, 12.1, 12.73 and 15.2 (T92, T193,
T202, T205, T207, T210): the player on turn chooses which battles are fought, but must fight those
that they have begun in this turn.  Submarines that have escaped may attack again or be hunted, and
need not be.
"""

from engine.core.agenda import BlockBattleFrame
from engine.core.event_log import EventLog
from engine.core.events.blocks import BlockBattleStarted, SubsReturned
from engine.core.events.turn import FramePushed
from engine.core.ids import TerritoryName, UnitId
from engine.gamedef import State
from engine.rules.blocks.areas import (
    ENEMY,
    enemies_in,
    has_escaped_enemy,
    has_ground_support,
    is_enemy_unit,
    is_out_of_season,
    is_sea,
    own_in,
    position_of,
    status_of,
)
from engine.rules.blocks.battle_frame import REVEAL
from engine.rules.blocks.bombing import bombers_in
from engine.rules.blocks.groups import groups_in, resting_in, standing_in
from engine.rules.blocks.old_battles import is_old_battle
from engine.rules.common.frame import Events


def open_battles(state: State) -> tuple[TerritoryName, ...]:
    """Areas in which the nation on turn may fight now, by name."""
    turn = position_of(state).turn
    done = {*turn.fought, *turn.raided}
    places = sorted({unit.territory for unit in state.units_of(state.nation)})
    return tuple(place for place in places if place not in done and _can_fight(state, place))


def due_battles(state: State) -> tuple[TerritoryName, ...]:
    """Those of them that must be fought, because they began in this turn (T193, T210)."""
    return tuple(
        place
        for place in open_battles(state)
        if bombers_in(state, place)
        or (
            own_in(state, state.nation, place)
            and enemies_in(state, state.nation, place)
            and not is_old_battle(state, state.nation, place)
        )
    )


def _can_fight(state: State, place: TerritoryName) -> bool:
    if is_out_of_season(state, place):
        return False
    if enemies_in(state, state.nation, place) or bombers_in(state, place):
        return True
    hunts = has_escaped_enemy(state, state.nation, place)
    return hunts and bool(own_in(state, state.nation, place))


def resolve_battle_start(state: State, place: TerritoryName) -> Events:
    """The first round begins; an attack on enemy land without ground units is a raid (T202)."""
    is_raid = status_of(state, state.nation, place) == ENEMY and not (
        is_sea(state, place) or has_ground_support(state, state.nation, place)
    )
    log = EventLog(state)
    log.add(BlockBattleStarted(place, state.nation, is_raid))
    hunted = _hunted(state, place)
    if hunted:
        log.add(SubsReturned(place, hunted))
    resting = resting_in(state, place)
    if resting and not own_in(state, state.nation, place):
        log.add(SubsReturned(place, resting))
        resting = ()
    joined = standing_in(log.state, place)
    waiting = groups_in(log.state, place)
    if not is_sea(state, place):
        joined, waiting = tuple(sorted({*joined, *(key for one in waiting for key in one)})), ()
    elif hunted and joined:
        joined, waiting = (), (joined, *waiting)
    if resting:
        waiting = (*waiting, resting)
    log.add(
        FramePushed(BlockBattleFrame(place, is_raid, 1, REVEAL, joined=joined, waiting=waiting))
    )
    return log.events


def _hunted(state: State, place: TerritoryName) -> tuple[UnitId, ...]:
    """Enemy submarines that had escaped, where there is no other enemy to fight (T205)."""
    if enemies_in(state, state.nation, place):
        return ()
    there = (unit for unit in state.units_in(place) if unit.escaped)
    return tuple(unit.id for unit in there if is_enemy_unit(state, state.nation, unit))
