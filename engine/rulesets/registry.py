"""Rulesets and their phases by name."""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import DefinitionError
from engine.phases.phase import Phase
from engine.rulesets.axis_and_allies import AXIS_AND_ALLIES
from engine.rulesets.blocks import BLOCKS
from engine.rulesets.ruleset import Ruleset

_RULESETS: Final[Mapping[str, Ruleset]] = {
    ruleset.name: ruleset for ruleset in (AXIS_AND_ALLIES, BLOCKS)
}

_PHASES: Final[Mapping[str, Phase]] = {
    name: phase for ruleset in _RULESETS.values() for name, phase in ruleset.phases.items()
}


def phase_of(name: str) -> Phase:
    """The phase of that name, whatever the ruleset; raises KeyError when there is none."""
    return _PHASES[name]


def ruleset_of(name: str) -> Ruleset:
    """The ruleset of that name; raises DefinitionError, which lists the names that exist."""
    if name not in _RULESETS:
        known = ", ".join(sorted(_RULESETS))
        raise DefinitionError(f"there is no ruleset {name!r}; known: {known}")
    return _RULESETS[name]
