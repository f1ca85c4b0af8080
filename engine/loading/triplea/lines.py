"""Where a map file says something, for reasons that a map maker can follow.

The strict reader of scenarios names what is at fault by its place in the tree that was made of a
map, such as ``triggers[3].effects[0]``, which is in no file of the maker.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.loading.fields import shown
from engine.loading.triplea.xml_text import Element

_PLACE: Final = re.compile(r"(\w+)(?:\[(\d+)\]|\.([^.:\[]+))(.*)", re.DOTALL)
_NAMING: Final = ("name", "attachTo")


def lines_of(root: Element) -> dict[str, int]:
    """The line in which the file first says something about a name: attachments come first."""
    lines: dict[str, int] = {}
    for key in _NAMING:
        for element in _elements(root, "attachmentList"):
            lines.setdefault(element.attributes.get(key, ""), element.line)
    for part in root.children:
        for element in (
            *part.children,
            *(inner for one in part.children for inner in one.children),
        ):
            lines.setdefault(element.attributes.get("name", ""), element.line)
    return lines


def _elements(root: Element, tag: str) -> list[Element]:
    return [element for part in root.children if part.tag == tag for element in part.children]


class MapFault(NamedTuple):
    """What is wrong with a map.

    text: place and reason; code: the same for programs, kebab-case;
    part: of the scenario, such as "territories", name: of its row there,
    line: in the file, as far as they are known: "" and 0.
    """

    text: str
    code: str = "contradiction"
    part: str = ""
    name: str = ""
    line: int = 0

    def __str__(self) -> str:
        """The place and the reason."""
        return self.text


def map_fault(fault: str, tree: Mapping[str, object], lines: Mapping[str, int]) -> MapFault:
    """A fault with the name and the line in the file in place of its place in the tree."""
    found = _PLACE.match(fault)
    if found is None:
        return MapFault(fault)
    key, index, name, rest = found.groups()
    rows = tree.get(key)
    if index and isinstance(rows, list) and int(index) < len(rows):
        row = rows[int(index)]
        name = row.get("name") if isinstance(row, dict) else None
    if not isinstance(name, str) or name not in lines:
        return MapFault(fault, part=key)
    line = lines[name]
    told = f"{key}, {shown(name)} in line {line}: {rest.lstrip('.: ')}"
    return MapFault(told, part=key, name=name, line=line)
