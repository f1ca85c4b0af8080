"""The planning player: it attacks with odds, holds what is vital, and plays the same every time."""

from dataclasses import replace

import pytest

from engine import (
    Buy,
    Done,
    Move,
    NationName,
    Order,
    RollRequest,
    RollResult,
    State,
    TerritoryName,
    Unit,
    apply,
    check,
    load_scenario,
    new_game,
    waiting_for,
)
from engine.ai import PLAYERS, choose_sensibly, computer_player, suggestions
from engine.ai.planning.assault import holders_of, opened
from engine.ai.planning.effort import FAST, HARD, ThinkingBounds
from engine.ai.planning.fights import Fights
from engine.ai.planning.marching import march_of
from engine.ai.planning.placing import placements
from engine.ai.planning.shopping import purchase
from engine.ai.planning.threats import Threats
from engine.ai.planning.turn import attacks
from engine.ai.planning.worth import Appraisal
from engine.ai.survey import Survey
from engine.core.ids import pair_of
from engine.gamedef.conditions import Together
from engine.gamedef.relations import NEUTRALITY, PoliticalAction, Relation
from engine.gamedef.sequence import SequenceStep
from tests.arena.game import play_game, score, sides_of
from tests.support.positions import big_world, classic, position

WORLD = big_world()


def orders_of(state: State, name: str) -> list[Order]:
    """What a player orders until the phase ends."""
    player, given = computer_player(name), []
    waiting = waiting_for(state)
    for _ in range(400):
        order = player.choose(state, waiting)
        given.append(order)
        assert not check(state, order)
        if isinstance(order, Done):
            return given
        step = apply(state, order)
        while isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((1,) * step.waiting.count))
        state = step.state
    raise AssertionError("the phase does not end")


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("phase", ["purchase", "combat_move", "noncombat_move"])
def test_the_same_position_gets_the_same_orders(name: str, phase: str) -> None:
    state = position(WORLD, "Germans", phase)
    assert orders_of(state, name) == orders_of(state, name)


def test_a_fortress_is_left_alone() -> None:
    state = position(
        WORLD, "Russians", "combat_move", units=[("Finland", "Germans", "infantry", 60)]
    )
    moves = [order for order in orders_of(state, "hard") if isinstance(order, Move)]
    assert all(move.path[-1] != "Finland" for move in moves)


def test_what_is_suggested_is_what_the_player_does_with_reasons() -> None:
    for phase in ("purchase", "combat_move", "noncombat_move"):
        state = position(WORLD, "Germans", phase)
        found = suggestions(state)
        listed = [order for each in found for order in each.orders]
        assert listed == orders_of(state, "hard")[:-1]
        assert listed
        assert all(each.reason.endswith(".") for each in found)
    chosen = suggestions(position(WORLD, "Germans", "combat_move"))
    attacks = [each.attack for each in chosen if each.attack is not None]
    assert len(attacks) == len(chosen) > 0
    assert all(why.territory in each.reason for why, each in zip(attacks, chosen, strict=True))
    assert any(
        f"{why.success:.0%}" in each.reason for why, each in zip(attacks, chosen, strict=True)
    )
    assert suggestions(position(WORLD, "Germans", "battle")) == ()


def test_an_empty_capital_is_taken() -> None:
    """One step away and nobody there: no other order is worth as much."""
    state = position(WORLD, "Germans", "combat_move")
    gone = [unit.id for unit in state.units_in("Moscow") if unit.type != "factory"]
    units = {key: unit for key, unit in state.units.items() if key not in gone}
    extra = {
        key: Unit(key, "armour", "Germans", "Belorussia")
        for key in range(state.next_unit, state.next_unit + 6)
    }
    owners = {**state.owners, "Belorussia": "Germans"}
    kept = {key: unit for key, unit in units.items() if unit.territory != "Belorussia"}
    open_city = replace(
        state, units={**kept, **extra}, owners=owners, next_unit=state.next_unit + 6
    )
    moves = [order for order in orders_of(open_city, "hard") if isinstance(order, Move)]
    assert any(move.path[-1] == "Moscow" for move in moves)


def test_attacks_are_worth_making_and_share_no_unit() -> None:
    state = position(WORLD, "Germans", "combat_move")
    chosen = attacks(opened(state, HARD))
    units = [unit.id for attack in chosen for unit in attack.units]
    assert len(chosen) >= 3
    assert len(units) == len(set(units))
    assert all(attack.gain > 0 for attack in chosen)
    sure = [attack for attack in chosen if attack.clash.success > 0.8]
    assert len(sure) >= len(chosen) / 2


def test_units_of_a_capital_stay_where_it_would_fall() -> None:
    """A stack next to Berlin: what holds it does not march to war, and more is bought there."""
    plain = position(WORLD, "Germans", "combat_move")
    threat = [("Western Poland", "Russians", "armour", 12)]
    state = position(WORLD, "Germans", "combat_move", units=threat)
    state = replace(state, owners={**state.owners, "Western Poland": "Russians"})
    for case in (plain, state):
        plan = opened(case, HARD)
        leaving = {unit.id for attack in attacks(plan) for unit in attack.units}
        gone = {attack.target for attack in attacks(plan) if attack.is_likely}
        capital = WORLD.board.capital_of("Germans")
        stayed = [unit for unit in holders_of(plan.survey, capital) if unit.id not in leaving]
        before = plan.threats.risk(capital, holders_of(plan.survey, capital), gone).taken
        assert plan.threats.risk(capital, stayed, gone).taken <= max(0.2, before + 0.05)


def test_defenders_are_bought_where_a_factory_would_fall() -> None:
    threat = [("Belorussia", "Germans", "armour", 14)]
    pressed = position(WORLD, "Russians", "purchase", units=threat, pus={"Russians": 40})
    pressed = replace(pressed, owners={**pressed.owners, "Belorussia": "Germans"})
    allies = {
        key: unit
        for key, unit in pressed.units.items()
        if WORLD.politics.is_allied(unit.owner, "Russians")
    }
    foot = []
    for state in (replace(pressed, units=allies), pressed):
        order = purchase(state, HARD)
        assert isinstance(order, Buy)
        foot.append(dict(order.units).get("infantry", 0))
    assert foot[1] >= foot[0] + 2


def test_new_units_do_not_stand_where_they_would_be_lost_with_the_rest() -> None:
    """One factory falls whatever comes, and dear units with it: that is no reason to add more."""
    units = [
        ("India", "British", "bomber", 4),
        ("India", "British", "factory", 1),
        ("French Indo China", "Japanese", "armour", 30),
        ("United Kingdom", "British", "factory", 1),
    ]
    game = classic()
    state = position(
        game,
        "British",
        "place",
        cleared=game.board.territories,
        units=units,
        unplaced={"infantry": 3},
    )
    assert {order.territory for order in placements(state, HARD)} == {"United Kingdom"}


def test_a_capital_is_worth_what_all_the_land_pays() -> None:
    state = position(WORLD, "Germans", "combat_move")
    poor = replace(
        state,
        owners={
            place: "Germans" if owner == "Russians" and place != "Moscow" else owner
            for place, owner in state.owners.items()
        },
    )
    moscow = TerritoryName("Moscow")
    assert Appraisal(state).land(moscow) > Appraisal(poor).land(moscow) + 20


def test_who_may_declare_war_in_their_next_turn_is_a_threat_and_a_goal() -> None:
    """At peace with everybody: only those with an action that leads to war can come."""
    pair = (NationName("Germans"), NationName("Russians"))
    act = PoliticalAction(
        "attack", NationName("Russians"), (Relation(pair, "war"),), Together((), 0, 0)
    )
    seen, marched = [], []
    for actions in ((), (act,)):
        names = [nation.name for nation in WORLD.politics.nations]
        pairs = sorted({pair_of(a, b) for a in names for b in names if a != b})
        politics = replace(
            WORLD.politics,
            relations=tuple(Relation(each, "peace") for each in pairs),
            relation_types=(replace(NEUTRALITY, name="peace"),),
            actions=actions,
        )
        steps = [SequenceStep("talks", "politics", NationName("Russians")), *WORLD.sequence]
        game = replace(big_world(politics=True), politics=politics, sequence=tuple(steps))
        state = position(game, "Germans", "noncombat_move")
        threats = Threats.to(state, NationName("Germans"), Appraisal(state), HARD)
        seen.append({strike.nation for each in threats.strikes.values() for strike in each})
        marched.append("Eastern Poland" in march_of(Survey(state)))
    assert seen == [set(), {"Russians"}]
    assert marched == [False, True]


def test_threats_come_by_land_by_air_by_sea_and_from_ships() -> None:
    state = position(WORLD, "British", "combat_move")
    threats = Threats.to(state, "British", Appraisal(state), HARD)
    types = WORLD.unit_types
    kinds = {
        (types[unit.type].is_air, types[unit.type].is_sea)
        for strikes in threats.strikes.values()
        for strike in strikes
        for unit in strike.units
    }
    assert kinds == {(False, False), (True, False), (False, True)}
    assert any(strike.landed for each in threats.strikes.values() for strike in each)
    assert all(
        strike.nation in ("Germans", "Japanese")
        for each in threats.strikes.values()
        for strike in each
    )


@pytest.mark.parametrize("mean", [False, True])
def test_clashes_know_the_stronger_side(mean: bool) -> None:
    state = position(WORLD, "Germans", "combat_move")
    effort = ThinkingBounds(9, 0, 0) if mean else HARD
    fights = Fights(state, Appraisal(state), effort)

    def army(kind: str, count: int, owner: str = "Germans") -> list[Unit]:
        return [Unit(-1 - each, kind, owner, "Finland") for each in range(count)]

    strong = fights.clash(army("armour", 8), army("infantry", 2, "Russians"), "Karelija")
    weak = fights.clash(army("infantry", 2), army("infantry", 8, "Russians"), "Karelija")
    air = fights.clash(army("fighter", 6), army("infantry", 2, "Russians"), "Karelija")
    assert strong.success > 0.9
    assert strong.killed > strong.lost
    assert weak.success < 0.1
    assert weak.left == ()
    assert air.success == 0
    assert len(strong.left) >= 6


def test_block_games_are_played_as_the_easy_player_does() -> None:
    step = new_game(load_scenario("triumph_tragedy"))
    player = computer_player("hard")
    asked = 0
    while asked < 6:
        if isinstance(step.waiting, RollRequest):
            step = apply(step.state, RollResult((1,) * step.waiting.count))
            continue
        order = player.choose(step.state, step.waiting)
        assert order == choose_sensibly(step.state, step.waiting)
        step = apply(step.state, order)
        asked += 1


@pytest.mark.slow
def test_two_players_finish_their_rounds_and_are_counted() -> None:
    game = classic()
    result = play_game(game, ("fast", "easy"), 1, 1)
    assert result.rounds == 1
    assert result.faults["fast"].battles > 0
    assert result.faults["fast"].turns + result.faults["easy"].turns == 5
    assert all(seconds > 0 for seconds in result.cpu.values())
    first, second = sides_of(game)
    assert "Russians" in first
    assert "Germans" in second
    start = position(game, "Russians", "purchase")
    assert score(start, first).value > 0


def test_fast_thinks_less_than_hard() -> None:
    state = position(WORLD, "Germans", "combat_move")
    assert Survey(state).nation == "Germans"
    plans = [opened(state, effort) for effort in (FAST, HARD)]
    for plan in plans:
        attacks(plan)
    fast, hard = (len(plan.fights.solved) for plan in plans)
    assert fast < hard
