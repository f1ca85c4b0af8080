"""The JSON Schemas of the outputs are those of the program, and say what is there.

Every output that a test of commands reads with --json is checked against them (support/table.py).
"""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.support.output_schemas import KEPT, check, commands, schemas
from tests.support.table import Desk

NAMES = sorted(path.stem for path in KEPT.glob("*.json"))


def test_the_schemas_that_are_kept_are_those_of_the_program() -> None:
    """If not: python -m tests.support.output_schemas."""
    assert {name: (KEPT / f"{name}.json").read_text("utf-8") for name in NAMES} == schemas()


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_schema_with_a_sentence_for_each_object(name: str) -> None:
    found = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    assert [key for key, part in found["$defs"].items() if not part.get("description")] == []


def test_a_field_that_no_schema_knows_is_seen(tmp_path: Path) -> None:
    said = json.loads(Desk(tmp_path).ok("games", "--json").out)
    check(("games", "--json"), json.dumps(said))
    with pytest.raises(jsonschema.ValidationError):
        check(("games", "--json"), json.dumps(said | {"other": 1}))
    with pytest.raises(jsonschema.ValidationError):
        check(("games", "--json"), json.dumps({"games": [{"name": 1}]}))


def test_the_help_shows_a_schema(tmp_path: Path) -> None:
    shown = Desk(tmp_path).ok("help", "--schema", "games")
    assert json.loads(shown.out)["title"] == "pbem games --json"
    assert "status" in str(Desk(tmp_path).refused(2, "help", "--schema", "nothing").error["text"])


def test_every_command_takes_json() -> None:
    """And has a schema: one without cannot be made (support/output_schemas.py)."""
    dumb = [name for name, one in commands() if not any("--json" in p.opts for p in one.params)]
    assert dumb == []
