"""Blockades of the coast (map dialect: blockade, blockadeZone)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeBlockaded
from engine.core.ids import TerritoryName
from engine.game import apply
from engine.gamedef import Definition, Objective, State
from engine.gamedef.conditions import Together
from engine.rules.economy.blockades import blockade_losses, blockading_fleets
from engine.view.blockades import blockade_views
from tests.support.positions import big_world, done, position
from tests.support.unit_types import with_facts

NEAR, FAR = "SZ 10 North Sea", "SZ 9 North Atlantic"
COAST = "Scotland"


def world(*, zones: tuple[str, ...] = (NEAR,), worth: int = 3, **options: object) -> Definition:
    """The big world in which submarines blockade a coast worth 3 PUs."""
    plain = big_world(**options)
    areas = dict(plain.board.territories)
    for zone in zones:
        areas[zone] = replace(areas[zone], blockade_zone=True)
    areas[COAST] = replace(areas[COAST], production=worth)
    types = dict(plain.unit_types)
    types["submarine"] = with_facts(types["submarine"], blockade=2)
    types["destroyer"] = with_facts(types["destroyer"], blockade=1)
    return replace(plain, board=replace(plain.board, territories=areas), unit_types=types)


def start(definition: Definition, *ships: tuple[str, str, int]) -> State:
    """Ships of an enemy: zone, type, number; the British end their turn soon."""
    return position(
        definition,
        "British",
        "place",
        cleared=(NEAR, FAR),
        units=[(zone, "Germans", kind, count) for zone, kind, count in ships],
    )


def lost(state: State) -> dict[TerritoryName, int]:
    return blockade_losses(state, "British", blockading_fleets(state, "British"))


@pytest.mark.parametrize(
    ("ships", "cost"),
    [
        ([], {}),
        ([(NEAR, "transport", 3)], {}),
        ([(NEAR, "destroyer", 1)], {NEAR: 1}),
        ([(NEAR, "submarine", 1)], {NEAR: 2}),
        ([(NEAR, "submarine", 1), (NEAR, "destroyer", 1)], {NEAR: 3}),
        ([(NEAR, "submarine", 4)], {NEAR: 3}),
        ([(FAR, "submarine", 1)], {}),
    ],
)
def test_ships_cost_what_they_say_up_to_the_worth_of_the_coast(
    ships: list[tuple[str, str, int]], cost: dict[str, int]
) -> None:
    assert lost(start(world(), *ships)) == cost


def test_two_zones_do_not_take_the_same_money() -> None:
    state = start(world(zones=(NEAR, FAR)), (NEAR, "submarine", 1), (FAR, "submarine", 1))
    assert sum(lost(state).values()) == 3


def _worlds(worth: dict[str, int], zones: tuple[str, ...]) -> Definition:
    """The big world in which these areas have these values and all other coasts of zones none."""
    plain = world(zones=zones)
    areas = dict(plain.board.territories)
    for zone in zones:
        for place in plain.board.neighbours(zone):
            areas[place] = replace(areas[place], production=worth.get(place, 0))
    return replace(plain, board=replace(plain.board, territories=areas))


def test_a_convoy_zone_beside_a_blockade_loses_as_land_does() -> None:
    worlds = _worlds({FAR: 2}, (NEAR,))
    assert FAR in worlds.board.neighbours(NEAR)
    state = start(worlds, (NEAR, "submarine", 3))
    assert not lost(state)
    assert lost(replace(state, owners={**state.owners, FAR: "British"})) == {NEAR: 2}


def test_the_dice_have_six_faces_whatever_dice_the_game_has() -> None:
    ten = replace(world(blockades_are_rolled=True), dice_sides=10)
    step = done(start(ten, (NEAR, "submarine", 1)))
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.sides == 6


def test_a_zone_whose_dice_cost_nothing_is_no_second_zone_of_the_coast() -> None:
    state = start(world(zones=(NEAR, FAR)), (NEAR, "submarine", 1), (FAR, "submarine", 1))
    assert blockade_losses(state, "British", {NEAR: 1, FAR: 0}) == {NEAR: 1}


def test_the_loss_comes_before_an_objective_that_takes_everything() -> None:
    """Land pays, blockades take, and then the objective takes what is left, never more."""
    definition = world()
    taken = Objective(name="taken", nation="British", value=-1000, test=Together((), 0, 0))
    script = replace(definition.script, objectives=(taken,))
    options = replace(definition.options, national_objectives=True)
    poor = replace(definition, script=script, options=options)
    step = done(start(poor, (NEAR, "submarine", 1)))
    assert any(isinstance(one, IncomeBlockaded) for one in step.events)
    kinds = [type(one).__name__ for one in step.events]
    last = [at for at, kind in enumerate(kinds) if kind == "IncomeCollected"][-1]
    assert kinds.index("IncomeBlockaded") < last
    assert step.state.amount("British", "PUs") == 0


def test_friends_do_not_blockade() -> None:
    state = position(
        world(), "British", "place", cleared=(NEAR,), units=[(NEAR, "Americans", "submarine", 2)]
    )
    assert not lost(state)


def test_a_nation_may_be_immune() -> None:
    definition = world()
    rules = definition.map_rules
    rule = replace(rules.of("British"), is_unblockaded=True)
    free = replace(definition, map_rules=replace(rules, nations=(rule,)))
    assert lost(start(definition, (NEAR, "submarine", 1)))
    assert not lost(start(free, (NEAR, "submarine", 1)))


def test_the_loss_is_paid_at_the_end_of_the_turn() -> None:
    blocked, free = start(world(), (NEAR, "submarine", 1)), start(world())
    step = done(blocked)
    (event,) = [one for one in step.events if isinstance(one, IncomeBlockaded)]
    assert event.losses == ((NEAR, 2),)
    rich = done(free).state.amount("British", "PUs")
    assert step.state.amount("British", "PUs") == rich - 2


@pytest.mark.parametrize("holder", ["British", "Germans"])
@pytest.mark.parametrize("is_rolled", [True, False])
def test_a_nation_without_its_capital_has_nothing_to_lose(holder: str, is_rolled: bool) -> None:
    state = start(world(blockades_are_rolled=is_rolled), (NEAR, "submarine", 1))
    state = replace(state, owners={**state.owners, "England": holder})
    assert [view.zone for view in blockade_views(state)] == ([NEAR] if holder == "British" else [])
    step = done(state)
    costs = isinstance(step.waiting, RollRequest) or any(
        isinstance(event, IncomeBlockaded) for event in step.events
    )
    assert costs == (holder == "British")


@pytest.mark.parametrize(("dice", "cost"), [((4, 6), 0), ((1, 6), 1), ((3, 3), 3), ((2, 1), 3)])
def test_by_option_dice_say_what_it_costs(dice: tuple[int, int], cost: int) -> None:
    """Dice above 3 cost nothing; the coast is worth 3."""
    step = done(start(world(blockades_are_rolled=True), (NEAR, "submarine", 1)))
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.step, step.waiting.count) == ("blockade", 2)
    after = apply(step.state, RollResult(dice))
    found = [one.losses for one in after.events if isinstance(one, IncomeBlockaded)]
    assert found == ([((NEAR, cost),)] if cost else [])


def test_where_nothing_can_be_lost_no_dice_are_rolled() -> None:
    ship = (NEAR, "submarine", 1)
    rich, poor = world(blockades_are_rolled=True), world(worth=0, blockades_are_rolled=True)
    assert blockading_fleets(start(rich, ship), "British") == {NEAR: 2}
    coast = [place for place in poor.board.neighbours(NEAR) if not poor.board.is_sea[place]]
    areas = {name: replace(poor.board.territories[name], production=0) for name in coast}
    worthless = replace(
        poor, board=replace(poor.board, territories={**poor.board.territories, **areas})
    )
    assert blockading_fleets(start(worthless, ship), "British") == {}


def test_a_sea_zone_that_a_nation_holds_loses_its_income_as_land_does() -> None:
    plain = world(zones=(FAR,), worth=0)
    areas = dict(plain.board.territories)
    areas[NEAR] = replace(areas[NEAR], production=1)
    state = start(
        replace(plain, board=replace(plain.board, territories=areas)), (FAR, "submarine", 1)
    )
    assert lost(state) == {}
    held = replace(state, owners={**state.owners, NEAR: "British"})
    assert lost(held) == {FAR: 1}


@pytest.mark.parametrize("is_rolled", [True, False])
@pytest.mark.parametrize("phase", ["end_turn", "end_turn_unpaid"])
def test_where_land_pays_nothing_nothing_is_lost(phase: str, is_rolled: bool) -> None:
    game = world(blockades_are_rolled=is_rolled)
    steps = tuple(
        replace(step, phase=phase) if step.phase == "end_turn" else step for step in game.sequence
    )
    step = done(start(replace(game, sequence=steps), (NEAR, "submarine", 1)))
    costs = isinstance(step.waiting, RollRequest) or any(
        isinstance(event, IncomeBlockaded) for event in step.events
    )
    assert costs == (phase == "end_turn")
