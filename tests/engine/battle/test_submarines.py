"""Submarines, destroyers and the early segments of a round (rulebook sections 7 and 15)."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from engine.core.agenda import Decision
from engine.core.chance import RollRequest
from engine.core.events import Event
from engine.core.events.battle import BattleEnded, UnitsDestroyed, UnitsSubmerged, VolleyFired
from engine.core.pick import Pick
from engine.gamedef import State
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.submerge import Submerge
from tests.engine.battle.arena import Force, arena, asks, fought, outcomes, play, wants
from tests.support.positions import big_world, count_in

ZONE = "SZ 19 Atlantic"
BY, AGAINST = "Americans", "Germans"


def _sea(attackers: list[Force], defenders: list[Force], **options: object) -> State:
    return arena(
        ZONE,
        attackers,
        defenders,
        by=BY,
        against=AGAINST,
        origins=["SZ 18 West Atlantic"],
        cleared=["SZ 18 West Atlantic"],
        definition=big_world(**options),
    )


@pytest.mark.parametrize(
    ("defender", "won", "both", "lost"),
    [
        ("transport", Fraction(3, 4), Fraction(0), Fraction(1, 4)),
        ("destroyer", Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)),
        ("submarine", Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)),
    ],
)
def test_V12_one_submarine_attacks(
    defender: str, won: Fraction, both: Fraction, lost: Fraction
) -> None:
    state = _sea([("submarine", 1)], [(defender, 1)], submersible_submarines=False)
    found = [Fraction(0)] * 3
    for chance, after in outcomes(fought(state, ZONE), depth=300):
        own = count_in(after, ZONE, BY, "submarine")
        other = count_in(after, ZONE, AGAINST, defender)
        found[0 if own else 2 if other else 1] += chance
    for exact, near in zip((won, both, lost), found, strict=True):
        assert abs(exact - near) < Fraction(1, 10**9)


def test_B78_B189_victims_of_a_first_strike_do_not_fire() -> None:
    state = _sea([("submarine", 2)], [("transport", 1), ("cruiser", 1)])
    played = play(fought(state, ZONE), [1, 1])
    assert [event.cause for event in played.events if isinstance(event, UnitsDestroyed)] == [
        "first_strike"
    ]
    assert len([event for event in played.events if isinstance(event, VolleyFired)]) == 1
    assert not count_in(played.step.state, ZONE, AGAINST, "cruiser")


@pytest.mark.parametrize("before", [True, False])
def test_B76_B193_submarines_withdraw_before_the_dice_of_a_round_or_after_them(
    before: bool,
) -> None:
    state = _sea(
        [("cruiser", 1)],
        [("submarine", 1)],
        submersible_submarines=False,
        defending_submarines_may_leave=True,
        submarines_retreat_before_battle=before,
        ask_defender=True,
    )
    step = fought(state, ZONE)
    assert isinstance(step.waiting, Decision) == before
    if not before:
        step = play(step, [6], [6], Press(ZONE)).step
    decision = asks(step)
    assert (decision.what, decision.nation) == ("withdraw", AGAINST)
    left = play(step, Retreat(ZONE, "SZ 18 West Atlantic")).step.state
    assert count_in(left, "SZ 18 West Atlantic", AGAINST, "submarine") == 1


def test_B189_with_a_destroyer_the_victim_fires() -> None:
    state = _sea([("submarine", 1)], [("destroyer", 1)])
    step = play(fought(state, ZONE), [1]).step
    assert (wants(step).side, wants(step).step) == ("defender", "general")
    played = play(step, [1])
    assert not played.step.state.units_in(ZONE)


def test_B190_submarines_hit_in_segment_1_fire_in_segment_2() -> None:
    state = _sea([("submarine", 1)], [("submarine", 1)])
    step = play(fought(state, ZONE), [1]).step
    assert (wants(step).side, wants(step).step) == ("defender", "first_strike")
    played = play(step, [2])
    assert not played.step.state.units_in(ZONE)


def test_B79_B199_submarines_never_hit_aircraft() -> None:
    state = _sea([("submarine", 3)], [("carrier", 1), ("fighter", 1)])
    played = play(fought(state, ZONE), [1, 1, 1])
    assert count_in(played.step.state, ZONE, AGAINST, "fighter") == 1
    assert count_in(played.step.state, ZONE, AGAINST, "carrier") == 0


def test_B199_hits_of_submarines_on_aircraft_alone_are_void() -> None:
    state = _sea([("fighter", 1)], [("submarine", 1)])
    request = wants(fought(state, ZONE))
    assert (request.side, request.step, request.count) == ("attacker", "general", 1)


def test_B80_aircraft_hit_submarines_without_a_destroyer() -> None:
    state = _sea([("fighter", 1)], [("submarine", 1)])
    played = play(fought(state, ZONE), [3])
    assert not count_in(played.step.state, ZONE, AGAINST, "submarine")


def test_B80_with_the_option_aircraft_need_a_destroyer() -> None:
    alone = _sea([("fighter", 1)], [("submarine", 1)], air_needs_destroyer_against_submarines=True)
    step = fought(alone, ZONE)
    ended = next(event for event in step.events if isinstance(event, BattleEnded))
    assert ended.winner == "draw"
    helped = _sea(
        [("fighter", 1), ("destroyer", 1)],
        [("submarine", 1)],
        air_needs_destroyer_against_submarines=True,
    )
    step = play(fought(helped, ZONE), [6]).step
    assert (wants(step).step, wants(step).count) == ("general", 2)


FLEE = {"air_needs_destroyer_against_submarines": True, "submarines_submerge_from_aircraft": True}


def _submerged(events: Iterable[Event]) -> list[tuple[str, str]]:
    return [(e.side, e.chosen_by) for e in events if isinstance(e, UnitsSubmerged)]


def test_B80_by_option_submarines_submerge_before_the_dice_when_all_enemies_are_aircraft() -> None:
    step = fought(_sea([("fighter", 1)], [("submarine", 2)], **FLEE), ZONE)
    assert _submerged(step.events) == [("defender", "rule")]
    ended = next(event for event in step.events if isinstance(event, BattleEnded))
    assert ended.winner == "attacker"
    assert all(unit.submerged for unit in step.state.units_in(ZONE) if unit.owner == AGAINST)


def test_B80_the_ships_beside_them_fight_on() -> None:
    step = fought(_sea([("bomber", 1)], [("submarine", 1), ("transport", 1)], **FLEE), ZONE)
    assert _submerged(step.events) == [("defender", "rule")]
    assert (wants(step).side, wants(step).count) == ("attacker", 1)


def test_B80_attacking_submarines_submerge_from_aircraft_that_are_left_alone() -> None:
    state = _sea([("submarine", 1), ("cruiser", 1)], [("fighter", 2), ("carrier", 1)], **FLEE)
    played = play(fought(state, ZONE), [1], [6], [6, 6], Submerge(ZONE, ()), Press(ZONE))
    assert _submerged(played.events) == [("attacker", "rule")]
    assert (wants(played.step).side, wants(played.step).count) == ("attacker", 1)


def test_B80_with_a_ship_among_the_enemies_nobody_has_to_submerge() -> None:
    step = fought(_sea([("fighter", 1), ("transport", 1)], [("submarine", 1)], **FLEE), ZONE)
    assert not _submerged(step.events)


@pytest.mark.parametrize("may_leave", [True, False])
def test_B195_G29_a_battle_in_which_nobody_can_hit_ends_after_the_choices_or_at_once(
    may_leave: bool,
) -> None:
    force: list[Force] = [("fighter", 1), ("transport", 1)]
    options = FLEE | {"ask_defender": True, "retreat_from_stalemates": may_leave}
    state = _sea(force, [("submarine", 1)], **options)
    choices = (Press(ZONE), Submerge(ZONE, ())) if may_leave else ()
    played = play(fought(state, ZONE), [1], *choices)
    ended = next(event for event in played.events if isinstance(event, BattleEnded))
    assert ended.winner == "draw"
    assert not _submerged(played.events)


def test_B76_B193_the_attacker_is_asked_whether_to_submerge() -> None:
    state = _sea([("submarine", 1), ("cruiser", 1)], [("cruiser", 1)])
    step = play(fought(state, ZONE), [6], [6], [6]).step
    decision = asks(step)
    assert (decision.what, len(decision.units), decision.nation) == ("submerge", 1, BY)
    played = play(step, Submerge(ZONE, (Pick(1, "submarine"),)))
    submerged = [event for event in played.events if isinstance(event, UnitsSubmerged)]
    assert [event.chosen_by for event in submerged] == ["player"]
    assert asks(played.step).what == "retreat"
    assert asks(played.step).units == tuple(
        unit.id
        for unit in played.step.state.units_in(ZONE)
        if unit.type == "cruiser" and unit.owner == BY
    )
    ended = play(played.step, Retreat(ZONE, "SZ 18 West Atlantic"))
    assert count_in(ended.step.state, ZONE, BY, "submarine") == 1
    assert not ended.step.state.battles


def test_B76_a_weaker_defender_submerges_and_the_battle_ends() -> None:
    state = _sea([("cruiser", 1)], [("submarine", 1)])
    played = play(fought(state, ZONE), [6], [6], Press(ZONE))
    submerged = [event for event in played.events if isinstance(event, UnitsSubmerged)]
    assert [(event.side, event.chosen_by) for event in submerged] == [("defender", "default")]
    ended = next(event for event in played.events if isinstance(event, BattleEnded))
    assert ended.winner == "attacker"
    assert count_in(played.step.state, ZONE, AGAINST, "submarine") == 1


def test_B81_a_destroyer_keeps_submarines_up() -> None:
    state = _sea([("destroyer", 1), ("cruiser", 1)], [("submarine", 1)])
    played = play(fought(state, ZONE), [6], [6, 6], Press(ZONE))
    assert not played.all(UnitsSubmerged)
    assert wants(played.step).round == 2


def test_G30_a_destroyer_that_dies_stops_blocking_at_the_end_of_the_round() -> None:
    state = _sea([("submarine", 1), ("cruiser", 1)], [("destroyer", 1), ("cruiser", 1)])
    step = play(fought(state, ZONE), [6], [1]).step
    # The cheaper destroyer is the casualty; it was there at the start, so it still fires.
    assert (wants(step).side, wants(step).count) == ("defender", 2)
    played = play(step, [6, 6])
    assert asks(played.step).what == "submerge"


def test_B187_option_submarines_submerge_before_the_dice() -> None:
    state = _sea([("cruiser", 1)], [("submarine", 1)], submarines_retreat_before_battle=True)
    step = fought(state, ZONE)
    assert [event.side for event in step.events if isinstance(event, UnitsSubmerged)] == [
        "defender"
    ]
    assert not step.state.battles


def test_B243_submarines_have_a_sum_of_their_own_in_low_luck() -> None:
    state = _sea([("submarine", 2), ("cruiser", 2)], [("carrier", 2)], low_luck=True)
    step = fought(state, ZONE)
    assert (wants(step).count, wants(step).step) == (1, "first_strike")
    played = play(step, [5])
    volleys = [event for event in played.events if isinstance(event, VolleyFired)]
    assert [(v.step, v.hits) for v in volleys] == [("first_strike", 0), ("general", 1)]


def test_B112_super_subs_attack_better() -> None:
    state = arena(
        ZONE,
        [("submarine", 1)],
        [("transport", 1)],
        by=BY,
        against=AGAINST,
        technologies=["super_subs"],
    )
    played = play(fought(state, ZONE), [3])
    assert not count_in(played.step.state, ZONE, AGAINST, "transport")


def test_G5_option_lets_the_defender_decide_first() -> None:
    forces = ([("submarine", 2), ("fighter", 3)], [("submarine", 1)])
    late = play(fought(_sea(*forces), ZONE), [6, 6], [6], [6, 6, 6]).step
    assert asks(late).what == "submerge"
    early = play(fought(_sea(*forces, submerge_defender_first=True), ZONE), [6, 6], [6], [6, 6, 6])
    assert early.all(UnitsSubmerged)
    assert not early.step.state.battles


def test_B195_transports_against_transports_are_not_a_draw() -> None:
    state = _sea([("transport", 1)], [("transport", 1)])
    step = fought(state, ZONE)
    assert (wants(step).side, wants(step).count) == ("defender", 1)


def test_G29_forces_that_cannot_hurt_each_other_draw() -> None:
    state = _sea([("transport", 1)], [("transport", 1)], transport_casualties_restricted=True)
    step = fought(state, ZONE)
    ended = next(event for event in step.events if isinstance(event, BattleEnded))
    assert ended.winner == "draw"
    assert count_in(step.state, ZONE, BY, "transport") == 1
    assert count_in(step.state, ZONE, AGAINST, "transport") == 1


def test_B76_option_the_defender_is_asked_whether_to_submerge() -> None:
    state = arena(
        ZONE,
        [("cruiser", 2)],
        [("submarine", 2)],
        by="British",
        definition=big_world(ask_defender=True),
    )
    step = fought(state, ZONE)
    while isinstance(step.waiting, RollRequest) or getattr(step.waiting, "what", "") == "retreat":
        if isinstance(step.waiting, RollRequest):
            step = play(step, [6] * step.waiting.count).step
        else:
            step = play(step, Press(ZONE)).step
    decision = step.waiting
    assert isinstance(decision, Decision)
    assert (decision.nation, decision.what, len(decision.units)) == ("Germans", "submerge", 2)
    played = play(step, Submerge(ZONE, (Pick(1, "submarine"),)))
    (submerged,) = played.all(UnitsSubmerged)
    assert (len(submerged.units), submerged.side, submerged.chosen_by) == (1, "defender", "player")
