"""AA guns fire before the first round of a battle and before a raid.

Some units that fire as AA guns do so before later rounds too, and some of them attack.  Before a
raid on several targets they fire at the bombers of each target apart, which matters with low luck
and for who is hit.

Rule: rule book, Units (B70, B86, B87, B90, B92).
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import BattleFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.aa.guns import AAVolley, battle_volleys, guns_in, volleys_of
from engine.rules.aa.hits import aa_dice_count, resolve_aa_hits
from engine.rules.battle.rounds.gun_help import gun_help
from engine.rules.common.battle_step import (
    ATTACKER,
    RAID,
    BattleStep,
    battle_of,
    did,
    has_done,
    units_of,
)
from engine.rules.common.damage import target_of
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_hit_changes
from engine.values import replace


def _key(volley: AAVolley) -> str:
    """What the battle notes when guns have fired."""
    return f"aa_fire of the {volley.side}: {volley.kind}"


def _raid_volleys(state: State, battle: BattleFrame) -> Iterator[AAVolley]:
    """The AA fire before a raid: at the bombers of each target apart, one target after another."""
    guns = guns_in(state, battle.territory, battle.attacker, "in_raids")
    by_target: dict[str, list[Unit]] = {}
    for bomber in units_of(state, battle, ATTACKER):
        target = target_of(state, battle, bomber.id)
        by_target.setdefault("" if target is None else f" for {target.id}", []).append(bomber)
    for name, bombers in by_target.items():
        for volley in volleys_of(state, guns, bombers):
            yield replace(volley, kind=f"{volley.kind}{name}")


def next_volley(state: State) -> AAVolley | None:
    """The AA fire that comes next in the battle under way, None when all guns have fired."""
    battle = battle_of(state)
    is_raid = battle.kind == RAID
    if is_raid:
        volleys = _raid_volleys(state, battle)
    else:
        volleys = battle_volleys(state, battle, gun_help(state, battle))
    return next((one for one in volleys if not has_done(state, _key(one))), None)


def _advance(state: State) -> Events | Waiting:
    volley = next_volley(state)
    battle = battle_of(state)
    if volley is None:
        return resolve_hit_changes(state) if battle.done else ()
    count = aa_dice_count(state, volley)
    if count == 0:
        return _fire(state, volley, ())
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=battle.territory,
        round=battle.round,
        step="aa_fire",
        side=volley.side,
        count=count,
        sides=volley.faces,
        purpose=(
            f"AA fire of {volley.owner} in {battle.territory} at {len(volley.targets)} targets, "
            f"round {battle.round}"
        ),
    )


def _roll(state: State, roll: RollResult) -> Events:
    volley = next_volley(state)
    return () if volley is None else _fire(state, volley, roll.dice)


def _fire(state: State, volley: AAVolley, dice: tuple[int, ...]) -> Events:
    battle = battle_of(state)
    log = EventLog(state)
    log.add(did(state, _key(volley)))
    log.extend(
        resolve_aa_hits(
            log.state, battle.territory, volley, dice, step="aa_fire", battle_round=battle.round
        )
    )
    return log.events


STEPS: Final = (BattleStep("aa_fire", _advance, roll=_roll),)
