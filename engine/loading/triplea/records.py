"""First layer: elements become records, each element and attribute checked against the catalogue.

Old spellings are brought up to date here, so that the other layers know one name for each thing.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.loading.triplea.attachments import (
    TRIGGERED_VICTORY,
    USE_TRIGGERS,
    Attachment,
    Records,
    attribute,
)
from engine.loading.triplea.catalogue import ELEMENTS
from engine.loading.triplea.catalogue_options import DROPPED_OPTIONS, OPTIONS_OF
from engine.loading.triplea.catalogue_properties import LEGACY_PROPERTIES
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import LEGACY_OPTIONS
from engine.loading.triplea.words import ON_OFF, RESET
from engine.loading.triplea.xml_text import Element
from engine.values import replace

_NAMING: Final = ("conditions", "trigger", "activateTrigger", "playerAttachmentName")
"""Options that name other attachments, whose old spelling is brought up to date as well."""

_READABLE: Final = {
    kind: frozenset(name for name, entry in options.items() if entry.status == "field")
    for kind, options in OPTIONS_OF.items()
}
"""The options of each class that are read."""

_CLOSED_TEXT: Final = ("value", "string", "boolean", "number")
_CLEAR: Final = "-clear-"
"""Another way to write that a list is emptied first."""

_REPEATED: Final = "foreach"
"""An attribute that is gone once an attachment has been repeated."""


def read_records(
    root: Element, missing: MissingRules, changed: Mapping[str, str] = MappingProxyType({})
) -> Records:
    """The records of a document.

    changed: values of properties in place of those of the file.
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
    properties |= {LEGACY_PROPERTIES.get(name, name): value for name, value in changed.items()}
    lines = dict.fromkeys(properties, 0) | lines
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


def _check_elements(element: Element, missing: MissingRules) -> None:
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


def _attachment(
    element: Element, properties: Mapping[str, str], missing: MissingRules
) -> Attachment:
    kind = attribute(element, "javaClass").rpartition(".")[2].replace("ttatch", "ttach")
    target = attribute(element, "attachTo")
    if kind not in OPTIONS_OF:
        missing.check("attachment", kind, None, target=target, line=element.line)
        return Attachment(kind, "", ())
    options: list[tuple[str, str]] = []
    known = OPTIONS_OF[kind]
    for child in element.children:
        name, value = _option(child)
        if name in DROPPED_OPTIONS and value in (DROPPED_OPTIONS[name] or (value,)):
            continue
        entry = known.get(name)
        if entry is not None and entry.switch and properties.get(entry.switch) != "true":
            continue
        if kind == "TriggerAttachment" and not _has_triggers(properties):
            continue
        if missing.check(f"option of {kind}", name, entry, value, target, child.line):
            options.append((name, value))
    name = element.attributes.get("name", "").replace("ttatch", "ttach")
    return Attachment(kind, target, tuple(options), name, _READABLE[kind])


def _option(child: Element) -> tuple[str, str]:
    """An option and its value, in today's spelling."""
    name = attribute(child, "name")
    name = name[:1].lower() + name[1:]
    name = LEGACY_OPTIONS.get(name, name)
    value = attribute(child, "value")
    if child.attributes.get("count"):
        value = f"{child.attributes['count']}:{value}"
    if value.lower() in ON_OFF:
        value = value.lower()
    if name == "victoryCity":
        value = {"true": "1", "false": "0"}.get(value, value)
    if name.endswith("Property") and value.startswith(_CLEAR):
        value = f"{RESET}{value.removeprefix(_CLEAR)}"
    return name, value.replace("ttatch", "ttach") if name in _NAMING else value


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
