"""The forms of single values: a flag, a number, a text, a name, a list of names.

Forms are named tuples, not dataclasses: those take three times as long to define, and the odds of
two forces would have to wait for that (ADR 0009).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias

from engine.core.errors import DefinitionError
from engine.core.ids import NameOf
from engine.gamedef.bounds import MAX_AREAS
from engine.loading.fields import MAX_NOTES, MAX_SENTENCE, Node, names_of
from engine.marks import MAX_NUMBER, Items

Known: TypeAlias = Mapping[str, int]
"""Names that are known, each with its place in the order of the scenario."""

Check: TypeAlias = "Callable[[object, Node, Scope], None]"
"""Checks a record that was read; raises DefinitionError for what no field can check alone."""

_NOTHING: Final[Known] = {}
_DEEPEST: Final = 8


def no_check(entry: object, node: Node, scope: "Scope") -> None:
    """For records of which every field says all there is to say."""


class Scope(NamedTuple):
    """What a reader has to know besides the value: the names of the scenario, and further rules.

    known: by kind of name, such as "nation"; depth: of conditions in conditions.
    faults: where rows that are at fault are noted, so that a reader finds all of them; None to
    stop at the first.
    """

    known: Mapping[str, Known] = MappingProxyType({})
    check: Check = no_check
    depth: int = 0
    faults: list[DefinitionError] | None = None

    def names(self, kind: str) -> Known:
        """The names of a kind, in the order of the scenario."""
        return self.known.get(kind, _NOTHING)

    def deeper(self, node: Node, what: str) -> "Scope":
        """The scope inside a part; raises DefinitionError for parts nested too deep."""
        if self.depth > _DEEPEST:
            raise node.error(f"one {what} lies no more than {_DEEPEST} deep in others")
        return self._replace(depth=self.depth + 1)

    def note(self, fault: DefinitionError) -> None:
        """Keep the fault of a row, which is left out, where all are wanted; raise it otherwise."""
        if self.faults is None:
            raise fault
        self.faults.append(fault)


class Form(Protocol):
    """How values of one kind are read out of a tree, written into it, and described."""

    def read(self, node: Node, scope: Scope) -> object:
        """The value; raises DefinitionError with place and reason."""
        ...

    def plain(self, value: object) -> object:
        """The value as a part of a tree."""
        ...

    def told(self) -> str:
        """What is allowed there, for the page about the format."""
        ...


class NameForm(Form, Protocol):
    """A form of texts out of a set that the scope knows, or of any text."""

    def choices(self, scope: Scope) -> Known | None:
        """The texts that are allowed there, with their places; None for any name."""
        ...

    def phrase(self) -> tuple[str, str]:
        """What it is: article and noun."""
        ...


class AsItIs:
    """Part of the forms whose values stand in a tree as they are."""

    __slots__ = ()

    def plain(self, value: object) -> object:
        """The value itself."""
        return value


class Flag(AsItIs):
    """True or false."""

    __slots__ = ()

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.flag()

    def told(self) -> str:
        """What is allowed there."""
        return "true or false"


class Whole(NamedTuple):
    """A whole number between bounds."""

    low: int = 0
    high: int = MAX_NUMBER

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.whole(self.low, self.high)

    def plain(self, value: object) -> object:
        """The value itself."""
        return value

    def told(self) -> str:
        """What is allowed there."""
        return f"{self.low:,} to {self.high:,}"


class Notes(AsItIs):
    """Text of several lines."""

    __slots__ = ()

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.notes()

    def told(self) -> str:
        """What is allowed there."""
        return f"text of at most {MAX_NOTES:,} characters, lines ended by LF"


class Sentence(AsItIs):
    """Text of one line."""

    __slots__ = ()

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.sentence()

    def told(self) -> str:
        """What is allowed there."""
        return f"text of one line, at most {MAX_SENTENCE} characters"


class Simple(AsItIs):
    """A flag, a number, a name or a list of names: the values that a map may give to a fact."""

    __slots__ = ()

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        if isinstance(node.value, bool):
            return node.flag()
        if isinstance(node.value, int):
            return node.whole(-MAX_NUMBER, MAX_NUMBER)
        if isinstance(node.value, str):
            return node.name()
        return tuple(item.name() for item in node.items(MAX_AREAS))

    def plain(self, value: object) -> object:
        """The value, names as a list."""
        return list(value) if isinstance(value, tuple) else value

    def told(self) -> str:
        """What is allowed there."""
        return "true or false, a number, a name or a list of names"


class FreeName(AsItIs):
    """Any name."""

    __slots__ = ()

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.name()

    def told(self) -> str:
        """What is allowed there."""
        return "name"

    def choices(self, scope: Scope) -> Known | None:
        """Any."""
        return None

    def phrase(self) -> tuple[str, str]:
        """What it is."""
        return "a", "name"


class Word(NamedTuple):
    """One of a few words of the format; what: with its article."""

    words: Known
    what: str

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.choice(self.words, self.what)

    def plain(self, value: object) -> object:
        """The value itself."""
        return value

    def told(self) -> str:
        """What is allowed there."""
        return self.what if len(self.words) > 8 else ", ".join(f"`{word}`" for word in self.words)

    def choices(self, scope: Scope) -> Known | None:
        """The words."""
        return self.words

    def phrase(self) -> tuple[str, str]:
        """What it is."""
        article, _, noun = self.what.partition(" ")
        return article, noun


class Reference(NamedTuple):
    """A name of something of the scenario."""

    of: NameOf

    def read(self, node: Node, scope: Scope) -> object:
        """The value."""
        return node.choice(scope.names(self.of.kind), f"{self.of.article} {self.of.kind}")

    def plain(self, value: object) -> object:
        """The value itself."""
        return value

    def told(self) -> str:
        """What is allowed there."""
        return f"{self.of.article} {self.of.kind}"

    def choices(self, scope: Scope) -> Known | None:
        """The names of this kind."""
        return scope.names(self.of.kind)

    def phrase(self) -> tuple[str, str]:
        """What it is."""
        return self.of.article, self.of.kind


class NameList(NamedTuple):
    """A list of different names; a pair has two of them."""

    item: NameForm
    size: Items
    is_sorted: bool = False

    def read(self, node: Node, scope: Scope) -> object:
        """The names as a tuple."""
        article, noun = self.item.phrase()
        known = self.item.choices(scope)
        if known is None:
            known = {item.name(): 0 for item in node.items(self.size.most)}
        found = names_of(node, self.size.most, known, f"{article} {noun}")
        if len(found) < self.size.least:
            if self.size.least == self.size.most:
                raise node.error(f"expected two different {noun}s")
            raise node.error(f"expected at least one {noun}")
        return tuple(sorted(found)) if self.is_sorted else found

    def plain(self, value: object) -> object:
        """The names as a list."""
        return list(value) if isinstance(value, tuple) else value

    def told(self) -> str:
        """What is allowed there."""
        count = "two" if self.size.least == self.size.most else "list"
        return f"{count}, each {self.item.told()}"
