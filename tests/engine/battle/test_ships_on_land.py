"""Ships that a map has put on land: they defend nothing, attack where they lie, and survive."""

from engine.core.events.battle import BattleBegan
from engine.core.events.turn import PhaseSkipped
from engine.game import apply
from engine.gamedef import State
from engine.orders.done import Done
from engine.orders.fight import Fight
from tests.engine.movement.board import after, codes, move
from tests.support.positions import big_world, count_in, done, position

LAND = "Finland"


def _state(nation: str, *stacks: tuple[str, str, str, int], owner: str, phase: str) -> State:
    return position(
        big_world(),
        nation,
        phase,
        cleared=(LAND,),
        owners={LAND: owner},
        units=[(LAND, *stack[1:]) for stack in stacks],
    )


def test_B16_a_ship_on_land_goes_nowhere() -> None:
    state = _state(
        "Russians", (LAND, "Russians", "cruiser", 1), owner="Russians", phase="combat_move"
    )
    assert "ships-stay-at-sea" in codes(state, move("1 cruiser", LAND, "Norway"))


def test_B179_a_ship_alone_does_not_defend_land_and_stays() -> None:
    state = _state(
        "Russians", (LAND, "Germans", "cruiser", 1), owner="Germans", phase="combat_move"
    )
    attacked = after(state, move("1 infantry", "Leningrad", LAND))
    step = done(attacked)
    assert not [event for event in step.events if isinstance(event, BattleBegan)]
    assert step.state.owners[LAND] == "Russians"
    assert count_in(step.state, LAND, "Germans", "cruiser") == 1


def test_B179_a_ship_takes_the_land_of_an_enemy_where_it_lies() -> None:
    ship = (LAND, "Russians", "cruiser", 1)
    step = done(_state("Russians", ship, owner="Germans", phase="combat_move"))
    assert step.state.owners[LAND] == "Russians"
    assert any(isinstance(event, PhaseSkipped) for event in step.events)


def test_B179_a_ship_attacks_enemies_where_it_lies() -> None:
    ship, guard = (LAND, "Russians", "cruiser", 1), (LAND, "Germans", "infantry", 1)
    step = done(_state("Russians", ship, guard, owner="Germans", phase="combat_move"))
    begun = apply(step.state, Fight(LAND))
    battle = next(event for event in begun.events if isinstance(event, BattleBegan))
    assert len(battle.attackers) == len(battle.defenders) == 1


def test_B179_a_ship_does_not_join_units_that_come_to_fight_beside_it() -> None:
    ship, guard = (LAND, "Russians", "cruiser", 1), (LAND, "Germans", "infantry", 1)
    state = _state("Russians", ship, guard, owner="Germans", phase="combat_move")
    step = done(after(state, move("1 infantry", "Leningrad", LAND)))
    types = {step.state.units[key].type for key in step.state.battles[0].attackers}
    assert types == {"infantry"}


def test_B179_the_turn_goes_on_after_the_ship_is_left_alone() -> None:
    ship = (LAND, "Russians", "cruiser", 1)
    step = done(_state("Russians", ship, owner="Russians", phase="combat_move"))
    assert step.state.phase.phase != "battle"
    assert apply(step.state, Done()).state != step.state
