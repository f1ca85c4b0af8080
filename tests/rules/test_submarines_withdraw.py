"""Submarines that withdraw instead of diving (B76, the other value), and before a battle (B187)."""

from engine.core.events.battle import BattleEnded, UnitsRetreated, UnitsSubmerged
from engine.game import check
from engine.gamedef import State
from engine.orders import Pick, Press, Retreat, Submerge
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
    story = play(step, Retreat(ZONE, WEST))
    assert count_in(story.step.state, WEST, "Americans", "submarine") == 2
    assert asks(story.step).what == "retreat", "the cruiser decides for itself"
    assert wants(play(story.step, Press(ZONE)).step).round == 2


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
        story = play(fought(state, ZONE), [6], [6], Press(ZONE))
        assert count_in(story.step.state, ZONE, "Germans", "submarine") == left
        assert len(story.all(UnitsRetreated)) == int(may)
        assert len(story.all(BattleEnded)) == int(may)


def test_B187_by_option_both_sides_are_asked_before_the_first_dice() -> None:
    state = _sea(
        [("submarine", 1), ("cruiser", 1)],
        [("cruiser", 1)],
        submarines_retreat_before_battle=True,
    )
    step = fought(state, ZONE)
    assert (asks(step).what, asks(step).round) == ("submerge", 1)
    story = play(step, Submerge(ZONE, (Pick(1, "submarine"),)))
    assert len(story.all(UnitsSubmerged)) == 1
    assert wants(story.step).count == 1, "only the cruiser fires"


def test_B75_by_option_transports_are_lost_last_and_fire_no_die() -> None:
    forces: tuple[list[Force], list[Force]] = (
        [("cruiser", 2)],
        [("transport", 1), ("cruiser", 1)],
    )
    plain = play(fought(_sea(*forces), ZONE), [1, 6]).step
    assert count_in(plain.state, ZONE, "Germans", "transport") == 1
    bound = _sea(*forces, transport_casualties_restricted=True)
    story = play(fought(bound, ZONE), [1, 6])
    assert (wants(story.step).side, wants(story.step).count) == ("defender", 1)
    after = play(story.step, [6])
    assert count_in(after.step.state, ZONE, "Germans", "cruiser") == 0
    assert count_in(after.step.state, ZONE, "Germans", "transport") == 1
