"""`pbem config`: where the settings are, what they say, and whether they are right."""

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from engine.lazy import LazyFunction
from pbem.config import read_config
from pbem.files import write_atomic
from pbem.home import Home
from pbem.hooks.model import Hook, HookEvent
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.text import plain, quoted
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.hooks.running import run_hook
else:
    # Late: it asks servers.
    run_hook = LazyFunction("pbem.hooks.running", "run_hook")

_FAILED = 9


@click.group("config")
def command() -> None:
    """Show, change and check your settings; `pbem help configuration` lists them all."""


class ConfigPath(Output):
    """Where the settings are."""

    file: str
    home: str
    exists: bool


class SettingsOutput(Output):
    """All settings, by their dotted names."""

    settings: dict[str, object]


class SettingOutput(Output):
    """One setting."""

    key: str
    value: object


class SettingFile(Output):
    """The setting that was changed, and in which file."""

    key: str
    file: str


class ConfigCheck(Output):
    """So many settings are right."""

    ok: bool
    settings: int


class HookTrial(Output):
    """What became of a hook; problem: "" when it worked."""

    name: str
    problem: str


class HookTrials(Output):
    """What became of each hook."""

    hooks: list[HookTrial]


@command.command("path")
@JSON
def _path(as_json: bool) -> Result[ConfigPath]:
    """Print where the file is; it need not exist yet."""
    del as_json
    home = Home.standard()
    file = home.root / "config.toml"
    return Result(str(file), ConfigPath(str(file), str(home.root), file.is_file()))


@command.command("show")
@JSON
def _show(as_json: bool) -> Result[SettingsOutput]:
    """Print all settings, one a line."""
    del as_json
    found = _flat(_read(Home.standard()))
    lines = [f"{name} = {_written(value)}" for name, value in found.items()]
    text = "\n".join(plain(line) for line in lines)
    return Result(text or "Nothing is set: everything is as it comes.", SettingsOutput(found))


@command.command("get")
@click.argument("key")
@JSON
def _get(key: str, as_json: bool) -> Result[SettingOutput]:
    """Print one setting, such as mail.address."""
    del as_json
    found = _flat(_read(Home.standard()))
    if key not in found:
        known = f"Set are: {', '.join(found)}." if found else "Nothing is set."
        raise UsageError("not-set", f"{quoted(key)} is not set.", plain(known))
    return Result(plain(str(found[key])), SettingOutput(key, found[key]))


@command.command("set", short_help="Change one setting.")
@click.argument("key")
@click.argument("value")
@JSON
def _set(key: str, value: str, as_json: bool) -> Result[SettingFile]:
    """Change one setting, such as player or dice.folder; the rest of the file stays as it is.

    What would not be right afterwards is refused, and the file stays as it was.
    """
    del as_json
    home = Home.standard()
    file = home.root / "config.toml"
    _read(home)
    before = file.read_text("utf-8") if file.is_file() else ""
    after = _changed(before, key, _value(value))
    home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    trial = home.root / "config.toml.try"
    write_atomic(trial, after.encode())
    try:
        read_config(trial)
    finally:
        trial.unlink()
    write_atomic(file, after.encode())
    return Result(f"{key} is set in {plain(str(file))}.", SettingFile(key, str(file)))


@command.command("check")
@JSON
def _check(as_json: bool) -> Result[ConfigCheck]:
    """Say whether the file is right; the first wrong entry is named."""
    del as_json
    home = Home.standard()
    settings = _flat(_read(home))
    read_config(home.root / "config.toml")
    return Result("All settings are right.", ConfigCheck(ok=True, settings=len(settings)))


@command.command("hooks", short_help="Run each of your hooks once, to try them.")
@JSON
def _hooks(as_json: bool) -> Result[HookTrials]:
    """Run each of your hooks once, to try them, and say what became of it.

    A hook is a command, or an address to post to, for when a turn comes, a mail is not delivered or
    somebody is late; `pbem help configuration` says how to set one.
    """
    del as_json
    tried = [HookTrial(plain(hook.name), _try(hook)) for hook in Home.standard().config.hooks]
    lines = [
        f"{one.name}: {f'does not work: {one.problem}.' if one.problem else 'works.'}"
        for one in tried
    ]
    failed = any(one.problem for one in tried)
    text = "\n".join(lines) or "No hook is set; `pbem help configuration` says how."
    return Result(text, HookTrials(tried), _FAILED if failed else 0)


def _try(hook: Hook) -> str:
    text = f"This is a try of the hook {plain(hook.name)}: nothing has happened."
    return run_hook(hook, HookEvent(hook.on[0], text))


def _read(home: Home) -> Mapping[str, object]:
    """What the file says, right or not.  Raises as `read_config` does for what is not TOML."""
    file = home.root / "config.toml"
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        read_config(file)
        raise


def _flat(table: Mapping[str, object], before: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{before}{name}.")
        else:
            found[f"{before}{name}"] = value
    return found


def _value(text: str) -> object:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isascii() and text.isdigit() else text


def _written(value: object) -> str:
    """A value as TOML; its strings are written as those of JSON."""
    import json  # noqa: PLC0415 - late, to start quickly

    return json.dumps(value, ensure_ascii=False)


def _changed(text: str, key: str, value: object) -> str:
    """The file with another line for a key, in the table to which it belongs."""
    table, _, name = key.rpartition(".")
    lines = text.splitlines()
    start = 0
    if table:
        if f"[{table}]" not in (line.strip() for line in lines):
            lines += ["", f"[{table}]"] if lines else [f"[{table}]"]
        start = next(i for i, line in enumerate(lines) if line.strip() == f"[{table}]") + 1
    end = next(
        (i for i in range(start, len(lines)) if lines[i].lstrip().startswith("[")), len(lines)
    )
    row = f"{name} = {_written(value)}"
    for place in range(start, end):
        if lines[place].partition("=")[0].strip() == name:
            lines[place] = row
            break
    else:
        lines.insert(start, row)
    return "\n".join(lines) + "\n"
