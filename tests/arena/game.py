"""One game between two computer players, and what became of both sides."""

import random
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from engine import (
    Decision,
    Definition,
    GameOver,
    NationName,
    Order,
    PhaseOpen,
    RollRequest,
    RollResult,
    State,
    apply,
    new_game,
)
from engine.ai import Player, choose_randomly, computer_player
from pbem.lobby.computer_seats import name_and_seconds
from pbem.play.bot import BotPlayer
from tests.arena.faults import Faults

BOT: Final = "bot:"
"""What the name of a player begins with that is a bot; its command follows."""

_BOT_SECONDS: Final = 600.0


@dataclass(frozen=True)
class Score:
    """What a side has: production a turn, and prices of its units, in PUs."""

    production: int = 0
    value: int = 0

    def __sub__(self, other: "Score") -> "Score":
        return Score(self.production - other.production, self.value - other.value)


@dataclass
class Result:
    """A game that was played.

    swing: what the first side gained on the other one; won: by a side, "first", "second" or "".
    cpu: seconds of the dearest turn, by player; of a bot those of the clock.
    """

    swing: Score
    won: str
    rounds: int
    cpu: dict[str, float] = field(default_factory=dict)
    faults: dict[str, Faults] = field(default_factory=dict)


class RandomPlayer:
    """The random player of the engine, with chances of its own."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, state: State, waiting: object) -> Order:
        return choose_randomly(state, waiting, self._chance)


def sides_of(game: Definition) -> tuple[tuple[NationName, ...], tuple[NationName, ...]]:
    """The side of the nation that moves first, and everybody else."""
    names = game.politics.nation_names
    first = tuple(name for name in names if game.politics.is_allied(names[0], name))
    return first, tuple(name for name in names if name not in first)


def score(state: State, nations: tuple[NationName, ...]) -> Score:
    """What these nations have together."""
    types, prices = state.definition.unit_types, state.definition.economy.prices
    areas = state.definition.board.territories
    return Score(
        sum(areas[place].production for place, owner in state.owners.items() if owner in nations),
        sum(
            prices.get(unit.type, 0)
            for unit in state.units.values()
            if unit.owner in nations and not types[unit.type].is_infrastructure
        ),
    )


def play_game(game: Definition, players: tuple[str, str], seed: int, rounds: int) -> Result:
    """Play some rounds; players: of the first side and of the second."""
    sides = sides_of(game)
    with ExitStack() as bots:
        both = [_player(name, seed + place, game, bots) for place, name in enumerate(players)]
        seats = {
            nation: (name, player)
            for name, player, nations in zip(players, both, sides, strict=True)
            for nation in nations
        }
        return _played(game, players, seats, (seed, rounds))


def _played(
    game: Definition,
    players: tuple[str, str],
    seats: Mapping[NationName, tuple[str, Player]],
    bounds: tuple[int, int],
) -> Result:
    """Play; seats: who plays which nation; bounds: the seed of the dice, and the rounds."""
    seed, rounds = bounds
    sides = sides_of(game)
    dice = random.Random(seed)
    step = new_game(game)
    start = _balance(step.state, sides)
    result = Result(Score(), "", 0, faults={name: Faults() for name in players})
    spent: dict[tuple[str, str, int], float] = {}
    while not isinstance(step.waiting, GameOver) and step.state.round <= rounds:
        if isinstance(step.waiting, RollRequest):
            faces = [dice.randint(1, step.waiting.sides) for _ in range(step.waiting.count)]
            step = apply(step.state, RollResult(tuple(faces)))
            continue
        assert isinstance(step.waiting, PhaseOpen | Decision)
        name, player = seats[step.waiting.nation]
        # What a bot thinks is no time of this process.
        clock = time.perf_counter if name.startswith(BOT) else time.process_time
        began = clock()
        order = player.choose(step.state, step.waiting)
        turn = (name, step.waiting.nation, step.state.round)
        spent[turn] = spent.get(turn, 0.0) + clock() - began
        result.faults[name].watch(step, order)
        step = apply(step.state, order)
    result.cpu = {
        name: max((each for turn, each in spent.items() if turn[0] == name), default=0.0)
        for name in players
    }
    result.rounds = min(step.state.round, rounds)
    result.swing = _balance(step.state, sides) - start
    if isinstance(step.waiting, GameOver):
        winners = step.waiting.outcome.winners
        result.won = "first" if set(winners) & set(sides[0]) else "second" if winners else ""
    return result


def _balance(state: State, sides: tuple[tuple[NationName, ...], ...]) -> Score:
    return score(state, sides[0]) - score(state, sides[1])


def _player(name: str, seed: int, game: Definition, bots: ExitStack) -> Player:
    if name.startswith(BOT):
        return bots.enter_context(BotPlayer(name.removeprefix(BOT), game, _BOT_SECONDS))
    return RandomPlayer(seed) if name == "random" else computer_player(*name_and_seconds(name))


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """The mean of some numbers and its standard error."""
    mean = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return mean, float("nan")
    spread = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return mean, (spread / len(numbers)) ** 0.5
