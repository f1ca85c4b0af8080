"""What can be researched (B104)."""

from typing import Annotated

from engine.gamedef.names import TECHNOLOGIES, TechnologyName
from engine.gamedef.schema import Items, Key
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class TechnologyCategory:
    """A chart of technologies; research on it finds one of them at random (B104)."""

    name: str
    technologies: Annotated[tuple[TechnologyName, ...], Items(len(TECHNOLOGIES), least=1)]


@dataclass(frozen=True, slots=True)
class Technology:
    """names: what can be researched; categories: charts of them, where research aims at one."""

    names: Annotated[tuple[TechnologyName, ...], Key("technologies")] = ()
    categories: Annotated[
        tuple[TechnologyCategory, ...],
        Key("technology_categories"),
        Items(len(TECHNOLOGIES), unique=("name",)),
    ] = ()
