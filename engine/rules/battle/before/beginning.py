"""How a battle or a raid begins, and where its attackers may retreat to.

Rule: rule book, Battle (B81, B183, B194, B209); linked game (L32).
Options: retreat_needs_surface_path.
"""

from engine.core.agenda import BattleFrame, PendingBattle
from engine.core.event_log import EventLog
from engine.core.events.battle import BattleBegan, BattleRoundBegan
from engine.core.events.turn import FramePushed
from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.rules.battle.before.amphibious import waiting_zones
from engine.rules.battle.before.pending_battles import (
    defenders_in,
    defending_nation,
    resolve_left_battles,
    resolve_walk_in,
)
from engine.rules.common.battle_step import ATTACKER, BATTLE, DEFENDER, RAID
from engine.rules.common.damage import bombing_targets
from engine.rules.common.frame import Events
from engine.rules.common.relations import enemies_in, is_of_an_enemy, is_sea, type_of
from engine.rules.common.theatres import resolve_breach
from engine.values import replace


def resolve_fight(state: State, pending: PendingBattle) -> Events:
    """The nation on turn has the battle fought; where nobody defends, it takes the area at once.

    The latter happens only where a theatre is or was decided (L32); elsewhere such battles end by
    themselves.
    """
    log = EventLog(state)
    log.extend(resolve_breach(state, pending.territory))
    if pending.kind == BATTLE and not defenders_in(state, pending.territory):
        log.extend(resolve_walk_in(log.state, pending))
        waiting = waiting_zones(state, pending)
        if waiting:
            log.extend(resolve_left_battles(log.state, waiting))
        return log.events
    log.extend(resolve_battle_start(log.state, pending))
    return log.events


def resolve_battle_start(state: State, pending: PendingBattle) -> Events:
    """A battle or raid begins and is first on the agenda."""
    territory = pending.territory
    waiting = waiting_zones(state, pending)
    left = resolve_left_battles(state, waiting) if waiting else ()
    attackers = tuple(unit for unit in pending.attackers if unit in state.units)
    if pending.kind == RAID:
        there = bombing_targets(state, state.nation, territory)
        targets = tuple(sorted(there, key=lambda unit: unit.id))
    else:
        targets = defenders_in(state, territory)
    frame = BattleFrame(
        territory=territory,
        kind=pending.kind,
        attacker=state.nation,
        defender=defending_nation(state, territory, targets),
        round=1,
        step=0,
        done=(),
        attackers=attackers,
        defenders=tuple(unit.id for unit in targets),
        began=attackers,
        retreat_options=retreat_options_of(state, pending),
        by_sea=not is_sea(state, territory)
        and any(state.units[unit].amphibious for unit in attackers),
    )
    frame = replace(frame, destroyer_sides=sides_with_destroyer(state, frame))
    return (
        *left,
        BattleBegan(
            territory, frame.kind, frame.attacker, frame.defender, attackers, frame.defenders
        ),
        BattleRoundBegan(territory, 1),
        FramePushed(frame),
    )


def sides_with_destroyer(state: State, battle: BattleFrame) -> tuple[str, ...]:
    """Sides with a living destroyer, judged at the start of a round (B81, G30)."""
    sides = ((ATTACKER, battle.attackers), (DEFENDER, battle.defenders))
    return tuple(
        side
        for side, units in sides
        if any(
            type_of(state, state.units[unit]).undersea.is_destroyer
            for unit in units
            if unit in state.units
        )
    )


def retreat_options_of(state: State, pending: PendingBattle) -> tuple[TerritoryName, ...]:
    """Where attackers bound to land or sea (by option, any attackers) came from (B194).

    Ships that met nobody to be fought until aircraft scrambled against them may leave for any zone
    around them that is free of enemies, even if they came to take their zone from its owner.
    """
    sea = is_sea(state, pending.territory)
    if sea and _meets_scrambled(state, pending):
        return _free_zones_around(state, pending.territory)
    surface_only = state.definition.options.retreat_needs_surface_path
    came = {
        origin
        for unit, origin in pending.origins
        if unit in state.units
        and not (surface_only and type_of(state, state.units[unit]).is_air)
        and is_sea(state, origin) == sea
    }
    return tuple(sorted(came))


def _meets_scrambled(state: State, pending: PendingBattle) -> bool:
    """Whether there is a battle only because aircraft scrambled.

    One without origins began with them: ships that stop nobody were there before and made none.
    """
    there = defenders_in(state, pending.territory)
    scrambled = [unit for unit in there if unit.base]
    return bool(scrambled) and (len(scrambled) == len(there) or not pending.origins)


def _free_zones_around(state: State, zone: TerritoryName) -> tuple[TerritoryName, ...]:
    return tuple(
        place
        for place in sorted(state.definition.board.neighbours(zone))
        if is_sea(state, place)
        and not any(enemies_in(state, state.nation, place))
        and not is_of_an_enemy(state, state.nation, place)
    )
