"""A die says which of the aircraft or other targets that AA guns have hit are lost.

Each die has a face for every one of them that is left, in order of identity; where all of them are
hit nothing is rolled.

Rule: rule book, Low luck (B244).  Option: aa_losses_by_lot.
"""

from dataclasses import replace
from typing import Final

from engine.core.agenda import LotFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import CasualtiesMarked
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import UnitId
from engine.core.unfold import Unfolding
from engine.gamedef import State
from engine.rules.battle.battle_step import ATTACKER, DEFENDER
from engine.rules.battle.casualties import split_hits
from engine.rules.battle.losses import resolve_losses
from engine.rules.frame import (
    Events,
    FrameRules,
    Waiting,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
)


def _frame(state: State) -> LotFrame:
    frame = state.agenda[-1]
    if not isinstance(frame, LotFrame):
        raise TypeError("no lot is being drawn")
    return frame


def _advance(state: State) -> Events | Waiting:
    lot = _frame(state)
    if lot.left >= len(lot.among):
        lot = replace(lot, lost=(*lot.lost, *lot.among), left=0)
    if lot.left == 0:
        return _resolved(state, lot)
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=lot.territory,
        round=lot.round,
        step="aa_lot",
        side=ATTACKER if lot.of_defender else DEFENDER,
        count=1,
        sides=len(lot.among),
        purpose=f"which of {len(lot.among)} aircraft are lost in {lot.territory}",
    )


def _resolved(state: State, lot: LotFrame) -> Events:
    killed: tuple[UnitId, ...] = tuple(sorted(lot.lost))
    damaged: tuple[UnitId, ...] = ()
    if lot.damages:
        killed, damaged = split_hits(state, lot.lost)
    story = Unfolding(state)
    story.add(FramePopped())
    side = DEFENDER if lot.of_defender else ATTACKER
    story.add(CasualtiesMarked(lot.territory, side, killed, damaged, "dice"))
    story.extend(resolve_losses(story.state, lot.territory, killed, "aa_fire"))
    return story.events


def _roll(state: State, roll: RollResult) -> Events:
    lot = _frame(state)
    place = roll.dice[0] - 1
    chosen = lot.among[place]
    left = (*lot.among[:place], *lot.among[place + 1 :])
    following = replace(lot, lost=(*lot.lost, chosen), among=left, left=lot.left - 1)
    return (FrameReplaced(following),)


LOT_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
