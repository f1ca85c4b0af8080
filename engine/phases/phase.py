"""What a phase is: a part of a turn with its own orders, beginning and end."""

from collections.abc import Callable, Iterator

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.words import PhaseName
from engine.gamedef import State
from engine.orders import form_of
from engine.orders.form import Order
from engine.rules.common.frame import Events, resolve_no_order
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of the sequence of play (B98).

    name: as in the sequence of a definition, such as ``"combat_move"``.
    title: its name for people, as inside a sentence: ``"combat move"``.
    hint: what its player does in it, with an example of each order; "" when nobody is asked.
    opening: what happens automatically at its beginning, called once.  It may hold PhaseSkipped
      (no orders are taken, straight to the closing) or push a frame.
    check: all reasons against an order of a nation in this phase, `Done` included.
    resolve: what an order that passed `check` does.  For `Done` the game adds the end of the
      phase itself.
    legal: atomic orders that are legal now, sorted; given a territory, only those about units
      there.
    legal_starts: the same with one move at most from each territory; None where `legal` is quick.
    closing: what happens automatically at its end, called once.
    is_automatic: nobody is ever asked; only the closing takes place.
    """

    name: PhaseName
    title: str
    hint: str
    opening: Callable[[State], Events]
    check: Callable[[State, Order], tuple[Illegal, ...]]
    resolve: Callable[[State, Order], Events]
    legal: Callable[[State, TerritoryName | None], Iterator[Order]]
    closing: Callable[[State], Events]
    is_automatic: bool = False
    legal_starts: Callable[[State], Iterator[Order]] | None = None


def automatic_phase(name: PhaseName, title: str, closing: Callable[[State], Events]) -> Phase:
    """A phase in which everything happens automatically and no order is taken."""
    return Phase(
        name,
        title,
        hint="",
        opening=nothing_happens,
        check=check_wrong_phase,
        resolve=resolve_no_order,
        legal=_legal_nothing,
        closing=closing,
        is_automatic=True,
    )


def _legal_nothing(state: State, territory: TerritoryName | None) -> Iterator[Order]:
    del state, territory
    return iter(())


def check_wrong_phase(state: State, order: Order) -> tuple[Illegal, ...]:
    """The reason why an order does not belong in the phase under way (B98)."""
    phase = state.phase.phase.replace("_", " ")
    text = f"{form_of(order).verbs[0].text} is not possible in the {phase} phase"
    return (Illegal("wrong-phase", text, "B98"),)


def nothing_happens(state: State) -> Events:
    """For phases without an automatic opening or closing."""
    del state
    return ()
