"""Types of units that fire together, because they can hit the same types of enemies.

Where the types of a battle say whom they cannot hit or by whom they cannot be hit, units that fire
in one group of a segment otherwise fire in several, in the order of the first name of each.  Types
that can hit nobody there are in a group as well, which has no targets.  Ships that bombard the
shore hit all that is there.

Source: the map dialect (canNotTarget, canNotBeTargetedBy).
Options: air_needs_destroyer_against_submarines.
"""

from collections.abc import Collection

from engine.core.ids import UnitTypeName
from engine.gamedef import UnitType
from engine.rules.battle.targets import can_hit


def has_lists(kinds: Collection[UnitType], enemies: Collection[UnitType]) -> bool:
    """Whether a type names others that it cannot hit, or an enemy names it."""
    return any(kind.cannot_hit for kind in kinds) or any(kind.cannot_be_hit_by for kind in enemies)


def target_groups(
    kinds: Collection[UnitType],
    enemies: Collection[UnitType],
    *,
    destroyer: bool,
    restricted: bool,
) -> tuple[tuple[UnitTypeName, ...], ...]:
    """The types that fire together, sorted; the rest as in `can_hit`."""
    groups: dict[frozenset[UnitTypeName], list[UnitTypeName]] = {}
    for kind in sorted(kinds, key=lambda kind: kind.name):
        targets = frozenset(
            enemy.name
            for enemy in enemies
            if can_hit(kind, enemy, destroyer=destroyer, restricted=restricted)
        )
        groups.setdefault(targets, []).append(kind.name)
    return tuple(map(tuple, groups.values()))


def name_of(group: str, number: int) -> str:
    """What a part of a group is called: the first as the whole, the others by their numbers."""
    return group if number == 0 else f"{group}_{number + 1}"
