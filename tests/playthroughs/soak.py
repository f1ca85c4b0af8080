"""Play many random games and stop at nothing: ``python -m tests.playthroughs.soak --games 200``.

A game that fails is written to a file from which it can be played again.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

from engine import (
    Decision,
    Definition,
    DefinitionError,
    Order,
    PhaseOpen,
    State,
    new_game,
)
from engine.ai import choose_randomly, choose_sensibly
from engine.gamedef.options import with_option
from engine.loading import load_scenario
from tests.support.playout import PlayoutError, play, write_failure


def random_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """The random player of the engine."""
    return choose_randomly(state, waiting, chance)


def sensible_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """The sensible player of the engine, who needs no chances."""
    del chance
    return choose_sensibly(state, waiting)


def mixed_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """Now the one, now the other: positions of a real game with odd moves in them."""
    if chance.randrange(2):
        return choose_sensibly(state, waiting)
    return choose_randomly(state, waiting, chance)


PLAYERS = {"random": random_player, "sensible": sensible_player, "mixed": mixed_player}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games; 0 when all went well, 1 otherwise."""
    wish = _parser().parse_args(arguments)
    scenario = load_scenario(wish.scenario)
    failed = 0
    began = time.monotonic()
    for number in range(wish.games):
        seed = wish.seed + number
        started = time.monotonic()
        chance = random.Random(f"options of {seed}")
        definition = varied(scenario, chance) if wish.options == "random" else scenario
        player = PLAYERS[wish.player]
        try:
            game = play(definition, seed, wish.rounds, player, thorough=wish.thorough)
        except PlayoutError as error:
            failed += 1
            path = Path(wish.out) / f"soak-{wish.scenario}-{seed}.json"
            write_failure(path, definition, seed, error)
            print(f"seed {seed}: FAILED {error}; written to {path}", flush=True)
        else:
            spent = time.monotonic() - started
            rounds = game.last.state.round - 1
            actions = len(game.actions)
            print(f"seed {seed}: {rounds} rounds, {actions} actions, {spent:.1f} s", flush=True)
    spent = time.monotonic() - began
    print(f"{wish.games} games, {failed} failed, {spent:.0f} s")
    return 1 if failed else 0


def varied(definition: Definition, chance: random.Random) -> Definition:
    """The same game with a third of its switches turned, those apart that no rule plays yet."""
    for entry in fields(definition.options):
        present = getattr(definition.options, entry.name)
        if not isinstance(present, bool) or chance.randrange(3):
            continue
        options = with_option(definition.options, entry.name, not present, locked=False)
        turned = replace(definition, options=options)
        if _is_playable(turned):
            definition = turned
    return definition


def _is_playable(definition: Definition) -> bool:
    try:
        new_game(definition)
    except DefinitionError:
        return False
    return True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.soak")
    parser.add_argument("--games", type=int, default=20, help="how many games")
    parser.add_argument("--rounds", type=int, default=10, help="rounds of each game")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--scenario", default="big_world_1942")
    parser.add_argument("--thorough", type=int, default=25, help="costly checks every N actions")
    parser.add_argument("--player", default="random", choices=sorted(PLAYERS))
    parser.add_argument(
        "--options", default="scenario", choices=["scenario", "random"], help="the rule switches"
    )
    parser.add_argument("--out", default=".", help="folder for the files of failed games")
    return parser


if __name__ == "__main__":
    sys.exit(main())
