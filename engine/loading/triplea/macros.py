"""Text macros of a map file are written out, before anything else is read.

A variable is a list of words.  ``$name$`` in the value of an option stands for the words with
colons between them; a word of a variable may name another one.  An option whose value becomes empty
is left out.  An attachment with ``foreach`` is repeated: for every word of ``$a$``, with ``@a@``
replaced in its name, in what it is attached to and in its options; for ``$a$:$b$`` with the words
of both lists side by side; ``x^y`` takes every step of the second for every step of the first.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from engine.loading.fields import shown
from engine.loading.triplea.xml_text import MAX_ELEMENTS, Element

_NAME: Final = re.compile(r"\$([^$]+)\$")
_MAX_WORDS: Final = 10_000
"""Most words of one variable, those that it takes from other variables included."""

_MAX_DEPTH: Final = 50
"""Most variables that name one another in a row."""

Variables = Mapping[str, tuple[str, ...]]
_Step = Mapping[str, str]


def expand_macros(root: Element) -> None:
    """Write the macros of a document out, in place; a document without any stays as it is.

    Raises DefinitionError for a variable that does not exist or names itself, and for a document
    that becomes too large.
    """
    lists = [child for child in root.children if child.tag == "variableList"]
    if not lists:
        return
    variables = _variables([entry for element in lists for entry in element.children])
    root.children = [child for child in root.children if child.tag != "variableList"]
    room = MAX_ELEMENTS
    for element in root.children:
        if element.tag.replace("ttatch", "ttach") != "attachmentList":
            continue
        written: list[Element] = []
        for attachment in element.children:
            for copy in _copies(attachment, variables):
                room -= 1 + len(copy.children)
                if room < 0:
                    raise attachment.error(f"the macros make more than {MAX_ELEMENTS} elements")
                written.append(copy)
        element.children = written


def _variables(entries: Sequence[Element]) -> Variables:
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
        written[name] = tuple(words)
        return written[name]

    return {name: words_of(name, (name,)) for name in found}


def _copies(attachment: Element, variables: Variables) -> Iterator[Element]:
    """The attachment for each step of its loop, options written out."""
    loop = attachment.attributes.get("foreach", "")
    for step in _steps(attachment, loop, variables):
        attributes = {
            name: _replaced(value, step)
            for name, value in attachment.attributes.items()
            if name != "foreach"
        }
        copy = Element(attachment.tag, attributes, attachment.line)
        for child in attachment.children:
            option = _option(child, step, variables)
            if option is not None:
                copy.children.append(option)
        yield copy


def _steps(attachment: Element, loop: str, variables: Variables) -> Iterator[_Step]:
    if not loop:
        yield {}
        return
    rows = [_side_by_side(attachment, part, variables) for part in loop.split("^")]
    for chosen in product(*rows):
        yield {name: word for step in chosen for name, word in step.items()}


def _side_by_side(attachment: Element, part: str, variables: Variables) -> list[_Step]:
    names = [_NAME.fullmatch(name.strip()) for name in part.split(":")]
    known = [found[1] for found in names if found is not None and found[1] in variables]
    if len(known) < len(names):
        raise attachment.error(f"foreach {shown(part)} names a variable that does not exist")
    lists = [variables[name] for name in known]
    if len({len(words) for words in lists}) != 1:
        raise attachment.error(f"foreach {shown(part)}: the lists are not equally long")
    return [dict(zip(known, words, strict=True)) for words in zip(*lists, strict=True)]


def _option(child: Element, step: _Step, variables: Variables) -> Element | None:
    """An option with its macros written out; None when nothing is left of its value."""
    attributes = {name: _replaced(value, step) for name, value in child.attributes.items()}
    for name in ("value", "count"):
        before = attributes.get(name, "")
        if "$" in before:
            attributes[name] = _NAME.sub(lambda m: _joined(m, variables), before)
            if name == "value" and not attributes[name]:
                return None
    return Element(child.tag, attributes, child.line, child.children, child.texts)


def _joined(match: re.Match[str], variables: Variables) -> str:
    return ":".join(variables[match[1]]) if match[1] in variables else match[0]


def _replaced(text: str, step: _Step) -> str:
    for name, word in step.items():
        text = text.replace(f"@{name}@", word)
    return text
