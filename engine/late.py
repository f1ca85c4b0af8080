"""Names of a package that are found when they are used, so that a program starts quickly.

A command loads what it needs and nothing else, and no importer has to know: a package gives this
module a table of its names, and what `late_names` returns is its `__getattr__` (PEP 562).  A class
or a constant is loaded when it is imported, because a type is needed at once.  A function is loaded
when it is called for the first time: until then the importer holds a `LateFunction` in its place.
Which of both a name is, its spelling says, and the linter sees to the spelling.
Decision: docs/adr/0046.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Final, Protocol

__all__ = ["LateFunction", "Rooms", "late_names"]

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
