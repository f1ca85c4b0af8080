"""Land that allies give up, blitzing beside another unit, guns that fire at ships and at the end of
a move, decks of damaged carriers (map dialect: canTakeOverOwnedTerritory, receivesAbilityWhenWith,
Force AA Attacks For Last Step Of Fly Over, whenCombatDamaged)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest
from engine.core.events.battle import TerritoryTaken
from engine.game import apply
from engine.gamedef import AntiAir, Definition, State
from engine.gamedef.relations import Relation, RelationType
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, done, position
from tests.support.unit_types import unit_type, with_facts

CITY, NEXT = "Leningrad", "Karelija"


def ceding(*, taken: bool = True, enters: bool = True) -> Definition:
    """The big world in which the British may take land of the Russians, their allies."""
    plain = big_world()
    facts = {"land_is_taken": taken, "enters_in_combat_move": enters}
    kind = RelationType.from_fields("Custody", "allied", **facts)
    politics = replace(
        plain.politics,
        relation_types=(*plain.politics.relation_types, kind),
        relations=(Relation(("British", "Russians"), "Custody"),),
    )
    return replace(plain, politics=politics)


def guests(definition: Definition, phase: str, kind: str = "infantry") -> State:
    return position(
        definition,
        "British",
        phase,
        units=[("Finland", "British", kind, 1)],
        cleared=("Finland",),
        owners={"Finland": "British"},
    )


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("taken", [True, False])
def test_land_units_take_it_by_entering(phase: str, taken: bool) -> None:
    state = after(guests(ceding(taken=taken), phase), move("1 infantry", "Finland", CITY))
    assert state.owners[CITY] == ("British" if taken else "Russians")
    assert not state.battles


def test_aircraft_do_not_take_it() -> None:
    state = guests(ceding(), "noncombat_move", "fighter")
    assert after(state, move("1 fighter", "Finland", CITY)).owners[CITY] == "Russians"


def test_what_is_not_entered_in_the_combat_move_is_taken_later() -> None:
    closed = ceding(enters=False)
    order = move("1 infantry", "Finland", CITY)
    assert "border-closed" in codes(guests(closed, "combat_move"), order)
    assert after(guests(closed, "noncombat_move"), order).owners[CITY] == "British"


def test_it_counts_as_held_since_the_turn_began_and_its_factory_changes_hands() -> None:
    step = apply(guests(ceding(), "noncombat_move"), move("1 infantry", "Finland", CITY))
    (event,) = [one for one in step.events if isinstance(one, TerritoryTaken)]
    assert event.was_ceded
    assert CITY not in step.state.turn.conquered
    (factory,) = [unit for unit in step.state.units_in(CITY) if unit.type == "factory"]
    assert factory.owner == "British"


def led(*names: str) -> Definition:
    """The big world with guards that blitz beside units of these types."""
    plain = big_world()
    guards = unit_type("guards", movement=2, blitzes_with=names)
    return replace(plain, unit_types={**plain.unit_types, "guards": guards})


def advance(definition: Definition, order: str, *, guards: int = 2) -> set[str]:
    state = position(
        definition,
        "Russians",
        "combat_move",
        cleared=("Finland", "Norway"),
        units=[
            (CITY, "Russians", "guards", guards),
            (CITY, "Russians", "armour", 1),
            (CITY, "Russians", "infantry", 1),
        ],
    )
    return codes(state, move(order, CITY, "Finland", "Norway"))


@pytest.mark.parametrize(
    ("order", "legal"),
    [
        ("1 guards, 1 armour", True),
        ("1 guards", False),
        ("2 guards, 1 armour", False),
    ],
)
def test_one_unit_blitzes_beside_each_that_leads(order: str, legal: bool) -> None:
    assert advance(led("armour"), order) == (set() if legal else {"cannot-blitz"})
    assert advance(led("fighter"), "1 guards, 1 armour") == {"cannot-blitz"}


SEA, BEYOND = "SZ 10 North Sea", "SZ 9 North Atlantic"


def torpedoes(*, at_the_end: bool = True, silenced: tuple[str, ...] = ("destroyer",)) -> Definition:
    """The big world in which submarines fire at transports that come their way."""
    plain = big_world(
        always_on_aa=True,
        guns_fire_at_the_end=at_the_end,
        ignore_submarines_in_movement=True,
        choose_aa_casualties=False,
    )
    fire = AntiAir(2, on_the_way=True, shots=1, targets=("transport",), silenced_by=silenced)
    boat = with_facts(plain.unit_types["submarine"], anti_air=fire)
    return replace(plain, unit_types={**plain.unit_types, "submarine": boat})


def sailing(definition: Definition) -> State:
    return position(
        definition,
        "British",
        "combat_move",
        cleared=(SEA, BEYOND),
        units=[
            (SEA, "Germans", "submarine", 2),
            (BEYOND, "British", "transport", 1),
            (BEYOND, "British", "destroyer", 1),
            (BEYOND, "British", "infantry", 1),
        ],
    )


def shots(definition: Definition, order: str = "1 transport") -> int:
    waiting = apply(sailing(definition), move(order, BEYOND, SEA)).waiting
    return waiting.count if isinstance(waiting, RollRequest) else 0


def test_ships_fire_at_ships_that_pass() -> None:
    assert shots(torpedoes()) == 1
    assert shots(torpedoes(at_the_end=False)) == 0
    assert shots(torpedoes(), "1 destroyer") == 0


def test_an_escort_keeps_them_from_firing() -> None:
    assert shots(torpedoes(), "1 transport, 1 destroyer") == 0
    assert shots(torpedoes(silenced=()), "1 transport, 1 destroyer") == 1


@pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 0), (3, 1)])
def test_a_ship_that_is_hit_does_not_arrive(die: int, left: int) -> None:
    state = after(sailing(torpedoes()), move("1 transport", BEYOND, SEA), dice=die)
    assert sum(unit.type == "transport" for unit in state.units_in(SEA)) == left
    assert all(unit.type != "transport" for unit in state.units_in(BEYOND))


@pytest.mark.parametrize(("hits", "lost"), [(0, False), (1, True)])
def test_no_aircraft_lands_on_a_carrier_that_is_hit_too_hard(hits: int, lost: bool) -> None:
    plain = big_world()
    carrier = with_facts(plain.unit_types["carrier"], hit_points=2, shut_deck_hits=1)
    definition = replace(plain, unit_types={**plain.unit_types, "carrier": carrier})
    state = position(
        definition,
        "British",
        "noncombat_move",
        cleared=(BEYOND,),
        units=[(BEYOND, "British", "carrier", 1), (BEYOND, "British", "fighter", 1)],
    )
    units = {
        key: replace(unit, hits=hits) if unit.type == "carrier" else unit
        for key, unit in state.units.items()
    }
    state = done(replace(state, units=units)).state
    assert all(unit.type != "fighter" for unit in state.units_in(BEYOND)) == lost
