"""Rare meetings: small positions in which much comes together, made from a number.

A sea zone, the zones and lands around it, and nothing else on the board: fleets of several sides in
one zone, submarines under aircraft, cargo in ships that may be lost, factories and AA guns that
stand alone, land of nobody, zones with an owner and an income, aircraft that intercept and
scramble, factories on wheels.  Options are drawn as well.
"""

import random
from dataclasses import replace
from typing import Final

from engine import State
from engine.core.unit import Unit
from engine.gamedef import Definition
from tests.support.positions import Stack, big_world, position
from tests.support.unit_types import with_facts

MOVER, ALLY, ENEMY = "British", "Americans", "Germans"

SWITCHES: Final = (
    "low_luck",
    "choose_aa_casualties",
    "ignore_submarines_in_movement",
    "ignore_transports_in_movement",
    "blitz_stopped_by_infrastructure",
    "always_on_aa",
    "overflight_aa",
    "transport_casualties_restricted",
    "destroyers_cancel_first_strike",
    "noncombat_into_enemy_zones",
    "neutrals_blitzable",
    "landings_wait_for_all_ships",
    "landings_survive_draws",
    "keep_leftover_movement",
    "unload_to_one_territory",
    "partial_amphibious_retreat",
    "zones_taken_on_the_way",
    "submarines_take_zones",
    "random_aa_casualties",
    "air_battles_before_raids",
    "air_battles_before_battles",
    "abandoned_land_is_taken",
    "scrambling",
    "scramble_against_any_landing",
    "captured_convoys_pay",
    "aircraft_withdraw_from_landings",
)
"""Options that are on or off by chance; all others are those of the scenario."""

_SHIPS: Final = ("transport", "transport", "submarine", "destroyer", "cruiser", "carrier")
_TROOPS: Final = ("infantry", "infantry", "artillery", "armour", "armour")
_AIRCRAFT: Final = ("fighter", "bomber")
_BASES: Final = ("factory", "aaGun")


def world(chance: random.Random, **fixed: object) -> Definition:
    """The box, with some options changed; fixed: those that a scene is about."""
    values: dict[str, object] = {name: chance.random() < 0.5 for name in SWITCHES}
    plain = big_world(**{"neutral_charge": 0, "ask_defender": True, **values, **fixed})
    kinds = dict(plain.unit_types)
    kinds["fighter"] = with_facts(
        kinds["fighter"],
        can_intercept=True,
        can_escort=True,
        can_air_battle=True,
        air_attack=1,
        air_defence=2,
        scramble_distance=1,
    )
    kinds["bomber"] = with_facts(kinds["bomber"], air_attack=1)
    rolls = chance.random() < 0.4
    kinds["factory"] = with_facts(
        kinds["factory"], is_air_base=True, movement=int(rolls), moves_in_combat=rolls
    )
    areas = {
        name: replace(area, production=2) if area.is_sea else area
        for name, area in plain.board.territories.items()
    }
    return replace(plain, unit_types=kinds, board=replace(plain.board, territories=areas))


def meeting(seed: int, phase: str = "combat_move") -> State:
    """A position with the combat or the non-combat move of a nation open."""
    chance = random.Random(seed)
    game = world(chance)
    board = game.board
    coasts = [
        zone
        for zone in board.territories
        if board.is_sea[zone]
        and sum(not board.is_sea[place] for place in board.neighbours(zone)) >= 2
        and sum(board.is_sea[place] for place in board.neighbours(zone)) >= 2
    ]
    centre = chance.choice(coasts)
    around = board.neighbours(centre)
    zones = [centre, *[place for place in around if board.is_sea[place]][:2]]
    lands = _lands(game, [place for place in around if not board.is_sea[place]])
    stacks = [stack for zone in zones for stack in _fleets(chance, zone)]
    owners: dict[str, str] = {}
    for land in lands:
        owner = chance.choice((MOVER, MOVER, ALLY, ENEMY, ENEMY, ENEMY, ""))
        owners[land] = owner
        stacks += _garrison(chance, land, owner or "Neutral")
    for zone in zones:
        if chance.random() < 0.3:
            owners[zone] = ENEMY
    state = position(game, MOVER, phase, cleared=board.territories, units=stacks)
    kept = {name: owner for name, owner in {**state.owners, **owners}.items() if owner}
    return boarded(replace(state, owners=kept))


def _lands(game: Definition, near: list[str]) -> list[str]:
    """The coast and what lies behind it, as far as anybody may go there."""
    board = game.board
    behind = [place for land in near for place in board.neighbours(land) if not board.is_sea[place]]
    open_lands = [place for place in (*near, *behind) if not board.territories[place].is_impassable]
    return list(dict.fromkeys(open_lands))[:5]


def _fleets(chance: random.Random, zone: str) -> list[Stack]:
    found: list[Stack] = []
    for owner, likely in ((MOVER, 0.8), (ALLY, 0.3), (ENEMY, 0.5)):
        if chance.random() < likely:
            for kind in chance.sample(_SHIPS, chance.randrange(1, 4)):
                found.append((zone, owner, kind, 1))
            if owner == MOVER:
                found += [(zone, owner, kind, 1) for kind in chance.sample(_TROOPS, 2)]
    return found


def _garrison(chance: random.Random, land: str, owner: str) -> list[Stack]:
    found: list[Stack] = []
    if chance.random() < 0.6:
        found += [(land, owner, kind, 1) for kind in chance.sample(_TROOPS, 2)]
    if owner != "Neutral" and chance.random() < 0.5:
        found += [(land, owner, kind, chance.randrange(1, 3)) for kind in _AIRCRAFT]
    found += [(land, owner, kind, 1) for kind in _BASES if chance.random() < 0.35]
    return found


def boarded(state: State) -> State:
    """Troops in sea zones are aboard ships of their owner there; those without room are gone."""
    kinds = state.definition.unit_types
    sea = state.definition.board.is_sea
    units: dict[int, Unit] = dict(state.units)
    room = {
        key: kinds[unit.type].carriage.transport_capacity
        for key, unit in units.items()
        if kinds[unit.type].is_sea and kinds[unit.type].carriage.transport_capacity
    }
    for key, unit in state.units.items():
        kind = kinds[unit.type]
        if not kind.is_land or not sea[unit.territory]:
            continue
        ship = next(
            (
                ship
                for ship, left in room.items()
                if left >= kind.carriage.transport_cost
                and (units[ship].territory, units[ship].owner) == (unit.territory, unit.owner)
            ),
            None,
        )
        if ship is None:
            del units[key]
        else:
            room[ship] -= kind.carriage.transport_cost
            units[key] = replace(unit, carried_by=ship)
    return replace(state, units=units)
