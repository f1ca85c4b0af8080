"""What it is worth to the nation on turn to take a territory.

Rule: rule book, The map, Capitals and Income (B33, B35, B36, B41).
"""

from engine.core.events.battle import CapitalPlundered, TerritoryTaken, UnitsCaptured
from engine.core.ids import PUS, TerritoryName
from engine.gamedef import State
from engine.rules.common.capture import resolve_capture
from engine.rules.common.relations import is_allied, is_sea, type_of
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Prize:
    """What is won with a territory, in PUs.

    income: its production of one turn, also where an ally gets it; money: the treasury of a nation
    that loses its capital; captured: the price of the factories and guns that change hands.
    """

    income: int = 0
    money: int = 0
    captured: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.income + self.money + self.captured


def prize_of(state: State, territory: TerritoryName) -> Prize:
    """What the nation on turn wins by taking a territory; nothing at sea."""
    if is_sea(state, territory):
        return Prize()
    income = money = captured = 0
    prices = state.definition.economy.prices
    for event in resolve_capture(state, territory, state.nation):
        match event:
            case TerritoryTaken(territory=place, owner=owner) if is_allied(
                state, owner, state.nation
            ):
                income += state.definition.board.territories[place].production
            case CapitalPlundered(captor=captor, resource=resource, amount=amount):
                money += amount if captor and resource == PUS else 0
            case UnitsCaptured(units=units):
                captured += sum(
                    prices.get(type_of(state, state.units[key]).name, 0) for key in units
                )
            case _:
                pass
    return Prize(income, money, captured)
