"""Words that a definition may use: phases, technologies, victory levels, resources.

A scenario file may use no other, so that a file cannot ask for a rule that is not there.
"""

from typing import Annotated, Final, TypeAlias, get_args

from engine.core.ids import PUS, NameOf, ResourceName
from engine.core.words import PhaseName as Phase
from engine.core.words import VictoryLevelWord
from engine.marks import OneOf

PHASES: Final[tuple[str, ...]] = get_args(Phase)
"""The phases that a step of the sequence may name."""

PhaseName: TypeAlias = Annotated[Phase, OneOf(PHASES, "a phase")]

SHARED_PHASES: Final[tuple[str, ...]] = ("neutral_growth", "end_round")
"""Phases that belong to no nation; all the others need one."""

TECHNOLOGIES: Final[tuple[str, ...]] = (
    "jet_power",
    "super_subs",
    "long_range_aircraft",
    "rockets",
    "destroyer_bombard",
    "heavy_bomber",
    "industrial_technology",
    "improved_artillery",
    "paratroopers",
    "increased_factory_production",
    "war_bonds",
    "mechanized_infantry",
    "improved_shipyards",
    "radar",
    "bombsights",
    "landing_ships",
    "heavy_tanks",
    "rocket_artillery",
    "jets",
    "naval_radar",
    "sonar",
    "air_defense_radar",
    "heavy_bombers",
    "motorized_infantry",
    "atomic_research_1",
    "atomic_research_2",
    "atomic_research_3",
    "atomic_research_4",
)
"""The technologies that the rules know, in the order of the rule book: those of its own game (B111
to B122), then those of other games (B126 to B132),
and those of block games (T44, T49, T173, T182, T183)."""

TechnologyName: TypeAlias = Annotated[str, NameOf("technology")]
"""One of TECHNOLOGIES, or an advance that a scenario describes itself."""

VICTORY_LEVELS: Final[tuple[VictoryLevelWord, ...]] = get_args(VictoryLevelWord)

VictoryLevelName: TypeAlias = Annotated[VictoryLevelWord, OneOf(VICTORY_LEVELS, "a victory level")]

RESOURCES: Final[tuple[ResourceName, ...]] = (PUS,)
"""What a nation may hold an amount of."""
