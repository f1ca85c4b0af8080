"""Names of a package that are found when they are used, so that a program starts quickly.

A command loads what it needs and nothing else, and no importer has to know: a package imports its
names in a block that only a type checker runs, and `lazy_names` makes its `__getattr__` (PEP 562)
out of that block.  A class or a constant is loaded when it is imported, because a type is needed at
once.  A function is loaded when it is called for the first time: until then the importer holds a
`LazyFunction` in its place.  Which of both a name is, its spelling says, and the linter sees to the
spelling.  Constants chosen by a key, such as the phases of a ruleset, are in a `LateTable`.
Decision: docs/adr/0046, 0080.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

__all__ = ["LateTable", "LazyFunction", "lazy_names"]

K = TypeVar("K")
V = TypeVar("V")

_IMPORT: Final = re.compile(r"^    from (\S+) import (?:\(([^)]*)\)|(.+))$", re.MULTILINE)
"""An import of a block for type checkers: the module, its names in brackets or on the line."""


class _Function(Protocol):
    def __call__(self, *positional: object, **named: object) -> object: ...


@runtime_checkable
class _Source(Protocol):
    """A loader of files or of an archive; `importlib.abc` has it, and takes 30 ms to load."""

    def get_data(self, path: str) -> bytes: ...


class _Home(str):
    """The module of a class; of its instances, that of the function that each stands for.

    A property would do, if `help` of the class did not want a text in its place.
    """

    __slots__ = ()

    def __get__(self, one: "LazyFunction | None", kind: type) -> str:
        """`__module__`, asked for at a class or at an instance."""
        return self if one is None else one._module


class LazyFunction:
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

    # `help` asks whether it is a function, what its docstring is, and where it is.
    __class__ = property(lambda _: FunctionType)
    __module__ = _Home(__name__)
    __doc__ = property(lambda self: self.__wrapped__.__doc__)

    def __getattr__(self, name: str) -> object:
        """An attribute of the function, such as `cache_clear`."""
        return getattr(self.__wrapped__, name)

    def __repr__(self) -> str:
        """Where the function is."""
        return f"<late function {self._module}.{self._name}>"


def lazy_names(
    spec: "ModuleSpec", modules: tuple[str, ...] = ()
) -> tuple[Callable[[str], object], list[str]]:
    """The `__getattr__` and the `__all__` of a package that imports its names for a type checker.

    spec: of the package; modules: those that are themselves public, by their names inside it.
    `__getattr__` raises AttributeError for any other name.
    """
    package = spec.name
    homes = _imported(spec)
    whole = {module.rpartition(".")[2]: f"{package}.{module}" for module in modules}

    @cache
    def find(name: str) -> object:
        if name in whole:
            return import_module(whole[name])
        if name not in homes:
            raise AttributeError(f"{package} has no public name {name!r}")
        if name[0].islower():
            return LazyFunction(homes[name], name)
        value: object = getattr(import_module(homes[name]), name)
        return value

    return find, sorted({*homes, *whole})


def _imported(spec: "ModuleSpec") -> dict[str, str]:
    """For each name that a package imports in its block for type checkers, the module it is in.

    The block is the one list of these names, so it is read rather than written a second time.
    """
    loader: object = spec.loader
    if not isinstance(loader, _Source) or spec.origin is None:
        raise ImportError(f"the source of {spec.name} is not there", name=spec.name)
    source = loader.get_data(spec.origin).decode().replace("\r\n", "\n")
    block = source.partition("\nif TYPE_CHECKING:\n")[2].partition("\nelse:\n")[0]
    homes: dict[str, str] = {}
    for module, several, one in _IMPORT.findall(block):
        for part in (several or one).split(","):
            words = part.split()
            if words:
                homes[words[0]] = module
    return homes


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
            raise TypeError(f"{self._places[key]} is not a {self._kind.__name__}")
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
