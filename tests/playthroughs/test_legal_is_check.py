"""On a small board `legal` and `check` say the same, by trying every atomic order there is.

The board is a cut-out of Big World with all its unit types: two islands, the coast opposite and
the seas around them.  Games are played on it, and in their positions every order about one unit,
one purchase, one placement, one battle and one die of research is put to `check`.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from engine import (
    Buy,
    Decision,
    Definition,
    Done,
    Fight,
    GameOver,
    Move,
    Order,
    PhaseOpen,
    Pick,
    Place,
    Press,
    Repair,
    Research,
    Retreat,
    RollRequest,
    State,
    apply,
    check,
    legal,
    new_game,
)
from engine.core.board import sorted_borders
from engine.gamedef.board import GameBoard
from engine.gamedef.setup import Placement
from engine.loading.normal import normal_definition
from tests.support.playout import Dice
from tests.support.positions import big_world
from tests.support.soak_plan import mixed_player, varied

LAND: Final = ("England", "Scotland", "France", "Western Germany", "Eastern Germany")
NATIONS: Final = ("Germans", "British")
ROUNDS: Final = 3


def small_world(seed: int) -> Definition:
    """Two nations, five lands, the seas between them; rules at random from the seed on."""
    whole = big_world()
    seas = {
        name for land in LAND for name in whole.board.neighbours(land) if whole.board.is_sea[name]
    }
    places = (*LAND, *sorted(seas))
    kept = set(places)
    borders = [pair for pair in whole.board.borders if kept.issuperset(pair)]
    extra = [
        Placement("England", "British", "bomber", 1),
        Placement("England", "British", "aaGun", 1),
        Placement("Western Germany", "Germans", "aaGun", 1),
        Placement("Western Germany", "Germans", "factory", 1),
        Placement("England", "British", "factory", 1),
    ]
    small = replace(
        whole,
        board=GameBoard(
            {name: whole.board.is_sea[name] for name in places},
            sorted_borders(borders),
            {name: whole.board.territories[name] for name in places},
        ),
        politics=replace(
            whole.politics,
            nations=tuple(nation for nation in whole.politics.nations if nation.name in NATIONS),
        ),
        economy=replace(
            whole.economy,
            buyers={
                name: whole.economy.buyers[name] for name in NATIONS if name in whole.economy.buyers
            },
        ),
        sequence=tuple(step for step in whole.sequence if step.nation in {"", *NATIONS}),
        victory=replace(whole.victory, levels=()),
        script=replace(whole.script, objectives=()),
        setup=replace(
            whole.setup,
            owners={name: owner for name, owner in whole.setup.owners.items() if name in kept},
            placements=(
                *extra,
                *(
                    replace(entry, count=min(entry.count, 2))
                    for entry in whole.setup.placements
                    if entry.territory in kept
                    and entry.owner in NATIONS
                    and (entry.territory, entry.type)
                    not in {(one.territory, one.type) for one in extra}
                ),
            ),
            resources={name: whole.setup.resources[name] for name in NATIONS},
        ),
    )
    chosen = varied(small, random.Random(seed)) if seed > 1 else small
    return normal_definition(chosen)


def walks(definition: Definition, start: str, steps: int) -> Iterator[tuple[str, ...]]:
    """Every path without a loop up to so many steps."""
    edge: list[tuple[str, ...]] = [(start,)]
    for _ in range(steps):
        edge = [
            (*path, beyond)
            for path in edge
            for beyond in definition.board.neighbours(path[-1])
            if beyond not in path
        ]
        yield from edge


def meaning(state: State, order: Order) -> tuple[object, ...]:
    """What an atomic order is about: which way it goes and which of two twins is no matter."""
    if isinstance(order, Move):
        return ("move", order.picks[0].type, order.path[0], order.path[-1], order.raid)
    if isinstance(order, Buy):
        plan = Counter(dict(order.units))
        plan.subtract(state.purchase)
        return ("buy", *sorted((+plan).elements()))
    if isinstance(order, Place):
        return ("place", order.picks[0].type, order.territory)
    return (order,)


def tried(state: State) -> Iterator[Order]:
    """Every atomic order for the phase under way, legal or not."""
    definition = state.definition
    match state.phase.phase:
        case "tech":
            for name in ("", *definition.technology.names, "industrial_technology"):
                for dice in range(state.amount(state.nation, "PUs") // 5 + 2):
                    yield Research(name, dice)
        case "purchase" | "bid":
            for name in definition.unit_types:
                plan = Counter(state.purchase)
                plan[name] += 1
                yield Buy(tuple(plan.items()))
            yield from (Repair(place, 1) for place in definition.board.territories)
        case "combat_move" | "noncombat_move":
            for unit in state.units_of(state.nation):
                steps = definition.unit_types[unit.type].movement + 2
                for path in walks(definition, unit.territory, min(steps, 4)):
                    for raid in (False, True):
                        yield Move((Pick(1, unit.type, units=(unit.id,)),), path, raid)
        case "place" | "bid_place":
            for name in definition.unit_types:
                for place in definition.board.territories:
                    yield Place((Pick(1, name),), place)
            for unit in state.units_of(state.nation):
                for zone in definition.board.neighbours(unit.territory):
                    if state.phase.phase == "place":
                        yield Move((Pick(1, unit.type, units=(unit.id,)),), (unit.territory, zone))
        case "battle":
            for place in definition.board.territories:
                yield from (Fight(place), Fight(place, raid=True))
    yield Done()


def answers(state: State) -> Iterator[Order]:
    """Every way to go on or to leave a battle that is asked about."""
    for place in state.definition.board.territories:
        yield from (Press(place), Retreat(place, ""))
        yield from (Retreat(place, to) for to in state.definition.board.territories)


def compare(state: State, waiting: PhaseOpen | Decision) -> Counter[str]:
    """Both ways: what is offered has no reason against it, what has none is offered."""
    offered = list(legal(state))
    for order in offered:
        assert not check(state, order), f"{order!r} is offered, but: {check(state, order)}"
    if isinstance(waiting, Decision):
        candidates = answers(state)
        known = {meaning(state, order) for order in offered if isinstance(order, Press | Retreat)}
    else:
        candidates = tried(state)
        known = {meaning(state, order) for order in offered}
    allowed = {meaning(state, order) for order in candidates if not check(state, order)}
    where = f"{state.nation}, round {state.round}, {state.phase.phase}"
    assert allowed == known, (
        f"{where}: legal leaves out {sorted(map(str, allowed - known))}, "
        f"offers {sorted(map(str, known - allowed))}"
    )
    return Counter({state.phase.phase if isinstance(waiting, PhaseOpen) else waiting.what: 1})


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 6])
def test_every_atomic_order_is_legal_exactly_when_it_is_offered(seed: int) -> None:
    chance, dice = random.Random(seed), Dice(seed)
    step = new_game(small_world(seed))
    compared: Counter[str] = Counter()
    number = 0
    while step.state.round <= ROUNDS and not isinstance(step.waiting, GameOver):
        if isinstance(step.waiting, RollRequest):
            step = apply(step.state, dice.roll(step.state, step.waiting))
            continue
        number += 1
        is_move = step.state.phase.phase.endswith("_move")
        if not is_move or number % 7 == 0:
            compared += compare(step.state, step.waiting)
        step = apply(step.state, mixed_player(step.state, step.waiting, chance))
    wanted = {"purchase", "combat_move", "noncombat_move", "place", "battle"}
    assert wanted <= set(compared), compared
    assert sum(compared.values()) > 30


def test_the_comparison_finds_what_is_left_out_and_what_is_offered_wrongly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = new_game(small_world(1))
    while step.state.phase.phase != "combat_move":
        step = apply(step.state, Done())
    assert isinstance(step.waiting, PhaseOpen)
    compare(step.state, step.waiting)
    right = list(legal(step.state))
    assert len(right) > 30
    monkeypatch.setattr(f"{__name__}.legal", lambda _: iter(right[1:]))
    with pytest.raises(AssertionError, match="legal leaves out"):
        compare(step.state, step.waiting)
    wrong = Move((Pick(1, "infantry"),), ("England", "France"))
    monkeypatch.setattr(f"{__name__}.legal", lambda _: iter([*right, wrong]))
    with pytest.raises(AssertionError, match="is offered, but"):
        compare(step.state, step.waiting)
