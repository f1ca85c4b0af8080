"""Scenarios of the package that restate a map of the community say what that map says.

What differs on purpose is in ADR 0049.  Skipped where the shared folder is absent.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from engine.gamedef.definition import Definition
from engine.gamedef.presentation import rules_only
from engine.loading import load_scenario, read_triplea_map, tree_from_definition
from engine.loading.turns import step_name

SHARED: Final = Path(__file__).parents[4] / "shared" / "triplea"

_GLOBAL: Final = "folders/world_war_ii_global/map/games"

RESTATED: Final[Mapping[str, str]] = {
    "second_edition_1942": "maps/WW2v5_1942_2nd.xml",
    "anniversary_1941": "folders/world_war_ii_v3/map/games/WW2v3-1941.xml",
    "first_edition_global_1940": f"{_GLOBAL}/ww2global40.xml",
    "second_edition_global_1940": f"{_GLOBAL}/ww2global40_2nd_edition.xml",
}
"""The file that a scenario restates."""


def _facts(definition: Definition) -> dict[str, object]:
    """All that a game is played by, without its name; steps are called by nation and phase."""
    tree = tree_from_definition(rules_only(definition))
    del tree["name"]
    names: dict[object, str] = {}
    for step in _rows(tree["sequence"]):
        if "nation" in step:
            names[step["name"]] = step_name(str(step["phase"]), str(step["nation"]))
        step["name"] = names.get(step["name"], step["name"])
    for trigger in _rows(tree.get("triggers", [])):
        moments = [str(moment).partition(":") for moment in _list(trigger.get("moments", []))]
        trigger["moments"] = [f"{edge}{colon}{names.get(old, old)}" for edge, colon, old in moments]
    return tree


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _rows(value: object) -> list[dict[str, object]]:
    rows = [row for row in _list(value) if isinstance(row, dict)]
    assert len(rows) == len(_list(value))
    return rows


def _without_our_own(facts: dict[str, object]) -> dict[str, object]:
    """The facts without those that no map has, which an option of the rule book needs."""
    if "nation_rules" not in facts:
        return facts
    rules = [
        {key: value for key, value in row.items() if key != "keeps_off"}
        for row in _rows(facts["nation_rules"])
    ]
    return facts | {"nation_rules": [row for row in rules if row.keys() != {"nation"}]}


@pytest.mark.parametrize("scenario", RESTATED)
def test_a_scenario_plays_as_the_map_that_it_restates(scenario: str) -> None:
    path = SHARED / RESTATED[scenario]
    if not path.is_file():
        pytest.skip("needs ../shared/triplea")
    own = _without_our_own(_facts(load_scenario(scenario)))
    theirs = _facts(read_triplea_map(path.read_bytes()))
    assert own.keys() == theirs.keys()
    for part in own:
        assert own[part] == theirs[part], part


def test_the_anniversary_edition_has_the_victory_cities_of_its_rule_book() -> None:
    own = load_scenario("anniversary_1941")
    levels = {(entry.level, entry.alliance): entry.cities for entry in own.victory.levels}
    for alliance in ("Axis", "Allies"):
        assert levels["projection_of_power", alliance] == 13
        assert levels["honorable_surrender", alliance] == 15
        assert levels["total_victory", alliance] == 18
    cities = sum(area.victory_cities for area in own.board.territories.values())
    assert cities == 18
