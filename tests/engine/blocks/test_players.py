"""Defaults, routes and computer players in a block game."""

from collections import Counter
from random import Random

import pytest

from engine import (
    Decision,
    Done,
    GameOver,
    PhaseOpen,
    Place,
    RollRequest,
    RollResult,
    apply,
    check,
    decide,
    legal,
    legal_part,
    load_scenario,
    new_game,
    parse_order,
    status_view,
    territory_view,
    with_amounts,
    with_route,
)
from engine.ai import choose_randomly, choose_sensibly
from engine.orders.move import Move
from tests.support.blocks import ALL_AT_WAR, DEFINITION, do, position


def moved(text: str) -> Move:
    order = parse_order(text, DEFINITION)
    assert isinstance(order, Move)
    return order


def test_a_move_that_names_its_ends_goes_the_cheapest_legal_way() -> None:
    state = position([("Axis", "tank", "Berlin"), ("Axis", "fleet", "Konigsberg")])
    # At peace there is no legal way: the cheapest is refused, with what stands against it.
    refused = with_route(state, moved("move 1 tank: Berlin > Lorraine"))
    assert refused.path == ("Berlin", "Munich", "Lorraine")
    assert [reason.rule for reason in check(state, refused)] == ["T32"]
    war = position([("Axis", "tank", "Berlin")], wars=ALL_AT_WAR)
    way = with_route(war, moved("move 1 tank: Berlin > Paris"))
    assert way.path == ("Berlin", "Munich", "Lorraine", "Paris")
    ship = with_route(state, moved("move 1 fleet: Konigsberg > North Sea"))
    assert ship.path == ("Konigsberg", "Baltic Sea", "Copenhagen", "North Sea")


def test_all_means_those_that_have_not_moved() -> None:
    state = position([("Axis", "tank", "Berlin")] * 3)
    state = do(state, "move 1 tank: Berlin > Ruhr", "move 1 tank: Berlin > Munich").state
    assert with_amounts("move all: Berlin > Ruhr", state) == "move 1 tank: Berlin > Ruhr"


def test_a_move_of_blocks_is_made_by_all_units_or_by_none() -> None:
    state = position([("Axis", "infantry", "Munich")] * 3 + [("West", "tank", "Lorraine")])
    part, reasons = legal_part(state, moved("move 3 infantry: Munich > Lorraine"))
    assert part is None and reasons
    whole = moved("move 3 infantry: Munich > Berlin")
    assert legal_part(state, whole) == (whole, ())


def test_views_show_strengths_battles_and_who_is_asked() -> None:
    state = position(
        [("Axis", "tank", "Lorraine", 2), ("West", "infantry", "Lorraine", 3)],
        phase="combat",
        wars=ALL_AT_WAR,
    )
    groups = territory_view(state, "Lorraine").groups
    assert [group.label for group in groups] == [
        "tank of 2 CV",
        "infantry of 3 CV (France)",
    ]
    assert territory_view(state, "Lorraine").battles == ("battle",)
    view = territory_view(state, "Lorraine")
    assert view.facts == ("France", "resources 2")
    assert {other.name: other.border for other in view.neighbours}["Munich"] == "river, 2"
    step = do(state, "fight Lorraine")
    assert "what their tank of 2 CV does" in status_view(step.state, step.waiting).text


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_the_random_player_and_the_defaults_get_through_a_year(seed: int) -> None:
    chance = Random(seed)
    step = new_game(load_scenario("triumph_tragedy"))
    while step.state.round == 1:
        waiting = step.waiting
        assert not isinstance(waiting, GameOver)
        if isinstance(waiting, RollRequest):
            dice = (chance.randint(1, waiting.sides) for _ in range(waiting.count))
            step = apply(step.state, RollResult(tuple(dice)))
        elif isinstance(waiting, Decision):
            order = decide(step.state, waiting)
            assert check(step.state, order) == ()
            step = apply(step.state, order)
        else:
            step = apply(step.state, choose_randomly(step.state, waiting, chance))


def test_the_set_up_is_of_units_that_can_move() -> None:
    """A fortress never leaves its area: where anything else may be set up, something else is."""
    step = new_game(load_scenario("triumph_tragedy"))
    fortresses = sum(unit.type == "fortress" for unit in step.state.units.values())
    while not (isinstance(step.waiting, PhaseOpen) and step.waiting.phase != "deploy"):
        if isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((1,) * step.waiting.count))
            continue
        order = choose_sensibly(step.state, step.waiting)
        if isinstance(order, Place) and order.picks[0].type == "fortress":
            others = {one.picks[0].type for one in legal(step.state) if isinstance(one, Place)}
            assert others == {"fortress"}
            fortresses += 1
        step = apply(step.state, order)
    kinds = Counter(unit.type for unit in step.state.units.values())
    assert kinds["fortress"] == fortresses
    assert min(kinds["tank"], kinds["infantry"], kinds["air force"]) >= 3


def test_the_sensible_player_keeps_what_it_has() -> None:
    state = position([("Axis", "tank", "Berlin")], phase="command", command=0, kind="")
    step = do(state, "command pass")
    order = choose_sensibly(state, step.waiting)
    assert check(state, order) == () and not isinstance(order, Done)


def test_T230_the_computer_player_carries_out_what_it_has_declared() -> None:
    """Whatever its chances are, it does not end the phase while an attack is due."""
    state = do(position([("Axis", "tank", "Munich")]), "declare war West").state
    step = do(state)
    for seed in range(40):
        order = choose_randomly(state, step.waiting, Random(seed))
        assert check(state, order) == (), order
