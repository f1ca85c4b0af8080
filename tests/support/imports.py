"""Which module of the project imports which, read from the source without running it."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Import:
    """One import: by whom, of which module, and which names ("" for the module as a whole)."""

    module: str
    target: str
    names: tuple[str, ...]
    line: int


@cache
def sources(package: str) -> Mapping[str, ast.Module]:
    """Every module of a package by its dotted name, parsed."""
    found: dict[str, ast.Module] = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def nodes(package: str) -> Mapping[str, tuple[ast.AST, ...]]:
    """Everything in each module of a package."""
    return {module: tuple(ast.walk(tree)) for module, tree in sources(package).items()}


@cache
def imports(package: str) -> tuple[Import, ...]:
    """All imports of a package, also those inside functions."""
    return tuple(_imports(package))


def _imports(package: str) -> Iterator[Import]:
    for module, inside in nodes(package).items():
        for node in inside:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(module, alias.name, (), node.lineno)
            elif isinstance(node, ast.ImportFrom):
                names = tuple(alias.name for alias in node.names)
                yield Import(module, node.module or "", names, node.lineno)


def graph(package: str) -> dict[str, set[str]]:
    """For each module of a package, the modules of it that it imports."""
    modules = sources(package)
    edges: dict[str, set[str]] = {name: set() for name in modules}
    for entry in imports(package):
        inner = [f"{entry.target}.{name}" for name in entry.names]
        # `from package import module` means the module, not the package.
        named = [name for name in inner if name in modules]
        if len(named) < max(1, len(inner)) and entry.target in modules:
            edges[entry.module].add(entry.target)
        edges[entry.module].update(named)
    return edges


def find_cycle(edges: Mapping[str, set[str]]) -> list[str]:
    """The modules of one import cycle, [] when there is none."""
    finished: set[str] = set()
    for start in sorted(edges):
        trail: list[str] = []
        cycle = _walk(start, edges, finished, trail)
        if cycle:
            return cycle
    return []


def _walk(
    here: str, edges: Mapping[str, set[str]], finished: set[str], trail: list[str]
) -> list[str]:
    if here in finished:
        return []
    if here in trail:
        return [*trail[trail.index(here) :], here]
    trail.append(here)
    for following in sorted(edges[here]):
        cycle = _walk(following, edges, finished, trail)
        if cycle:
            return cycle
    trail.pop()
    finished.add(here)
    return []
