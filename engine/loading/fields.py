"""Reading a plain tree strictly: every value is read with its kind and its limits.

A tree is hostile (it comes out of an opponent's save), so nothing in here trusts a type, a length
or a number, and every error is a DefinitionError "place: reason".
"""

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from engine.core.errors import DefinitionError

MAX_NAME: Final = 80
"""Longest name of anything, in characters."""

MAX_SENTENCE: Final = 400
"""Longest text of one line, in characters."""

MAX_NOTES: Final = 20_000
"""Longest free text, in characters."""

_SHOWN = 60


class Node(NamedTuple):
    """A value of the tree and its place, such as ``units[3].attack``."""

    value: object
    where: str

    def error(self, reason: str) -> DefinitionError:
        """The error to raise: place and reason."""
        return DefinitionError(f"{self.where or 'scenario'}: {reason}")

    def table(self, required: Sequence[str], optional: Sequence[str] = ()) -> "dict[str, Node]":
        """The fields of a table with a fixed set of keys; no other key may be there.

        Raises DefinitionError for a wrong type, an unknown key and a missing one.
        """
        found = self.mapping()
        for key in found:
            if key not in required and key not in optional:
                raise self.unknown(key, [*required, *optional])
        for key in required:
            if key not in found:
                raise self.error(f"the field {key!r} is missing")
        prefix = f"{self.where}." if self.where else ""
        return {key: Node(value, prefix + key) for key, value in found.items()}

    def named(self, limit: int, known: Collection[str] | None = None) -> "dict[str, Node]":
        """The entries of a table whose keys are names, at most `limit` of them.

        known: texts that are known to be names.
        """
        found = self.mapping()
        if len(found) > limit:
            raise self.error(f"{len(found)} entries; no more than {limit} are allowed")
        for key in found:
            if known is None or key not in known:
                Node(key, f"{self.where}: name").name()
        return {key: Node(value, f"{self.where}.{key}") for key, value in found.items()}

    def unknown(self, key: str, known: Iterable[str]) -> DefinitionError:
        """The error to raise for a field that a table does not have."""
        names = tuple(known)
        return self.error(f"there is no field {shown(key)}{_listed(names) or _nearest(key, names)}")

    def mapping(self) -> dict[str, object]:
        """A table with any text as keys."""
        if not isinstance(self.value, dict):
            raise self.error(f"expected a table, not {kind(self.value)}")
        for key in self.value:
            if not isinstance(key, str):
                raise self.error(f"a key must be text, not {kind(key)}")
        return self.value

    def items(self, limit: int) -> "list[Node]":
        """The items of a list, at most `limit` of them."""
        if not isinstance(self.value, list | tuple):
            raise self.error(f"expected a list, not {kind(self.value)}")
        if len(self.value) > limit:
            raise self.error(f"{len(self.value)} items; no more than {limit} are allowed")
        return [Node(item, f"{self.where}[{place}]") for place, item in enumerate(self.value)]

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.error(f"expected true or false, not {kind(self.value)}")
        return self.value

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.error(f"expected a whole number, not {kind(self.value)}")
        if not low <= self.value <= high:
            raise self.error(f"the number must be from {low} to {high}")
        return self.value

    def name(self) -> str:
        """A name: 1 to 80 printable characters, in one line, without spaces at the ends."""
        return self._line(MAX_NAME, "name")

    def sentence(self) -> str:
        """A text of 1 to 400 characters, else as a name."""
        return self._line(MAX_SENTENCE, "sentence")

    def _line(self, most: int, what: str) -> str:
        text = self._text()
        if not 1 <= len(text) <= most:
            raise self.error(f"a {what} has 1 to {most} characters, not {len(text)}")
        # isprintable refuses control, bidi and other format characters, and surrogates.
        if not text.isprintable() or text != text.strip():
            raise self.error(f"{shown(text)} holds characters that a {what} may not have")
        if not unicodedata.is_normalized("NFC", text):
            raise self.error(f"{shown(text)} is not spelt in Unicode normal form C")
        return text

    def notes(self) -> str:
        """Free text of several lines."""
        text = self._text()
        if len(text) > MAX_NOTES:
            raise self.error(f"no more than {MAX_NOTES} characters are allowed")
        if not text.replace("\n", " ").isprintable():
            raise self.error("the text holds characters that cannot be printed")
        return text

    def choice(self, allowed: Collection[str], what: str) -> str:
        """One of the allowed words; `what` names them in the error."""
        text = self._text()
        if text not in allowed:
            raise self.error(f"{shown(text)} is not {what}{_listed(allowed)}")
        return text

    def _text(self) -> str:
        if not isinstance(self.value, str):
            raise self.error(f"expected text, not {kind(self.value)}")
        return self.value


def names_of(node: Node, limit: int, allowed: Collection[str], what: str) -> tuple[str, ...]:
    """A list of different words out of the allowed ones."""
    words: dict[str, None] = {}
    for item in node.items(limit):
        word = item.choice(allowed, what)
        if word in words:
            raise item.error(f"{shown(word)} is listed twice")
        words[word] = None
    return tuple(words)


def shown(text: str) -> str:
    """A text as an error message may show it: quoted, escaped and cut to a decent length."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


def kind(value: object) -> str:
    """What sort of value it is, for an error message."""
    if value is None:
        return "nothing"
    return {"dict": "a table", "list": "a list", "str": "text", "int": "a number"}.get(
        type(value).__name__, f"a value of type {type(value).__name__}"
    )


def _listed(words: Collection[str]) -> str:
    few = len(words) <= 20
    return "; known: " + ", ".join(words) if words and few else ""


def _nearest(word: str, words: Sequence[str]) -> str:
    """Of more than anybody reads, those that could be meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - late, to start quickly

    near = get_close_matches(word[:_SHOWN], words)
    return f"; did you mean {' or '.join(near)}?" if near else ""
