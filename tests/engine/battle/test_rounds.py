"""Rounds of land battles: who fires, who is lost, who wins (rulebook section 15 and 16)."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

from engine.core.events.battle import (
    BattleEnded,
    BattleRoundBegan,
    CasualtiesMarked,
    TerritoryTaken,
    UnitsDestroyed,
    VolleyFired,
)
from engine.core.pick import Pick
from engine.game import check
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from tests.engine.battle.arena import arena, asks, fought, outcomes, play, wants
from tests.support.positions import big_world, count_in

FINLAND = "Finland"


def test_B191_casualties_of_the_round_still_fire() -> None:
    state = arena(FINLAND, [("infantry", 3)], [("infantry", 2)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [1, 1, 4], [2, 5])
    volleys = played.all(VolleyFired)
    assert [(v.side, v.groups[0].units, v.hits) for v in volleys] == [
        ("attacker", 3, 2),
        ("defender", 2, 1),
    ]
    assert volleys[0].expected == (1, 2)
    after = played.step.state
    assert count_in(after, FINLAND, "Russians", "infantry") == 2
    assert count_in(after, FINLAND, "Germans", "infantry") == 0
    assert after.owners[FINLAND] == "Russians"
    assert played.all(BattleEnded) == [
        BattleEnded(FINLAND, "battle", "attacker", 1, tuple(u.id for u in after.units_in(FINLAND)))
    ]


def test_B49_B50_a_die_at_or_under_the_number_hits() -> None:
    state = arena(FINLAND, [("infantry", 2)], [("infantry", 2)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [1, 2], [2, 3])
    assert [v.hits for v in played.all(VolleyFired)] == [1, 1]


def test_B57_the_request_and_the_event_show_support() -> None:
    state = arena(
        "Western Russia", [("infantry", 3), ("artillery", 1)], [("infantry", 1)], origins=["Moscow"]
    )
    request = wants(fought(state, "Western Russia"))
    assert (request.count, request.sides, request.step, request.side) == (
        4,
        6,
        "general",
        "attacker",
    )
    played = play(fought(state, "Western Russia"), [6, 2, 2, 2])
    volley = played.all(VolleyFired)[0]
    assert [(g.strength, g.units) for g in volley.groups] == [(2, 2), (1, 2)]
    assert volley.hits == 1


def test_B60_support_is_counted_anew_in_every_volley() -> None:
    state = arena(
        FINLAND, [("infantry", 3), ("artillery", 1)], [("infantry", 2)], origins=["Karelija"]
    )
    played = play(fought(state, FINLAND), [6, 6, 6, 6], [1, 6])
    assert asks(played.step).what == "casualties"
    lost = Lose(FINLAND, (Pick(1, "artillery"),))
    played = play(played.step, lost, Press(FINLAND), [6, 6, 6])
    volley = played.all(VolleyFired)[0]
    assert [(g.strength, g.units) for g in volley.groups] == [(1, 3)]


def test_B192_both_sides_dead_leave_the_owner_unchanged() -> None:
    state = arena(FINLAND, [("infantry", 1)], [("infantry", 1)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [1], [1])
    assert played.step.state.owners[FINLAND] == "Germans"
    assert not played.all(TerritoryTaken)
    ended = played.all(BattleEnded)[0]
    assert ended.winner == "draw"


def test_B65_aircraft_win_but_do_not_capture() -> None:
    state = arena(FINLAND, [("fighter", 2)], [("infantry", 2)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [1, 2], [6, 6])
    assert played.step.state.owners[FINLAND] == "Germans"
    assert played.step.state.units_in(FINLAND)
    assert not played.step.state.battles


def test_B47_infantry_may_hit_a_bomber() -> None:
    state = arena(FINLAND, [("bomber", 1)], [("infantry", 1)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [6], [2])
    destroyed = played.all(UnitsDestroyed)
    assert len(destroyed) == 1
    assert not any(unit.type == "bomber" for unit in played.step.state.units_in(FINLAND))


def test_B68_units_that_fought_are_marked_for_the_turn() -> None:
    state = arena(FINLAND, [("armour", 1), ("fighter", 1)], [("infantry", 1)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [1, 6], [6])
    there = played.step.state.units_in(FINLAND)
    assert all(unit.in_combat for unit in there)
    assert played.step.state.turn.fought == (FINLAND,)
    assert played.step.state.turn.conquered == (FINLAND,)


def test_B186_retreat_is_offered_even_when_nothing_was_hit() -> None:
    state = arena(FINLAND, [("infantry", 2)], [("infantry", 1)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [6, 6], [6])
    decision = asks(played.step)
    assert (decision.what, decision.nation, decision.round) == ("retreat", "Russians", 1)
    played = play(played.step, Press(FINLAND))
    rounds = [event.round for event in played.events if isinstance(event, BattleRoundBegan)]
    assert rounds == [2]


def test_B194_all_land_units_go_to_one_of_the_places_they_came_from() -> None:
    state = arena(
        FINLAND,
        [("infantry", 2), ("fighter", 1)],
        [("infantry", 2)],
        origins=["Karelija", "Leningrad"],
    )
    step = play(fought(state, FINLAND), [6, 6, 6], [6, 6]).step
    assert asks(step).territories == ("Karelija", "Leningrad")
    played = play(step, Retreat(FINLAND, "Leningrad"))
    after = played.step.state
    came = [unit for unit in after.units.values() if unit.in_combat]
    assert sorted((unit.type, unit.territory) for unit in came) == [
        ("fighter", FINLAND),
        ("infantry", "Leningrad"),
        ("infantry", "Leningrad"),
    ]
    assert after.owners[FINLAND] == "Germans"
    ended = played.all(BattleEnded)[0]
    assert ended.winner == "defender"


def test_B194_a_place_only_aircraft_came_from_is_not_offered() -> None:
    state = arena(
        FINLAND,
        [("infantry", 1), ("fighter", 1)],
        [("infantry", 2)],
        origins=["Karelija", "Leningrad"],
    )
    step = play(fought(state, FINLAND), [6, 6], [6, 6]).step
    assert asks(step).territories == ("Karelija",)
    reasons = check(step.state, Retreat(FINLAND, "Leningrad"))
    assert [reason.code for reason in reasons] == ["no-retreat-there"]


def test_B194_enemy_land_is_no_place_to_retreat_to() -> None:
    state = arena(
        FINLAND,
        [("infantry", 2)],
        [("infantry", 1)],
        origins=["Karelija", "Norway"],
    )
    step = play(fought(state, FINLAND), [6, 6], [6]).step
    assert asks(step).territories == ("Karelija",)


def test_B194_aircraft_alone_just_stop() -> None:
    state = arena(FINLAND, [("fighter", 1)], [("infantry", 2)], origins=["Karelija"])
    step = play(fought(state, FINLAND), [6], [6, 6]).step
    assert asks(step).territories == ("",)
    played = play(step, Retreat(FINLAND, ""))
    assert count_in(played.step.state, FINLAND, "Russians", "fighter") == 1
    assert not played.step.state.battles


def test_B111_jet_power_helps_fighters_in_defence() -> None:
    state = arena(FINLAND, [("infantry", 1)], [("fighter", 1)], origins=["Karelija"])
    state = replace(state, technologies={**state.technologies, "Germans": ("jet_power",)})
    played = play(fought(state, FINLAND), [6], [5])
    volley = played.all(VolleyFired)[-1]
    assert (volley.groups[0].strength, volley.hits) == (5, 1)


def test_B240_low_luck_asks_for_no_die_when_nothing_is_left_over() -> None:
    definition = big_world(low_luck=True)
    state = arena(
        FINLAND,
        [("armour", 4)],
        [("infantry", 2), ("armour", 1)],
        origins=["Karelija"],
        definition=definition,
    )
    step = fought(state, FINLAND)
    assert (wants(step).count, wants(step).side) == (1, "defender")
    volley = next(event for event in step.events if isinstance(event, VolleyFired))
    assert (volley.sure_hits, volley.hits, volley.groups) == (2, 2, ())
    played = play(step, [2])
    fire = played.all(VolleyFired)[0]
    assert (fire.sure_hits, fire.hits, fire.groups[0].strength) == (1, 1, 1)
    assert asks(played.step).what == "retreat"


def test_V1_low_luck_four_armour_against_two_infantry_and_one_armour() -> None:
    state = arena(
        FINLAND,
        [("armour", 4)],
        [("infantry", 2), ("armour", 1)],
        origins=["Karelija"],
        definition=big_world(low_luck=True),
    )
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for chance, after in outcomes(fought(state, FINLAND)):
        assert after.owners[FINLAND] == "Russians"
        chances[4 - count_in(after, FINLAND, "Russians", "armour")] += chance
    assert chances == {1: Fraction(5, 12), 2: Fraction(1, 2), 3: Fraction(1, 12)}


def test_V2_low_luck_finland() -> None:
    state = arena(
        FINLAND,
        [("infantry", 3), ("armour", 2)],
        [("infantry", 2)],
        origins=["Karelija"],
        definition=big_world(low_luck=True),
    )
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for chance, after in outcomes(fought(state, FINLAND)):
        assert after.owners[FINLAND] == "Russians"
        chances[5 - len(after.units_in(FINLAND))] += chance
    assert chances == {0: Fraction(5, 18), 1: Fraction(11, 18), 2: Fraction(2, 18)}


def test_V2c_three_infantry_alone_in_low_luck() -> None:
    state = arena(
        FINLAND,
        [("infantry", 3)],
        [("infantry", 2)],
        origins=["Karelija"],
        definition=big_world(low_luck=True),
    )
    won = Fraction(0)
    for chance, after in outcomes(fought(state, FINLAND), depth=150):
        won += chance if after.owners[FINLAND] == "Russians" else 0
    assert abs(won - Fraction(9791, 18200)) < Fraction(1, 10**6)


def test_V2c_three_infantry_alone_with_dice() -> None:
    state = arena(FINLAND, [("infantry", 3)], [("infantry", 2)], origins=["Karelija"])
    won = dead = Fraction(0)
    for chance, after in outcomes(fought(state, FINLAND), depth=90):
        won += chance if after.owners[FINLAND] == "Russians" else 0
        dead += chance if not after.units_in(FINLAND) else 0
    assert abs(float(won) - 0.5167) < 0.0001
    assert abs(float(dead) - 0.0374) < 0.0001


def test_B198_marked_units_are_named_in_the_event() -> None:
    state = arena(FINLAND, [("infantry", 1)], [("infantry", 2)], origins=["Karelija"])
    played = play(fought(state, FINLAND), [1], [6, 6])
    marked = played.all(CasualtiesMarked)[0]
    assert (marked.side, len(marked.killed), marked.chosen_by) == ("defender", 1, "default")
