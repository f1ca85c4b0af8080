"""Moves that another engine has judged: a part of the samples, and the adapter that compares."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.conformance.legality import compare, main
from tests.conformance.replay_game import SHARED
from tests.conformance.replay_json import Table, text
from tests.conformance.samples import (
    CARGO_LEFT,
    NO_SHIP,
    Account,
    agreement,
    read_lines,
    report,
)

LEGALITY = SHARED / "legality"

needs_samples = pytest.mark.skipif(
    not LEGALITY.is_dir(), reason="the samples are not beside the project (../shared/triplea)"
)

WHOLE = (
    "big_world_1942",
    "revised_test",
    "lhtr",
    "pact_of_steel",
    "ww2v2",
    "minimap",
    "classic",
    "iron_blitz",
    "270BC",
    "pacific",
)
"""Maps that need no rule that is not there."""

APART = {"270BC": 33}
"""How many moves are set apart on a map where that is more than one in a hundred."""


def file_of(name: str) -> Path:
    """The samples of a map."""
    return LEGALITY / f"{name}.jsonl.gz"


def written(folder: Path, lines: list[Table]) -> Path:
    """A file of samples made up of these lines, in a folder of samples of its own."""
    path = folder / "legality" / "made_up.jsonl.gz"
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def first_lines(name: str, moves: int) -> list[Table]:
    """The positions of a map and its first moves, each once and in the order of the file."""
    lines: list[Table] = []
    for line in read_lines(file_of(name)):
        if line["kind"] == "position" or sum(e["kind"] == "move" for e in lines) < moves:
            lines.append(line)
    return lines


@needs_samples
@pytest.mark.parametrize("name", WHOLE)
def test_every_verdict_on_a_map_that_is_read_whole_is_the_recorded_one(name: str) -> None:
    (account,) = compare([file_of(name)])
    assert account.missing == ()
    assert account.details == []
    assert account.agreed == account.asked > 1200
    assert account.is_enough
    assert set(account.apart) <= {CARGO_LEFT, NO_SHIP}
    assert account.apart.total() <= APART.get(name, account.asked // 100)


@needs_samples
def test_a_verdict_that_is_turned_round_is_a_disagreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = first_lines("big_world_1942", 40)
    path = written(tmp_path, lines)
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "40 of 40 agree (100.00 %)"
    moves = [line for line in lines if line["kind"] == "move"]
    legal = [move for move in moves if move["legal"]]
    assert 0 < len(legal) < 40
    for move in moves:
        move["legal"] = not move["legal"]
    assert main([str(written(tmp_path, lines)), "--disputes"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "big_world_1942: 0 of 40 agree (0.00 %)"
    assert out[-1] == "0 of 40 agree (0.00 %)"
    assert any("recorded legal, ours refused (" in line for line in out)
    assert any(line.endswith("ours legal") for line in out)
    assert sum(line.startswith("    big_world_1942#") for line in out) == 40


@needs_samples
def test_cargo_that_is_left_behind_is_set_apart_only_where_nothing_else_is_wrong() -> None:
    (account,) = compare([file_of("lhtr")])
    left = [
        line
        for line in read_lines(file_of("lhtr"))
        if line.get("error") == "Transports cannot leave their units"
    ]
    assert 0 < account.apart[CARGO_LEFT] <= len(left)
    assert account.asked + account.apart.total() == sum(
        line["kind"] == "move" for line in read_lines(file_of("lhtr"))
    )


@needs_samples
def test_a_map_that_is_refused_is_unsupported_and_named_with_what_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = first_lines("pacific", 10)
    (name,) = {text(line["map_file"]) for line in lines if line["kind"] == "position"}
    data = (SHARED / "maps" / name).read_text(encoding="utf-8")
    more = '<property name="Limit SBR Damage Per Turn" value="true"/></propertyList>'
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / name).write_text(data.replace("</propertyList>", more), encoding="utf-8")
    path = written(tmp_path, lines)
    assert main([str(path)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "pacific: unsupported, 10 moves are not counted"
    assert any(line.startswith("  missing: ") for line in out)
    assert any(line.startswith("  as far as the map is read ") for line in out)
    assert out[-1] == "0 of 0 agree (0.00 %)"


def test_one_map_below_99_of_100_is_not_enough_whatever_the_others_are() -> None:
    good = Account("lhtr", asked=9900, agreed=9900)
    edge = Account("revised", asked=100, agreed=99)
    bad = Account("minimap", asked=100, agreed=98, kinds=Counter({"a kind": 2}))
    assert report([good, edge], "moves", details=False) == (
        [
            "lhtr: 9900 of 9900 agree (100.00 %)",
            "revised: 99 of 100 agree (99.00 %)",
            "9999 of 10000 agree (99.99 %)",
        ],
        True,
    )
    lines, enough = report([good, bad], "moves", details=False)
    assert not enough
    assert lines[1:3] == ["minimap: 98 of 100 agree (98.00 %)", "  2 x a kind"]


def test_an_older_map_has_to_be_read_whole_and_another_has_not() -> None:
    assert not Account("lhtr", asked=1, agreed=1, missing=("a rule",)).is_enough
    assert Account("pacific", asked=9, agreed=0, missing=("a rule",)).is_enough


def test_the_part_is_cut_and_never_rounded_up() -> None:
    assert agreement(99_999, 100_000) == "99999 of 100000 agree (99.99 %)"
    assert agreement(0, 0) == "0 of 0 agree (0.00 %)"
