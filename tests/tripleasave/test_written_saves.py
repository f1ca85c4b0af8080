"""Games of ours are saved in TripleA's form in the middle of turns, and go on where they were.

What the form keeps is enough: everything that it does not keep follows from the position.
"""

from collections.abc import Iterator

import pytest

from engine import PhaseOpen, State, apply, new_game
from engine.loading import load_scenario, taken_over
from pbem.tripleasave.reading import read_triplea_save
from tests.conformance.saved_games import hidden_differences, renumbered
from tests.support.playout import play
from tests.support.soak_plan import PLAYERS
from tests.support.written_saves import written_save

PHASES = {"combat_move", "battle", "noncombat_move", "place"}
RESEARCH = "turn researched"
"""Whether research was rolled for is not kept, and is asked in no phase after it."""


def positions(name: str, seed: int, rounds: int) -> Iterator[State]:
    """Those of a game of computer players that TripleA would save: no battle is half fought."""
    step = new_game(load_scenario(name))
    for action in play(step.state.definition, seed, rounds, PLAYERS["mixed"]).actions:
        step = apply(step.state, action)
        is_between = isinstance(step.waiting, PhaseOpen) and len(step.state.agenda) == 1
        # TripleA says of every ship which factory has built it, also where several could have.
        is_said = all(builder for _, builder in step.state.turn.placed)
        if is_between and is_said and step.state.phase.phase in PHASES:
            yield step.state


@pytest.mark.parametrize(
    ("name", "seed", "rounds", "each"),
    [("classic_1942", 3, 2, 5), ("big_world_1942", 4, 1, 5)],
)
def test_a_game_goes_on_from_the_middle_of_its_turns(
    name: str, seed: int, rounds: int, each: int
) -> None:
    definition = load_scenario(name)
    seen: set[str] = set()
    for number, state in enumerate(positions(name, seed, rounds)):
        if number % each == 0:
            saved = read_triplea_save(written_save(state)).position
            ours = new_game(taken_over(definition, saved)).state
            found = hidden_differences(renumbered(ours, state), state)
            assert [line for line in found if RESEARCH not in line] == []
            seen.add(state.phase.phase)
            seen.update("a battle waits" for one in state.battles if one.kind == "battle")
            seen.update("a landing waits" for one in state.battles if one.landings)
            seen.update("a unit is put ashore" for one in state.units.values() if one.unloaded_to)
    assert seen == {*PHASES, "a battle waits", "a landing waits", "a unit is put ashore"}
