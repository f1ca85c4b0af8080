"""The units and switches of a scenario, read without its board."""

import pytest

from engine import DefinitionError
from engine.gamedef import Arsenal
from engine.loading import load_arsenal, load_scenario, scenario_names


@pytest.mark.parametrize("name", scenario_names())
def test_what_is_read_without_the_board_is_what_the_whole_file_says(name: str) -> None:
    whole = load_scenario(name)
    assert load_arsenal(name) == Arsenal(
        whole.unit_types,
        whole.prices,
        whole.support,
        whole.technologies,
        whole.options,
        whole.dice_sides,
    )
    assert list(load_arsenal(name).unit_types) == list(whole.unit_types)


@pytest.mark.parametrize("name", ["no_such_game", "../big_world_1942", ""])
def test_an_unknown_scenario_is_refused_with_those_that_are_known(name: str) -> None:
    with pytest.raises(DefinitionError, match="known: big_world_1942"):
        load_arsenal(name)
