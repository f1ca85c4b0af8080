"""A strategic bombing raid: after the AA fire every bomber left drops its bombs on the factory.

Rule: rule book, Units and Technology (B69 to B73, B120, B121).  One die for a bomber; a heavy
bomber rolls its dice and, by the newer rule, counts the better one plus 1, by the older one their
sum.
The dice of one bomber stand together, bombers in order of identity.
Options: heavy_bomber_dice, lhtr_heavy_bombers, and those of bombing.py.
"""

from typing import Final

from engine.core.chance import RollRequest, RollResult
from engine.core.unfold import Unfolding
from engine.gamedef import State
from engine.rules.battle.battle_step import (
    ATTACKER,
    DEFENDER,
    RAID,
    BattleStep,
    battle_of,
    did,
    has_done,
)
from engine.rules.battle.bombing import bombing_die, bombing_event
from engine.rules.battle.ending import resolve_battle_end
from engine.rules.economy.points import resolve_points_lost
from engine.rules.frame import Events, Waiting
from engine.rules.values import HEAVY_BOMBER, has_technology


def raid_damage(dice: tuple[int, ...], added: int, *, keeps_best: bool) -> int:
    """The damage of one bomber by its dice; `added` is added to each die (B121)."""
    counted = [die + added for die in dice]
    if len(counted) == 1:
        return counted[0]
    return max(counted) + 1 if keeps_best else sum(counted)


def _dice_each(state: State) -> int:
    heavy = has_technology(state, state.nation, HEAVY_BOMBER)
    return state.definition.options.heavy_bomber_dice if heavy else 1


def _advance(state: State) -> Events | Waiting:
    battle = battle_of(state)
    if has_done(state, RAID) or not battle.attackers:
        return ()
    faces, _ = bombing_die(state)
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=battle.territory,
        round=battle.round,
        step=RAID,
        side=ATTACKER,
        count=len(battle.attackers) * _dice_each(state),
        sides=faces,
        purpose=f"bombs of {battle.attacker} on {battle.territory}",
    )


def _roll(state: State, roll: RollResult) -> Events:
    battle = battle_of(state)
    size = _dice_each(state)
    _, added = bombing_die(state)
    best = state.definition.options.lhtr_heavy_bombers
    dice = tuple(roll.dice[at : at + size] for at in range(0, len(roll.dice), size))
    damage = tuple(raid_damage(each, added, keeps_best=best) for each in dice)
    story = Unfolding(state)
    story.add(did(state, RAID))
    bombed = bombing_event(state, battle.territory, damage, RAID, dice)
    story.add(bombed)
    story.extend(resolve_points_lost(story.state, bombed.victim, bombed.damage))
    return story.events


def _advance_end(state: State) -> Events | Waiting:
    return resolve_battle_end(state, ATTACKER if battle_of(state).attackers else DEFENDER)


DROP_BOMBS: Final = BattleStep(RAID, _advance, roll=_roll)
END_RAID: Final = BattleStep("end_raid", _advance_end)
