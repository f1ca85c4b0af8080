"""The conformance cases of the shared folder, and the adapter that plays them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.conformance.case_file import Case
from tests.conformance.cases import FAILED, PASSED, UNSUPPORTED, judge, main, verdicts
from tests.conformance.replay_json import Table

SHARED = Path(__file__).resolve().parents[3] / "shared" / "triplea"
CASES = SHARED / "conformance.json"
MAPS = SHARED / "fixtures"

WHOLE = (
    "revised_test.xml",
    "lhtr_test.xml",
    "DelegateTest.xml",
    "pact_of_steel_2_test.xml",
    "big_world_1942_test.xml",
    "iron_blitz_test.xml",
    "Big_World_1942_v3rules.xml",
    "ww2v3_1942_test.xml",
)
"""Maps on which every case passes."""

pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="needs ../shared/triplea")


@pytest.mark.slow
def test_no_case_fails_and_every_case_of_the_older_rules_passes() -> None:
    found = list(verdicts(CASES, MAPS))
    assert [str(verdict) for verdict in found if verdict.outcome == FAILED] == []
    assert [
        str(verdict)
        for verdict in found
        if verdict.case.map_name in WHOLE and verdict.outcome != PASSED
    ] == []
    assert Counter(verdict.case.map_name for verdict in found)["DelegateTest.xml"] == 60
    for verdict in found:
        assert (verdict.outcome == UNSUPPORTED) == bool(verdict.why)


def played(**parts: object) -> str:
    """The verdict on a case that is made up of parts, on the map of the revised game."""
    plain = {"setup": [], "steps": [], "expected": [], **parts}
    lists = {key: tuple(value) for key, value in plain.items() if isinstance(value, list)}
    case = Case("made up", "revised_test.xml", **lists)
    return str(judge(case, MAPS))


def test_a_wrong_expectation_fails_with_its_reason() -> None:
    count = {"check": "unit_count", "territory": "Germany", "count": 99}
    assert played(expected=[count]).startswith("made up: failed: Germany: all units: ")
    move = {"op": "move", "units": {"infantry": 1}, "route": ["Germany", "Japan"]}
    steps = [{"op": "phase", "player": "Germans", "phase": "CombatMove"}, move]
    annotated = [{"check": "steps_as_annotated"}]
    assert played(steps=[steps[0], {**move, "expect": "refuse"}], expected=annotated) == (
        "made up: passed"
    )
    verdict = played(steps=[steps[0], {**move, "expect": "accept"}], expected=annotated)
    assert "failed: move 1 infantry: Germany > Japan: refused" in verdict


def test_a_map_read_in_part_does_not_hide_a_failure(tmp_path: Path) -> None:
    """What the map misses belongs to one nation, which the first case does not name."""
    plain = (MAPS / "DelegateTest.xml").read_text(encoding="utf-8")
    placing = '<option name="placementPerTerritory" value="3"/>'
    assert placing in plain
    partly = plain.replace(placing, '<option name="singing" value="true"/>')
    (tmp_path / "DelegateTest.xml").write_text(partly, encoding="utf-8")
    wrong: Table = {"check": "owner", "territory": "Libya", "owner": "British"}
    case = Case("made up", "DelegateTest.xml", (), (), (wrong,))
    assert "failed: owner of Libya: Japanese, not British" in str(judge(case, tmp_path))
    named: Table = {"check": "owner", "territory": "Libya", "owner": "Chinese"}
    verdict = str(judge(Case("made up", "DelegateTest.xml", (), (), (named,)), tmp_path))
    assert "unsupported" in verdict
    assert "option of RulesAttachment 'singing' is unknown" in verdict


def test_dice_that_are_missing_or_left_over_fail() -> None:
    fire = {"op": "aa_fire", "territory": "Germany", "owner": "British", "at": {"bomber": 2}}
    assert "asks for 2 dice" in played(steps=[{**fire, "dice": [{"pips": [1]}]}])
    assert "the last 1 dice" in played(steps=[{**fire, "dice": [{"pips": [1, 2, 3]}]}])
    assert played(steps=[{**fire, "dice": [{"pips": [1, 2]}]}]) == "made up: passed"


def test_what_is_not_known_is_unsupported_and_never_silent() -> None:
    assert "unsupported: the step 'dance'" in played(steps=[{"op": "dance"}])
    assert "unsupported: the expectation 'mood'" in played(expected=[{"check": "mood"}])
    query = {"check": "query", "what": "the weather", "value": 1}
    assert "unsupported: the fact 'the weather'" in played(expected=[query])
    case = Case("made up", "nowhere.xml", (), (), ())
    assert "unsupported: there is no map nowhere.xml" in str(judge(case, MAPS))


def test_the_command_prints_a_line_for_each_case_and_the_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"id": "good", "map": "revised_test.xml", "setup": [], "steps": [], "expected": []}
    bad = {**good, "id": "bad", "expected": [{"check": "dice_requests", "count": 1}]}
    odd = {**good, "id": "odd", "steps": [{"op": "dance"}]}
    for cases, code in (((good, odd), 0), ((good, bad, odd), 1)):
        path = tmp_path / "cases.json"
        path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
        assert main([str(path), "--maps", str(MAPS)]) == code
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "1 passed, 0 failed, 1 unsupported"
    assert lines[3] == "good: passed"
    assert lines[4] == "bad: failed: requests for dice: 0, not 1"
    assert lines[6] == "1 passed, 1 failed, 1 unsupported"
