"""What the computer players with common sense share: how to answer what the game waits for."""

from collections.abc import Callable, Iterator

from engine import (
    NOWHERE,
    Decision,
    Done,
    Fight,
    Order,
    PhaseOpen,
    Press,
    Retreat,
    State,
    TerritoryName,
    battle_view,
    check,
    decide,
    legal,
)


def choose(
    state: State,
    waiting: object,
    next_order: Callable[[State, PhaseOpen], Order | None],
    presses_on: Callable[[State, TerritoryName], bool],
) -> Order:
    """A legal order for what the game waits for, a PhaseOpen or a Decision.

    next_order: a legal order for a phase, None when there is nothing more to do in it.
    presses_on: whether to fight on in a place.
    Raises ValueError when the game waits for dice or is over.
    """
    if isinstance(waiting, Decision):
        return _answer(state, waiting, presses_on)
    if not isinstance(waiting, PhaseOpen):
        raise ValueError("the game waits for no order")
    order = next_order(state, waiting)
    if order is not None:
        return order
    return Done() if not check(state, Done()) else next(legal(state))


def fights(state: State) -> Iterator[Fight]:
    """Raids first, then sea battles, then land battles; also those that cannot be fought yet."""
    is_sea = state.definition.board.is_sea
    for battle in sorted(
        state.battles, key=lambda entry: (entry.kind != "raid", not is_sea[entry.territory])
    ):
        yield Fight(battle.territory, raid=battle.kind == "raid")


def _answer(
    state: State, decision: Decision, presses_on: Callable[[State, TerritoryName], bool]
) -> Order:
    battle = battle_view(state)
    # Whether to leave a fight in the air is no question of who takes the land.
    if decision.what == "retreat" and (battle is None or battle.kind == "battle"):
        is_on = presses_on(state, decision.territory)
        return Press(decision.territory) if is_on else _retreat(state, decision)
    order = decide(state, decision)
    return order if not check(state, order) else next(legal(state))


def _retreat(state: State, decision: Decision) -> Order:
    """By the first way offered; pressing on where none is open."""
    for to in (*decision.territories, NOWHERE):
        order = Retreat(decision.territory, to)
        if not check(state, order):
            return order
    return Press(decision.territory)
