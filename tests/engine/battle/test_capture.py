"""Land changes hands (rulebook B27 to B46)."""

from dataclasses import replace

import pytest

from engine.core.event_log import EventLog
from engine.core.events.battle import (
    CapitalPlundered,
    ResearchLost,
    TerritoryReturned,
    TerritoryTaken,
)
from engine.core.ids import NEUTRAL, RESEARCH_DICE
from engine.game import apply
from engine.gamedef import Definition, State
from engine.orders.retreat import Retreat
from engine.rules.common.capture import resolve_capture
from engine.rules.common.relations import owner_of
from tests.engine.battle.arena import arena, fought, opened, play
from tests.support.positions import big_world, count_in, done, position
from tests.support.unit_types import with_facts


def _after(state: State, territory: str, by: str) -> EventLog[Definition]:
    log = EventLog(state)
    log.extend(resolve_capture(state, territory, by))
    return log


def test_B27_B38_enemies_keep_what_they_take() -> None:
    state = position(big_world(), "Russians", "battle", cleared=["Finland"])
    log = _after(state, "Finland", "Russians")
    assert log.state.owners["Finland"] == "Russians"
    assert log.events[0] == TerritoryTaken("Finland", "Russians", "Russians", "Germans")
    assert log.state.turn.conquered == ("Finland",)


def test_B27_own_and_allied_land_and_sea_zones_are_not_taken() -> None:
    state = position(big_world(), "Russians", "battle")
    assert resolve_capture(state, "Moscow", "Russians") == ()
    assert resolve_capture(state, "England", "Russians") == ()
    assert resolve_capture(state, "SZ 17 English Channel", "Russians") == ()


def test_B33_factory_and_AA_gun_are_captured_and_cannot_move() -> None:
    state = position(big_world(), "Germans", "battle")
    left = {
        key: unit
        for key, unit in state.units.items()
        if unit.territory != "Leningrad" or unit.type in {"factory", "aa_gun", "aaGun"}
    }
    state = replace(state, units=left)
    log = _after(state, "Leningrad", "Germans")
    there = log.state.units_in("Leningrad")
    assert len(there) == 2
    assert {unit.owner for unit in there} == {"Germans"}
    assert {unit.original_owner for unit in there} == {"Russians"}
    assert all(unit.moved > 1 for unit in there)


@pytest.mark.parametrize(
    ("owner", "charge", "held", "left"),
    [(NEUTRAL, 3, 10, 7), (NEUTRAL, 3, 2, 0), (NEUTRAL, 0, 10, 10), ("Germans", 3, 10, 10)],
)
def test_B148_neutral_land_that_is_won_costs_its_price_or_what_there_is(
    owner: str, charge: int, held: int, left: int
) -> None:
    state = arena(
        "Norway",
        [("infantry", 1)],
        [("infantry", 1)],
        against=owner,
        owners={"Norway": owner},
        pus={"Russians": held},
        definition=big_world(neutral_charge=charge),
    )
    assert play(fought(state, "Norway"), [6], [6]).step.state.amount("Russians", "PUs") == held
    won = play(fought(state, "Norway"), [1], [6]).step.state
    assert (won.amount("Russians", "PUs"), owner_of(won, "Norway")) == (left, "Russians")


@pytest.mark.parametrize("ends", ["lost", "retreat", "draw", "won"])
@pytest.mark.parametrize("owner", ["Germans", "Neutral"])
def test_B33_infrastructure_that_came_with_a_beaten_attacker_falls_to_the_defender(
    ends: str, owner: str
) -> None:
    """Such as a factory on wheels: what cannot fight stays behind and changes hands."""
    state = arena(
        "Norway",
        [("infantry", 1)],
        [("infantry", 1)],
        by="Russians",
        against=owner,
        origins=["Finland"],
        more=[("Norway", "Russians", "factory", 1)],
        owners={"Finland": "Russians", "Norway": owner},
        cleared=["Finland"],
    )
    rolled = {"lost": (6, 1), "retreat": (6, 6), "draw": (1, 1), "won": (1, 6)}[ends]
    dice = [[die] for die in rolled]
    step = play(fought(state, "Norway"), *dice).step
    if ends == "retreat":
        step = apply(step.state, Retreat("Norway", "Finland"))
    (factory,) = (u for u in step.state.units_in("Norway") if u.type == "factory")
    assert factory.owner == ("Russians" if ends == "won" else owner)


def test_B194_infrastructure_that_moved_with_the_attackers_retreats_with_them() -> None:
    """Such as a factory on wheels: what came along leaves again."""
    state = arena(
        "Norway",
        [("infantry", 1)],
        [("infantry", 1)],
        origins=["Finland"],
        more=[("Norway", "Russians", "factory", 2)],
        owners={"Finland": "Russians", "Norway": "Germans"},
        cleared=["Finland"],
    )
    came, stayed = (unit for unit in state.units_in("Norway") if unit.type == "factory")
    state = replace(state, units={**state.units, came.id: replace(came, moved=1)})
    step = play(fought(state, "Norway"), [6], [6], Retreat("Norway", "Finland")).step
    assert step.state.units[came.id].territory == "Finland"
    assert step.state.units[came.id].owner == "Russians"
    assert step.state.units[stayed.id].owner == "Germans"


@pytest.mark.parametrize(("charge", "held", "left"), [(3, 10, 7), (3, 2, 0), (0, 10, 10)])
def test_B148_troops_that_a_map_puts_on_neutral_land_take_it_for_its_price(
    charge: int, held: int, left: int
) -> None:
    state = position(
        big_world(neutral_charge=charge),
        "Russians",
        "battle",
        units=[("Norway", "Russians", "infantry", 1)],
        cleared=["Norway"],
        owners={"Norway": NEUTRAL},
        pus={"Russians": held},
    )
    taken = opened(state).state
    assert (owner_of(taken, "Norway"), taken.amount("Russians", "PUs")) == ("Russians", left)


def test_B148_nobody_takes_impassable_land() -> None:
    world = big_world()
    norway = replace(world.board.territories["Norway"], is_impassable=True)
    board = replace(world.board, territories={**world.board.territories, "Norway": norway})
    state = position(
        replace(world, board=board),
        "Russians",
        "battle",
        units=[("Norway", "Russians", "infantry", 1)],
        cleared=["Norway"],
        owners={"Norway": NEUTRAL},
    )
    assert owner_of(opened(state).state, "Norway") == NEUTRAL


def test_B35_land_freed_by_an_ally_goes_back_to_its_first_owner() -> None:
    state = position(big_world(), "Chinese", "battle", owners={"Burma": "Japanese"})
    log = _after(state, "Burma", "Chinese")
    assert log.state.owners["Burma"] == "British"
    assert log.events[0] == TerritoryTaken("Burma", "Chinese", "British", "Japanese")


def test_B37_G21_without_a_capital_the_liberator_keeps_it_until_the_capital_is_free() -> None:
    lost = {"Burma": "Japanese", "England": "Germans"}
    state = position(big_world(), "Chinese", "battle", owners=lost)
    log = _after(state, "Burma", "Chinese")
    assert log.state.owners["Burma"] == "Chinese"
    freed = _after(log.state, "England", "Americans")
    assert freed.state.owners["England"] == "British"
    assert freed.state.owners["Burma"] == "British"
    assert TerritoryReturned("Burma", "British", "Chinese") in freed.events
    assert "Burma" in freed.state.turn.conquered
    assert freed.state.owners["Yunnan"] == state.owners["Yunnan"]


@pytest.mark.parametrize(
    ("capitals", "holders", "gives_back"),
    [
        ({"England": "British"}, {}, True),
        ({"England": "British"}, {"England": "Germans"}, False),
        ({"England": "British"}, {"England": "Americans"}, False),
        ({"England": "British"}, {"England": NEUTRAL}, True),
        ({"England": "British", "Bombay": "British"}, {"England": "Germans"}, True),
        (
            {"England": "British", "Bombay": "British"},
            {"England": "Germans", "Bombay": "Japanese"},
            False,
        ),
        ({}, {}, False),
        ({"Moscow": "British"}, {}, False),
        ({"Burma": "British"}, {}, True),
    ],
)
def test_B37_land_goes_back_to_who_holds_a_capital_or_lost_it_to_nobody(
    capitals: dict[str, str], holders: dict[str, str], gives_back: bool
) -> None:
    """capitals: of the British; holders: of those and other land when Burma is freed."""
    world = big_world()
    areas = {
        name: replace(area, capital_of=capitals.get(name, ""))
        if area.capital_of == "British" or name in capitals
        else area
        for name, area in world.board.territories.items()
    }
    board = replace(world.board, territories=areas)
    nations = tuple(
        replace(entry, capitals_for_income=2) if entry.name == "British" else entry
        for entry in world.politics.nations
    )
    world = replace(world, board=board, politics=replace(world.politics, nations=nations))
    state = position(world, "Chinese", "battle", owners={"Burma": "Japanese", **holders})
    log = _after(state, "Burma", "Chinese")
    assert log.state.owners["Burma"] == ("British" if gives_back else "Chinese")


def test_B37_guns_of_every_ally_go_back_with_the_land_and_are_not_tired() -> None:
    lost = {"Bombay": "Chinese", "England": "Germans"}
    state = position(
        big_world(), "Americans", "battle", owners=lost, units=[("Bombay", "Russians", "aaGun", 1)]
    )
    log = _after(state, "England", "Americans")
    guns = [unit for unit in log.state.units_in("Bombay") if unit.type == "aaGun"]
    assert guns
    assert {(unit.owner, unit.moved) for unit in guns} == {("British", 0)}


def test_B33_what_is_destroyed_or_changed_depends_on_who_takes_the_land() -> None:
    """The Chinese free Burma for the British: they are the captors, and not the new owners."""
    for by, lost in (("Chinese", True), ("British", False)):
        world = big_world()
        gun = with_facts(world.unit_types["aaGun"], lost_when_taken_by=(by,))
        world = replace(world, unit_types={**world.unit_types, "aaGun": gun})
        state = position(
            world,
            "Chinese",
            "battle",
            owners={"Burma": "Japanese"},
            cleared=["Burma"],
            units=[("Burma", "Japanese", "aaGun", 1)],
        )
        log = _after(state, "Burma", "Chinese")
        assert log.state.owners["Burma"] == "British"
        assert count_in(log.state, "Burma", "British", "aaGun") == (0 if lost else 1)


def test_B37_infrastructure_goes_back_with_the_land() -> None:
    lost = {"Bombay": "Chinese", "England": "Germans"}
    state = position(big_world(), "Americans", "battle", owners=lost)
    held = {
        key: replace(unit, owner="Chinese") if unit.territory == "Bombay" else unit
        for key, unit in state.units.items()
    }
    log = _after(replace(state, units=held), "England", "Americans")
    assert log.state.owners["Bombay"] == "British"
    assert count_in(log.state, "Bombay", "British", "factory") == 1
    soldiers = [u for u in log.state.units_in("Bombay") if u.type == "infantry"]
    assert {unit.owner for unit in soldiers} <= {"Chinese"}


def test_land_may_go_to_nobody_whoever_takes_it() -> None:
    world = big_world()
    wild = replace(world.board.territories["Leningrad"], taken_for=(("Germans", NEUTRAL),))
    areas = {**world.board.territories, "Leningrad": wild}
    world = replace(world, board=replace(world.board, territories=areas))
    state = _after(position(world, "Germans", "battle"), "Leningrad", "Germans").state
    assert owner_of(state, "Leningrad") == NEUTRAL
    assert "Leningrad" not in state.owners
    assert state.turn.conquered == ("Leningrad",)


def test_B39_conquered_neutral_land_has_no_original_owner() -> None:
    state = position(big_world(), "Germans", "battle", cleared=["Spain"])
    log = _after(state, "Spain", "Germans")
    assert log.state.owners["Spain"] == "Germans"
    taken = _after(log.state, "Spain", "Americans")
    assert taken.state.owners["Spain"] == "Americans"


def test_B41_V15_the_treasury_of_a_captured_capital_changes_hands() -> None:
    state = position(
        big_world(), "Germans", "battle", cleared=["Moscow"], pus={"Russians": 20, "Germans": 60}
    )
    log = _after(state, "Moscow", "Germans")
    assert log.state.amount("Russians", "PUs") == 0
    assert log.state.amount("Germans", "PUs") == 80
    assert CapitalPlundered("Moscow", "Russians", "Germans", "PUs", 20) in log.events


def test_B106_research_dice_that_were_kept_are_lost_with_the_capital() -> None:
    state = position(big_world(), "Germans", "battle", cleared=["Moscow"])
    purse = {**state.resources["Russians"], RESEARCH_DICE: 3}
    state = replace(state, resources={**state.resources, "Russians": purse})
    log = _after(state, "Moscow", "Germans")
    assert ResearchLost("Russians", 3) in log.events
    assert log.state.amount("Russians", RESEARCH_DICE) == 0
    assert log.state.amount("Germans", RESEARCH_DICE) == 0


def test_B42_a_capital_taken_from_a_third_nation_pays_nothing() -> None:
    state = position(big_world(), "British", "battle", owners={"Moscow": "Germans"})
    log = _after(state, "Moscow", "British")
    assert log.state.owners["Moscow"] == "Russians"
    assert not [event for event in log.events if isinstance(event, CapitalPlundered)]
    assert log.state.resources == state.resources


def test_B45_a_nation_without_capital_still_wins_PUs() -> None:
    state = position(
        big_world(),
        "Russians",
        "battle",
        owners={"Moscow": "Germans"},
        pus={"Russians": 0, "Germans": 30},
    )
    log = _after(state, "Eastern Germany", "Russians")
    assert log.state.amount("Russians", "PUs") == 30


@pytest.mark.parametrize(("kind", "taken"), [("infantry", True), ("fighter", False)])
def test_B27_land_units_that_stand_on_neutral_land_take_it_when_battles_begin(
    kind: str, taken: bool
) -> None:
    """A map may put them there; nobody defends it."""
    state = position(
        big_world(),
        "British",
        "combat_move",
        cleared=("Spain",),
        units=[("Spain", "British", kind, 1)],
        owners={"Spain": NEUTRAL},
    )
    after = done(state).state
    assert (after.owners["Spain"] == "British") == taken
