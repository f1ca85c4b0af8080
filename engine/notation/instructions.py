"""Battle instructions: what a player wants when a battle asks him and he is not there.

Dice come later than the orders, so an order file can say beforehand how casualties are taken and
when a battle is broken off.  Instructions are no orders and never stand in the log of a game:
`engine.notation.answers.decide` turns them into the orders that answer a Decision.
Grammar and defaults: docs/formats/orders-v1.md, section "Battle instructions".
"""

from dataclasses import dataclass
from typing import Final

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.notation.lexer import MARK, WORD, Token, written
from engine.notation.reader import NOTHING, Reader, Tokens, is_word, split_at

_TERMS: Final = ("when", "if", "after", "always")
_WORDS_FOR_YES: Final = ("yes", "true")
_WORDS_FOR_NO: Final = ("no", "false")
_RELATIONS: Final = ("<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that must hold at the moment of the decision.

    what: ``"attackers"`` or ``"defenders"`` (units still in the battle), ``"round"`` (rounds
      fought) or ``"air_only"`` (the attacker has nothing left but aircraft).
    relation: ``"<"``, ``"<="``, ``">"`` or ``">="``; "" for air_only.
    number: what it is compared with; 0 for air_only.
    """

    what: str
    relation: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Instruction:
    """What to do in battles; territory "" means everywhere."""

    territory: TerritoryName


@dataclass(frozen=True, slots=True)
class LossOrder(Instruction):
    """The order in which casualties are taken: ``losses Finland: infantry, armour``."""

    types: tuple[UnitTypeName, ...]


@dataclass(frozen=True, slots=True)
class HitRule(Instruction):
    """Which of several defending nations is hit first: ``hits Finland: British, Russians``."""

    nations: tuple[NationName, ...]


@dataclass(frozen=True, slots=True)
class RetreatRule(Instruction):
    """When to break off: ``retreat Finland > Karelija when attackers < 3``.

    to: where; "" takes the first place the battle offers.
    conditions: all of them must hold; () means always.
    """

    to: TerritoryName
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class PressRule(Instruction):
    """When to go on: ``press Finland always``; conditions as in RetreatRule."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class SubmergeRule(Instruction):
    """Whether submarines dive when they may: ``submerge: no``."""

    dive: bool


@dataclass(frozen=True, slots=True)
class BombardRule(Instruction):
    """Whether all ships that can fire at the shore do so: ``bombard France: no``."""

    fire: bool


@dataclass(frozen=True, slots=True)
class InterceptRule(Instruction):
    """Whether all aircraft that can do so rise against a raid: ``intercept: no``."""

    rise: bool


@dataclass(frozen=True, slots=True)
class RocketRule(Instruction):
    """Where the rockets of a territory go: ``rockets France: England, Scotland``.

    targets: the first one in reach is taken; () fires none.
    """

    targets: tuple[TerritoryName, ...]


def is_instruction(tokens: Tokens) -> bool:
    """Whether a line is a battle instruction and not an order."""
    if is_word(tokens[0], ("losses", "hits", "rockets")):
        return True
    if is_word(tokens[0], ("retreat", "press")):
        return any(is_word(token, _TERMS) for token in tokens[1:])
    if is_word(tokens[0], ("submerge", "bombard", "intercept")):
        answer = tokens[-1]
        before = tokens[-2] if len(tokens) > 1 else answer
        return before == Token(MARK, ":") and is_word(answer, _WORDS_FOR_YES + _WORDS_FOR_NO)
    return False


def read_instruction(reader: Reader, tokens: Tokens) -> Instruction:
    """The instruction that a line stands for; faults are written down in the reader."""
    verb = tokens[0].text.casefold()
    if verb in {"retreat", "press"}:
        return _read_rule(reader, verb, tokens[1:])
    where, what = reader.halves(tokens[1:], f"{verb} Finland: infantry")
    territory = reader.territory(where) if where else ""
    match verb:
        case "losses":
            types = tuple(reader.unit_type(part) for part in split_at(what, (",",)))
            return LossOrder(territory, types)
        case "hits":
            return HitRule(territory, tuple(reader.nation(part) for part in split_at(what, (",",))))
        case "rockets":
            if len(what) == 1 and is_word(what[0], NOTHING):
                return RocketRule(territory, ())
            targets = tuple(reader.territory(part) for part in split_at(what, (",",)))
            return RocketRule(territory, targets)
        case "intercept":
            return InterceptRule(territory, is_word(what[0], _WORDS_FOR_YES))
        case "submerge":
            return SubmergeRule(territory, is_word(what[0], _WORDS_FOR_YES))
    return BombardRule(territory, is_word(what[0], _WORDS_FOR_YES))


def _read_rule(reader: Reader, verb: str, tokens: Tokens) -> Instruction:
    place = next(index for index, token in enumerate(tokens) if is_word(token, _TERMS))
    conditions = _conditions(reader, tokens[place:])
    path = split_at(tokens[:place], (">",))
    territory = reader.territory(path[0]) if path[0] else ""
    if verb == "press":
        if len(path) > 1:
            reader.fault("left-over", written(path[1]), "to press on needs no second territory")
        return PressRule(territory, conditions)
    if len(path) > 2:
        reader.fault("path-too-long", "", "a retreat goes to one territory: A > B")
    return RetreatRule(territory, reader.territory(path[1]) if len(path) > 1 else "", conditions)


def _conditions(reader: Reader, tokens: Tokens) -> tuple[Condition, ...]:
    """``when attackers < 3 and after round 2``, ``after round 2``, ``always``."""
    if is_word(tokens[0], ("always",)):
        reader.end(tokens[1:])
        return ()
    rest = tokens if is_word(tokens[0], ("after",)) else tokens[1:]
    parts: list[list[Token]] = [[]]
    for token in rest:
        if is_word(token, ("and",)):
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_condition(reader, tuple(part)) for part in parts)


def _condition(reader: Reader, tokens: Tokens) -> Condition:
    words = [token.text.casefold() if token.kind in {WORD, MARK} else "" for token in tokens]
    match words:
        case ["air", "only"] | ["only", "air"]:
            return Condition("air_only")
        case ["after", "round", _]:
            return Condition("round", ">=", reader.count(tokens[2], "round"))
        case ["attackers" | "defenders" as what, relation, _] if relation in _RELATIONS:
            return Condition(what, relation, reader.count(tokens[2], "number of units"))
    text = f"{written(tokens)!r} is no condition; write attackers < 3, defenders > 2, "
    reader.fault("bad-condition", written(tokens), text + "after round 2 or air only")
    return Condition("air_only")
