"""What an advance does is a fact of the game: of the rule book's advances, and of others.

B114 to B117 (rockets), B128 (factories), B129 (war bonds); the map dialect.
"""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision
from engine.core.chance import RollRequest
from engine.core.events.battle import FactoryBombed
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.technology import Advance
from engine.orders.done import Done
from engine.orders.fire_rocket import FireRocket
from engine.orders.repair import Repair
from engine.rules.economy.production import production_limit
from engine.rules.economy.purchase import prices_for
from tests.engine.battle.arena import asks, opened, play
from tests.support.positions import big_world, position


def _with(*advances: Advance, **options: object) -> Definition:
    game = big_world(**options)
    technology = replace(
        game.technology,
        names=tuple(dict.fromkeys((*game.technology.names, *(one.name for one in advances)))),
        advances=advances,
    )
    return replace(game, technology=technology)


def _knowing(game: Definition, nation: str, phase: str, *names: str) -> State:
    state = position(game, nation, phase)
    return replace(state, technologies={**state.technologies, nation: tuple(sorted(names))})


def _targets(*advances: Advance, **options: object) -> dict[str, tuple[str, ...]]:
    state = _knowing(
        _with(*advances, **options), "Germans", "battle", *(one.name for one in advances)
    )
    step = opened(state)
    found: dict[str, tuple[str, ...]] = {}
    while isinstance(step.waiting, Decision):
        found[asks(step).territory] = asks(step).territories
        step = play(step, FireRocket(asks(step).territory, "")).step
    return found


def test_B114_rockets_fly_as_far_as_their_advance_says() -> None:
    assert _targets(Advance("rockets")) == {}
    near = _targets(Advance("rockets", rocket_range=3))["France"]
    far = _targets(Advance("V2", rocket_range=4))["France"]
    assert near == ("England", "Scotland")
    assert set(near) < set(far)
    both = _targets(Advance("rockets", rocket_range=3), Advance("V2", rocket_range=4))
    assert both["France"] == far, "the longer range counts"


@pytest.mark.parametrize(("most", "again"), [(1, ["no-rocket-target"]), (2, []), (0, [])])
def test_B116_as_many_rockets_hit_an_area_as_the_advance_says(most: int, again: list[str]) -> None:
    advance = Advance("rockets", rocket_range=3, rockets_at_target=most)
    step = opened(_knowing(_with(advance), "Germans", "battle", "rockets"))
    places = ("France", "Western Germany")
    aimed = 0
    while isinstance(step.waiting, Decision):
        place = asks(step).territory
        if place in places and aimed:
            reasons = check(step.state, FireRocket(place, "England"))
            assert [reason.code for reason in reasons] == again
            break
        aimed += place in places
        step = play(step, FireRocket(place, "England" if place in places else "")).step
    assert aimed == 1


@pytest.mark.parametrize(("most", "dice"), [(1, 1), (2, 2), (0, 3)])
def test_B117_a_rocket_rolls_the_dice_of_its_launchers_up_to_the_same_number(
    most: int, dice: int
) -> None:
    advance = Advance("rockets", 3, rockets_at_target=most, rocket_dice=(("aaGun", 3),))
    game = _with(advance, bombing_limited_to_production=False, territory_turn_limit=False)
    step = opened(_knowing(game, "Germans", "battle", "rockets"))
    while isinstance(step.waiting, Decision):
        place = asks(step).territory
        step = play(step, FireRocket(place, "England" if place == "France" else "")).step
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.count == dice
    (bombed,) = play(step, [5] * dice).all(FactoryBombed)
    assert bombed.damage == 5 * dice


def test_B114_units_without_dice_launch_nothing() -> None:
    assert _targets(Advance("rockets", 3, rocket_dice=(("bomber", 1),))) == {}


def test_B128_producers_build_more_by_their_type_where_an_area_is_worth_it() -> None:
    def limits(advance: Advance) -> tuple[int, int]:
        state = _knowing(_with(advance), "British", "purchase", advance.name)
        return production_limit(state, "Bombay"), production_limit(state, "Scotland")

    assert limits(Advance("works")) == (3, 2)
    assert limits(Advance("works", more_built=2, worth_more=3)) == (5, 2)
    assert limits(Advance("works", more_built=2)) == (5, 4)
    assert limits(Advance("works", more_built=2, more_built_by=(("factory", 1),))) == (4, 3)
    assert limits(Advance("works", more_built_by=(("barracks", 1),))) == (3, 2)


@pytest.mark.parametrize(("discount", "paid"), [(0, 4), (25, 3), (50, 2), (30, 3), (100, 0)])
def test_B128_repairs_are_cheaper_by_the_discount_rounded_up(discount: int, paid: int) -> None:
    game = _with(Advance("works", repair_discount=discount), bombing_damages_factory=True)
    state = _knowing(game, "British", "purchase", "works")
    (factory,) = (unit for unit in state.units_in("Bombay") if unit.type == "factory")
    hurt = replace(state, units={**state.units, factory.id: replace(factory, damage=4)})
    bank = hurt.amount("British", "PUs")
    assert bank - apply(hurt, Repair("Bombay", 4)).state.amount("British", "PUs") == paid


def test_B129_war_bonds_have_the_dice_and_faces_of_their_advances() -> None:
    state = _knowing(
        _with(Advance("loans", bond_dice=2, bond_faces=10)), "Russians", "place", "loans"
    )
    request = apply(state, Done()).waiting
    assert isinstance(request, RollRequest)
    assert (request.count, request.sides) == (2, 10)
    both = _knowing(
        _with(Advance("loans", bond_dice=2), Advance("war_bonds", bond_dice=1)),
        "Russians",
        "place",
        "loans",
        "war_bonds",
    )
    request = apply(both, Done()).waiting
    assert isinstance(request, RollRequest)
    assert (request.count, request.sides) == (3, 6)


def test_B122_any_advance_may_lower_prices() -> None:
    game = _with(Advance("assembly_lines", lowers_prices=True))
    cheap = prices_for(_knowing(game, "British", "purchase", "assembly_lines"), "British")
    usual = prices_for(position(game, "British", "purchase"), "British")
    assert cheap["armour"] < usual["armour"]


def test_an_advance_that_is_not_described_does_what_the_rule_book_says() -> None:
    technology = big_world().technology
    assert technology.advance("rockets").rocket_range == 3
    assert technology.advance("nothing known") == Advance("nothing known")
