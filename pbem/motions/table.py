"""All kinds of motions, in the order in which they are offered."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pbem.motions import (
    draw,
    edit,
    forfeit,
    key_change,
    lost_roll,
    lost_turn,
    new_dice,
    player_and_dice,
    substitution,
    surrender,
    take_back,
    withdrawal,
)
from pbem.motions.form import MotionForm
from pbem.motions.motion import Motion

FORMS: Final[Mapping[str, MotionForm]] = MappingProxyType(
    {
        module.FORM.name: module.FORM
        for module in (
            take_back,
            draw,
            surrender,
            forfeit,
            edit,
            substitution,
            key_change,
            new_dice,
            player_and_dice,
            lost_roll,
            lost_turn,
            withdrawal,
        )
    }
)
"""By the name of the command."""

KINDS: Final[tuple[type[Motion], ...]] = tuple(form.kind for form in FORMS.values())
