"""Which module of the project imports which, read from the source without running it."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Import:
    """One import: by whom, of which module, and which names ("" for the module as a whole)."""

    module: str
    target: str
    names: tuple[str, ...]
    line: int


def sources(*packages: str) -> dict[str, ast.Module]:
    """Every module of these packages by its dotted name, parsed."""
    found: dict[str, ast.Module] = {}
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(modules: Mapping[str, ast.Module]) -> Iterator[Import]:
    """All imports of these modules, also those inside functions."""
    for module, tree in modules.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(module, alias.name, (), node.lineno)
            elif isinstance(node, ast.ImportFrom):
                names = tuple(alias.name for alias in node.names)
                yield Import(module, node.module or "", names, node.lineno)


def graph(modules: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """For each module, the modules of the same set that it imports."""
    edges: dict[str, set[str]] = {name: set() for name in modules}
    for entry in imports(modules):
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
