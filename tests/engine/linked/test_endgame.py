"""The linked game when a theatre has a victor (L27 to L47)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import TerritoryTaken
from engine.core.events.theatres import CombatMoveLost, TheatreDecided, TheatreReopened
from engine.core.events.triggers import TriggerFired
from engine.core.evolve import evolve
from engine.core.evolve.theatres import without_turn
from engine.core.ids import VICTORY_POINTS
from engine.game import apply, check, legal
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.orders.allocate import Allocate
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.recall import Recall
from engine.rules.economy.income import income_of
from engine.rules.economy.treasuries import unallocated
from tests.engine.linked.world import at_start, only, units_in
from tests.engine.movement.board import after, battles, codes, move
from tests.support.positions import Stack, done

ALLIES_WON = {"Europe": "Allies"}
GERMANY_WON = {"Europe": "Germany"}


def war(
    nation: str,
    phase: str,
    units: Iterable[Stack],
    *,
    won: Mapping[str, str] = GERMANY_WON,
    owners: Mapping[str, str] | None = None,
) -> State:
    """Only these units are on the board, and a theatre is won."""
    listed = list(units)
    state = at_start(nation, phase, units=listed, owners=owners, won=won)
    first = max(state.units) - sum(count for *_, count in listed)
    return replace(state, units={k: u for k, u in state.units.items() if k > first})


def fought(step: Step, dice: int) -> Step:
    """The step after all dice of a battle show the same."""
    while isinstance(step.waiting, RollRequest):
        step = apply(step.state, RollResult((dice,) * step.waiting.count))
    return step


def kinds(step: Step, kind: type) -> list[object]:
    return [event for event in step.events if isinstance(event, kind)]


FRONT = (("Poland", "Germans", "infantry", 3), ("East Poland", "Russians", "infantry", 2))


def test_L27_only_the_victor_has_a_combat_move_on_the_board() -> None:
    attack = move("1 infantry", "Poland", "East Poland")
    assert codes(war("Germans", "combat_move", FRONT), attack) == set()
    lost = war("Germans", "combat_move", FRONT, won=ALLIES_WON)
    assert codes(lost, attack) == {"no-combat-move"}
    assert codes(lost, move("1 infantry", "Poland", "Germany")) == {"no-combat-move"}
    assert not [order for order in legal(lost) if not isinstance(order, Done)]


def test_L28_L32_the_victor_moves_into_combat_and_need_not_fight() -> None:
    state = after(war("Germans", "combat_move", FRONT), move("1 infantry", "Poland", "East Poland"))
    step = done(state)
    assert step.state.phase.phase == "battle"
    assert battles(step.state) == {"East Poland": ("infantry",)}
    assert not check(step.state, Done())
    assert not check(step.state, Fight("East Poland"))
    after_it = done(step.state).state
    assert not after_it.battles
    assert after_it.won == GERMANY_WON


def mixed(nation: str, phase: str, won: Mapping[str, str] = GERMANY_WON) -> State:
    """Germans and Russians stand together in East Poland, which is Russian."""
    units = (("East Poland", "Germans", "infantry", 2), ("East Poland", "Russians", "infantry", 1))
    return war(nation, phase, units, won=won)


def test_L28_the_victor_moves_out_of_a_combat_situation() -> None:
    state = mixed("Germans", "combat_move")
    assert codes(state, move("2 infantry", "East Poland", "Poland")) == set()


def test_L29_the_defeated_cannot_leave_a_combat_situation() -> None:
    out = move("1 infantry", "East Poland", "Belorussia")
    assert codes(mixed("Russians", "combat_move"), out) == {"no-combat-move"}
    state = mixed("Russians", "noncombat_move")
    assert codes(state, out) == {"among-enemies"}
    assert not [order for order in legal(state) if not isinstance(order, Done)]
    assert codes(mixed("Russians", "noncombat_move", {}), out) == set()


def test_L30_the_defeated_moves_in_the_other_theatre() -> None:
    units = (
        ("Burma", "British", "infantry", 2),
        ("Siam", "Japanese", "infantry", 1),
        ("United Kingdom", "British", "infantry", 1),
    )
    state = war("British", "combat_move", units)
    assert codes(state, move("2 infantry", "Burma", "Siam")) != {"no-combat-move"}
    assert codes(state, move("2 infantry", "Burma", "Shan State")) == set()


def test_L31_L37_the_defeated_fights_no_battle_there_but_elsewhere() -> None:
    units = (
        ("East Poland", "Germans", "infantry", 2),
        ("East Poland", "Russians", "infantry", 1),
        ("Soviet Union", "Russians", "infantry", 2),
        ("Soviet Union", "Germans", "infantry", 1),
    )
    state = war("Russians", "combat_move", units)
    step = done(state)
    assert battles(step.state) == {"Soviet Union": ("infantry", "infantry")}
    undecided = done(replace(state, won={}))
    assert set(battles(undecided.state)) == {"East Poland", "Soviet Union"}


def test_L31_the_victor_finds_the_old_situation_and_may_resolve_it() -> None:
    step = done(mixed("Germans", "combat_move"))
    assert battles(step.state) == {"East Poland": ("infantry", "infantry")}
    assert not check(step.state, Done())


def test_L33_mixed_forces_leave_the_ownership_as_it_is() -> None:
    state = after(war("Germans", "combat_move", FRONT), move("1 infantry", "Poland", "East Poland"))
    state = done(done(state).state).state
    assert state.owners["East Poland"] == "Russians"
    assert len(units_in(state, "East Poland", "Germans")) == 1
    assert len(units_in(state, "East Poland", "Russians")) == 2


def test_L33_land_and_zones_without_a_defender_are_not_taken_in_passing() -> None:
    units = (
        ("Poland", "Germans", "armour", 1),
        ("Azores Sea Zone", "Germans", "submarine", 1),
    )
    state = war("Germans", "combat_move", units)
    state = after(
        state,
        move("1 armour", "Poland", "East Poland", "Belorussia"),
        move("1 submarine", "Azores Sea Zone", "British Convoy 3 Sea Zone"),
    )
    step = done(state)
    assert step.state.owners["East Poland"] == step.state.owners["Belorussia"] == "Russians"
    assert step.state.owners["British Convoy 3 Sea Zone"] == "British"
    state = done(step.state).state
    assert state.owners["Belorussia"] == "Russians"
    assert state.won == GERMANY_WON


def test_L34_the_victor_must_fight_for_a_capital_that_its_enemy_still_holds() -> None:
    units = (("Belorussia", "Germans", "infantry", 3), ("Moscow", "Russians", "infantry", 1))
    owners = {"Belorussia": "Germans"}
    state = war("Germans", "combat_move", units, owners=owners)
    step = done(after(state, move("3 infantry", "Belorussia", "Moscow")))
    assert {reason.code for reason in check(step.state, Done())} == {"battle-open"}
    held = war("Germans", "combat_move", units, owners={**owners, "Moscow": "Germans"})
    step = done(after(held, move("3 infantry", "Belorussia", "Moscow")))
    assert not check(step.state, Done())


def test_L34_L35_the_forced_fight_breaks_the_peace_as_well() -> None:
    units = (("Belorussia", "Germans", "infantry", 3), ("Moscow", "Russians", "infantry", 1))
    state = war("Germans", "combat_move", units, owners={"Belorussia": "Germans"})
    step = done(after(state, move("3 infantry", "Belorussia", "Moscow")))
    assert kinds(apply(step.state, Fight("Moscow")), TheatreReopened) == [
        TheatreReopened("Europe", "Germans")
    ]


def test_L35_a_victor_who_fights_breaks_the_peace_and_the_war_goes_on() -> None:
    units = (*FRONT, ("Hungary", "Germans", "infantry", 1))
    state = war("Germans", "combat_move", units)
    state = after(
        state,
        move("3 infantry", "Poland", "East Poland"),
        move("1 infantry", "Hungary", "Bessarabia"),
    )
    step = done(state)
    step = apply(step.state, Fight("East Poland"))
    assert kinds(step, TheatreReopened) == [TheatreReopened("Europe", "Germans")]
    assert not step.state.won
    step = fought(step, 6)
    assert (
        codes(
            replace(mixed("Russians", "combat_move"), won=step.state.won),
            move("1 infantry", "East Poland", "Belorussia"),
        )
        == set()
    )


def test_L35_after_the_breach_every_battle_has_to_be_fought() -> None:
    units = (
        ("Poland", "Germans", "infantry", 1),
        ("Hungary", "Germans", "infantry", 1),
    )
    state = war("Germans", "combat_move", units)
    state = after(
        state,
        move("1 infantry", "Poland", "East Poland"),
        move("1 infantry", "Hungary", "Bessarabia"),
    )
    step = done(state)
    step = apply(step.state, Fight("East Poland"))
    assert [event.territory for event in step.events if isinstance(event, TerritoryTaken)] == [
        "East Poland"
    ]
    assert {reason.where for reason in check(step.state, Done())} == {"Bessarabia"}
    step = apply(step.state, Fight("Bessarabia"))
    assert step.state.owners["Bessarabia"] == "Germans"
    assert not check(step.state, Done())


def test_L36_a_victorious_ally_frees_a_capital_without_breaking_the_peace() -> None:
    units = (("Belorussia", "British", "infantry", 3), ("Moscow", "Germans", "infantry", 1))
    state = war("British", "combat_move", units, won=ALLIES_WON, owners={"Moscow": "Germans"})
    step = done(after(state, move("3 infantry", "Belorussia", "Moscow")))
    assert not check(step.state, Done())
    step = apply(step.state, Fight("Moscow"))
    assert not kinds(step, TheatreReopened)
    assert step.state.won == ALLIES_WON
    step = fought(step, 1)
    assert step.state.owners["Moscow"] == "Russians"
    assert step.state.won == ALLIES_WON


def test_L38_a_theatre_is_won_again_after_a_breach_but_not_in_the_same_round() -> None:
    """Our source leaves open how a resumed war ends; points and convoys are counted once."""
    state = only(at_start("Germans", "place", owners={"Moscow": "Germans"}))
    step = done(state)
    assert step.state.won == GERMANY_WON
    points = step.state.amount("Japanese", VICTORY_POINTS)
    broken = evolve(step.state, TheatreReopened("Europe", "Germans"))
    assert not broken.won
    again = replace(broken, agenda=state.agenda)
    assert not done(again).state.won
    later = done(replace(again, round=again.round + 1)).state
    assert later.won == GERMANY_WON
    assert later.amount("Japanese", VICTORY_POINTS) == points


def after_turn(nation: str, owners: Mapping[str, str], points: int = 0, **held: int) -> Step:
    """The turn of a nation ends with the board like this, and no units on it."""
    state = only(at_start(nation, "place", owners=owners))
    japan = {**state.resources["Japanese"], VICTORY_POINTS: points, **held}
    return done(replace(state, resources={**state.resources, "Japanese": japan}))


@pytest.mark.parametrize(
    ("capital", "victim", "zones"),
    [
        ("Moscow", "Russians", {"Soviet Convoy Sea Zone"}),
        ("United Kingdom", "British", {f"British Convoy {n} Sea Zone" for n in (1, 2, 3, 4)}),
        ("Eastern United States", "Americans", {f"U.S. Convoy {n} Sea Zone" for n in (1, 2)}),
    ],
)
def test_L39_L40_germany_wins_europe(capital: str, victim: str, zones: set[str]) -> None:
    step = after_turn("Germans", {capital: "Germans"}, points=5)
    assert kinds(step, TheatreDecided) == [TheatreDecided("Europe", "Germany")]
    assert step.state.amount("Japanese", VICTORY_POINTS) == 6
    before = at_start("Germans", "place").owners
    fallen = {z for z, o in step.state.owners.items() if before.get(z) != o} - {capital}
    assert fallen == zones
    assert {step.state.owners[zone] for zone in zones} == {"Germans"}
    assert income_of(step.state, "Germans") == 40 + before_income(capital)
    assert {before[zone] for zone in zones} == {victim}


def before_income(capital: str) -> int:
    return at_start("Germans", "place").definition.board.territories[capital].production


def test_L39_japan_may_win_at_once_by_the_point_that_germany_brings() -> None:
    step = after_turn("Germans", {"Moscow": "Germans"}, points=21)
    assert step.state.won == {"Europe": "Germany", "Pacific": "Japan"}
    assert step.state.amount("Japanese", VICTORY_POINTS) == 22
    assert not after_turn("Germans", {"Moscow": "Germans"}, points=20).state.won.get("Pacific")


def test_L39_nothing_is_decided_without_germany_or_a_capital() -> None:
    assert not after_turn("Germans", {}).state.won
    assert not after_turn("Germans", {"Moscow": "Germans", "Germany": "Russians"}).state.won


def test_L41_L42_the_allies_win_europe() -> None:
    zones = {"British Convoy 1 Sea Zone": "Germans", "Soviet Convoy Sea Zone": "Germans"}
    step = after_turn("Russians", {"Germany": "British", **zones}, points=5)
    assert kinds(step, TheatreDecided) == [TheatreDecided("Europe", "Allies")]
    assert step.state.amount("Japanese", VICTORY_POINTS) == 4
    assert step.state.owners["British Convoy 1 Sea Zone"] == "British"
    assert step.state.owners["Soviet Convoy Sea Zone"] == "Russians"


@pytest.mark.parametrize("capital", ["India", "New South Wales"])
def test_L43_L44_japan_wins_the_pacific_in_india_or_australia(capital: str) -> None:
    step = after_turn("Japanese", {capital: "Japanese"})
    assert kinds(step, TheatreDecided) == [TheatreDecided("Pacific", "Japan")]
    assert kinds(step, CombatMoveLost) == [CombatMoveLost("British", "Europe")]
    game = at_start("Japanese", "place").definition
    areas = game.board.territories
    fallen = [name for name, owner in step.state.owners.items() if game.board.is_sea[name]]
    mine = {name for name in fallen if step.state.owners[name] == "Japanese"}
    assert {f"{number} Sea Zone" for number in (13, 15, 39, 43, 44, 46, 47, 49, 52)} <= mine
    assert not [
        name
        for name in fallen
        if step.state.owners[name] == "British" and areas[name].theatre == "Pacific"
    ]
    routes = {
        land
        for name in mine
        for land in areas[name].convoys
        if game.setup.owners.get(land) == "British"
    }
    lost = 12 + sum(areas[land].production for land in {capital, *routes})
    assert income_of(step.state, "British") == 72 - lost


def no_move_in_europe(nation: str, halted: tuple[tuple[str, str, int], ...]) -> set[str]:
    home = {"British": "United Kingdom", "Americans": "Eastern United States"}[nation]
    sea = {"British": "North Sea Zone", "Americans": "U.S. Eastern Coast Sea Zone"}[nation]
    state = replace(at_start(nation, "combat_move"), halted=halted)
    return codes(state, move("1 infantry", home, sea))


@pytest.mark.parametrize("nation", ["British", "Americans"])
def test_L43_L45_the_combat_move_in_europe_is_lost_for_the_next_turn_only(nation: str) -> None:
    halted = ((nation, "Europe", 1),)
    assert no_move_in_europe(nation, halted) == {"no-combat-move"}
    assert no_move_in_europe(nation, ()) == set()
    state = replace(only(at_start(nation, "place", unplaced={})), halted=halted)
    step = done(state)
    while step.state.nation == nation and step.state.phase.phase != "allocate":
        step = done(step.state)
    treasury = {"British": "England", "Americans": "Europe"}[nation]
    fund = unallocated(step.state, nation)
    step = apply(apply(step.state, Allocate(treasury, fund)).state, Done())
    assert step.state.halted == ()


def test_L43_a_move_that_is_lost_in_the_own_turn_is_that_of_the_next_one() -> None:
    state = at_start("British", "combat_move")
    state = evolve(state, CombatMoveLost("British", "Europe"))
    assert state.halted == (("British", "Europe", 2),)
    once = without_turn(state.halted, "British")
    assert once == (("British", "Europe", 1),)
    assert without_turn(once, "Germans") == once
    assert without_turn(once, "British") == ()


def test_L43_only_the_theatre_that_is_named_is_closed() -> None:
    state = replace(at_start("British", "combat_move"), halted=(("British", "Europe", 1),))
    assert codes(state, move("1 infantry", "India", "Burma")) == set()


@pytest.mark.parametrize(
    ("owners", "points", "trigger"),
    [
        ({}, 22, "Japan wins the Pacific on points"),
        ({"Western United States": "Japanese"}, 0, "Japan wins the Pacific in America"),
    ],
)
def test_L45_japan_wins_on_points_or_in_america(
    owners: dict[str, str], points: int, trigger: str
) -> None:
    step = after_turn("Japanese", owners, points=points)
    assert trigger in [e.trigger for e in step.events if isinstance(e, TriggerFired)]
    assert step.state.won == {"Pacific": "Japan"}
    assert kinds(step, CombatMoveLost) == [CombatMoveLost("Americans", "Europe")]
    assert step.state.owners["52 Sea Zone"] == "British"


@pytest.mark.parametrize(
    "owners",
    [
        {"Japan": "Americans"},
        dict.fromkeys(("Manchuria", "Shantung", "Korea", "Siam", "French Indo-China"), "Chinese"),
    ],
)
def test_L46_L47_the_allies_win_the_pacific(owners: dict[str, str]) -> None:
    zones = {"3 Sea Zone": "Japanese", "52 Sea Zone": "Japanese", "43 Sea Zone": "Japanese"}
    step = after_turn("Russians", {**owners, **zones})
    assert kinds(step, TheatreDecided) == [TheatreDecided("Pacific", "Allies")]
    assert step.state.owners["3 Sea Zone"] == "Americans"
    assert step.state.owners["52 Sea Zone"] == "British"
    assert step.state.owners["43 Sea Zone"] == "British"


HOME = {"Pacific": "Allies"}


def abroad(won: Mapping[str, str] = HOME, owners: Mapping[str, str] | None = None) -> State:
    units = (
        ("Soviet Union", "Russians", "infantry", 2),
        ("Soviet Union", "Russians", "artillery", 1),
        ("CCCP East", "Russians", "infantry", 1),
        ("36 Sea Zone", "Russians", "transport", 1),
        ("Siberia", "Russians", "infantry", 1),
    )
    return war("Russians", "combat_move", units, won=won, owners=owners)


def test_L46_the_soviet_player_calls_home_all_pieces_at_once() -> None:
    state = abroad()
    assert Recall() in list(legal(state))
    step = apply(state, Recall())
    assert len(units_in(step.state, "Moscow", "Russians")) == 4
    assert len(units_in(step.state, "Siberia", "Russians")) == 1
    assert [unit.type for unit in units_in(step.state, "36 Sea Zone", "Russians")] == ["transport"]
    assert {reason.code for reason in check(step.state, Recall())} == {"no-recall"}


def test_L46_units_are_called_home_only_while_the_offer_lasts() -> None:
    assert {r.code for r in check(abroad({}), Recall())} == {"no-recall"}
    assert {r.code for r in check(abroad({"Pacific": "Japan"}), Recall())} == {"no-recall"}
    taken = abroad(owners={"Moscow": "Germans"})
    assert {r.code for r in check(taken, Recall())} == {"not-own-land"}
    gone = done(abroad()).state
    assert not check(replace(abroad(), used={}), Recall())
    assert {r.code for r in check(replace(abroad(), used=gone.used), Recall())} == {"no-recall"}
