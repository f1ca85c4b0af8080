"""The units and switches of a scenario, read without its board."""

import pytest

from engine import DefinitionError, with_option
from engine.gamedef import Options
from engine.loading import load_combat_rules, load_scenario, scenario_names


@pytest.mark.parametrize("name", scenario_names())
def test_what_is_read_without_the_board_is_what_the_whole_file_says(name: str) -> None:
    whole = load_scenario(name)
    assert load_combat_rules(name) == whole.combat_rules()
    assert list(load_combat_rules(name).unit_types) == list(whole.unit_types)


@pytest.mark.parametrize("name", ["no_such_game", "../big_world_1942", ""])
def test_an_unknown_scenario_is_refused_with_those_that_are_known(name: str) -> None:
    with pytest.raises(DefinitionError, match=r"known: .*big_world_1942"):
        load_combat_rules(name)


def test_options_are_shown_by_what_differs_from_the_rule_book() -> None:
    assert repr(Options()) == "Options()"
    changed = with_option(Options(low_luck=True), "tech_cost", 7, locked=False)
    assert repr(changed) == "Options(low_luck=True, tech_cost=7)"
