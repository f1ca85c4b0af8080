"""The choice to leave a battle or to press on: what is asked, and which answers there are.

Attackers retreat (retreat.py), submarines withdraw (withdraw.py), and aircraft leave an air battle
(around/leave_air_battle.py).

Rule: rule book, Battle (B76, B194).
Options: none.
"""

from collections.abc import Callable, Iterable, Iterator

from engine.core.agenda import Decision
from engine.core.errors import Illegal
from engine.core.ids import BattleSide, TerritoryName, UnitId
from engine.core.words import DecisionKind
from engine.gamedef import State
from engine.orders.form import Order
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.rules.common.battle_step import battle_of, check_fits_decision, nation_of


def retreat_decision(
    state: State,
    side: BattleSide,
    units: tuple[UnitId, ...],
    goals: Iterable[TerritoryName],
    what: DecisionKind = "retreat",
) -> Decision:
    """What the nation that decides for a side is asked.

    goals: where the units may go; "" is one for units that only leave and go nowhere.
    """
    battle = battle_of(state)
    return Decision(
        nation=nation_of(battle, side),
        what=what,
        territory=battle.territory,
        round=battle.round,
        step=what,
        units=units,
        territories=tuple(goals),
    )


def check_retreat(
    order: Order,
    decision: Decision,
    refusal: Callable[[TerritoryName], str],
    rule: str = "",
) -> tuple[Illegal, ...]:
    """The reasons against an order as an answer.

    refusal: what is said of a goal that is none; rule: the id of the rule that says so.
    """
    reasons = check_fits_decision(order, decision, (Retreat, Press))
    if reasons or not isinstance(order, Retreat) or order.to in decision.territories:
        return reasons
    return (Illegal("no-retreat-there", refusal(order.to), rule, decision.territory),)


def legal_retreats(decision: Decision) -> Iterator[Order]:
    """Every answer; to press on comes first."""
    yield Press(decision.territory)
    for goal in decision.territories:
        yield Retreat(decision.territory, goal)
