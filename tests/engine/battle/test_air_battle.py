"""The air battle before a raid, an option of maps other than Big World (B69, B70, B181, B191)."""

from dataclasses import replace

import pytest

from engine.core.agenda import BattleFrame, PendingBattle, PhaseOpen
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import (
    AircraftWithdrew,
    BattleBegan,
    BattleEnded,
    FactoryBombed,
    InterceptorsLaunched,
    UnitsDestroyed,
    VolleyFired,
)
from engine.core.pick import Pick
from engine.core.standing_orders import StandingUse
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.notation.answers import decide
from engine.notation.format import format_order
from engine.notation.parse import parse_order, parse_orders
from engine.notation.standing_orders import parse_standing
from engine.orders.fight import Fight
from engine.orders.intercept import Intercept
from engine.orders.lose import Lose
from engine.orders.press import Press
from engine.rules.movement.legal import legal_moves
from engine.view.status import describe_waiting
from tests.engine.battle.arena import Played, asks, first_answer, opened, play, wants
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import big_world, count_in, position
from tests.support.unit_types import with_facts

PLACE = "Leningrad"


def _board(*, air_attack: int = 1, air_defence: int = 2, **options: object) -> Definition:
    """Big World where fighters escort and intercept; bombers defend themselves in the air."""
    board = big_world(**{"air_battles_before_raids": True, **options})
    fighter = with_facts(
        board.unit_types["fighter"],
        can_intercept=True,
        can_escort=True,
        air_attack=air_attack,
        air_defence=air_defence,
    )
    bomber = with_facts(board.unit_types["bomber"], air_attack=air_attack)
    return replace(board, unit_types={**board.unit_types, "fighter": fighter, "bomber": bomber})


def _raid(
    attackers: dict[str, int],
    interceptors: int,
    definition: Definition | None = None,
    *more: tuple[str, str, str, int],
) -> State:
    state = position(
        definition or _board(),
        "Germans",
        "battle",
        cleared=[PLACE],
        units=[
            (PLACE, "Russians", "factory", 1),
            (PLACE, "Russians", "fighter", interceptors),
            *((PLACE, "Germans", kind, count) for kind, count in attackers.items()),
            *more,
        ],
        pus={"Russians": 50},
    )
    raiders = tuple(unit.id for unit in state.units_in(PLACE) if unit.owner == "Germans")
    return replace(state, battles=(PendingBattle(PLACE, "raid", raiders),))


def _kinds(played: Step | Played) -> list[str]:
    return [event.kind for event in played.events if isinstance(event, BattleBegan)]


def test_B69_interceptors_that_hit_are_met_before_the_bombs() -> None:
    step = opened(_raid({"bomber": 1}, 2))
    assert _kinds(step) == ["air_battle"]
    assert (wants(step).step, wants(step).side, wants(step).count) == ("air_battle", "attacker", 1)
    played = play(step, [6], [3, 3])
    assert _kinds(played) == ["raid"]
    assert (wants(played.step).step, wants(played.step).count) == ("raid", 1)
    done = play(played.step, [2])
    assert [event.damage for event in done.all(FactoryBombed)] == [2]
    assert isinstance(done.step.waiting, PhaseOpen)
    assert not done.step.state.battles


def test_B69_a_bomber_lost_in_the_air_drops_nothing() -> None:
    played = play(opened(_raid({"bomber": 1}, 2)), [6], [2, 6])
    assert [event.winner for event in played.all(BattleEnded)] == ["defender"]
    assert not played.all(FactoryBombed)
    assert count_in(played.step.state, PLACE, "Germans", "bomber") == 0
    assert played.step.state.amount("Russians", "PUs") == 50
    assert not played.step.state.battles


def test_B191_both_sides_fire_before_anybody_is_removed() -> None:
    step = opened(_raid({"bomber": 1}, 1))
    played = play(step, [1], [1])
    assert [event.side for event in played.all(VolleyFired)] == ["attacker", "defender"]
    (destroyed,) = played.all(UnitsDestroyed)
    assert len(destroyed.units) == 2
    left = played.step.state.units_in(PLACE)
    assert [unit.type for unit in left] == ["factory"]


def test_B70_escorts_fight_in_the_air_and_then_leave_the_raid() -> None:
    gun = "aaGun" if "aaGun" in big_world().unit_types else "aa_gun"
    step = opened(
        _raid({"bomber": 1, "fighter": 2}, 1, _board(air_defence=6), (PLACE, "Russians", gun, 1))
    )
    assert wants(step).count == 3
    step = play(step, [6, 6, 6]).step
    played = play(step, [1])
    assert asks(played.step).what == "casualties"
    played = play(played.step, Lose(PLACE, (Pick(1, "fighter"),)))
    (withdrew,) = played.all(AircraftWithdrew)
    assert [played.step.state.units[unit].type for unit in withdrew.units] == ["fighter"]
    assert (wants(played.step).step, wants(played.step).count) == ("aa_fire", 1)
    played = play(played.step, [6])
    assert (wants(played.step).step, wants(played.step).count) == ("raid", 1)
    after_raid = play(played.step, [1]).step.state
    assert count_in(after_raid, PLACE, "Germans", "fighter") == 1


def test_escorts_without_a_bomber_fire_at_nobody() -> None:
    step = opened(_raid({"fighter": 2}, 1))
    assert _kinds(step) == ["air_battle"]
    assert step.state.turn.fought == (PLACE,)
    assert isinstance(step.waiting, PhaseOpen)
    assert not step.state.battles
    assert count_in(step.state, PLACE, "Germans", "fighter") == 2


@pytest.mark.parametrize(
    ("raiders", "asked", "launched", "defending"),
    [
        ({"bomber": 1}, True, 1, 1),
        ({"bomber": 1}, True, 2, 0),
        ({"bomber": 1}, True, 0, 2),
        ({"bomber": 1}, False, 2, 0),
        ({"fighter": 1}, True, 2, 0),
    ],
)
def test_B181_who_took_off_against_a_raid_does_not_defend_the_land(
    raiders: dict[str, int], asked: bool, launched: int, defending: int
) -> None:
    """Escorts without a bomber draw all into the air; who stays down defends."""
    state = _raid(raiders, 2, _board(ask_defender=asked), (PLACE, "Russians", "infantry", 1))
    troops = position(
        state.definition, "Germans", "battle", units=[("Finland", "Germans", "infantry", 1)]
    )
    (walker,) = (
        replace(unit, id=state.next_unit, territory=PLACE)
        for unit in list(troops.units_in("Finland"))[-1:]
    )
    battle = PendingBattle(PLACE, "battle", (walker.id,), ((walker.id, "Finland"),))
    state = replace(
        state,
        units={**state.units, walker.id: walker},
        next_unit=walker.id + 1,
        battles=(*state.battles, battle),
    )
    step = opened(state)
    if "bomber" in raiders and asked:
        picks = (Pick(launched, "fighter", "Russians"),) if launched else ()
        step = apply(step.state, Intercept(PLACE, picks))
    while isinstance(step.waiting, RollRequest):
        step = apply(step.state, RollResult((6,) * step.waiting.count))
    step = apply(step.state, Fight(PLACE))
    frame = step.state.agenda[1]
    assert isinstance(frame, BattleFrame)
    kinds = [step.state.units[key].type for key in frame.defenders]
    assert kinds.count("fighter") == defending


def test_without_interceptors_or_without_the_option_the_raid_begins_at_once() -> None:
    assert _kinds(opened(_raid({"bomber": 1}, 0))) == ["raid"]
    plain = _board(air_battles_before_raids=False)
    assert _kinds(opened(_raid({"bomber": 1}, 1, plain))) == ["raid"]


@pytest.mark.parametrize(
    ("bombers", "interceptors", "launch"), [(1, 1, True), (2, 1, True), (3, 1, False), (3, 2, True)]
)
def test_an_absent_defender_intercepts_when_not_weaker(
    bombers: int, interceptors: int, launch: bool
) -> None:
    step = opened(_raid({"bomber": bombers}, interceptors))
    (launched,) = (event for event in step.events if isinstance(event, InterceptorsLaunched))
    assert (len(launched.units), launched.chosen_by) == (interceptors if launch else 0, "default")
    assert wants(step).step == ("air_battle" if launch else "raid")


@pytest.mark.parametrize(
    ("line", "count", "is_met"),
    [
        ("intercept: all", 2, True),
        ("intercept Leningrad: nothing", 0, True),
        ("intercept: 1 fighter", 1, True),
        ("intercept: 3 fighter", 2, False),
    ],
)
def test_G20_an_absent_defender_intercepts_as_their_standing_orders_say(
    line: str, count: int, *, is_met: bool
) -> None:
    state = _raid({"bomber": 1}, 2)
    (filed,) = (entry.instruction for entry in parse_standing(line, state.definition)[0])
    step = opened(replace(state, standing_orders={"Russians": (filed,)}))
    (launched,) = (event for event in step.events if isinstance(event, InterceptorsLaunched))
    assert (len(launched.units), launched.chosen_by) == (count, "standing")
    assert launched.standing == StandingUse("Russians", (filed,), () if is_met else (filed,))
    assert wants(step).step == ("air_battle" if count else "raid")


def test_aircraft_that_cannot_hit_do_not_intercept() -> None:
    step = opened(_raid({"bomber": 1}, 2, _board(air_attack=0, air_defence=0)))
    assert wants(step).step == "raid"


def test_aircraft_without_air_attack_roll_no_dice() -> None:
    step = opened(_raid({"bomber": 1}, 2, _board(air_attack=0)))
    assert (wants(step).side, wants(step).count) == ("defender", 2)


def test_aircraft_roll_as_many_dice_as_in_a_battle() -> None:
    board = _board()
    bomber = with_facts(board.unit_types["bomber"], attack_dice=2)
    fighter = with_facts(board.unit_types["fighter"], defence_dice=3)
    kinds = {**board.unit_types, "bomber": bomber, "fighter": fighter}
    step = opened(_raid({"bomber": 1}, 1, replace(board, unit_types=kinds)))
    assert (wants(step).side, wants(step).count) == ("attacker", 2)
    step = play(step, [6, 6]).step
    assert (wants(step).side, wants(step).count) == ("defender", 3)


def test_B243_low_luck_adds_up_the_air_defence() -> None:
    step = opened(_raid({"bomber": 1}, 2, _board(air_attack=0, low_luck=True)))
    assert wants(step).count == 1
    played = play(step, [4])
    assert [volley.hits for volley in played.all(VolleyFired)] == [1]


def test_a_defender_who_is_asked_chooses_their_interceptors() -> None:
    board = _board(ask_defender=True)
    step = opened(_raid({"bomber": 1}, 3, board))
    decision = asks(step)
    assert (decision.nation, decision.what, len(decision.units)) == ("Russians", "intercept", 3)
    assert "intercept the raid on Leningrad" in describe_waiting(decision)
    assert decide(step.state, decision) == Intercept(PLACE, (Pick(3, "fighter", "Russians"),))
    assert first_answer(step) == Intercept(PLACE, (Pick(3, "fighter", "Russians", decision.units),))

    for line, picks in (
        ("intercept: no", ()),
        ("intercept Leningrad: yes", (Pick(3, "fighter", "Russians"),)),
        ("intercept Moscow: no", (Pick(3, "fighter", "Russians"),)),
    ):
        rules = [entry.instruction for entry in parse_orders(line, board).instructions]
        assert decide(step.state, decision, rules) == Intercept(PLACE, picks)

    one = parse_order("intercept 1 fighter: Leningrad", board)
    played = play(step, one)
    (launched,) = played.all(InterceptorsLaunched)
    assert (len(launched.units), len(launched.stayed), launched.chosen_by) == (1, 2, "player")
    played = play(played.step, [6])
    assert wants(played.step).count == 1

    nobody = parse_order("intercept nothing: Leningrad", board)
    assert format_order(nobody, board) == "intercept nothing: Leningrad"
    assert wants(play(step, nobody).step).step == "raid"


def test_an_order_that_is_not_an_answer_is_refused_with_its_reason() -> None:
    step = opened(_raid({"bomber": 1}, 1, _board(ask_defender=True)))
    for order, code in (
        (Press(PLACE), "decision-first"),
        (Intercept("Moscow", ()), "wrong-territory"),
        (Intercept(PLACE, (Pick(2, "fighter"),)), "too-few-units"),
        (Intercept(PLACE, (Pick(1, "bomber"),)), "too-few-units"),
    ):
        assert [reason.code for reason in check(step.state, order)] == [code]


def _moving(interceptors: int, definition: Definition | None = None) -> State:
    return position(
        definition or _board(),
        "Germans",
        "combat_move",
        cleared=[PLACE, "Finland", "Novgorod"],
        units=[
            (PLACE, "Russians", "factory", 1),
            (PLACE, "Russians", "fighter", interceptors),
            ("Finland", "Germans", "fighter", 1),
            ("Finland", "Germans", "bomber", 1),
            ("Finland", "Germans", "infantry", 1),
        ],
    )


def test_B69_escorts_join_a_raid_where_somebody_can_intercept() -> None:
    both = move("1 bomber, 1 fighter", "Finland", PLACE, raid=True)
    assert codes(_moving(1), both) == set()
    assert battles(after(_moving(1), both)) == {PLACE + "*": ("fighter", "bomber")}
    assert codes(_moving(0), both) == {"cannot-raid"}
    assert codes(_moving(1, _board(air_battles_before_raids=False)), both) == {"cannot-raid"}
    assert "cannot-raid" in codes(_moving(1), move("1 infantry", "Finland", PLACE, raid=True))


def test_escorts_are_among_the_legal_moves() -> None:
    def raiders(state: State) -> set[str]:
        moves = [order for order in legal_moves(state, "Finland") if order.raid]
        return {order.picks[0].type for order in moves if order.path[-1] == PLACE}

    assert raiders(_moving(1)) == {"bomber", "fighter"}
    assert raiders(_moving(0)) == {"bomber"}
