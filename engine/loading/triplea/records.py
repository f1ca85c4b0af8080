"""First layer: elements become records, each element and attribute checked against the catalogue.

Old spellings are brought up to date here, so that the other layers know one name for each thing.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.loading.triplea.catalogue import ATTACHMENTS, ELEMENTS
from engine.loading.triplea.catalogue_options import (
    DROPPED_OPTIONS,
    LEGACY_OPTIONS,
    OPTIONS_OF,
    SWITCHED_ON_BY,
)
from engine.loading.triplea.catalogue_properties import LEGACY_PROPERTIES
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.words import RESET, is_whole
from engine.loading.triplea.xml_text import Element
from engine.values import dataclass, replace

USE_TRIGGERS: Final = "Use Triggers"
TRIGGERED_VICTORY: Final = "Triggered Victory"
"""Properties that switch on all triggers, and those that end the game."""

_NAMING: Final = ("conditions", "trigger", "activateTrigger", "playerAttachmentName")
"""Options that name other attachments, whose old spelling is brought up to date as well."""

_CLOSED_TEXT: Final = ("value", "string", "boolean", "number")
_CLEAR: Final = "-clear-"
"""Another way to write that a list is emptied first."""

_REPEATED: Final = "foreach"
"""An attribute that is gone once an attachment has been repeated."""

_TRUTHS: Final = frozenset(("true", "false"))
_MAX_NUMBER = 10**9


@dataclass(frozen=True, slots=True)
class Attachment:
    """Rules data of one thing: which class, attached to what, options in the order of the file.

    name: what the map calls it, which matters where a thing may have several of a class.
    is_whole: whether all its options are read.
    place, since: how many stand before it in the file, and before the first one in its place.
    """

    kind: str
    target: str
    options: tuple[tuple[str, str], ...]
    name: str = ""
    is_whole: bool = True
    place: int = 0
    since: int = 0

    def values(self) -> dict[str, str]:
        """The options by name; the last one counts, as in the engine."""
        return dict(self.options)

    def each(self, option: str) -> Iterator[str]:
        """The values of an option that may be repeated, the empty ones left out."""
        return (value for name, value in self.options if name == option and value)

    def names(self, option: str) -> list[str]:
        """The names in all values of an option, which colons separate; each once."""
        words = (word for value in self.each(option) for word in value.split(":"))
        return list(dict.fromkeys(word for word in words if word))


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
        """Whether a property of the map is there and true."""
        return self.properties.get(name, "").lower() == "true"

    def of_kind(self, kind: str) -> Iterator[Attachment]:
        """The attachments of a class, in the order of the file."""
        return (attachment for attachment in self.attachments if attachment.kind == kind)


def read_records(root: Element, missing: Missing) -> Records:
    """The records of a document.

    A thing has one attachment of a name: a later one takes the place of the earlier, all of it.
    Raises DefinitionError when it is not a map; what is unknown or refused is added to `missing`.
    """
    if root.tag != "game":
        raise root.error("a map begins with <game>")
    _check_elements(root, missing)
    records = Records(root, (), {}, {})
    properties: dict[str, str] = {}
    lines: dict[str, int] = {}
    for element in records.every("propertyList", "property"):
        name = attribute(element, "name")
        name = LEGACY_PROPERTIES.get(name, name)
        properties[name], lines[name] = _property_value(element), element.line
    latest: dict[tuple[str, str, str], tuple[int, int, Element]] = {}
    for place, element in enumerate(records.every("attachmentList", "attachment")):
        key = _key(element)
        since = latest[key][1] if key in latest else place
        latest[key] = (place, since, element)
    attachments = tuple(
        replace(_attachment(element, properties, missing), place=place, since=since)
        for place, since, element in latest.values()
    )
    return Records(root, attachments, properties, lines)


def attribute(element: Element, name: str) -> str:
    """An attribute that must be there; raises DefinitionError."""
    if name not in element.attributes:
        raise element.error(f"the attribute {name!r} is missing")
    return element.attributes[name]


def whole(element: Element, name: str, default: int | None = None) -> int:
    """An attribute that is a whole number from 0 up; raises DefinitionError."""
    if default is not None and name not in element.attributes:
        return default
    return number(attribute(element, name), element, name)


def number(text: str, element: Element, name: str) -> int:
    """A whole number from 0 up; raises DefinitionError."""
    if not is_whole(text, 10) or int(text) > _MAX_NUMBER:
        raise element.error(f"{name!r} must be a whole number")
    return int(text)


def _check_elements(element: Element, missing: Missing) -> None:
    """Look at every element below; brings the old spelling of "attachment" up to date."""
    element.tag = element.tag.replace("ttatch", "ttach")
    if element.tag not in ELEMENTS:
        missing.check("element", element.tag, None, line=element.line)
        return
    entry, known = ELEMENTS[element.tag]
    known_tag = missing.check("element", element.tag, entry, line=element.line)
    if not known_tag and element.tag not in _CLOSED_TEXT:
        return
    element.attributes = {
        name.replace("ttatch", "ttach"): value for name, value in element.attributes.items()
    }
    for name in [name for name in element.attributes if name not in known]:
        if name == _REPEATED:
            what = f"attribute {name!r} of element {element.tag}"
            missing.add(what, line=element.line)
        # The engine looks up the attributes that it knows, so nothing reads any other.
        del element.attributes[name]
    if element.tag in _CLOSED_TEXT:
        return
    for child in element.children:
        _check_elements(child, missing)


def _key(element: Element) -> tuple[str, str, str]:
    """What an attachment belongs to, and its name as the file spells it; raises DefinitionError."""
    values = element.attributes
    return values.get("type", ""), attribute(element, "attachTo"), values.get("name", "")


def _attachment(element: Element, properties: Mapping[str, str], missing: Missing) -> Attachment:
    kind = attribute(element, "javaClass").rpartition(".")[2].replace("ttatch", "ttach")
    target = attribute(element, "attachTo")
    entry = ATTACHMENTS.get(kind)
    if not missing.check("attachment", kind, entry, target=target, line=element.line):
        return Attachment(kind, "", ())
    options: list[tuple[str, str]] = []
    is_whole = True
    for child in element.children:
        name = attribute(child, "name")
        name = name[:1].lower() + name[1:]
        name = LEGACY_OPTIONS.get(name, name)
        value = attribute(child, "value")
        if name in DROPPED_OPTIONS and value in (DROPPED_OPTIONS[name] or (value,)):
            continue
        if "count" in child.attributes:
            value = f"{child.attributes['count']}:{value}"
        if value.lower() in _TRUTHS:
            value = value.lower()
        if name == "victoryCity":
            value = {"true": "1", "false": "0"}.get(value, value)
        switch = SWITCHED_ON_BY.get(name)
        if switch and properties.get(switch) != "true":
            continue
        if kind == "TriggerAttachment" and not _has_triggers(properties):
            continue
        if name.endswith("Property") and value.startswith(_CLEAR):
            value = f"{RESET}{value.removeprefix(_CLEAR)}"
        if name in _NAMING:
            value = value.replace("ttatch", "ttach")
        known = OPTIONS_OF[kind].get(name)
        if missing.check(f"option of {kind}", name, known, value, target, child.line):
            options.append((name, value))
        else:
            is_whole = is_whole and known is not None and known.status == "presentation"
    name = element.attributes.get("name", "").replace("ttatch", "ttach")
    return Attachment(kind, target, tuple(options), name, is_whole)


def _has_triggers(properties: Mapping[str, str]) -> bool:
    """Whether any trigger matters: those that end the game have a switch of their own."""
    return any(
        properties.get(name, "").lower() == "true" for name in (USE_TRIGGERS, TRIGGERED_VICTORY)
    )


def _property_value(element: Element) -> str:
    if "value" in element.attributes:
        return element.attributes["value"].strip()
    values = [child for child in element.children if child.tag == "value"]
    return "".join(text for child in values for text in child.texts).strip()
