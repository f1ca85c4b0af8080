"""Types of units that fire together, because they can hit the same types of enemies.

Where the types of a battle say whom they cannot hit or by whom they cannot be hit, units that fire
in one group of a segment otherwise fire in several, in the order of the first name of each.  Types
that can hit nobody there are in a group as well, which has no targets.  Ships that bombard the
shore hit all that is there.

Source: the map dialect (canNotTarget, canNotBeTargetedBy, isSuicideOnHit).
Options: air_needs_destroyer_against_submarines.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.core.ids import UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import State, UnitType
from engine.rules.battle.numbers.targets import can_hit
from engine.rules.common.relations import type_of

_SPENT: Final = 1000
"""The first number for units that are spent when they hit; other parts never reach it."""


def fires_apart(kinds: Collection[UnitType], enemies: Collection[UnitType]) -> bool:
    """Whether a type fires apart from others: by its targets, or because its hits cost units."""
    return any(kind.gunnery.cannot_hit or kind.sacrifice.dies_hitting for kind in kinds) or any(
        kind.gunnery.cannot_be_hit_by for kind in enemies
    )


def target_groups(
    kinds: Collection[UnitType],
    enemies: Collection[UnitType],
    *,
    destroyer: bool,
    restricted: bool,
) -> tuple[tuple[UnitTypeName, ...], ...]:
    """The types that fire together, sorted; the rest as in `can_hit`.

    Each type of units that are spent when they hit fires alone, after the others with its targets.
    """
    groups: dict[frozenset[UnitTypeName], list[UnitType]] = {}
    for kind in sorted(kinds, key=lambda kind: kind.name):
        targets = frozenset(
            enemy.name
            for enemy in enemies
            if can_hit(kind, enemy, destroyer=destroyer, restricted=restricted)
        )
        groups.setdefault(targets, []).append(kind)
    found: list[tuple[UnitTypeName, ...]] = []
    for same in groups.values():
        lasting = tuple(kind.name for kind in same if not kind.sacrifice.dies_hitting)
        found += [lasting] if lasting else []
        found += [(kind.name,) for kind in same if kind.sacrifice.dies_hitting]
    return tuple(found)


def part_name(group: str, number: int) -> str:
    """What a part of a group is called: the first as the whole, the others with their numbers."""
    return group if number == 1 else f"{group}_{number}"


class FirePart(NamedTuple):
    """Units that fire together: a whole group of a segment, or a part of it with its number."""

    group: str
    number: int
    units: tuple[Unit, ...]

    @property
    def name(self) -> str:
        """The step that their dice are for."""
        return part_name(self.group, self.number)


def _numbers(
    parts: Sequence[tuple[UnitTypeName, ...]], kinds: Mapping[UnitTypeName, UnitType]
) -> Iterator[int]:
    """The numbers of the parts of a group, from 1.

    kinds: all unit types.  Units that are spent when they hit may be gone when the next ones fire;
    so their number is that of their type, and no other part is called like one that has fired.
    """
    number = 1
    for types in parts:
        if kinds[types[0]].sacrifice.dies_hitting:
            yield _SPENT + list(kinds).index(types[0])
            continue
        yield number
        number += 1


def in_parts(
    state: State,
    groups: Mapping[str, Sequence[Unit]],
    enemies: Collection[UnitType],
    *,
    destroyer: bool,
) -> Iterator[FirePart]:
    """The groups of a segment, each in parts whose units fire together."""
    restricted = state.definition.options.air_needs_destroyer_against_submarines
    for group, units in groups.items():
        kinds = {unit.type: type_of(state, unit) for unit in units}
        parts = target_groups(kinds.values(), enemies, destroyer=destroyer, restricted=restricted)
        numbers = _numbers(parts, state.definition.unit_types)
        for number, types in zip(numbers, parts, strict=True):
            yield FirePart(group, number, tuple(unit for unit in units if unit.type in types))
