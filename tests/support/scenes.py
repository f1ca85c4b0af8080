"""Scenes: one rare thing each, which a meeting made at random seldom holds.

A scene is a position, the orders to begin with, and the laws to be checked in it at once.  Who is
how strong, and which options are in force, is drawn.  Everything around belongs to the mover.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine import Move, Order, Pick, State
from engine.gamedef import Definition
from engine.gamedef.limits import BuildingRule
from engine.gamedef.nation_rules import NationRule
from tests.support.meeting_laws import (
    Law,
    law_capture_opens_no_way,
    law_full_carriers_claim_no_other,
    law_guns_that_fire_late_fire_early,
    law_identities_mean_nothing,
    law_no_steps_no_way,
    law_somebody_earns_every_area,
    law_standing_ships_do_not_help,
    law_two_steps,
    law_what_is_new_opens_nothing,
)
from tests.support.meetings import ALLY, ENEMY, MOVER, boarded, world
from tests.support.positions import Stack, position
from tests.support.unit_types import with_facts


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, the orders that are given first if they are legal, and laws of its own."""

    state: State
    orders: tuple[Order, ...] = ()
    laws: tuple[Law, ...] = ()


@dataclass(frozen=True, slots=True)
class _Spot:
    """A sea zone, two zones beside it, and lands on its coast."""

    zone: str
    near: tuple[str, ...]
    lands: tuple[str, ...]


def _spot(game: Definition, chance: random.Random, *, lands: int = 2) -> _Spot:
    board = game.board
    spots: list[_Spot] = []
    for zone in board.territories:
        around = board.neighbours(zone)
        near = tuple(place for place in around if board.is_sea[place])
        coast = tuple(
            place
            for place in around
            if not board.is_sea[place] and not board.territories[place].is_impassable
        )
        if board.is_sea[zone] and len(near) >= 2 and len(coast) >= lands:
            spots.append(_Spot(zone, near[:2], coast))
    return chance.choice(spots)


def _set_up(
    game: Definition,
    stacks: Iterable[Stack],
    owners: dict[str, str],
    phase: str = "combat_move",
    **unplaced: int,
) -> State:
    """Nobody else is on the board, and all other land is the mover's."""
    board = game.board
    all_mine = {name: MOVER for name in board.territories if not board.is_sea[name]}
    state = position(
        game,
        MOVER,
        phase,
        cleared=board.territories,
        units=[stack for stack in stacks if stack[3]],
        owners={**all_mine, **owners},
        unplaced=unplaced,
    )
    return boarded(state)


def _go(state: State, path: tuple[str, ...], *kinds: str, raid: bool = False) -> Move:
    """All own units of these types go along a path."""
    there = [u for u in state.units_in(path[0]) if u.owner == MOVER]
    counts = {kind: sum(unit.type == kind for unit in there) for kind in kinds}
    return Move(tuple(Pick(count, kind) for kind, count in counts.items() if count), path, raid)


def _lands_in_a_row(game: Definition, chance: random.Random) -> tuple[str, str, str]:
    """Three lands, the second of which touches both others."""
    board = game.board
    open_ = {
        name
        for name, area in board.territories.items()
        if not board.is_sea[name] and not area.is_impassable
    }
    rows = [
        (first, middle, last)
        for middle in board.territories
        if middle in open_
        for first in board.neighbours(middle)
        for last in board.neighbours(middle)
        if first in open_ and last in open_ and first != last
    ]
    return chance.choice(rows)


def lost_fleet(chance: random.Random) -> Scene:
    """Aircraft attack warships beside which transports of an ally lie, perhaps with cargo."""
    game = world(chance, transport_casualties_restricted=chance.random() < 0.8)
    spot = _spot(game, chance)
    base = spot.lands[0]
    stacks = [
        (spot.zone, ENEMY, "destroyer", chance.randrange(2, 5)),
        (spot.zone, ENEMY, "submarine", chance.randrange(2)),
        (spot.zone, ALLY, "transport", chance.randrange(1, 3)),
        (spot.zone, ALLY, "infantry", chance.randrange(3)),
        (base, MOVER, "fighter", 1),
        (spot.near[0], MOVER, "transport", int(chance.random() < 0.2)),
    ]
    state = _set_up(game, stacks, {})
    flight = _go(state, (base, spot.zone), "fighter")
    return Scene(state, (flight, _go(state, (spot.near[0], spot.zone), "transport")))


def raid_and_attack(chance: random.Random) -> Scene:
    """A raid that is intercepted, and an attack on the same land."""
    game = world(chance, air_battles_before_raids=True)
    spot = _spot(game, chance)
    base, goal = chance.sample(spot.lands, 2)
    stacks = [
        (base, MOVER, "bomber", chance.randrange(1, 3)),
        (base, MOVER, "fighter", chance.randrange(1, 4)),
        (spot.zone, MOVER, "transport", 1),
        (spot.zone, MOVER, "infantry", 2),
        (goal, ENEMY, "factory", 1),
        (goal, ENEMY, "fighter", chance.randrange(1, 4)),
        (goal, ENEMY, "infantry", chance.randrange(2)),
    ]
    state = _set_up(game, stacks, {goal: ENEMY})
    way = (base, spot.zone, goal)
    orders = (
        _go(state, way, "bomber", raid=True),
        _go(state, way, "fighter"),
        _go(state, way[1:], "infantry"),
    )
    return Scene(state, orders)


def scramble(chance: random.Random) -> Scene:
    """Defenders take off from a base, while enemy aircraft fight over the land beside it."""
    game = world(
        chance, scrambling=True, scrambled_return_to_base=chance.random() < 0.3, always_on_aa=False
    )
    kinds = dict(game.unit_types)
    kinds["factory"] = with_facts(kinds["factory"], is_air_base=True, movement=0)
    game = replace(game, unit_types=kinds)
    spot = _spot(game, chance)
    base, field = chance.sample(spot.lands, 2)
    out = spot.near[0]
    stacks = [
        (base, ENEMY, "factory", 1),
        (base, ENEMY, "fighter", chance.randrange(2, 5)),
        (field, ENEMY, "infantry", 1),
        (spot.zone, ENEMY, "carrier", chance.randrange(2)),
        (spot.zone, ENEMY, "destroyer", chance.randrange(2)),
        (out, MOVER, "destroyer", 1),
        (out, MOVER, "carrier", 2),
        (out, MOVER, "fighter", chance.randrange(2, 5)),
    ]
    state = _set_up(game, stacks, {base: ENEMY, field: ENEMY})
    orders = (
        _go(state, (out, spot.zone), "destroyer"),
        _go(state, (out, spot.zone, chance.choice((field, field, base))), "fighter"),
    )
    return Scene(state, orders)


def retreat(chance: random.Random) -> Scene:
    """Ships that set out from a zone of the enemy, or of nobody, meet a strong fleet."""
    game = world(chance)
    spot = _spot(game, chance)
    out = spot.near[0]
    stacks = [
        (out, MOVER, "cruiser", chance.randrange(1, 3)),
        (out, MOVER, "transport", chance.randrange(1, 3)),
        (out, MOVER, "infantry", chance.randrange(3)),
        (spot.zone, ENEMY, "cruiser", chance.randrange(1, 4)),
        (spot.zone, ENEMY, "submarine", chance.randrange(2)),
        (out, ENEMY, "submarine", chance.randrange(2)),
    ]
    owners = {out: ENEMY} if chance.random() < 0.6 else {}
    state = _set_up(game, stacks, owners)
    return Scene(state, (_go(state, (out, spot.zone), "cruiser", "transport", "infantry"),))


def factory_on_wheels(chance: random.Random) -> Scene:
    """A factory goes with troops that are likely to be beaten."""
    game = world(chance)
    kinds = dict(game.unit_types)
    kinds["factory"] = with_facts(kinds["factory"], movement=1, moves_in_combat=True)
    game = replace(game, unit_types=kinds)
    board = game.board
    spot = _spot(game, chance)
    base = chance.choice(
        [place for place in spot.lands if any(not board.is_sea[p] for p in board.neighbours(place))]
        or [spot.lands[0]]
    )
    goals = [
        place
        for place in board.neighbours(base)
        if not board.is_sea[place] and not board.territories[place].is_impassable
    ]
    goal = chance.choice(goals or [spot.lands[1]])
    stacks = [
        (base, MOVER, "factory", 1),
        (base, MOVER, "infantry", chance.randrange(1, 3)),
        (goal, ENEMY, "infantry", chance.randrange(1, 4)),
    ]
    state = _set_up(game, stacks, {goal: ENEMY})
    return Scene(state, (_go(state, (base, goal), "infantry", "factory"),))


def without_decks(chance: random.Random) -> Scene:
    """Carriers of the enemy are sunk under their aircraft; aircraft of allies stay behind."""
    game = world(chance, surviving_air_may_land=chance.random() < 0.5)
    spot = _spot(game, chance)
    out, other = spot.near
    stacks = [
        (spot.zone, ENEMY, "carrier", 1),
        (spot.zone, ENEMY, "fighter", chance.randrange(1, 4)),
        (other, ENEMY, "fighter", chance.randrange(2)),
        (spot.zone, ALLY, "fighter", chance.randrange(2)),
        (out, MOVER, "submarine", chance.randrange(1, 3)),
        (out, MOVER, "destroyer", chance.randrange(1, 4)),
        (out, MOVER, "carrier", chance.randrange(2)),
        (out, ALLY, "fighter", chance.randrange(2)),
    ]
    state = _set_up(game, stacks, {})
    ships = _go(state, (out, spot.zone), "submarine", "destroyer", "carrier")
    return Scene(state, (ships,))


def one_after_another(chance: random.Random) -> Scene:
    """A nation takes land, and the next one moves before the turn is closed."""
    game = world(chance)
    late = ("place", "end_turn", "bid", "bid_place")
    steps = tuple(step for step in game.sequence if step.nation != MOVER or step.phase not in late)
    game = replace(game, sequence=steps)
    spot = _spot(game, chance)
    goal, other = chance.sample(spot.lands, 2)
    stacks = [
        (spot.zone, MOVER, "transport", 2),
        (spot.zone, MOVER, "infantry", chance.randrange(1, 5)),
        (goal, ENEMY, "factory", chance.randrange(2)),
        (goal, ENEMY, "infantry", chance.randrange(2)),
        (other, ENEMY, "infantry", chance.randrange(2)),
    ]
    state = _set_up(game, stacks, {goal: chance.choice((ENEMY, ALLY)), other: ENEMY})
    owners = {**state.owners, goal: ENEMY}
    state = replace(state, owners=owners)
    return Scene(state, (_go(state, (spot.zone, goal), "infantry"),))


def newcomers(chance: random.Random) -> Scene:
    """Ships come into a zone of an enemy in which others of their own have been."""
    game = world(chance, submarines_take_zones=chance.random() < 0.7)
    spot = _spot(game, chance)
    stacks = [
        (spot.zone, MOVER, chance.choice(("submarine", "transport", "destroyer")), 1),
        (spot.near[0], MOVER, chance.choice(("transport", "submarine", "destroyer")), 1),
    ]
    state = _set_up(game, stacks, {spot.zone: ENEMY})
    laws = (law_standing_ships_do_not_help, law_somebody_earns_every_area)
    return Scene(state, (), laws)


def many_seats(chance: random.Random) -> Scene:
    """A full carrier, one with room and aircraft without any: there is no land for them."""
    game = world(chance, kamikaze_airplanes=False)
    spot = _spot(game, chance)
    full, other, without = spot.zone, *spot.near
    stacks = [
        (full, MOVER, "carrier", 1),
        (full, MOVER, "fighter", chance.choice((1, 2, 2, 2))),
        (other, MOVER, "carrier", 1),
        (other, MOVER, "fighter", chance.randrange(3)),
        (other, ALLY, "carrier", int(chance.random() < 0.2)),
        (without, MOVER, "carrier", int(chance.random() < 0.2)),
        (without, MOVER, "fighter", chance.randrange(1, 3)),
    ]
    lands = [name for name, sea in game.board.is_sea.items() if not sea]
    state = _set_up(game, stacks, dict.fromkeys(lands, ENEMY), "noncombat_move")
    units = {
        key: replace(unit, moved=chance.choice((2, 3, 4)) if unit.type == "fighter" else 0)
        for key, unit in state.units.items()
    }
    return Scene(replace(state, units=units), (), (law_full_carriers_claim_no_other,))


def building(chance: random.Random) -> Scene:
    """Units that need others beside them are placed, and so are those others."""
    game = world(chance, placement_restricted=True, max_factories=chance.randrange(1, 3))
    needs = chance.choice(("factory", "factory", "aaGun", "infantry"))
    rule = BuildingRule(chance.choice(("artillery", "armour")), ((needs,),))
    free = (NationRule(MOVER, places_anywhere=chance.random() < 0.8),)
    game = replace(game, map_rules=replace(game.map_rules, building=(rule,), nations=free))
    spot = _spot(game, chance)
    land = spot.lands[0]
    stacks = [
        (land, MOVER, "factory", chance.randrange(2)),
        (land, MOVER, "infantry", chance.randrange(2)),
    ]
    state = _set_up(
        game,
        stacks,
        {},
        "place",
        factory=1,
        aaGun=1,
        infantry=1,
        artillery=1,
        armour=1,
        destroyer=1,
    )
    return Scene(state, (), (law_what_is_new_opens_nothing(land, spot.zone),))


def crates(chance: random.Random) -> Scene:
    """Things that never move stand beside ships that could hold them."""
    game = world(chance)
    kinds = dict(game.unit_types)
    for name in ("factory", "aaGun"):
        steps = chance.randrange(2)
        kinds[name] = with_facts(
            kinds[name], transport_cost=chance.randrange(3), movement=steps, moves_in_combat=True
        )
    game = replace(game, unit_types=kinds)
    spot = _spot(game, chance)
    stacks = [
        (spot.zone, MOVER, "transport", 2),
        *((land, MOVER, kind, 1) for land in spot.lands[:2] for kind in ("factory", "aaGun")),
    ]
    phase = chance.choice(("combat_move", "noncombat_move"))
    return Scene(_set_up(game, stacks, {}, phase), (), (law_no_steps_no_way,))


def base_in_the_way(chance: random.Random) -> Scene:
    """A factory or gun alone stands where armour could blitz; others walk in first."""
    game = world(chance, blitz_stopped_by_infrastructure=chance.random() < 0.8)
    base, goal, beyond = _lands_in_a_row(game, chance)
    stacks = [
        (base, MOVER, "armour", 1),
        (base, MOVER, "infantry", 1),
        (goal, ENEMY, chance.choice(("factory", "aaGun")), 1),
    ]
    state = _set_up(game, stacks, {goal: ENEMY, beyond: ENEMY})
    return Scene(state, (), (law_capture_opens_no_way, law_two_steps))


def flock(chance: random.Random) -> Scene:
    """Aircraft of several types, some of which have flown, pass guns of an enemy or of nobody."""
    game = world(
        chance,
        always_on_aa=True,
        random_aa_casualties=True,
        kamikaze_airplanes=True,
        low_luck=False,
    )
    base, field, _ = _lands_in_a_row(game, chance)
    whose = chance.choice((ENEMY, ""))
    stacks = [
        (base, MOVER, "bomber", chance.randrange(1, 3)),
        (base, MOVER, "fighter", chance.randrange(1, 3)),
        (field, whose or "Neutral", "aaGun", 1),
    ]
    state = _set_up(game, stacks, {field: whose or ENEMY})
    if not whose:
        state = replace(state, owners={k: v for k, v in state.owners.items() if k != field})
    flown = {
        key: replace(unit, moved=chance.randrange(2)) if unit.territory == base else unit
        for key, unit in state.units.items()
    }
    laws = (law_identities_mean_nothing, law_guns_that_fire_late_fire_early)
    return Scene(replace(state, units=flown), (), laws)


def idle_friends(chance: random.Random) -> Scene:
    """A transport comes upon transports beside ships of an ally that do not fight."""
    game = world(chance, transport_casualties_restricted=True, ignore_transports_in_movement=False)
    spot = _spot(game, chance)
    stacks = [
        (spot.near[0], MOVER, "transport", 1),
        (spot.zone, ENEMY, "transport", chance.randrange(1, 3)),
        (spot.zone, ENEMY, "submarine", chance.randrange(2)),
        (spot.zone, ALLY, chance.choice(("destroyer", "cruiser", "transport")), 1),
    ]
    state = _set_up(game, stacks, {})
    return Scene(state, (_go(state, (spot.near[0], spot.zone), "transport"),))


def shared_land(chance: random.Random) -> Scene:
    """Troops leave land that they shared with the enemy, all of them or some."""
    rounds = chance.randrange(1, 3)
    game = world(chance, abandoned_land_is_taken=True, land_battle_rounds=rounds)
    first, middle, _ = _lands_in_a_row(game, chance)
    stacks = [
        (middle, MOVER, "infantry", chance.randrange(1, 3)),
        (middle, MOVER, "armour", chance.randrange(2)),
        (middle, ENEMY, "infantry", chance.randrange(1, 3)),
        (middle, ALLY, "infantry", int(chance.random() < 0.2)),
    ]
    state = _set_up(game, stacks, {})
    return Scene(state, (_go(state, (middle, first), "infantry"),))


SCENES: Final[tuple[Callable[[random.Random], Scene], ...]] = (
    lost_fleet,
    raid_and_attack,
    scramble,
    retreat,
    factory_on_wheels,
    without_decks,
    one_after_another,
    newcomers,
    many_seats,
    building,
    crates,
    base_in_the_way,
    flock,
    idle_friends,
    shared_land,
)
