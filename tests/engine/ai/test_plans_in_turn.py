"""A plan stays whole: flights over guns, decks that aircraft come home to, what is bought."""

from dataclasses import replace

import pytest

from engine import (
    Act,
    Decision,
    GameOver,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    TerritoryName,
    apply,
    attempt,
    check,
    legal,
    load_scenario,
    new_game,
    parse_order,
    scenario_names,
)
from engine.ai import Player, computer_player
from engine.ai.planning.arriving import arrivals_of
from engine.ai.planning.assault import holders_of, targets_of
from engine.ai.planning.diplomacy import declarations
from engine.ai.planning.effort import FAST, HARD
from engine.ai.planning.holding import army_orders
from engine.ai.planning.in_turn import in_turn
from engine.ai.planning.threats import Threats
from engine.ai.planning.ways import ways_of
from engine.ai.planning.worth import Appraisal
from engine.ai.reach import has_guns, paths_of
from engine.ai.survey import Survey
from tests.engine.ai.test_planning import orders_of
from tests.support.positions import big_world, position

WORLD = big_world()
CAPITAL = WORLD.board.capital_of("Germans")


def test_a_flight_over_guns_does_not_end_the_plan() -> None:
    """The dice of the guns come first in the game; the plan goes on as if they were thrown."""
    state = position(WORLD, "Germans", "combat_move")
    over_guns = parse_order("move 1 bomber: Baltic States > Novgorod > Leningrad > Karelija", WORLD)
    other = parse_order("move 1 infantry: Baltic States > Novgorod", WORLD)
    step = attempt(state, over_guns)
    assert isinstance(getattr(step, "waiting", None), RollRequest)
    _, given = in_turn(state, (over_guns, other))
    assert given == (over_guns, other)


@pytest.mark.parametrize("fighting", [False, True])
def test_aircraft_fly_around_guns_where_that_is_no_detour(fighting: bool) -> None:
    state = position(
        WORLD, "Germans", "noncombat_move", units=[("Finland", "Germans", "bomber", 1)]
    )
    survey = Survey(state)
    bomber = next(unit for unit in survey.own(TerritoryName("Finland")) if unit.type == "bomber")
    paths = paths_of(survey, bomber, fighting=fighting)
    # Two ways of two steps: over Leningrad, which has guns, and over Karelija.
    assert paths[TerritoryName("Northern Russia")][1] == "Karelija"
    assert has_guns(survey, TerritoryName("Leningrad"))
    assert any(has_guns(survey, place) for place in paths)


def test_decks_stay_where_aircraft_come_home_to() -> None:
    state = position(WORLD, "Japanese", "combat_move")
    survey = Survey(state)
    ways = ways_of(survey, targets_of(survey))
    kinds = {unit.type for each in ways.values() for way in each for unit in way.units}
    assert "battleship" in kinds
    assert "carrier" not in kinds


def bought(**names: int) -> State:
    state = position(WORLD, "Germans", "noncombat_move")
    return replace(state, purchase=names)


def test_what_is_bought_is_promised_once() -> None:
    arrivals = arrivals_of(Survey(bought(infantry=5, fighter=2, transport=1)))
    assert [unit.type for unit in arrivals.waiting] == ["infantry"] * 5
    three = arrivals.enough(CAPITAL, lambda new: len(new) >= 3)
    assert len(three) == 3
    room = sum(arrivals.room.values())
    rest = arrivals.rest({CAPITAL: 1.0})
    assert sum(map(len, rest.values())) == min(2, room)
    assert not arrivals.waiting
    assert not set(three) & {unit for units in rest.values() for unit in units}


def test_what_is_bought_for_a_capital_frees_those_who_hold_it() -> None:
    """With a new garrison on its way, more of the army may leave the capital."""
    threat = [("Western Poland", "Russians", "armour", 4), (CAPITAL, "Germans", "infantry", 6)]

    def leaving(names: dict[str, int]) -> int:
        state = position(WORLD, "Germans", "noncombat_move", units=threat)
        state = replace(state, purchase=names)
        return sum(
            pick.count
            for move in army_orders(state, HARD)
            if move.path[0] == CAPITAL
            for pick in move.picks
        )

    assert leaving({"infantry": 10}) >= leaving({})


def test_a_war_is_declared_where_it_pays() -> None:
    """The Germans of 1940 may attack the Russians: an empty border draws them, a full one not."""
    game = load_scenario("second_edition_global_1940")
    state = position(game, "Germans", "politics")
    wars = [act for act in legal(state) if isinstance(act, Act)]
    assert wars
    russians = [unit.id for unit in state.units_of("Russians")]
    empty = {key: unit for key, unit in state.units.items() if key not in russians[4:]}
    open_border = replace(state, units=empty)
    declared = [act.action for act in declarations(open_border, FAST)]
    assert any("Russians" in action for action in declared)
    assert not list(declarations(state, FAST))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(scenario_names()))
def test_every_order_is_legal_on_every_board(name: str) -> None:
    """A round of every scenario: what is planned is legal when its turn comes, and it ends."""
    step = new_game(load_scenario(name))
    players: dict[str, Player] = {}
    throw = 0
    for _ in range(4000):
        if isinstance(step.waiting, GameOver) or step.state.round > 1:
            break
        if isinstance(step.waiting, RollRequest):
            request = step.waiting
            throw += 1
            faces = (1 + (throw + each) % request.sides for each in range(request.count))
            step = apply(step.state, RollResult(tuple(faces)))
            continue
        assert isinstance(step.waiting, PhaseOpen | Decision)
        player = players.setdefault(step.waiting.nation, computer_player("fast"))
        order = player.choose(step.state, step.waiting)
        assert not check(step.state, order), order
        step = apply(step.state, order)
    assert step.state.round > 1 or isinstance(step.waiting, GameOver)
    assert throw


def test_a_capital_that_cannot_be_made_safe_is_not_given_up() -> None:
    """It will probably fall: who stays makes them pay for it, who leaves gives it away."""
    lands = [name for name in WORLD.board.territories if not WORLD.board.is_sea[name]]
    units = [
        ("Moscow", "Russians", "infantry", 16),
        ("Moscow", "Russians", "factory", 1),
        ("Southern Russia", "Germans", "infantry", 9),
        ("Southern Russia", "Germans", "armour", 8),
    ]
    owners = {"Southern Russia": "Germans"}
    state = position(WORLD, "Russians", "noncombat_move", cleared=lands, units=units, owners=owners)
    threats = Threats.to(state, "Russians", Appraisal(state), HARD)
    everybody = holders_of(Survey(state), TerritoryName("Moscow"))
    assert threats.risk(TerritoryName("Moscow"), everybody).taken > 0.5
    assert not [move for move in army_orders(state, HARD) if move.path[0] == "Moscow"]


def test_a_capital_that_nothing_threatens_keeps_a_watch() -> None:
    """No enemy is in reach; the army walks to its ships, and a few stay."""
    state = position(
        WORLD,
        "Japanese",
        "noncombat_move",
        cleared=WORLD.board.territories,
        units=[("Southern Japan", "Japanese", "infantry", 8)],
    )
    moves = [move for move in army_orders(state, HARD) if move.path[0] == "Southern Japan"]
    assert sum(pick.count for move in moves for pick in move.picks) <= 5


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_ships_do_not_empty_a_capital(phase: str) -> None:
    """Transports beside it for everybody, weak land to take, and no enemy in reach."""
    zone, home = "SZ 74 Sea of Japan", TerritoryName("Southern Japan")
    units = [
        (home, "Japanese", "infantry", 6),
        (zone, "Japanese", "transport", 3),
        ("Vladivostok", "Russians", "infantry", 1),
    ]
    state = position(
        WORLD,
        "Japanese",
        phase,
        cleared=WORLD.board.territories,
        units=units,
        owners={"Chosen": "Russians", "Shantung": "Russians"},
    )
    for order in orders_of(state, "hard")[:-1]:
        state = apply(state, order).state
    assert sum(unit.type == "infantry" for unit in state.units_in(home)) >= 3
    assert not all(unit.territory == home for unit in state.units_of("Japanese"))
