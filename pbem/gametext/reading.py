"""A game text, read and played; every wrong line is named with its number.

Source: docs/formats/game-text-v1.md.  The text is hostile: it may come from a forum.
"""

import base64
import binascii
import json
import re
import zlib
from dataclasses import dataclass, field
from typing import Final

from engine import (
    RULES_VERSION,
    AgreedEdit,
    AgreeDraw,
    Definition,
    DefinitionError,
    GiveUp,
    IllegalActionError,
    NationName,
    NotationError,
    RollResult,
    definition_from_tree,
    load_scenario,
    parse_change,
    parse_order,
    scenario_names,
)
from pbem.gametext.model import FIRST_LINE, GameText, GameTextHead, GameTextPlayer, Line, Remark
from pbem.gametext.writing import scenario_digest
from pbem.replay import History, with_options
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.canonical import decode
from pbem.wire.errors import SaveError

MAX_BYTES: Final = 16 * 1024 * 1024
_MAX_TREE: Final = 8 * 1024 * 1024
_MAX_LINES: Final = 500_000
_GAME = re.compile(r"[0-9a-f]{32}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_BETWEEN_CHANGES = re.compile(r';(?=(?:[^"]*"[^"]*")*[^"]*$)')
_WAY_OUT: Final = "Ask for the text again, or for the save."


@dataclass(slots=True)
class _Facts:
    """The lines of the head as they are found."""

    name: str = ""
    game: str = ""
    step: int | None = None
    rules: str = ""
    scenario: str = ""
    packed: list[str] = field(default_factory=list)
    options: dict[str, object] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)


def read_game_text(data: bytes) -> tuple[GameText, History]:
    """The game of a text, and every moment of it.

    Raises UsageError that names the line and the reason.
    """
    if len(data) > MAX_BYTES:
        raise UsageError("game-text-too-large", f"A game text has at most {MAX_BYTES} bytes.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            "game-text-unreadable", f"The text is not UTF-8: {error.reason} at byte {error.start}."
        ) from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > _MAX_LINES:
        raise UsageError("game-text-too-large", f"A game text has at most {_MAX_LINES} lines.")
    lines = [_unquoted(line) for line in lines]
    while lines and not lines[0]:
        lines = lines[1:]
    end = next((number for number, line in enumerate(lines) if not line), len(lines))
    head, definition = _head(lines[:end])
    return _play(GameText(head, definition, ()), lines, end)


def _unquoted(line: str) -> str:
    return line.lstrip("> \t").rstrip()


def _fault(number: int, line: str, reason: str) -> UsageError:
    shown = quoted(line[:60])
    return UsageError("game-text-unreadable", f"Line {number}, {shown}: {reason}.", _WAY_OUT)


def _head(lines: list[str]) -> tuple[GameTextHead, Definition]:
    if not lines or lines[0] != FIRST_LINE:
        raise UsageError("game-text-unreadable", f"The text does not begin with {FIRST_LINE!r}.")
    facts = _Facts()
    for number, line in enumerate(lines[1:], start=2):
        try:
            _fact(facts, line)
        except (ValueError, KeyError) as error:
            raise _fault(number, line, str(error) or "it is not a line of the head") from None
    if facts.rules != RULES_VERSION:
        raise UsageError(
            "other-rules-version",
            f"The game is played by rules version {quoted(facts.rules)}; this program has "
            f"{quoted(RULES_VERSION)}.",
        )
    if not _GAME.fullmatch(facts.game):
        raise UsageError("game-text-unreadable", "The head has no line `from:` with a game id.")
    try:
        scenario = _scenario(facts)
        definition = with_options(scenario, facts.options)
    except DefinitionError as error:
        raise UsageError("bad-scenario", f"The game cannot be played: {error}.", _WAY_OUT) from None
    head = GameTextHead(facts.name, facts.game, facts.step, scenario, facts.options, facts.seats)
    return head, definition


def _fact(facts: _Facts, line: str) -> None:
    """One line of the head; ValueError with the reason when it is not one."""
    key, _, value = line.partition(":")
    value = value.strip()
    if line.startswith("|") and facts.scenario == "embedded":
        facts.packed.append(line[1:].strip())
    elif key == "name":
        facts.name = _string(value)
    elif key == "from":
        facts.game = value
    elif key == "step":
        facts.step = _number(value)
    elif key == "rules":
        facts.rules = value
    elif key == "scenario":
        facts.scenario = value
    elif key == "option":
        name, _, setting = value.partition("=")
        facts.options[name.strip()] = json.loads(setting)
    elif key == "seat":
        nation, end = json.JSONDecoder().raw_decode(value)
        facts.seats[str(nation)] = _string(value[end:].strip().removeprefix("=").strip())
    else:
        raise ValueError("it is not a line of the head")


def _string(text: str) -> str:
    value = json.loads(text)
    if not isinstance(value, str):
        raise TypeError("expected a text in quotes")
    return value


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError("expected a number")
    return int(text)


def _scenario(facts: _Facts) -> Definition:
    if facts.scenario == "embedded":
        return definition_from_tree(_tree("".join(facts.packed)))
    name, _, digest = facts.scenario.partition(" ")
    if name not in scenario_names():
        known = ", ".join(scenario_names())
        raise DefinitionError(f"this program has no scenario {name!r}; it has {known}")
    scenario = load_scenario(name)
    if scenario_digest(scenario) != digest:
        raise DefinitionError(f"this program has another version of the scenario {name}")
    return scenario


def _tree(packed: str) -> object:
    try:
        inflater = zlib.decompressobj()
        tree = inflater.decompress(base64.b64decode(packed, validate=True), _MAX_TREE)
        if inflater.unconsumed_tail or not inflater.eof:
            raise DefinitionError("the embedded scenario is too large or cut off")
        return decode(tree)
    except (binascii.Error, zlib.error, SaveError, ValueError) as error:
        raise DefinitionError(f"the embedded scenario cannot be read: {error}") from None


def _play(text: GameText, lines: list[str], start: int) -> tuple[GameText, History]:
    playing = GameTextPlayer(text.definition)
    done: list[Line] = []
    for number, raw in enumerate(lines[start:], start=start + 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            read = _line(line, text.definition)
            playing.play(read)
        except NotationError as error:
            raise _fault(number, line, "; ".join(fault.text for fault in error.faults)) from None
        except IllegalActionError as error:
            reasons = "; ".join(reason.text for reason in error.reasons)
            raise _fault(number, line, reasons) from None
        except (ValueError, TypeError) as error:
            raise _fault(number, line, str(error)) from None
        done.append(read)
    return text.with_lines(tuple(done)), playing.history()


def _line(line: str, definition: Definition) -> Line:
    word, _, rest = line.partition(" ")
    if word == "remark":
        return Remark(_string(rest))
    if word == "dice":
        return RollResult(tuple(_number(die) for die in rest.split()))
    if word != "agreed":
        return parse_order(line, definition)
    if rest == "draw":
        return AgreeDraw()
    if rest.startswith("give up "):
        names = json.loads(rest.removeprefix("give up "))
        return GiveUp(tuple(NationName(str(name)) for name in names))
    parts = _BETWEEN_CHANGES.split(rest)
    return AgreedEdit(tuple(parse_change(part, definition) for part in parts))
