"""Scenarios of the package that restate a map of the community say what that map says.

What differs on purpose is in ADR 0049.  Skipped where the shared folder is absent.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from engine.gamedef.presentation import rules_only
from engine.loading import load_scenario, read_triplea_map, tree_from_definition
from engine.values import replace

MAPS = Path(__file__).parents[4] / "shared" / "triplea" / "maps"

DIFFERENT: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "second_edition_1942": ("WW2v5_1942_2nd.xml", ("name",)),
    "anniversary_1941": ("WW2v3-1941.xml", ("name", "sequence")),
    "first_edition_global_1940": ("ww2global40.xml", ("name", "sequence", "triggers")),
}
"""The map that a scenario restates, and the parts that are not the same."""


_EDGES: Final = ("before", "after")


def _trees(scenario: str) -> tuple[dict[str, object], dict[str, object]]:
    path = MAPS / DIFFERENT[scenario][0]
    if not path.is_file():
        pytest.skip("needs ../shared/triplea")
    theirs = read_triplea_map(path.read_bytes())
    trees = [tree_from_definition(rules_only(one)) for one in (load_scenario(scenario), theirs)]
    return trees[0], trees[1]


@pytest.mark.parametrize("scenario", DIFFERENT)
def test_a_scenario_plays_as_the_map_that_it_restates(scenario: str) -> None:
    own, theirs = _trees(scenario)
    different = {key for key in own.keys() | theirs.keys() if own.get(key) != theirs.get(key)}
    assert different == set(DIFFERENT[scenario][1])


def test_the_anniversary_edition_differs_in_the_names_of_two_steps() -> None:
    path = MAPS / "WW2v3-1941.xml"
    if not path.is_file():
        pytest.skip("needs ../shared/triplea")
    own = load_scenario("anniversary_1941").sequence
    theirs = read_triplea_map(path.read_bytes()).sequence
    pairs = [(one, other) for one, other in zip(own, theirs, strict=True) if one != other]
    assert [(one.name, other.name) for one, other in pairs] == [
        ("italianBid", "italiansBid"),
        ("italianBidPlace", "italiansBidPlace"),
    ]
    assert all(replace(one, name="") == replace(other, name="") for one, other in pairs)


def test_global_1940_calls_its_steps_by_nation_and_phase_and_nothing_else_differs() -> None:
    own, theirs = _trees("first_edition_global_1940")
    steps = [step["name"] for step in _rows(own["sequence"])]
    names = dict(zip([step["name"] for step in _rows(theirs["sequence"])], steps, strict=True))
    assert own["sequence"] == [
        step | {"name": names[step["name"]]} for step in _rows(theirs["sequence"])
    ]
    moved = {f"{edge}:{name}": f"{edge}:{names[name]}" for name in names for edge in _EDGES}
    triggers = _rows(theirs["triggers"])
    for trigger in triggers:
        moments = trigger.get("moments", [])
        assert isinstance(moments, list)
        if moments:
            trigger["moments"] = [moved.get(moment, moment) for moment in moments]
    assert own["triggers"] == triggers


def _rows(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_the_anniversary_edition_has_the_victory_cities_of_its_rule_book() -> None:
    own = load_scenario("anniversary_1941")
    levels = {(entry.level, entry.alliance): entry.cities for entry in own.victory.levels}
    for alliance in ("Axis", "Allies"):
        assert levels["projection_of_power", alliance] == 13
        assert levels["honorable_surrender", alliance] == 15
        assert levels["total_victory", alliance] == 18
    cities = sum(area.victory_cities for area in own.board.territories.values())
    assert cities == 18
