"""Submarines that withdraw instead of submerging (B76, the other value; B187)."""

import pytest

from engine.core.events.battle import (
    BattleEnded,
    UnitsDestroyed,
    UnitsRetreated,
    UnitsSubmerged,
)
from engine.core.pick import Pick
from engine.game import check
from engine.gamedef import State
from engine.orders.press import Press
from engine.orders.retreat import Retreat
from engine.orders.submerge import Submerge
from tests.engine.battle.arena import Force, arena, asks, fought, play, wants
from tests.support.positions import big_world, count_in

ZONE = "SZ 19 Atlantic"
WEST = "SZ 18 West Atlantic"


def _sea(attackers: list[Force], defenders: list[Force], **options: object) -> State:
    return arena(
        ZONE,
        attackers,
        defenders,
        by="Americans",
        against="Germans",
        origins=[WEST],
        cleared=[WEST],
        definition=big_world(**options),
    )


def test_B76_by_option_submarines_withdraw_and_the_rest_fights_on() -> None:
    state = _sea([("submarine", 2), ("cruiser", 1)], [("cruiser", 1)], submersible_submarines=False)
    step = play(fought(state, ZONE), [6, 6], [6], [6]).step
    decision = asks(step)
    assert (decision.what, decision.territories) == ("withdraw", (WEST,))
    assert len(decision.units) == 2
    assert check(step.state, Submerge(ZONE, (Pick(1, "submarine"),))) != ()
    assert [r.code for r in check(step.state, Retreat(ZONE, ""))] == ["no-retreat-there"]
    played = play(step, Retreat(ZONE, WEST))
    assert count_in(played.step.state, WEST, "Americans", "submarine") == 2
    assert asks(played.step).what == "retreat", "the cruiser decides for itself"
    assert wants(play(played.step, Press(ZONE)).step).round == 2


def test_B76_a_destroyer_keeps_them_there_and_so_does_a_fleet_of_submarines_alone() -> None:
    state = _sea(
        [("submarine", 1), ("cruiser", 1)], [("destroyer", 1)], submersible_submarines=False
    )
    step = play(fought(state, ZONE), [6], [6], [6]).step
    assert asks(step).what == "retreat"
    alone = _sea([("submarine", 2)], [("cruiser", 1)], submersible_submarines=False)
    assert asks(play(fought(alone, ZONE), [6, 6], [6]).step).what == "retreat"


def test_B76_those_of_the_defender_withdraw_only_where_the_option_lets_them() -> None:
    for may, left in ((True, 0), (False, 1)):
        state = _sea(
            [("cruiser", 1)],
            [("submarine", 1)],
            submersible_submarines=False,
            defending_submarines_may_leave=may,
        )
        played = play(fought(state, ZONE), [6], [6], Press(ZONE))
        assert count_in(played.step.state, ZONE, "Germans", "submarine") == left
        assert len(played.all(UnitsRetreated)) == int(may)
        assert len(played.all(BattleEnded)) == int(may)


def test_B187_by_option_both_sides_are_asked_before_the_first_dice() -> None:
    state = _sea(
        [("submarine", 1), ("cruiser", 1)],
        [("cruiser", 1)],
        submarines_retreat_before_battle=True,
    )
    step = fought(state, ZONE)
    assert (asks(step).what, asks(step).round) == ("submerge", 1)
    played = play(step, Submerge(ZONE, (Pick(1, "submarine"),)))
    assert len(played.all(UnitsSubmerged)) == 1
    assert wants(played.step).count == 1, "only the cruiser fires"


def test_B75_by_option_transports_are_lost_last_and_fire_no_die() -> None:
    forces: tuple[list[Force], list[Force]] = (
        [("cruiser", 2)],
        [("transport", 1), ("cruiser", 1)],
    )
    plain = play(fought(_sea(*forces), ZONE), [1, 6]).step
    assert count_in(plain.state, ZONE, "Germans", "transport") == 1
    bound = _sea(*forces, transport_casualties_restricted=True)
    played = play(fought(bound, ZONE), [1, 6])
    assert (wants(played.step).side, wants(played.step).count) == ("defender", 1)
    after = play(played.step, [6])
    lost = [event for event in after.all(UnitsDestroyed) if event.cause == "battle"]
    assert [len(event.units) for event in lost] == [1], "the cruiser alone is hit"
    # Then the transport is alone, and is lost without a die.
    assert [event.cause for event in after.all(UnitsDestroyed)] == ["battle", "defenceless"]
    assert after.all(BattleEnded)[0].winner == "attacker"
    assert count_in(after.step.state, ZONE, "Germans", "transport") == 0


@pytest.mark.parametrize("is_restricted", [False, True])
def test_B75_by_option_transports_without_a_warship_are_lost_without_a_die(
    is_restricted: bool,
) -> None:
    state = _sea(
        [("cruiser", 1)],
        [("transport", 3)],
        transport_casualties_restricted=is_restricted,
    )
    played = fought(state, ZONE)
    if not is_restricted:
        assert wants(played).count == 1
        return
    destroyed = [event for event in played.events if isinstance(event, UnitsDestroyed)]
    assert [(len(event.units), event.cause) for event in destroyed] == [(3, "defenceless")]
    ended = next(event for event in played.events if isinstance(event, BattleEnded))
    assert (ended.winner, ended.rounds) == ("attacker", 1)
    assert not played.state.battles


def test_B75_transports_are_not_lost_to_those_who_cannot_hit_them() -> None:
    state = _sea([("transport", 1)], [("transport", 1)], transport_casualties_restricted=True)
    step = fought(state, ZONE)
    assert not [event for event in step.events if isinstance(event, UnitsDestroyed)]
    assert count_in(step.state, ZONE, "Germans", "transport") == 1


@pytest.mark.parametrize(("owner", "is_open"), [("Germans", True), ("British", False)])
def test_B19_B76_those_of_the_defender_withdraw_through_no_closed_canal(
    owner: str, is_open: bool
) -> None:
    here, beyond = "SZ 28 Eastern Mediterranean", "SZ 55 Red Sea"
    lands = {land for canal in big_world().board.canals for land in canal.lands}
    state = arena(
        here,
        [("cruiser", 1)],
        [("submarine", 1)],
        by="British",
        against="Germans",
        cleared=[here, beyond, *lands],
        owners=dict.fromkeys(lands, owner),
        definition=big_world(
            submersible_submarines=False, defending_submarines_may_leave=True, ask_defender=True
        ),
    )
    decision = asks(play(fought(state, here), [6], [6]).step)
    assert decision.what == "withdraw"
    assert (beyond in decision.territories) == is_open
