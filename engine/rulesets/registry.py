"""Rulesets and their phases by name.

A ruleset brings all of its rules with it, so it is loaded when a game asks for it.
"""

from functools import cache
from importlib import import_module
from typing import Final

from engine.core.errors import DefinitionError
from engine.phases.phase import Phase
from engine.rulesets.ruleset import Ruleset

_PLACES: Final = {
    "axis_and_allies": ("engine.rulesets.axis_and_allies", "AXIS_AND_ALLIES"),
    "blocks": ("engine.rulesets.blocks", "BLOCKS"),
}
"""For each ruleset its module and its name there."""


def phase_of(name: str) -> Phase:
    """The phase of that name, whatever the ruleset; raises KeyError when there is none."""
    for ruleset in map(ruleset_of, _PLACES):
        # The next one is loaded only if this one does not have it.
        if name in ruleset.phases:
            return ruleset.phases[name]
    raise KeyError(name)


@cache
def ruleset_of(name: str) -> Ruleset:
    """The ruleset of that name; raises DefinitionError, which lists the names that exist."""
    if name not in _PLACES:
        known = ", ".join(sorted(_PLACES))
        raise DefinitionError(f"there is no ruleset {name!r}; known: {known}")
    module, attribute = _PLACES[name]
    found: object = getattr(import_module(module), attribute)
    if not isinstance(found, Ruleset):
        raise TypeError(f"{module}.{attribute} is not a ruleset")
    return found
