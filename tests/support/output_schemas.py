"""The JSON Schemas of what commands print with --json: made here, kept in pbem/schemas.

``python -m tests.support.output_schemas`` writes them.  Whatever a test reads with --json is
checked against them (`check`).
"""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

import click
import jsonschema
import msgspec

from pbem.cli import pbem
from pbem.commands.start import start_page
from pbem.play.bot_messages import BotAnswer, BotGame, BotQuestion, BotReady
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
_BOT: Final = {
    "bot-game": BotGame,
    "bot-ready": BotReady,
    "bot-question": BotQuestion,
    "bot-answer": BotAnswer,
}
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
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
    """The schema of each command, of `pbem` alone, and of what is said to bots and by them."""
    found = {name: command.callback for name, command in commands()}
    said = {name: _schema(name, each) for name, each in {"pbem": start_page, **found}.items()}
    return said | {name: _message(name, made) for name, made in _BOT.items()}


def _schema(name: str, says: Callable[..., object] | None) -> str:
    """The schema that a function is annotated with; ValueError where it is not."""
    given = get_type_hints(says).get("return")
    results = [one for one in (given, *get_args(given)) if get_origin(one) is Result]
    if len(results) != 1:
        raise ValueError(f"{name} does not say of which classes its --json is made")
    (data,) = get_args(results[0])
    tops, defs = _components(name, get_args(data) or (data,))
    for top in tops:
        fields = defs[top["$ref"].rpartition("/")[2]]["properties"]
        if "error" in fields:
            raise ValueError(f"{name}: error is what is wrong with a save, and nothing else")
        fields["error"] = _ERROR
    refused = {"type": "object", "required": ["error"], "properties": {"error": _ERROR}}
    title = "pbem" if name == "pbem" else f"pbem {name.replace('-', ' ', 1)}"
    whole = {
        "$schema": _DIALECT,
        "title": f"{title} --json",
        "anyOf": [*tops, refused | {"additionalProperties": False}],
        "$defs": {**_in_order(defs), "error": _FAULT},
    }
    return f"{json.dumps(whole, indent=1)}\n"


def _message(name: str, made: type) -> str:
    """The schema of a line that is said to a bot or by one."""
    (top,), defs = _components(name, (made,))
    whole = {"$schema": _DIALECT, "title": name, **top, "$defs": _in_order(defs)}
    return f"{json.dumps(whole, indent=1)}\n"


def _components(name: str, made: tuple[Any, ...]) -> tuple[Any, Any]:
    """The schemas of some classes, and of all that are in them."""
    tops, defs = msgspec.json.schema_components(
        made, schema_hook=lambda _: _ANY, ref_template="#/$defs/{name}"
    )
    for part in defs.values():
        if "enum" not in part and part["type"] != "object":
            raise ValueError(f"{name}: {part['title']} is a value of the engine, and no Output")
        part["description"] = inspect.cleandoc(part["description"])
    return tops, defs


def _in_order(part: Any) -> Any:
    """A schema as every version of msgspec has it: in one order, and without names of keys."""
    if isinstance(part, dict):
        ordered = {k: _in_order(value) for k, value in part.items() if k != "propertyNames"}
        if "anyOf" in ordered:
            ordered["anyOf"].sort(key=json.dumps)
        return ordered
    return [_in_order(one) for one in part] if isinstance(part, list) else part


def check(words: Sequence[str], out: str) -> None:
    """Fail when what a command printed with --json is not as its schema says."""
    for line in out.splitlines() if out.startswith("{") else ():
        check_message(name_of(words), json.loads(line))


def check_message(name: str, message: object) -> None:
    """Fail when something that was said is not as the schema of that name has it."""
    _validator(name).validate(message)


def name_of(words: Sequence[str]) -> str:
    """The schema of a command, one below another, or `pbem` alone; of no command the last."""
    first, *rest = [word for word in words if not word.startswith("-")] or ["pbem"]
    # Not asked of the files themselves: a word can be longer than a name of a file.
    names = (*(f"{first}-{word}" for word in rest[:2]), first, "pbem")
    return next(name for name in names if name in _kept())


@cache
def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((KEPT / f"{name}.json").read_text("utf-8")))


@cache
def _kept() -> frozenset[str]:
    return frozenset(path.stem for path in KEPT.glob("*.json"))


def write_all() -> None:
    """Write every schema."""
    for path in KEPT.glob("*.json"):
        path.unlink()
    for name, text in schemas().items():
        (KEPT / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
