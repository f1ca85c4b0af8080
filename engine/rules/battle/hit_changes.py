"""The units of a battle that turn into others because they are hit (see rules/hit_changes.py)."""

from engine.gamedef import State
from engine.rules.battle.battle_step import ATTACKER, DEFENDER, battle_of, unmarked_of
from engine.rules.frame import Events
from engine.rules.hit_changes import resolve_damaged


def resolve_hit_changes(state: State, *sides: str) -> Events:
    """What the damaged units of some sides turn into, without sides those of both."""
    battle = battle_of(state)
    return resolve_damaged(
        state,
        (
            (unit, unit.hits)
            for side in sides or (ATTACKER, DEFENDER)
            for unit in unmarked_of(state, battle, side)
            if unit.hits
        ),
    )
