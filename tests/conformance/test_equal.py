"""Random games that are recorded and compared; the engine itself is not needed here."""

from pathlib import Path

import pytest

from tests.conformance import equal
from tests.conformance.equal import Plan, main, plans, shrunk
from tests.conformance.replay_game import Result

MAPS = (Path("a.xml"), Path("b.xml"))


def test_the_same_seed_plans_the_same_games() -> None:
    planned = plans(7, 20, MAPS, 3)
    assert planned == plans(7, 20, MAPS, 3)
    assert planned != plans(8, 20, MAPS, 3)
    assert {plan.map_file for plan in planned} == set(MAPS)
    assert len({plan.options for plan in planned}) > 1


def test_a_plan_is_what_the_engine_is_told() -> None:
    plan = Plan(Path("a.xml"), 5, "wild3,weak", 2, ("opt", "ll"))
    said = plan.command(plan.map_file, Path("out"), 60)[1:]
    assert said == [
        "record",
        "a.xml",
        str(Path("out").absolute()),
        "5",
        "wild3,weak",
        "2",
        "60",
        "opt",
        "ll",
    ]


@pytest.mark.parametrize(("differs_from", "least"), [(1, 1), (2, 2), (3, 3)])
def test_a_game_that_differs_is_shown_with_the_fewest_rounds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, differs_from: int, least: int
) -> None:
    def recorded(plan: Plan, folder: Path, seconds: int) -> Result:
        same = plan.rounds < differs_from
        return Result("game", 1, 0, equal_steps=int(same))

    monkeypatch.setattr(equal, "record", recorded)
    assert shrunk(Plan(MAPS[0], 1, "wild3", 3, ()), tmp_path, 60).rounds == least


def test_without_the_engine_nothing_is_compared_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(equal, "ORACLE", tmp_path / "nowhere")
    assert main([]) == 0
    assert "nothing was compared" in capsys.readouterr().out
