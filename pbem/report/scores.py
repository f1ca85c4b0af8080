"""Where the nations stand after a turn: money, production, units, victory cities (B236, B258)."""

from engine import State, aim_views, nation_view
from pbem.report.model import Alliance, Score
from pbem.report.words import amounts_of, technology_word

_PUS = "PUs"


def scores_of(state: State) -> tuple[Score, ...]:
    """Every nation in turn order."""
    return tuple(_score(state, nation) for nation in state.definition.politics.nation_names)


def _score(state: State, nation: str) -> Score:
    owned = [state.definition.board.territories[name] for name in _owned(state, nation)]
    technologies = [technology_word(name) for name in state.technologies.get(nation, ())]
    return Score(
        nation=nation,
        alliance=", ".join(state.definition.politics.alliances_of(nation)),
        money=state.amount(nation, _PUS),
        production=sum(territory.production for territory in owned),
        units=sum(1 for _ in state.units_of(nation)),
        cities=sum(territory.victory_cities for territory in owned),
        technologies=", ".join(technologies),
        goods=amounts_of(nation_view(state, nation).goods),
    )


def alliances_of(before: State, after: State) -> tuple[Alliance, ...]:
    """Every alliance in the order of its first nation, with its victory cities.

    () in a game without victory cities.
    """
    if not any(area.victory_cities for area in after.definition.board.territories.values()):
        return ()
    names = dict.fromkeys(
        name for nation in after.definition.politics.nations for name in nation.alliances
    )
    return tuple(
        Alliance(name, _cities(before, name), _cities(after, name), _goal(after, name))
        for name in names
    )


def aims_of(state: State) -> tuple[str, ...]:
    """How near each side is to a victory by capitals or production (C2 to C4)."""
    return tuple(view.text for view in aim_views(state))


def _cities(state: State, alliance: str) -> int:
    return sum(
        state.definition.board.territories[territory].victory_cities
        for nation in state.definition.politics.nations
        if alliance in nation.alliances
        for territory in _owned(state, nation.name)
    )


def _goal(state: State, alliance: str) -> int:
    options = state.definition.options
    switched_on = {
        "projection_of_power": options.projection_of_power,
        "honorable_surrender": options.honorable_surrender,
        "total_victory": options.total_victory,
    }
    goals = [
        level.cities
        for level in state.definition.victory.levels
        if level.alliance == alliance and switched_on.get(level.level, False)
    ]
    return min(goals, default=0)


def _owned(state: State, nation: str) -> list[str]:
    return [name for name, owner in state.owners.items() if owner == nation]
