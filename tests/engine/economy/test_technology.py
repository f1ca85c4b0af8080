"""Research (B100 to B110, B122, B125, B133, V13) and when it works (B107, B230)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from engine.core.agenda import PhaseFrame, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import IllegalActionError
from engine.core.event_log import EventLog
from engine.core.events.economy import TechnologyActivated, TechnologyFound
from engine.core.events.triggers import TechnologyGiven
from engine.core.events.turn import PhaseSkipped
from engine.core.ids import RESEARCH_DICE
from engine.game import apply, check, legal
from engine.gamedef import Definition, State
from engine.gamedef.technology import ChartFace, NationChart, Technology, TechnologyCategory
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.research import Research
from engine.rules.common.values import attack_of, defence_of, movement_of
from engine.rules.economy.technology import (
    resolve_activation,
    resolve_shared_technologies,
    technologies_of,
    why_no_research,
)
from engine.rules.turn.sequence import resolve_next_step
from tests.support.positions import at_phase, big_world, position

SIX = [
    "jet_power",
    "super_subs",
    "long_range_aircraft",
    "rockets",
    "destroyer_bombard",
    "heavy_bomber",
]


def codes(state: State, order: Research) -> list[str]:
    return [reason.code for reason in check(state, order)]


def test_B102_two_dice_cost_ten_of_34_pus() -> None:
    state = position(big_world(), "Russians", "tech")
    step = apply(state, Research("rockets", 2))
    assert step.state.amount("Russians", "PUs") == 24
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.count, step.waiting.sides, step.waiting.step) == (2, 6, "research")


def test_B104_a_nation_cannot_research_what_its_map_closes_to_it() -> None:
    world = big_world()
    rule = replace(world.map_rules.of("Russians"), not_researched=tuple(SIX[1:]))
    closed = replace(world, map_rules=replace(world.map_rules, nations=(rule,)))
    state = position(closed, "Russians", "tech")
    assert codes(state, Research("rockets", 1)) == ["technology-closed"]
    assert codes(state, Research("jet_power", 1)) == []
    assert {order.technology for order in legal(state) if isinstance(order, Research)} == {
        "jet_power"
    }
    assert codes(position(closed, "Germans", "tech"), Research("rockets", 1)) == []
    nothing = replace(rule, not_researched=tuple(SIX))
    none = replace(world, map_rules=replace(world.map_rules, nations=(nothing,)))
    assert "no technology" in why_no_research(position(none, "Russians", "tech"))


def with_rule(
    world: Definition, *, not_researched: tuple[str, ...] = (), research_price: int = 0
) -> Definition:
    rule = replace(
        world.map_rules.of("Russians"),
        not_researched=not_researched,
        research_price=research_price,
    )
    return replace(world, map_rules=replace(world.map_rules, nations=(rule,)))


def test_B102_a_nation_may_have_a_price_of_its_own() -> None:
    state = position(with_rule(big_world(), research_price=8), "Russians", "tech")
    assert apply(state, Research("rockets", 2)).state.amount("Russians", "PUs") == 34 - 16
    assert codes(state, Research("rockets", 5)) == ["not-enough-pus"]
    assert codes(position(big_world(), "Russians", "tech"), Research("rockets", 5)) == []


@pytest.mark.parametrize(
    ("closed", "known", "found"),
    [
        ((), (), ("jet_power", "rockets", "jet_power")),
        (("rockets",), (), ("jet_power", "jet_power")),
        # With a technology of any kind each of the others has one face.
        ((), ("super_subs",), ("jet_power", "rockets")),
    ],
)
def test_B104_faces_follow_the_chart_of_the_nation(
    closed: tuple[str, ...], known: tuple[str, ...], found: tuple[str, ...]
) -> None:
    world = with_rule(big_world(tech_directed=False), not_researched=closed)
    names = ("rockets", "jet_power")
    places = ("jet_power", "rockets", "jet_power")
    own = NationChart("Russians", "any", tuple(ChartFace(name) for name in places))
    research = Technology(names, (TechnologyCategory("any", names),), (), (own,))
    state = position(replace(world, technology=research), "Russians", "tech", technologies=known)
    for face, name in enumerate(found, start=1):
        step = apply(apply(state, Research("any", 1)).state, RollResult((6,)))
        assert isinstance(step.waiting, RollRequest)
        assert step.waiting.sides == len(found)
        step = apply(step.state, RollResult((face,)))
        assert step.state.found["Russians"] == (name,)


@pytest.mark.parametrize("kept", [True, False])
def test_B106_dice_that_were_given_wait_for_research_and_are_gone_where_none_are_kept(
    kept: bool,
) -> None:
    state = position(big_world(tech_tokens_kept=kept), "Russians", "tech")
    state = replace(
        state,
        resources={**state.resources, "Russians": {"PUs": 0, RESEARCH_DICE: 2}},
    )
    step = apply(state, Research("rockets", 0))
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.count == 2
    waiting = apply(state, Done()).state
    assert waiting.amount("Russians", RESEARCH_DICE) == 2
    rolled = apply(step.state, RollResult((1, 1))).state
    assert rolled.amount("Russians", RESEARCH_DICE) == (2 if kept else 0)


def test_B102_seven_dice_cost_more_than_34_pus_and_one_is_missing() -> None:
    reasons = check(position(big_world(), "Russians", "tech"), Research("rockets", 7))
    assert [reason.code for reason in reasons] == ["not-enough-pus"]
    assert "1 too few" in reasons[0].text


@pytest.mark.parametrize("dice", [0, -1, -7])
def test_B102_needs_at_least_one_die(dice: int) -> None:
    assert codes(position(big_world(), "Russians", "tech"), Research("rockets", dice)) == [
        "wrong-count"
    ]


@pytest.mark.parametrize(
    ("dice", "chance"),
    [(1, Fraction(1, 6)), (2, Fraction(11, 36)), (3, Fraction(91, 216))],
)
def test_V13_chance_of_success_counted_over_all_dice(dice: int, chance: Fraction) -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("rockets", dice)).state
    rolls = list(product(range(1, 7), repeat=dice))
    found = sum(bool(apply(state, RollResult(roll)).state.found["Russians"]) for roll in rolls)
    assert Fraction(found, len(rolls)) == chance


@pytest.mark.parametrize(("dice", "sixth"), [(1, 1), (3, 3), (5, 5)])
def test_B133_low_luck_research_is_one_die_at_the_number_of_dice(dice: int, sixth: int) -> None:
    state = position(big_world(low_luck_technology=True), "Russians", "tech")
    step = apply(state, Research("rockets", dice))
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.count == 1
    found = [
        bool(apply(step.state, RollResult((die,))).state.found["Russians"]) for die in range(1, 7)
    ]
    assert found == [True] * sixth + [False] * (6 - sixth)


def test_B133_six_dice_of_low_luck_are_a_sure_success_without_a_die() -> None:
    state = position(big_world(low_luck_technology=True), "Russians", "tech")
    step = apply(state, Research("rockets", 6))
    assert step.waiting == PhaseOpen("Russians", "tech")
    assert step.state.found["Russians"] == ("rockets",)
    assert step.state.amount("Russians", "PUs") == 4


def test_B104_naming_no_technology_is_refused() -> None:
    assert codes(position(big_world(), "Russians", "tech"), Research("", 1)) == [
        "no-technology-named"
    ]


def test_B105_two_sixes_give_only_the_one_technology() -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("jet_power", 2)).state
    step = apply(state, RollResult((6, 6)))
    assert step.state.found["Russians"] == ("jet_power",)
    assert [event for event in step.events if isinstance(event, TechnologyFound)] == [
        TechnologyFound("Russians", "jet_power")
    ]
    assert step.state.amount("Russians", "PUs") == 24


def test_B106_dice_without_a_six_are_lost() -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("jet_power", 2)).state
    step = apply(state, RollResult((1, 5)))
    assert step.state.found["Russians"] == ()
    assert step.state.amount("Russians", "PUs") == 24
    assert step.waiting == PhaseOpen("Russians", "tech")


def test_B107_B230_a_find_works_after_the_placement_of_the_same_turn_and_before_income() -> None:
    start = apply(position(big_world(), "Germans", "tech"), Research("jet_power", 1)).state
    found = apply(start, RollResult((6,)))
    assert found.state.technologies["Germans"] == ()
    fighter = next(unit for unit in found.state.units_of("Germans") if unit.type == "fighter")
    assert defence_of(found.state, fighter) == 4
    last = at_phase(found, "Germans", "noncombat_move")
    after = apply(last.state, Done())
    assert after.state.technologies["Germans"] == ("jet_power",)
    assert after.state.found["Germans"] == ()
    assert defence_of(after.state, fighter) == 5
    names = [type(event).__name__ for event in after.events]
    assert names.index("TechnologyActivated") < names.index("IncomeCollected")
    assert TechnologyActivated("Germans", "jet_power") in after.events


def test_B108_pus_not_spent_are_there_for_the_purchase() -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("rockets", 2)).state
    step = at_phase(apply(state, RollResult((1, 2))), "Russians", "purchase")
    assert check(step.state, Buy((("infantry", 8),))) == ()
    assert [reason.code for reason in check(step.state, Buy((("armour", 5),)))] == [
        "not-enough-pus"
    ]


def test_B109_a_second_roll_in_the_same_turn_is_refused() -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("rockets", 1)).state
    after = apply(state, RollResult((1,))).state
    assert codes(after, Research("rockets", 1)) == ["researched-already"]
    assert list(legal(after)) == [Done()]


def test_B109_the_next_turn_has_a_roll_of_its_own() -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("rockets", 1)).state
    step = at_phase(apply(state, RollResult((1,))), "Germans", "tech")
    assert codes(step.state, Research("rockets", 1)) == []


def test_B109_a_technology_that_is_owned_or_found_cannot_be_chosen() -> None:
    state = position(big_world(), "Russians", "tech", technologies=["rockets"])
    assert codes(state, Research("rockets", 1)) == ["technology-owned"]


def test_no_order_is_taken_while_the_dice_are_out() -> None:
    state = apply(position(big_world(), "Russians", "tech"), Research("rockets", 1)).state
    assert [reason.code for reason in check(state, Done())] == ["dice-first"]
    with pytest.raises(IllegalActionError):
        apply(state, RollResult((1, 2)))


def test_every_reason_is_given_at_once() -> None:
    state = position(big_world(), "Russians", "tech")
    assert codes(state, Research("radar", 9)) == ["unknown-technology", "not-enough-pus"]


def test_B110_B111_a_technology_works_only_for_its_finder() -> None:
    state = position(big_world(), "Germans", "combat_move", technologies=["jet_power"])
    values = {
        unit.owner: defence_of(state, unit)
        for unit in state.units.values()
        if unit.type == "fighter"
    }
    assert values["Germans"] == 5
    assert {value for nation, value in values.items() if nation != "Germans"} == {4}


def test_B112_super_subs_attack_at_3_and_defend_at_2_or_3() -> None:
    for bonus in (0, 1):
        definition = big_world(super_sub_defence_bonus=bonus)
        state = position(definition, "Germans", "combat_move", technologies=["super_subs"])
        submarine = next(unit for unit in state.units_of("Germans") if unit.type == "submarine")
        assert (attack_of(state, submarine), defence_of(state, submarine)) == (3, 2 + bonus)


def test_B113_long_range_aircraft_have_two_more() -> None:
    state = position(big_world(), "Germans", "combat_move", technologies=["long_range_aircraft"])
    ranges = {unit.type: movement_of(state, unit) for unit in state.units_of("Germans")}
    assert (ranges["fighter"], ranges["bomber"], ranges["armour"]) == (6, 8, 2)


def test_B125_six_technologies_and_no_others() -> None:
    assert list(technologies_of(big_world())) == SIX
    assert codes(position(big_world(), "Russians", "tech"), Research("radar", 1)) == [
        "unknown-technology"
    ]


def test_B122_B123_industrial_technology_only_when_agreed() -> None:
    state = position(big_world(), "Russians", "tech")
    assert codes(state, Research("industrial_technology", 1)) == ["unknown-technology"]
    agreed = position(big_world(industrial_technology=True), "Russians", "tech")
    assert codes(agreed, Research("industrial_technology", 1)) == []
    assert list(technologies_of(agreed.definition)) == [*SIX, "industrial_technology"]


@pytest.mark.parametrize(
    ("options", "pus", "owners", "technologies", "part"),
    [
        ({}, 4, {}, [], "fewer than 5 PUs"),
        ({}, 34, {"Moscow": "Germans"}, [], "capital"),
        ({"tech_development": False}, 34, {}, [], "no research"),
        ({}, 34, {}, SIX, "every technology"),
    ],
)
def test_B100_the_phase_is_skipped_with_the_reason(
    options: dict[str, bool],
    pus: int,
    owners: dict[str, str],
    technologies: list[str],
    part: str,
) -> None:
    start = position(
        big_world(**options),
        "Americans",
        "noncombat_move",
        pus={"Russians": pus},
        owners=owners,
    )
    known = {**start.technologies, "Russians": tuple(technologies)}
    state = replace(start, technologies=known)
    step = apply(state, Done())
    skipped = [
        event
        for event in step.events
        if isinstance(event, PhaseSkipped) and (event.nation, event.phase) == ("Russians", "tech")
    ]
    assert len(skipped) == 1
    assert part in skipped[0].reason
    assert step.state.phase.phase != "tech"


def test_B100_five_pus_are_enough() -> None:
    state = position(big_world(), "Russians", "tech", pus={"Russians": 5})
    assert why_no_research(state) == ""
    assert list(legal(state)) == [*(Research(name, 1) for name in SIX), Done()]


def test_legal_research_is_every_affordable_number_of_dice() -> None:
    state = position(big_world(), "Russians", "tech")
    orders = list(legal(state))
    assert len(orders) == 6 * 6 + 1
    assert all(check(state, order) == () for order in orders)


def _with_rule(**changes: tuple[str, ...]) -> State:
    world = big_world()
    rule = replace(world.map_rules.of("Russians"), **changes)
    return position(
        replace(world, map_rules=replace(world.map_rules, nations=(rule,))), "Russians", "tech"
    )


def test_others_pay_for_research_where_the_own_money_is_not_enough() -> None:
    state = _with_rule(research_helpers=("British", "Americans"))
    own, british = state.amount("Russians", "PUs"), state.amount("British", "PUs")
    assert own == 34
    assert codes(_with_rule(), Research("rockets", 7)) == ["not-enough-pus"]
    few = apply(state, Research("rockets", 6)).state
    assert (few.amount("Russians", "PUs"), few.amount("British", "PUs")) == (4, british)
    more = apply(state, Research("rockets", 8)).state
    assert (more.amount("Russians", "PUs"), more.amount("British", "PUs")) == (0, british - 6)
    assert more.amount("Americans", "PUs") == state.amount("Americans", "PUs")
    broke = replace(state, resources={**state.resources, "Russians": {"PUs": 0}})
    assert why_no_research(broke) == ""
    assert Research("rockets", 8) in legal(state)


@pytest.mark.parametrize("known", [(), ("jet_power",), ("jet_power", "rockets")])
def test_what_a_nation_has_is_shared_whenever_others_lack_it(known: tuple[str, ...]) -> None:
    """Also what it began with, or what the other could not research before."""
    state = _with_rule(shares_technologies_with=("British",))
    own = ("jet_power", "rockets")
    held = {**state.technologies, "Russians": own, "British": known}
    assert resolve_shared_technologies(replace(state, technologies=held)) == tuple(
        TechnologyGiven("British", name) for name in own if name not in known
    )


def test_what_is_found_is_shared_with_nations_that_could_research_it() -> None:
    state = _with_rule(shares_technologies_with=("British",))
    found = replace(state, found={**state.found, "Russians": ("jet_power", "rockets")})
    world = state.definition
    closed = replace(world.map_rules.of("British"), not_researched=("rockets",))
    rules = replace(world.map_rules, nations=(*world.map_rules.nations, closed))
    found = replace(found, definition=replace(world, map_rules=rules))
    log = EventLog(found)
    log.extend(resolve_activation(found))
    assert log.events == (
        TechnologyActivated("Russians", "jet_power"),
        TechnologyActivated("Russians", "rockets"),
    )
    assert resolve_shared_technologies(log.state) == (TechnologyGiven("British", "jet_power"),)


def test_what_a_trigger_gives_in_the_activation_is_shared_as_well() -> None:
    state = replace(
        _with_rule(shares_technologies_with=("British",)),
        agenda=(PhaseFrame(0, "Russians", "tech_activation", "left"),),
    )
    state = replace(state, technologies={**state.technologies, "Russians": ("rockets",)})
    assert TechnologyGiven("British", "rockets") in resolve_next_step(state)
