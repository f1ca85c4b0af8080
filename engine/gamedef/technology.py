"""What can be researched (B104)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TechnologyCategory:
    """A chart of technologies; research on it finds one of them by lot (B104)."""

    name: str
    technologies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Technology:
    """names: what can be researched; categories: charts of them, where research aims at one."""

    names: tuple[str, ...] = ()
    categories: tuple[TechnologyCategory, ...] = ()
