"""What a ruleset declares."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.agenda import Frame
from engine.phases.phase import Phase
from engine.rules.frame import FrameRules


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A rule system as a list of its parts.

    phases: by the name that the sequence of a definition uses.
    frames: how each kind of frame is played.
    """

    name: str
    phases: Mapping[str, Phase]
    frames: Mapping[type[Frame], FrameRules]
