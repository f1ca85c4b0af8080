"""1936 and the beginning of 1937 as the publisher's worked example has them, beside a table.

Rule: the numbers that the checklist records of the example (4.19): T87, T88, T89, T114, T116, T140,
T143, T147, T150, T186.  It names Austria, Rumania and the totals; which country brought the rest of
the resources is ours.
"""

from engine import (
    AgreedEdit,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    Step,
    apply,
    new_game,
    parse_change,
    parse_order,
)
from engine.core.ids import NationName
from engine.rules.blocks.economy import standing_of
from tests.support.blocks import DEFINITION, do, roll

SET_UP = {
    "West": (
        "place 2 fleet, 1 infantry: London",
        "place 2 infantry: Delhi",
        "place 1 air force: Glasgow",
        "place 1 infantry: Bombay",
        "place 1 infantry: Suez",
        "place 2 infantry: Paris",
        "place 1 fleet: Marseille",
        "place 1 infantry: Algiers",
    ),
    "USSR": (
        "place 3 infantry: Moscow",
        "place 2 infantry: Leningrad",
        "place 2 infantry: Baku",
        *(f"place 1 tank: {city}" for city in ("Kiev", "Odessa", "Kharkov")),
        *(f"place 1 infantry: {city}" for city in ("Stalingrad", "Urals")),
    ),
    "Axis": (
        "place 3 infantry, 3 tank: Berlin",
        "place 2 submarine, 2 fleet: Ruhr",
        "place 1 infantry, 1 air force: Munich",
        "place 2 infantry: Konigsberg",
        "place 2 infantry, 2 fleet: Rome",
        "place 1 air force, 1 infantry: Milan",
        "place 2 infantry: Tripoli",
    ),
}


def agreed(state: State, *lines: str) -> Step:
    return apply(state, AgreedEdit(tuple(parse_change(line, DEFINITION) for line in lines)))


def numbers(state: State, nation: str) -> tuple[int, int, int, int]:
    one = standing_of(state, NationName(nation))
    return one.population, one.resources, one.industry, one.level


def set_up() -> Step:
    """The die of 1936 is a 4; all place their cadres."""
    step = apply(new_game(DEFINITION).state, RollResult((4,)))
    while step.waiting.phase == "deploy":  # type: ignore[union-attr]
        step = do(step.state, *SET_UP[step.state.nation], "done")
    return step


def commands(step: Step, **cards: str) -> Step:
    """Every nation that is asked says its card, the others pass."""
    while isinstance(step.waiting, PhaseOpen) and step.waiting.phase == "command":
        season = DEFINITION.sequence[step.state.phase.step].name[:4]
        step = do(step.state, f"command {cards.get(step.state.nation, 'pass')}", "done")
        if isinstance(step.waiting, RollRequest):
            break
        if DEFINITION.sequence[step.state.phase.step].name[:4] != season:
            break
    return step


def government_of_1936(state: State) -> State:
    """What the three did with their cards, entered by agreement."""
    return agreed(
        state,
        "industry Axis: 14",
        "industry West: 8",
        "industry USSR: 10",
        "influence Austria: 3 Axis",
        "add 1 Axis infantry: Vienna",
        "influence Rumania: 1 Axis",
        "influence Latin America: 1 Axis",
    ).state


def test_the_set_up_of_1936() -> None:
    """T87, T88, T109, T111, T114: West, USSR, Axis; levels 7, 9 and 11; a chit each."""
    state = set_up().state
    assert state.blocks is not None and state.blocks.order == ("West", "USSR", "Axis")
    assert state.blocks.chits == {"West": 1, "USSR": 1, "Axis": 1}
    assert [numbers(state, name)[3] for name in ("West", "USSR", "Axis")] == [7, 9, 11]
    west = list(state.units_of(NationName("West")))
    assert (len(west), sum(unit.strength for unit in west)) == (16, 21)


def test_the_government_of_1936_leaves_the_axis_with_13_10_and_14() -> None:
    """T107, T140, T147, T150."""
    state = government_of_1936(set_up().state)
    assert numbers(state, "Axis") == (13, 10, 14, 13)
    assert state.owners["Vienna"] == "Axis" and not state.owners.get("Bucharest")


def test_the_year_1936_and_the_spring_of_1937() -> None:
    """T85, T88, T89, T114, T134, T186, T190: levels 10, 13 and 8; G6 before P4."""
    step = Step(government_of_1936(set_up().state), (), PhaseOpen("West", "command"))
    step = commands(step)
    assert step.waiting == PhaseOpen("West", "command"), "nobody moves in spring"
    step = commands(step, Axis="K9")
    assert step.waiting == PhaseOpen("Axis", "movement")
    assert step.state.blocks is not None and step.state.blocks.turn.command == 9
    moved = do(step.state, "move 1 infantry: Berlin > Munich > Vienna")
    step = commands(do(moved.state, "done"))
    assert step.waiting == PhaseOpen("USSR", "command"), "winter belongs to the USSR"
    step = roll(do(step.state, "command pass", "done"), 6)
    state = step.state
    assert state.round == 2 and state.blocks is not None
    assert state.blocks.order == ("USSR", "Axis", "West")
    assert state.blocks.chits == {"West": 2, "USSR": 2, "Axis": 2}
    assert [numbers(state, name)[3] for name in ("USSR", "Axis", "West")] == [10, 13, 8]
    step = commands(step, Axis="G6", West="P4")
    assert step.waiting == PhaseOpen("Axis", "movement")
    assert do(step.state, "done").waiting == PhaseOpen("West", "movement")
    order = parse_order("move 1 infantry: London > Glasgow", DEFINITION)
    assert apply(do(step.state, "done").state, order)
