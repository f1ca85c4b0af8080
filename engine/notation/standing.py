"""Standing orders as text: one instruction to a line, read and written.

    losses Finland: infantry, British units, armour      keep: 1 land units
    submerge SZ 19 Atlantic: yes when attackers > 4      standing nothing

In a file of standing orders a line may begin with ``standing`` or not; among other orders it must.
Grammar: docs/formats/orders-v1.md, section "Standing orders".
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.core.standing import (
    DOMAINS,
    LossItem,
    StandingAbsorb,
    StandingCondition,
    StandingInstruction,
    StandingIntercept,
    StandingKeep,
    StandingLand,
    StandingLosses,
    StandingSubmerge,
    StandingWithdraw,
)
from engine.gamedef import Definition
from engine.notation.errors import Fault, NotationError
from engine.notation.lexer import MARK, WORD, Token, tokens_of, unquoted_forum_line, written
from engine.notation.names import find_name
from engine.notation.reader import (
    NOTHING,
    Reader,
    Tokens,
    has_unclosed,
    is_one_name,
    is_word,
    split_at,
)

KINDS: Final = ("losses", "absorb", "keep", "submerge", "withdraw", "intercept", "land")
"""The words that instructions begin with."""
_TERMS: Final = ("when", "if", "after")
_UNITS: Final = ("units", "unit")
_RELATIONS: Final = ("<", "<=", ">", ">=")
_SIDES: Final = ("attackers", "defenders", "round")

Name: TypeAlias = Callable[[str], str]
"""How a name is written: bare or quoted."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """An instruction and where it stands: line from 1, text as it was written."""

    line: int
    text: str
    instruction: StandingInstruction


def parse_standing(
    text: str, definition: Definition
) -> tuple[tuple[StandingLine, ...], tuple[Fault, ...]]:
    """The instructions of a text, and every fault with its line number.

    Empty lines, comments and ``standing nothing`` say nothing.
    """
    found: list[StandingLine] = []
    faults: list[Fault] = []
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, start=1):
        reader = Reader(definition, number)
        tokens = tokens_of(unquoted_forum_line(line))
        if tokens and is_word(tokens[0], ("standing",)):
            tokens = tokens[1:]
        if not tokens or (len(tokens) == 1 and is_word(tokens[0], NOTHING)):
            continue
        try:
            entry = read_standing(reader, tokens)
        except NotationError as error:
            faults.extend(error.faults)
            continue
        faults.extend(reader.faults)
        if entry is not None and not reader.faults:
            found.append(StandingLine(number, line.strip(), entry))
    return tuple(found), tuple(faults)


def read_standing(reader: Reader, tokens: Tokens) -> StandingInstruction | None:
    """The instruction of a line without the word ``standing``.

    Faults are written down in the reader; None when the line has no kind.
    Raises NotationError where a colon is missing.
    """
    kind = tokens[0].text.casefold() if tokens and tokens[0].kind == WORD else ""
    if has_unclosed(tokens):
        reader.fault("open-quotation", tokens[-1].text, "a quotation mark is not closed")
        return None
    if kind not in KINDS:
        shown = written(tokens[:1])
        text = f"no standing order begins with {shown!r}; they begin with {', '.join(KINDS)}"
        reader.fault("unknown-instruction", shown, text, find_name(kind, KINDS).offers)
        return None
    where, rest = reader.halves(tokens[1:], f"standing {kind} Finland: {_EXAMPLES[kind]}")
    territory = reader.territory(where) if where else ""
    cut = next((at for at, token in enumerate(rest) if is_word(token, _TERMS)), len(rest))
    what = rest[:cut]
    conditions = _conditions(reader, rest[cut:])
    if not what:
        reader.fault("empty-instruction", "", f"write such as: {kind}: {_EXAMPLES[kind]}")
        return None
    return _READERS[kind](reader, territory, conditions, what)


def write_standing(entry: StandingInstruction, name: Name) -> str:
    """The line of an instruction without the word ``standing``."""
    place = f" {name(entry.territory)}" if entry.territory else ""
    kind, what = _written(entry, name)
    return f"{kind}{place}: {what}{_written_conditions(entry.conditions, name)}"


_EXAMPLES: Final = {
    "losses": "infantry, artillery, armour",
    "absorb": "battleship",
    "keep": "1 land units",
    "submerge": "yes",
    "withdraw": "no",
    "intercept": "all",
    "land": "Karelija",
}
_Conditions: TypeAlias = tuple[StandingCondition, ...]
_Read: TypeAlias = Callable[[Reader, str, _Conditions, Tokens], StandingInstruction]


def _losses(reader: Reader, place: str, conditions: _Conditions, what: Tokens) -> StandingLosses:
    items = tuple(_loss_item(reader, part) for part in split_at(what, (",",)))
    return StandingLosses(place, conditions, items)


def _loss_item(reader: Reader, tokens: Tokens) -> LossItem:
    """``infantry``, ``British infantry`` or ``British units``."""
    nations = reader.definition.politics.nation_names
    if len(tokens) > 1 and is_word(tokens[-1], _UNITS) and is_one_name(tokens[:-1]):
        owner = find_name(written(tokens[:-1]), nations)
        if owner.is_found:
            return LossItem("", owner.name)
    owner_name, kind = reader.owner_and_type(tokens)
    return LossItem(kind, owner_name)


def _absorb(reader: Reader, place: str, conditions: _Conditions, what: Tokens) -> StandingAbsorb:
    if _is_nothing(what):
        return StandingAbsorb(place, conditions, ())
    types = tuple(reader.unit_type(part) for part in split_at(what, (",",)))
    return StandingAbsorb(place, conditions, types)


def _keep(reader: Reader, place: str, conditions: _Conditions, what: Tokens) -> StandingKeep:
    count = reader.count(what[0], "number of units")
    rest = what[1:]
    if len(rest) == 2 and is_word(rest[0], DOMAINS) and is_word(rest[1], _UNITS):
        return StandingKeep(place, conditions, count, "", rest[0].text.casefold())
    return StandingKeep(place, conditions, count, reader.unit_type(rest))


def _submerge(
    reader: Reader, place: str, conditions: _Conditions, what: Tokens
) -> StandingSubmerge:
    return StandingSubmerge(place, conditions, _answer(reader, what) is True)


def _withdraw(
    reader: Reader, place: str, conditions: _Conditions, what: Tokens
) -> StandingWithdraw:
    if len(what) == 1 and is_word(what[0], (*_YES, *_NO)):
        return StandingWithdraw(place, conditions, _answer(reader, what) is True)
    zones = tuple(reader.territory(part) for part in split_at(what, (",",)))
    return StandingWithdraw(place, conditions, True, zones)


def _intercept(
    reader: Reader, place: str, conditions: _Conditions, what: Tokens
) -> StandingIntercept:
    if len(what) == 1 and is_word(what[0], ("all",)):
        return StandingIntercept(place, conditions, True)
    picks = reader.picks(what)
    for pick in picks:
        if pick.owner or pick.units:
            reader.fault("bad-order", pick.type, "interceptors are named by type and number only")
    return StandingIntercept(
        place, conditions, False, tuple((pick.type, pick.count) for pick in picks)
    )


def _land(reader: Reader, place: str, conditions: _Conditions, what: Tokens) -> StandingLand:
    to = tuple(reader.territory(part) for part in split_at(what, (",",)))
    return StandingLand(place, conditions, to)


_READERS: Final[dict[str, _Read]] = {
    "losses": _losses,
    "absorb": _absorb,
    "keep": _keep,
    "submerge": _submerge,
    "withdraw": _withdraw,
    "intercept": _intercept,
    "land": _land,
}
_YES: Final = ("yes", "true")
_NO: Final = ("no", "false")


def _answer(reader: Reader, what: Tokens) -> bool:
    if len(what) != 1 or not is_word(what[0], (*_YES, *_NO)):
        reader.fault("bad-order", written(what), f"{written(what)!r} is neither yes nor no")
        return False
    return is_word(what[0], _YES)


def _is_nothing(what: Tokens) -> bool:
    return len(what) == 1 and is_word(what[0], NOTHING)


def _conditions(reader: Reader, tokens: Tokens) -> _Conditions:
    """``when attackers < 3 and carrier > 0``, ``after round 2``; () for no tokens."""
    if not tokens:
        return ()
    rest = tokens if is_word(tokens[0], ("after",)) else tokens[1:]
    parts: list[list[Token]] = [[]]
    for token in rest:
        if is_word(token, ("and",)):
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_condition(reader, tuple(part)) for part in parts)


def _condition(reader: Reader, tokens: Tokens) -> StandingCondition:
    words = [token.text.casefold() if token.kind in {WORD, MARK} else "" for token in tokens]
    match words:
        case ["air", "only"]:
            return StandingCondition("air_only")
        case ["after", "round", _]:
            return StandingCondition("round", "", ">=", reader.count(tokens[2], "round"))
        case [("attackers" | "defenders" | "round") as what, relation, _] if _is_relation(relation):
            return StandingCondition(what, "", relation, _number(reader, tokens[2]))
    if len(tokens) > 2 and tokens[-2].kind == MARK and _is_relation(tokens[-2].text):
        is_enemy = is_word(tokens[0], ("enemy",)) and len(tokens) > 3
        kind = reader.unit_type(tokens[1:-2] if is_enemy else tokens[:-2])
        number = _number(reader, tokens[-1])
        return StandingCondition("enemy" if is_enemy else "own", kind, tokens[-2].text, number)
    text = f"{written(tokens)!r} is no condition; write attackers < 3, carrier > 0, "
    reader.fault("bad-condition", written(tokens), f"{text}enemy destroyer > 0 or after round 2")
    return StandingCondition("air_only")


def _is_relation(text: str) -> bool:
    return text in _RELATIONS


def _number(reader: Reader, token: Token) -> int:
    return reader.count(token, "number of units", least=0)


def _written(entry: StandingInstruction, name: Name) -> tuple[str, str]:
    match entry:
        case StandingLosses():
            return "losses", ", ".join(_written_item(item, name) for item in entry.order)
        case StandingAbsorb():
            return "absorb", ", ".join(map(name, entry.types)) or "nothing"
        case StandingKeep():
            whom = f"{entry.domain} units" if entry.domain else name(entry.type)
            return "keep", f"{entry.count} {whom}"
        case StandingSubmerge():
            return "submerge", "yes" if entry.dive else "no"
        case StandingWithdraw():
            return "withdraw", ", ".join(map(name, entry.to)) or ("yes" if entry.leave else "no")
        case StandingIntercept() if entry.everybody:
            return "intercept", "all"
        case StandingIntercept():
            units = ", ".join(f"{count} {name(kind)}" for kind, count in entry.units)
            return "intercept", units or "nothing"
        case StandingLand():
            return "land", ", ".join(map(name, entry.to))
    raise TypeError(f"not a standing instruction: {entry!r}")


def _written_item(item: LossItem, name: Name) -> str:
    if not item.type:
        return f"{name(item.owner)} units"
    return f"{name(item.owner)} {name(item.type)}" if item.owner else name(item.type)


def _written_conditions(conditions: _Conditions, name: Name) -> str:
    if not conditions:
        return ""
    texts = [_written_condition(condition, name) for condition in conditions]
    return (" " if texts[0].startswith("after ") else " when ") + " and ".join(texts)


def _written_condition(condition: StandingCondition, name: Name) -> str:
    if condition.what == "air_only":
        return "air only"
    if condition.what == "round" and condition.relation == ">=" and condition.number:
        return f"after round {condition.number}"
    number = f"{condition.relation} {condition.number}"
    if condition.what in _SIDES:
        return f"{condition.what} {number}"
    enemy = "enemy " if condition.what == "enemy" else ""
    return f"{enemy}{name(condition.type)} {number}"
