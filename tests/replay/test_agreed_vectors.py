"""Every file in tests/vectors/agreed is sound in itself, and replay says what its manifest says."""

import json

import pytest

from pbem.replay import read_position
from pbem.save.trust import open_save
from tests.support.agreed_vectors import FOLDER, vectors
from tests.support.independent_reader import read

MANIFEST: list[dict[str, object]] = json.loads((FOLDER / "manifest.json").read_text("ascii"))


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: str(entry["file"]))
def test_vector(entry: dict[str, object]) -> None:
    data = (FOLDER / str(entry["file"])).read_bytes()
    save = open_save(data)
    assert read(data).head == save.head
    error = read_position(save).error
    if entry["code"] is None:
        assert error is None
        return
    assert error is not None
    assert (error.code, error.exit_code, error.index) == (
        entry["code"],
        entry["exit"],
        entry["index"],
    )


def test_maker_makes_these_files() -> None:
    files = {path.name for path in FOLDER.iterdir()} - {"manifest.json"}
    assert files == {f"{name}.pbem" for name in vectors()} == {str(e["file"]) for e in MANIFEST}
