"""What decides the game, in words: B236, C2 to C4, L22, L26, L27, L43, L45."""

from dataclasses import replace

from engine import State, aim_views
from engine.core.ids import VICTORY_POINTS
from engine.gamedef.conditions import Objective, Ownership, Places, Rounds
from tests.engine.linked.world import at_start
from tests.support.positions import big_world, classic, position


def texts(state: State) -> dict[str, list[str]]:
    """The sentences, by kind."""
    found: dict[str, list[str]] = {}
    for view in aim_views(state):
        found.setdefault(view.kind, []).append(view.text)
    return found


def test_B236_victory_cities_with_the_level_that_wins() -> None:
    found = texts(position(big_world(honorable_surrender=True), "Russians", "purchase"))
    assert found.keys() == {"cities"}
    assert len(found["cities"]) == 2
    assert all(text.endswith(" win.") for text in found["cities"])
    without = {"projection_of_power": False, "honorable_surrender": False, "total_victory": False}
    assert texts(position(big_world(**without), "Russians", "purchase")) == {}


def test_C2_C4_capitals_and_production() -> None:
    found = texts(position(classic(economic_victory=True), "Russians", "purchase"))
    assert found["capitals"][0] == "Allies hold 0 of Germany, Japan; 2 win."
    assert found["income"] == ["Axis produce 57 PUs; 84 win."]


def test_L22_L26_L27_points_peace_and_theatres() -> None:
    state = at_start("British", "combat_move")
    assert texts(state) == {
        "points": ["Japanese have 0 victory points; 22 win Pacific."],
        "theatre": ["Europe is not won yet.", "Pacific is not won yet."],
        "peace": ["Germans are at peace with Japanese.", "Russians are at peace with Japanese."],
    }
    amounts = {**state.resources["Japanese"], VICTORY_POINTS: 1}
    held = {**state.resources, "Japanese": amounts}
    later = replace(state, won={"Europe": "Germany"}, resources=held)
    found = texts(later)
    assert found["theatre"][0] == "Europe is won by Germany."
    assert found["points"] == ["Japanese have 1 victory point; 22 win Pacific."]


def test_L43_L45_a_combat_move_that_is_lost() -> None:
    lost = (("British", "Europe", 1),)
    now = replace(at_start("British", "combat_move"), halted=lost)
    assert texts(now)["combat_move"] == ["British have no combat move in Europe now."]
    later = replace(at_start("Germans", "combat_move"), halted=lost)
    text = "British have no combat move in Europe in their next turn."
    assert texts(later)["combat_move"] == [text]


def test_objectives_with_what_they_would_pay_now() -> None:
    """One line for all nations; what pays for each area counts its areas."""
    russians, both = ("Russians",), Places("named", ("Moscow", "Leningrad", "France"), 1, each=True)
    objectives = (
        Objective("cities", "Russians", 3, Ownership(russians, both)),
        Objective("late", "Russians", 5, Rounds(9)),
        Objective("never", "Germans", 5, Rounds(9)),
    )
    for paid, found in ((True, ["Russians 1 of 2 (6 PUs), Germans 0 of 1"]), (False, [])):
        world = big_world(national_objectives=paid)
        game = replace(world, script=replace(world.script, objectives=objectives))
        told = texts(position(game, "Russians", "purchase")).get("objectives", [])
        assert told == [f"Objectives that would pay now: {text}." for text in found]
