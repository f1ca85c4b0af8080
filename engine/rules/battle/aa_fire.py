"""AA guns fire before the first round of a battle and before a raid.

Rule: rule book, Units (B70, B86, B87, B90, B92).
"""

from typing import Final

from engine.core.chance import RollRequest, RollResult
from engine.core.ids import UnitId
from engine.core.unfold import Unfolding
from engine.gamedef import State
from engine.rules.aa_guns import aa_dice_count, fires_at_aircraft, resolve_aa_hits
from engine.rules.battle.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    did,
    has_done,
    units_of,
)
from engine.rules.frame import Events, Waiting
from engine.rules.relations import type_of


def _aircraft(state: State) -> tuple[UnitId, ...]:
    there = units_of(state, battle_of(state), ATTACKER)
    return tuple(unit.id for unit in there if type_of(state, unit).is_air)


def _advance(state: State) -> Events | Waiting:
    battle = battle_of(state)
    aircraft = _aircraft(state)
    gunner = fires_at_aircraft(state, battle.territory, battle.attacker)
    if battle.round > 1 or has_done(state, "aa_fire") or not aircraft or not gunner:
        return ()
    count = aa_dice_count(state, aircraft, gunner)
    if count == 0:
        return _fire(state, ())
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=battle.territory,
        round=battle.round,
        step="aa_fire",
        side=DEFENDER,
        count=count,
        sides=state.definition.dice_sides,
        purpose=f"AA guns of {gunner} in {battle.territory} at {len(aircraft)} aircraft",
    )


def _roll(state: State, roll: RollResult) -> Events:
    return _fire(state, roll.dice)


def _fire(state: State, dice: tuple[int, ...]) -> Events:
    battle = battle_of(state)
    story = Unfolding(state)
    story.add(did(state, "aa_fire"))
    story.extend(
        resolve_aa_hits(
            story.state,
            battle.territory,
            _aircraft(state),
            dice,
            step="aa_fire",
            battle_round=battle.round,
        )
    )
    return story.events


AA_FIRE: Final = BattleStep("aa_fire", _advance, roll=_roll)
