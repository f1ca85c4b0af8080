"""Enemies at sea that stop nobody need not be fought (B146), and what follows from that."""

from dataclasses import replace

import pytest

from engine.core.events.battle import BattleBegan, UnitsDestroyed
from engine.core.events.movement import BattleCancelled
from engine.game import apply, check, legal
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.orders.done import Done
from engine.orders.fight import Fight
from tests.engine.battle.arena import Force, arena, asks, fought, opened, play, wants
from tests.engine.battle.test_landings import CHANNEL, FRANCE, landing
from tests.support.positions import big_world, count_in
from tests.support.unit_types import with_facts

ZONE = "SZ 19 Atlantic"
ORIGIN = "SZ 18 West Atlantic"
PASSED = {"ignore_submarines_in_movement": True, "ignore_transports_in_movement": True}


def _sea(defenders: list[Force], attacker: str = "destroyer", /, **options: object) -> State:
    return arena(
        ZONE,
        [(attacker, 1)],
        defenders,
        by="Americans",
        against="Germans",
        origins=[ORIGIN],
        cleared=[ORIGIN],
        definition=big_world(**options),
    )


def _may_be_left(step: Step) -> bool:
    return check(step.state, Done()) == ()


@pytest.mark.parametrize(("fights", "left"), [(False, True), (True, False)])
def test_B146_a_transport_that_can_attack_may_be_left_alone_unless_its_type_says_that_it_fights(
    fights: bool, left: bool
) -> None:
    state = _sea([("transport", 1)], **PASSED)
    types = state.definition.unit_types
    armed = with_facts(types["transport"], attack=2, is_combat_transport=fights)
    definition = replace(state.definition, unit_types={**types, "transport": armed})
    assert _may_be_left(opened(replace(state, definition=definition))) is left


@pytest.mark.parametrize(
    ("defenders", "free"),
    [
        ([("submarine", 1)], True),
        ([("transport", 2)], True),
        ([("submarine", 1), ("transport", 1)], True),
        ([("submarine", 1), ("destroyer", 1)], False),
        ([("cruiser", 1)], False),
    ],
)
def test_B146_ships_that_stop_nobody_need_not_be_fought(defenders: list[Force], free: bool) -> None:
    assert _may_be_left(opened(_sea(defenders, **PASSED))) == free
    assert not _may_be_left(opened(_sea(defenders)))


@pytest.mark.parametrize(
    ("defenders", "free"),
    [
        ([("submarine", 1)], True),
        ([("submarine", 1), ("transport", 1)], True),
        ([("submarine", 1), ("cruiser", 1)], False),
    ],
)
def test_B146_where_only_transports_stop_nobody_submarines_may_be_left_alone_as_well(
    defenders: list[Force], free: bool
) -> None:
    only = {"ignore_submarines_in_movement": False, "ignore_transports_in_movement": True}
    assert _may_be_left(opened(_sea(defenders, **only))) == free
    other = {"ignore_submarines_in_movement": True, "ignore_transports_in_movement": False}
    lone = all(kind == "submarine" for kind, _ in defenders)
    assert _may_be_left(opened(_sea(defenders, **other))) == lone


def test_B146_a_transport_with_troops_aboard_has_to_be_fought() -> None:
    state = _sea([("transport", 1), ("infantry", 1)], **PASSED)
    ship = next(unit for unit in state.units_in(ZONE) if unit.type == "transport")
    units = {
        key: replace(unit, carried_by=ship.id) if unit.type == "infantry" else unit
        for key, unit in state.units.items()
        if unit.territory == ZONE or unit.type != "infantry"
    }
    assert not _may_be_left(opened(replace(state, units=units)))


def test_B146_an_attacker_who_does_not_want_the_battle_ends_the_phase() -> None:
    step = opened(_sea([("submarine", 1)], **PASSED))
    assert set(legal(step.state)) == {Fight(ZONE), Done()}
    done = apply(step.state, Done())
    assert BattleCancelled(ZONE, "battle", declined=True) in done.events
    assert not done.state.battles
    assert count_in(done.state, ZONE, "Germans", "submarine") == 1


def test_B146_an_attacker_who_wants_the_battle_fights() -> None:
    step = fought(_sea([("submarine", 1)], **PASSED), ZONE)
    assert any(isinstance(event, BattleBegan) for event in step.events)


def test_B146_a_landing_does_not_wait_for_a_battle_that_nobody_wants() -> None:
    state = landing(
        {"infantry": 1}, enemies=(("submarine", 1),), ignore_submarines_in_movement=True
    )
    step = opened(state)
    assert check(step.state, Fight(FRANCE)) == ()
    begun = apply(step.state, Fight(FRANCE))
    assert BattleCancelled(CHANNEL, "battle", declined=True) in begun.events
    assert [battle.territory for battle in begun.state.battles] == [FRANCE]


def test_B209_an_undefended_beach_is_taken_when_the_phase_ends_without_the_sea_battle() -> None:
    state = landing(
        {"infantry": 1},
        defenders=(),
        enemies=(("submarine", 1),),
        ignore_submarines_in_movement=True,
    )
    step = opened(state)
    assert step.state.owners[FRANCE] == "Germans"
    assert _may_be_left(step)
    assert apply(step.state, Done()).state.owners[FRANCE] == "British"


def test_B194_enemies_that_stop_nobody_close_no_way_back() -> None:
    for ship, options, is_open in (
        ("submarine", PASSED, True),
        ("submarine", {}, False),
        ("destroyer", PASSED, False),
    ):
        state = arena(
            ZONE,
            [("cruiser", 1)],
            [("cruiser", 1)],
            by="Americans",
            against="Germans",
            origins=[ORIGIN],
            cleared=[ORIGIN],
            more=[(ORIGIN, "Germans", ship, 1)],
            definition=big_world(**options),
        )
        step = play(fought(state, ZONE), [6], [6]).step
        if is_open:
            assert asks(step).territories == (ORIGIN,)
        else:
            assert wants(step).round == 2


def test_B75_attacking_transports_alone_are_lost_when_they_cannot_go_back() -> None:
    restricted = {"transport_casualties_restricted": True}
    bound = _sea([("cruiser", 1)], "transport", **restricted)
    lone = replace(bound, battles=tuple(replace(b, origins=()) for b in bound.battles))
    lost = [event for event in fought(lone, ZONE).events if isinstance(event, UnitsDestroyed)]
    assert [event.cause for event in lost] == ["defenceless"]
    assert wants(fought(bound, ZONE)).side == "defender"
    plain = _sea([("cruiser", 1)], "transport")
    free = replace(plain, battles=tuple(replace(b, origins=()) for b in plain.battles))
    assert wants(fought(free, ZONE)).side == "defender"


@pytest.mark.parametrize(
    ("friend", "lost"), [("cruiser", True), ("fighter", True), ("transport", False), ("", False)]
)
def test_B75_defending_transports_alone_are_lost_to_ships_of_allies_that_do_not_fight(
    friend: str, lost: bool
) -> None:
    state = arena(
        ZONE,
        [("transport", 1)],
        [("transport", 2)],
        by="Americans",
        against="Germans",
        origins=[ORIGIN],
        cleared=[ORIGIN],
        more=[(ZONE, "British", friend, 1)] if friend else [],
        definition=big_world(transport_casualties_restricted=True),
    )
    step = fought(state, ZONE)
    causes = [event.cause for event in step.events if isinstance(event, UnitsDestroyed)]
    assert causes == (["defenceless"] if lost else [])
    assert count_in(step.state, ZONE, "Germans", "transport") == (0 if lost else 2)
    assert count_in(step.state, ZONE, "Americans", "transport") == 1


def test_B80_aircraft_that_cannot_hit_submarines_fire_before_the_ships() -> None:
    state = _sea(
        [("submarine", 1), ("cruiser", 1)],
        "cruiser",
        air_needs_destroyer_against_submarines=True,
        defending_submarines_fire_first=False,
    )
    plane = replace(next(iter(state.units_in(ZONE))), id=state.next_unit, type="fighter")
    plane = replace(plane, owner="Americans")
    state = replace(state, units={**state.units, plane.id: plane}, next_unit=plane.id + 1)
    (battle,) = state.battles
    joined = replace(battle, attackers=(*battle.attackers, plane.id))
    step = fought(replace(state, battles=(joined,)), ZONE)
    assert wants(step).step == "general_aircraft"
    assert wants(play(step, [6]).step).step == "general"


def test_B80_submarines_that_submerge_from_aircraft_leave_transports_to_be_fired_at() -> None:
    state = _sea(
        [("submarine", 1), ("transport", 1)],
        "fighter",
        submarines_submerge_from_aircraft=True,
        air_needs_destroyer_against_submarines=True,
        transport_casualties_restricted=True,
    )
    step = fought(state, ZONE)
    assert (wants(step).side, wants(step).count) == ("attacker", 1)
    after = play(step, [6]).step
    assert not count_in(after.state, ZONE, "Germans", "transport")
    assert count_in(after.state, ZONE, "Germans", "submarine") == 1
