"""The map of a case, with the properties and options that the case changes.

A change is made in the file itself, which is then read again: so a property means in a case what
it means in a map.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from engine.loading import MapParts, read_triplea_parts
from tests.conformance.case_file import CaseUnsupportedError


@cache
def _parts(data: bytes) -> MapParts:
    return read_triplea_parts(data, "triplea")


@dataclass(frozen=True, slots=True)
class MapFile:
    """A map file as bytes, after the changes of a case."""

    data: bytes

    @classmethod
    def at(cls, path: Path) -> "MapFile":
        """The file as it lies on disk; a map that is not there makes a case unsupported."""
        if not path.is_file():
            raise CaseUnsupportedError(f"there is no map {path.name}")
        return cls(path.read_bytes())

    def parts(self) -> MapParts:
        """The game and what is missing of it; raises DefinitionError when nothing can be read."""
        return _parts(self.data)

    def with_property(self, name: str, value: str) -> "MapFile":
        """The map with one game property set, whatever the file said of it."""
        root = ElementTree.fromstring(self.data)
        listed = root.find("propertyList")
        if listed is None:
            listed = ElementTree.SubElement(root, "propertyList")
        for old in [entry for entry in listed if entry.get("name") == name]:
            listed.remove(old)
        ElementTree.SubElement(listed, "property", {"name": name, "value": value})
        return MapFile(ElementTree.tostring(root))

    def with_option(self, target: str, kind: str, option: str, value: str | None) -> "MapFile":
        """The map with one option of an attachment set; None takes the option away.

        target: what it is attached to; kind: class of the attachment, such as "UnitAttachment".
        """
        root = ElementTree.fromstring(self.data)
        attachments = [
            entry
            for entry in root.iter("attachment")
            if entry.get("attachTo") == target
            and (entry.get("javaClass") or "").rpartition(".")[2] == kind
        ]
        if not attachments:
            raise CaseUnsupportedError(f"{target} has no {kind} in this map")
        for attachment in attachments:
            for old in [entry for entry in attachment if entry.get("name") == option]:
                attachment.remove(old)
        if value is not None:
            ElementTree.SubElement(attachments[0], "option", {"name": option, "value": value})
        return MapFile(ElementTree.tostring(root))
