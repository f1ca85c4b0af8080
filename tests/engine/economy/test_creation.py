"""What units pay and make at the end of a turn (map dialect: createsUnitsList and its like)."""

from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import IncomeCollected
from engine.core.evolve import evolve
from engine.core.ids import NEUTRAL, PUS
from engine.game import apply
from engine.gamedef import Definition, State, UnitType
from engine.gamedef.position import Step
from engine.rules.economy.creation import resolve_neutral_growth
from tests.engine.economy.test_income_repair import turn_over
from tests.engine.loading.test_map_relations import played
from tests.support.invariants import check_board
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import unit_type

INLAND, COAST, ZONE = "Moscow", "Leningrad", "SZ 12 East Baltic Sea"


def world(*kinds: UnitType) -> Definition:
    plain = big_world()
    return replace(plain, unit_types={**plain.unit_types, **{kind.name: kind for kind in kinds}})


def mill(*made: tuple[str, int], pays: tuple[tuple[str, int], ...] = ()) -> UnitType:
    return unit_type("mill", is_infrastructure=True, creates=made, yields=pays)


def end_of_turn(kind: UnitType, *places: str, pus: int = 10, **more: dict[str, str]) -> Step:
    """The end of the Russian turn with a mill in each of some places."""
    state = position(
        world(kind),
        "Russians",
        "place",
        units=[(place, "Russians", "mill", 1) for place in places],
        pus={"Russians": pus},
        owners=more.get("owners"),
    )
    return turn_over(state)


def income(step: Step) -> list[tuple[str, int, int]]:
    return [
        (event.resource, event.amount, event.total)
        for event in step.events
        if isinstance(event, IncomeCollected) and event.source == "units"
    ]


def new_in(before: State, after: State, place: str, kind: str) -> int:
    return count_in(after, place, "Russians", kind) - count_in(before, place, "Russians", kind)


@pytest.mark.parametrize("mills", [0, 1, 3])
def test_units_pay_at_the_end_of_their_owner_s_turn(mills: int) -> None:
    step = end_of_turn(mill(pays=((PUS, 2),)), *[INLAND] * mills)
    paid = [amount for _, amount, _ in income(step)]
    assert paid == ([2 * mills] if mills else [])


def test_upkeep_takes_no_more_than_there_is() -> None:
    cheap = end_of_turn(mill(pays=((PUS, -3),)), INLAND)
    assert [amount for _, amount, _ in income(cheap)] == [-3]
    dear = end_of_turn(mill(pays=((PUS, -1000),)), INLAND)
    ((_, amount, total),) = income(dear)
    assert -1000 < amount < 0 == total


def test_units_are_made_where_their_maker_stands() -> None:
    before = position(world(mill()), "Russians", "place")
    after = end_of_turn(mill(("infantry", 2), ("fighter", 1)), INLAND, INLAND).state
    assert new_in(before, after, INLAND, "infantry") == 4
    assert new_in(before, after, INLAND, "fighter") == 2
    check_board(after, after.units.values())


def test_nothing_is_made_without_a_capital() -> None:
    step = end_of_turn(mill(("infantry", 2), pays=((PUS, 2),)), COAST, owners={"Moscow": "Germans"})
    before = position(world(mill()), "Russians", "place")
    assert new_in(before, step.state, COAST, "infantry") == 0
    assert income(step) == []


def test_ships_appear_in_a_sea_zone_beside_land_and_a_die_chooses_among_several() -> None:
    board = big_world().board
    for place in board.territories:
        zones = sorted(zone for zone in board.neighbours(place) if board.is_sea[zone])
        if len(zones) == 1 and not board.is_sea[place]:
            one, only = place, zones[0]
        elif len(zones) > 1 and not board.is_sea[place]:
            several, shores = place, zones
    step = end_of_turn(mill(("destroyer", 1)), one)
    assert count_in(step.state, only, "Russians", "destroyer") == 1
    for face, zone in enumerate(shores, start=1):
        step = end_of_turn(mill(("destroyer", 2)), several)
        assert isinstance(step.waiting, RollRequest)
        assert (step.waiting.step, step.waiting.count, step.waiting.sides) == (
            "creation",
            1,
            len(shores),
        )
        after = apply(step.state, RollResult((face,))).state
        assert count_in(after, zone, "Russians", "destroyer") == 2
        check_board(after, after.units.values())


def test_land_units_made_at_sea_go_to_own_land() -> None:
    ship = unit_type("mill", is_sea=True, creates=(("infantry", 1),))
    before = position(world(ship), "Russians", "place")
    own = [
        place
        for place in before.definition.board.neighbours(ZONE)
        if before.owners.get(place) == "Russians"
    ]
    assert own == [COAST]
    after = end_of_turn(ship, ZONE).state
    assert new_in(before, after, COAST, "infantry") == 1


def test_units_of_nobody_make_others_where_they_stand_between_turns() -> None:
    state = position(
        world(mill(("infantry", 2), ("destroyer", 1))),
        "Russians",
        "place",
        owners={INLAND: NEUTRAL},
        units=[(INLAND, NEUTRAL, "mill", 1), (COAST, "Russians", "mill", 1)],
    )
    grown = state
    for event in resolve_neutral_growth(state):
        grown = evolve(grown, event)
    assert count_in(grown, INLAND, NEUTRAL, "infantry") == 2
    assert len(grown.units) == len(state.units) + 2


def test_a_step_of_the_owner_of_neutral_land_is_growth_or_nothing() -> None:
    step = '<step name="redTech" delegate="tech" player="Reds"/>'
    found = played(
        "war",
        also=(
            (
                '<delegate name="tech" javaClass="TechnologyDelegate"',
                '<delegate name="e" javaClass="EndTurnDelegate" display="E"/>'
                '<delegate name="tech" javaClass="TechnologyDelegate"',
            ),
            (
                step,
                '<step name="NeutralEndTurn" delegate="e" player="Neutral"/>'
                f'<step name="NeutralTech" delegate="tech" player="Neutral"/>{step}',
            ),
        ),
    )
    steps = [(one.name, one.phase, one.nation) for one in found.sequence if "Neutral" in one.name]
    assert steps == [("NeutralEndTurn", "neutral_growth", "")]
