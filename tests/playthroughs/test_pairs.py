"""A unit that may not go alone does not get there because another one goes with it.

`python -m tests.playthroughs.test_pairs 50` tries that many games of each scenario.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from operator import attrgetter

import pytest

import engine.core.unit as unit_module
from engine import (
    Definition,
    Done,
    GameOver,
    RollRequest,
    State,
    Step,
    Unit,
    apply,
    load_scenario,
    new_game,
    scenario_names,
)
from tests.support.pairs import faults, made_unlike, pairs_in
from tests.support.playout import Dice
from tests.support.soak_plan import random_player

MOVES = frozenset({"combat_move", "noncombat_move", "movement"})
MOST_PAIRS = 25
"""Tried in one position, of the same type first: they are the likeliest to be taken for alike."""


def positions(definition: Definition, seed: int, most: int, every: int) -> Iterator[State]:
    """Positions of a random game in which a nation moves; only every so many-th of them."""
    chance, dice = random.Random(seed), Dice(seed)
    step, number = new_game(definition), 0
    while number < most * every and not isinstance(step.waiting, GameOver):
        if isinstance(step.waiting, RollRequest):
            step = apply(step.state, dice.roll(step.state, step.waiting))
            continue
        if step.state.phase.phase in MOVES and step.state.nation:
            number += 1
            if number % every == 0:
                yield step.state
        step = apply(step.state, random_player(step.state, step.waiting, chance))


def openings(definition: Definition, most: int) -> Iterator[State]:
    """The first phases in which units move, nobody having done anything."""
    step: Step = new_game(definition)
    chance = random.Random(1)
    while most:
        waiting = step.waiting
        if isinstance(waiting, RollRequest | GameOver):
            return
        if step.state.phase.phase in MOVES and step.state.nation:
            yield step.state
            most -= 1
            step = apply(step.state, Done())
        else:
            step = apply(step.state, random_player(step.state, waiting, chance))


def tried(state: State, chance: random.Random) -> Counter[str]:
    """The number of pairs of a position by what they differ in; raises AssertionError for a fault.

    Half of them differ in one field by our own doing, so that none waits for chance.
    """
    count: Counter[str] = Counter()
    for name, changed, one, other in made_unlike(state, chance):
        assert not list(faults(changed, one, other, chance))
        count[name] += 1
    pairs = pairs_in(state)
    chance.shuffle(pairs)
    pairs.sort(key=lambda pair: pair[0].type != pair[1].type)
    for one, other in pairs[:MOST_PAIRS]:
        assert not list(faults(state, one, other, chance))
        count["one type" if one.type == other.type else "two types"] += 1
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", scenario_names())
def test_B142_what_is_said_against_one_unit_is_said_against_it_in_company(name: str) -> None:
    definition, chance = load_scenario(name), random.Random(7)
    theatres = {area.theatre for area in definition.board.territories.values()} - {""}
    count: Counter[str] = Counter()
    for state in openings(definition, 4):
        count += tried(state, chance)
    for state in positions(definition, 5, most=4, every=9):
        count += tried(state, chance)
    assert count["two types"] > 8, count
    unseen = {"id", "owner", "territory", "carried_by"} | (set() if theatres else {"theatre"})
    assert {entry.name for entry in fields(Unit)} - unseen <= set(count), count


def test_a_field_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were units told apart by their types alone, the pairs would say so."""
    monkeypatch.setattr(unit_module, "_LIKENESS", attrgetter("type", "territory"))
    chance = random.Random(7)
    with pytest.raises(AssertionError):
        for state in openings(load_scenario("axis_allies_europe"), 8):
            tried(state, chance)


def main(games: int) -> None:
    """Try so many games of each scenario and print how many pairs of each sort there were."""
    for name in scenario_names():
        definition = load_scenario(name)
        count: Counter[str] = Counter()
        for seed in range(games):
            for state in positions(definition, seed, most=200, every=5):
                count += tried(state, random.Random(seed))
        print(name, dict(count), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
