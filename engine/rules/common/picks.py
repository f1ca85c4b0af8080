"""From what a player wrote ("1 infantry, 1 armour") to the units that are meant."""

from collections import Counter
from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.ids import NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.pick import Pick
from engine.gamedef import State


def pick_units(
    state: State, picks: tuple[Pick, ...], pool: Sequence[UnitId], where: TerritoryName
) -> tuple[tuple[UnitId, ...], tuple[Illegal, ...]]:
    """The units that are meant, and all reasons why the picks cannot be meant.

    pool: what can be picked, in the order in which it is taken where the player did not name a
    unit; a unit that is listed twice can be picked twice.
    The units come in the order of the pool; they mean nothing when there are reasons.
    """
    free = Counter(pool)
    chosen: Counter[UnitId] = Counter()
    reasons: list[Illegal] = []
    for pick in sorted(picks, key=lambda pick: not pick.units):
        problem = _check_form(pick, where)
        if problem is not None:
            reasons.append(problem)
            continue
        wanted = pick.units or _first_of(state, pick, pool, free)
        if len(wanted) < pick.count:
            reasons.append(_too_few(state, pick, pool, where))
            continue
        for unit in wanted:
            if not free[unit] or not _fits(state, pick, unit):
                text = f"unit {unit} is not a {pick.type} that can be chosen in {where}"
                reasons.append(Illegal("no-such-unit", text, where=where))
                continue
            free[unit] -= 1
            chosen[unit] += 1
    return _in_order(pool, chosen), tuple(reasons)


def picks_of(state: State, units: Sequence[UnitId]) -> tuple[Pick, ...]:
    """The order text form of exactly these units, grouped by type and owner."""
    groups: dict[tuple[UnitTypeName, NationName], list[UnitId]] = {}
    for key in units:
        unit = state.units[key]
        groups.setdefault((unit.type, unit.owner), []).append(key)
    return tuple(
        Pick(len(same), kind, owner, tuple(sorted(same)))
        for (kind, owner), same in sorted(groups.items())
    )


def _check_form(pick: Pick, where: TerritoryName) -> Illegal | None:
    if pick.count < 1:
        return Illegal(
            "wrong-count", f"{pick.count} {pick.type} is not a number of units", "", where
        )
    if pick.units and len(pick.units) != pick.count:
        text = f"the order says {pick.count} {pick.type} but names {len(pick.units)}"
        return Illegal("wrong-count", text, "", where)
    return None


def _first_of(
    state: State, pick: Pick, pool: Sequence[UnitId], free: Counter[UnitId]
) -> tuple[UnitId, ...]:
    """The first units of the pool that fit and have not been chosen yet."""
    left = Counter(free)
    found: list[UnitId] = []
    for unit in pool:
        if len(found) < pick.count and left[unit] and _fits(state, pick, unit):
            left[unit] -= 1
            found.append(unit)
    return tuple(found)


def _fits(state: State, pick: Pick, key: UnitId) -> bool:
    unit = state.units[key]
    return unit.type == pick.type and pick.owner in {"", unit.owner}


def _too_few(state: State, pick: Pick, pool: Sequence[UnitId], where: TerritoryName) -> Illegal:
    there = sum(_fits(state, pick, unit) for unit in pool)
    can = f"only {there} can" if there else "none can"
    text = f"{pick.count} {pick.type} cannot be chosen in {where}, {can}"
    return Illegal("too-few-units", text, "B198", where)


def _in_order(pool: Sequence[UnitId], chosen: Counter[UnitId]) -> tuple[UnitId, ...]:
    left = Counter(chosen)
    order: list[UnitId] = []
    for unit in pool:
        if left[unit]:
            left[unit] -= 1
            order.append(unit)
    return tuple(order)
