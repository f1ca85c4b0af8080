"""What holds for one unit alone holds for it in company: pairs of units against each of the two.

A pair may do together what one of them cannot do alone only where the rules are about groups:
cargo goes with its ship, a foot soldier behind armour or in a bomber, an aircraft lands on a
carrier that sails along, and whoever leaves a deck makes room on it.  Everything else that is said
against one of two units must be said against both, whichever of them has the lower identity.
"""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import combinations
from typing import Final

from engine import Illegal, Move, Pick, State, Unit, check
from engine.core.state import with_units
from engine.core.unit import FieldSpan, span_of

COUNTED: Final = frozenset(
    {"no-room-aboard", "too-many-together", "cannot-pay-neutrality", "terrain-forbids"}
)
"""Said of all units of an order at once, in other words for two, and only when nothing else is
wrong."""

SEATS: Final = frozenset({"no-landing", "needs-transport"})
"""Room aboard: the other one may bring what the first one lacks."""

_PATHS: Final = 3
_STEPS: Final = 3


def pairs_in(state: State) -> list[tuple[Unit, Unit]]:
    """Own units of one area that are not alike, one pair for each two likenesses."""
    found: list[tuple[Unit, Unit]] = []
    for place in sorted({unit.territory for unit in state.units_of(state.nation)}):
        own = [unit for unit in state.units_in(place) if unit.owner == state.nation]
        found.extend(combinations({unit.likeness: unit for unit in own}.values(), 2))
    return found


def made_unlike(state: State, chance: random.Random) -> Iterator[tuple[str, State, Unit, Unit]]:
    """For each field of a unit a position in which two own units differ in that field alone."""
    twins = [
        (one, other)
        for one, other in combinations(state.units_of(state.nation), 2)
        if one.likeness == other.likeness and one.carried_by is None
    ]
    for entry in fields(Unit):
        if span_of(entry) is FieldSpan.IDENTITY or not twins:
            continue
        one, other = chance.choice(twins)
        changed = _with_other(state, other, entry.name, chance)
        if changed is not None:
            yield entry.name, with_units(state, [changed]), one, changed


def faults(state: State, one: Unit, other: Unit, chance: random.Random) -> Iterator[str]:
    """What is said against one of two units and not against both, on a few paths at random."""
    swapped = _swapped(state, one, other)
    others = (replace(one, id=other.id), replace(other, id=one.id))
    for _ in range(_PATHS):
        path = _walk(state, one.territory, chance)
        said = (check(state, _move((one, other), path)), check(swapped, _move(others, path)))
        for unit, company in ((one, other), (other, one)):
            for reason in check(state, _move((unit,), path)):
                for answer, order in zip(said, ("as they are", "swapped"), strict=True):
                    if not _is_said(state, reason, answer, unit, company):
                        yield f"{unit} with {company} on {path}, ids {order}: lost {reason}"


def _is_said(
    state: State, reason: Illegal, answer: tuple[Illegal, ...], unit: Unit, company: Unit
) -> bool:
    if reason in answer or reason.code in SEATS or _takes_along(state, unit, company):
        return True
    # A move of blocks is of one kind, strategic or not, which the slower of the two decides.
    is_of_both = reason.code in COUNTED or state.blocks is not None
    return is_of_both and bool(answer)


def _takes_along(state: State, unit: Unit, company: Unit) -> bool:
    """Whether a unit rides on the other one, or may walk behind it or fly in it."""
    known = {"paratroopers", "mechanized_infantry"} & set(state.technologies.get(unit.owner, ()))
    kind = state.definition.unit_types[unit.type]
    is_foot = kind.carriage.is_infantry or kind.carriage.is_paratrooper
    return unit.carried_by == company.id or (is_foot and bool(known))


def _move(units: tuple[Unit, ...], path: tuple[str, ...]) -> Move:
    """These very units along a path."""
    types = dict.fromkeys(unit.type for unit in units)
    named = {name: tuple(unit.id for unit in units if unit.type == name) for name in types}
    return Move(tuple(Pick(len(ids), name, units=ids) for name, ids in named.items()), path)


def _walk(state: State, start: str, chance: random.Random) -> tuple[str, ...]:
    path = [start]
    for _ in range(chance.randint(1, _STEPS)):
        path.append(chance.choice(state.definition.board.neighbours(path[-1])))
    return tuple(path)


def _swapped(state: State, one: Unit, other: Unit) -> State:
    """The same position in which the two units have changed their identities."""
    new = {one.id: other.id, other.id: one.id}
    units = [
        replace(unit, id=new.get(unit.id, unit.id), carried_by=_renamed(unit.carried_by, new))
        for unit in state.units.values()
        if unit.id in new or unit.carried_by in new
    ]
    battles = tuple(
        replace(
            battle,
            attackers=tuple(sorted(new.get(key, key) for key in battle.attackers)),
            origins=tuple(sorted((new.get(key, key), place) for key, place in battle.origins)),
            landings=tuple(
                sorted((new.get(a, a), new.get(b, b), zone) for a, b, zone in battle.landings)
            ),
        )
        for battle in state.battles
    )
    return replace(with_units(state, units), battles=battles)


def _renamed(key: int | None, new: dict[int, int]) -> int | None:
    return None if key is None else new.get(key, key)


def _with_other(state: State, unit: Unit, name: str, chance: random.Random) -> Unit | None:
    """The unit with another value in a field; None where the position has none to offer."""
    here, lands = unit.territory, state.definition.board.territories
    kinds = state.definition.unit_types
    element = "is_sea" if kinds[unit.type].is_sea else "is_land"
    ships = [one.id for one in state.units_in(here) if kinds[one.type].carriage.transport_capacity]
    blocks = state.definition.blocks
    countries = list(blocks.countries) if blocks is not None else ["Elsewhere"]
    theatres = sorted({area.theatre for area in lands.values()} - {"", lands[here].theatre})
    values: dict[str, list[object]] = {
        "type": [n for n, kind in kinds.items() if getattr(kind, element) and n != unit.type],
        "owner": [],  # With another owner it is not the nation's unit, and an order names it apart.
        "territory": [],  # Elsewhere they are not a pair.
        "carried_by": list(ships),
        "original_owner": [unit.owner],
        "unloaded_to": [here],
        "base": [here],
        "jumped_from": [here],
        "theatre": list(theatres),
        "moved": [1, 2, 99],
        "bonus": [1],
        "hits": [1],
        "damage": [1],
        "strength": [unit.strength + 1],
        "country": [name for name in countries if name != unit.country],
    }
    if type(getattr(unit, name)) is bool:
        values[name] = [not getattr(unit, name)]
    offers = values[name]
    return replace(unit, **{name: chance.choice(offers)}) if offers else None
