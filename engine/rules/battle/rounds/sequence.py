"""A battle as a run through a list of battle steps.

The list for each kind of battle is declared by the ruleset; this file only steps through it.
"""

from collections.abc import Iterator, Mapping

from engine.core.agenda import BattleFrame
from engine.core.chance import RollResult
from engine.core.errors import Illegal
from engine.core.events.turn import FrameReplaced
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.rules.common.battle_step import BattleStep
from engine.rules.common.frame import Events, FrameRules, top_frame
from engine.values import replace


def battle_frame(steps: Mapping[str, tuple[BattleStep, ...]]) -> FrameRules:
    """The rules of battles whose rounds consist of these steps.

    steps: by kind of battle (``"battle"``, ``"raid"``); the last step of a list either ends the
    battle or begins the next round.
    """

    def step_of(state: State) -> tuple[BattleFrame, BattleStep]:
        frame = top_frame(state, BattleFrame)
        return frame, steps[frame.kind][frame.step]

    def advance(state: State) -> Events | Waiting:
        frame, step = step_of(state)
        following = step.advance(state)
        if following == ():
            number = frame.step + 1
            while not steps[frame.kind][number].is_open(state):
                number += 1
            return (FrameReplaced(replace(frame, step=number, done=())),)
        return following

    def check(state: State, order: Order) -> tuple[Illegal, ...]:
        return step_of(state)[1].check(state, order)

    def resolve(state: State, order: Order) -> Events:
        return step_of(state)[1].resolve(state, order)

    def roll(state: State, result: RollResult) -> Events:
        return step_of(state)[1].roll(state, result)

    def legal(state: State) -> Iterator[Order]:
        return step_of(state)[1].legal(state)

    return FrameRules(advance, check, resolve, roll, legal)
