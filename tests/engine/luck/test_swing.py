"""Battles against their odds (ADR 0041)."""

from collections.abc import Iterable, Iterator

import pytest

from engine.core.events import Event
from engine.core.events.battle import BattleBegan, BattleEnded
from engine.core.evolve import evolve
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.luck import swings
from engine.odds import Caveat
from engine.orders.fight import Fight
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.values import replace
from tests.engine.battle.arena import arena, opened, play
from tests.support.positions import big_world

FINLAND = "Finland"


def scenes(state: State, happened: Iterable[Event]) -> Iterator[tuple[State, Event]]:
    for event in happened:
        yield state, event
        state = evolve(state, event)


def begun(attackers: int, defenders: int, **options: object) -> Step:
    return opened(
        arena(
            FINLAND,
            [("infantry", attackers)],
            [("infantry", defenders)],
            origins=["Karelija"],
            definition=big_world(**options),
        )
    )


def test_one_infantry_against_one_by_hand() -> None:
    # A round: both hit 1/18, the attacker alone 2/18, the defender alone 5/18, nobody 10/18.  So
    # the defender is lost with 3/8 and the attacker with 6/8, at 3 PUs each: a mean of -9/8.
    step = begun(1, 1)
    won = play(step, Fight(FINLAND), [1], [6])
    (swing,) = swings(scenes(step.state, won.events))
    assert (swing.territory, swing.attacker, swing.defender) == (FINLAND, "Russians", "Germans")
    assert (swing.attacker_lost, swing.defender_lost, swing.left_out) == (0, 3, None)
    assert swing.expected == pytest.approx(-9 / 8)
    assert swing.amount == pytest.approx(3 + 9 / 8)
    assert not swing.broken_off


def test_a_battle_that_is_broken_off_says_so() -> None:
    step = begun(2, 2)
    left = play(step, Fight(FINLAND), [6, 6], [6, 6], Retreat(FINLAND, "Karelija"))
    (swing,) = swings(scenes(step.state, left.events))
    assert swing.broken_off
    assert (swing.attacker_lost, swing.defender_lost) == (0, 0)
    assert swing.amount == pytest.approx(-swing.expected)


def test_a_battle_that_goes_on_has_no_swing_yet() -> None:
    step = begun(2, 2)
    going = play(step, Fight(FINLAND), [6, 6], [6, 6], Press(FINLAND))
    assert list(swings(scenes(step.state, going.events))) == []


def test_a_battle_that_is_too_big_says_so_and_counts_for_nothing() -> None:
    state = begun(400, 300).state
    mine, theirs = (
        tuple(unit.id for unit in state.units_in(FINLAND) if unit.owner == owner)
        for owner in ("Russians", "Germans")
    )
    began = BattleBegan(FINLAND, "battle", "Russians", "Germans", mine, theirs)
    left = {key: unit for key, unit in state.units.items() if key not in mine[:10]}
    ended = BattleEnded(FINLAND, "battle", "defender", 1, ())
    (swing,) = swings([(state, began), (replace(state, units=left), ended)])
    assert swing.left_out == Caveat("too-big", "it is too big for exact odds")
    assert swing.amount == 0.0
    assert (swing.attacker_lost, swing.defender_lost) == (30, 0)
