"""Changes by hand of what only block games have: industry, influence, war, dividends, commands."""

from typing import Annotated, Final, get_args

from engine.core.ids import NOBODY, NationName
from engine.core.words import CommandWord
from engine.grammar.fields import FlagEntry, NumberEntry, PlainForm, TextEntry, WordEntry
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens, is_word, split_at
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.command import Command, read_command
from engine.orders.edits.form import MAX_HITS, Change, ChangeForm, read_number
from engine.values import dataclass

_NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class SetIndustry(Change):
    """A nation now has an industry of so many points (T109)."""

    nation: Annotated[NationName, TextEntry("the nation")]
    industry: Annotated[int, NumberEntry("the number", MAX_HITS, least=0)]

    def text(self, name: Name) -> str:
        """The nation, then its industry."""
        return f"industry {name(self.nation)}: {self.industry}"


@dataclass(frozen=True, slots=True)
class SetInfluence(Change):
    """A nation now has so many markers on a country, and no other has any (T146)."""

    country: Annotated[str, TextEntry("the country")]
    nation: Annotated[NationName, TextEntry("the nation", empty=True)]
    markers: Annotated[int, NumberEntry("the number", MAX_HITS, least=0)]

    def text(self, name: Name) -> str:
        """The country, then number and nation, or `none`."""
        held = f"{self.markers} {name(self.nation)}" if self.markers else _NONE
        return f"influence {name(self.country)}: {held}"


@dataclass(frozen=True, slots=True)
class SetWar(Change):
    """A nation has declared war on an enemy, or there is peace between the two (T229)."""

    nation: Annotated[NationName, TextEntry("the nation")]
    enemy: Annotated[NationName, TextEntry("the enemy")]
    is_at_war: Annotated[bool, FlagEntry("whether they are at war")]

    def text(self, name: Name) -> str:
        """With `no` in front of the enemy where there is peace."""
        return f"war {name(self.nation)}: {'' if self.is_at_war else 'no '}{name(self.enemy)}"


@dataclass(frozen=True, slots=True)
class SetDividends(Change):
    """A nation holds so many chits, with so many points on those that are known (T133)."""

    nation: Annotated[NationName, TextEntry("the nation")]
    chits: Annotated[int, NumberEntry("the number", MAX_HITS, least=0)]
    points: Annotated[int, NumberEntry("the points", MAX_HITS, least=0)]

    def text(self, name: Name) -> str:
        """The nation, then its chits and their points."""
        return f"dividends {name(self.nation)}: {self.chits} > {self.points}"


@dataclass(frozen=True, slots=True)
class SetCommand(Change):
    """What a nation commands the season under way with (T184)."""

    nation: Annotated[NationName, TextEntry("the nation")]
    kind: Annotated[CommandWord, WordEntry("what it is", get_args(CommandWord))]
    value: Annotated[int, NumberEntry("the value", least=0)] = 0
    letter: Annotated[str, TextEntry("its letter", empty=True)] = ""

    @property
    def command(self) -> Command:
        """The order that the nation would have given."""
        return Command(self.kind, self.value, self.letter)

    def text(self, name: Name) -> str:
        """The nation, then its card."""
        return f"command {name(self.nation)}: {self.command.text(name).removeprefix('command ')}"


def _industry(reader: Reader, tokens: Tokens) -> Change:
    who, number = reader.halves(tokens)
    points = read_number(reader, number, "number", MAX_HITS)
    return SetIndustry(reader.nation(who), points)


def _influence(reader: Reader, tokens: Tokens) -> Change:
    where, who = reader.halves(tokens)
    country = reader.name(where, Noun.COUNTRY)
    if len(who) == 1 and is_word(who[0], (_NONE,)):
        return SetInfluence(country, NOBODY, 0)
    if len(who) < 2:
        text = f"how many of whom? Write, for example: {reader.example}"
        reader.fault("count-missing", written(who), text)
        return SetInfluence(country, NOBODY, 0)
    markers = read_number(reader, who[:1], "number", MAX_HITS)
    return SetInfluence(country, reader.nation(who[1:]), markers)


def _war(reader: Reader, tokens: Tokens) -> Change:
    who, enemy = reader.halves(tokens)
    is_off = len(enemy) > 1 and is_word(enemy[0], ("no",))
    other = reader.nation(enemy[1:] if is_off else enemy)
    return SetWar(reader.nation(who), other, not is_off)


def _dividends(reader: Reader, tokens: Tokens) -> Change:
    who, what = reader.halves(tokens)
    parts = split_at(what, (">",))
    if len(parts) != 2:
        text = f"how many chits and points? Write, for example: {reader.example}"
        reader.fault("count-missing", written(what), text)
        return SetDividends(reader.nation(who), 0, 0)
    chits, points = (read_number(reader, part, "number", MAX_HITS) for part in parts)
    return SetDividends(reader.nation(who), chits, points)


def _command(reader: Reader, tokens: Tokens) -> Change:
    who, card = reader.halves(tokens)
    told = read_command(reader, card)
    return SetCommand(reader.nation(who), told.kind, told.value, told.letter)


FORMS: Final = (
    ChangeForm(PlainForm("industry", SetIndustry), _industry, ("industry Axis: 13",)),
    ChangeForm(
        PlainForm("influence", SetInfluence),
        _influence,
        ("influence Rumania: 2 Axis", "influence Rumania: none"),
    ),
    ChangeForm(PlainForm("war", SetWar), _war, ("war Axis: West", "war Axis: no West")),
    ChangeForm(PlainForm("dividends", SetDividends), _dividends, ("dividends USSR: 3 > 2",)),
    ChangeForm(
        PlainForm("command", SetCommand), _command, ("command West: P4", "command USSR: pass")
    ),
)
