"""Play many games and stop at nothing: ``python -m tests.playthroughs.soak --games 200``.

Each game has its seed, and from it its scenario, rules and players (tests/support/soak_plan.py).
Every action is checked (tests/support/playout.py).  A game that fails is made as short as it can be
(tests/support/shrink.py) and written as a save, which `pbem verify` and `pbem history` open and
`--again` plays once more with all checks.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine import DefinitionError, GameOver, scenario_names
from tests.support.failure import play_failure, write_failure
from tests.support.playout import Playout, PlayoutError, play
from tests.support.shrink import shrunk
from tests.support.soak_plan import PLAYERS, Plan, plan_of

_REPLAYED = 8
"""Every so manieth game is played a second time and the ends compared."""


@dataclass(slots=True)
class Tally:
    """What became of the games so far."""

    ends: Counter[str] = field(default_factory=Counter)
    players: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    actions: int = 0
    failed: int = 0

    def add(self, plan: Plan, game: Playout, most: int) -> str:
        """Count a game; how it ended, in a word."""
        waiting = game.last.waiting
        rounds = min(game.last.state.round, most)
        end = waiting.outcome.kind if isinstance(waiting, GameOver) else f"{most} rounds played"
        self.ends[end] += 1
        self.players["-".join(plan.players.values())] += 1
        self.rounds += rounds
        self.actions += len(game.actions)
        return end

    def lines(self) -> list[str]:
        """The tally in words."""
        ends = ", ".join(f"{count} {name}" for name, count in sorted(self.ends.items()))
        players = ", ".join(f"{count} {name}" for name, count in sorted(self.players.items()))
        return [
            f"ends: {ends or 'none'}",
            f"players: {players or 'none'}",
            f"{self.rounds} rounds, {self.actions} actions, {self.failed} failed",
        ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games; 0 when all went well, 1 otherwise."""
    wish = _parser().parse_args(arguments)
    if wish.again:
        return _play_again(wish.again, wish.order)
    tally = Tally()
    began = time.monotonic()
    for seed in range(wish.seed, wish.seed + wish.games):
        started = time.monotonic()
        plan = plan_of(seed, wish.map or wish.scenario, wish.player, wish.options)
        try:
            game = play(
                plan.definition,
                seed,
                wish.rounds,
                plan.choose,
                thorough=wish.thorough,
                again=seed % _REPLAYED == 0,
            )
        except PlayoutError as error:
            tally.failed += 1
            print(f"seed {seed}: {plan.about}: FAILED {error}", flush=True)
            print(_written_down(plan, seed, error, wish.out), flush=True)
        else:
            end = tally.add(plan, game, wish.rounds)
            spent = time.monotonic() - started
            print(
                f"seed {seed}: {plan.about}: {game.last.state.round} rounds, "
                f"{len(game.actions)} actions, {end}, {spent:.1f} s",
                flush=True,
            )
    for line in tally.lines():
        print(line)
    print(f"{wish.games} games, {tally.failed} failed, {time.monotonic() - began:.0f} s")
    return 1 if tally.failed else 0


def _written_down(plan: Plan, seed: int, error: PlayoutError, out: str) -> str:
    """Shrink a failure and write it; what to say about it."""
    short = shrunk(plan.definition, seed, error, plan.choose)
    written = write_failure(Path(out) / f"soak-{seed}.pbem", short)
    return "\n".join(f"  {line}" for line in written.lines)


def _play_again(path: str, order: str) -> int:
    """Play a written failure with every check; 1 when it fails as it should."""
    try:
        step = play_failure(Path(path), order)
    except PlayoutError as error:
        print(f"FAILED {error}")
        return 1
    except DefinitionError as error:
        print(f"{path}: {error}")
        return 2
    print(f"nothing wrong up to round {step.state.round}, {step.state.nation}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.soak")
    parser.add_argument("--games", type=int, default=20, help="how many games")
    parser.add_argument("--rounds", type=int, default=30, help="most rounds of each game")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--scenario", default="", choices=["", *scenario_names()])
    parser.add_argument("--map", default="", help="a TripleA map (.xml) instead of a scenario")
    parser.add_argument("--thorough", type=int, default=100, help="costly checks every N actions")
    parser.add_argument("--player", default="", choices=["", *sorted(PLAYERS)])
    parser.add_argument("--options", default="", choices=["", "scenario", "varied"])
    parser.add_argument("--out", default=".", help="folder for the saves of failed games")
    parser.add_argument("--again", default="", help="play a written failure instead")
    parser.add_argument("--order", default="", help="the order that failed, with --again")
    return parser


if __name__ == "__main__":
    sys.exit(main())
