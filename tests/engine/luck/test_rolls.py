"""What dice promise, held against values worked out by hand (ADR 0041)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.core.agenda import BlockadeFrame, BondsFrame, ResearchFrame
from engine.core.events.battle import (
    BattleBegan,
    FireGroup,
    KamikazeRolled,
    VolleyFired,
)
from engine.core.events.economy import IncomeCollected, ResearchRolled
from engine.core.events.politics import ActionRolled
from engine.core.events.turn import FrameReplaced
from engine.luck import HITS, KINDS, RollTotals, rolled
from engine.rules.battle.around.bombing import bombing_event
from tests.support.positions import big_world, position

STATE = position(big_world(), "Germans", "battle")


def fired(
    *groups: FireGroup, step: str = "general", side: str = "attacker", sure: int = 0
) -> RollTotals:
    hits = sure + sum(group.hits for group in groups)
    event = VolleyFired("Moscow", 1, step, side, "Germans", groups, sure, hits, (0, 1), 6)
    roll = rolled(STATE, event)
    assert roll is not None
    return RollTotals.of([roll])


def test_three_dice_at_2_promise_one_hit_with_a_variance_of_two_thirds() -> None:
    account = fired(FireGroup(2, 3, (1, 2, 2), 3))
    assert (account.dice, account.scored) == (3, 3)
    assert (account.mean, account.variance) == (Fraction(1), Fraction(2, 3))
    assert account.deviations == pytest.approx(2 / (2 / 3) ** 0.5)
    # Only three hits are two away from one: (1/3)^3.
    assert account.chance == pytest.approx(1 / 27)


def test_the_chance_counts_both_sides() -> None:
    # Mean 1 of two dice at 3: none or both are one away, a quarter each.
    assert fired(FireGroup(3, 2, (1, 2), 2)).chance == pytest.approx(1 / 2)
    assert fired(FireGroup(3, 2, (1, 6), 1)).chance == 1.0


def test_B241_in_low_luck_only_the_remainder_is_left_to_chance() -> None:
    account = fired(FireGroup(1, 4, (1,), 1), sure=2)
    assert (account.dice, account.scored, account.sure) == (1, 3, 2)
    assert (account.mean, account.variance) == (2 + Fraction(1, 6), Fraction(5, 36))
    assert account.chance == pytest.approx(1 / 6)


def test_B241_sure_hits_alone_are_no_luck() -> None:
    account = fired(sure=2)
    assert (account.mean, account.variance, account.chance) == (Fraction(2), Fraction(0), 1.0)
    assert account.deviations == 0.0


def test_B121_V7_a_bomber_that_keeps_its_best_die_scores_one_hit_at_most() -> None:
    account = fired(FireGroup(4, 2, (5, 6, 1, 2), 1, keeps_best=True))
    assert (account.dice, account.mean) == (4, 2 * Fraction(8, 9))
    assert account.variance == 2 * Fraction(8, 81)
    both_count = fired(FireGroup(4, 2, (5, 6, 1, 2), 2))
    assert (both_count.mean, both_count.variance) == (Fraction(8, 3), Fraction(8, 9))


@pytest.mark.parametrize(
    ("step", "side", "kind"),
    [
        ("general", "attacker", "attack"),
        ("first_strike", "defender", "defence"),
        ("aa_fire", "defender", "aa_fire"),
        ("overflight", "defender", "aa_fire"),
        ("bombardment", "attacker", "bombardment"),
        ("air_battle", "defender", "air_battle"),
    ],
)
def test_the_kinds_of_fire(step: str, side: str, kind: str) -> None:
    event = VolleyFired("Moscow", 1, step, side, "Germans", (), 1, 1, (1, 1), 6)
    roll = rolled(STATE, event)
    assert roll is not None
    assert roll.kind == kind
    assert (kind, HITS) in KINDS


def test_B244_an_aa_gun_with_other_faces_promises_less() -> None:
    group = FireGroup(1, 2, (1, 12), 1)
    event = VolleyFired(
        "Moscow", 0, "aa_fire", "defender", "Russians", (group,), 0, 1, (1, 6), sides=12
    )
    roll = rolled(STATE, event)
    assert roll is not None
    assert RollTotals.of([roll]).mean == Fraction(1, 6)


def bombed(
    dice: tuple[tuple[int, ...], ...],
    damage: int,
    die: tuple[int, int] = (6, 0),
    bonus: int = 0,
    **options: object,
) -> RollTotals:
    """Bombs on Moscow as the rules tell them; die: its faces and what is added to each."""
    state = position(big_world(**options), "Germans", "battle")
    rolls = (damage,)
    event = bombing_event(state, "Moscow", rolls, "raid", dice, None, die, bonus)
    roll = rolled(state, event)
    assert roll is not None
    assert roll.kind == "raid"
    return RollTotals.of([roll])


def test_V8_bombs_count_by_their_dice_and_not_by_what_limits_leave_of_them() -> None:
    account = bombed(((5,), (2,)), 7)
    assert (account.dice, account.scored, account.mean) == (2, 7, Fraction(7))
    assert account.variance == 2 * Fraction(35, 12)


def test_B244_low_luck_bombs_are_3_or_4() -> None:
    account = bombed(((2,),), 4, (2, 2), low_luck_bombing=True)
    assert (account.mean, account.variance) == (Fraction(7, 2), Fraction(1, 4))


def test_B121_V9_heavy_bombers_by_the_newer_rule_keep_the_best_die_and_add_1() -> None:
    account = bombed(((6, 1),), 7, bonus=1, lhtr_heavy_bombers=True)
    assert account.mean == Fraction(161, 36) + 1
    older = bombed(((6, 1),), 7, lhtr_heavy_bombers=False)
    assert (older.mean, older.variance) == (Fraction(7), Fraction(35, 6))


def test_bombs_whose_die_has_one_face_are_no_luck() -> None:
    account = bombed(((1,), (1,)), 6, (1, 2))
    assert (account.dice, account.scored, account.mean, account.variance) == (
        0,
        6,
        Fraction(6),
        Fraction(0),
    )


def test_dice_of_a_blockade_cost_what_they_show_up_to_3() -> None:
    waiting = replace(STATE, agenda=(*STATE.agenda, BlockadeFrame((("SZ 1", 2),))))
    roll = rolled(waiting, FrameReplaced(BlockadeFrame((), (("SZ 1", 3),))))
    assert roll is not None
    account = RollTotals.of([roll])
    # A die costs 0, 0, 0, 1, 2 or 3: a mean of 1 and a mean square of 14/6.
    assert (roll.kind, account.dice, account.scored) == ("blockade", 2, 3)
    assert (account.mean, account.variance) == (Fraction(2), 2 * (Fraction(14, 6) - 1))


def test_B105_V13_research_succeeds_at_one_face() -> None:
    state = replace(STATE, agenda=(*STATE.agenda, ResearchFrame("jet_power", 3)))
    roll = rolled(state, ResearchRolled("Germans", "jet_power", (6, 6, 1), 2))
    assert roll is not None
    account = RollTotals.of([roll])
    assert (account.scored, account.mean, account.variance) == (2, Fraction(1, 2), Fraction(5, 12))


def test_B133_low_luck_research_of_eight_dice_is_one_success_and_a_die_at_2() -> None:
    state = position(big_world(low_luck_technology=True), "Germans", "tech")
    state = replace(state, agenda=(*state.agenda, ResearchFrame("jet_power", 8)))
    roll = rolled(state, ResearchRolled("Germans", "jet_power", (2,), 2))
    assert roll is not None
    account = RollTotals.of([roll])
    assert (account.scored, account.mean, account.variance) == (2, Fraction(4, 3), Fraction(2, 9))


def test_kamikazes_political_actions_and_war_bonds_are_counted() -> None:
    kamikaze = rolled(STATE, KamikazeRolled("SZ 1", "Japanese", 1, 2, (1, 6), 0, 1, 1))
    action = rolled(STATE, ActionRolled("Germans", "peace", 3, 6, 2))
    bonds = rolled(
        replace(STATE, agenda=(*STATE.agenda, BondsFrame(1))),
        IncomeCollected("Germans", 5, 40, "war bonds"),
    )
    assert kamikaze is not None
    assert action is not None
    assert bonds is not None
    assert (kamikaze.kind, RollTotals.of([kamikaze]).mean) == ("kamikaze", Fraction(2, 3))
    assert (action.kind, action.scored, RollTotals.of([action]).mean) == (
        "politics",
        0,
        Fraction(1, 3),
    )
    assert (bonds.kind, bonds.scored, RollTotals.of([bonds]).mean) == (
        "war_bonds",
        5,
        Fraction(7, 2),
    )
    assert rolled(STATE, IncomeCollected("Germans", 30, 70, "land")) is None
    assert rolled(STATE, BattleBegan("Moscow", "battle", "Germans", "Russians", (), ())) is None
