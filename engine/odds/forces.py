"""Forces written as text: ``3 infantry, 2 armour, 1 damaged battleship``."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from engine.core.ids import UnitTypeName
from engine.gamedef import UnitType
from engine.gamedef.unit_types import unit_aliases
from engine.odds.battle import Combatant

_PART: Final = re.compile(r"\s*(\d+)\s+(damaged\s+)?(\S(?:.*\S)?)\s*\Z")
_MOST: Final = 1000


class ForceError(ValueError):
    """A text that does not describe a force; says what is wrong and what would be right."""


class Written(NamedTuple):
    """Units that a text describes, in its order; guns: those that fire as AA guns do."""

    units: tuple[Combatant, ...]
    guns: tuple[UnitType, ...]


def parse_force(
    text: str, kinds: Mapping[UnitTypeName, UnitType], technologies: tuple[str, ...] = ()
) -> Written:
    """The units of a text; raises ForceError.

    technologies: those in force for their owner.  Factories take no part and are left out.
    """
    units: list[Combatant] = []
    guns: list[UnitType] = []
    for part in (piece for piece in re.split(r"[,+;]", text) if piece.strip()):
        match = _PART.match(part)
        if match is None:
            raise ForceError(
                f"{part.strip()!r} is not a number of units; write for example 3 infantry"
            )
        count = int(match[1])
        if count > _MOST:
            raise ForceError(f"{count} units are too many; a force has at most {_MOST} of a type")
        kind = kinds[find_type(match[3], kinds)]
        if kind.guns.aa_fire is not None:
            guns += [kind] * count
        if not kind.is_infrastructure:
            hits = 1 if match[2] and kind.hit_points > 1 else 0
            units += [Combatant(kind, technologies=technologies, hits=hits)] * count
    if len(units) > _MOST:
        raise ForceError(f"{len(units)} units are too many; a force has at most {_MOST}")
    return Written(tuple(units), tuple(guns))


def out_of_place(units: Iterable[Combatant], *, is_sea: bool) -> str:
    """The type of the first unit that cannot fight at sea, or on land; "" when all can."""
    wrong = (unit.kind for unit in units if (unit.kind.is_land if is_sea else unit.kind.is_sea))
    return next((kind.name for kind in wrong), "")


def parse_types(text: str, kinds: Mapping[UnitTypeName, UnitType]) -> tuple[UnitTypeName, ...]:
    """An order of losses such as ``infantry, armour``; raises ForceError."""
    return tuple(find_type(part.strip(), kinds) for part in text.split(",") if part.strip())


def find_type(text: str, kinds: Mapping[UnitTypeName, UnitType]) -> UnitTypeName:
    """The unit type that a text means, as in orders; raises ForceError with similar names."""
    if text in kinds:
        return UnitTypeName(text)
    from engine.grammar.names import find_name  # noqa: PLC0415 - late: it is seldom needed

    found = find_name(text, kinds, plural=True, aliases=unit_aliases(kinds))
    if not found.is_found:
        offers = found.offers or tuple(kinds)
        raise ForceError(f"there is no unit {text!r}; possible: {', '.join(offers)}")
    return UnitTypeName(found.name)
