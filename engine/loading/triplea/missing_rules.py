"""The list of what a map needs and this program does not have, and of what is wrong with it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.core.errors import DefinitionError
from engine.loading.fields import shown
from engine.loading.triplea.catalogue import CatalogueEntry
from engine.loading.triplea.lines import MapFault

T = TypeVar("T")

_LISTED = 12


class UnsupportedMapError(DefinitionError):
    """A map that cannot be played, with all the reasons: it is not played at all.

    missing: the rules that it needs and that are not there, each once, in the order of the file.
    faults: what is wrong with the file itself, as far as that is seen before it is mended.
    """

    def __init__(self, missing: tuple[str, ...], faults: tuple[MapFault, ...] = ()) -> None:
        """Keep the whole lists; the message shows the beginning."""
        rules = f"the map needs rules that this program does not have: {_some(missing)}"
        wrong = f"the map contradicts itself: {_some(tuple(map(str, faults)))}"
        super().__init__(". ".join([rules] * bool(missing) + [wrong] * bool(faults)))
        self.missing = missing
        self.faults = faults


def _some(reasons: tuple[str, ...]) -> str:
    more = f"; and {len(reasons) - _LISTED} more" if len(reasons) > _LISTED else ""
    return "; ".join(reasons[:_LISTED]) + more


class MissingRules:
    """Collects what is missing while a map is read."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, None]] = {}
        self._lines: dict[str, int] = {}
        self.faults: list[DefinitionError] = []

    def add(self, what: str, target: str = "", line: int = 0) -> None:
        """Note something that is missing, once.

        target: the unit type, nation or area that asks for it, "" for the whole map.
        line: where the file says so; 0 where that is not one line.
        """
        self._found.setdefault(what, {})[target] = None
        if line:
            self._lines.setdefault(what, line)

    def check(
        self,
        kind: str,
        name: str,
        entry: CatalogueEntry | None,
        value: str = "\0",
        target: str = "",
        line: int = 0,
    ) -> bool:
        """Whether a name is to be read; notes it when it is refused or unknown.

        kind: such as "property"; value: what the map sets it to, for harmless values;
        target, line: as in `add`.
        """
        if entry is None:
            self.add(f"{kind} {shown(name)} is unknown", target, line)
            return False
        if entry.status == "refused" and value not in entry.harmless:
            self.add(f"{kind} {name}: {entry.note}", target, line)
        return entry.status == "field"

    def found(self) -> tuple[str, ...]:
        """All that is missing, each once, in the order of the file."""
        return tuple(self._found)

    def targets(self) -> dict[str, tuple[str, ...]]:
        """For all that is missing, who asks for it; () when it is the whole map."""
        return {what: () if "" in asking else tuple(asking) for what, asking in self._found.items()}

    def attempt(self, read: Callable[[], T]) -> T | None:
        """What is read; None where the map is at fault there, so that reading goes on.

        A file is refused with all that is wrong with it, so that its maker need not mend one thing
        to see the next.
        """
        try:
            return read()
        except DefinitionError as error:
            self.faults.append(error)
            return None

    def lines(self) -> dict[str, int]:
        """Where the file first asks for what is missing, as far as that is one line."""
        return dict(self._lines)

    def refusal(self, faults: Iterable[MapFault]) -> UnsupportedMapError:
        """What to raise where a map is at fault; faults: as its maker should read them."""
        return UnsupportedMapError(self.found(), tuple(dict.fromkeys(faults)))
