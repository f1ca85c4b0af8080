"""Submarines fire first.

Rule: rule book, Units and Battle (B78, B81, B189, B190, G1, V12).  Segment 1: submarines of the
attacker; segment 2: those of the defender, even if hit in segment 1.  Then the victims on a side
that had no destroyer at the start of the round are removed before they can fire, except that
submarines among them have fired already.
Options: defending_submarines_fire_first.
"""

from typing import Final

from engine.core.ids import BattleSide, UnitId
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.battle.numbers.targets import EARLY, are_removed_early
from engine.rules.battle.rounds.fire import fires_first, firing_step, groups_to_fire
from engine.rules.battle.rounds.spent import resolve_spent_early
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    other_side,
    units_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_hit_changes, resolve_losses


def _advance_removal(state: State) -> Events | Waiting:
    battle = battle_of(state)
    sides = tuple(side for side in (ATTACKER, DEFENDER) if _is_removed_early(state, side))
    changed = resolve_hit_changes(state, *sides) if sides else ()
    if changed:
        return changed
    gone = tuple(key for side in sides for key in _marked(state, side))
    if gone:
        return resolve_losses(state, battle.territory, tuple(sorted(gone)), "first_strike")
    return resolve_spent_early(state)


def _is_removed_early(state: State, side: BattleSide) -> bool:
    """Whether victims on a side do not get to fire; not where no enemy fired early."""
    battle = battle_of(state)
    enemies = units_of(state, battle, other_side(side))
    fired = any(fires_first(state, unit, other_side(side)) for unit in enemies)
    return are_removed_early(enemy_fired_early=fired, had_destroyer=side in battle.destroyer_sides)


def _marked(state: State, side: BattleSide) -> tuple[UnitId, ...]:
    battle = battle_of(state)
    return tuple(u.id for u in units_of(state, battle, side) if u.id in battle.marked)


def _has_early_shooters(state: State) -> bool:
    """Whether a unit that may fire early is there at all: in few battles on land."""
    there = [unit.type for unit in state.units_in(battle_of(state).territory)]
    return not state.definition.early_shooters.isdisjoint(there)


STEPS: Final = (
    firing_step(
        "first_strike_of_attacker",
        lambda state: groups_to_fire(state, ATTACKER, EARLY),
        _has_early_shooters,
    ),
    firing_step(
        "first_strike_of_defender",
        lambda state: groups_to_fire(state, DEFENDER, EARLY),
        _has_early_shooters,
    ),
    BattleStep("remove_early_casualties", _advance_removal),
)
