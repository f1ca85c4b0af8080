"""Dice choose which of the aircraft or other targets are lost to the hits of AA guns.

Each die has a face for every target that is left, in order of identity; where all of them are hit
nothing is rolled.

Rule: rule book, Low luck (B244).  Option: random_aa_casualties.
"""

from typing import Final

from engine.core.agenda import RandomCasualtiesFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events.battle import CasualtiesMarked
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import UnitId
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.battle.rounds.casualties import split_hits
from engine.rules.common.battle_step import ATTACKER, DEFENDER
from engine.rules.common.frame import (
    Events,
    FrameRules,
    check_takes_no_orders,
    legal_nothing,
    resolve_no_order,
    top_frame,
)
from engine.rules.common.losses import resolve_losses
from engine.values import replace


def _frame(state: State) -> RandomCasualtiesFrame:
    return top_frame(state, RandomCasualtiesFrame)


def _advance(state: State) -> Events | Waiting:
    frame = _frame(state)
    if frame.count >= len(frame.among):
        frame = replace(frame, lost=(*frame.lost, *frame.among), count=0)
    if frame.count == 0:
        return _resolved(state, frame)
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=frame.territory,
        round=frame.round,
        step="aa_casualties",
        side=ATTACKER if frame.of_defender else DEFENDER,
        count=1,
        sides=len(frame.among),
        purpose=f"which of {len(frame.among)} aircraft are lost in {frame.territory}",
    )


def _resolved(state: State, frame: RandomCasualtiesFrame) -> Events:
    killed: tuple[UnitId, ...] = tuple(sorted(frame.lost))
    damaged: tuple[UnitId, ...] = ()
    if frame.damages:
        killed, damaged = split_hits(state, frame.lost)
    log = EventLog(state)
    log.add(FramePopped())
    side = DEFENDER if frame.of_defender else ATTACKER
    log.add(CasualtiesMarked(frame.territory, side, killed, damaged, "dice"))
    log.extend(resolve_losses(log.state, frame.territory, killed, "aa_fire"))
    return log.events


def _roll(state: State, roll: RollResult) -> Events:
    frame = _frame(state)
    place = roll.dice[0] - 1
    chosen = frame.among[place]
    left = (*frame.among[:place], *frame.among[place + 1 :])
    following = replace(frame, lost=(*frame.lost, chosen), among=left, count=frame.count - 1)
    return (FrameReplaced(following),)


RANDOM_CASUALTIES_FRAME: Final = FrameRules(
    _advance, check_takes_no_orders, resolve_no_order, _roll, legal_nothing
)
