"""Land that is given out at random before a game begins."""

from dataclasses import replace

import pytest

from engine.core.board import sorted_borders
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import LandDrawn
from engine.game import apply, new_game
from engine.gamedef import Definition, SequenceStep, Territory
from engine.gamedef.board import GameBoard
from engine.gamedef.position import Step
from tests.support.positions import big_world

LAND = ("Alba", "Brig", "Cork", "Dun", "Eire")


def _world(**unplaced: int) -> Definition:
    """Five areas that belong to nobody, and nations with infantry to place."""
    world = big_world()
    first, second, *_ = world.politics.nations
    nations = (first, second)
    names = [nation.name for nation in nations]
    counts = dict(zip(names, unplaced.values(), strict=True))
    pairs = {(LAND[0], other) for other in LAND[1:]}
    step = SequenceStep("lots", "random_start", names[0], 1)
    later = [SequenceStep(f"{name} buys", "purchase", name) for name in names]
    return replace(
        world,
        board=GameBoard(
            dict.fromkeys(LAND, False),
            sorted_borders(pairs),
            {name: Territory(name) for name in LAND},
        ),
        politics=replace(world.politics, nations=nations),
        setup=replace(
            world.setup,
            owners={},
            placements=(),
            unplaced={name: {"infantry": count} for name, count in counts.items() if count},
        ),
        sequence=(step, *later),
        victory=replace(world.victory, levels=()),
    )


def _drawn(step: Step, *dice: int) -> list[tuple[str, str]]:
    after = apply(step.state, RollResult(dice))
    drawn = [event for event in after.events if isinstance(event, LandDrawn)]
    for event in drawn:
        assert after.state.owners[event.territory] == event.nation
        assert [unit.territory for unit in event.units] == [event.territory]
        assert all(after.state.units[unit.id] == unit for unit in event.units)
    assert after.state.phase.phase == "purchase"
    return [(event.nation, event.territory) for event in drawn]


def test_a_die_for_every_area_and_one_unit_in_each() -> None:
    world = _world(one=2, two=1)
    one, two = world.politics.nation_names
    step = new_game(world)
    request = step.waiting
    assert isinstance(request, RollRequest)
    assert (request.count, request.sides, request.step) == (5, 5, "random_start")
    # 4th of five; then 2 further on in a ring of four; then 1 further in a ring of three.
    assert _drawn(step, 4, 3, 2, 1, 1) == [(one, "Dun"), (two, "Brig"), (one, "Alba")]


def test_the_random_start_ends_with_the_last_area() -> None:
    step = new_game(_world(one=9, two=9))
    drawn = _drawn(step, 1, 1, 1, 1, 1)
    assert [place for _, place in drawn] == list(LAND)
    assert {nation for nation, _ in drawn} == set(step.state.definition.politics.nation_names)


def test_what_was_not_placed_stays_unplaced() -> None:
    world = _world(one=9, two=9)
    after = apply(new_game(world).state, RollResult((1,) * 5)).state
    assert sum(sum(unplaced.values()) for unplaced in after.unplaced.values()) == 13


@pytest.mark.parametrize("counts", [(0, 0)])
def test_nobody_with_units_draws_nothing(counts: tuple[int, int]) -> None:
    step = new_game(_world(one=counts[0], two=counts[1]))
    assert step.state.phase.phase == "purchase"
