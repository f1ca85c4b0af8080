"""The air battle before a battle, an option of other maps than Big World."""

from dataclasses import replace

import pytest

from engine.core.agenda import PendingBattle, PhaseOpen
from engine.core.events.battle import BattleBegan, BattleEnded
from engine.gamedef import Definition, State
from engine.orders.fight import Fight
from pbem.report.battles import battles_of
from pbem.report.scenes import scenes_of
from tests.engine.battle.arena import Played, opened, play, wants
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

LAND, ZONE = "Leningrad", "SZ 10 North Sea"
FIGHT = "battle"


def _board(*, on: bool = True, bombers: bool = False) -> Definition:
    """Fighters hit at 1 in the air, bombers at 2 where they fight there."""
    board = big_world(air_battles_before_battles=on)
    types = dict(board.unit_types)
    types["fighter"] = with_facts(
        types["fighter"], can_air_battle=True, air_attack=1, air_defence=1
    )
    bomber = with_facts(types["bomber"], can_air_battle=bombers, air_attack=2, air_defence=2)
    return replace(board, unit_types={**types, "bomber": bomber})


def _state(
    attackers: dict[str, int],
    defenders: dict[str, int],
    board: Definition | None = None,
    place: str = LAND,
) -> State:
    sides = (("Germans", attackers), ("Russians", defenders))
    state = position(
        board or _board(),
        "Germans",
        "battle",
        cleared=[place],
        units=[(place, owner, kind, n) for owner, side in sides for kind, n in side.items()],
    )
    there = tuple(unit.id for unit in state.units_in(place) if unit.owner == "Germans")
    return replace(state, battles=(PendingBattle(place, FIGHT, there),))


def _fought(state: State, *dice: list[int]) -> Played:
    begun = opened(state)
    fight = play(begun, Fight(state.battles[0].territory))
    return play(fight.step, *dice)


def _kinds(played: Played) -> list[str]:
    return [event.kind for event in played.events if isinstance(event, BattleBegan)]


@pytest.mark.parametrize("place", [LAND, ZONE])
def test_aircraft_of_both_sides_fight_before_the_battle(place: str) -> None:
    ground = {"infantry": 1} if place == LAND else {"destroyer": 1}
    state = _state({"fighter": 2, **ground}, {"fighter": 1, **ground}, place=place)
    fight = play(opened(state), Fight(place))
    assert _kinds(fight) == ["dogfight"]
    assert (wants(fight.step).count, wants(fight.step).step) == (2, "air_battle")
    # Both sides fire before the losses are removed.
    defence = play(fight.step, [1, 6])
    assert wants(defence.step).count == 1
    over = play(defence.step, [1])
    assert _kinds(over) == [FIGHT]
    assert count_in(over.step.state, place, "Germans", "fighter") == 1
    assert count_in(over.step.state, place, "Russians", "fighter") == 0
    assert wants(over.step).step == "general"
    assert wants(over.step).count == 2


def test_attackers_that_all_die_in_the_air_leave_no_battle() -> None:
    played = _fought(_state({"fighter": 1}, {"fighter": 1, "infantry": 1}), [6], [1])
    assert _kinds(played) == []
    assert not played.step.state.battles
    assert isinstance(played.step.waiting, PhaseOpen)


def test_land_whose_defenders_all_die_in_the_air_is_taken() -> None:
    played = _fought(_state({"fighter": 1, "infantry": 1}, {"fighter": 1}), [1], [6])
    assert _kinds(played) == []
    assert played.step.state.owners[LAND] == "Germans"
    winners = [event.winner for event in played.events if isinstance(event, BattleEnded)]
    assert winners == ["attacker"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "on"),
    [
        ({"fighter": 1}, {"fighter": 1}, False),
        ({"fighter": 1}, {"infantry": 1}, True),
        ({"infantry": 1}, {"fighter": 1}, True),
        ({"bomber": 1}, {"fighter": 1}, True),
    ],
)
def test_no_air_battle_where_a_side_cannot_fight_in_the_air(
    attackers: dict[str, int], defenders: dict[str, int], on: bool
) -> None:
    fight = play(opened(_state(attackers, defenders, _board(on=on))), Fight(LAND))
    assert _kinds(fight) == [FIGHT]


@pytest.mark.parametrize("on", [False, True])
def test_aircraft_that_scrambled_fight_in_the_air_by_option(on: bool) -> None:
    board = _board()
    board = replace(board, options=replace(board.options, scramble_into_air_battles=on))
    state = _state({"fighter": 1}, {"fighter": 1, "infantry": 1}, board)
    units = {
        key: replace(unit, base="Moscow") if unit.owner == "Russians" and unit.type == "fighter"
        else unit
        for key, unit in state.units.items()
    }  # fmt: skip
    begun = opened(replace(state, units=units))
    assert _kinds(play(begun, Fight(LAND))) == (["dogfight"] if on else [FIGHT])


def test_bombers_fight_in_the_air_where_the_map_says_so() -> None:
    state = _state({"bomber": 1}, {"fighter": 1}, _board(bombers=True))
    assert _kinds(play(opened(state), Fight(LAND))) == ["dogfight"]


def test_the_report_tells_of_the_air_battle_first() -> None:
    state = _state({"fighter": 1, "infantry": 1}, {"fighter": 1})
    begun = play(opened(state), Fight(LAND))
    events = (*opened(state).events, *begun.events, *play(begun.step, [1], [6]).events)
    fought = battles_of(tuple(scenes_of(state, events)))
    assert fought[0].title == "Leningrad: Germans and Russians fight in the air"
    assert fought[0].result == "The aircraft that are left go into the battle."
    assert [luck.luck.hits for luck in fought[0].luck] == [1, 0]
