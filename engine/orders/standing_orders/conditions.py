"""When standing instructions hold: `when attackers < 3 and carrier > 0`, `after round 2`."""

from typing import Final

from engine.core.ids import NO_TYPE
from engine.core.standing_orders import StandingCondition
from engine.grammar.fields import ListEntry, NumberEntry, RecordEntry, TextEntry
from engine.grammar.lexer import MARK, WORD, Token, written
from engine.grammar.plain import MAX_COUNT
from engine.grammar.reader import Reader, Tokens, is_word, joined_by_and
from engine.grammar.writer import Name
from engine.orders.standing_orders.form import Conditions

TERMS: Final = ("when", "if", "after")
"""The words that conditions begin with."""
RELATIONS: Final = ("<", "<=", ">", ">=")
_NUMBERS: Final = ("attackers", "defenders", "round", "strength", "enemy strength", "odds")
"""What stands in front of a relation as it is written."""

_PLAIN: Final = ListEntry(
    "the conditions",
    RecordEntry(
        "a condition",
        StandingCondition,
        (
            ("what", TextEntry("what a condition is about")),
            ("type", TextEntry("the unit type of a condition", empty=True)),
            ("relation", TextEntry("the relation of a condition", empty=True)),
            ("number", NumberEntry("the number of a condition", MAX_COUNT, least=0)),
        ),
    ),
)


def conditions_to_plain(conditions: Conditions) -> object:
    """The list of conditions in the plain form."""
    return _PLAIN.plain(conditions)


def conditions_from_plain(value: object) -> Conditions:
    """The conditions that a plain list stands for; raises InvalidActionError."""
    found = _PLAIN.read(value, "standing")
    entries = found if isinstance(found, tuple) else ()
    return tuple(entry for entry in entries if isinstance(entry, StandingCondition))


def read_conditions(reader: Reader, tokens: Tokens) -> Conditions:
    """The conditions that tokens stand for; () for no tokens."""
    if not tokens:
        return ()
    rest = tokens if is_word(tokens[0], ("after",)) else tokens[1:]
    return tuple(_read(reader, part) for part in joined_by_and(rest))


def conditions_text(conditions: Conditions, name: Name) -> str:
    """The conditions with a space in front; "" for none."""
    if not conditions:
        return ""
    texts = [_text(condition, name) for condition in conditions]
    return (" " if texts[0].startswith("after ") else " when ") + " and ".join(texts)


def _read(reader: Reader, tokens: Tokens) -> StandingCondition:
    words = [token.text.casefold() if token.kind in {WORD, MARK} else "" for token in tokens]
    match words:
        case ["air", "only"]:
            return StandingCondition("air_only")
        case ["after", "round", _]:
            return StandingCondition("round", NO_TYPE, ">=", reader.count(tokens[2], "round"))
        case [*what, relation, _] if relation in RELATIONS and " ".join(what) in _NUMBERS:
            return StandingCondition(" ".join(what), NO_TYPE, relation, _number(reader, tokens[-1]))
    if len(tokens) > 2 and tokens[-2].kind == MARK and tokens[-2].text in RELATIONS:
        is_enemy = is_word(tokens[0], ("enemy",)) and len(tokens) > 3
        kind = reader.unit_type(tokens[1:-2] if is_enemy else tokens[:-2])
        number = _number(reader, tokens[-1])
        return StandingCondition("enemy" if is_enemy else "own", kind, tokens[-2].text, number)
    text = f"{written(tokens)!r} is not a condition; write attackers < 3, carrier > 0, "
    reader.fault("bad-condition", written(tokens), f"{text}enemy destroyer > 0 or after round 2")
    return StandingCondition("air_only")


def _number(reader: Reader, token: Token) -> int:
    return reader.count(token, "number of units", least=0)


def _text(condition: StandingCondition, name: Name) -> str:
    if condition.what == "air_only":
        return "air only"
    if condition.what == "round" and condition.relation == ">=" and condition.number:
        return f"after round {condition.number}"
    number = f"{condition.relation} {condition.number}"
    if condition.what in _NUMBERS:
        return f"{condition.what} {number}"
    enemy = "enemy " if condition.what == "enemy" else ""
    return f"{enemy}{name(condition.type)} {number}"
