"""The first reason against a wrong order is the one that the player can do something about.

Forty-odd slips that players make, over four scenarios, each with the code of the first reason and
words that its sentence must hold.
"""

from functools import cache

import pytest

from engine import (
    Move,
    NotationError,
    RollRequest,
    RollResult,
    Step,
    apply,
    check,
    load_scenario,
    new_game,
    parse_order,
    with_amounts,
    with_route,
)

BIG, CLASSIC, PACIFIC, BLOCKS = (
    "big_world_1942",
    "classic_1942",
    "axis_allies_pacific",
    "triumph_tragedy",
)
MOVED = (
    "done",
    "buy 4 infantry",
    "done",
    "move 1 armour: Northern Russia > Karelija",
    "move 1 fighter: Karelija > Moscow",
    "move 1 infantry: Karelija > Finland",
)
BEGUN: dict[str, tuple[str, ...]] = {
    BIG: MOVED,
    CLASSIC: ("done", "buy 2 infantry", "done"),
    PACIFIC: (),
    BLOCKS: (),
}

SLIPS = (
    # No such unit here.
    (
        BIG,
        "move 1 artillery: Karelija > Finland",
        "not-enough-units",
        "artillery is not in Karelija",
    ),
    (BIG, "move 9 infantry: Karelija > Finland", "not-enough-units", "2 of the 9 infantry"),
    (BIG, "move 1 infantry: Eastern Germany > Moscow", "not-enough-units", "Eastern Germany"),
    (BIG, "move 1 bomber: Leningrad > Western Germany", "not-enough-units", "Leningrad"),
    (BIG, "move 1 submarine: SZ 19 > SZ 20", "not-enough-units", "the submarine is not in SZ 19"),
    (CLASSIC, "move 1 transport: Russia > Karelia S.S.R.", "not-enough-units", "Russia"),
    (CLASSIC, "move 5 armour: Caucasus > Germany", "not-enough-units", "Caucasus"),
    # Moved already.
    (BIG, "move 1 infantry: Finland > Norway", "movement-over", "has moved into a battle"),
    (BIG, "move 1 infantry: Finland > Moscow", "movement-over", "has moved into a battle"),
    (BIG, "move 2 armour: Karelija > Leningrad", "not-enough-units", "1 of the 2 armour is in"),
    (BIG, "move 2 bomber: Karelija > Finland", "not-enough-units", "none of the 2 bomber are in"),
    (BIG, "move 1 armour: Karelija > Iran", "not-enough-movement", "1 of the 5 steps"),
    # Too far.
    (BIG, "move 1 infantry: Moscow > Leningrad", "not-enough-movement", "1 of the 2 steps"),
    (BIG, "move 1 infantry: Kazakh > Iran", "not-enough-movement", "1 of the 2 steps"),
    (BIG, "move 1 bomber: Moscow > Northern Brazil", "not-enough-movement", "steps needed"),
    (BIG, "move 1 armour: Moscow > Western Germany", "not-enough-movement", "of the"),
    (CLASSIC, "move 1 infantry: Russia > Germany", "not-enough-movement", "1 of the 3 steps"),
    (CLASSIC, "move 1 fighter: Russia > Japan", "not-enough-movement", "4 of the 5 steps"),
    # A ship is needed, or is in the wrong element.
    (BIG, "move 2 infantry: Archangelsk > SZ 19", "needs-transport", "load, sail and unload"),
    (BIG, "move 1 infantry: Moscow > Northern Brazil", "needs-transport", "needs a ship"),
    (BIG, "move 1 armour: Moscow > Northern Brazil", "needs-transport", "needs a ship"),
    (CLASSIC, "move 1 infantry: Russia > Alaska", "needs-transport", "needs a ship"),
    (BIG, "move 1 submarine: SZ 7 > Moscow", "ships-stay-at-sea", "which is land"),
    # What never moves, or not now.
    (BIG, "move 1 factory: Moscow > Eastern Russia", "not-enough-movement", "never moves"),
    (BIG, "move 1 aaGun: Moscow > Eastern Russia", "no-combat-movement", "non-combat move"),
    (BIG, "move 1 infantry: Moscow > Moscow", "path-too-short", "start and end"),
    (BIG, "raid 1 fighter: Moscow > Eastern Germany", "cannot-raid", "only bombers raid"),
    (BIG, "raid 1 bomber: Moscow > Finland", "nothing-to-raid", "no enemy factory"),
    (CLASSIC, "raid 1 fighter: Russia > Germany", "cannot-raid", "only bombers raid"),
    # The wrong phase.
    (BIG, "place 1 infantry: Moscow", "wrong-phase", "combat move"),
    (BIG, "buy 1 infantry", "wrong-phase", "combat move"),
    (BIG, "fight Finland", "wrong-phase", "combat move"),
    (PACIFIC, "move 1 infantry: Japan > 1 Sea Zone", "wrong-phase", "purchase"),
    (BLOCKS, "command 6", "wrong-phase", "deploy"),
    # Money.
    (PACIFIC, "buy 99 infantry", "not-enough-pus", "278 too few"),
    (PACIFIC, "buy 1 factory", "not-for-sale", "cannot buy factory"),
    # Names.
    (BIG, "move 1 infantry: Kareliya > Finland", "unknown-territory", "did you mean Karelija"),
    (BIG, "move 1 infantry: Moskow > Finland", "unknown-territory", "did you mean Moscow"),
    (BIG, "move 1 infantry: Moscow > SZ 999", "unknown-territory", "there is no territory"),
    (BIG, "move 1 amour: Moscow > Finland", "unknown-unit-type", "did you mean armour"),
    (PACIFIC, "buy 1 elephant", "unknown-unit-type", "known: infantry, marine"),
    (BIG, "attack Finland", "unknown-order", "did you mean move or fight?"),
    (BIG, "end turn", "unknown-order", "did you mean done?"),
    (BLOCKS, "build 2 tank", "unknown-order", "did you mean buy or place?"),
    (BIG, "move 1 bmr Moscow > Germany", "unknown-territory", "Eastern Germany or Western"),
    (BIG, "move 2 inf Narnia > Finland", "unknown-territory", "no territory 'Narnia'"),
    (CLASSIC, "move 1 inf Caucasus > kar", "ambiguous-territory", "Karelia S.S.R. or Karelia Sea"),
    (BIG, "move infantry: Karelija > Finland", "count-missing", "how many"),
    (BIG, "move 1 infantry: Karelija", "path-too-short", "A > B"),
    # Blocks.
    (BLOCKS, "place 20 infantry: Berlin", "no-cadres-left", "6 cadres"),
    (BLOCKS, "done", "cadres-left", "still to be placed"),
)


@cache
def begun(scenario: str) -> Step:
    game = load_scenario(scenario)
    step = new_game(game)
    while isinstance(step.waiting, RollRequest):
        step = apply(step.state, RollResult((3,) * step.waiting.count))
    for line in BEGUN[scenario]:
        order = parse_order(line, game)
        step = apply(step.state, routed(step, order) if isinstance(order, Move) else order)
    return step


def routed(step: Step, move: Move) -> Move:
    return with_route(step.state, move)


@pytest.mark.parametrize(("scenario", "line", "code", "words"), SLIPS)
def test_B12_B14_B142_the_first_reason_is_the_one_to_do_something_about(
    scenario: str, line: str, code: str, words: str
) -> None:
    step = begun(scenario)
    try:
        order = parse_order(with_amounts(line, step.state), step.state.definition)
    except NotationError as error:
        assert error.faults[0].code == code
        assert words in error.faults[0].text
        return
    reasons = check(step.state, routed(step, order) if isinstance(order, Move) else order)
    assert reasons, "it is legal"
    assert (reasons[0].code, words in reasons[0].text) == (code, True), reasons


def test_there_are_forty_slips() -> None:
    assert len({line for _, line, _, _ in SLIPS}) >= 40
    assert len({scenario for scenario, *_ in SLIPS}) == 4
