"""Standing instructions as plain lists, the form in which a save holds them, and back.

Four entries: the kind, the territory ("" for everywhere), what it says, the conditions.
Format: docs/formats/orders-v1.md, section "Standing orders".
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.core.errors import InvalidActionError
from engine.core.standing import (
    LossItem,
    StandingAbsorb,
    StandingCondition,
    StandingInstruction,
    StandingIntercept,
    StandingKeep,
    StandingLand,
    StandingLosses,
    StandingSubmerge,
    StandingWithdraw,
)
from engine.orders.plain import MAX_COUNT, read_flag, read_list, read_number, read_text

_Conditions: TypeAlias = tuple[StandingCondition, ...]
_Reader: TypeAlias = Callable[[str, _Conditions, object], StandingInstruction]


def standing_to_plain(entry: StandingInstruction) -> list[object]:
    """The four entries of an instruction."""
    kind, content = _content(entry)
    conditions: list[object] = [
        [condition.what, condition.type, condition.relation, condition.number]
        for condition in entry.conditions
    ]
    return [kind, entry.territory, content, conditions]


def standing_from_plain(entries: list[object]) -> StandingInstruction:
    """The instruction that four entries stand for; raises InvalidActionError."""
    kind = read_text(entries[0], "standing: the kind")
    if kind not in _READERS:
        known = ", ".join(_READERS)
        raise InvalidActionError(f"standing: there is no kind {kind!r}; known: {known}")
    territory = read_text(entries[1], "standing: a territory", empty=True)
    conditions = tuple(
        _condition(value) for value in read_list(entries[3], "standing: the conditions")
    )
    return _READERS[kind](territory, conditions, entries[2])


def _content(entry: StandingInstruction) -> tuple[str, object]:
    match entry:
        case StandingLosses():
            return "losses", [[item.type, item.owner] for item in entry.order]
        case StandingAbsorb():
            return "absorb", list(entry.types)
        case StandingKeep():
            return "keep", [entry.count, entry.type, entry.domain]
        case StandingSubmerge():
            return "submerge", entry.dive
        case StandingWithdraw():
            return "withdraw", [entry.leave, list(entry.to)]
        case StandingIntercept():
            return "intercept", [entry.everybody, [[name, count] for name, count in entry.units]]
        case StandingLand():
            return "land", list(entry.to)
    raise TypeError(f"not a standing instruction: {entry!r}")


def _losses(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    items: list[LossItem] = []
    for entry in read_list(value, "standing losses: the order"):
        pair = read_list(entry, "standing losses: a unit type with its owner", 2)
        kind = read_text(pair[0], "standing losses: a unit type", empty=True)
        items.append(LossItem(kind, read_text(pair[1], "standing losses: an owner", empty=True)))
    return StandingLosses(territory, conditions, tuple(items))


def _absorb(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    return StandingAbsorb(territory, conditions, _names(value, "standing absorb"))


def _keep(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    entry = read_list(value, "standing keep: what is kept", 3)
    count = read_number(entry[0], "standing keep: a count", MAX_COUNT)
    kind = read_text(entry[1], "standing keep: a unit type", empty=True)
    domain = read_text(entry[2], "standing keep: a kind of units", empty=True)
    return StandingKeep(territory, conditions, count, kind, domain)


def _submerge(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    return StandingSubmerge(
        territory, conditions, read_flag(value, "standing submerge: the answer")
    )


def _withdraw(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    entry = read_list(value, "standing withdraw: the answer with its zones", 2)
    leave = read_flag(entry[0], "standing withdraw: the answer")
    return StandingWithdraw(territory, conditions, leave, _names(entry[1], "standing withdraw"))


def _intercept(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    entry = read_list(value, "standing intercept: who rises", 2)
    everybody = read_flag(entry[0], "standing intercept: whether all rise")
    units: list[tuple[str, int]] = []
    for part in read_list(entry[1], "standing intercept: the units"):
        pair = read_list(part, "standing intercept: a unit type with its count", 2)
        kind = read_text(pair[0], "standing intercept: a unit type")
        units.append((kind, read_number(pair[1], "standing intercept: a count", MAX_COUNT)))
    if everybody and units:
        raise InvalidActionError("standing intercept: all rise, and yet units are named")
    return StandingIntercept(territory, conditions, everybody, tuple(units))


def _land(territory: str, conditions: _Conditions, value: object) -> StandingInstruction:
    return StandingLand(territory, conditions, _names(value, "standing land"))


def _names(value: object, what: str) -> tuple[str, ...]:
    return tuple(
        read_text(name, f"{what}: a name") for name in read_list(value, f"{what}: the list")
    )


def _condition(value: object) -> StandingCondition:
    entry = read_list(value, "standing: a condition", 4)
    return StandingCondition(
        what=read_text(entry[0], "standing: what a condition is about"),
        type=read_text(entry[1], "standing: the unit type of a condition", empty=True),
        relation=read_text(entry[2], "standing: the relation of a condition", empty=True),
        number=read_number(entry[3], "standing: the number of a condition", MAX_COUNT, least=0),
    )


_READERS: Final[Mapping[str, _Reader]] = {
    "losses": _losses,
    "absorb": _absorb,
    "keep": _keep,
    "submerge": _submerge,
    "withdraw": _withdraw,
    "intercept": _intercept,
    "land": _land,
}
