"""Battles of the TripleA calculator beside ours; skipped where its answers are not there."""

import json
from pathlib import Path

import pytest

from tests.conformance import odds
from tests.conformance.replay_game import SHARED

FILE = SHARED / "odds" / "odds.json"


@pytest.mark.slow
@pytest.mark.skipif(not FILE.is_file(), reason="the answers of the TripleA calculator are not here")
def test_battles_of_the_calculator_agree(tmp_path: Path) -> None:
    """Every battle of up to twelve units; all of them are compared by hand."""
    value = json.loads(FILE.read_text(encoding="utf-8"))
    value["battles"] = [
        line
        for line in value["battles"]
        if sum(line["attackers"].values()) + sum(line["defenders"].values()) <= 12
    ]
    (tmp_path / "few").mkdir()
    sample = tmp_path / "few" / "odds.json"
    sample.write_text(json.dumps(value), encoding="utf-8")
    lines, equal = odds.report(odds.compare(sample))
    assert equal, "\n".join(lines)
    assert int(lines[-1].split()[2]) > 30
