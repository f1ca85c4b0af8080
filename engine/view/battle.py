"""The battle under way (B179 to B190, T59 to T72)."""

from engine.core.agenda import BattleFrame, BlockBattleFrame
from engine.core.ids import NOBODY, NationName, TerritoryName, UnitId
from engine.core.words import BattleKind
from engine.gamedef import State
from engine.rules.blocks.fire import dice_of, needed, sides, strikes_of, targets_of
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BattleView:
    """Both sides of a battle, without the units that are chosen as casualties already.

    kind: ``"battle"``, ``"raid"``, ``"air_battle"`` ...; attacker, defender: the nations that
    decide; attackers, defenders: units in order of identity.
    """

    territory: TerritoryName
    kind: BattleKind
    attacker: NationName
    defender: NationName
    round: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class ShotView:
    """What a block can fire at.

    target: the kind of unit; dice: how many are rolled; needed: a die hits at this face or less.
    leaves: whether it retreats after the shot.
    """

    target: str
    dice: int
    needed: int
    leaves: bool


def battle_view(state: State) -> BattleView | None:
    """The battle that the game is in the middle of; None between battles."""
    for frame in state.agenda:
        if isinstance(frame, BattleFrame):
            return _view_of(state, frame)
        if isinstance(frame, BlockBattleFrame):
            return _view_of_blocks(state, frame)
    return None


def _view_of(state: State, frame: BattleFrame) -> BattleView:
    gone = {*frame.marked}
    return BattleView(
        frame.territory,
        frame.kind,
        frame.attacker,
        frame.defender,
        frame.round,
        tuple(key for key in frame.attackers if key in state.units and key not in gone),
        tuple(key for key in frame.defenders if key in state.units and key not in gone),
    )


def _view_of_blocks(state: State, frame: BlockBattleFrame) -> BattleView:
    ours, theirs = sides(state)
    return BattleView(
        frame.territory,
        "battle",
        state.nation,
        theirs[0].owner if theirs else NOBODY,
        frame.round,
        tuple(unit.id for unit in ours),
        tuple(unit.id for unit in theirs),
    )


def shot_views(state: State, key: UnitId) -> tuple[ShotView, ...]:
    """What a block that acts now can fire at (T61, T84)."""
    unit = state.units[key]
    shots = [
        ShotView(
            target,
            dice_of(state, unit, target),
            needed(state, unit, target, strikes=False),
            False,
        )
        for target in targets_of(state, unit)
    ]
    shots += [
        ShotView(
            target,
            dice_of(state, unit, target),
            needed(state, unit, target, strikes=True),
            True,
        )
        for target in strikes_of(state, unit)
    ]
    return tuple(shots)
