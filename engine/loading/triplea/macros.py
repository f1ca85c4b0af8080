"""Text macros of a map file are written out, before anything else is read.

A variable is a list of words.  ``$name$`` in the value of an option stands for the words with
colons between them; a word of a variable may name another one.  An option whose value becomes empty
is left out.  An attachment with ``foreach`` is repeated: for every word of ``$a$``, with ``@a@``
replaced in its name, in what it is attached to and in its options; for ``$a$:$b$`` with the words
of both lists side by side; ``x^y`` takes every step of the second for every step of the first.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from engine.loading.fields import shown
from engine.loading.triplea.xml_text import MAX_BYTES, MAX_ELEMENTS, Element

_NAME: Final = re.compile(r"\$([^$]+)\$")
_MAX_WORDS: Final = 10_000
"""Most words of one variable, those that it takes from other variables included."""

_MAX_DEPTH: Final = 50
"""Most variables that name one another in a row."""

_MAX_NAMES: Final = 20
"""Most variables of one loop; the maps known here have no more than 3."""

_MAX_WRITTEN: Final = 2 * MAX_BYTES
"""Most characters that the macros of a file may read and write, all together.  The largest map
known here needs 15 million."""

_WORD: Final = 50
"""What a word of a list or of a loop counts as, in characters, besides what it holds."""

Variables = Mapping[str, tuple[str, ...]]
_Step = Mapping[str, str]


@dataclass(slots=True)
class _Room:
    """What may still be written: elements, and characters.

    Taken before anything is written: one value of a few bytes can ask for gigabytes.
    """

    elements: int = MAX_ELEMENTS
    characters: int = _MAX_WRITTEN

    def take(self, place: Element, *, elements: int = 0, characters: int = 0) -> None:
        """Raises DefinitionError, with a place for the message, when there is less than that."""
        self.elements -= elements
        self.characters -= characters
        if self.elements < 0:
            raise place.error(f"the macros make more than {MAX_ELEMENTS} elements")
        if self.characters < 0:
            raise place.error(f"the macros make more than {_MAX_WRITTEN} characters")


def expand_macros(root: Element) -> None:
    """Write the macros of a document out, in place; a document without any stays as it is.

    Raises DefinitionError for a variable that does not exist or names itself, and for a document
    that becomes too large.
    """
    lists = [child for child in root.children if child.tag == "variableList"]
    if not lists:
        return
    room = _Room()
    writer = _Writer(_variables([entry for some in lists for entry in some.children], room), room)
    root.children = [child for child in root.children if child.tag != "variableList"]
    for element in root.children:
        if element.tag.replace("ttatch", "ttach") == "attachmentList":
            element.children = [
                copy for attachment in element.children for copy in writer.copies(attachment)
            ]


def _variables(entries: Sequence[Element], room: _Room) -> Variables:
    found = {entry.attributes.get("name", ""): entry for entry in entries}
    written: dict[str, tuple[str, ...]] = {}

    def words_of(name: str, above: tuple[str, ...]) -> tuple[str, ...]:
        if name in written:
            return written[name]
        entry = found[name]
        words: list[str] = []
        for child in entry.children:
            word = child.attributes.get("name", "")
            inner = _NAME.fullmatch(word)
            if inner is None or inner[1] not in found:
                words.append(word)
            elif inner[1] in above or len(above) > _MAX_DEPTH:
                raise entry.error(f"the variable {shown(inner[1])} names itself")
            else:
                words.extend(words_of(inner[1], (*above, inner[1])))
            if len(words) > _MAX_WORDS:
                raise entry.error(f"a variable has no more than {_MAX_WORDS} words")
        room.take(entry, characters=_WORD * len(words))
        written[name] = tuple(words)
        return written[name]

    return {name: words_of(name, (name,)) for name in found}


class _Writer:
    """Writes attachments out, with the variables of their document, while there is room."""

    def __init__(self, variables: Variables, room: _Room) -> None:
        self._variables = variables
        self._room = room
        self._lengths = {
            name: sum(map(len, words)) + len(words) for name, words in variables.items()
        }

    def copies(self, attachment: Element) -> Iterator[Element]:
        """The attachment for each step of its loop, options written out."""
        rows = self._rows(attachment, attachment.attributes.get("foreach", ""))
        elements = prod(map(len, rows)) * (1 + len(attachment.children))
        self._room.take(attachment, elements=elements)
        for chosen in product(*rows):
            step = {name: word for one in chosen for name, word in one.items()}
            attributes = {
                name: self._replaced(attachment, value, step)
                for name, value in attachment.attributes.items()
                if name != "foreach"
            }
            copy = Element(attachment.tag, attributes, attachment.line)
            for child in attachment.children:
                option = self._option(child, step)
                if option is not None:
                    copy.children.append(option)
            yield copy

    def _rows(self, attachment: Element, loop: str) -> list[list[_Step]]:
        """The steps of each part of a loop; every step of a part is taken with all of the next."""
        if not loop:
            return []
        if loop.count("$") > 2 * _MAX_NAMES:
            raise attachment.error(f"foreach names more than {_MAX_NAMES} variables")
        return [self._side_by_side(attachment, part) for part in loop.split("^")]

    def _side_by_side(self, attachment: Element, part: str) -> list[_Step]:
        names = [_NAME.fullmatch(name.strip()) for name in part.split(":")]
        known = [found[1] for found in names if found is not None and found[1] in self._variables]
        if len(known) < len(names):
            raise attachment.error(f"foreach {shown(part)} names a variable that does not exist")
        lists = [self._variables[name] for name in known]
        if len({len(words) for words in lists}) != 1:
            raise attachment.error(f"foreach {shown(part)}: the lists are not equally long")
        self._room.take(attachment, characters=_WORD * sum(map(len, lists)))
        return [dict(zip(known, words, strict=True)) for words in zip(*lists, strict=True)]

    def _option(self, child: Element, step: _Step) -> Element | None:
        """An option with its macros written out; None when nothing is left of its value."""
        attributes = {
            name: self._replaced(child, value, step) for name, value in child.attributes.items()
        }
        for name in ("value", "count"):
            before = attributes.get(name, "")
            if "$" in before:
                attributes[name] = _NAME.sub(lambda match: self._joined(child, match), before)
                if name == "value" and not attributes[name]:
                    return None
        return Element(child.tag, attributes, child.line, child.children, child.texts)

    def _joined(self, child: Element, match: re.Match[str]) -> str:
        if match[1] not in self._variables:
            return match[0]
        self._room.take(child, characters=self._lengths[match[1]])
        return ":".join(self._variables[match[1]])

    def _replaced(self, element: Element, text: str, step: _Step) -> str:
        """A value with the words of a step in it. What was there before counts too, for time."""
        for name, word in step.items():
            mark = f"@{name}@"
            longer = text.count(mark) * max(0, len(word) - len(mark))
            self._room.take(element, characters=len(text) + longer)
            text = text.replace(mark, word)
        return text
