"""The list of what a map needs and this program does not have."""

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.catalogue import Entry

_LISTED = 12


class UnsupportedMapError(DefinitionError):
    """A map that needs rules this program does not have; it is not played at all.

    missing: all of them, each once, in the order of the file.
    """

    def __init__(self, missing: tuple[str, ...]) -> None:
        """Keep the whole list; the message shows the beginning."""
        text = "; ".join(missing[:_LISTED])
        more = f"; and {len(missing) - _LISTED} more" if len(missing) > _LISTED else ""
        super().__init__(f"the map needs rules that this program does not have: {text}{more}")
        self.missing = missing


class Missing:
    """Collects what is missing while a map is read."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, None]] = {}

    def add(self, what: str, target: str = "") -> None:
        """Note something that is missing, once.

        target: the unit type, nation or area that asks for it, "" for the whole map.
        """
        self._found.setdefault(what, {})[target] = None

    def check(
        self, kind: str, name: str, entry: Entry | None, value: str = "\0", target: str = ""
    ) -> bool:
        """Whether a name is to be read; notes it when it is refused or unknown.

        kind: such as "property"; value: what the map sets it to, for harmless values;
        target: as in `add`.
        """
        if entry is None:
            self.add(f"{kind} {shown(name)} is unknown", target)
            return False
        if entry.status == "refused" and value not in entry.harmless:
            self.add(f"{kind} {name}: {entry.note}", target)
        return entry.status == "field"

    def found(self) -> tuple[str, ...]:
        """All that is missing, each once, in the order of the file."""
        return tuple(self._found)

    def targets(self) -> dict[str, tuple[str, ...]]:
        """For all that is missing, who asks for it; () when it is the whole map."""
        return {what: () if "" in asking else tuple(asking) for what, asking in self._found.items()}

    def settle(self) -> None:
        """Raise UnsupportedMapError when anything is missing."""
        if self._found:
            raise UnsupportedMapError(tuple(self._found))
