"""Where attackers may retreat to, when they are asked, and when nobody fights (B194, B208, G29)."""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision
from engine.core.events.battle import BattleEnded
from engine.core.pick import Pick
from engine.gamedef import Definition, State
from engine.orders.lose import Lose
from engine.orders.press import Press
from tests.engine.battle.arena import Force, arena, asks, fought, opened, play, wants
from tests.engine.battle.test_left_alone import ORIGIN, ZONE
from tests.support.positions import big_world
from tests.support.unit_types import with_facts

FINLAND, KARELIA = "Finland", "Karelija"


def _sea(attackers: list[Force], defenders: list[Force], **options: object) -> State:
    return arena(
        ZONE,
        attackers,
        defenders,
        by="Americans",
        against="Germans",
        origins=[ORIGIN],
        cleared=[ORIGIN],
        definition=big_world(**options),
    )


def _said(definition: Definition, name: str, *, leaves: bool, stays: bool) -> Definition:
    """The game in which a unit type says so of itself."""
    types = definition.unit_types
    kind = with_facts(types[name], leaves_stalemates=leaves, stays_in_stalemates=stays)
    return replace(definition, unit_types={**types, name: kind})


@pytest.mark.parametrize(
    ("unit", "is_open"), [("aaGun", True), ("factory", True), ("infantry", False)]
)
def test_B194_infrastructure_of_enemies_closes_no_way_back(unit: str, is_open: bool) -> None:
    state = arena(
        FINLAND,
        [("infantry", 2)],
        [("infantry", 2)],
        origins=[KARELIA],
        cleared=[KARELIA],
        more=[(KARELIA, "Germans", unit, 1)],
    )
    step = play(fought(state, FINLAND), [6, 6], [6, 6]).step
    assert isinstance(step.waiting, Decision) == is_open


@pytest.mark.parametrize("taken", [False, True])
def test_B194_a_zone_that_was_taken_in_this_turn_is_no_way_back(taken: bool) -> None:
    state = _sea([("cruiser", 1)], [("cruiser", 1)])
    if taken:
        state = replace(state, turn=replace(state.turn, conquered=(ORIGIN,)))
    step = play(fought(state, ZONE), [6], [6]).step
    assert isinstance(step.waiting, Decision) == (not taken)


@pytest.mark.parametrize(("enemy", "is_open"), [("submarine", True), ("cruiser", False)])
def test_B194_a_battle_that_waits_closes_a_zone_only_as_its_enemies_do(
    enemy: str, is_open: bool
) -> None:
    state = arena(
        ZONE,
        [("cruiser", 1)],
        [("cruiser", 1)],
        by="Americans",
        against="Germans",
        origins=[ORIGIN],
        cleared=[ORIGIN],
        more=[(ORIGIN, "Germans", enemy, 1), (ORIGIN, "Americans", "cruiser", 1)],
        definition=big_world(ignore_submarines_in_movement=True),
    )
    own = next(unit.id for unit in state.units_in(ORIGIN) if unit.owner == "Americans")
    other = replace(state.battles[0], territory=ORIGIN, attackers=(own,), origins=())
    step = fought(replace(state, battles=(*state.battles, other)), ZONE)
    assert isinstance(play(step, [6], [6]).step.waiting, Decision) == is_open


@pytest.mark.parametrize(
    ("came_by_land", "partial", "ways"),
    [(1, True, (KARELIA,)), (1, False, ("",)), (0, True, ("",))],
)
def test_B208_aircraft_leave_a_landing_with_the_ground_units_that_may(
    came_by_land: int, partial: bool, ways: tuple[str, ...]
) -> None:
    definition = big_world(aircraft_withdraw_from_landings=True, partial_amphibious_retreat=partial)
    force = [("infantry", 1 + came_by_land), ("fighter", 1)]
    state = arena(
        FINLAND,
        force,
        [("infantry", 2)],
        origins=[KARELIA],
        definition=definition,
    )
    landed = next(unit for unit in state.units_in(FINLAND) if unit.type == "infantry")
    units = {**state.units, landed.id: replace(landed, amphibious=True)}
    step = fought(replace(state, units=units), FINLAND)
    step = play(step, [6] * wants(step).count, [6, 6]).step
    assert asks(step).territories == ways


@pytest.mark.parametrize(
    ("defenders", "asked"), [(("transport", 2), False), (("cruiser", 1), True)]
)
def test_B75_B76_submarines_do_not_submerge_from_transports_that_are_lost_at_once(
    defenders: Force, asked: bool
) -> None:
    state = _sea(
        [("submarine", 1)],
        [defenders],
        submarines_retreat_before_battle=True,
        submersible_submarines=True,
        transport_casualties_restricted=True,
    )
    assert isinstance(fought(state, ZONE).waiting, Decision) == asked


@pytest.mark.parametrize(("most", "asked"), [(1, False), (2, True)])
def test_nobody_retreats_after_the_last_round(most: int, asked: bool) -> None:
    state = arena(
        FINLAND,
        [("infantry", 2)],
        [("infantry", 2)],
        origins=[KARELIA],
        definition=big_world(land_battle_rounds=most),
    )
    played = play(fought(state, FINLAND), [6, 6], [6, 6])
    assert isinstance(played.step.waiting, Decision) == asked
    assert [over.winner for over in played.all(BattleEnded)] == ([] if asked else ["draw"])


@pytest.mark.parametrize(
    ("leaves", "stays", "asked"),
    [(False, False, False), (True, False, True), (True, True, False)],
)
def test_types_of_units_may_say_that_they_retreat_after_the_last_round(
    leaves: bool, stays: bool, asked: bool
) -> None:
    definition = _said(big_world(land_battle_rounds=1), "infantry", leaves=leaves, stays=stays)
    force: list[Force] = [("infantry", 2)]
    state = arena(FINLAND, force, force, origins=[KARELIA], definition=definition)
    played = play(fought(state, FINLAND), [6, 6], [6, 6])
    assert isinstance(played.step.waiting, Decision) == asked
    if asked:
        played = play(played.step, Press(FINLAND))
    assert [over.winner for over in played.all(BattleEnded)] == ["draw"]


@pytest.mark.parametrize("stays", [False, True])
def test_G29_transports_may_retreat_from_transports(stays: bool) -> None:
    """Where transports are lost without a die, nobody else can end what is left of the battle."""
    definition = big_world(transport_casualties_restricted=True, retreat_from_stalemates=False)
    force: list[Force] = [("destroyer", 1), ("transport", 1)]
    state = arena(
        ZONE,
        force,
        force,
        by="Americans",
        against="Germans",
        origins=[ORIGIN],
        cleared=[ORIGIN],
        definition=_said(definition, "transport", leaves=False, stays=stays),
    )
    played = play(fought(state, ZONE), [1], [1])
    assert isinstance(played.step.waiting, Decision) != stays
    if not stays:
        assert asks(played.step).what == "retreat"
        played = play(played.step, Press(ZONE))
    assert [over.winner for over in played.all(BattleEnded)] == ["draw"]


@pytest.mark.parametrize(("struck", "following"), [(1, "general"), (6, "general_aircraft")])
def test_B80_aircraft_fire_with_the_ships_once_the_submarines_are_hit(
    struck: int, following: str
) -> None:
    """The submarines of the side fire before, and hit the only one that aircraft would spare."""
    state = _sea(
        [("submarine", 1), ("fighter", 1), ("cruiser", 1)],
        [("submarine", 1), ("destroyer", 1)],
        air_needs_destroyer_against_submarines=True,
        destroyers_cancel_first_strike=True,
        ask_defender=True,
    )
    step = fought(state, ZONE)
    assert (wants(step).side, wants(step).step) == ("defender", "first_strike")
    step = play(step, [6]).step
    assert wants(step).step == "general_submarines"
    step = play(step, [struck]).step
    if isinstance(step.waiting, Decision):
        step = play(step, Lose(ZONE, (Pick(1, "submarine"),))).step
    assert wants(step).step == following


@pytest.mark.parametrize(
    ("aboard", "enemy", "battles"),
    [("", "transport", 0), ("infantry", "transport", 1), ("", "cruiser", 1)],
)
def test_G29_where_neither_side_has_a_unit_that_hits_there_is_no_battle(
    aboard: str, enemy: str, battles: int
) -> None:
    state = _sea([("transport", 1)], [(enemy, 1)], landings_survive_draws=True)
    kinds = {**state.definition.unit_types}
    kinds["transport"] = replace(kinds["transport"], defence=0)
    state = replace(state, definition=replace(state.definition, unit_types=kinds))
    if aboard:
        ship = next(u for u in state.units_in(ZONE) if u.owner == "Americans")
        cargo = replace(ship, id=state.next_unit, type=aboard, carried_by=ship.id)
        units = {**state.units, cargo.id: cargo}
        state = replace(state, units=units, next_unit=cargo.id + 1)
    assert len(opened(state).state.battles) == battles
