"""Units that are spent in a battle: they fire once and are gone.

Those that fire early go before the others fire, the others with the casualties of the first round;
when a battle ends before that, they go all the same.  Until then nothing but AA fire hits them
(fire.py).  A bomber of this sort is spent in a raid.

Others of them are spent when they hit, each by one hit: fire.py and rules/aa/hits.py.

Rule: the map dialect (isSuicide, isSuicideOnAttack, isSuicideOnDefense).  When they go is seen in
recorded games of that engine; that they cannot be hit, and that raids spend them, is from memory.
Options: none.
"""

from collections.abc import Iterator

from engine.core.ids import BattleSide, UnitId
from engine.gamedef import State
from engine.rules.battle.rounds.fire import fires_first
from engine.rules.common.battle_step import ATTACKER, DEFENDER, battle_of, units_of
from engine.rules.common.frame import Events
from engine.rules.common.losses import SPENT, resolve_losses
from engine.rules.common.relations import type_of


def resolve_spent_early(state: State) -> Events:
    """Those that have fired before the others leave the board."""
    battle = battle_of(state)
    gone = tuple(key for side, key in _spent(state) if fires_first(state, state.units[key], side))
    return resolve_losses(state, battle.territory, gone, SPENT)


def resolve_spent(state: State) -> Events:
    """All that are left of them leave the board."""
    battle = battle_of(state)
    gone = tuple(key for _, key in _spent(state))
    return resolve_losses(state, battle.territory, gone, SPENT)


def _spent(state: State) -> Iterator[tuple[BattleSide, UnitId]]:
    battle = battle_of(state)
    for side in (ATTACKER, DEFENDER):
        for unit in units_of(state, battle, side):
            if type_of(state, unit).sacrifice.is_spent(attacks=side == ATTACKER):
                yield side, unit.id
