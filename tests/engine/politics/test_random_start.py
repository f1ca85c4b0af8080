"""Land that is given out at random before a game begins."""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision
from engine.core.board import sorted_borders
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import LandDrawn
from engine.core.pick import Pick
from engine.game import apply, check, legal, new_game
from engine.gamedef import Definition, SequenceStep, Territory
from engine.gamedef.board import GameBoard
from engine.gamedef.position import Step
from engine.notation.answers import decide
from engine.orders.done import Done
from engine.orders.form import Order
from engine.orders.place import Place
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


def _rest(one: int, two: int) -> Step:
    """All land is dealt out in order: Alba, Cork and Eire to the first nation, which was last."""
    return apply(new_game(_world(one=one, two=two)).state, RollResult((1,) * 5))


def test_when_all_land_is_dealt_out_nations_set_up_the_rest_in_turn() -> None:
    step = _rest(4, 4)
    one, two = step.state.definition.politics.nation_names
    asked: list[tuple[str, tuple[str, ...]]] = []
    while isinstance(step.waiting, Decision):
        asked.append((step.waiting.nation, step.waiting.territories))
        step = apply(step.state, decide(step.state, step.waiting))
    first, second = ("Alba", "Cork", "Eire"), ("Brig", "Dun")
    assert asked == [(two, second), (one, first), (two, second)]
    assert step.state.phase.phase == "purchase"
    assert len(step.state.units_in("Alba")) == 2
    assert len(step.state.units_in("Brig")) == 3
    assert not any(sum(hand.values()) for hand in step.state.unplaced.values())


def test_a_nation_without_units_is_passed_over() -> None:
    step = _rest(7, 2)
    one, _ = step.state.definition.politics.nation_names
    for place in ("Cork", "Cork", "Alba", "Eire"):
        assert isinstance(step.waiting, Decision)
        assert step.waiting.nation == one
        assert Place((Pick(1, "infantry"),), place) in set(legal(step.state))
        step = apply(step.state, Place((Pick(1, "infantry"),), place))
    assert len(step.state.units_in("Cork")) == 3
    assert step.state.phase.phase == "purchase"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Place((Pick(1, "infantry"),), "Alba"), "not-own-land"),
        (Place((Pick(2, "infantry"),), "Brig"), "wrong-count"),
        (Place((Pick(1, "armour"),), "Brig"), "not-unplaced"),
        (Done(), "decision-first"),
    ],
)
def test_one_unit_at_a_time_is_set_up_in_own_land(order: Order, code: str) -> None:
    assert {reason.code for reason in check(_rest(4, 4).state, order)} == {code}


@pytest.mark.parametrize("counts", [(0, 0)])
def test_nobody_with_units_draws_nothing(counts: tuple[int, int]) -> None:
    step = new_game(_world(one=counts[0], two=counts[1]))
    assert step.state.phase.phase == "purchase"
