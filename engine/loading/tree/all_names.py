"""The names of everything in a scenario, collected before anything else is read."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.core.ids import (
    PUS,
    VICTORY_POINTS,
    ResourceName,
    TerritoryName,
    TheatreName,
)
from engine.gamedef import bounds
from engine.gamedef.conditions import ANY_RELATION
from engine.gamedef.option_values import option_names
from engine.gamedef.options import Options
from engine.gamedef.relations import USUAL
from engine.gamedef.schema import (
    ActionName,
    AnyRelation,
    BuyListName,
    ConditionName,
    CountryName,
    GoodsName,
    HoldingName,
    LandName,
    Moment,
    OnOffName,
    OptionName,
    RelationName,
    StepName,
    SupportName,
    SwitchName,
    TriggerName,
)
from engine.loading.fields import Node, shown
from engine.loading.record.values import Known
from engine.loading.tree.names import (
    goods_names,
    names_of_box,
    numbered,
    row_names,
    technology_names,
)

_EMPTY: Final = Node([], "")


def scenario_names(top: Mapping[str, Node]) -> dict[str, Known]:
    """All names, by kind; top: the fields of a scenario.

    Raises DefinitionError for an invalid name, and for one that is given twice.
    """
    goods = goods_names(top)
    steps = row_names(top, "sequence", bounds.MAX_STEPS, "step")
    relations = (*USUAL, *row_names(top, "relation_types", bounds.MAX_LISTS, "type", taken=USUAL))
    land = _keys(top, "land", bounds.MAX_AREAS)
    sea = _keys(top, "sea", bounds.MAX_AREAS)
    for name in sea:
        if name in land:
            raise top["sea"].error(f"there is already an area of this name: {shown(name)}")
    technologies = technology_names(top)
    row_names(top, "technology_categories", bounds.MAX_TECHNOLOGIES, "chart", taken=technologies)
    countries = top["blocks"].mapping() if "blocks" in top else {}
    here = {key: Node(value, f"blocks.{key}") for key, value in countries.items()}
    found: dict[object, Iterable[str]] = {
        **names_of_box(top),
        TerritoryName: sorted((*land, *sea)),
        LandName: sorted(land),
        TheatreName: sorted(_theatres(top)),
        ResourceName: (PUS, *goods),
        GoodsName: goods,
        HoldingName: (PUS, VICTORY_POINTS, *goods),
        RelationName: relations,
        AnyRelation: (*ANY_RELATION, *relations),
        StepName: steps,
        Moment: (
            "start",
            "called",
            *(f"{edge}:{step}" for step in steps for edge in ("before", "after")),
        ),
        ConditionName: row_names(top, "conditions", bounds.MAX_CONDITIONS, "condition"),
        TriggerName: row_names(top, "triggers", bounds.MAX_TRIGGERS, "trigger"),
        SwitchName: _keys(top, "switches", bounds.MAX_CONDITIONS),
        BuyListName: sorted(_keys(top, "buy_lists", bounds.MAX_LISTS)),
        ActionName: row_names(top, "politics", bounds.MAX_TRIGGERS, "action"),
        CountryName: row_names(here, "countries", bounds.MAX_LISTS, "country"),
        SupportName: _supports(top),
        OptionName: option_names(),
        OnOffName: _on_off(),
    }
    return numbered(found)


def _on_off() -> list[str]:
    usual = Options()
    return [name for name in option_names() if isinstance(getattr(usual, name), bool)]


def _keys(top: Mapping[str, Node], key: str, most: int) -> tuple[str, ...]:
    return tuple(top[key].named(most)) if key in top else ()


def _supports(top: Mapping[str, Node]) -> tuple[str, ...]:
    """The names of support rules, of which several may have the same."""
    rows = (item.mapping() for item in top.get("support", _EMPTY).items(bounds.MAX_SUPPORT))
    return tuple(dict.fromkeys(str(row["name"]) for row in rows if "name" in row))


def _theatres(top: Mapping[str, Node]) -> set[str]:
    found: set[str] = set()
    for key in ("land", "sea"):
        for name, value in top[key].mapping().items():
            row = Node(value, f"{key}.{name}").mapping()
            if "theatre" in row:
                found.add(Node(row["theatre"], f"{key}.{name}.theatre").name())
    return found
