"""The list of battles, their order, several nations, homeless aircraft (rulebook section 15)."""

from dataclasses import replace

import pytest

from engine.core.agenda import PhaseOpen
from engine.core.events.battle import AircraftLanded, BattleBegan, UnitsDestroyed
from engine.core.events.turn import PhaseSkipped
from engine.core.pick import Pick
from engine.game import check, legal
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.form import Order
from engine.orders.lose import Lose
from engine.orders.move import Move
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.phases.battle import BATTLE
from tests.engine.battle.arena import arena, fought, opened, play, wants
from tests.support.positions import big_world, count_in, position

ZONE = "SZ 57 Arabian Sea"


def test_B100_the_phase_is_skipped_without_battles() -> None:
    step = opened(position(big_world(), "Russians", "battle"))
    assert [event for event in step.events if isinstance(event, PhaseSkipped)]


def test_B179_B225_fleets_that_met_without_a_move_fight() -> None:
    state = position(
        big_world(),
        "Germans",
        "battle",
        units=[(ZONE, "Germans", "cruiser", 1), (ZONE, "British", "destroyer", 1)],
        cleared=[ZONE],
    )
    step = opened(state)
    assert [battle.territory for battle in step.state.battles] == [ZONE]
    assert list(legal(step.state)) == [Fight(ZONE)]


def test_B179_submerged_enemies_and_cargo_are_no_battle() -> None:
    state = position(
        big_world(),
        "Americans",
        "battle",
        units=[(ZONE, "Americans", "cruiser", 1), (ZONE, "Germans", "submarine", 1)],
        cleared=[ZONE],
    )
    under = {
        key: replace(unit, submerged=True)
        if unit.territory == ZONE and unit.type == "submarine"
        else unit
        for key, unit in state.units.items()
    }
    assert opened(state).state.battles
    assert not opened(replace(state, units=under)).state.battles


def test_B182_done_is_refused_while_a_battle_is_open() -> None:
    step = opened(arena("Finland", [("infantry", 1)], [("infantry", 1)]))
    assert [(r.code, r.rule, r.where) for r in check(step.state, Done())] == [
        ("battle-open", "B182", "Finland")
    ]
    assert list(legal(step.state)) == [Fight("Finland")]
    assert list(legal(step.state, "Norway")) == []


def test_B179_unknown_battles_and_foreign_orders_are_refused() -> None:
    step = opened(arena("Finland", [("infantry", 1)], [("infantry", 1)]))

    def code(order: Order) -> list[str]:
        return [reason.code for reason in check(step.state, order)]

    assert code(Fight("Norway")) == ["no-such-battle"]
    assert code(Fight("Atlantis")) == ["no-such-battle"]
    assert code(Fight("Finland", raid=True)) == ["no-such-battle"]
    assert code(Press("Finland")) == ["wrong-phase"]
    assert code(Move((Pick(1, "infantry"),), ("Moscow", "Karelija"))) == ["wrong-phase"]


def test_B183_only_the_nation_on_turn_attacks_and_all_enemies_defend() -> None:
    state = arena(
        ZONE,
        [("cruiser", 1)],
        [("cruiser", 1)],
        by="British",
        against="Japanese",
        more=[(ZONE, "Germans", "submarine", 2), (ZONE, "Americans", "battleship", 1)],
    )
    step = fought(state, ZONE)
    began = next(event for event in step.events if isinstance(event, BattleBegan))
    assert (len(began.attackers), len(began.defenders)) == (1, 3)
    assert began.defender == "Germans"
    assert (wants(step).step, wants(step).count, wants(step).side) == (
        "first_strike",
        2,
        "defender",
    )


def test_B183_on_land_the_owner_decides() -> None:
    state = arena(
        "Finland",
        [("infantry", 1)],
        [("infantry", 1)],
        more=[("Finland", "Japanese", "infantry", 3)],
    )
    began = next(e for e in fought(state, "Finland").events if isinstance(e, BattleBegan))
    assert (began.defender, len(began.defenders)) == ("Germans", 4)


def test_B149_neutrals_defend_themselves() -> None:
    state = replace(
        position(big_world(), "Germans", "battle", units=[("Switzerland", "Germans", "armour", 1)]),
        battles=(),
    )
    step = fought(state, "Switzerland")
    began = next(event for event in step.events if isinstance(event, BattleBegan))
    assert began.defender == "Neutral"
    assert wants(play(step, [6]).step).count == 9


def _carrier_lost(*, air: int = 1, **options: object) -> State:
    state = arena(
        ZONE,
        [("cruiser", 3)],
        [("carrier", 1), ("fighter", air)],
        by="Japanese",
        against="British",
        definition=big_world(**options),
    )
    return replace(
        state,
        units={
            key: unit
            for key, unit in state.units.items()
            if not (unit.territory == ZONE and unit.type == "carrier")
        },
    )


def test_B177_homeless_defending_fighters_fly_one_area() -> None:
    state = replace(_carrier_lost(), battles=())
    state = replace(state, turn=replace(state.turn, fought=(ZONE,)))
    events = BATTLE.closing(state)
    settled = [event for event in events if isinstance(event, AircraftLanded)]
    assert [(event.origin, event.to) for event in settled] == [(ZONE, "Bombay")]


def test_B177_option_off_they_are_lost() -> None:
    state = _carrier_lost(surviving_air_may_land=False)
    state = replace(state, battles=(), turn=replace(state.turn, fought=(ZONE,)))
    lost = [event for event in BATTLE.closing(state) if isinstance(event, UnitsDestroyed)]
    assert [event.cause for event in lost] == ["stranded"]


def test_B177_a_carrier_keeps_as_many_as_it_has_room_for() -> None:
    state = arena(ZONE, [], [("carrier", 1), ("fighter", 3)], by="Japanese", against="British")
    state = replace(state, battles=(), turn=replace(state.turn, fought=(ZONE,)))
    settled = [event for event in BATTLE.closing(state) if isinstance(event, AircraftLanded)]
    assert sum(len(event.units) for event in settled) == 1


def _with_a_passenger(enemy: str, *, fights: bool) -> tuple[State, int, int]:
    """A British carrier that attacks with an American fighter aboard, and who they are."""
    state = arena(
        ZONE,
        [("carrier", 1)],
        [(enemy, 1)],
        by="British",
        against="Germans",
        origins=["SZ 56 Persian Gulf"],
        more=[(ZONE, "Americans", "fighter", 1)],
        definition=big_world(allied_aircraft_fight=fights),
    )
    ship = next(unit for unit in state.units_in(ZONE) if unit.type == "carrier")
    plane = next(unit for unit in state.units_in(ZONE) if unit.type == "fighter")
    units = {**state.units, plane.id: replace(plane, carried_by=ship.id)}
    return replace(state, units=units), ship.id, plane.id


def test_B176_allied_aircraft_are_cargo_of_an_attacking_carrier() -> None:
    state, ship, plane = _with_a_passenger("submarine", fights=False)
    step = fought(state, ZONE)
    began = next(event for event in step.events if isinstance(event, BattleBegan))
    assert began.attackers == (ship,)
    played = play(step, [1], [1]) if wants(step).step == "general" else play(step, [1])
    assert plane not in played.step.state.units


def test_B176_by_option_allied_aircraft_fight_beside_the_carrier_that_brought_them() -> None:
    state, ship, plane = _with_a_passenger("destroyer", fights=True)
    step = fought(state, ZONE)
    began = next(event for event in step.events if isinstance(event, BattleBegan))
    assert began.attackers == (ship, plane)
    assert wants(step).count == 2
    left = play(step, [6, 6], [6], Retreat(ZONE, "SZ 56 Persian Gulf")).step.state
    assert left.units[plane].territory == "SZ 56 Persian Gulf", "they leave with the ships"
    sunk = play(step, [6, 6], [1], Lose(ZONE, (Pick(1, "carrier"),))).step.state
    assert ship not in sunk.units
    assert sunk.units[plane].territory == ZONE, "it fights on"


def test_B176_allied_aircraft_that_did_not_come_with_a_carrier_do_not_fight() -> None:
    state, ship, plane = _with_a_passenger("destroyer", fights=True)
    ashore = replace(state.units[plane], carried_by=None)
    step = fought(replace(state, units={**state.units, plane: ashore}), ZONE)
    began = next(event for event in step.events if isinstance(event, BattleBegan))
    assert began.attackers == (ship,)


def test_B175_own_fighters_fight_as_aircraft_when_the_carrier_sinks() -> None:
    state = arena(
        ZONE, [("carrier", 1), ("fighter", 1)], [("submarine", 1)], by="British", against="Germans"
    )
    played = play(fought(state, ZONE), [1])
    assert count_in(played.step.state, ZONE, "British", "fighter") == 1
    assert wants(played.step).count == 1


@pytest.mark.parametrize("low_luck", [False, True])
def test_B182_after_the_last_battle_done_ends_the_phase(low_luck: bool) -> None:
    definition = big_world(low_luck=low_luck)
    state = arena("Finland", [("infantry", 6)], [("infantry", 1)], definition=definition)
    step = fought(state, "Finland")
    while not isinstance(step.waiting, PhaseOpen):
        step = play(step, [1] * wants(step).count).step
    assert list(legal(step.state)) == [Done()]
    after = play(step, Done()).step
    assert after.state.phase.phase != "battle"
