"""Weapons development in Classic (C51 to C59)."""

import pytest

from engine import Done, Research, Step, apply, check, legal
from engine.core.agenda import PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.economy import TechnologyFound, TechnologyRerolled
from engine.core.events.turn import PhaseSkipped
from engine.core.unit import Unit
from engine.rules.battle.rounds.fire import shooter_of
from engine.rules.common.values import attack_of, defence_of
from engine.rules.economy.technology import technologies_of
from tests.support.positions import classic, position


def rolled(step: Step, *dice: int) -> Step:
    return apply(step.state, RollResult(dice))


def researched(dice: int, *rolls: tuple[int, ...], owned: tuple[str, ...] = ()) -> Step:
    """Dice bought by the Russians, and the rolls after it."""
    state = position(classic(), "Russians", "tech", technologies=owned)
    step = apply(state, Research("", dice))
    for roll in rolls:
        step = rolled(step, *roll)
    return step


def unit(kind: str) -> Unit:
    return Unit(9_999, kind, "Russians", "Russia")


def test_C51_a_die_costs_5() -> None:
    state = position(classic(), "Russians", "tech")
    step = apply(state, Research("", 4))
    assert step.state.amount("Russians", "PUs") == 24 - 20
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.count, step.waiting.sides) == (4, 6)
    assert [reason.code for reason in check(state, Research("", 5))] == ["not-enough-pus"]


def test_C52_without_a_6_nothing_is_found() -> None:
    step = researched(3, (1, 5, 4))
    assert isinstance(step.waiting, PhaseOpen)
    assert step.state.technologies["Russians"] == ()


@pytest.mark.parametrize(
    ("face", "name"),
    [(1, "jet_power"), (2, "super_subs"), (3, "heavy_bomber"), (4, "rockets")],
)
def test_C52_after_a_6_a_die_of_six_faces_says_which(face: int, name: str) -> None:
    step = researched(2, (6, 1))
    assert isinstance(step.waiting, RollRequest)
    assert (step.waiting.count, step.waiting.sides) == (1, 6)
    step = rolled(step, face)
    assert step.state.technologies["Russians"] == (name,)
    assert isinstance(step.waiting, PhaseOpen)


def test_C52_there_are_four_technologies_D1() -> None:
    assert technologies_of(classic()) == ("jet_power", "super_subs", "heavy_bomber", "rockets")


def test_C53_jet_power_lets_fighters_defend_at_5() -> None:
    before = position(classic(), "Russians", "tech")
    after = position(classic(), "Russians", "tech", technologies=("jet_power",))
    assert (defence_of(before, unit("fighter")), defence_of(after, unit("fighter"))) == (4, 5)
    assert attack_of(after, unit("fighter")) == 3
    assert defence_of(after, unit("bomber")) == 1


def test_C54_super_submarines_attack_at_3() -> None:
    before = position(classic(), "Russians", "tech")
    after = position(classic(), "Russians", "tech", technologies=("super_subs",))
    assert (attack_of(before, unit("submarine")), attack_of(after, unit("submarine"))) == (2, 3)
    assert defence_of(after, unit("submarine")) == 2


def test_C55_a_heavy_bomber_rolls_three_dice_when_it_attacks() -> None:
    after = position(classic(), "Russians", "tech", technologies=("heavy_bomber",))
    attacker = shooter_of(after, unit("bomber"), "attacker")
    assert (attacker.strength, attacker.dice, attacker.keeps_best) == (4, 3, False)
    defender = shooter_of(after, unit("bomber"), "defender")
    assert (defender.strength, defender.dice) == (1, 1)


def test_C57_several_successes_find_one_technology_D2() -> None:
    step = researched(4, (6, 6, 6, 6), (1,))
    assert step.state.technologies["Russians"] == ("jet_power",)
    assert isinstance(step.waiting, PhaseOpen)


def test_C57_a_second_roll_in_a_turn_is_refused() -> None:
    state = position(classic(), "Russians", "tech", pus={"Russians": 50})
    step = rolled(apply(state, Research("", 1)), 2)
    assert [reason.code for reason in check(step.state, Research("", 1))] == ["researched-already"]


def test_C58_a_technology_that_is_owned_is_rolled_again_D2() -> None:
    step = researched(1, (6,), (3,), owned=("heavy_bomber",))
    assert step.events == (TechnologyRerolled("Russians", 3, "heavy_bomber"),)
    assert isinstance(step.waiting, RollRequest)
    step = rolled(step, 4)
    assert step.state.technologies["Russians"] == ("heavy_bomber", "rockets")


@pytest.mark.parametrize("face", [5, 6])
def test_C58_a_face_without_a_technology_is_rolled_again(face: int) -> None:
    step = researched(1, (6,), (face,), (face,))
    assert step.events == (TechnologyRerolled("Russians", face, ""),)
    assert rolled(step, 2).state.technologies["Russians"] == ("super_subs",)


def test_C58_by_option_the_die_has_faces_for_what_is_left_only_D2() -> None:
    definition = classic(technology_die_rerolled=False)
    state = position(definition, "Russians", "tech", technologies=("heavy_bomber",))
    step = rolled(apply(state, Research("", 1)), 6)
    assert isinstance(step.waiting, RollRequest)
    assert step.waiting.sides == 3
    step = rolled(step, 3)
    assert TechnologyFound("Russians", "rockets") in step.events


def test_C59_without_the_module_there_is_no_research() -> None:
    definition = classic(tech_development=False)
    assert Research("", 1) in list(legal(position(classic(), "Russians", "tech")))
    before = position(definition, "Americans", "noncombat_move")
    step = apply(before, Done())
    skipped = [event for event in step.events if isinstance(event, PhaseSkipped)]
    assert ("Russians", "tech") in {(event.nation, event.phase) for event in skipped}
    assert "there is no research" in next(e.reason for e in skipped if e.phase == "tech")
    assert step.waiting == PhaseOpen("Russians", "purchase")
    assert [reason.code for reason in check(step.state, Research("", 1))] == ["wrong-phase"]
