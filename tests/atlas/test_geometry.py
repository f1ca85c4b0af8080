"""What every drawing of a board holds, whatever it was made from."""

import pytest

from engine import load_scenario
from engine.loading import scenario_names
from pbem.atlas import geometry_of


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_area_is_drawn_once_and_seas_come_first(scenario: str) -> None:
    definition = load_scenario(scenario)
    areas = geometry_of(definition).areas
    assert sorted(area.name for area in areas) == sorted(definition.board.territories)
    assert [area.is_sea for area in areas] == sorted((area.is_sea for area in areas), reverse=True)
