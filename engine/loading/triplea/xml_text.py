"""Bytes of XML become a plain tree of elements, safely.

Why expat and not defusedxml: expat is in the standard library and reports every declaration before
it takes effect, so a few handlers refuse what is dangerous (entities, external references), and
the limits on size, depth and number, which defusedxml does not have, need our own handlers anyway.
"""

from dataclasses import dataclass, field
from typing import Final, NoReturn
from xml.parsers import expat

from engine.core.errors import DefinitionError

MAX_BYTES: Final = 20_000_000
"""Longest map file; the largest known has about 10 million bytes."""

MAX_DEPTH: Final = 32
MAX_ELEMENTS: Final = 500_000
"""Most elements; the largest map known here has 32,000."""
MAX_DEFAULT: Final = 40
"""Longest default value that a document type may give an attribute, in characters."""

MAX_TEXT: Final = 2_000_000
"""Most characters of text between the tags, all together."""


@dataclass(slots=True)
class Element:
    """An element: tag, attributes, line, children, and the pieces of text between them."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: "list[Element]" = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def error(self, reason: str) -> DefinitionError:
        """The error to raise: place and reason."""
        return DefinitionError(f"<{self.tag[:40]}> in line {self.line}: {reason}")


def parse_xml(data: bytes) -> Element:
    """The root element of an XML document.

    Raises DefinitionError for anything that is not well-formed, for entities and external
    references of any sort, and beyond the limits of this module.  A document type may be named, as
    TripleA maps do, or declare elements; nothing is ever fetched.
    """
    if len(data) > MAX_BYTES:
        raise DefinitionError(f"the map file is longer than {MAX_BYTES} bytes")
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise DefinitionError(f"the map file is not XML: line {error.lineno}: {reason}") from None
    except (ValueError, LookupError):
        raise DefinitionError("the map file has an encoding that cannot be read") from None
    if builder.root is None:
        raise DefinitionError("the map file is empty")
    return builder.root


class _Builder:
    """Collects elements while expat reads."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.characters = 0
        parser = expat.ParserCreate()
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._refuse_entity
        parser.UnparsedEntityDeclHandler = self._refuse_entity
        parser.ExternalEntityRefHandler = self._refuse_entity
        parser.SkippedEntityHandler = self._refuse_entity
        parser.AttlistDeclHandler = self._check_default
        self.parser = parser

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        element = Element(tag, attributes, self.parser.CurrentLineNumber)
        if len(self.open) >= MAX_DEPTH:
            raise element.error(f"nested deeper than {MAX_DEPTH} levels")
        if self.count > MAX_ELEMENTS:
            raise element.error(f"the file has more than {MAX_ELEMENTS} elements")
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if not self.open or not text.strip():
            return
        self.characters += len(text)
        if self.characters > MAX_TEXT:
            raise self.open[-1].error(f"the file has more than {MAX_TEXT} characters of text")
        self.open[-1].texts.append(text)

    def _refuse_entity(self, *_: object) -> NoReturn:
        line = self.parser.CurrentLineNumber
        raise DefinitionError(f"the map file uses or declares an entity in line {line}: refused")

    def _check_default(
        self, _tag: str, _name: str, _type: str, default: str | None, _required: bool
    ) -> None:
        """A default may be short only: expat copies it into every element without it."""
        if default is not None and len(default) > MAX_DEFAULT:
            raise DefinitionError("the map file declares a long default for an attribute: refused")
