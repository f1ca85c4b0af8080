"""Airborne troops fly from bases into battles (map dialect)."""

from dataclasses import replace

import pytest

from engine.core.agenda import PendingBattle
from engine.core.chance import RollRequest
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.sequence import SequenceStep
from engine.gamedef.technology import Advance, Airborne
from engine.loading import definition_from_tree, tree_from_definition
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.move import Move
from engine.rules.movement.airborne import airborne_room, legal_airborne
from tests.support.positions import big_world, count_in, position

HOME, TARGET = "England", "France"
CHANNEL = "SZ 17 English Channel"
PATH = (HOME, CHANNEL, TARGET)


def game(**changes: object) -> Definition:
    """Big World in which factories launch two infantry of the British each, two areas far."""
    plain = big_world()
    force = Airborne(("infantry",), 2, (("factory", 2),), (("infantry", "AA"),))
    force = replace(force, **changes)
    step = next(
        at
        for at, one in enumerate(plain.sequence)
        if (one.nation, one.phase) == ("British", "battle")
    )
    more = SequenceStep("britishAirborneMove", "airborne_move", "British")
    return replace(
        plain,
        technology=replace(plain.technology, advances=(Advance("drops", airborne=force),)),
        sequence=(*plain.sequence[:step], more, *plain.sequence[step:]),
    )


def start(definition: Definition, *, attacked: bool = True, **turn: tuple[str, ...]) -> State:
    """British infantry and a tank in England, one infantry ashore in France if it is attacked."""
    state = position(
        definition,
        "British",
        "airborne_move",
        cleared=(HOME, TARGET),
        units=(
            (HOME, "British", "infantry", 3),
            (HOME, "British", "armour", 1),
            (HOME, "British", "factory", 1),
            (TARGET, "Germans", "infantry", 1),
            (TARGET, "Germans", "aaGun", 1),
            (TARGET, "British", "infantry", 1),
        ),
        technologies=("drops",),
        turn=TurnRecord(**turn),
    )
    first = next(u.id for u in state.units_in(TARGET) if u.owner == "British")
    if not attacked:
        return state
    return replace(state, battles=(PendingBattle(TARGET, "battle", (first,), ((first, "Italy"),)),))


def drop(count: int, kind: str = "infantry", path: tuple[str, ...] = PATH) -> Move:
    return Move((Pick(count, kind),), path)


def codes(state: State, order: Move) -> list[str]:
    return [reason.code for reason in check(state, order)]


def test_troops_fly_into_a_battle_of_their_nation_and_fight_in_it() -> None:
    state = start(game())
    assert codes(state, drop(2)) == []
    landed = apply(state, drop(2)).state
    assert count_in(landed, TARGET, "British", "infantry") == 3
    (battle,) = landed.battles
    assert len(battle.attackers) == 3
    jumped = [unit for unit in landed.units_in(TARGET) if unit.jumped_from == HOME]
    assert len(jumped) == 2
    assert codes(landed, drop(1)) == ["no-room-at-base"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (drop(3), ["no-room-at-base"]),
        (drop(1, "armour"), ["not-airborne"]),
        (drop(1, path=(HOME, CHANNEL, "SZ 16 North Atlantic")), ["no-battle-to-drop"]),
        (drop(1, path=(HOME, CHANNEL)), ["no-battle-to-drop"]),
        (drop(1, path=(HOME, TARGET)), ["not-adjacent"]),
        (Move((), PATH), ["no-units"]),
    ],
)
def test_troops_that_cannot_fly_there(order: Move, expected: list[str]) -> None:
    assert codes(start(game()), order) == expected


def test_how_far_and_how_many_is_a_fact_of_the_advance() -> None:
    assert codes(start(game(distance=1)), drop(1)) == ["too-far"]
    more = start(game(capacity=(("factory", 3),)))
    assert codes(more, drop(3)) == []
    assert airborne_room(start(game(capacity=(("aaGun", 3),))), HOME) == 0


def test_without_land_units_in_the_battle_nobody_jumps_but_into_conquered_land() -> None:
    alone = start(game(), attacked=False)
    assert codes(alone, drop(1)) == ["no-battle-to-drop"]
    assert list(legal_airborne(alone)) == []
    taken = start(game(), attacked=False, conquered=(TARGET,))
    assert codes(taken, drop(1)) == []
    assert not apply(taken, drop(1)).state.battles


def test_troops_that_have_moved_and_nations_without_the_advance_stay() -> None:
    state = start(game())
    moved = {
        key: replace(unit, moved=1) if unit.territory == HOME else unit
        for key, unit in state.units.items()
    }
    assert codes(replace(state, units=moved), drop(1)) == ["not-enough-units"]
    without = replace(state, technologies={})
    assert "not-airborne" in codes(without, drop(1))
    assert list(legal_airborne(without)) == []


def test_every_offered_flight_is_legal() -> None:
    offered = list(legal_airborne(start(game())))
    assert offered == [drop(1)]


@pytest.mark.parametrize(("shot_at_by", "shots"), [((("infantry", "AA"),), 2), ((), 0)])
def test_guns_that_the_map_names_fire_at_the_troops(
    shot_at_by: tuple[tuple[str, str], ...], shots: int
) -> None:
    state = apply(apply(start(game(shot_at_by=shot_at_by)), drop(2)).state, Done()).state
    waiting = apply(state, Fight(TARGET)).waiting
    assert isinstance(waiting, RollRequest)
    assert (waiting.count if waiting.step == "aa_fire" else 0) == shots


def test_an_airborne_advance_survives_the_tree() -> None:
    definition = game()
    assert (
        definition_from_tree(tree_from_definition(definition)).technology == definition.technology
    )


@pytest.mark.parametrize(("owner", "room"), [("Russians", 2), ("Germans", 0)])
def test_bases_of_allies_launch_airborne_troops_as_well(owner: str, room: int) -> None:
    state = start(game())
    bases = [unit for unit in state.units_in(HOME) if unit.type == "factory"]
    theirs = {unit.id: replace(unit, owner=owner) for unit in bases}
    state = replace(state, units={**state.units, **theirs})
    assert airborne_room(state, HOME) == room
    two = Move((Pick(2, "infantry"),), PATH)
    refused = {reason.code for reason in check(state, two)}
    assert refused == (set() if room else {"no-room-at-base"})
