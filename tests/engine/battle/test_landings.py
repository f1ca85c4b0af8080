"""Landings: sea battle first, bombardment, no retreat (rulebook sections 7 and 18)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine import load_scenario
from engine.core.agenda import Decision, PendingBattle, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import (
    Bombarded,
    LandingAbandoned,
    TerritoryTaken,
    UnitsDestroyed,
    VolleyFired,
)
from engine.core.evolve import evolve
from engine.core.ids import UnitId
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.game import apply, check
from engine.gamedef import State
from engine.orders.bombard import Bombard
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.lose import Lose
from engine.orders.move import Move
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.rules.battle.before.amphibious import resolve_abandoned_landings
from engine.rules.battle.numbers.rolls import roll_volley
from engine.rules.battle.numbers.shooters import Shooter
from engine.rules.common.battle_step import DEFENDER
from engine.rules.turn.setup import start_position
from tests.engine.battle.arena import asks, first_answer, fought, opened, play, wants
from tests.support.positions import Stack, big_world, count_in, position
from tests.support.unit_types import with_facts

FRANCE = "France"
CHANNEL = "SZ 17 English Channel"
ORIGIN = "SZ 16 North Atlantic"


def landing(
    troops: dict[str, int],
    *,
    ships: tuple[tuple[str, int], ...] = (("battleship", 1),),
    enemies: tuple[tuple[str, int], ...] = (),
    defenders: tuple[tuple[str, int], ...] = (("infantry", 2),),
    overland: dict[str, int] | None = None,
    by: str = "British",
    target: str = FRANCE,
    technologies: tuple[str, ...] = (),
    **options: object,
) -> State:
    """British troops put ashore, two from each transport."""
    needed = (sum(troops.values()) + 1) // 2
    units: list[Stack] = [(CHANNEL, by, "transport", needed)]
    units += [(CHANNEL, by, kind, count) for kind, count in ships]
    units += [(CHANNEL, "Germans", kind, count) for kind, count in enemies]
    units += [(target, "Germans", kind, count) for kind, count in defenders]
    units += [(target, by, kind, count) for kind, count in troops.items()]
    mark = sum(count for *_, count in units)
    units += [(target, by, kind, count) for kind, count in (overland or {}).items()]
    state = position(
        big_world(**options),
        by,
        "battle",
        units=units,
        cleared=[CHANNEL, target, ORIGIN],
        technologies=technologies,
    )
    first = state.next_unit - sum(count for *_, count in units)
    landed = [
        unit.id for unit in state.units_in(target) if unit.owner == by and unit.id < first + mark
    ]
    boats = [
        unit.id for unit in state.units_in(CHANNEL) if unit.type == "transport" and unit.owner == by
    ]
    ashore = {
        key: replace(
            state.units[key],
            amphibious=True,
            in_combat=True,
            unloaded_to=target,
            unloaded_in_combat=True,
        )
        for key in landed
    }
    own = tuple(unit.id for unit in state.units_in(target) if unit.owner == by)
    came = tuple((key, CHANNEL if key in landed else "Vichy France") for key in own)
    battle = PendingBattle(
        target,
        "battle",
        own,
        came,
        tuple((key, boats[at // 2], CHANNEL) for at, key in enumerate(landed)),
    )
    battles: tuple[PendingBattle, ...] = (battle,)
    if enemies:
        fleet = tuple(unit.id for unit in state.units_in(CHANNEL) if unit.owner == by)
        moved = {key: replace(state.units[key], in_combat=True) for key in fleet}
        ashore.update(moved)
        at_sea = PendingBattle(CHANNEL, "battle", fleet, tuple((key, ORIGIN) for key in fleet))
        battles = (battle, at_sea)
    return replace(state, units={**state.units, **ashore}, battles=battles)


def _ids(state: State, territory: str, kind: str, owner: str) -> list[UnitId]:
    return [u.id for u in state.units_in(territory) if (u.type, u.owner) == (kind, owner)]


def test_B85_B205_a_battleship_may_fire_before_the_landing() -> None:
    step = fought(landing({"infantry": 1}), FRANCE)
    decision = asks(step)
    assert (decision.what, len(decision.units)) == ("bombard", 1)
    step = play(step, Bombard(FRANCE, (Pick(1, "battleship"),))).step
    assert (wants(step).step, wants(step).count, wants(step).side) == (
        "bombardment",
        1,
        "attacker",
    )
    played = play(step, [4])
    assert count_in(played.step.state, FRANCE, "Germans", "infantry") == 1
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["bombardment"]
    ship = played.step.state.units[decision.units[0]]
    assert ship.bombarded
    assert ship.in_combat


@pytest.mark.parametrize(("dice", "rolled", "left"), [(1, [4], 1), (3, [4, 4, 5], 0)])
def test_B85_a_ship_bombards_with_all_its_dice(dice: int, rolled: list[int], left: int) -> None:
    state = landing({"infantry": 1})
    world = state.definition
    ship = with_facts(world.unit_types["battleship"], attack_dice=dice)
    world = replace(world, unit_types={**world.unit_types, "battleship": ship})
    step = fought(replace(state, definition=world), FRANCE)
    step = play(step, Bombard(FRANCE, (Pick(1, "battleship"),))).step
    assert wants(step).count == dice
    hit = play(step, rolled).step.state
    assert count_in(hit, FRANCE, "Germans", "infantry") == left


def test_B205_bombardment_is_voluntary() -> None:
    played = play(fought(landing({"infantry": 1}), FRANCE), Bombard(FRANCE, ()))
    assert not played.all(Bombarded)
    assert wants(played.step).step == "general"


def test_B205_from_a_zone_with_kamikaze_attacks_nobody_bombards() -> None:
    state = landing({"infantry": 1})
    struck = replace(state, turn=replace(state.turn, struck=(CHANNEL,)))
    assert asks(fought(state, FRANCE)).what == "bombard"
    assert wants(fought(struck, FRANCE)).step == "general"


def test_B205_a_ship_that_fought_does_not_bombard() -> None:
    state = landing({"infantry": 1}, enemies=(("submarine", 1),))
    sea = play(fought(state, CHANNEL), [6], [1]).step
    assert [battle.territory for battle in sea.state.battles] == [FRANCE]
    land = play(sea, Fight(FRANCE)).step
    assert wants(land).step == "general"


def test_B206_a_victim_of_bombardment_does_not_fire_unless_the_option_says_so() -> None:
    state = landing({"infantry": 2}, defenders=(("infantry", 1), ("armour", 1)))
    step = play(fought(state, FRANCE), Bombard(FRANCE, (Pick(1, "battleship"),)), [1], [6, 6]).step
    assert wants(step).count == 1
    late = landing(
        {"infantry": 2}, defenders=(("infantry", 1), ("armour", 1)), bombard_casualties_fire=True
    )
    step = play(fought(late, FRANCE), Bombard(FRANCE, (Pick(1, "battleship"),)), [1], [6, 6]).step
    assert (wants(step).side, wants(step).count) == (DEFENDER, 2)


def with_helpless_armour(state: State) -> State:
    types = state.definition.unit_types
    helpless = {**types, "armour": with_facts(types["armour"], defence=0)}
    return replace(state, definition=replace(state.definition, unit_types=helpless))


@pytest.mark.parametrize(
    ("fires", "lost"), [(True, ["defenceless"]), (False, ["bombardment", "defenceless"])]
)
def test_B75_B206_a_victim_of_bombardment_protects_nobody_who_cannot_fight(
    fires: bool, lost: list[str]
) -> None:
    state = landing(
        {"infantry": 2},
        defenders=(("infantry", 1), ("armour", 1)),
        bombard_casualties_fire=fires,
        transport_casualties_restricted=True,
    )
    step = fought(with_helpless_armour(state), FRANCE)
    played = play(step, Bombard(FRANCE, (Pick(1, "battleship"),)), [1])
    assert [event.cause for event in played.all(UnitsDestroyed)] == lost
    assert count_in(played.step.state, FRANCE, "Germans", "armour") == 0
    assert isinstance(played.step.waiting, RollRequest) == fires


def test_B75_B206_the_last_defender_is_lost_though_a_bombardment_has_hit_it() -> None:
    state = landing(
        {"infantry": 1},
        defenders=(("armour", 1),),
        bombard_casualties_fire=True,
        transport_casualties_restricted=True,
    )
    step = fought(with_helpless_armour(state), FRANCE)
    played = play(step, Bombard(FRANCE, (Pick(1, "battleship"),)), [1])
    assert [event.by for event in played.all(TerritoryTaken)] == ["British"]


def test_B207_option_no_more_ships_than_landed_units() -> None:
    ships = (("battleship", 2),)
    free = fought(landing({"infantry": 1}, ships=ships), FRANCE)
    both = Bombard(FRANCE, (Pick(2, "battleship"),))
    assert check(free.state, both) == ()
    bound = fought(landing({"infantry": 1}, ships=ships, bombard_per_landed_unit=True), FRANCE)
    assert [reason.code for reason in check(bound.state, both)] == ["too-many-ships"]
    assert check(bound.state, Bombard(FRANCE, (Pick(1, "battleship"),))) == ()


def test_B82_a_cruiser_does_not_bombard() -> None:
    step = fought(landing({"infantry": 1}, ships=(("cruiser", 1),)), FRANCE)
    assert wants(step).step == "general"


def test_B119_destroyers_bombard_with_the_technology() -> None:
    plain = fought(landing({"infantry": 1}, ships=(("destroyer", 1),)), FRANCE)
    assert wants(plain).step == "general"
    armed = landing({"infantry": 1}, ships=(("destroyer", 1),), technologies=("destroyer_bombard",))
    played = play(fought(armed, FRANCE), Bombard(FRANCE, (Pick(1, "destroyer"),)), [2])
    assert played.all(VolleyFired)[0].groups[0].strength == 2
    assert played.all(VolleyFired)[0].hits == 1


def test_V11_bombardment() -> None:
    def hits(ships: int) -> list[Fraction]:
        shooters = (Shooter("battleship", 4),) * ships
        found = [Fraction(0)] * (ships + 1)
        for number in range(6**ships):
            dice = tuple(number // 6**place % 6 + 1 for place in range(ships))
            volley = roll_volley(shooters, dice, 6, low_luck=False)
            found[volley.hits] += Fraction(1, 6**ships)
        return found

    assert hits(1) == [Fraction(1, 3), Fraction(2, 3)]
    assert hits(2) == [Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)]


@pytest.mark.parametrize(("ships", "strength", "sure"), [(1, 4, 0), (2, 2, 1)])
def test_V11_bombardment_in_low_luck(ships: int, strength: int, sure: int) -> None:
    state = landing({"infantry": 1}, ships=(("battleship", ships),), low_luck=True)
    step = play(fought(state, FRANCE), Bombard(FRANCE, (Pick(ships, "battleship"),))).step
    volley = play(step, [6]).all(VolleyFired)[0]
    assert (volley.groups[0].strength, volley.sure_hits) == (strength, sure)


def test_B181_B203_the_landing_waits_for_its_sea_battle() -> None:
    step = opened(landing({"infantry": 1}, enemies=(("cruiser", 1),)))
    assert [reason.code for reason in check(step.state, Fight(FRANCE))] == ["sea-battle-first"]
    assert check(step.state, Fight(CHANNEL)) == ()
    open_ones = [reason.where for reason in check(step.state, Done())]
    assert sorted(open_ones) == [FRANCE, CHANNEL]


def test_B203_a_fleet_that_retreats_takes_the_troops_along() -> None:
    state = landing({"infantry": 2}, enemies=(("cruiser", 1),))
    step = play(fought(state, CHANNEL), [6], [6]).step
    assert asks(step).territories == (ORIGIN,)
    played = play(step, Retreat(CHANNEL, ORIGIN))
    after = played.step.state
    assert [event.territory for event in played.all(LandingAbandoned)] == [FRANCE]
    assert not after.battles
    assert count_in(after, ORIGIN, "British", "infantry") == 2
    boat = _ids(after, ORIGIN, "transport", "British")[0]
    assert {unit.carried_by for unit in after.units_in(ORIGIN) if unit.type == "infantry"} == {boat}
    assert not any(unit.owner == "British" for unit in after.units_in(FRANCE))
    assert after.owners[FRANCE] == "Germans"


@pytest.mark.parametrize("frees", [True, False])
def test_B167_B204_ships_of_a_landing_that_is_called_off_are_free_by_option(frees: bool) -> None:
    state = landing(
        {"infantry": 1},
        enemies=(("submarine", 1),),
        abandoned_landing_frees_ships=frees,
    )
    (ship,) = (u for u in state.units_in(CHANNEL) if u.type == "transport")
    used = replace(ship, unloaded_to=FRANCE, unloaded_in_combat=True)
    state = replace(state, units={**state.units, ship.id: used})
    event = resolve_abandoned_landings(state, CHANNEL, "a test")[0]
    assert isinstance(event, LandingAbandoned)
    after = evolve(state, event)
    assert after.units[ship.id].unloaded_to == ("" if frees else FRANCE)
    assert all(unit.carried_by == ship.id for unit in after.units_in(CHANNEL) if unit.carried_by)
    assert not any(unit.owner == "British" for unit in after.units_in(FRANCE))


@pytest.mark.parametrize("submerged", [True, False])
def test_B204_troops_of_a_ship_that_has_submerged_stay_ashore(submerged: bool) -> None:
    """Only a map can have such ships: the battle is lost, but the ship is where it was."""
    state = landing({"infantry": 2}, enemies=(("cruiser", 1),))
    (ship,) = (u for u in state.units_in(CHANNEL) if u.type == "transport")
    below = replace(ship, submerged=submerged)
    state = replace(state, units={**state.units, ship.id: below})
    called_off = resolve_abandoned_landings(state, CHANNEL, "a test")
    assert any(isinstance(event, LandingAbandoned) for event in called_off) != submerged


def test_B204_troops_of_a_lost_transport_are_missing_ashore() -> None:
    state = landing({"infantry": 4}, ships=(), enemies=(("cruiser", 1),))
    step = play(fought(state, CHANNEL), [1]).step
    assert asks(step).what == "retreat"
    assert count_in(step.state, CHANNEL, "British", "transport") == 1
    assert count_in(step.state, FRANCE, "British", "infantry") == 2
    played = play(step, Press(CHANNEL), [1])
    assert not played.step.state.battles
    assert not any(unit.owner == "British" for unit in played.step.state.units_in(FRANCE))


def test_B208_landed_units_do_not_retreat_but_aircraft_may() -> None:
    state = landing({"infantry": 2}, ships=(), overland={"fighter": 1})
    step = play(fought(state, FRANCE), [6, 6, 6], [6, 6]).step
    decision = asks(step)
    assert decision.territories == ("",)
    played = play(step, Retreat(FRANCE, ""))
    assert count_in(played.step.state, FRANCE, "British", "fighter") == 1
    assert (wants(played.step).round, wants(played.step).count) == (2, 2)


def test_B208_G6_nor_do_those_that_came_over_land_unless_the_option_says_so() -> None:
    state = landing({"infantry": 1}, ships=(), overland={"armour": 1})
    step = play(fought(state, FRANCE), [6, 6], [6, 6]).step
    assert wants(step).round == 2
    state = landing(
        {"infantry": 1}, ships=(), overland={"armour": 1}, partial_amphibious_retreat=True
    )
    state = replace(state, owners={**state.owners, "Vichy France": "British"})
    state = replace(
        state,
        units={k: u for k, u in state.units.items() if u.territory != "Vichy France"},
    )
    step = play(fought(state, FRANCE), [6, 6], [6, 6]).step
    assert asks(step).territories == ("Vichy France",)
    played = play(step, Retreat(FRANCE, "Vichy France"))
    assert count_in(played.step.state, "Vichy France", "British", "armour") == 1
    assert wants(played.step).count == 1


@pytest.mark.parametrize("partial", [False, True])
def test_B208_a_landing_is_one_after_those_that_landed_are_lost(partial: bool) -> None:
    state = landing(
        {"infantry": 1}, ships=(), overland={"armour": 1}, partial_amphibious_retreat=partial
    )
    state = replace(
        state,
        owners={**state.owners, "Vichy France": "British"},
        units={k: u for k, u in state.units.items() if u.territory != "Vichy France"},
    )
    lost = Lose(FRANCE, (Pick(1, "infantry"),))
    step = play(fought(state, FRANCE), [6, 6], [1, 6], lost).step
    assert not _ids(step.state, FRANCE, "infantry", "British")
    if partial:
        assert asks(step).territories == ("Vichy France",)
    else:
        assert wants(step).round == 2


@pytest.mark.parametrize("option", [False, True])
def test_B208_aircraft_left_alone_withdraw_from_a_landing_as_the_option_says(option: bool) -> None:
    state = landing(
        {"infantry": 1},
        ships=(),
        overland={"fighter": 1},
        aircraft_withdraw_from_landings=option,
    )
    lost = Lose(FRANCE, (Pick(1, "infantry"),))
    step = play(fought(state, FRANCE), [6, 6], [1, 6], lost).step
    assert count_in(step.state, FRANCE, "British", "fighter") == 1
    if option:
        assert asks(step).territories == ("",)
    else:
        assert wants(step).round == 2


def test_B209_an_undefended_beach_is_taken_after_the_sea_battle() -> None:
    state = landing(
        {"infantry": 1}, defenders=(), enemies=(("transport", 1),), ships=(("cruiser", 1),)
    )
    step = opened(state)
    assert step.state.owners[FRANCE] == "Germans"
    played = play(step, Fight(CHANNEL), [1], [6])
    assert [event.territory for event in played.all(TerritoryTaken)] == [FRANCE]
    assert played.step.state.owners[FRANCE] == "British"
    assert not played.step.state.battles


def test_B209_without_a_sea_battle_it_is_taken_at_the_opening() -> None:
    step = opened(landing({"infantry": 1}, defenders=()))
    assert step.state.owners[FRANCE] == "British"
    assert not step.state.battles


@pytest.mark.parametrize("goes_on", [True, False])
@pytest.mark.parametrize("enemies", [1, 2])
def test_B203_G29_by_option_a_landing_goes_on_after_a_draw_at_sea(
    enemies: int, goes_on: bool
) -> None:
    """Transports that cannot hit each other: nobody has won."""
    state = landing(
        {"infantry": 2},
        defenders=(),
        ships=(),
        enemies=(("transport", enemies),),
        landings_survive_draws=goes_on,
    )
    types = state.definition.unit_types
    harmless = {**types, "transport": replace(types["transport"], defence=0)}
    state = replace(state, definition=replace(state.definition, unit_types=harmless))
    step = opened(state) if goes_on else fought(state, CHANNEL)
    assert isinstance(step.waiting, PhaseOpen)
    assert not step.state.battles
    assert count_in(step.state, CHANNEL, "British", "transport") == 1
    ashore = count_in(step.state, FRANCE, "British", "infantry")
    aboard = count_in(step.state, CHANNEL, "British", "infantry")
    assert (ashore, aboard) == ((2, 0) if goes_on else (0, 2))
    assert step.state.owners[FRANCE] == ("British" if goes_on else "Germans")


def sail_in(*, cruisers: int, waits: bool, defenders: int = 0) -> State:
    """British troops aboard in the Channel, where German cruisers lie as well."""
    state = position(
        big_world(landings_wait_for_all_ships=waits),
        "British",
        "combat_move",
        cleared=(CHANNEL, FRANCE),
        units=(
            (CHANNEL, "British", "transport", 1),
            (CHANNEL, "British", "infantry", 2),
            (CHANNEL, "Germans", "cruiser", cruisers),
            (FRANCE, "Germans", "infantry", defenders),
        ),
    )
    (ship,) = (unit for unit in state.units_in(CHANNEL) if unit.type == "transport")
    units = {
        key: replace(unit, carried_by=ship.id)
        if (unit.territory, unit.type) == (CHANNEL, "infantry")
        else unit
        for key, unit in state.units.items()
    }
    order = Move((Pick(2, "infantry"),), (CHANNEL, FRANCE))
    return apply(replace(state, units=units), order).state


def test_B201_troops_that_took_land_are_lost_with_their_ship_in_the_battle_behind_them() -> None:
    for dice, left in (([1, 1], 0), ([6, 6], 2)):
        state = sail_in(cruisers=2, waits=False)
        assert state.owners[FRANCE] == "British", "nothing waits for ships that were there before"
        step = apply(state, Done())
        step = play(apply(step.state, Fight(CHANNEL)), dice).step
        assert count_in(step.state, FRANCE, "British", "infantry") == left
        assert count_in(step.state, CHANNEL, "British", "infantry") == 0


def test_B181_by_option_a_landing_does_not_wait_for_ships_that_lay_beside_its_own() -> None:
    for waits in (True, False):
        step = apply(sail_in(cruisers=1, waits=waits, defenders=1), Done())
        found = [reason.code for reason in check(step.state, Fight(FRANCE))]
        assert found == (["sea-battle-first"] if waits else [])


def test_B181_troops_may_follow_into_land_taken_in_the_turn_before_their_sea_battle() -> None:
    """What others have taken is landed on as an enemy's land is; other friendly land is not."""
    for taken in (True, False):
        state = position(
            big_world(),
            "British",
            "combat_move",
            cleared=(CHANNEL, FRANCE),
            units=(
                (CHANNEL, "British", "transport", 1),
                (CHANNEL, "British", "infantry", 1),
                (CHANNEL, "Germans", "cruiser", 1),
            ),
            owners={FRANCE: "British"},
            turn=TurnRecord(conquered=(FRANCE,) if taken else ()),
        )
        (ship,) = (unit for unit in state.units_in(CHANNEL) if unit.type == "transport")
        troops = [unit for unit in state.units_in(CHANNEL) if unit.type == "infantry"]
        aboard = {unit.id: replace(unit, carried_by=ship.id) for unit in troops}
        state = replace(state, units={**state.units, **aboard})
        order = Move((Pick(1, "infantry"),), (CHANNEL, FRANCE))
        found = [reason.code for reason in check(state, order)]
        assert found == ([] if taken else ["sea-battle-first"])
        if taken:
            step = apply(apply(state, order).state, Done())
            lost = play(apply(step.state, Fight(CHANNEL)), [1]).step.state
            assert count_in(lost, FRANCE, "British", "infantry") == 0


def fought_out(state: State, zone: str, die: int, until: str = "") -> State:
    """The battle of a zone with one die for everybody, to its end or to a question."""
    step = apply(state, Fight(zone))
    for _ in range(40):
        if isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((die,) * step.waiting.count))
        elif isinstance(step.waiting, Decision) and step.waiting.what != until:
            step = apply(step.state, first_answer(step))
        else:
            break
    return step.state


@pytest.mark.parametrize("scenario", ["big_world_1942", "classic_1942", "second_edition_1942"])
def test_B203_land_and_cargo_wait_for_the_sea_battle_with_ships_that_were_there(
    scenario: str,
) -> None:
    """A transport with infantry and an enemy warship share a zone when the turn begins."""
    world = load_scenario(scenario)
    sea = world.board.is_sea
    start = start_position(world)
    land, zone = next(
        (place, zone)
        for place in sorted(sea)
        if start.owners.get(place) == "Germans" and not world.board.territories[place].capital_of
        for zone in world.board.neighbours(place)
        if sea[zone] and not sea[place]
    )
    state = position(
        world,
        "British",
        "combat_move",
        cleared=(land, zone),
        units=((zone, "British", "transport", 1), (zone, "Germans", "battleship", 1)),
    )
    (ship,) = (unit for unit in state.units_in(zone) if unit.type == "transport")
    soldier = Unit(9001, "infantry", "British", zone, carried_by=ship.id)
    state = replace(state, units={**state.units, soldier.id: soldier})
    state = apply(state, Move((Pick(1, "infantry"),), (zone, land))).state
    assert state.owners[land] == "Germans"
    step = apply(state, Done())
    assert step.state.owners[land] == "Germans"
    played = fought_out(step.state, zone, 1)
    assert played.owners[land] == "Germans"
    assert ship.id not in played.units
    assert soldier.id not in played.units


def loaded_among_enemies(*, waits: bool) -> State:
    """British infantry goes aboard in the Channel, where a German cruiser has been all along."""
    state = position(
        big_world(landings_wait_for_all_ships=waits, load_among_enemies=True),
        "British",
        "combat_move",
        cleared=(CHANNEL, FRANCE, "England"),
        units=(
            (CHANNEL, "British", "transport", 1),
            ("England", "British", "infantry", 1),
            (CHANNEL, "Germans", "cruiser", 1),
        ),
    )
    state = apply(state, Move((Pick(1, "infantry"),), ("England", CHANNEL))).state
    assert [battle.territory for battle in state.battles] == [CHANNEL]
    return apply(state, Move((Pick(1, "infantry"),), (CHANNEL, FRANCE))).state


@pytest.mark.parametrize("waits", [True, False])
def test_B203_troops_that_go_aboard_among_enemies_wait_for_the_sea_battle(*, waits: bool) -> None:
    state = loaded_among_enemies(waits=waits)
    assert state.owners[FRANCE] == "Germans"
    assert {battle.territory for battle in state.battles} == {CHANNEL, FRANCE}
    lost = fought_out(apply(state, Done()).state, CHANNEL, 1)
    assert lost.owners[FRANCE] == "Germans"
    assert count_in(lost, FRANCE, "British", "infantry") == 0


def test_B203_troops_are_aboard_again_after_a_retreat_though_others_took_their_beach() -> None:
    zone, start = CHANNEL, ORIGIN
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=(zone, start, FRANCE, "Vichy France"),
        units=(
            (start, "British", "transport", 1),
            (zone, "Germans", "destroyer", 1),
            ("Vichy France", "British", "infantry", 1),
        ),
        owners={"Vichy France": "British"},
    )
    (ship,) = (unit for unit in state.units_in(start) if unit.type == "transport")
    soldier = Unit(9001, "infantry", "British", start, carried_by=ship.id)
    state = replace(state, units={**state.units, soldier.id: soldier})
    aboard = (Pick(1, "transport"), Pick(1, "infantry", "", (soldier.id,)))
    for order in (
        Move(aboard, (start, zone)),
        Move((Pick(1, "infantry", "", (soldier.id,)),), (zone, FRANCE)),
        Move((Pick(1, "infantry"),), ("Vichy France", FRANCE)),
    ):
        assert check(state, order) == ()
        state = apply(state, order).state
    step = apply(state, Done())
    assert step.state.owners[FRANCE] == "British"
    asked = fought_out(step.state, zone, 6, until="retreat")
    left = apply(asked, Retreat(zone, start)).state
    assert left.units[soldier.id].carried_by == ship.id
    assert left.units[soldier.id].territory == start
    assert left.owners[FRANCE] == "British"
    assert count_in(left, FRANCE, "British", "infantry") == 1
