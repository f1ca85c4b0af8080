"""Technologies of other games (B126 to B132) and the other ways of research (B104, B106, B107)."""

from dataclasses import replace

import pytest

from engine.core.agenda import Decision, PhaseOpen
from engine.core.events.battle import UnitsDestroyed, VolleyFired
from engine.core.ids import RESEARCH_DICE
from engine.core.pick import Pick
from engine.game import apply, check, legal
from engine.gamedef import Definition, State
from engine.gamedef.technology import TechnologyCategory
from engine.notation.parse import parse_order
from engine.orders.lose import Lose
from engine.orders.research import Research
from engine.rules.economy.technology import why_no_research
from tests.engine.battle.arena import arena, asks, fought, play, wants
from tests.engine.movement.board import move
from tests.support.positions import Stack, big_world, count_in, position


def listing(*technologies: str, **options: object) -> Definition:
    """Big World with other technologies in its list."""
    definition = big_world(**options)
    return replace(
        definition,
        technology=replace(
            definition.technology, names=(*definition.technology.names, *technologies)
        ),
    )


def knowing(state: State, nation: str, *technologies: str) -> State:
    """The same position in which a nation has these technologies in force."""
    return replace(state, technologies={**state.technologies, nation: technologies})


@pytest.mark.parametrize(
    ("known", "groups"), [((), {2: 2, 1: 2}), (("improved_artillery",), {2: 3, 1: 1})]
)
def test_B126_one_artillery_helps_two_infantry_with_the_technology(
    known: tuple[str, ...], groups: dict[int, int]
) -> None:
    state = arena(
        "Finland",
        [("infantry", 3), ("artillery", 1)],
        [("infantry", 1)],
        technologies=known,
        definition=listing("improved_artillery"),
    )
    (volley,) = play(fought(state, "Finland"), [6, 6, 6, 6]).all(VolleyFired)[:1]
    assert {group.strength: group.units for group in volley.groups} == groups


@pytest.mark.parametrize(("known", "lost"), [((), 0), (("radar",), 1)])
def test_B132_with_radar_aa_guns_hit_at_2(known: tuple[str, ...], lost: int) -> None:
    state = arena(
        "France", [("bomber", 1)], [("infantry", 1), ("aaGun", 1)], definition=listing("radar")
    )
    state = knowing(state, "Germans", *known)
    played = play(fought(state, "France"), [2])
    assert len(played.all(UnitsDestroyed)) == lost


def test_B132_radar_helps_in_low_luck_and_on_the_way_too() -> None:
    state = position(listing("radar", low_luck_aa=True), "British", "combat_move")
    state = knowing(state, "Germans", "radar")
    way = ("England", "SZ 17 English Channel", "France", "Vichy France")
    step = apply(state, move("1 bomber", *way))
    volley = play(step, [2]).all(VolleyFired)[0]
    assert (volley.groups[0].strength, volley.hits) == (2, 1)


def _raiders(**options: object) -> State:
    return arena(
        "France",
        [("fighter", 2), ("bomber", 1)],
        [("infantry", 1), ("aaGun", 1)],
        definition=big_world(**options),
    )


def test_B92_by_option_the_owner_chooses_who_is_shot_down() -> None:
    step = play(fought(_raiders(choose_aa_casualties=True), "France"), [5, 6, 1]).step
    decision = asks(step)
    assert (decision.nation, decision.what, decision.count) == ("Russians", "casualties", 1)
    assert len(decision.units) == 3
    order = Lose("France", (Pick(1, "fighter"),))
    assert check(step.state, order) == ()
    played = play(step, order)
    assert [event.cause for event in played.all(UnitsDestroyed)] == ["aa_fire"]
    assert count_in(played.step.state, "France", "Russians", "bomber") == 1
    assert count_in(played.step.state, "France", "Russians", "fighter") == 1
    assert (wants(played.step).step, wants(played.step).count) == ("general", 2)
    plain = play(fought(_raiders(), "France"), [5, 6, 1])
    assert count_in(plain.step.state, "France", "Russians", "bomber") == 1
    assert count_in(plain.step.state, "France", "Russians", "fighter") == 1
    plain = play(fought(_raiders(), "France"), [1, 6, 5])
    assert count_in(plain.step.state, "France", "Russians", "bomber") == 0, (
        "bombers come before fighters"
    )


def test_B92_by_option_the_owner_chooses_on_the_way_and_the_others_fly_on() -> None:
    over: list[Stack] = [("England", "British", "fighter", 2)]
    game = big_world(choose_aa_casualties=True, kamikaze_airplanes=True)
    state = position(game, "British", "combat_move", units=over)
    way = ("England", "SZ 17 English Channel", "France", "Vichy France")
    step = play(apply(state, move("1 bomber, 1 fighter", *way)), [1, 6]).step
    assert isinstance(step.waiting, Decision)
    assert (step.waiting.territory, step.waiting.step) == ("France", "overflight")
    played = play(step, Lose("France", (Pick(1, "fighter"),)))
    assert isinstance(played.step.waiting, PhaseOpen)
    there = [u.type for u in played.step.state.units_in("Vichy France") if u.owner == "British"]
    assert there == ["bomber"]


def test_B92_alike_aircraft_need_no_choice() -> None:
    state = arena(
        "France",
        [("fighter", 2)],
        [("infantry", 1), ("aaGun", 1)],
        definition=big_world(choose_aa_casualties=True),
    )
    played = play(fought(state, "France"), [1, 6])
    assert wants(played.step).step == "general"
    assert count_in(played.step.state, "France", "Russians", "fighter") == 1


def charts(**options: object) -> Definition:
    """Research that aims at a chart, as in third-edition games."""
    world = listing("radar", tech_directed=False, **options)
    return replace(
        world,
        technology=replace(
            world.technology,
            categories=(
                TechnologyCategory("air", ("jet_power", "long_range_aircraft", "radar")),
                TechnologyCategory("land", ("rockets",)),
            ),
        ),
    )


def test_B104_by_option_a_chart_is_aimed_at_and_a_die_names_the_technology() -> None:
    state = position(charts(), "Russians", "tech")
    assert parse_order("tech air 2", state.definition) == Research("air", 2)
    assert [r.code for r in check(state, Research("jet_power", 1))] == ["unknown-technology"]
    step = apply(state, Research("air", 2))
    played = play(step, [6, 1])
    assert (wants(played.step).count, wants(played.step).sides) == (1, 3)
    found = play(played.step, [3]).step.state
    assert found.found["Russians"] == ("radar",)
    known = knowing(state, "Russians", "jet_power", "radar")
    alone = play(apply(known, Research("air", 1)), [6]).step
    assert alone.state.found["Russians"] == ("long_range_aircraft",), "no die for one that is left"
    everything = knowing(state, "Russians", "rockets")
    assert [r.code for r in check(everything, Research("land", 1))] == ["technology-owned"]
    aims = {order.technology for order in legal(everything) if isinstance(order, Research)}
    assert aims == {"air"}


def test_B106_by_option_dice_without_a_six_are_kept_until_one_succeeds() -> None:
    state = position(big_world(tech_tokens_kept=True), "Russians", "tech")
    failed = play(apply(state, Research("rockets", 2)), [1, 2]).step.state
    assert failed.amount("Russians", "PUs") == 24
    later = position(
        big_world(tech_tokens_kept=True), "Russians", "tech", pus={"Russians": 3}, round_number=2
    )
    purse = {"PUs": 3, RESEARCH_DICE: failed.amount("Russians", RESEARCH_DICE)}
    later = replace(later, resources={**later.resources, "Russians": purse})
    assert not why_no_research(later), "dice are left although 3 PUs buy none"
    order = parse_order("tech rockets 0", later.definition)
    step = apply(later, order)
    assert wants(step).count == 2
    again = play(step, [1, 1]).step.state
    assert again.amount("Russians", RESEARCH_DICE) == 2
    won = play(step, [6, 1]).step.state
    assert won.found["Russians"] == ("rockets",)
    assert won.amount("Russians", RESEARCH_DICE) == 0
    plain = position(big_world(), "Russians", "tech")
    assert [r.code for r in check(plain, Research("rockets", 0))] == ["wrong-count"]


def test_B107_by_option_a_find_works_at_once() -> None:
    state = position(big_world(activate_technology_at_once=True), "Germans", "tech")
    found = play(apply(state, Research("long_range_aircraft", 1)), [6]).step.state
    assert found.technologies["Germans"] == ("long_range_aircraft",)
    assert found.found["Germans"] == ()


def test_B122_an_agreed_industrial_technology_can_be_ordered_in_words() -> None:
    game = big_world(industrial_technology=True)
    assert parse_order("tech industrial_technology 1", game) == Research("industrial_technology", 1)
