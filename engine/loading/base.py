"""A scenario file that says only how it differs from another one.

`base` names a scenario of the package.  What the file says is merged into the tree of that
scenario before anything is read, so that the tree in a save is always whole.  The rules are in
docs/formats/scenario-v1.md.
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.loading.fields import Node, shown

Tree = Mapping[str, object]

MOST_BASES: Final = 4
"""How many bases a file may have, each derived from the next."""

_MOST_REMOVED: Final = 1_000
_DEEPEST: Final = 6


def with_base(tree: Tree, read: Callable[[str], Tree]) -> dict[str, object]:
    """The whole tree of a scenario; itself when it has no base.

    read: the tree of a scenario of the package, by name.
    Raises DefinitionError for a base that is not there, a circle, a chain that is too long, a file
    without a name of its own, and for something removed that is not there.
    """
    chain, names = [tree], [""]
    while "base" in chain[-1]:
        node = Node(chain[-1]["base"], "base")
        name = node.name()
        if name in names:
            raise node.error(f"the scenarios derive from each other in a circle, by {shown(name)}")
        if len(chain) > MOST_BASES:
            raise node.error(f"no more than {MOST_BASES} scenarios may derive from each other")
        if "name" not in chain[-1]:
            raise Node(None, "name").error("a scenario with a base needs a name of its own")
        chain.append(read(name))
        names.append(name)
    whole = dict(chain.pop())
    while chain:
        whole = _merged_into(whole, chain.pop())
    return whole


def _merged_into(base: Tree, tree: Tree) -> dict[str, object]:
    """The base without what the tree removes, and with what it says."""
    whole: object = dict(base)
    for path in Node(tree.get("remove", []), "remove").items(_MOST_REMOVED):
        whole = _without(whole, path.items(_DEEPEST), path)
    said = {key: value for key, value in tree.items() if key not in {"base", "remove"}}
    merged = _merged(whole, said)
    return merged if isinstance(merged, dict) else said


def _merged(old: object, new: object) -> object:
    """A table entry by entry, a list of named tables by name, all else as the new tree says."""
    if isinstance(old, dict) and isinstance(new, dict):
        both = {key: _merged(old[key], new[key]) for key in new if key in old}
        return old | new | both
    rows, changes = _by_name(old), _by_name(new)
    if rows is not None and changes is not None:
        merged = _merged(rows, changes)
        return list(merged.values()) if isinstance(merged, dict) else new
    return new


def _by_name(rows: object) -> dict[str, object] | None:
    """The tables of a list by their names; None when one has no name or two have the same."""
    if not isinstance(rows, list):
        return None
    found: dict[str, object] = {}
    for row in rows:
        name = row.get("name") if isinstance(row, dict) else None
        if not isinstance(name, str) or name in found:
            return None
        found[name] = row
    return found


def _without(part: object, path: list[Node], whole: Node) -> object:
    """A table, or a list of named tables, without what lies at a path of keys and names."""
    rows = _by_name(part)
    entries = part if isinstance(part, dict) else rows
    key = path[0].name() if path else ""
    if entries is None or key not in entries:
        raise whole.error(f"the base has no {shown(key)} there")
    if len(path) > 1:
        entries = entries | {key: _without(entries[key], path[1:], whole)}
    else:
        entries = {name: value for name, value in entries.items() if name != key}
    return entries if rows is None else list(entries.values())
