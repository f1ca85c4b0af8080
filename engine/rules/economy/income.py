"""Income: what a nation is paid at the end of its turn.

Every area that it owns pays its production value, including sea zones with a value (convoy
centres).  By option such a zone pays only its first owner, and a nation that takes it gets nothing;
one that was nobody's at the start pays whoever holds it.  An area with a convoy route pays only
while one of the areas on that route is in friendly hands.  By option an area where enemies are pays
nothing.  A nation that does not hold its own
capital is paid nothing, nor is one whose capital was another's from the start.

Rule: rule book, The map (B23, B24, B30, B31, B36), Capitals (B43, B46), End turn (B231).
Vectors: V15, V16.
Classic: C5, C65, C67.
Linked: L13, L40 to L42, L44, L47 (the owner of a convoy zone has its income).
Options: captured_convoys_pay, contested_areas_pay.
"""

from engine.core.events.economy import IncomeCollected, IncomeWithheld
from engine.core.ids import PUS, RESEARCH_DICE, NationName, ResourceName, TerritoryName
from engine.gamedef import State
from engine.gamedef.offers import sums
from engine.rules.common.frame import Events
from engine.rules.common.relations import enemies_in, has_capital, is_allied, owner_of
from engine.rules.common.victory_points import resolve_points_for_income


def income_of(state: State, nation: NationName) -> int:
    """PUs that the areas of a nation are worth now, whether or not it would be paid."""
    return sum(area_income(state, name) for name, owner in state.owners.items() if owner == nation)


def area_income(state: State, territory: TerritoryName) -> int:
    """PUs that an area pays its owner, 0 for open sea."""
    area = state.definition.board.territories[territory]
    return area.production if area.production and pays_owner(state, territory) else 0


def pays_owner(state: State, territory: TerritoryName) -> bool:
    """Whether an area pays its owner what it is worth and yields, if it is worth anything."""
    definition = state.definition
    area = definition.board.territories[territory]
    owner = owner_of(state, territory)
    if not owner:
        return False
    pays_captor = definition.options.captured_convoys_pay
    first = definition.original_owner(territory)
    if area.is_sea and not pays_captor and first not in {owner, ""}:
        return False
    if not definition.options.contested_areas_pay and any(enemies_in(state, owner, territory)):
        return False
    convoys = area.convoys
    return not convoys or any(is_allied(state, owner, owner_of(state, zone)) for zone in convoys)


def resolve_income(state: State) -> Events:
    """The nation on turn is paid, or the event says why not."""
    nation = state.nation
    if not collects_income(state, nation):
        reason = f"the {nation} do not hold their capital and are paid nothing"
        return (IncomeWithheld(nation, reason),)
    income = income_of(state, nation)
    paid = IncomeCollected(nation, income, state.amount(nation, PUS) + income)
    points = resolve_points_for_income(state, nation, income)
    return (paid, *points, *_resolve_goods(state, nation))


def collects_income(state: State, nation: NationName) -> bool:
    """Whether a nation is paid at the end of its turn (B43, B46).

    A step of the game that belongs to no nation, named "", is like a nation without a capital.
    """
    return has_capital(state, nation) and not _is_in_exile(state, nation)


def _is_in_exile(state: State, nation: NationName) -> bool:
    """Whether its capital was another's when the game began, and it has not won it since.

    A nation that is paid without any capital never is.
    """
    capitals = state.definition.board.capitals_of(nation)
    if not capitals or any(owner_of(state, place) == nation for place in capitals):
        return False
    return state.definition.politics.nation(nation).capitals_for_income > 0


def goods_of(state: State, nation: NationName) -> dict[ResourceName, int]:
    """Other resources that the areas of a nation yield, whether or not it would be paid."""
    areas = state.definition.board.territories
    return sums(
        pair
        for name, owner in state.owners.items()
        if owner == nation and areas[name].yields and pays_owner(state, name)
        for pair in areas[name].yields
    )


def _resolve_goods(state: State, nation: NationName) -> Events:
    yields = goods_of(state, nation)
    return tuple(
        IncomeCollected(
            nation, yields[name], state.amount(nation, name) + yields[name], "land", name
        )
        for name in (*state.definition.economy.resource_names, RESEARCH_DICE)
        if yields.get(name)
    )
