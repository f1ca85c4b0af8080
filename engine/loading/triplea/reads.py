"""Ways in which an option of a map is read, for rows: `reads.flag("isAir", "is_air")`."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.loading.triplea.catalogue_properties import read_name
from engine.loading.triplea.rows import FactOption, FactReader, MapFacts, MapOption, Said
from engine.loading.triplea.words import names_in


def _note(fact: str) -> str:
    """What a fact is called on the support page, where there is no more to say."""
    return fact.replace(".", ": ")


def flag(option: str, fact: str, note: str = "") -> FactOption:
    """An option that is true or false."""

    def read(said: Said) -> MapFacts:
        return {fact: said.flag()}

    return MapOption(option, note or _note(fact), read, "", fact, "flag")


def number(
    option: str, fact: str, note: str = "", usual: int | None = 0, *, is_signed: bool = False
) -> FactOption:
    """An option that is a number; usual: which says nothing, like -1; None where all do.

    is_signed: -1 is a number like any other.
    """

    def read(said: Said) -> MapFacts:
        value = said.integer() if is_signed else said.number(usual or 0)
        return {} if value == usual else {fact: value}

    return MapOption(option, note or _note(fact), read, "", fact, "number")


def names(option: str, fact: str, note: str = "") -> FactOption:
    """An option with a list of names, which may be repeated."""

    def read(said: Said) -> MapFacts:
        return {fact: listed} if (listed := said.names()) else {}

    return MapOption(option, note or _note(fact), read, "", fact, "names")


def last_names(option: str, fact: str, note: str = "") -> FactOption:
    """An option with a list of names, of which the last one counts."""

    def read(said: Said) -> MapFacts:
        return {fact: listed} if (listed := names_in(said.last)) else {}

    return MapOption(option, note or _note(fact), read, "", fact, "names")


def amounts(
    option: str, fact: str, read: Callable[[Said], dict[str, int]], note: str = ""
) -> FactOption:
    """An option with a number for each of several names, in a form of its own; 0 is left out."""

    def read_amounts(said: Said) -> MapFacts:
        counts = {name: count for name, count in read(said).items() if count}
        return {fact: counts} if counts else {}

    return MapOption(option, note or _note(fact), read_amounts, "", fact, "amounts")


def special(option: str, note: str, read: FactReader, fact: str = "") -> FactOption:
    """An option that is read in a way of its own; fact: the number that triggers may change."""
    return MapOption(option, note, read, "", fact, "number" if fact else "")


def word(option: str, fact: str, note: str) -> FactOption:
    """An option whose last value is kept as it is."""
    return MapOption(option, note, lambda said: {fact: said.last})


def nation(option: str, fact: str) -> FactOption:
    """An option that names a nation."""
    return MapOption(option, _note(fact), lambda said: {fact: said.last}, "", fact, "name")


def texts(option: str, fact: str, note: str) -> FactOption:
    """An option that may be repeated, whose values are kept as they are."""
    return MapOption(option, note, lambda said: {fact: [*said.each()]})


def truth(option: str, fact: str, note: str) -> FactOption:
    """An option that is true, or anything else."""
    return MapOption(option, note, lambda said: {fact: said.last == "true"})


def whole_number(option: str, fact: str, note: str) -> FactOption:
    """An option that is a number, perhaps below 0."""
    return MapOption(option, note, lambda said: {fact: said.integer()})


def with_property(name: str, *options: FactOption) -> Sequence[FactOption]:
    """The same options, which have no meaning where a property of the map is not true."""
    return [replace(row, switch=read_name(name)) for row in options]


def changing(*options: FactOption) -> Sequence[FactOption]:
    """The same options, which triggers may give other values."""
    return [replace(row, is_changing=True) for row in options]
