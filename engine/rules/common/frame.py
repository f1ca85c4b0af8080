"""How a frame on top of the agenda is played, whatever it is about.

A ruleset lists one FrameRules for each kind of frame; `engine.game` asks the topmost one.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.ids import NOBODY, NOWHERE, NationName
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders import form_of
from engine.orders.form import Order
from engine.values import dataclass

Events: TypeAlias = tuple[Event, ...]

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class FrameRules:
    """The rules of one kind of frame; every function looks at the topmost frame of the state.

    advance: what happens by itself now (at least one event, so that the game moves on), or what
      the frame waits for.
    check: all reasons against an order that answers a Decision.
    resolve: what an order that passed `check` does.
    roll: what dice that fit the RollRequest do.
    legal: all orders that answer the Decision, sorted.
    """

    advance: Callable[[State], Events | Waiting]
    check: Callable[[State, Order], tuple[Illegal, ...]]
    resolve: Callable[[State, Order], Events]
    roll: Callable[[State, RollResult], Events]
    legal: Callable[[State], Iterator[Order]]


def top_frame(state: State, kind: type[F]) -> F:
    """The frame that the game is in, of the kind that its rules are for; TypeError for another."""
    frame = state.agenda[-1]
    if not isinstance(frame, kind):
        raise TypeError(f"the topmost frame is a {type(frame).__name__}, not a {kind.__name__}")
    return frame


def dice_outside_battle(
    state: State, step: str, count: int, sides: int, purpose: str, *, nation: NationName = NOBODY
) -> RollRequest:
    """A request for dice of the turn that belong to no territory, battle round or side.

    nation: who rolls, "" for the nation whose turn it is.
    """
    return RollRequest(
        nation=nation or state.nation,
        phase=state.phase.phase,
        territory=NOWHERE,
        round=0,
        step=step,
        side="",
        count=count,
        sides=sides,
        purpose=purpose,
    )


def check_takes_no_orders(state: State, order: Order) -> tuple[Illegal, ...]:
    """For frames that wait only for dice: no order fits."""
    del state
    verb = form_of(order).verbs[0].text
    return (Illegal("dice-first", f"the game is waiting for dice, not for {verb}"),)


def resolve_no_order(state: State, order: Order) -> Events:
    """For frames that wait for dice alone."""
    del state, order
    return ()


def resolve_no_roll(state: State, roll: RollResult) -> Events:
    """For frames that wait for a choice alone."""
    del state, roll
    return ()


def legal_nothing(state: State) -> Iterator[Order]:
    """For frames that wait for dice alone."""
    del state
    return iter(())
