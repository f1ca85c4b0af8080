"""What a map file says, as written: attachments with their options, properties, elements."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from engine.loading.triplea.catalogue_properties import read_name
from engine.loading.triplea.words import is_whole, names_in
from engine.loading.triplea.xml_text import Element
from engine.values import dataclass

USE_TRIGGERS: Final = "Use Triggers"
TRIGGERED_VICTORY: Final = "Triggered Victory"
"""Properties that switch on all triggers, and those that end the game."""

_MAX_NUMBER: Final = 10**9


@dataclass(frozen=True, slots=True)
class Attachment:
    """Rules data of one thing: which class, attached to what, options in the order of the file.

    name: what the map calls it, which matters where a thing may have several of a class.
    readable: the options of its class that are read; nothing can ask for another one.
    place, since: how many stand before it in the file, and before the first one in its place.
    """

    kind: str
    target: str
    options: tuple[tuple[str, str], ...]
    name: str = ""
    readable: Collection[str] = ()
    place: int = 0
    since: int = 0

    def each(self, option: str) -> Iterator[str]:
        """The values of an option, the empty ones left out; KeyError for one that is not read."""
        if option not in self.readable:
            raise KeyError(option)
        return (value for name, value in self.options if name == option and value)

    def names(self, option: str) -> list[str]:
        """The names in all values of an option, each once; KeyError as in `each`."""
        return names_in(":".join(self.each(option)))


@dataclass(frozen=True, slots=True)
class Records:
    """A map file as written, with today's spellings.

    root: the whole document; attachments: those of the classes that are read;
    properties: every property and its value as text; property_lines: where each stands.
    """

    root: Element
    attachments: tuple[Attachment, ...]
    properties: Mapping[str, str]
    property_lines: Mapping[str, int]

    def every(self, *path: str) -> Iterator[Element]:
        """Every element at a path of tags below the root."""
        found = [self.root]
        for tag in path:
            found = [child for element in found for child in element.children if child.tag == tag]
        return iter(found)

    def is_on(self, name: str) -> bool:
        """Whether the map says that a property is true; KeyError for one that is not read."""
        return self.properties.get(read_name(name), "").lower() == "true"

    def of_kind(self, kind: str) -> Iterator[Attachment]:
        """The attachments of a class, in the order of the file."""
        return (attachment for attachment in self.attachments if attachment.kind == kind)


def attribute(element: Element, name: str) -> str:
    """An attribute that must be there; raises DefinitionError."""
    if name not in element.attributes:
        raise element.error(f"the attribute {name!r} is missing")
    return element.attributes[name]


def whole(element: Element, name: str, default: int | None = None) -> int:
    """An attribute that is a whole number from 0 up; raises DefinitionError."""
    if default is not None and name not in element.attributes:
        return default
    text = attribute(element, name)
    if not is_whole(text, 10) or int(text) > _MAX_NUMBER:
        raise element.error(f"{name!r} must be a whole number")
    return int(text)
