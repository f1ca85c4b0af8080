"""Random games with random standing orders: ``python -m tests.playthroughs.standing_soak``.

Plays whole games, checks every invariant on the way, and counts which kinds of instructions fired
and which could not be met.  The kinds of options take turns, so that every kind has a game in which
it can fire: Big World as it is, submarines that withdraw, and air battles before raids.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine import (
    Decision,
    Definition,
    FileStanding,
    Order,
    PhaseOpen,
    StandingInstruction,
    StandingUse,
    State,
    check,
    load_scenario,
)
from engine.core.standing_orders import StandingCondition
from engine.gamedef.option_values import with_option
from engine.orders.standing_orders.absorb import StandingAbsorb
from engine.orders.standing_orders.intercept import StandingIntercept
from engine.orders.standing_orders.keep import StandingKeep
from engine.orders.standing_orders.land import StandingLand
from engine.orders.standing_orders.losses import LossItem, StandingLosses
from engine.orders.standing_orders.submerge import StandingSubmerge
from engine.orders.standing_orders.withdraw import StandingWithdraw
from tests.support.play_again import play_again
from tests.support.playout import Playout, play
from tests.support.soak_plan import mixed_player
from tests.support.unit_types import with_facts

_PHASES = ("purchase", "combat_move", "noncombat_move")
_FILED_IN_A_TURN = 0.6
_OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"submersible_submarines": False, "defending_submarines_may_leave": True},
    {"air_battles_before_raids": True},
    {"low_luck": True, "ask_defender": True},
)


def variant(definition: Definition, number: int) -> Definition:
    """One of the games in turn; fighters of all of them may intercept raids."""
    options = definition.options
    for name, value in _OPTIONS[number % len(_OPTIONS)].items():
        options = with_option(options, name, value, locked=False)
    types = {
        name: with_facts(kind, can_intercept=True, can_escort=True, air_attack=1, air_defence=2)
        if kind.is_air and not kind.raiding.is_strategic_bomber
        else kind
        for name, kind in definition.unit_types.items()
    }
    return replace(definition, options=options, unit_types=types)


def random_instruction(state: State, chance: random.Random) -> StandingInstruction:
    """Any instruction; not all of them can be filed."""
    definition = state.definition
    places = sorted({unit.territory for unit in state.units_of(state.nation)})
    place = chance.choice(places) if places and chance.random() < 0.3 else ""
    types = list(definition.unit_types)
    some = tuple(chance.sample(types, chance.randrange(1, 5)))
    terms = tuple(_condition(types, chance) for _ in range(chance.choice((0, 0, 0, 1, 2))))
    match chance.randrange(7):
        case 0:
            owners = ["", "", "", *definition.politics.nation_names]
            items = tuple(LossItem(kind, chance.choice(owners)) for kind in some)
            return StandingLosses(place, terms, items)
        case 1:
            able = tuple(kind for kind in types if definition.unit_types[kind].hit_points > 1)
            return StandingAbsorb(place, terms, able if chance.random() < 0.5 else ())
        case 2:
            domain = chance.choice(("land", "air", "sea", ""))
            kind = "" if domain else some[0]
            return StandingKeep(place, terms, chance.randrange(1, 4), kind, domain)
        case 3:
            return StandingSubmerge(place, terms, chance.random() < 0.5)
        case 4:
            return StandingWithdraw(place, terms, chance.random() < 0.7)
        case 5:
            everybody = chance.random() < 0.5
            able = tuple(
                kind for kind in types if definition.unit_types[kind].air_combat.can_intercept
            )
            units = () if everybody else ((chance.choice(able), chance.randrange(1, 4)),)
            return StandingIntercept(place, terms, everybody, units)
    # Where they could land: the own land, in an order of its own.
    land = [name for name, owner in state.owners.items() if owner == state.nation]
    near = [name for name in land if not place or definition.board.is_border(place, name)]
    return StandingLand(place, (), tuple(chance.sample(near, min(len(near), 60))))


def _condition(types: Sequence[str], chance: random.Random) -> StandingCondition:
    relation, number = chance.choice(("<", "<=", ">", ">=")), chance.randrange(6)
    what = chance.choice(("attackers", "defenders", "round", "own", "enemy", "air_only"))
    if what == "air_only":
        return StandingCondition(what)
    return StandingCondition(
        what, chance.choice(types) if what in ("own", "enemy") else "", relation, number
    )


def filing_player(state: State, waiting: PhaseOpen | Decision, chance: random.Random) -> Order:
    """Files an instruction now and then, and otherwise plays like the mixed player."""
    if (
        isinstance(waiting, PhaseOpen)
        and waiting.phase in _PHASES
        and chance.random() < _FILED_IN_A_TURN
    ):
        order = FileStanding(random_instruction(state, chance))
        if not check(state, order):
            return order
    return mixed_player(state, waiting, chance)


def uses_of(definition: Definition, game: Playout) -> Iterator[StandingUse]:
    """Every choice of a game that standing orders had a part in."""
    for step in play_again(definition, game.actions):
        for event in step.events:
            use = getattr(event, "standing", None)
            if isinstance(use, StandingUse):
                yield use


def counts_of(definition: Definition, game: Playout) -> tuple[Counter[str], Counter[str]]:
    """How often each kind fired, and how often it could not be met."""
    fired: Counter[str] = Counter()
    unmet: Counter[str] = Counter()
    for use in uses_of(definition, game):
        fired.update(type(entry).__name__.removeprefix("Standing").lower() for entry in use.fired)
        unmet.update(type(entry).__name__.removeprefix("Standing").lower() for entry in use.unmet)
    return fired, unmet


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the counts; 0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.standing_soak")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="big_world_1942")
    wish = parser.parse_args(arguments)
    scenario = load_scenario(wish.scenario)
    fired: Counter[str] = Counter()
    unmet: Counter[str] = Counter()
    for number in range(wish.games):
        definition = variant(scenario, number)
        game = play(definition, wish.seed + number, wish.rounds, filing_player, thorough=1_000)
        found = counts_of(definition, game)
        fired += found[0]
        unmet += found[1]
        if (number + 1) % 10 == 0 or number + 1 == wish.games:
            print(f"{number + 1} games; fired {_shown(fired)}; unmet {_shown(unmet)}", flush=True)
    return 0


def _shown(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


if __name__ == "__main__":
    sys.exit(main())
