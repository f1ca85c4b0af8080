"""Aircraft that scramble to help in a battle nearby (map dialect: scrambling)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from engine.core.agenda import BattleFrame, Decision, PendingBattle, PhaseOpen
from engine.core.chance import RollResult
from engine.core.event_log import EventLog
from engine.core.events.battle import AircraftLanded, AircraftScrambled, UnitsDestroyed
from engine.core.ids import NEUTRAL
from engine.core.pick import Pick
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.game import apply, check, legal
from engine.gamedef import Definition, State
from engine.loading import definition_from_tree, tree_from_definition
from engine.notation.parse import parse_order
from engine.orders.fight import Fight
from engine.orders.move import Move
from engine.orders.scramble import Scramble
from engine.orders.standing_orders.land import StandingLand
from engine.orders.standing_orders.scramble import StandingScramble
from engine.rules.battle.around.air_battle import interceptors_in
from engine.rules.battle.around.land_aircraft import resolve_homeless_aircraft
from engine.rules.battle.around.scramble import able_to_scramble, scramble_places
from engine.rules.battle.before.beginning import retreat_options_of
from tests.engine.battle.arena import arena, asks, opened
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

ZONE, BASE, NEAR = "SZ 10 North Sea", "Scotland", "SZ 9 North Atlantic"
RAIDED = "England"


def game(*, limit: int = 0, reach: int = 1, **options: object) -> Definition:
    """The big world with fighters that scramble from factories."""
    values: dict[str, object] = {
        "scrambling": True,
        "scramble_against_any_landing": True,
        "ask_defender": True,
        **options,
    }
    plain = big_world(**values)
    types = dict(plain.unit_types)
    types["fighter"] = with_facts(types["fighter"], scramble_distance=reach)
    types["factory"] = with_facts(types["factory"], is_air_base=True, scramble_limit=limit)
    return replace(plain, unit_types=types)


def attack(definition: Definition, *, fighters: int = 2, base: str = "British") -> State:
    """German battleships attack a British destroyer in a zone beside a base."""
    return arena(
        ZONE,
        [("battleship", 2)],
        [("destroyer", 1)],
        by="Germans",
        against="British",
        origins=["SZ 11 West Baltic Sea"],
        more=[(BASE, base, "factory", 1), (BASE, "British", "fighter", fighters)],
        cleared=[BASE, NEAR],
        definition=definition,
    )


def fighters(state: State, place: str) -> int:
    return sum(unit.type == "fighter" for unit in state.units_in(place))


def test_the_defender_is_asked_and_their_aircraft_defend() -> None:
    step = opened(attack(game()))
    decision = asks(step)
    assert (decision.nation, decision.what, decision.territory) == ("British", "scramble", ZONE)
    assert len(decision.units) == 2
    order = Scramble(ZONE, (Pick(1, "fighter", "British"),))
    step = apply(step.state, order)
    assert (fighters(step.state, ZONE), fighters(step.state, BASE)) == (1, 1)
    (scrambled,) = [e for e in step.events if isinstance(e, AircraftScrambled)]
    assert (len(scrambled.units), len(scrambled.stayed), scrambled.chosen_by) == (1, 1, "player")
    step = apply(step.state, Fight(ZONE))
    frame = step.state.agenda[1]
    assert isinstance(frame, BattleFrame)
    assert {step.state.units[key].type for key in frame.defenders} == {
        "destroyer",
        "fighter",
    }


def test_no_aircraft_scramble_without_a_question_or_a_standing_order() -> None:
    step = opened(attack(game(ask_defender=False)))
    assert isinstance(step.waiting, PhaseOpen)
    assert fighters(step.state, BASE) == 2


def test_before_battles_the_defender_is_asked_by_an_option_of_its_own() -> None:
    step = opened(attack(game(ask_defender=False, ask_before_battles=True)))
    assert asks(step).what == "scramble"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("scramble: 1 infantry", "cannot-scramble"),
        ("scramble: all when attackers > 2", "bad-condition"),
        ("scramble: 1 fighter, 2 fighter", "named-twice"),
    ],
)
def test_standing_orders_to_scramble_that_never_apply_are_refused(text: str, code: str) -> None:
    state = position(game(), "British", "combat_move")
    order = parse_order(f"standing {text}", state.definition)
    assert code in [reason.code for reason in check(state, order)]


def test_nobody_scrambles_over_land_where_they_help_at_sea_only() -> None:
    state = position(game(scramble_to_sea_only=True), "British", "combat_move")
    order = parse_order("standing scramble Norway: all", state.definition)
    assert [reason.code for reason in check(state, order)] == ["never-there"]


def test_an_order_to_intercept_lets_nobody_scramble() -> None:
    state = position(game(), "British", "combat_move")
    order = parse_order("standing intercept: all", state.definition)
    assert "no-such-choice" in [reason.code for reason in check(state, order)]


def test_standing_orders_say_which_aircraft_scramble() -> None:
    state = attack(game())
    rule = StandingScramble(ZONE, (), False, (("fighter", 2),))
    step = opened(replace(state, standing_orders={"British": (rule,)}))
    assert isinstance(step.waiting, PhaseOpen)
    assert fighters(step.state, ZONE) == 2


@pytest.mark.parametrize(
    ("definition", "base", "count"),
    [
        (game(scrambling=False), "British", 0),
        (game(reach=0), "British", 0),
        (game(scramble_from_islands_only=True), "British", 0),
        (game(), "Americans", 2),
        (game(), "Germans", 0),
    ],
)
def test_which_aircraft_may_scramble(definition: Definition, base: str, count: int) -> None:
    state = attack(definition, base=base)
    assert len(able_to_scramble(state, ZONE) if scramble_places(state) else ()) == count


def test_a_base_limits_how_many_scramble() -> None:
    step = opened(attack(game(limit=1), fighters=3))
    both = Scramble(ZONE, (Pick(2, "fighter", "British"),))
    assert [reason.code for reason in check(step.state, both)] == ["base-limit"]
    orders = list(legal(step.state))
    assert all(not check(step.state, order) for order in orders)
    sizes = [
        sum(pick.count for pick in order.picks) for order in orders if isinstance(order, Scramble)
    ]
    assert max(sizes) == 1


def test_at_sea_only_by_option() -> None:
    land = arena(
        "Norway",
        [("infantry", 2)],
        [("infantry", 1)],
        by="Germans",
        against="British",
        more=[("Finland", "British", "factory", 1), ("Finland", "British", "fighter", 1)],
        owners={"Norway": "British", "Finland": "British"},
        cleared=["Finland"],
        definition=game(),
    )
    assert scramble_places(land) == ("Norway",)
    sea_only = replace(land, definition=game(scramble_to_sea_only=True))
    assert scramble_places(sea_only) == ()


@pytest.mark.parametrize("on", [False, True])
def test_by_option_aircraft_scramble_against_a_raid(on: bool) -> None:
    plain = game(scramble_into_air_battles=on, air_battles_before_raids=True)
    kinds = dict(plain.unit_types)
    kinds["fighter"] = with_facts(kinds["fighter"], can_intercept=True)
    state = position(
        replace(plain, unit_types=kinds),
        "Germans",
        "battle",
        cleared=[BASE, RAIDED],
        units=[
            (RAIDED, "Germans", "bomber", 1),
            (RAIDED, "British", "factory", 1),
            (BASE, "British", "factory", 1),
            (BASE, "British", "fighter", 1),
        ],
    )
    bombers = tuple(unit.id for unit in state.units_in(RAIDED) if unit.type == "bomber")
    state = replace(state, battles=(PendingBattle(RAIDED, "raid", bombers),))
    assert scramble_places(state) == ((RAIDED,) if on else ())
    away = (unit for unit in state.units_in(BASE) if unit.type == "fighter")
    met = replace(state, units={**state.units, **{unit.id: _aloft(unit) for unit in away}})
    assert len(interceptors_in(met, RAIDED)) == int(on)


def _aloft(unit: Unit) -> Unit:
    """The same aircraft, which has scrambled from its base against the raid."""
    return replace(unit, territory=RAIDED, base=BASE)


def landing(definition: Definition, target: str) -> State:
    """A German transport lands on the land of the base or elsewhere; the zone is empty."""
    state = position(
        definition,
        "Germans",
        "battle",
        cleared=[ZONE, BASE, "Norway", NEAR],
        owners={"Norway": "British"},
        units=[
            (ZONE, "Germans", "transport", 1),
            (target, "Germans", "infantry", 1),
            (BASE, "British", "factory", 1),
            (BASE, "British", "fighter", 1),
        ],
    )
    ship = next(unit.id for unit in state.units_in(ZONE))
    troops = next(unit.id for unit in state.units_in(target) if unit.owner == "Germans")
    pending = PendingBattle(target, "battle", (troops,), ((troops, ZONE),), ((troops, ship, ZONE),))
    return replace(state, battles=(pending,))


def test_ships_that_land_troops_are_met_even_where_nobody_defends() -> None:
    state = landing(game(), "Norway")
    assert scramble_places(state) == (ZONE,)
    step = apply(opened(state).state, Scramble(ZONE, (Pick(1, "fighter", "British"),)))
    assert [battle.territory for battle in step.state.battles] == ["Norway", ZONE]
    assert "sea-battle-first" in [r.code for r in check(step.state, Fight("Norway"))]


def test_empty_land_on_which_troops_land_is_helped_as_well() -> None:
    state = landing(game(reach=2), "Norway")
    assert scramble_places(state) == ("Norway", ZONE)
    step = apply(opened(state).state, Scramble("Norway", (Pick(1, "fighter", "British"),)))
    assert fighters(step.state, "Norway") == 1
    assert scramble_places(replace(state, definition=game(reach=2, scramble_to_sea_only=True))) == (
        ZONE,
    )


def test_ships_may_be_bases_but_for_maps_of_islands() -> None:
    for islands in (False, True):
        definition = game(scramble_from_islands_only=islands)
        types = dict(definition.unit_types)
        types["carrier"] = with_facts(types["carrier"], is_air_base=True, scramble_limit=1)
        state = arena(
            ZONE,
            [("battleship", 2)],
            [("destroyer", 1)],
            by="Germans",
            against="British",
            more=[(NEAR, "British", "carrier", 1), (NEAR, "British", "fighter", 2)],
            cleared=[BASE, NEAR],
            definition=replace(definition, unit_types=types),
        )
        assert len(able_to_scramble(state, ZONE)) == (0 if islands else 2)
        if not islands:
            two = Scramble(ZONE, (Pick(2, "fighter", "British"),))
            assert [reason.code for reason in check(opened(state).state, two)] == ["base-limit"]


def test_by_option_only_landings_on_the_land_of_the_base_are_met() -> None:
    definition = game(scramble_against_any_landing=False)
    assert scramble_places(landing(definition, "Norway")) == ()
    assert ZONE in scramble_places(landing(definition, BASE))


def after_battle(definition: Definition, base_owner: str, *, fought: bool = True) -> list[str]:
    """Where an aircraft goes that scrambled and is over the zone after the battle."""
    state = position(
        definition,
        "Germans",
        "battle",
        cleared=[ZONE, BASE, "Norway"],
        owners={"Norway": "British", BASE: base_owner},
        units=[(ZONE, "British", "fighter", 1)],
        turn=TurnRecord(fought=(ZONE,) if fought else ()),
    )
    (fighter,) = state.units_in(ZONE)
    scrambled = replace(fighter, base=BASE)
    state = replace(state, units={**state.units, scrambled.id: scrambled})
    events = resolve_homeless_aircraft(state)
    return [event.to for event in events if isinstance(event, AircraftLanded)]


def test_they_go_back_to_their_base_by_option_and_else_where_they_can_land() -> None:
    assert after_battle(game(scrambled_return_to_base=True), "British") == [BASE]
    assert after_battle(game(scrambled_return_to_base=False), "British") == [BASE]
    assert after_battle(game(scrambled_return_to_base=False), "Germans") == ["Norway"]
    assert after_battle(game(scrambled_return_to_base=True), "Germans") == ["Norway"]
    assert after_battle(game(), "British", fought=False) == [BASE]


def test_a_sea_zone_of_their_own_is_no_place_to_land() -> None:
    plain = game()
    owned = replace(
        plain, setup=replace(plain.setup, owners={**plain.setup.owners, NEAR: "British"})
    )
    assert after_battle(owned, "Germans") == ["Norway"]
    beside = "SZ 11 West Baltic Sea"
    assert beside in plain.board.neighbours(ZONE)
    owned = replace(
        plain,
        setup=replace(
            plain.setup,
            owners={**plain.setup.owners, beside: "British", "SZ 6 Norwegian Sea": "British"},
        ),
    )
    assert after_battle(owned, "Germans") == ["Norway"]


@dataclass(frozen=True, slots=True)
class Aloft:
    """What is around a British fighter that scrambled from Scotland to the North Sea."""

    base: str = "British"
    norway: str = "British"
    units: tuple[tuple[str, str, str, int], ...] = ()
    told: tuple[str, ...] = ()
    reach: int = 1
    aircraft: int = 1


BALTIC = "SZ 11 West Baltic Sea"


@pytest.mark.parametrize(
    ("aloft", "ends"),
    [
        (Aloft(), [BASE]),
        (Aloft(told=("Norway",)), ["Norway"]),
        (Aloft(told=(ZONE,), units=((ZONE, "British", "carrier", 1),)), [ZONE]),
        (Aloft(units=((ZONE, "British", "carrier", 1),)), [BASE]),
        (Aloft(base="Germans"), ["Norway"]),
        (Aloft(units=((BASE, "Germans", "bomber", 1),)), ["Norway"]),
        (Aloft(base="Germans", units=(("Norway", "Germans", "bomber", 1),)), [ZONE]),
        (Aloft(base="Germans", norway="Germans"), [ZONE]),
        (
            Aloft(base="Germans", norway="Germans", units=((BALTIC, "British", "carrier", 1),)),
            [BALTIC],
        ),
        (Aloft(base="Germans", norway="Germans", told=(NEAR,)), [ZONE]),
        (
            Aloft(
                base="Germans",
                norway="Germans",
                units=((ZONE, "British", "carrier", 1), (ZONE, "Americans", "fighter", 1)),
                aircraft=2,
            ),
            [ZONE, ZONE],
        ),
        (Aloft(base="Germans", norway="Germans", reach=2, told=("Finland",)), ["Finland"]),
    ],
)
def test_those_that_scrambled_land_where_they_are_told_or_stay(
    aloft: Aloft, ends: list[str]
) -> None:
    """An enemy's aircraft over land keeps them away; without any place they stay in the air."""
    around = [place for place in game().board.neighbours(ZONE) if place not in {BASE, "Norway"}]
    owners = {place: "Germans" for place in around if not game().board.is_sea[place]}
    state = position(
        game(reach=aloft.reach, scrambled_return_to_base=False),
        "Germans",
        "battle",
        cleared=[ZONE, BASE, "Norway", "Finland", *around],
        owners={**owners, "Norway": aloft.norway, BASE: aloft.base, "Finland": "British"},
        units=[(ZONE, "British", "fighter", aloft.aircraft), *aloft.units],
        turn=TurnRecord(fought=(ZONE,)),
    )
    up = [
        unit for unit in state.units_in(ZONE) if (unit.owner, unit.type) == ("British", "fighter")
    ]
    units = {**state.units, **{unit.id: replace(unit, base=BASE) for unit in up}}
    wishes = {"British": (StandingLand(ZONE, (), aloft.told),)} if aloft.told else {}
    log: EventLog[Definition] = EventLog(replace(state, units=units, standing_orders=wishes))
    log.extend(resolve_homeless_aircraft(log.state))
    assert [log.state.units[unit.id].territory for unit in up] == ends


@pytest.mark.parametrize("owner", ["British", NEUTRAL])
def test_B177_aircraft_of_nobody_land_on_no_land(owner: str) -> None:
    state = position(
        big_world(surviving_air_may_land=True),
        "Germans",
        "battle",
        cleared=[ZONE],
        owners={BASE: owner},
        units=[(ZONE, owner, "fighter", 1)],
        turn=TurnRecord(fought=(ZONE,)),
    )
    landed = [type(event) for event in resolve_homeless_aircraft(state)]
    assert landed == ([UnitsDestroyed] if owner == NEUTRAL else [AircraftLanded])


def test_no_troops_land_before_it_is_known_which_aircraft_scramble() -> None:
    state = position(
        game(),
        "Germans",
        "combat_move",
        cleared=[ZONE, "Norway", "SZ 11 West Baltic Sea"],
        owners={"Norway": "British"},
        units=[(ZONE, "Germans", "transport", 1)],
    )
    ship = next(unit.id for unit in state.units_in(ZONE))
    loaded = position(
        game(),
        "Germans",
        "combat_move",
        cleared=[ZONE, "Norway", "SZ 11 West Baltic Sea"],
        owners={"Norway": "British"},
        units=[(ZONE, "Germans", "transport", 1), (ZONE, "Germans", "infantry", 1)],
    )
    cargo = next(unit for unit in loaded.units_in(ZONE) if unit.type == "infantry")
    aboard = {**loaded.units, cargo.id: replace(cargo, carried_by=ship)}
    loaded = replace(loaded, units=aboard)
    step = apply(loaded, Move((Pick(1, "infantry"),), (ZONE, "Norway")))
    assert step.state.owners["Norway"] == "British"
    assert [battle.territory for battle in step.state.battles] == ["Norway"]


def test_the_attributes_survive_a_round_trip_through_a_tree() -> None:
    definition = game(limit=3)
    assert definition_from_tree(tree_from_definition(definition)) == definition


def test_a_position_says_where_an_aircraft_scrambled_from() -> None:
    step = opened(attack(game()))
    step = apply(step.state, Scramble(ZONE, (Pick(2, "fighter", "British"),)))
    bases: Mapping[str, int] = {unit.base: 1 for unit in step.state.units.values() if unit.base}
    assert bases == {BASE: 1}


@pytest.mark.parametrize("came_to_take", [False, True])
def test_B194_ships_that_meet_only_scrambled_aircraft_may_leave_for_any_free_zone(
    came_to_take: bool,
) -> None:
    """Their fleet met nobody when it came, so it came to no battle from anywhere."""
    board = game().board
    around = sorted(p for p in board.neighbours(ZONE) if board.is_sea[p])
    shut = around[0]
    for retreats_from_enemy in (True, False):
        state = position(
            game(),
            "Germans",
            "battle",
            cleared=[ZONE, BASE, *around],
            units=[
                (ZONE, "Germans", "transport", 2),
                (BASE, "British", "fighter", 1),
                *([(shut, "British", "destroyer", 1)] if retreats_from_enemy else []),
            ],
        )
        (fighter,) = state.units_in(BASE)
        up = replace(fighter, territory=ZONE, base=BASE)
        state = replace(state, units={**state.units, fighter.id: up})
        if came_to_take:
            fleet = tuple(unit.id for unit in state.units_in(ZONE) if unit.owner == "Germans")
            came = tuple((ship, around[-1]) for ship in fleet)
            state = replace(state, battles=(PendingBattle(ZONE, "battle", fleet, came),))
        step = apply(opened(state).state, Fight(ZONE))
        while not isinstance(step.waiting, Decision):
            step = apply(step.state, RollResult((6,)))
        free = around[1:] if retreats_from_enemy else around
        assert (step.waiting.what, list(step.waiting.territories)) == ("retreat", free)


@pytest.mark.parametrize("scrambles", [True, False])
def test_B194_ships_left_alone_until_aircraft_scramble_may_leave_for_any_free_zone(
    scrambles: bool,
) -> None:
    """A transport that stops nobody made no battle before the fighter did."""
    definition = game(ignore_transports_in_movement=True)
    around = sorted(p for p in definition.board.neighbours(ZONE) if definition.board.is_sea[p])
    state = position(
        definition,
        "Germans",
        "battle",
        cleared=[ZONE, BASE, *around],
        units=[
            (ZONE, "Germans", "cruiser", 2),
            (ZONE, "British", "transport", 1),
            (BASE, "British", "fighter", 1),
        ],
    )
    (fighter,) = state.units_in(BASE)
    if scrambles:
        up = replace(fighter, territory=ZONE, base=BASE)
        state = replace(state, units={**state.units, fighter.id: up})
    fleet = tuple(unit.id for unit in state.units_in(ZONE) if unit.owner == "Germans")
    battle = PendingBattle(ZONE, "battle", fleet)
    assert (retreat_options_of(state, battle) == tuple(around)) is scrambles


def thirsty(definition: Definition, **held: int) -> State:
    """British fighters that need 2 fuel to set out and 3 for each area, and what is there."""
    types = dict(definition.unit_types)
    types["fighter"] = with_facts(types["fighter"], fuel=(("fuel", 3),), flat_fuel=(("fuel", 2),))
    state = attack(replace(definition, unit_types=types), fighters=3)
    return replace(state, resources={**state.resources, "British": held})


def test_scrambling_needs_fuel_for_the_way_there_and_back() -> None:
    step = opened(thirsty(game(), fuel=16))
    two, three = (Scramble(ZONE, (Pick(n, "fighter", "British"),)) for n in (2, 3))
    assert [reason.code for reason in check(step.state, three)] == ["no-fuel"]
    orders = [order for order in legal(step.state) if isinstance(order, Scramble)]
    assert sum(pick.count for pick in orders[-1].picks) == 2
    assert all(not check(step.state, order) for order in orders)
    flying = apply(step.state, two).state
    assert (flying.amount("British", "fuel"), fighters(flying, ZONE)) == (6, 2)
    poor = opened(thirsty(game(), fuel=7))
    assert [reason.code for reason in check(poor.state, two)] == ["no-fuel"]


def test_standing_orders_let_as_many_scramble_as_there_is_fuel_for() -> None:
    rule = StandingScramble(ZONE, (), False, (("fighter", 3),))
    state = replace(thirsty(game(), fuel=16), standing_orders={"British": (rule,)})
    assert fighters(opened(state).state, ZONE) == 2


@pytest.mark.parametrize(("held", "left"), [(8, 5), (1, 0), (0, 0)])
def test_the_way_back_is_paid_as_far_as_there_is_fuel(held: int, left: int) -> None:
    state = thirsty(game(), fuel=held)
    one, *_ = (unit for unit in state.units_in(BASE) if unit.type == "fighter")
    away = replace(one, territory=ZONE, base=BASE)
    state = replace(state, units={**state.units, one.id: away})
    log = EventLog(state)
    log.extend(resolve_homeless_aircraft(state))
    assert log.state.units[one.id].territory == BASE
    assert log.state.amount("British", "fuel") == left
