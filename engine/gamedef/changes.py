"""A definition with some of its facts changed (see engine/core/changes.py).

What each subject may change:

* ``unit``: the numbers and switches of a unit type in UNIT_FACTS;
* ``territory``: its ``production``;
* ``nation``: its ``buy_list``; ``bounds`` (areas of its restriction, () for none) and
  ``inside`` (whether it must stay in them);
* ``buy_list``: its ``units``;
* ``condition``: ``is_on``.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import fields, replace
from typing import Final

from engine.core.changes import RuleChange, Subject
from engine.gamedef.conditions import NamedCondition
from engine.gamedef.limits import Restriction
from engine.gamedef.unit_types import UnitType

UNIT_FACTS: Final[Mapping[str, type]] = {
    item.name: type(item.default)
    for item in fields(UnitType)
    if isinstance(item.default, int) and item.name not in {"is_air", "is_sea"}
}
"""Facts of a unit type that may change, and whether they are numbers or switches."""

FACTS: Final[Mapping[Subject, Mapping[str, type]]] = {
    "unit": UNIT_FACTS,
    "territory": {"production": int},
    "nation": {"buy_list": str, "bounds": tuple, "inside": bool},
    "buy_list": {"units": tuple},
    "condition": {"is_on": bool},
}
"""For each subject its facts and the kind of their values."""


def changed_unit(kind: UnitType, fact: str, value: int) -> UnitType:
    """What dataclasses.replace does, for a fact that is only known when the program runs.

    Raises KeyError for a fact that may not change.
    """
    if fact not in UNIT_FACTS:
        raise KeyError(fact)
    changed = copy(kind)
    object.__setattr__(changed, fact, value)
    return changed


def changed_bounds(
    restrictions: tuple[Restriction, ...], change: RuleChange
) -> tuple[Restriction, ...]:
    """Where nations may not go, with a change of `bounds` or `inside` for one of them."""
    own = [rule for rule in restrictions if rule.nation == change.name]
    others = tuple(rule for rule in restrictions if rule.nation != change.name)
    rule = own[0] if own else Restriction(change.name, (), inside=False)
    if isinstance(change.value, tuple):
        rule = replace(rule, territories=change.value)
    elif isinstance(change.value, bool):
        rule = replace(rule, inside=change.value)
    return (*others, rule)


def switched(
    conditions: tuple[NamedCondition, ...], name: str, is_on: bool
) -> tuple[NamedCondition, ...]:
    """The conditions with one switched on or off; KeyError when there is none of this name."""
    if all(entry.name != name for entry in conditions):
        raise KeyError(name)
    return tuple(
        replace(entry, is_on=is_on) if entry.name == name else entry for entry in conditions
    )
