"""A strategic bombing raid: after the AA fire every surviving bomber bombs the factory.

Rule: rule book, Units and Technology (B69 to B73, B120, B121).  A bomber rolls the dice of its
attack, mostly one; a heavy bomber rolls more and counts the best one plus 1 by the newer rule,
their sum by the older one; a type may say that its best one counts in any case.
The dice of one bomber are together, bombers in order of identity.  Where there is more to bomb than
a factory, each target has its own bombers, dice and damage.
Options: heavy_bomber_dice, lhtr_heavy_bombers, and those of bombing.py.
"""

from itertools import islice
from typing import Final, NamedTuple

from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.gamedef.unit_types import TechAbility
from engine.rules.battle.around.bombing import bombing_die, bombing_event, resolve_ruin
from engine.rules.battle.rounds.ending import resolve_battle_end
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    RAID,
    BattleStep,
    battle_of,
    did,
    has_done,
)
from engine.rules.common.damage import target_of
from engine.rules.common.frame import Events
from engine.rules.common.relations import type_of
from engine.rules.common.tech_abilities import tech_abilities_of
from engine.rules.common.victory_points import resolve_points_lost


def raid_damage(dice: tuple[int, ...], added: int, bonus: int, *, keeps_best: bool) -> int:
    """The damage of one bomber (B121); `added` goes to each die, `bonus` to the whole."""
    counted = [max(0, die + added) for die in dice]
    return bonus + (max(counted) if keeps_best else sum(counted))


def _keeps_best(state: State, bomber: UnitId) -> bool:
    """Whether only the best die of a bomber counts: by the newer rule, or as its type says."""
    kind = type_of(state, state.units[bomber])
    return kind.gunnery.best_die or state.definition.options.lhtr_heavy_bombers


def _abilities(state: State, unit: Unit) -> tuple[TechAbility, ...]:
    known = state.technologies.get(unit.owner, ())
    return tech_abilities_of(type_of(state, unit), state.definition.options, known)


def _dice_each(state: State, bomber: UnitId) -> int:
    """The dice of one bomber: those of its attack, with what technologies add (B120)."""
    unit = state.units[bomber]
    more = sum(ability.attack_dice for ability in _abilities(state, unit))
    return max(1, type_of(state, unit).gunnery.attack_dice + more)


class _Load(NamedTuple):
    """Bombers that bomb one target with the same die.

    target: None when nothing is left to bomb; bonus: what technologies add for each bomber;
    bombers: in order of identity.
    """

    target: Unit | None
    faces: int
    added: int
    bonus: int
    bombers: tuple[UnitId, ...]


def _loads(state: State) -> tuple[_Load, ...]:
    """Who has yet to bomb what, in the order in which the bombs fall: by target and die."""
    battle = battle_of(state)
    loads: dict[tuple[UnitId | None, int, int, int], list[UnitId]] = {}
    for key in battle.attackers:
        if has_done(state, _bombs_of(key)):
            continue
        unit = state.units[key]
        kind = type_of(state, unit)
        bonus = sum(ability.raid_bonus for ability in _abilities(state, unit))
        target = target_of(state, battle, key)
        entry = (None if target is None else target.id, *bombing_die(state, kind), bonus)
        loads.setdefault(entry, []).append(key)
    return tuple(
        _Load(None if target is None else state.units[target], faces, added, bonus, tuple(bombers))
        for (target, faces, added, bonus), bombers in loads.items()
    )


def next_bombers(state: State) -> tuple[UnitId, ...]:
    """The bombers whose dice are rolled next, in order of identity; () when all have bombed."""
    load = next(iter(_loads(state)), None)
    return () if load is None else load.bombers


def _bombs_of(bomber: UnitId) -> str:
    """The part of the step in which a bomber drops its bombs."""
    return f"{RAID} {bomber}"


def _advance(state: State) -> Events | Waiting:
    battle = battle_of(state)
    load = next(iter(_loads(state)), None)
    if load is None:
        return ()
    count = sum(_dice_each(state, key) for key in load.bombers)
    if load.faces == 1:
        return _roll(state, RollResult((1,) * count))
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=battle.territory,
        round=battle.round,
        step=RAID,
        side=ATTACKER,
        count=count,
        sides=load.faces,
        purpose=f"bombs of {battle.attacker} on {battle.territory}",
    )


def _roll(state: State, roll: RollResult) -> Events:
    battle = battle_of(state)
    load = next(iter(_loads(state)), None)
    if load is None:
        return ()
    left = iter(roll.dice)
    dice = tuple(tuple(islice(left, _dice_each(state, key))) for key in load.bombers)
    damage = tuple(
        raid_damage(each, load.added, load.bonus, keeps_best=_keeps_best(state, key))
        for key, each in zip(load.bombers, dice, strict=True)
    )
    log = EventLog(state)
    log.add(did(state, *map(_bombs_of, load.bombers)))
    die = (load.faces, load.added)
    bombed = bombing_event(
        state, battle.territory, damage, RAID, dice, load.target, die, load.bonus
    )
    log.add(bombed)
    log.extend(resolve_ruin(log.state, bombed))
    log.extend(resolve_points_lost(log.state, bombed.victim, bombed.damage))
    return log.events


def _advance_end(state: State) -> Events | Waiting:
    return resolve_battle_end(state, ATTACKER if battle_of(state).attackers else DEFENDER)


STEPS: Final = (
    BattleStep("drop_bombs", _advance, roll=_roll),
    BattleStep("end_raid", _advance_end),
)
