"""Kamikaze attacks on ships in certain zones (map dialect: kamikaze attacks; A&A Pacific)."""

from dataclasses import replace

import pytest

from engine.core.agenda import PhaseOpen
from engine.core.events.battle import KamikazeRolled, KamikazesAimed, UnitsDestroyed
from engine.core.pick import Pick
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.game import apply, check, legal
from engine.gamedef import Definition, State
from engine.gamedef.nation_rules import NationRule
from engine.loading import definition_from_tree, tree_from_definition
from engine.notation.parse import parse_order
from engine.orders.file_standing import FileStanding
from engine.orders.kamikaze import Kamikaze
from engine.rules.battle.around.kamikaze import kamikaze_zones, targets_in
from tests.engine.battle.arena import asks, opened, play, wants
from tests.support.positions import big_world, position
from tests.support.unit_types import with_facts

ZONE = "SZ 10 North Sea"
FLEET = [
    (ZONE, "British", "carrier", 1),
    (ZONE, "British", "battleship", 1),
    (ZONE, "British", "submarine", 1),
    (ZONE, "British", "transport", 1),
    (ZONE, "Americans", "battleship", 1),
]


def game(*, targets: tuple[str, ...] = (), tokens: int = 4, **options: object) -> Definition:
    """The big world, with tokens of the Germans for kamikaze attacks in one of their zones."""
    values: dict[str, object] = {"kamikaze_attacks": True, "ask_defender": True, **options}
    plain = big_world(**values)
    zone = replace(plain.board.territories[ZONE], kamikaze_zone=True)
    rule = NationRule(
        "Germans", kamikaze_goods="token", kamikaze_strength=2, kamikaze_targets=targets
    )
    purse = {**plain.setup.resources["Germans"], "token": tokens}
    return replace(
        plain,
        board=replace(plain.board, territories={**plain.board.territories, ZONE: zone}),
        setup=replace(
            plain.setup,
            owners={**plain.setup.owners, ZONE: "Germans"},
            resources={**plain.setup.resources, "Germans": purse},
        ),
        map_rules=replace(plain.map_rules, nations=(rule,)),
        economy=replace(plain.economy, resource_names=("token",)),
    )


def fleet(definition: Definition, nation: str = "British") -> State:
    return position(definition, nation, "battle", cleared=[ZONE], units=FLEET)


def met(state: State) -> State:
    """The position with a German ship in the zone as well, so that there is a battle."""
    enemy = Unit(state.next_unit, "destroyer", "Germans", ZONE)
    units = {**state.units, enemy.id: enemy}
    return replace(state, units=units, next_unit=enemy.id + 1)


def ship(state: State, kind: str, owner: str = "British") -> int:
    return next(u.id for u in state.units_in(ZONE) if (u.type, u.owner) == (kind, owner))


def test_the_first_owner_is_asked_about_warships_of_the_nation_on_turn() -> None:
    state = fleet(game())
    decision = asks(opened(state))
    assert (decision.nation, decision.what, decision.territory) == ("Germans", "kamikaze", ZONE)
    assert decision.units == (ship(state, "carrier"), ship(state, "battleship"))
    assert decision.count == 4


def test_each_attack_costs_a_token_and_rolls_a_die_and_hits_count_at_once() -> None:
    state = fleet(game())
    carrier, battleship = ship(state, "carrier"), ship(state, "battleship")
    order = Kamikaze(
        ZONE,
        (
            Pick(1, "battleship", "British", (battleship,)),
            Pick(2, "carrier", "British", (carrier, carrier)),
        ),
    )
    step = apply(opened(state).state, order)
    (aimed,) = [event for event in step.events if isinstance(event, KamikazesAimed)]
    assert (aimed.aimed, aimed.cost) == (((battleship, 1), (carrier, 2)), 3)
    assert step.state.amount("Germans", "token") == 1
    assert wants(step).count == 1
    played = play(step, [2], [3, 1])
    rolled = played.all(KamikazeRolled)
    assert [(e.target, e.hits, e.damage) for e in rolled] == [(battleship, 1, 1), (carrier, 1, 0)]
    assert played.step.state.units[battleship].hits == 1
    assert carrier not in played.step.state.units
    assert [e.cause for e in played.all(UnitsDestroyed)] == ["kamikaze"]


@pytest.mark.parametrize(("attacks", "struck"), [(0, ()), (1, (ZONE,))])
def test_a_zone_is_struck_even_when_nothing_is_hit(attacks: int, struck: tuple[str, ...]) -> None:
    state = fleet(game())
    aims = (Pick(1, "carrier", "British", (ship(state, "carrier"),)),) * attacks
    step = apply(opened(state).state, Kamikaze(ZONE, aims))
    assert play(step, *[[6]] * attacks).step.state.turn.struck == struck


def test_low_luck_adds_up() -> None:
    state = fleet(game(low_luck=True))
    carrier = ship(state, "carrier")
    order = Kamikaze(ZONE, (Pick(3, "carrier", "British", (carrier,) * 3),))
    step = apply(opened(state).state, order)
    (rolled,) = [event for event in step.events if isinstance(event, KamikazeRolled)]
    assert (rolled.sure_hits, rolled.dice, rolled.hits) == (1, (), 1)
    assert carrier not in step.state.units


def test_without_numbers_the_attacks_go_to_the_first_ships_in_turn() -> None:
    step = opened(fleet(game()))
    assert not check(step.state, Kamikaze(ZONE, (Pick(2, "carrier"),)))
    step = apply(step.state, Kamikaze(ZONE, (Pick(2, "carrier"),)))
    assert wants(step).count == 2


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Kamikaze(ZONE, (Pick(5, "carrier"),)), "too-many-attacks"),
        (Kamikaze(ZONE, (Pick(1, "submarine"),)), "too-few-units"),
        (Kamikaze("Norway", ()), "wrong-territory"),
    ],
)
def test_what_is_refused(order: Kamikaze, code: str) -> None:
    step = opened(fleet(game()))
    assert code in [reason.code for reason in check(step.state, order)]


def test_legal_answers_are_legal() -> None:
    step = opened(fleet(game()))
    orders = list(legal(step.state))
    assert len(orders) == 4
    assert all(not check(step.state, order) for order in orders)


@pytest.mark.parametrize(
    ("definition", "nation", "zones"),
    [
        (game(), "British", (ZONE,)),
        (game(kamikaze_attacks=False), "British", ()),
        (game(tokens=0), "British", ()),
        (game(), "Japanese", ()),
        (game(targets=("transport",)), "British", (ZONE,)),
        (game(targets=("armour",)), "British", ()),
        (game(kamikaze_attacks_at_battles=True), "British", ()),
    ],
)
def test_where_and_when(definition: Definition, nation: str, zones: tuple[str, ...]) -> None:
    assert kamikaze_zones(fleet(definition, nation)) == zones


def test_by_option_whoever_holds_the_zone_makes_them() -> None:
    for by_holder, zones in ((False, (ZONE,)), (True, ())):
        state = fleet(game(kamikaze_attacks_by_holder=by_holder))
        state = replace(state, owners={**state.owners, ZONE: "British"})
        assert kamikaze_zones(state) == zones


def test_no_kamikaze_attacks_are_made_when_nobody_is_asked() -> None:
    step = opened(met(fleet(game(ask_defender=False))))
    (aimed,) = [event for event in step.events if isinstance(event, KamikazesAimed)]
    assert (aimed.cost, aimed.chosen_by) == (0, "default")
    assert isinstance(step.waiting, PhaseOpen)


def test_the_rules_survive_a_round_trip_through_a_tree() -> None:
    definition = game(targets=("carrier",))
    assert definition_from_tree(tree_from_definition(definition)) == definition


def test_ships_that_carry_troops_and_fight_are_targets() -> None:
    def targets(*, fights: bool) -> int:
        plain = game()
        ship = with_facts(plain.unit_types["transport"], is_combat_transport=fights)
        definition = replace(plain, unit_types={**plain.unit_types, "transport": ship})
        state = position(
            definition,
            "British",
            "battle",
            cleared=(ZONE,),
            units=((ZONE, "British", "transport", 1),),
        )
        return len(targets_in(state, ZONE))

    assert targets(fights=False) == 0
    assert targets(fights=True) == 1


def told(text: str, state: State) -> State:
    """The position after the Germans left one standing order."""
    order = parse_order(f"standing {text}", state.definition)
    assert isinstance(order, FileStanding)
    return replace(state, standing_orders={"Germans": (order.instruction,)})


@pytest.mark.parametrize("asks_defender", [False, True])
@pytest.mark.parametrize(
    ("text", "aimed"),
    [
        ("kamikaze: 2 carrier, 1 battleship", {"carrier": 2, "battleship": 1}),
        (f"kamikaze {ZONE}: 1 destroyer, 1 battleship", {"battleship": 1}),
        ("kamikaze: nothing", {}),
    ],
)
def test_standing_orders_aim_kamikaze_attacks_by_type(
    text: str, aimed: dict[str, int], *, asks_defender: bool
) -> None:
    state = told(text, met(fleet(game(ask_defender=asks_defender))))
    step = opened(state)
    (event,) = [event for event in step.events if isinstance(event, KamikazesAimed)]
    assert event.chosen_by == "standing"
    assert event.standing == StandingUse("Germans", state.standing_orders["Germans"])
    assert {state.units[key].type: count for key, count in event.aimed} == aimed
    assert step.state.amount("Germans", "token") == 4 - sum(aimed.values())


def test_attacks_on_a_type_go_to_its_ships_in_turn_and_damaged_ones_first() -> None:
    state = fleet(game(ask_defender=False))
    whole = ship(state, "battleship")
    hurt = Unit(state.next_unit, "battleship", "British", ZONE, hits=1)
    units = {**state.units, hurt.id: hurt}
    state = told("kamikaze: 3 battleship", replace(state, units=units, next_unit=hurt.id + 1))
    (event,) = [event for event in opened(state).events if isinstance(event, KamikazesAimed)]
    assert dict(event.aimed) == {hurt.id: 2, whole: 1}


@pytest.mark.parametrize("text", ["kamikaze: 5 carrier", "kamikaze: 1 destroyer"])
def test_who_is_asked_is_asked_where_the_order_cannot_be_followed(text: str) -> None:
    state = told(text, fleet(game()))
    assert asks(opened(state)).what == "kamikaze"


def test_with_too_few_tokens_the_first_types_are_attacked_when_nobody_is_asked() -> None:
    state = told("kamikaze: 3 battleship, 2 carrier", fleet(game(ask_defender=False)))
    (event,) = [event for event in opened(state).events if isinstance(event, KamikazesAimed)]
    assert {state.units[key].type: count for key, count in event.aimed} == {
        "battleship": 3,
        "carrier": 1,
    }
    assert event.standing is not None
    assert event.standing.unmet == state.standing_orders["Germans"]


def test_before_battles_the_defender_is_asked_by_an_option_of_its_own() -> None:
    state = fleet(game(ask_defender=False, ask_before_battles=True))
    assert asks(opened(state)).what == "kamikaze"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("kamikaze: 1 submarine", "never-a-target"),
        ("kamikaze Norway: 1 carrier", "never-there"),
        ("kamikaze: 1 carrier when attackers > 2", "bad-condition"),
    ],
)
def test_standing_kamikaze_attacks_that_never_apply_are_refused(text: str, code: str) -> None:
    state = position(game(), "Germans", "combat_move")
    order = parse_order(f"standing {text}", state.definition)
    assert code in [reason.code for reason in check(state, order)]


def test_a_nation_without_kamikaze_attacks_leaves_no_orders_for_them() -> None:
    state = position(game(), "British", "combat_move")
    order = parse_order("standing kamikaze: 1 carrier", state.definition)
    assert [reason.code for reason in check(state, order)] == ["no-such-choice"]
