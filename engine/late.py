"""Names of a package that are found when they are used, so that a program starts quickly.

A command loads what it needs and nothing else, and no importer has to know: a package gives this
module a table of its names, and what `late_names` returns is its `__getattr__` (PEP 562).  A class
or a constant is loaded when it is imported, because a type is needed at once.  A function is loaded
when it is called for the first time: until then the importer holds a `LateFunction` in its place.
Which of both a name is, its spelling says, and the linter sees to the spelling.  Constants that
are chosen by a key, such as the phases of a ruleset, are in a `LateTable`.
Decision: docs/adr/0046.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Final, Protocol, TypeVar

__all__ = ["LateFunction", "LateTable", "Rooms", "late_names"]

K = TypeVar("K")
V = TypeVar("V")

Rooms = Mapping[str, tuple[str, ...]]
"""For each module, by its name inside its package, the names that are found in it."""


class _Function(Protocol):
    def __call__(self, *positional: object, **named: object) -> object: ...


class LateFunction:
    """Stands for a function of a module that need not be loaded yet."""

    __slots__ = ("_found", "_module", "_name")

    def __init__(self, module: str, name: str) -> None:
        """module: its full name; name: of the function."""
        self._module: Final = module
        self._name: Final = name
        self._found: _Function | None = None

    @property
    def __wrapped__(self) -> _Function:
        """The function itself; `inspect` and `help` look here."""
        if self._found is None:
            self._found = getattr(import_module(self._module), self._name)
        return self._found

    def __call__(self, *positional: object, **named: object) -> object:
        """What the function returns."""
        return (self._found or self.__wrapped__)(*positional, **named)

    def __getattr__(self, name: str) -> object:
        """An attribute of the function, such as its docstring or `cache_clear`."""
        return getattr(self.__wrapped__, name)

    def __repr__(self) -> str:
        """Where the function is."""
        return f"<late function {self._module}.{self._name}>"


def late_names(
    package: str, rooms: Rooms, modules: tuple[str, ...] = ()
) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names are in these rooms.

    modules: those that are themselves public, by the last part of their name.  What is returned
    raises AttributeError for any other name.
    """
    homes = {name: f"{package}.{room}" for room, names in rooms.items() for name in names}
    whole = {module.rpartition(".")[2]: f"{package}.{module}" for module in modules}

    @cache
    def find(name: str) -> object:
        if name in whole:
            return import_module(whole[name])
        if name not in homes:
            raise AttributeError(f"{package} has no public name {name!r}")
        if name[0].islower():
            return LateFunction(homes[name], name)
        value: object = getattr(import_module(homes[name]), name)
        return value

    return find


class LateTable(Mapping[K, V]):
    """A table of constants of other modules, each loaded when it is looked up for the first time.

    To ask which keys there are loads nothing.
    """

    def __init__(self, kind: type[V], places: Mapping[K, str]) -> None:
        """kind: of all values; places: the full name of each, such as ``engine.ids.NEUTRAL``."""
        self._kind: Final = kind
        self._places: Final = places
        self._found: Final[dict[K, V]] = {}

    def __getitem__(self, key: K) -> V:
        """The value; KeyError for another key, TypeError if it is not of the kind of the others."""
        found = self._found.get(key)
        return self._load(key) if found is None else found

    def _load(self, key: K) -> V:
        module, _, name = self._places[key].rpartition(".")
        value: object = getattr(import_module(module), name)
        if not isinstance(value, self._kind):
            raise TypeError(f"{self._places[key]} is no {self._kind.__name__}")
        self._found[key] = value
        return value

    def __contains__(self, key: object) -> bool:
        """Whether there is such a key."""
        return key in self._places

    def __iter__(self) -> Iterator[K]:
        """The keys, in the order in which they were written down."""
        return iter(self._places)

    def __len__(self) -> int:
        """How many keys there are."""
        return len(self._places)
