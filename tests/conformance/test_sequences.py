"""Whole phases that another engine has played: the maps that are read whole, and the adapter."""

import gzip
import json
from copy import deepcopy
from pathlib import Path

import pytest

from tests.conformance.replay_game import SHARED
from tests.conformance.replay_json import Table, table, tables
from tests.conformance.samples import read_lines
from tests.conformance.sequences import compare, main

SEQUENCES = SHARED / "sequences"

pytestmark = pytest.mark.skipif(
    not SEQUENCES.is_dir(), reason="the samples are not beside the project (../shared/triplea)"
)

EQUAL = (
    "big_world_1942",
    "pact_of_steel",
    "minimap",
    "revised_test",
    "ww2v2",
    "lhtr",
    "classic",
    "iron_blitz",
    "270BC",
    "pacific",
)
"""Maps on which every phase is equal, but for those that are set apart."""

APART = {"270BC": 3, "revised_test": 1, "ww2v2": 1, "lhtr": 1, "classic": 1, "pacific": 1}
"""How many phases are set apart, each for a fault of the engine (engine_bugs.md)."""


def file_of(name: str) -> Path:
    """The phases of a map."""
    return SEQUENCES / f"{name}.jsonl.gz"


def written(folder: Path, lines: list[Table]) -> Path:
    """A file of samples made up of these lines, in a folder of samples of its own."""
    path = folder / "sequences" / "made_up.jsonl.gz"
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)
    return path


@pytest.mark.parametrize("name", EQUAL)
def test_every_phase_on_a_map_that_is_read_whole_ends_as_recorded(name: str) -> None:
    (account,) = compare([file_of(name)])
    assert account.missing == ()
    assert account.details == []
    assert account.agreed == account.asked >= 16
    phases = sum(count for why, count in account.apart.items() if why.startswith("phases"))
    assert phases == APART.get(name, 0)


def test_every_fact_of_the_end_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = next(
        line
        for line in read_lines(file_of("big_world_1942"))
        if line["pending_battles"] and line["conquered"] and line["air_cannot_land"]
    )
    assert main([str(written(tmp_path, [chosen]))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 agree (100.00 %)"
    for kind, wrong in spoiled(chosen).items():
        assert main([str(written(tmp_path, [wrong]))]) == 1
        out = capsys.readouterr().out.splitlines()
        assert out[0] == "big_world_1942: 0 of 1 agree (0.00 %)"
        assert f"  1 x {kind}" in out


def spoiled(line: Table) -> dict[str, Table]:
    """The phase with one fact of its end changed, for each kind of fact."""
    found: dict[str, Table] = {}

    def copy(kind: str) -> Table:
        found[kind] = deepcopy(line)
        return found[kind]

    stack = next(s for s in tables(table(copy("units")["end"])["units"]) if s["type"] == "factory")
    stack["territory"] = "Bermuda"
    table(copy("movement left")["end"])["already_moved"] = {}
    owners = table(table(copy("owners")["end"])["owners"])
    owners["Bermuda"] = "Japanese"
    table(table(table(copy("money")["end"])["resources"])["Chinese"])["PUs"] = 99
    copy("conquered")["conquered"] = [*line_list(line, "conquered"), "Bermuda"]
    copy("battles")["pending_battles"] = []
    copy("aircraft that cannot stay")["air_cannot_land"] = []
    moves = tables(copy("AA dice")["moves"])
    next(move for move in moves if move["legal"])["aa_dice_missed"] = 3
    return found


def line_list(line: Table, key: str) -> list[str]:
    """A list of names."""
    value = line[key]
    return [str(name) for name in value] if isinstance(value, list) else []


def test_after_a_move_that_ours_refuses_nothing_of_the_phase_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = next(read_lines(file_of("big_world_1942")))
    first = next(n for n, move in enumerate(tables(line["moves"])) if not move["legal"])
    tables(line["moves"])[first]["legal"] = True
    assert main([str(written(tmp_path, [line])), "--disputes"]) == 1
    out = capsys.readouterr().out.splitlines()
    count = len(tables(line["moves"]))
    assert out[1].startswith(f"  moves: {first} of {count} agree")
    assert any("recorded legal, ours refused (" in text for text in out)
    assert out[-1] == "0 of 1 agree (0.00 %)"
