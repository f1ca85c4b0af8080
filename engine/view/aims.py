"""How near each side is to a victory by capitals or by production (C2 to C4)."""

from engine.core.ids import TerritoryName
from engine.gamedef import State
from engine.rules.politics.capitals import capitals_held, production_of
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class AimView:
    """One way to win that the options of the game allow.

    reached, enough: capitals held and needed, or PUs produced and needed.
    capitals: those that count, () for production; text: the same in one sentence.
    """

    alliance: str
    reached: int
    enough: int
    capitals: tuple[TerritoryName, ...]
    text: str


def aim_views(state: State) -> tuple[AimView, ...]:
    """The aims of both sides, capitals first, in the order of the scenario."""
    definition = state.definition
    views: list[AimView] = []
    for aim in definition.victory.by_capitals if definition.options.capital_victory else ():
        held = len(capitals_held(state, aim))
        places = ", ".join(aim.capitals)
        text = f"{aim.alliance} hold {held} of {places}; {aim.count} win."
        views.append(AimView(aim.alliance, held, aim.count, aim.capitals, text))
    for goal in definition.victory.by_income if definition.options.economic_victory else ():
        produced = production_of(state, goal.alliance)
        text = f"{goal.alliance} produce {produced} PUs; {goal.income} win."
        views.append(AimView(goal.alliance, produced, goal.income, (), text))
    return tuple(views)
