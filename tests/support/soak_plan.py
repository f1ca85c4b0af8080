"""What is varied from one soak game to the next: scenario, rules and players."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Final

from engine import (
    Decision,
    Definition,
    DefinitionError,
    Order,
    PhaseOpen,
    Profile,
    State,
    load_scenario,
    new_game,
    scenario_names,
    with_profile,
)
from engine.ai import choose_randomly, choose_sensibly
from engine.core.ids import NationName
from engine.gamedef.option_values import with_option
from engine.loading import read_triplea_map
from tests.support.playout import Chooser

LEVELS: Final = ("projection_of_power", "honorable_surrender", "total_victory")

_LARGEST: Final = "big_world_1942"
"""Played twice as often as any other, because it has the most rules."""


def random_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """The random player of the engine."""
    return choose_randomly(state, waiting, chance)


def sensible_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """The sensible player of the engine, who needs no chances."""
    del chance
    return choose_sensibly(state, waiting)


def mixed_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """Sometimes one, sometimes the other: positions of a real game with odd moves in them."""
    if chance.randrange(2):
        return choose_sensibly(state, waiting)
    return choose_randomly(state, waiting, chance)


PLAYERS: Final[Mapping[str, Chooser]] = {
    "random": random_player,
    "sensible": sensible_player,
    "mixed": mixed_player,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """One game of a soak: the definition with all its switches, a player for each side.

    players: by alliance, and by nation for those that belong to none.

    about: the same in a few words.
    """

    definition: Definition
    players: Mapping[str, str]
    about: str

    def choose(self, state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
        """What the player of the nation that is asked does."""
        return PLAYERS[self.players[_side_of(state.definition, waiting.nation)]](
            state, waiting, chance
        )


def plan_of(seed: int, scenario: str = "", player: str = "", options: str = "") -> Plan:
    """The plan of a seed, or what the arguments say instead of choosing at random.

    scenario: "" for any of ours, or the path of a TripleA map (.xml); player: "" for any per
    alliance.
    options: "scenario" as they are, "varied" with a third of the switches changed, "" for either,
    with either profile, low luck or not, and any victory level.
    """
    chance = random.Random(f"plan of {seed}")
    name = scenario or chance.choice((*_own_scenarios(), _LARGEST))
    definition = _scenario(name)
    words = [Path(name).name]
    if options != "scenario":
        definition, more = _with_rules(definition, chance)
        words.extend(more)
    if options == "varied" or (not options and chance.randrange(3) == 0):
        definition = varied(definition, chance)
        words.append("varied")
    sides = sorted({_side_of(definition, nation) for nation in definition.politics.nation_names})
    players = {side: player or chance.choice(list(PLAYERS)) for side in sides}
    words.append("-".join(players.values()))
    return Plan(definition, players, " ".join(words))


def varied(definition: Definition, chance: random.Random) -> Definition:
    """The same game with a third of its switches changed, except those that no rule plays yet."""
    for entry in fields(definition.options):
        present = getattr(definition.options, entry.name)
        if not isinstance(present, bool) or entry.name in LEVELS or chance.randrange(3):
            continue
        turned = _with(definition, entry.name, not present)
        if _is_playable(turned):
            definition = turned
    return definition


def _side_of(definition: Definition, nation: NationName) -> str:
    (side, *_) = (*definition.politics.alliances_of(nation), nation)
    return side


def _with_rules(definition: Definition, chance: random.Random) -> tuple[Definition, list[str]]:
    """Profile, dice and victory level at random, with their names."""
    profile: Profile = "triplea" if chance.randrange(3) == 0 else "rulebook"
    definition = replace(definition, options=with_profile(definition.options, profile))
    words: list[str] = [profile]
    if chance.randrange(3) == 0:
        definition = _with(definition, "low_luck", True)
        words.append("low luck")
    level = chance.choice(LEVELS)
    for name in LEVELS:
        definition = _with(definition, name, name == level)
    words.append(level)
    return definition, words


def _with(definition: Definition, name: str, value: object) -> Definition:
    options = with_option(definition.options, name, value, locked=False)
    return replace(definition, options=options)


def _is_playable(definition: Definition) -> bool:
    try:
        new_game(definition)
    except DefinitionError:
        return False
    return True


@cache
def _own_scenarios() -> tuple[str, ...]:
    """The scenarios whose rules the computer players and the invariants know."""
    names = scenario_names()
    return tuple(name for name in names if _scenario(name).ruleset == "axis_and_allies")


@cache
def _scenario(name: str) -> Definition:
    if name.endswith(".xml"):
        return read_triplea_map(Path(name).read_bytes())
    return load_scenario(name)
