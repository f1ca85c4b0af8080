"""The ways to win out of a plain tree: victory cities, capitals, production; and back into it."""

from collections.abc import Collection

from engine.core.ids import NationName, TerritoryName, TheatreName
from engine.gamedef.definition import Definition
from engine.gamedef.names import VICTORY_LEVELS
from engine.gamedef.sides import Nation
from engine.gamedef.victory import (
    CapitalVictory,
    IncomeVictory,
    PointVictory,
    Recall,
    TheatreVictory,
    VictoryLevel,
)
from engine.loading import limits
from engine.loading.fields import Node, names_of


def read_victory(node: Node, nations: tuple[Nation, ...]) -> tuple[VictoryLevel, ...]:
    """The levels of victory by victory cities (B236)."""
    found: dict[tuple[str, str], VictoryLevel] = {}
    for item in node.items(limits.MAX_VICTORY):
        entry = item.table(("level", "alliance", "cities"))
        level = VictoryLevel(
            entry["level"].choice(VICTORY_LEVELS, "a victory level"),
            entry["alliance"].choice(_alliances(nations), "an alliance"),
            entry["cities"].whole(1, limits.MAX_NUMBER),
        )
        if (level.level, level.alliance) in found:
            raise item.error("this level of this alliance stands in the list twice")
        found[level.level, level.alliance] = level
    return tuple(found.values())


def read_capital_victories(
    node: Node, areas: Collection[TerritoryName], nations: tuple[Nation, ...]
) -> tuple[CapitalVictory, ...]:
    """The capitals that win, and when they are looked at (C2, C3, C75, C76)."""
    found: list[CapitalVictory] = []
    for item in node.items(limits.MAX_VICTORY):
        entry = item.table(("alliance", "capitals", "count"), ("after",))
        capitals = names_of(
            entry["capitals"], limits.MAX_NATIONS, areas, "an area of this scenario"
        )
        if not capitals:
            raise entry["capitals"].error("at least one area is wanted")
        names = tuple(nation.name for nation in nations)
        found.append(
            CapitalVictory(
                alliance=entry["alliance"].choice(_alliances(nations), "an alliance"),
                capitals=capitals,
                count=entry["count"].whole(1, len(capitals)),
                after=entry["after"].choice(names, "a nation") if "after" in entry else "",
            )
        )
    return tuple(found)


def read_income_victories(node: Node, nations: tuple[Nation, ...]) -> tuple[IncomeVictory, ...]:
    """The production that wins (C4)."""
    found: dict[str, IncomeVictory] = {}
    for item in node.items(limits.MAX_VICTORY):
        entry = item.table(("alliance", "income"))
        alliance = entry["alliance"].choice(_alliances(nations), "an alliance")
        if alliance in found:
            raise item.error("this alliance stands in the list twice")
        income = entry["income"].whole(1, limits.MAX_INCOME)
        found[alliance] = IncomeVictory(alliance, income)
    return tuple(found.values())


def read_point_victories(node: Node, nations: tuple[NationName, ...]) -> tuple[PointVictory, ...]:
    """The victory points that win, and what they are scored for."""
    found: dict[NationName, PointVictory] = {}
    for item in node.items(limits.MAX_NATIONS):
        entry = item.table(("nation", "points", "per_income", "per_damage"))
        nation = entry["nation"].choice(nations, "a nation")
        if nation in found:
            raise item.error("this nation stands in the list twice")
        found[nation] = PointVictory(
            nation,
            entry["points"].whole(0, limits.MAX_NUMBER),
            entry["per_income"].whole(0, limits.MAX_NUMBER),
            entry["per_damage"].whole(0, limits.MAX_NUMBER),
        )
    return tuple(found.values())


def read_theatre_victories(
    node: Node, nations: tuple[Nation, ...], theatres: tuple[TheatreName, ...]
) -> tuple[TheatreVictory, ...]:
    """The theatres of the board that win the game (L1, L2)."""
    found: dict[str, TheatreVictory] = {}
    for item in node.items(limits.MAX_VICTORY):
        entry = item.table(("alliance", "theatres"))
        alliance = entry["alliance"].choice(_alliances(nations), "an alliance")
        if alliance in found:
            raise item.error("this alliance stands in the list twice")
        names = names_of(entry["theatres"], limits.MAX_AREAS, theatres, "a theatre")
        if not names:
            raise entry["theatres"].error("at least one theatre is wanted")
        found[alliance] = TheatreVictory(alliance, names)
    return tuple(found.values())


def read_recalls(
    node: Node,
    nations: tuple[Nation, ...],
    theatres: tuple[TheatreName, ...],
    areas: Collection[TerritoryName],
) -> tuple[Recall, ...]:
    """Who may take his units home when a theatre is won (L46)."""
    found: list[Recall] = []
    for item in node.items(limits.MAX_NATIONS):
        entry = item.table(("nation", "theatre", "alliance", "goal"))
        nation = entry["nation"].choice(tuple(one.name for one in nations), "a nation")
        if any(other.nation == nation for other in found):
            raise item.error("this nation stands in the list twice")
        found.append(
            Recall(
                nation,
                entry["theatre"].choice(theatres, "a theatre"),
                entry["alliance"].choice(_alliances(nations), "an alliance"),
                entry["goal"].choice(areas, "an area of this scenario"),
            )
        )
    return tuple(found)


def victories_to_plain(definition: Definition) -> dict[str, object]:
    """The lists that the readers above read; those that are empty are left out."""
    plain: dict[str, object] = {}
    if definition.victory.by_capitals:
        plain["capital_victory"] = [
            {"alliance": entry.alliance, "capitals": list(entry.capitals), "count": entry.count}
            | ({"after": entry.after} if entry.after else {})
            for entry in definition.victory.by_capitals
        ]
    if definition.victory.by_income:
        plain["income_victory"] = [
            {"alliance": entry.alliance, "income": entry.income}
            for entry in definition.victory.by_income
        ]
    if definition.victory.by_points:
        plain["point_victory"] = [
            {
                "nation": entry.nation,
                "points": entry.points,
                "per_income": entry.per_income,
                "per_damage": entry.per_damage,
            }
            for entry in definition.victory.by_points
        ]
    if definition.victory.by_theatres:
        plain["theatre_victory"] = [
            {"alliance": entry.alliance, "theatres": list(entry.theatres)}
            for entry in definition.victory.by_theatres
        ]
    if definition.victory.recalls:
        plain["recalls"] = [
            {
                "nation": entry.nation,
                "theatre": entry.theatre,
                "alliance": entry.alliance,
                "goal": entry.goal,
            }
            for entry in definition.victory.recalls
        ]
    return plain


def _alliances(nations: tuple[Nation, ...]) -> tuple[str, ...]:
    return tuple({name: None for nation in nations for name in nation.alliances})
