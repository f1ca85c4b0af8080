"""Changes of land, money, other goods, technologies and relations by hand."""

from typing import Annotated, Final

from engine.core.ids import NOBODY, NationName, ResourceName
from engine.grammar.fields import Area, FlagEntry, NumberEntry, PlainForm, TextEntry
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens, is_word, split_at
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


@dataclass(frozen=True, slots=True)
class SetGoods(Change):
    """A nation now holds `amount` of another resource than PUs."""

    nation: Annotated[NationName, TextEntry("the nation")]
    resource: Annotated[ResourceName, TextEntry("the resource")]
    amount: Annotated[int, NumberEntry("the amount", MAX_AMOUNT, least=0)]

    def text(self, name: Name) -> str:
        """The nation, then how much of what."""
        return f"goods {name(self.nation)}: {self.amount} {name(self.resource)}"


@dataclass(frozen=True, slots=True)
class SetRelation(Change):
    """Two nations have a relation of this type from now on."""

    one: Annotated[NationName, TextEntry("a nation")]
    other: Annotated[NationName, TextEntry("the other nation")]
    type: Annotated[str, TextEntry("the type of relations")]

    def text(self, name: Name) -> str:
        """The two nations, then what they are to each other."""
        return f"relation {name(self.one)}, {name(self.other)}: {name(self.type)}"


def _owner(reader: Reader, tokens: Tokens) -> Change:
    where, who = reader.halves(tokens)
    nobody = len(who) == 1 and is_word(who[0], (_NOBODY,))
    return SetOwner(reader.territory(where), NOBODY if nobody else reader.nation(who))


def _money(reader: Reader, tokens: Tokens) -> Change:
    who, amount = reader.halves(tokens)
    return SetMoney(reader.nation(who), read_number(reader, amount, "amount", MAX_AMOUNT))


def _technology(reader: Reader, tokens: Tokens) -> Change:
    who, what = reader.halves(tokens)
    is_off = len(what) > 1 and is_word(what[0], ("no",))
    # No research aims at it: an edit may name one that cannot be researched in this game.
    technology = reader.name(what[1:] if is_off else what, Noun.TECHNOLOGY)
    return SetTechnology(reader.nation(who), technology, not is_off)


def _goods(reader: Reader, tokens: Tokens) -> Change:
    who, what = reader.halves(tokens)
    amount = read_number(reader, what[:1], "amount", MAX_AMOUNT)
    return SetGoods(reader.nation(who), ResourceName(reader.name(what[1:], Noun.GOODS)), amount)


def _relation(reader: Reader, tokens: Tokens) -> Change:
    who, kind = reader.halves(tokens)
    pair = split_at(who, (",",))
    if len(pair) != 2:
        text = f"which two nations? Write, for example: {reader.example}"
        reader.fault("nation-missing", written(who), text)
        return SetRelation(NOBODY, NOBODY, "")
    one, other = (reader.nation(tokens) for tokens in pair)
    return SetRelation(one, other, reader.name(kind, Noun.RELATION))


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
    ChangeForm(PlainForm("goods", SetGoods), _goods, ("goods Japanese: 3 SuicideAttackTokens",)),
    ChangeForm(
        PlainForm("relation", SetRelation),
        _relation,
        ("relation Japanese, Russians: war", "relation Japanese, Russians: neutral"),
    ),
)
