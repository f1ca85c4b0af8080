"""The JSON Schemas of what commands print with --json: made here, kept in pbem/schemas.

``python -m tests.support.output_schemas`` writes them.  Whatever a test reads with --json is
checked against them (`check`).
"""

import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, get_args, get_origin

import click
import jsonschema
import msgspec

from pbem.cli import pbem
from pbem.result import Result

KEPT: Final = Path(__file__).parents[2] / "pbem" / "schemas"
_FAULT: Final = {
    "description": "What is wrong; some codes say more about it in fields of their own.",
    "type": "object",
    "required": ["code", "text", "exit_code"],
    "properties": {
        "code": {"type": "string", "description": "see `pbem help exit-codes`"},
        "text": {"type": "string"},
        "exit_code": {"type": "integer"},
        "record": {"type": ["integer", "null"], "description": "number of the first bad record"},
    },
}
_ANY: Final = {"description": "any value"}
_ERROR: Final = {"$ref": "#/$defs/error"}


def commands() -> Iterator[tuple[str, click.Command]]:
    """All commands that print JSON, by name; those below others as in ``mail-test``."""
    context = click.Context(pbem)
    for name in pbem.list_commands(context):
        found = pbem.get_command(context, name)
        assert found is not None
        inner = found.commands.items() if isinstance(found, click.Group) else ()
        yield from ((f"{name}-{below}", command) for below, command in inner)
        if not isinstance(found, click.Group):
            yield name, found


def schemas() -> Mapping[str, str]:
    """The schema of each command that says of which classes its data is."""
    found = {name: _schema(name, command) for name, command in commands()}
    return {name: text for name, text in found.items() if text}


def _schema(name: str, command: click.Command) -> str:
    given = getattr(command.callback, "__annotations__", {}).get("return")
    if get_origin(given) is not Result or get_origin(get_args(given)[0]) is Mapping:
        return ""
    (data,) = get_args(given)
    tops, defs = msgspec.json.schema_components(
        get_args(data) or (data,), schema_hook=lambda _: _ANY, ref_template="#/$defs/{name}"
    )
    for part in defs.values():
        part["description"] = inspect.cleandoc(part["description"])
    for top in tops:
        defs[top["$ref"].rpartition("/")[2]]["properties"]["error"] = _ERROR
    refused = {"type": "object", "required": ["error"], "properties": {"error": _ERROR}}
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"pbem {name.replace('-', ' ', 1)} --json",
        "anyOf": [*tops, refused | {"additionalProperties": False}],
        "$defs": {**defs, "error": _FAULT},
    }
    return f"{json.dumps(whole, indent=1)}\n"


def check(words: Sequence[str], out: str) -> None:
    """Fail when what a command printed with --json is not as its schema says."""
    validator = _validator(tuple(words[:2])) if out.startswith("{") else None
    if validator is not None:
        validator.validate(json.loads(out))


@cache
def _validator(words: tuple[str, ...]) -> jsonschema.Draft202012Validator | None:
    for name in ("-".join(words), *words[:1]):
        if name in _kept():
            text = (KEPT / f"{name}.json").read_text("utf-8")
            return jsonschema.Draft202012Validator(json.loads(text))
    return None


@cache
def _kept() -> frozenset[str]:
    return frozenset(path.stem for path in KEPT.glob("*.json"))


def write_all() -> None:
    """Write every schema."""
    KEPT.mkdir(exist_ok=True)
    for name, text in schemas().items():
        (KEPT / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
