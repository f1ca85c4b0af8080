"""Sea zones with an owner: ships take them, and which may enter without a fight (B24)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.pick import Pick
from engine.game import apply, check
from engine.gamedef import Definition, State
from engine.gamedef.position import Step
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.move import Move
from engine.rules.economy.income import income_of
from tests.support.positions import at_phase, big_world, count_in, position
from tests.support.unit_types import with_facts

OUT, ZONE, LAND = "SZ 9 North Atlantic", "SZ 10 North Sea", "Norway"


def owned(owner: str = "Germans", /, **options: object) -> Definition:
    game = big_world(**options)
    valued = replace(game.board.territories[ZONE], production=3)
    return replace(
        game,
        board=replace(game.board, territories={**game.board.territories, ZONE: valued}),
        setup=replace(game.setup, owners={**game.setup.owners, ZONE: owner}),
    )


def british(
    ships: Mapping[str, int], game: Definition | None = None, phase: str = "combat_move"
) -> State:
    return position(
        game or owned(),
        "British",
        phase,
        cleared=(OUT, ZONE, LAND),
        units=[(OUT, "British", kind, count) for kind, count in ships.items()],
    )


def moved(state: State, *path: str, **counts: int) -> Step:
    picks = tuple(Pick(count, kind) for kind, count in counts.items())
    return apply(state, Move(picks, path))


def test_B24_B27_a_warship_takes_an_empty_zone_at_once() -> None:
    state = british({"battleship": 1})
    before = income_of(state, "British")
    step = moved(state, OUT, ZONE, battleship=1)
    assert step.state.owners[ZONE] == "British"
    assert income_of(step.state, "British") == before + 3


def test_B24_by_option_ships_take_zones_that_they_only_pass() -> None:
    beyond = "SZ 11 West Baltic Sea"
    for value in (False, True):
        state = british({"destroyer": 1}, owned(zones_taken_on_the_way=value))
        empty = {key: unit for key, unit in state.units.items() if unit.territory != beyond}
        step = moved(replace(state, units=empty), OUT, ZONE, beyond, destroyer=1)
        assert (step.state.owners[ZONE] == "British") == value


def test_B24_ships_that_stand_in_a_zone_of_an_enemy_take_it_in_the_battle_phase() -> None:
    for kind, taken in (("destroyer", True), ("transport", False)):
        state = position(
            owned(),
            "British",
            "combat_move",
            cleared=(OUT, ZONE),
            units=[(ZONE, "British", kind, 1)],
        )
        step = apply(state, Done())
        assert (step.state.owners[ZONE] == "British") == taken


def test_B24_a_zone_in_which_troops_go_aboard_is_not_taken_by_ships_that_stand_there() -> None:
    for boards in (False, True):
        game = owned()
        at_home = {**game.setup.owners, LAND: "British"}
        state = position(
            replace(game, setup=replace(game.setup, owners=at_home)),
            "British",
            "combat_move",
            cleared=(OUT, ZONE, LAND),
            units=[
                (ZONE, "British", "destroyer", 1),
                (ZONE, "British", "transport", 1),
                (LAND, "British", "infantry", 1),
            ],
        )
        state = moved(state, LAND, ZONE, infantry=1).state if boards else state
        assert (apply(state, Done()).state.owners[ZONE] == "British") != boards


def test_B24_options_say_which_ships_take_zones() -> None:
    for kind, option in (
        ("transport", "transports_take_zones"),
        ("submarine", "submarines_take_zones"),
    ):
        for value in (False, True):
            state = british({kind: 1}, owned(**{option: value}))
            step = moved(state, OUT, ZONE, **{kind: 1})
            assert (step.state.owners[ZONE] == "British") == value, kind


def test_B24_a_zone_of_ones_own_side_is_left_alone() -> None:
    step = moved(british({"battleship": 1}, owned("Russians")), OUT, ZONE, battleship=1)
    assert not step.state.battles
    assert apply(step.state, Done()).state.owners[ZONE] == "Russians"


def test_B181_a_landing_from_a_zone_just_taken_waits_for_the_battle_phase() -> None:
    state = british({"battleship": 1, "transport": 1, "infantry": 1})
    cargo = {unit.type: unit for unit in state.units_in(OUT)}
    aboard = replace(cargo["infantry"], carried_by=cargo["transport"].id)
    state = replace(state, units={**state.units, aboard.id: aboard})
    step = moved(state, OUT, ZONE, battleship=1, transport=1)
    step = moved(step.state, ZONE, LAND, infantry=1)
    assert step.state.owners[LAND] == "Germans"
    assert [battle.territory for battle in step.state.battles] == [ZONE, LAND]
    step = apply(step.state, Done())
    assert step.state.owners[ZONE] == step.state.owners[LAND] == "British"
    assert not step.state.battles


def test_B24_the_winner_of_the_sea_battle_owns_the_zone() -> None:
    state = position(
        owned(),
        "British",
        "combat_move",
        cleared=(OUT, ZONE),
        units=[(OUT, "British", "cruiser", 1), (ZONE, "Germans", "transport", 1)],
    )
    step = apply(moved(state, OUT, ZONE, cruiser=1).state, Done())
    step = apply(step.state, Fight(ZONE))
    while step.state.owners[ZONE] == "Germans":
        step = play_round(step)
    assert count_in(step.state, ZONE, "British", "cruiser") == 1


def play_round(step: Step) -> Step:
    """The attacker hits, the defender misses."""
    assert isinstance(step.waiting, RollRequest)
    die = 1 if step.waiting.side == "attacker" else 6
    return apply(step.state, RollResult((die,) * step.waiting.count))


def test_B24_ships_do_not_enter_zones_of_an_enemy_in_the_noncombat_move() -> None:
    order = Move((Pick(1, "cruiser"),), (OUT, ZONE))
    for allowed in (False, True):
        state = british({"cruiser": 1}, owned(noncombat_into_enemy_zones=allowed), "noncombat_move")
        codes = {reason.code for reason in check(state, order)}
        assert codes == (set() if allowed else {"no-combat-here"})


def test_B24_B214_a_zone_of_an_enemy_is_shut_for_aircraft_and_for_going_aboard_as_well() -> None:
    fly = Move((Pick(1, "fighter"),), (OUT, ZONE))
    board = Move((Pick(1, "infantry"),), (LAND, ZONE))
    for allowed in (False, True):
        state = position(
            owned(noncombat_into_enemy_zones=allowed),
            "British",
            "noncombat_move",
            cleared=(OUT, ZONE, LAND),
            owners={LAND: "British"},
            units=[
                (OUT, "British", "fighter", 1),
                (ZONE, "British", "carrier", 1),
                (ZONE, "British", "transport", 1),
                (LAND, "British", "infantry", 1),
            ],
        )
        codes = [reason.code for order in (fly, board) for reason in check(state, order)]
        assert codes == ([] if allowed else ["no-combat-here", "no-combat-here"])


@pytest.mark.parametrize("value", [False, True])
@pytest.mark.parametrize("owner", ["Germans", "British", ""])
@pytest.mark.parametrize("enemy", [True, False])
def test_B24_ships_that_go_on_against_an_enemy_take_the_zone_that_they_set_out_from(
    value: bool, owner: str, enemy: bool
) -> None:
    """Those that only leave for a zone of friends, or of nobody, leave it as it is."""
    beyond = "SZ 11 West Baltic Sea"
    state = position(
        owned(zones_taken_on_the_way=value),
        "British",
        "combat_move",
        cleared=(OUT, ZONE, beyond),
        units=[
            (ZONE, "British", "destroyer", 1),
            *([(beyond, "Germans", "cruiser", 1)] if enemy else []),
        ],
    )
    owners = {**state.owners, **({beyond: owner} if owner else {})}
    step = moved(replace(state, owners=owners), ZONE, beyond, destroyer=1)
    goes_on = enemy or owner == "Germans"
    assert (step.state.owners[ZONE] == "British") == (value and goes_on)


@pytest.mark.parametrize("kind", ["submarine", "destroyer"])
@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize("stops", [True, False])
@pytest.mark.parametrize("by_option", [True, False])
def test_B24_restricted_submarines_take_zones_where_enemies_cannot_pass_them(
    kind: str, restricted: bool, stops: bool, by_option: bool
) -> None:
    beyond = "SZ 11 West Baltic Sea"
    game = owned(
        zones_taken_on_the_way=True,
        submarines_take_zones=not restricted,
        stopping_submarines_take_zones=by_option,
        ignore_submarines_in_movement=not stops,
    )
    state = british({kind: 1}, game)
    empty = {key: unit for key, unit in state.units.items() if unit.territory != beyond}
    state = replace(state, units=empty)
    takes = kind == "destroyer" or not restricted or (stops and by_option)
    for path in (OUT, ZONE), (OUT, ZONE, beyond):
        owner = moved(state, *path, **{kind: 1}).state.owners[ZONE]
        assert (owner == "British") == takes, path


def test_B24_B214_by_option_ships_do_not_pass_a_zone_of_an_enemy_in_the_noncombat_move() -> None:
    beyond = "SZ 11 West Baltic Sea"
    for value, found in ((False, ["no-combat-here"]), (True, [])):
        for kind in ("destroyer", "submarine", "transport"):
            game = owned(noncombat_into_enemy_zones=value)
            state = british({kind: 1}, game, "noncombat_move")
            there = state.units_in(beyond)
            state = replace(state, units={k: u for k, u in state.units.items() if u not in there})
            order = Move((Pick(1, kind),), (OUT, ZONE, beyond))
            assert [reason.code for reason in check(state, order)] == found, (value, kind)


@pytest.mark.parametrize(("newcomer", "taken"), [("transport", False), ("destroyer", True)])
def test_B24_those_who_come_take_a_zone_and_those_who_were_there_do_not_help(
    newcomer: str, taken: bool
) -> None:
    state = position(
        owned(submarines_take_zones=True),
        "British",
        "combat_move",
        cleared=(OUT, ZONE, LAND),
        units=[(ZONE, "British", "submarine", 1), (OUT, "British", newcomer, 1)],
    )
    step = apply(moved(state, OUT, ZONE, **{newcomer: 1}).state, Done())
    assert (step.state.owners[ZONE] == "British") == taken


@pytest.mark.parametrize("enemy", ["", "submarine"])
def test_B172_troops_land_at_home_from_a_zone_taken_without_a_fight(enemy: str) -> None:
    game = owned()
    at_home = replace(
        game, setup=replace(game.setup, owners={**game.setup.owners, LAND: "British"})
    )
    hidden = [(ZONE, "Germans", enemy, 1)] if enemy else []
    state = position(
        replace(at_home, options=replace(at_home.options, ignore_submarines_in_movement=True)),
        "British",
        "combat_move",
        cleared=(OUT, ZONE, LAND),
        units=[(OUT, "British", "transport", 1), (OUT, "British", "infantry", 1), *hidden],
    )
    ship, soldier = state.units_in(OUT)
    aboard = replace(soldier, carried_by=ship.id)
    sailed = moved(
        replace(state, units={**state.units, soldier.id: aboard}), OUT, ZONE, transport=1
    ).state
    found = {reason.code for reason in check(sailed, Move((Pick(1, "infantry"),), (ZONE, LAND)))}
    assert found == ({"sea-battle-first"} if enemy else set())


@pytest.mark.parametrize("owner", ["Germans", "British"])
@pytest.mark.parametrize("loads", [True, False])
def test_B172_a_transport_that_helped_to_take_a_zone_has_fought(owner: str, *, loads: bool) -> None:
    game = owned(owner, transports_load_after_combat=loads)
    at_home = replace(
        game, setup=replace(game.setup, owners={**game.setup.owners, LAND: "British"})
    )
    ships = [(OUT, "British", "transport", 1), (OUT, "British", "destroyer", 1)]
    state = position(
        at_home,
        "British",
        "combat_move",
        cleared=(OUT, ZONE, LAND),
        units=[*ships, (LAND, "British", "infantry", 1)],
    )
    sailed = moved(state, OUT, ZONE, transport=1, destroyer=1).state
    later = at_phase(apply(sailed, Done()), "British", "noncombat_move").state
    board, land = (
        Move((Pick(1, "infantry"),), (LAND, ZONE)),
        Move((Pick(1, "infantry"),), (ZONE, LAND)),
    )
    taken = owner == "Germans"
    found = [reason.code for reason in check(later, board)]
    assert found == (["no-room-aboard"] if taken and not loads else [])
    if not found:
        ashore = [reason.code for reason in check(apply(later, board).state, land)]
        assert ashore == (["loaded-after-combat"] if taken else [])


@pytest.mark.parametrize("owner", ["Germans", "British"])
def test_B172_ships_that_take_the_zone_where_they_began_have_fought(owner: str) -> None:
    """A map may put them into a zone of the enemy; they take it when their battles begin."""
    game = owned(owner)
    at_home = replace(
        game, setup=replace(game.setup, owners={**game.setup.owners, LAND: "British"})
    )
    ships = [(ZONE, "British", "transport", 1), (ZONE, "British", "destroyer", 1)]
    state = position(
        at_home,
        "British",
        "combat_move",
        cleared=(ZONE, LAND),
        units=[*ships, (LAND, "British", "infantry", 1)],
    )
    later = at_phase(apply(state, Done()), "British", "noncombat_move").state
    assert later.owners[ZONE] == "British"
    board, land = (
        Move((Pick(1, "infantry"),), (LAND, ZONE)),
        Move((Pick(1, "infantry"),), (ZONE, LAND)),
    )
    found = [reason.code for reason in check(later, board)]
    ashore = [reason.code for reason in check(apply(later, board).state, land)] if not found else []
    assert [*found, *ashore] == (["loaded-after-combat"] if owner == "Germans" else [])


def test_B172_a_transport_that_comes_after_a_zone_was_taken_has_not_fought() -> None:
    """It loads and unloads there in the non-combat move, as in any other zone."""
    game = owned()
    at_home = replace(
        game,
        setup=replace(game.setup, owners={**game.setup.owners, LAND: "British"}),
    )
    state = position(
        at_home,
        "British",
        "combat_move",
        cleared=(OUT, ZONE, LAND),
        units=[
            (OUT, "British", "transport", 1),
            (OUT, "British", "destroyer", 1),
            (LAND, "British", "infantry", 1),
        ],
    )
    taken = moved(state, OUT, ZONE, destroyer=1).state
    assert taken.owners[ZONE] == "British"
    later = at_phase(apply(taken, Done()), "British", "noncombat_move").state
    aboard = moved(moved(later, OUT, ZONE, transport=1).state, LAND, ZONE, infantry=1).state
    assert check(aboard, Move((Pick(1, "infantry"),), (ZONE, LAND))) == ()


@pytest.mark.parametrize(
    ("kind", "facts", "takes"),
    [
        ("cruiser", {}, True),
        ("cruiser", {"transport_capacity": 2}, False),
        ("cruiser", {"transport_capacity": 2, "is_combat_transport": True}, True),
        ("destroyer", {"transport_capacity": 2}, True),
    ],
)
def test_B24_warships_that_carry_troops_are_transports_unless_the_map_says_that_they_fight(
    kind: str, facts: dict[str, object], takes: bool
) -> None:
    game = owned(transports_take_zones=False)
    kinds = {**game.unit_types, kind: with_facts(game.unit_types[kind], **facts)}
    step = moved(british({kind: 1}, replace(game, unit_types=kinds)), OUT, ZONE, **{kind: 1})
    assert (step.state.owners[ZONE] == "British") == takes
