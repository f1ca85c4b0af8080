"""What holds in any position, whatever the rules in force: laws that need no oracle.

Each law takes a position with a move phase open and fails with AssertionError.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from engine import Decision, Move, Pick, RollRequest, State, apply, check, legal, waiting_for
from engine.core.chance import RollResult
from engine.core.evolve.movement import EXHAUSTED
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef.position import Step
from engine.orders.done import Done
from engine.orders.form import Action
from engine.orders.place import Place
from engine.rules.common.values import steps_left
from engine.rules.economy.income import area_income

Board = Counter[tuple[object, ...]]
Law = Callable[[State, random.Random], None]


def board(state: State) -> Board:
    """The units of a position without their identities."""
    units = state.units.values()
    return Counter((u.territory, u.owner, u.type, u.hits, u.damage, u.submerged) for u in units)


def settled(state: State, action: Action, chance: random.Random) -> Step:
    """The step after an action, its dice and questions: chance rolls, the first answer is given."""
    step = apply(state, action)
    while isinstance(step.waiting, RollRequest | Decision):
        if isinstance(step.waiting, RollRequest):
            sides = step.waiting.sides
            dice = tuple(chance.randint(1, sides) for _ in range(step.waiting.count))
            step = apply(step.state, RollResult(dice))
        else:
            step = apply(step.state, next(iter(legal(step.state))))
    return step


def _only(unit: Unit, *path: str) -> Move:
    return Move((Pick(1, unit.type, "", (unit.id,)),), path)


def _own(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.owner == state.nation]


def _is_of(state: State, unit: Unit, *, sea: bool) -> bool:
    kind = state.definition.unit_types[unit.type]
    return (kind.is_sea if sea else kind.is_land) and unit.carried_by is None


def _two_steps(state: State, *, sea: bool) -> Iterator[tuple[Unit, tuple[str, str, str]]]:
    """Units on the surface with ways over two borders, through places where no enemy fights."""
    field = state.definition.board
    seen: set[tuple[object, ...]] = set()
    for unit in _own(state):
        if not _is_of(state, unit, sea=sea) or unit.likeness in seen:
            continue
        seen.add(unit.likeness)
        for middle in field.neighbours(unit.territory):
            if field.is_sea[middle] != sea or _fighters(state, middle):
                continue
            for end in field.neighbours(middle):
                if field.is_sea[end] == sea:
                    yield unit, (unit.territory, middle, end)


def _fighters(state: State, place: str) -> bool:
    kinds = state.definition.unit_types
    return any(
        state.definition.politics.is_at_war(state.nation, unit.owner)
        and not kinds[unit.type].is_infrastructure
        for unit in state.units_in(place)
    )


def law_two_steps(state: State, chance: random.Random) -> None:
    """Who may go two steps in one order may go them in two, with the same end, and conversely."""
    for sea in (False, True):
        for unit, path in _two_steps(state, sea=sea):
            whole = check(state, _only(unit, *path))
            first = check(state, _only(unit, *path[:2]))
            assert whole or not first, f"{unit.type} passes {path[1]} but may not enter: {path}"
            if first:
                continue
            there = settled(state, _only(unit, *path[:2]), chance).state
            then = check(there, _only(there.units[unit.id], *path[1:]))
            assert bool(whole) == bool(then), f"{unit.type} {path}: {whole} in one, {then} in two"
            if not whole:
                one = settled(state, _only(unit, *path), chance).state
                two = settled(there, _only(there.units[unit.id], *path[1:]), chance).state
                assert board(one) == board(two), f"{unit.type} {path}"
                if not sea:
                    assert one.owners == two.owners, f"{unit.type} {path}"


def law_order_of_moves(state: State, chance: random.Random) -> None:
    """Of two groups of troops that may both go, each may go when the other has gone."""
    orders: list[tuple[Unit, Move]] = []
    seen: set[tuple[object, ...]] = set()
    for unit in _own(state):
        kind = state.definition.unit_types[unit.type]
        if not kind.is_land or unit.likeness in seen:
            continue
        seen.add(unit.likeness)
        for place in state.definition.board.neighbours(unit.territory):
            order = _only(unit, unit.territory, place)
            if not state.definition.board.is_sea[place] and not check(state, order):
                orders.append((unit, order))
    chance.shuffle(orders)
    for (one, first), (other, second) in islice(pairwise(orders), 6):
        if one.id == other.id or (one.carried_by and one.carried_by == other.carried_by):
            continue
        here = settled(state, first, chance).state
        there = settled(state, second, chance).state
        assert not check(here, second), f"{second} after {first}: {check(here, second)}"
        assert not check(there, first), f"{first} after {second}: {check(there, first)}"
        ends = [settled(here, second, chance).state, settled(there, first, chance).state]
        assert board(ends[0]) == board(ends[1]), f"{first} and {second}"
        assert ends[0].owners == ends[1].owners, f"{first} and {second}"


def law_capture_opens_no_way(state: State, chance: random.Random) -> None:
    """A factory or gun that stops a blitz stops it as well when others have just captured it."""
    for unit, path in _two_steps(state, sea=False):
        if not any(reason.rule == "B62" for reason in check(state, _only(unit, *path))):
            continue
        for other in _own(state):
            entry = _only(other, other.territory, path[1])
            if other.id == unit.id or check(state, entry):
                continue
            if not _is_of(state, other, sea=False):
                continue
            taken = settled(state, entry, chance).state
            assert check(taken, _only(unit, *path)), f"{unit.type} {path} after {other.type}"
            break


def law_guns_that_fire_late_fire_early(state: State, chance: random.Random) -> None:
    """AA guns that fire at aircraft in the non-combat move fire at the same in the combat move."""
    steps = state.definition.sequence
    index = next(
        number
        for number, step in enumerate(steps)
        if (step.nation, step.phase) == (state.nation, "noncombat_move")
    )
    late = replace(state, agenda=(replace(state.phase, step=index, phase="noncombat_move"),))
    for unit in _own(state):
        if not state.definition.unit_types[unit.type].is_air:
            continue
        for middle in state.definition.board.neighbours(unit.territory):
            order = _only(unit, unit.territory, middle, unit.territory)
            if check(state, order) or check(late, order):
                continue
            if isinstance(apply(late, order).waiting, RollRequest):
                fired = apply(state, order).waiting
                assert isinstance(fired, RollRequest), f"{unit.type} over {middle}"


def law_identities_mean_nothing(state: State, chance: random.Random) -> None:
    """Aircraft that fly over guns with other identities meet the same end by the same dice.

    Where their owner chooses what is lost, the answer given first may be another.
    """
    if state.definition.options.choose_aa_casualties:
        return
    mirror, names = renumbered(state, chance)
    for start in {unit.territory: None for unit in _own(state)}:
        flock = [
            unit
            for unit in state.units_in(start)
            if unit.owner == state.nation and state.definition.unit_types[unit.type].is_air
        ]
        if len({unit.type for unit in flock}) < 2:
            continue
        for middle in state.definition.board.neighbours(start):
            for end in state.definition.board.neighbours(middle):
                _same_flight(state, mirror, names, flock, (start, middle, end), chance)


def _same_flight(
    state: State,
    mirror: State,
    names: Mapping[UnitId, UnitId],
    flock: list[Unit],
    path: tuple[str, str, str],
    chance: random.Random,
) -> None:
    orders = [
        Move(tuple(Pick(1, u.type, "", (key[u.id],)) for u in flock), path)
        for key in ({u.id: u.id for u in flock}, names)
    ]
    plain = [bool(check(here, order)) for here, order in zip((state, mirror), orders, strict=True)]
    assert plain[0] == plain[1], f"{path}"
    if plain[0]:
        return
    seed = chance.random()
    ends = [
        settled(here, order, random.Random(seed)).state
        for here, order in zip((state, mirror), orders, strict=True)
    ]
    assert board(ends[0]) == board(ends[1]), f"{[u.type for u in flock]} {path}"


def renumbered(state: State, chance: random.Random) -> tuple[State, dict[UnitId, UnitId]]:
    """The position with the identities of all units exchanged, and who is who."""
    keys = list(state.units)
    others = chance.sample(keys, len(keys))
    names = dict(zip(keys, others, strict=True))
    units = {
        names[key]: replace(
            unit,
            id=names[key],
            carried_by=None if unit.carried_by is None else names[unit.carried_by],
        )
        for key, unit in state.units.items()
    }
    return replace(state, units=dict(sorted(units.items()))), names


def law_legal_is_check(state: State, chance: random.Random) -> None:
    """What is offered is allowed, and what one unit may do by one step is offered."""
    offered: set[tuple[str, str, str]] = set()
    for order in legal(state):
        if isinstance(order, Move):
            assert not check(state, order), f"{order}: {check(state, order)}"
            offered.update((pick.type, order.path[0], order.path[-1]) for pick in order.picks)
    assert isinstance(waiting_for(state), object)
    for unit in _own(state):
        for place in state.definition.board.neighbours(unit.territory):
            if not check(state, _only(unit, unit.territory, place)):
                assert (unit.type, unit.territory, place) in offered, f"{unit} to {place}"


def law_leaving_takes_nothing(state: State, chance: random.Random) -> None:
    """Who goes one step to where no enemy is, and which no enemy owns, changes no owner.

    Who sets out from land of an enemy may have left it to a raid; it is taken when they go on.
    """
    seen: set[tuple[object, ...]] = set()
    for unit in _own(state):
        start = state.owners.get(unit.territory, "")
        if start and state.definition.politics.is_at_war(state.nation, start):
            continue
        if unit.likeness in seen or state.definition.unit_types[unit.type].is_air:
            continue
        seen.add(unit.likeness)
        for place in state.definition.board.neighbours(unit.territory):
            owner = state.owners.get(place, "")
            free = not owner or not state.definition.politics.is_at_war(state.nation, owner)
            order = _only(unit, unit.territory, place)
            if not free or _foes(state, place) or check(state, order):
                continue
            if not owner and not state.definition.board.is_sea[place]:
                continue
            after = settled(state, order, chance).state
            assert after.owners == state.owners, f"{unit.type} {order.path} takes something"


def _foes(state: State, place: str) -> bool:
    return any(
        state.definition.politics.is_at_war(state.nation, unit.owner)
        for unit in state.units_in(place)
    )


def law_who_boards_gets_somewhere(state: State, chance: random.Random) -> None:
    """A ship that has put units ashore takes nobody aboard whom it can only put back there.

    It may where an option lets it go on unloading in the non-combat move, for nothing (B167).
    """
    field = state.definition.board
    one_place = state.definition.options.unload_to_one_territory
    for ship in _own(state):
        if not ship.unloaded_to or not (one_place or ship.unloaded_in_combat):
            continue
        for unit in state.units_in(ship.unloaded_to):
            path = (unit.territory, ship.territory)
            order = Move((Pick(1, unit.type, "", (unit.id,)),), path, False, ((unit.id, ship.id),))
            if unit.owner != state.nation or check(state, order):
                continue
            there = settled(state, order, chance).state
            sails = any(
                not check(there, _only(ship, ship.territory, place))
                for place in field.neighbours(ship.territory)
                if field.is_sea[place]
            )
            lands = any(
                place != unit.territory and not check(there, _only(unit, ship.territory, place))
                for place in field.neighbours(ship.territory)
                if not field.is_sea[place]
            )
            assert sails or lands, f"{unit.type} boards {ship.type} in {path} for nothing"


def law_somebody_earns_every_area(state: State, chance: random.Random) -> None:
    """An area with an income pays at least one of those who may hold it."""
    nations = state.definition.politics.nation_names
    areas = state.definition.board.territories
    for name in chance.sample(list(areas), 5):
        if not areas[name].production or areas[name].is_impassable or areas[name].convoys:
            continue
        held = (replace(state, owners={**state.owners, name: nation}) for nation in nations)
        assert any(area_income(one, name) for one in held), f"{name} pays nobody, whoever holds it"


def law_no_steps_no_way(state: State, chance: random.Random) -> None:
    """Who has no step left goes nowhere by itself, not even aboard."""
    for unit in _own(state):
        if unit.carried_by is not None or steps_left(state, unit):
            continue
        for place in state.definition.board.neighbours(unit.territory):
            order = _only(unit, unit.territory, place)
            assert check(state, order), f"{unit.type} without a step goes to {place}"


def law_standing_ships_do_not_help(state: State, chance: random.Random) -> None:
    """Whether ships that come take an empty zone does not depend on those that were there."""
    field = state.definition.board
    for unit in _own(state):
        if not _is_of(state, unit, sea=True):
            continue
        for zone in field.neighbours(unit.territory):
            if not field.is_sea[zone] or state.owners.get(zone, "") in {"", state.nation}:
                continue
            order = _only(unit, unit.territory, zone)
            if check(state, order) or _foes(state, zone):
                continue
            alone = {key: u for key, u in state.units.items() if u.territory != zone}
            ends = [
                settled(settled(here, order, chance).state, Done(), chance).state.owners.get(zone)
                for here in (state, replace(state, units=alone))
            ]
            assert ends[0] == ends[1], f"{unit.type} to {zone}: {ends[0]}, alone {ends[1]}"


def law_full_carriers_claim_no_other(state: State, chance: random.Random) -> None:
    """Aircraft without a step left beside carriers without room take nobody else's seat."""
    field = state.definition.board
    flying = [u for u in _own(state) if state.definition.unit_types[u.type].is_air]
    for zone in [place for place, is_sea in field.is_sea.items() if is_sea]:
        room = _room_left(state, zone)
        if room is None or room > 0:
            continue
        extra = Unit(state.next_unit, "fighter", state.nation, zone, moved=EXHAUSTED)
        crowded = replace(
            state, units={**state.units, extra.id: extra}, next_unit=state.next_unit + 1
        )
        for unit in flying:
            for goal in field.neighbours(unit.territory):
                if zone in {goal, unit.territory}:
                    continue
                order = _only(unit, unit.territory, goal)
                one, other = bool(check(state, order)), bool(check(crowded, order))
                assert one == other, f"one more in {zone}: {unit.type} {order.path}"


def _room_left(state: State, zone: str) -> int | None:
    """Room on the carriers of the side in a zone; None without a carrier."""
    there = [
        unit
        for unit in state.units_in(zone)
        if not state.definition.politics.is_at_war(state.nation, unit.owner)
    ]
    kinds = [state.definition.unit_types[unit.type] for unit in there]
    if not any(kind.decks.carrier_capacity for kind in kinds):
        return None
    return sum(kind.decks.carrier_capacity - kind.decks.carrier_cost for kind in kinds)


def law_what_is_new_opens_nothing(*places: str) -> Law:
    """What may not be placed may not be placed after something else either."""

    def law(state: State, chance: random.Random) -> None:
        orders = [
            Place((Pick(1, name),), place)
            for name in state.unplaced.get(state.nation, {})
            for place in places
        ]
        refused = [order for order in orders if check(state, order)]
        for first in orders:
            if (
                first in refused
                or state.definition.unit_types[first.picks[0].type].decks.carrier_capacity
            ):
                continue
            then = settled(state, first, chance).state
            for order in refused:
                assert check(then, order), f"{order} is allowed after {first}"

    return law


LAWS: Final[tuple[Law, ...]] = (
    law_two_steps,
    law_order_of_moves,
    law_capture_opens_no_way,
    law_guns_that_fire_late_fire_early,
    law_identities_mean_nothing,
    law_legal_is_check,
    law_leaving_takes_nothing,
    law_who_boards_gets_somewhere,
    law_somebody_earns_every_area,
    law_no_steps_no_way,
)
