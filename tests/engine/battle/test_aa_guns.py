"""AA guns (rulebook B86 to B92, B244, V10)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest

from engine.core.events.battle import CasualtiesMarked, UnitsDestroyed, VolleyFired
from engine.gamedef import State
from engine.rules.aa.guns import AAVolley, fires_at_aircraft, guns_in, volleys_of
from engine.rules.aa.hits import aa_dice_count, resolve_aa_hits
from tests.engine.battle.arena import arena, fought, opened, play, wants
from tests.support.positions import big_world, count_in, position

FRANCE = "France"
GUN = "aaGun" if "aaGun" in big_world().unit_types else "aa_gun"


def _attack(aircraft: Sequence[tuple[str, int]], guns: int = 1, **options: object) -> State:
    return arena(
        FRANCE,
        aircraft,
        [("infantry", 1), (GUN, guns)],
        by="British",
        origins=["England"],
        definition=big_world(**options),
    )


def _planes(state: State) -> tuple[int, ...]:
    return tuple(unit.id for unit in state.units_in(FRANCE) if unit.owner == "British")


def test_B86_one_die_for_each_aircraft_before_the_first_round_only() -> None:
    step = fought(_attack([("fighter", 2), ("bomber", 1)]), FRANCE)
    request = wants(step)
    assert (request.step, request.side, request.count, request.nation) == (
        "aa_fire",
        "defender",
        3,
        "British",
    )
    step = play(step, [2, 3, 6]).step
    assert wants(step).step == "general"


def test_B87_B92_the_die_decides_what_dies_at_once() -> None:
    state = _attack([("fighter", 2), ("bomber", 1)])
    played = play(fought(state, FRANCE), [5, 1, 4])
    # The first die belongs to the bomber: types in the order of their names.
    assert played.all(UnitsDestroyed)[0].units == (_planes(state)[0],)
    assert played.all(UnitsDestroyed)[0].cause == "aa_fire"
    assert played.all(CasualtiesMarked)[0].chosen_by == "dice"
    assert wants(played.step).count == 2
    assert played.all(VolleyFired)[0].expected == (1, 2)


def test_B88_AA_guns_are_no_target_and_are_captured() -> None:
    state = arena(
        FRANCE, [("infantry", 2)], [("infantry", 1), (GUN, 1)], by="British", origins=["England"]
    )
    played = play(fought(state, FRANCE), [1, 1], [6])
    assert count_in(played.step.state, FRANCE, "British", GUN) == 1


def test_B88_only_a_gun_left_is_no_battle() -> None:
    state = arena(FRANCE, [("infantry", 1)], [(GUN, 1)], by="British")
    step = opened(state)
    assert not step.state.battles
    assert step.state.owners[FRANCE] == "British"


def test_B90_several_guns_give_no_extra_dice() -> None:
    assert wants(fought(_attack([("fighter", 3)], guns=2), FRANCE)).count == 3


def test_G1_aircraft_all_shot_down_lose_the_battle() -> None:
    played = play(fought(_attack([("fighter", 1)]), FRANCE), [1])
    assert not played.step.state.battles
    assert played.step.state.owners[FRANCE] == "Germans"


def test_B86_guns_of_the_own_side_or_aboard_a_ship_do_not_fire() -> None:
    state = position(big_world(), "British", "combat_move")
    assert fires_at_aircraft(state, FRANCE, "British") == "Germans"
    assert fires_at_aircraft(state, FRANCE, "Japanese") == ""
    assert fires_at_aircraft(state, "Spain", "British") == "Neutral"
    assert fires_at_aircraft(state, "Finland", "British") == ""


def _volley(state: State) -> AAVolley:
    guns = guns_in(state, FRANCE, "British")
    (volley,) = volleys_of(state, guns, [state.units[key] for key in _planes(state)])
    return volley


def _losses(state: State) -> dict[int, Fraction]:
    volley = _volley(state)
    count = aa_dice_count(state, volley)
    found: dict[int, Fraction] = {}
    for dice in product(range(1, 7), repeat=count):
        events = resolve_aa_hits(state, FRANCE, volley, dice, step="aa_fire", battle_round=1)
        fired = events[0]
        assert isinstance(fired, VolleyFired)
        found[fired.hits] = found.get(fired.hits, Fraction(0)) + Fraction(1, 6**count)
    return found


@pytest.mark.parametrize(
    ("count", "chances"),
    [
        (1, {0: Fraction(5, 6), 1: Fraction(1, 6)}),
        (2, {0: Fraction(25, 36), 1: Fraction(10, 36), 2: Fraction(1, 36)}),
        (
            3,
            {
                0: Fraction(125, 216),
                1: Fraction(75, 216),
                2: Fraction(15, 216),
                3: Fraction(1, 216),
            },
        ),
    ],
)
def test_V10_dice(count: int, chances: dict[int, Fraction]) -> None:
    assert _losses(_attack([("fighter", count)])) == chances


@pytest.mark.parametrize("option", ["low_luck", "low_luck_aa"])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_V10_B244_low_luck(option: str, count: int) -> None:
    losses = _losses(_attack([("fighter", count)], **{option: True}))
    assert losses == {0: 1 - Fraction(count, 6), 1: Fraction(count, 6)}


def test_B244_six_alike_lose_one_without_a_die() -> None:
    state = _attack([("fighter", 6)], low_luck=True)
    assert aa_dice_count(state, _volley(state)) == 0
    assert _losses(state) == {1: Fraction(1)}
    played = fought(state, FRANCE)
    assert count_in(played.state, FRANCE, "British", "fighter") == 5


def test_B244_six_of_two_types_lose_exactly_one_at_random() -> None:
    state = _attack([("fighter", 3), ("bomber", 3)], low_luck=True)
    assert _losses(state) == {1: Fraction(1)}
    planes = _planes(state)
    lost = []
    for die in range(1, 7):
        events = resolve_aa_hits(
            state, FRANCE, _volley(state), (die,), step="aa_fire", battle_round=1
        )
        lost += [
            unit for event in events if isinstance(event, UnitsDestroyed) for unit in event.units
        ]
    assert sorted(lost) == sorted(planes)


def _random_losses(state: State, *dice: int) -> list[int]:
    """Play the AA fire with these dice, one in each roll; who is lost, counted from 0."""
    step = play(fought(state, FRANCE), *([die] for die in dice)).step
    planes = _planes(state)
    return [index for index, key in enumerate(planes) if key not in step.state.units]


@pytest.mark.parametrize(
    ("aircraft", "dice", "lost"),
    [
        ([("bomber", 2)], (3,), []),
        ([("bomber", 2)], (2, 1), [0]),
        ([("bomber", 2)], (1, 2), [1]),
        ([("bomber", 1)], (1,), [0]),
        # Bombers come before fighters; the first bomber here has the index 3.
        ([("fighter", 3), ("bomber", 3)], (1,), [3]),
        ([("fighter", 3), ("bomber", 3)], (6,), [2]),
        ([("fighter", 6), ("bomber", 6)], (), [0, 6]),
        ([("fighter", 7)], (1,), [0, 6]),
        ([("fighter", 7), ("bomber", 2)], (1, 3), [0, 8]),
        ([("fighter", 7)], (2,), [0]),
    ],
)
def test_B244_hits_are_added_up_and_a_die_chooses_what_is_lost(
    aircraft: list[tuple[str, int]], dice: tuple[int, ...], lost: list[int]
) -> None:
    state = _attack(aircraft, low_luck=True, random_aa_casualties=True)
    assert _random_losses(state, *dice) == lost


def test_B92_in_battle_the_dice_follow_the_names_of_the_types_then_the_way_left() -> None:
    state = _attack([("fighter", 2), ("bomber", 1)])
    first, second, bomber = _planes(state)
    tired = replace(state, units={**state.units, second: replace(state.units[second], moved=3)})
    for board, order in ((state, (bomber, first, second)), (tired, (bomber, second, first))):
        for number, lost in enumerate(order):
            dice = [1 if place == number else 6 for place in range(3)]
            assert play(fought(board, FRANCE), dice).all(UnitsDestroyed)[0].units == (lost,)


@pytest.mark.parametrize("listed", list(permutations([("bomber", 1), ("fighter", 1)])))
def test_B244_who_is_named_by_a_die_of_low_luck_does_not_depend_on_identities(
    listed: tuple[tuple[str, int], ...],
) -> None:
    """A die for two aircraft: 1 is the first of the list of unit types, 2 the other one."""
    state = _attack(listed, low_luck=True)
    order = [kind for kind in state.definition.unit_types if kind in {"bomber", "fighter"}]
    for die, lost in ((1, [order[0]]), (2, [order[1]]), (3, [])):
        after = play(fought(state, FRANCE), [die]).step.state
        gone = [state.units[key].type for key in _planes(state) if key not in after.units]
        assert gone == lost
