"""The vectors for standing orders: one failure a file, with the code that it must give (G20)."""

import json

import pytest

from pbem.replay import read_position
from pbem.save.errors import SaveError
from pbem.save.trust import open_save
from tests.support.standing_vectors import FOLDER, MANIFEST, vectors

ROWS = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["file"] for row in ROWS])
def test_vector(row: dict[str, object]) -> None:
    data = (FOLDER / str(row["file"])).read_bytes()
    try:
        save = open_save(data)
    except SaveError as error:
        assert row["found"] == "verification"
        assert (error.code, error.exit_code, error.index) == (
            row["code"],
            row["exit"],
            row["index"],
        )
        return
    error_of_play = read_position(save).error
    if error_of_play is None:
        assert row["found"] == ""
        return
    assert row["found"] == "play"
    found = (error_of_play.code, error_of_play.exit_code, error_of_play.index)
    assert found == (row["code"], row["exit"], row["index"])


def test_manifest_lists_every_file_and_the_good_one_holds_the_orders() -> None:
    files = sorted(path.name for path in FOLDER.glob("*.pbem"))
    assert sorted(str(row["file"]) for row in ROWS) == files
    good = read_position(open_save((FOLDER / "standing-good.pbem").read_bytes()))
    assert {nation: len(orders) for nation, orders in good.state.standing_orders.items()} == {
        "Russians": 2,
        "Germans": 1,
    }


def test_maker_and_manifest_agree() -> None:
    made = [(f"{one.name}.pbem", one.found, one.code, one.exit, one.index) for one in vectors()]
    listed = [(r["file"], r["found"], r["code"], r["exit"], r["index"]) for r in ROWS]
    assert made == listed
