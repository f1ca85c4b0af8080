"""Changes of land, money and technologies by hand."""

from typing import Annotated, Final

from engine.core.ids import NOBODY, NationName
from engine.grammar.fields import Area, FlagEntry, NumberEntry, PlainForm, TextEntry
from engine.grammar.lexer import written
from engine.grammar.names import find_name
from engine.grammar.reader import Reader, Tokens, is_word
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.edits.form import MAX_AMOUNT, Change, ChangeForm, read_number
from engine.values import dataclass

_NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class SetOwner(Change):
    """Land changes hands; owner "" is nobody."""

    territory: Area
    owner: Annotated[NationName, TextEntry("the owner", empty=True)]

    def text(self, name: Name) -> str:
        """The land, then its owner."""
        return f"owner {name(self.territory)}: {name(self.owner) if self.owner else _NOBODY}"


@dataclass(frozen=True, slots=True)
class SetMoney(Change):
    """A nation now holds `amount` PUs."""

    nation: Annotated[NationName, TextEntry("the nation")]
    amount: Annotated[int, NumberEntry("the amount", MAX_AMOUNT, least=0)]

    def text(self, name: Name) -> str:
        """The nation, then its money."""
        return f"money {name(self.nation)}: {self.amount}"


@dataclass(frozen=True, slots=True)
class SetTechnology(Change):
    """A nation has a technology, or does not have it."""

    nation: Annotated[NationName, TextEntry("the nation")]
    technology: Annotated[str, TextEntry("the technology")]
    is_active: Annotated[bool, FlagEntry("whether the nation has it")]

    def text(self, name: Name) -> str:
        """With `no` in front of a technology that the nation does not have."""
        no = "" if self.is_active else "no "
        return f"technology {name(self.nation)}: {no}{name(self.technology)}"


def _owner(reader: Reader, tokens: Tokens) -> Change:
    where, who = reader.halves(tokens)
    nobody = len(who) == 1 and is_word(who[0], (_NOBODY,))
    return SetOwner(reader.territory(where), NOBODY if nobody else _nation(reader, who))


def _money(reader: Reader, tokens: Tokens) -> Change:
    who, amount = reader.halves(tokens)
    return SetMoney(_nation(reader, who), read_number(reader, amount, "amount", MAX_AMOUNT))


def _technology(reader: Reader, tokens: Tokens) -> Change:
    who, what = reader.halves(tokens)
    is_off = len(what) > 1 and is_word(what[0], ("no",))
    # No research aims at it: an edit may name one that cannot be researched in this game.
    technology = reader.name(what[1:] if is_off else what, Noun.TECHNOLOGY)
    return SetTechnology(_nation(reader, who), technology, not is_off)


def _nation(reader: Reader, tokens: Tokens) -> NationName:
    names = reader.vocabulary.names(Noun.NATION)
    found = find_name(written(tokens), names)
    if not found.is_found:
        text = f"there is no nation {written(tokens)!r}; known: {', '.join(names)}"
        reader.fault("unknown-nation", written(tokens), text)
    return NationName(found.name)


FORMS: Final = (
    ChangeForm(
        PlainForm("owner", SetOwner), _owner, ("owner Syria: Germans", "owner Syria: nobody")
    ),
    ChangeForm(PlainForm("money", SetMoney), _money, ("money Russians: 50",)),
    ChangeForm(
        PlainForm("technology", SetTechnology),
        _technology,
        ("technology Russians: rockets", "technology Russians: no rockets"),
    ),
)
