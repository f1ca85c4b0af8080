"""Units in a battle help the AA guns of their side to hit, or hinder those of the enemy.

Who helps whom, and how often, is as for other fire (engine/rules/battle/numbers/support.py); only
the number at which a gun's dice hit changes, and a gun whose number comes to 0 rolls none.

Rule: the map dialect (UnitSupportAttachment with AAstrength), as in recorded games.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from engine.core.agenda import BattleFrame
from engine.core.ids import BattleSide
from engine.core.unit import Unit
from engine.gamedef import State, SupportRule
from engine.rules.aa.guns import GunHelp
from engine.rules.aa.shots import Gun
from engine.rules.battle.numbers.shooters import Shooter
from engine.rules.battle.numbers.support import supported
from engine.rules.battle.rounds.fire import givers_of
from engine.rules.common.battle_step import ATTACKER, DEFENDER, other_side
from engine.values import replace


def gun_help(state: State, battle: BattleFrame) -> GunHelp | None:
    """The help for guns in a battle; None where no unit of the game helps any."""
    known = [rule for rule in state.definition.support if rule.aa_strength]
    if not known:
        return None
    rules = [replace(rule, strength=True, dice=False) for rule in known]
    sides = {side: givers_of(state, battle, side) for side in (ATTACKER, DEFENDER)}
    return partial(_helped, rules, sides)


def _helped(
    rules: Iterable[SupportRule],
    sides: Mapping[BattleSide, Sequence[Shooter]],
    side: BattleSide,
    guns: Sequence[Unit],
    armed: Sequence[Gun],
) -> list[Gun]:
    alone = [
        Shooter(unit.type, gun.strength, owner=unit.owner)
        for unit, gun in zip(guns, armed, strict=True)
    ]
    helped = supported(alone, rules, side, sides[side], sides[other_side(side)])
    return [gun._replace(strength=one.strength) for gun, one in zip(armed, helped, strict=True)]
