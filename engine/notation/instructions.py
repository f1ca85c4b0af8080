"""Battle instructions: what a player wants when a battle asks for a choice and the player is away.

Dice come later than the orders, so an order file can say beforehand how casualties are taken and
when a battle is broken off.  Instructions are not orders and are never in the log of a game:
`engine.notation.answers.decide` turns them into the orders that answer a Decision.
Each kind has its type, which writes it, and a line in _FORMS, which reads it.
Grammar and defaults: docs/formats/orders-v1.md, section "Battle instructions".
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.ids import NOWHERE, NationName, TerritoryName, UnitTypeName
from engine.grammar.lexer import MARK, WORD, Token, written
from engine.grammar.reader import NO, NOTHING, YES, Reader, Tokens, is_word, joined_by_and, split_at
from engine.grammar.writer import safe_name
from engine.values import dataclass

_TERMS: Final = ("when", "if", "after", "always")
_RELATIONS: Final = ("<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class WhenClause:
    """Something that must hold at the moment of the decision.

    what: ``"attackers"`` or ``"defenders"`` (units still in the battle), ``"round"`` (rounds
      fought) or ``"air_only"`` (the attacker has nothing left but aircraft).
    relation: ``"<"``, ``"<="``, ``">"`` or ``">="``; "" for air_only.
    number: what it is compared with; 0 for air_only.
    """

    what: str
    relation: str = ""
    number: int = 0

    def text(self) -> str:
        """Such as ``attackers < 3``."""
        if self.what == "air_only":
            return "air only"
        if self.what == "round":
            return f"after round {self.number}"
        return f"{self.what} {self.relation} {self.number}"


@dataclass(frozen=True, slots=True)
class BattleInstruction:
    """What to do in battles; territory "" means everywhere."""

    territory: TerritoryName

    def text(self) -> str:
        """The instruction as one line."""
        raise NotImplementedError

    def _line(self, word: str, rest: str) -> str:
        place = f" {safe_name(self.territory)}" if self.territory else ""
        return f"{word}{place}{rest}"


@dataclass(frozen=True, slots=True)
class LossOrder(BattleInstruction):
    """The order in which casualties are taken: ``losses Finland: infantry, armour``."""

    types: tuple[UnitTypeName, ...]

    def text(self) -> str:
        """The types in a row."""
        return self._line("losses", f": {_names(self.types)}")


@dataclass(frozen=True, slots=True)
class HitRule(BattleInstruction):
    """Which of several defending nations is hit first: ``hits Finland: British, Russians``."""

    nations: tuple[NationName, ...]

    def text(self) -> str:
        """The nations in a row."""
        return self._line("hits", f": {_names(self.nations)}")


@dataclass(frozen=True, slots=True)
class RetreatRule(BattleInstruction):
    """When to break off: ``retreat Finland > Karelija when attackers < 3``.

    to: where; "" takes the first place the battle offers.
    conditions: all of them must hold; () means always.
    """

    to: TerritoryName
    conditions: tuple[WhenClause, ...]

    def text(self) -> str:
        """The destination, then the conditions."""
        to = f" > {safe_name(self.to)}" if self.to else ""
        return self._line("retreat", f"{to} {_conditions_text(self.conditions)}")


@dataclass(frozen=True, slots=True)
class PressRule(BattleInstruction):
    """When to go on: ``press Finland always``; conditions as in RetreatRule."""

    conditions: tuple[WhenClause, ...]

    def text(self) -> str:
        """The conditions."""
        return self._line("press", f" {_conditions_text(self.conditions)}")


@dataclass(frozen=True, slots=True)
class SubmergeRule(BattleInstruction):
    """Whether submarines submerge when they may: ``submerge: no``."""

    submerge: bool

    def text(self) -> str:
        """`yes` or `no`."""
        return self._line("submerge", f": {_answer(self.submerge)}")


@dataclass(frozen=True, slots=True)
class BombardRule(BattleInstruction):
    """Whether all ships that can fire at the shore do so: ``bombard France: no``."""

    fire: bool

    def text(self) -> str:
        """`yes` or `no`."""
        return self._line("bombard", f": {_answer(self.fire)}")


@dataclass(frozen=True, slots=True)
class InterceptRule(BattleInstruction):
    """Whether all aircraft that can do so take off against a raid: ``intercept: no``."""

    launch: bool

    def text(self) -> str:
        """`yes` or `no`."""
        return self._line("intercept", f": {_answer(self.launch)}")


@dataclass(frozen=True, slots=True)
class RocketRule(BattleInstruction):
    """Where the rockets of a territory go: ``rockets France: England, Scotland``.

    targets: the first one in reach is taken; () fires none.
    """

    targets: tuple[TerritoryName, ...]

    def text(self) -> str:
        """The targets in a row, or `nothing`."""
        return self._line("rockets", f": {_names(self.targets) or 'nothing'}")


def is_instruction(tokens: Tokens) -> bool:
    """Whether a line is a battle instruction and not an order."""
    form = _FORMS.get(tokens[0].text.casefold()) if tokens[0].kind == WORD else None
    return form is not None and form.is_meant(tokens[1:])


def read_instruction(reader: Reader, tokens: Tokens) -> BattleInstruction:
    """The instruction that a line stands for; faults are written down in the reader."""
    form = _FORMS[tokens[0].text.casefold()]
    reader.example = form.example
    return form.read(reader, tokens[1:])


@dataclass(frozen=True, slots=True)
class _Form:
    """How a kind is read; is_meant: whether a line with its word is an instruction at all."""

    is_meant: Callable[[Tokens], bool]
    read: Callable[[Reader, Tokens], BattleInstruction]
    example: str


def _always(tokens: Tokens) -> bool:
    del tokens
    return True


def _has_term(tokens: Tokens) -> bool:
    return any(is_word(token, _TERMS) for token in tokens)


def _ends_with_answer(tokens: Tokens) -> bool:
    return len(tokens) > 1 and tokens[-2] == Token(MARK, ":") and is_word(tokens[-1], YES + NO)


def _parts(reader: Reader, tokens: Tokens) -> tuple[TerritoryName, tuple[Tokens, ...]]:
    where, what = reader.halves(tokens)
    return reader.territory(where) if where else NOWHERE, split_at(what, (",",))


def _read_answer(reader: Reader, tokens: Tokens) -> tuple[TerritoryName, bool]:
    where, what = reader.halves(tokens)
    return reader.territory(where) if where else NOWHERE, is_word(what[-1], YES)


def _losses(reader: Reader, tokens: Tokens) -> BattleInstruction:
    territory, parts = _parts(reader, tokens)
    return LossOrder(territory, tuple(map(reader.unit_type, parts)))


def _hits(reader: Reader, tokens: Tokens) -> BattleInstruction:
    territory, parts = _parts(reader, tokens)
    return HitRule(territory, tuple(map(reader.nation, parts)))


def _rockets(reader: Reader, tokens: Tokens) -> BattleInstruction:
    territory, parts = _parts(reader, tokens)
    if len(parts) == 1 and len(parts[0]) == 1 and is_word(parts[0][0], NOTHING):
        return RocketRule(territory, ())
    return RocketRule(territory, tuple(map(reader.territory, parts)))


def _retreat(reader: Reader, tokens: Tokens) -> BattleInstruction:
    path, conditions = _path_and_conditions(reader, tokens)
    if len(path) > 2:
        reader.fault("path-too-long", "", "a retreat goes to one territory: A > B")
    territory = reader.territory(path[0]) if path[0] else NOWHERE
    return RetreatRule(
        territory, reader.territory(path[1]) if len(path) > 1 else NOWHERE, conditions
    )


def _press(reader: Reader, tokens: Tokens) -> BattleInstruction:
    path, conditions = _path_and_conditions(reader, tokens)
    if len(path) > 1:
        reader.fault("left-over", written(path[1]), "pressing on needs no second territory")
    return PressRule(reader.territory(path[0]) if path[0] else NOWHERE, conditions)


def _path_and_conditions(
    reader: Reader, tokens: Tokens
) -> tuple[tuple[Tokens, ...], tuple[WhenClause, ...]]:
    place = next(index for index, token in enumerate(tokens) if is_word(token, _TERMS))
    return split_at(tokens[:place], (">",)), _conditions(reader, tokens[place:])


_FORMS: Final[Mapping[str, _Form]] = {
    "losses": _Form(_always, _losses, "losses Finland: infantry, armour"),
    "hits": _Form(_always, _hits, "hits Finland: British, Russians"),
    "rockets": _Form(_always, _rockets, "rockets France: England, Scotland"),
    "retreat": _Form(_has_term, _retreat, "retreat Finland > Karelija when attackers < 3"),
    "press": _Form(_has_term, _press, "press Finland always"),
    "submerge": _Form(
        _ends_with_answer,
        lambda reader, tokens: SubmergeRule(*_read_answer(reader, tokens)),
        "submerge: no",
    ),
    "bombard": _Form(
        _ends_with_answer,
        lambda reader, tokens: BombardRule(*_read_answer(reader, tokens)),
        "bombard France: no",
    ),
    "intercept": _Form(
        _ends_with_answer,
        lambda reader, tokens: InterceptRule(*_read_answer(reader, tokens)),
        "intercept Western Germany: yes",
    ),
}
"""The kinds of instructions by their first word."""


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(map(safe_name, names))


def _answer(value: bool) -> str:
    return "yes" if value else "no"


def _conditions_text(conditions: tuple[WhenClause, ...]) -> str:
    if not conditions:
        return "always"
    start = "" if conditions[0].what == "round" else "when "
    return start + " and ".join(condition.text() for condition in conditions)


def _conditions(reader: Reader, tokens: Tokens) -> tuple[WhenClause, ...]:
    """``when attackers < 3 and after round 2``, ``after round 2``, ``always``."""
    if is_word(tokens[0], ("always",)):
        reader.end(tokens[1:])
        return ()
    rest = tokens if is_word(tokens[0], ("after",)) else tokens[1:]
    return tuple(_condition(reader, part) for part in joined_by_and(rest))


def _condition(reader: Reader, tokens: Tokens) -> WhenClause:
    words = [token.text.casefold() if token.kind in {WORD, MARK} else "" for token in tokens]
    match words:
        case ["air", "only"] | ["only", "air"]:
            return WhenClause("air_only")
        case ["after", "round", _]:
            return WhenClause("round", ">=", reader.count(tokens[2], "round"))
        case ["attackers" | "defenders" as what, relation, _] if relation in _RELATIONS:
            return WhenClause(what, relation, reader.count(tokens[2], "number of units"))
    text = f"{written(tokens)!r} is not a condition; write attackers < 3, defenders > 2, "
    reader.fault("bad-condition", written(tokens), text + "after round 2 or air only")
    return WhenClause("air_only")
