"""The air battle before a battle: aircraft of both sides fight each other first.

Fought by option, where both sides have aircraft that can fight in the air.  All of them take part,
those that scrambled only by another option; nobody is asked.  There is one round, by option more
while both sides have some left, in which both sides fire before any losses are removed; each
aircraft rolls one die at its air attack or air defence.  Those that are left go into the battle of
the area, which follows at once, before AA guns and bombardment.

Rule: property of TripleA's maps; when both sides fire and how is as in the air battle before a
raid (air_battle.py), and the recorded games show the rest.
Options: air_battles_before_battles, air_battle_rounds, scramble_into_air_battles, low_luck.
"""

from typing import Final

from engine.core.agenda import BattleFrame, PendingBattle
from engine.core.event_log import EventLog
from engine.core.events.battle import BattleBegan, BattleRoundBegan
from engine.core.events.turn import FramePushed
from engine.core.ids import UnitId
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.battle.around.air_battle import is_another_air_round
from engine.rules.battle.around.scramble import may_meet_in_the_air
from engine.rules.battle.before.beginning import resolve_fight
from engine.rules.battle.before.pending_battles import defenders_in, defending_nation
from engine.rules.battle.rounds.ending import DRAW, resolve_battle_end
from engine.rules.common.battle_step import (
    ATTACKER,
    BATTLE,
    DEFENDER,
    DOGFIGHT,
    BattleStep,
    battle_of,
    units_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.relations import type_of


def resolve_fight_from_the_air(state: State, pending: PendingBattle) -> Events:
    """The nation on turn has the battle fought, beginning in the air where both sides can."""
    attackers = tuple(key for key in pending.attackers if _fights_in_the_air(state, key))
    there = defenders_in(state, pending.territory)
    defenders = tuple(
        unit.id
        for unit in there
        if _fights_in_the_air(state, unit.id) and may_meet_in_the_air(state, unit)
    )
    is_due = state.definition.options.air_battles_before_battles and pending.kind == BATTLE
    if not (is_due and attackers and defenders):
        return resolve_fight(state, pending)
    frame = BattleFrame(
        territory=pending.territory,
        kind=DOGFIGHT,
        attacker=state.nation,
        defender=defending_nation(state, pending.territory, there),
        round=1,
        step=0,
        done=(),
        attackers=attackers,
        defenders=defenders,
        began=attackers,
    )
    began = BattleBegan(
        frame.territory, DOGFIGHT, frame.attacker, frame.defender, attackers, defenders
    )
    return (began, BattleRoundBegan(frame.territory, 1), FramePushed(frame))


def _fights_in_the_air(state: State, unit: UnitId) -> bool:
    return unit in state.units and type_of(state, state.units[unit]).air_combat.can_air_battle


def _advance_end(state: State) -> Events | Waiting:
    """The battle of the area begins with those that are left, if any attackers are."""
    battle = battle_of(state)
    sides = [side for side in (ATTACKER, DEFENDER) if units_of(state, battle, side)]
    if len(sides) == 2 and is_another_air_round(state):
        return ()
    log = EventLog(state)
    log.extend(resolve_battle_end(state, sides[0] if len(sides) == 1 else DRAW))
    for pending in log.state.battles:
        if (pending.territory, pending.kind) == (battle.territory, BATTLE):
            log.extend(resolve_fight(log.state, pending))
    return log.events


STEPS: Final = (BattleStep("end_dogfight", _advance_end),)
