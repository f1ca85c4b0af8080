"""Income: what a nation is paid at the end of its turn.

Every area that it owns pays its production value, sea zones with a value included (convoy
centres).  A nation that does not hold its own capital is paid nothing.

Rule: rule book, The map (B23, B24, B30, B31, B36), Capitals (B43, B46), End turn (B231).
Vectors: V15, V16.
Classic: C5, C65, C67.
Options: none.
"""

from engine.core.events.economy import IncomeCollected, IncomeWithheld
from engine.core.ids import PUS, NationName
from engine.gamedef import State
from engine.rules.frame import Events
from engine.rules.relations import has_capital


def income_of(state: State, nation: NationName) -> int:
    """PUs that the areas of a nation are worth now, whether it would be paid or not."""
    territories = state.definition.territories
    return sum(
        territories[name].production for name, owner in state.owners.items() if owner == nation
    )


def resolve_income(state: State) -> Events:
    """The nation on turn is paid, or is told why not."""
    nation = state.nation
    if not has_capital(state, nation):
        reason = f"the {nation} do not hold their capital and are paid nothing"
        return (IncomeWithheld(nation, reason),)
    income = income_of(state, nation)
    return (IncomeCollected(nation, income, state.amount(nation, PUS) + income),)
