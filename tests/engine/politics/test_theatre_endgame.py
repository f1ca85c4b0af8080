"""What a victory in one theatre does in the other, by triggers of a scenario (linked game: L39 to
L42; L44 and L47 are the same with other names).
"""

from dataclasses import replace

from engine.core.events.triggers import TriggerFired
from engine.core.ids import VICTORY_POINTS
from engine.game import apply
from engine.gamedef import Definition, State
from engine.gamedef.conditions import Ownership, Places
from engine.gamedef.position import Step
from engine.gamedef.triggers import AssignLand, GiveResource, Trigger
from engine.orders.done import Done
from engine.rules.economy.income import income_of
from tests.support.positions import big_world, position

CONVOY = "SZ 10 North Sea"
RUSSIAN, GERMAN = "Moscow", "Eastern Germany"


def linked() -> Definition:
    """Big World with a Russian convoy zone; Moscow and eastern Germany decide about Europe."""
    game = big_world(tech_development=False, captured_convoys_pay=False)
    zone = replace(game.board.territories[CONVOY], production=4)
    falls = Trigger(
        "Germany wins Europe",
        "Germans",
        Ownership(("Germans",), Places("named", (RUSSIAN,), 1)),
        (
            AssignLand(CONVOY, "Russians", "Germans", is_conquest=False),
            GiveResource(("Japanese",), VICTORY_POINTS, 1),
        ),
        ("after:germanBattle",),
        uses=1,
    )
    freed = Trigger(
        "the Allies win Europe",
        "Russians",
        Ownership(("Russians",), Places("named", (GERMAN,), 1)),
        (
            AssignLand(CONVOY, "Germans", "Russians", is_conquest=False),
            GiveResource(("Japanese",), VICTORY_POINTS, -1),
        ),
        ("after:russianBattle",),
        uses=1,
    )
    return replace(
        game,
        board=replace(game.board, territories={**game.board.territories, CONVOY: zone}),
        setup=replace(game.setup, owners={**game.setup.owners, CONVOY: "Russians"}),
        script=replace(game.script, triggers=(falls, freed)),
    )


def battle_of(nation: str, owners: dict[str, str], points: int = 0) -> State:
    state = position(linked(), nation, "combat_move", owners=owners)
    japan = {**state.resources["Japanese"], VICTORY_POINTS: points}
    return replace(state, resources={**state.resources, "Japanese": japan})


def after_battle(state: State) -> Step:
    """The combat move is over, and there is no battle to fight."""
    units = {
        key: unit for key, unit in state.units.items() if unit.territory not in {RUSSIAN, GERMAN}
    }
    return apply(replace(state, units=units), Done())


def fired(step: Step) -> list[str]:
    return [event.trigger for event in step.events if isinstance(event, TriggerFired)]


def test_L39_L40_germany_wins_japan_scores_and_the_fallen_power_loses_its_convoys() -> None:
    state = battle_of("Germans", {RUSSIAN: "Germans"})
    step = after_battle(state)
    assert fired(step) == ["Germany wins Europe"]
    assert step.state.owners[CONVOY] == "Germans"
    assert step.state.amount("Japanese", VICTORY_POINTS) == 1
    assert income_of(step.state, "Russians") == income_of(state, "Russians") - 4
    assert income_of(step.state, "Germans") == income_of(state, "Germans")


def test_L41_L42_the_allies_win_japan_loses_a_point_and_the_convoys_are_free() -> None:
    state = battle_of("Russians", {GERMAN: "Russians", CONVOY: "Germans"}, points=5)
    step = after_battle(state)
    assert fired(step) == ["the Allies win Europe"]
    assert step.state.owners[CONVOY] == "Russians"
    assert step.state.amount("Japanese", VICTORY_POINTS) == 4


def test_L39_nothing_happens_while_europe_is_undecided() -> None:
    step = after_battle(battle_of("Germans", {}))
    assert fired(step) == []
    assert step.state.owners[CONVOY] == "Russians"
