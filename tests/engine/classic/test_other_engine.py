"""What the other engine does in this game, by options (D2, D5, D7, D13, B105, B167)."""

from dataclasses import replace

from engine.core.agenda import Decision, PendingBattle, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.events.battle import AircraftLanded, FactoryBombed, UnitsDestroyed, UnitsSubmerged
from engine.core.events.economy import TechnologyFound
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.game import apply, check, legal
from engine.gamedef import State
from engine.gamedef.conditions import Rounds
from engine.gamedef.limits import Restriction
from engine.gamedef.position import Step
from engine.gamedef.triggers import SetFact, Trigger
from engine.orders.done import Done
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.press import Press
from engine.orders.research import Research
from engine.orders.retreat import Retreat
from engine.rules.battle.around.land_aircraft import resolve_homeless_aircraft
from engine.rules.common.capture import resolve_capture
from tests.engine.battle.arena import arena, asks, fought, play, wants
from tests.support.positions import at_phase, classic, count_in, position
from tests.support.unit_types import with_facts

ATLANTIC = "North Atlantic Sea Zone"
CAROLINE_ZONE = "Caroline Islands Sea Zone"


def codes(reasons: tuple[Illegal, ...]) -> list[str]:
    return [reason.code for reason in reasons]


def roll(step: Step, *dice: int) -> Step:
    return apply(step.state, RollResult(dice))


def researching(known: tuple[str, ...], dice: int, **options: bool) -> Step:
    state = position(
        classic(**options), "Russians", "tech", technologies=known, pus={"Russians": 40}
    )
    return apply(state, Research("", dice))


def test_D2_every_success_finds_one_of_those_that_are_left() -> None:
    step = roll(
        researching((), 3, every_success_finds=True, technology_die_rerolled=False), 6, 1, 6
    )
    assert (wants(step).count, wants(step).sides) == (1, 4)
    step = roll(step, 1)
    assert wants(step).sides == 3, "the one that was found is out"
    before = step.state
    step = roll(step, 1)
    found = {*before.found["Russians"], *before.technologies["Russians"]}
    assert len({*step.state.found["Russians"], *step.state.technologies["Russians"]}) == 2
    assert len(found) == 1
    assert isinstance(step.waiting, PhaseOpen)


def test_D2_more_successes_than_are_left_find_all_of_them_without_a_die() -> None:
    step = researching(
        ("heavy_bomber", "jet_power", "rockets"),
        2,
        every_success_finds=True,
        technology_die_rerolled=False,
    )
    step = roll(step, 6, 6)
    found = [event.technology for event in step.events if isinstance(event, TechnologyFound)]
    assert found == ["super_subs"]
    assert not isinstance(step.waiting, RollRequest)


def submarine_battle(**options: bool) -> Step:
    state = arena(
        ATLANTIC,
        [("battleship", 1)],
        [("submarine", 1)],
        by="Americans",
        against="Germans",
        origins=["East US Sea Zone"],
        definition=classic(
            submersible_submarines=False,
            defending_submarines_may_leave=True,
            ask_defender=True,
            **options,
        ),
    )
    return play(fought(state, ATLANTIC), [6], [6], Press(ATLANTIC)).step


def test_D5_submarines_of_the_defender_may_submerge_where_the_option_lets_them() -> None:
    assert ATLANTIC not in asks(submarine_battle()).territories
    step = submarine_battle(defending_submarines_may_submerge=True)
    decision = asks(step)
    assert (decision.what, decision.nation) == ("withdraw", "Germans")
    assert decision.territories[-1] == ATLANTIC
    played = play(step, Retreat(ATLANTIC, ATLANTIC))
    assert len(played.all(UnitsSubmerged)) == 1
    assert count_in(played.step.state, ATLANTIC, "Germans", "submarine") == 1


def homeless(zone: str, **options: bool) -> State:
    state = position(
        classic(surviving_air_may_land=False, **options),
        "Americans",
        "battle",
        units=[(zone, "Japanese", "fighter", 1)],
        cleared=[zone],
    )
    return replace(state, turn=replace(state.turn, fought=(zone,)))


def test_D7_an_island_of_their_side_in_the_zone_takes_homeless_aircraft() -> None:
    events = resolve_homeless_aircraft(homeless(CAROLINE_ZONE, homeless_air_lands_on_islands=True))
    (settled,) = events
    assert isinstance(settled, AircraftLanded)
    assert settled.to == "Caroline Islands"


def test_D7_land_that_touches_more_than_the_zone_is_no_island() -> None:
    for zone, lost in (("Soviet Far East Sea Zone", True), (CAROLINE_ZONE, False)):
        events = resolve_homeless_aircraft(homeless(zone, homeless_air_lands_on_islands=True))
        assert isinstance(events[0], UnitsDestroyed) == lost


def test_D7_without_the_option_they_are_lost() -> None:
    (lost,) = resolve_homeless_aircraft(homeless(CAROLINE_ZONE))
    assert isinstance(lost, UnitsDestroyed)


def rockets(phase: str, **options: bool) -> Step:
    state = position(
        classic(rockets_after_noncombat_move=True, **options),
        "British",
        phase,
        technologies=("rockets",),
        units=[("Karelia S.S.R.", "British", "aaGun", 1)],
        pus={"Germans": 40},
    )
    return apply(state, Done())


def test_D13_C56_one_rocket_is_fired_when_the_noncombat_move_is_over() -> None:
    step = rockets("combat_move")
    assert not isinstance(step.waiting, Decision), "none before the battles"
    step = rockets("noncombat_move")
    decision = asks(step)
    assert (decision.what, decision.nation) == ("rocket", "British")
    assert "Germany" in decision.territories
    step = apply(step.state, FireRocket(decision.territory, "Germany"))
    assert wants(step).step == "rocket"
    step = roll(step, 6)
    assert step.state.amount("Germans", "PUs") == 34
    assert not isinstance(step.waiting, Decision), "the other gun is silent"


def test_D13_a_rocket_that_production_does_not_limit_knows_no_limit_of_the_turn() -> None:
    for limited, damage in ((False, 6), (True, 3)):
        options = {"bombing_limited_to_production": limited, "territory_turn_limit": True}
        state = position(
            classic(rockets_after_noncombat_move=True, **options),
            "Germans",
            "noncombat_move",
            technologies=("rockets",),
            pus={"Russians": 40},
        )
        step = apply(state, Done())
        while isinstance(step.waiting, Decision):
            here = step.waiting
            target = "Karelia S.S.R." if "Karelia S.S.R." in here.territories else ""
            step = apply(step.state, FireRocket(here.territory, target))
        step = roll(step, 6)
        (bombed,) = (event for event in step.events if isinstance(event, FactoryBombed))
        assert bombed.damage == damage


def test_B167_a_ship_that_unloaded_in_the_combat_move_takes_nobody_aboard_after_it() -> None:
    zone = "North Sea Zone"
    for again, expected in ((True, []), (False, ["no-room-aboard"])):
        state = position(
            classic(unload_again_in_same_territory=again),
            "British",
            "noncombat_move",
            units=[(zone, "British", "transport", 1)],
            cleared=[zone],
        )
        (ship,) = state.units_in(zone)
        done = replace(ship, unloaded_to="Finland Norway", unloaded_in_combat=True)
        state = replace(state, units={**state.units, ship.id: done})
        order = Move((Pick(1, "infantry"),), ("United Kingdom", zone))
        assert codes(check(state, order)) == expected


def test_B221_D18_old_carriers_take_new_fighters_where_new_ones_may_not() -> None:
    zone = "North Sea Zone"

    def placed(order: Order, carriers: int) -> list[str]:
        state = position(
            classic(produce_fighters_on_old_carriers=True),
            "British",
            "place",
            units=[(zone, "British", "carrier", carriers)],
            cleared=[zone],
            unplaced={"fighter": 2, "carrier": 1},
        )
        return codes(check(state, order))

    fighters = Place((Pick(2, "fighter"),), zone)
    both = Place((Pick(2, "fighter"), Pick(1, "carrier")), zone)
    assert placed(fighters, 1) == []
    assert placed(both, 0) == ["no-carrier-room"]


def test_B33_what_its_owner_leaves_to_nobody_is_destroyed_when_it_is_taken() -> None:
    game = classic()
    gun = with_facts(game.unit_types["aaGun"], lost_when_taken_from=("Germans",))
    unwanted = with_facts(game.unit_types["aaGun"], lost_when_taken_by=("Russians",))
    for kinds, left in (
        (game.unit_types, 1),
        ({**game.unit_types, "aaGun": gun}, 0),
        ({**game.unit_types, "aaGun": unwanted}, 0),
    ):
        state = position(
            replace(game, unit_types=kinds),
            "Russians",
            "battle",
            cleared=["Germany"],
            units=[("Germany", "Germans", "aaGun", 1), ("Germany", "Russians", "infantry", 1)],
        )
        state = replace(state, battles=(PendingBattle("Germany", "battle", ()),))
        events = resolve_capture(state, "Germany", "Russians")
        lost = [event for event in events if isinstance(event, UnitsDestroyed)]
        assert len(lost) == 1 - left


def test_a_map_can_close_land_until_a_trigger_opens_it() -> None:
    home = ("Russia", "Karelia S.S.R.", "Caucasus")
    rule = Restriction("Russians", home)
    opened = Trigger(
        "free",
        "Russians",
        Rounds(1),
        (SetFact("nation", ("Russians",), "bounds", ()),),
        moments=("after:russianBattle",),
    )
    world = classic()
    game = replace(
        world,
        map_rules=replace(world.map_rules, restrictions=(rule,)),
        script=replace(world.script, triggers=(opened,)),
    )
    attack = Move((Pick(1, "infantry"),), ("Karelia S.S.R.", "Ukraine S.S.R."))
    state = position(game, "Russians", "combat_move")
    assert codes(check(state, attack)) == ["out-of-bounds"]
    later = at_phase(apply(state, Done()), "Russians", "noncombat_move")
    assert "out-of-bounds" not in codes(check(later.state, attack))
    outside = replace(rule, territories=("Ukraine S.S.R.",), inside=False)
    state = position(
        replace(game, map_rules=replace(game.map_rules, restrictions=(outside,))),
        "Russians",
        "combat_move",
    )
    assert codes(check(state, attack)) == ["out-of-bounds"]


def test_B143_by_option_nobody_flies_to_where_an_own_aircraft_is_stranded() -> None:
    zone = "North Sea Zone"
    for together, expected in ((False, []), (True, ["no-landing"])):
        state = position(
            classic(aircraft_at_goal_must_land=together),
            "British",
            "noncombat_move",
            units=[(zone, "British", "fighter", 1)],
            cleared=[zone],
        )
        (stranded,) = state.units_in(zone)
        tired = replace(stranded, moved=4)
        state = replace(state, units={**state.units, stranded.id: tired})
        order = Move((Pick(1, "fighter"),), ("United Kingdom", zone))
        assert codes(check(state, order)) == expected


def test_B181_B203_by_option_a_landing_waits_only_for_ships_that_movement_has_met() -> None:
    zone = "Karelia Sea Zone"
    for waits, owner in ((True, "Germans"), (False, "Russians")):
        state = position(
            classic(landings_wait_for_all_ships=waits),
            "British",
            "combat_move",
            units=[(zone, "Germans", "submarine", 1), (zone, "British", "transport", 1)],
            cleared=[zone, "Karelia S.S.R."],
            owners={"Karelia S.S.R.": "Germans"},
        )
        ship = next(unit for unit in state.units_in(zone) if unit.type == "transport")
        soldier = Unit(state.next_unit, "infantry", "British", zone, carried_by=ship.id)
        state = replace(
            state, units={**state.units, soldier.id: soldier}, next_unit=state.next_unit + 1
        )
        order = Move((Pick(1, "infantry"),), (zone, "Karelia S.S.R."))
        assert check(state, order) == ()
        assert apply(state, order).state.owners["Karelia S.S.R."] == owner


def test_a_closed_area_is_closed_to_those_who_stand_outside_and_to_landing_aircraft() -> None:
    home = ("Russia", "Caucasus")
    rule = Restriction("Russians", home)
    world = classic()
    game = replace(world, map_rules=replace(world.map_rules, restrictions=(rule,)))
    state = position(
        game, "Russians", "combat_move", units=[("Karelia S.S.R.", "Russians", "fighter", 1)]
    )
    inward = Move((Pick(1, "infantry"),), ("Karelia S.S.R.", "Russia"))
    assert codes(check(state, inward)) == ["out-of-bounds"]
    assert all(set(order.path) <= set(home) for order in legal(state) if isinstance(order, Move))
