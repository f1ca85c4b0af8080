"""The battle under way (B179 to B190)."""

from engine.core.agenda import BattleFrame
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.gamedef import State
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BattleView:
    """Both sides of a battle, without the units that are chosen as casualties already.

    attacker, defender: the nations that decide; attackers, defenders: units in order of identity.
    """

    territory: TerritoryName
    attacker: NationName
    defender: NationName
    round: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


def battle_view(state: State) -> BattleView | None:
    """The battle that the game is in the middle of; None between battles and in block games."""
    frame = next((one for one in state.agenda if isinstance(one, BattleFrame)), None)
    if frame is None:
        return None
    gone = {*frame.marked}
    return BattleView(
        frame.territory,
        frame.attacker,
        frame.defender,
        frame.round,
        tuple(key for key in frame.attackers if key in state.units and key not in gone),
        tuple(key for key in frame.defenders if key in state.units and key not in gone),
    )
