"""`pbem luck` (ADR 0041)."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.table import Desk, desk

GAMES = Path(__file__).resolve().parents[2] / "savegames"
LOW_LUCK = GAMES / "low-luck-with-bids.pbem"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return desk(tmp_path_factory.mktemp("luck"), "Ann")


def test_nations_and_kinds_add_up(reader: Desk) -> None:
    data = reader.ok("luck", LOW_LUCK, "--json")
    rows = data.rows("nations")
    whole = data.data["all"]
    assert isinstance(whole, dict)
    assert sum(int(str(row["scored"])) for row in rows) == whole["scored"]
    for name in ("expected", "variance"):
        exact = sum(Fraction(str(row[f"{name}_fraction"])) for row in rows)
        assert exact == Fraction(whole[f"{name}_fraction"])
        assert whole[name] == float(exact)
    kinds = {str(row["kind"]): row for row in data.rows("kinds")}
    hits = sum(int(str(row["scored"])) for row in kinds.values() if row["scores"] == "hits")
    assert hits == whole["scored"]


def test_the_text_says_whether_it_is_noise(reader: Desk) -> None:
    text = reader.ok("luck", LOW_LUCK).out
    assert "By kind of roll:" in text
    assert "fair dice are as far off" in text
    assert "battles furthest from their exact odds" in text
    german = reader.ok("luck", LOW_LUCK, "--nation", "germans").out
    assert german.startswith("Germans: ")
    assert "Russians against Germans" in german
    assert "British against Italians" not in german


def test_a_nation_that_rolled_no_dice_is_refused_with_those_that_did(reader: Desk) -> None:
    error = reader.refused(2, "luck", LOW_LUCK, "--nation", "Swiss").error
    assert error["code"] == "no-dice-of-nation"
    assert "Germans" in str(error["text"])
