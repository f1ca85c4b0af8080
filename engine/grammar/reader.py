"""The parts that all lines are made of: names, counts, choices of units, paths.

A Reader lives while one line is read.  It never stops at the first mistake: it writes a fault
down, gives an empty value back and goes on, so that a line can report everything at once.
"""

from itertools import pairwise
from typing import Final, TypeAlias

from engine.core.ids import NO_TYPE, NOBODY, NOWHERE, NationName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.grammar.errors import Fault, NotationError
from engine.grammar.lexer import MARK, QUOTED, UNCLOSED, UNIT, WORD, Token, written
from engine.grammar.names import Match, NameMatch, find_name
from engine.grammar.plain import MAX_COUNT, MAX_NUMBER
from engine.grammar.vocabulary import Noun, Vocabulary

Tokens: TypeAlias = tuple[Token, ...]

NOTHING: Final = ("nothing", "none")
YES: Final = ("yes", "true")
NO: Final = ("no", "false")
UNITS: Final = ("units", "unit")
_MOST_DIGITS: Final = 16
_MOST_LISTED: Final = 20


class Reader:
    """Reads the parts of one line and collects what is wrong with it."""

    def __init__(self, vocabulary: Vocabulary, line: int) -> None:
        """vocabulary: the names of the game; line: the number of the line, for the faults.

        `example`, set once the sort of line is known, is shown where the line cannot be read.
        """
        self.vocabulary = vocabulary
        self.line = line
        self.example = ""
        self._faults: list[Fault] = []

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything wrong so far, in the order of the line."""
        return tuple(self._faults)

    def fault(
        self, code: str, word: str, text: str, offers: tuple[str, ...] = (), kind: str = "invalid"
    ) -> None:
        """Write down that something is wrong."""
        if offers and kind == "invalid":
            text += f"; did you mean {listed(offers)}?"
        self._faults.append(Fault(self.line, kind, code, word, text, offers))

    def territory(self, tokens: Tokens) -> TerritoryName:
        """A territory by name, abbreviation or number of its sea zone."""
        return TerritoryName(self.name(tokens, Noun.TERRITORY))

    def nation(self, tokens: Tokens) -> NationName:
        """A nation by name or abbreviation."""
        return NationName(self.name(tokens, Noun.NATION))

    def unit_type(self, tokens: Tokens) -> UnitTypeName:
        """A unit type by name, plural or abbreviation."""
        return UnitTypeName(self.name(tokens, Noun.UNIT_TYPE))

    def name(self, tokens: Tokens, noun: Noun) -> str:
        """A name of this sort; "" with a fault written down where none is found."""
        text = written(tokens)
        if not tokens:
            self.fault(f"{noun.code}-missing", "", f"a {noun.called} is missing")
            return ""
        if not is_one_name(tokens):
            reason = f"{text!r} cannot be read as the name of a {noun.called}"
            self.fault("bad-name", text, reason)
            return ""
        names = self.vocabulary.names(noun)
        is_kind = noun in {Noun.UNIT_TYPE, Noun.FOR_SALE}
        aliases = self.vocabulary.aliases(noun)
        found = find_name(text, names, plural=is_kind, aliases=aliases)
        if not found.is_found:
            self._not_found(text, noun, found, names)
        return found.name

    def count(self, token: Token, what: str, most: int = MAX_COUNT, least: int = 1) -> int:
        """A number of units or dice, at least 1; ``3x`` is 3."""
        digits = token.text.lower().removesuffix("x") if token.kind == WORD else ""
        number = int(digits) if is_digits(digits) and len(digits) <= _MOST_DIGITS else -1
        if not least <= number <= most:
            kind = f"an {what}" if what[:1] in "aeiou" else f"a {what}"
            text = f"{token.text!r} is not {kind}; write a whole number from {least} to {most}"
            self.fault("bad-number", token.text, text)
            return 1
        return number

    def unit(self, token: Token) -> int:
        """A unit number such as ``#148``."""
        if token.kind != UNIT:
            text = f"{token.text!r} is not a unit number; write # and the number, such as #148"
            self.fault("bad-unit-number", token.text, text)
            return 1
        return self.count(Token(WORD, token.text), "unit number", MAX_NUMBER)

    def path(self, tokens: Tokens) -> tuple[TerritoryName, ...]:
        """Territories with ``>`` between them."""
        return tuple(self.territory(part) for part in split_at(tokens, (">",)))

    def halves(self, tokens: Tokens) -> tuple[Tokens, Tokens]:
        """The tokens before and after the colon.

        Raises NotationError when there is none, because nothing else can be understood then.
        """
        for index, token in enumerate(tokens):
            if token == Token(MARK, ":"):
                return tokens[:index], tokens[index + 1 :]
        self.fault("colon-missing", "", f"a colon is missing; write, for example: {self.example}")
        raise NotationError(self.faults)

    def from_to(self, tokens: Tokens, too_long: str) -> tuple[TerritoryName, TerritoryName]:
        """A territory and another after ``>``, "" without one; too_long: said of a longer path."""
        path = self.path(tokens)
        if len(path) > 2:
            self.fault("path-too-long", "", f"{too_long}; write, for example: {self.example}")
        return path[0], path[1] if len(path) > 1 else NOWHERE

    def units_at(self, tokens: Tokens) -> tuple[TerritoryName, tuple[Pick, ...]]:
        """Territory and units of ``2 fighter: France``; ``nothing: France`` names no units."""
        what, where = self.halves(tokens)
        return self.territory(where), self.picks(what)

    def bad(self, tokens: Tokens, code: str = "bad-order") -> None:
        """Write down that these tokens cannot be read here, with the example."""
        self.fault(code, written(tokens), f"write, for example: {self.example}")

    def picks(self, tokens: Tokens, noun: Noun = Noun.UNIT_TYPE) -> tuple[Pick, ...]:
        """Units such as ``3 infantry, 2 British armour #148 #152``; ``nothing`` is ().

        noun: of what their types are the names.
        """
        if len(tokens) == 1 and is_word(tokens[0], NOTHING):
            return ()
        if not tokens:
            self.fault("units-missing", "", "no units are named; write, for example: 2 infantry")
            return ()
        parts = [part for half in split_at(tokens, (",",)) for part in _split_at_and(half)]
        picks = (pick for part in parts for pick in self._split_at_count(part, noun))
        return tuple(self._pick(pick, noun) for pick in picks)

    def _split_at_count(self, tokens: Tokens, noun: Noun) -> tuple[Tokens, ...]:
        """Where a comma was left out: ``2 tank 3 infantry``, unless a unit type is called so."""
        cuts = [at for at in range(2, len(tokens) - 1) if _looks_like_count(tokens[at])]
        types = self.vocabulary.names(noun)
        if not cuts or find_name(written(tokens[1:]), types, plural=True).is_found:
            return (tokens,)
        bounds = (0, *cuts, len(tokens))
        return tuple(tokens[begin:end] for begin, end in pairwise(bounds))

    def some(self, tokens: Tokens) -> tuple[Pick, ...]:
        """Units as in `picks`, of which at least one is named."""
        picks = self.picks(tokens)
        if not picks and not self._faults:
            self.fault("units-missing", written(tokens), "this order needs at least one unit")
        return picks

    def counted(
        self, tokens: Tokens, code: str, text: str, noun: Noun = Noun.UNIT_TYPE
    ) -> tuple[tuple[UnitTypeName, int], ...]:
        """Numbers of unit types; an owner or unit numbers are a fault of this code and text.

        noun: of what their types are the names.
        """
        picks = self.picks(tokens, noun)
        for pick in picks:
            if pick.owner or pick.units:
                self.fault(code, pick.type, text)
        return tuple((pick.type, pick.count) for pick in picks)

    def end(self, tokens: Tokens) -> None:
        """Nothing may follow here."""
        if tokens:
            text = f"{written(tokens)!r} does not belong at the end of this line"
            self.fault("left-over", written(tokens), text)

    def _pick(self, tokens: Tokens, noun: Noun) -> Pick:
        if not tokens:
            self.fault("units-missing", "", "there is nothing between two commas")
            return Pick(1, NO_TYPE)
        names = tuple(token for token in tokens if token.kind != UNIT)
        units = tuple(self.unit(token) for token in tokens if token.kind == UNIT)
        if names and _looks_like_count(names[0]):
            count, names = self.count(names[0], "number of units"), names[1:]
        else:
            count = max(1, len(units))
            if not units:
                text = f"how many? Write a number, such as: 1 {written(names)}"
                self.fault("count-missing", written(names), text)
        if units and len(units) != count:
            text = f"expected a unit number for each unit ({count}), not {len(units)}"
            self.fault("wrong-unit-count", written(tokens), text)
        owner, kind = self.owner_and_type(names, noun)
        return Pick(count, UnitTypeName(kind), owner, units)

    def owner_and_type(self, tokens: Tokens, noun: Noun = Noun.UNIT_TYPE) -> tuple[NationName, str]:
        """A unit type, with the name of its owner in front or not: ``British infantry``."""
        types = self.vocabulary.names(noun)
        aliases = self.vocabulary.aliases(noun)
        text = written(tokens)
        whole = None
        if is_one_name(tokens):
            whole = find_name(text, types, plural=True, aliases=aliases)
        if whole is None or whole.match.value > Match.PLURAL.value:
            for cut in range(1, len(tokens)):
                if not (is_one_name(tokens[:cut]) and is_one_name(tokens[cut:])):
                    continue
                owner = find_name(written(tokens[:cut]), self.vocabulary.names(Noun.NATION))
                rest = written(tokens[cut:])
                kind = find_name(rest, types, plural=True, aliases=aliases)
                if owner.is_found and kind.is_found:
                    return NationName(owner.name), kind.name
        return NOBODY, self.name(tokens, noun)

    def _not_found(self, text: str, noun: Noun, found: NameMatch, names: tuple[str, ...]) -> None:
        if found.match is Match.AMBIGUOUS:
            reason = f"{text!r} can be {listed(found.offers)}"
            self.fault(f"ambiguous-{noun.code}", text, reason, found.offers, "ambiguous")
        else:
            reason = f"there is no {noun.called} {text!r}"
            if not found.offers and len(names) <= _MOST_LISTED:
                reason += f"; known: {', '.join(names)}"
            self.fault(f"unknown-{noun.code}", text, reason, found.offers)


def is_one_name(tokens: Tokens) -> bool:
    """Whether the tokens are one quoted name, or words only."""
    if len(tokens) == 1:
        return tokens[0].kind in {WORD, QUOTED}
    return bool(tokens) and all(token.kind == WORD for token in tokens)


def is_word(token: Token, words: tuple[str, ...]) -> bool:
    """Whether it is one of these words, not quoted."""
    return token.kind == WORD and token.text.casefold() in words


def is_digits(text: str) -> bool:
    """Whether it is made of the digits 0 to 9."""
    return text.isascii() and text.isdigit()


def joined_by_and(tokens: Tokens) -> tuple[Tokens, ...]:
    """The parts between the words ``and``; always at least one."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if is_word(token, ("and",)):
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(tuple(part) for part in parts)


def split_at(tokens: Tokens, marks: tuple[str, ...]) -> tuple[Tokens, ...]:
    """The tokens cut at every one of these marks; always at least one part."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == MARK and token.text in marks:
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(tuple(part) for part in parts)


def split_at_word(tokens: Tokens, words: tuple[str, ...]) -> tuple[Tokens, Tokens | None]:
    """The tokens before and after the last of these words; None when it is not there."""
    for index in range(len(tokens) - 1, -1, -1):
        if is_word(tokens[index], words):
            return tokens[:index], tokens[index + 1 :]
    return tokens, None


def listed(names: tuple[str, ...]) -> str:
    """Names in a row with ``or`` before the last."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} or {names[-1]}"


def has_unclosed(tokens: Tokens) -> bool:
    """Whether a quotation is not closed."""
    return any(token.kind == UNCLOSED for token in tokens)


def _split_at_and(tokens: Tokens) -> tuple[Tokens, ...]:
    """Also ``and`` before a count separates two choices."""
    for index in range(1, len(tokens) - 1):
        if is_word(tokens[index], ("and", "&", "+")) and _looks_like_count(tokens[index + 1]):
            return (tokens[:index], *_split_at_and(tokens[index + 1 :]))
    return (tokens,)


def _looks_like_count(token: Token) -> bool:
    """Whether it is a number, or begins with a sign or digit as only a wrong number would."""
    text = token.text.lower().removesuffix("x").lstrip("-+")
    return token.kind == WORD and is_digits(text.replace(".", "", 1))
