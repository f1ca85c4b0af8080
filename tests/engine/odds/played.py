"""Random battles played many times by the engine beside the exact odds.

``python -m tests.engine.odds.played --battles 200 --runs 100000`` plays every battle so often with
the engine's own rules, from the first die to the end, and compares the shares of each outcome with
the odds; ``make odds-check`` runs it.  The exit code is 1 when a share is further than `SIGMAS`
standard errors away.  Battles that stand alike go on together: each has dice of its own, but the
engine is asked only once what so many hits in such a position lead to.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random

import numpy as np

from engine.core.agenda import BattleFrame, Decision, PendingBattle
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import BattleEnded
from engine.game import apply
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.notation.answers import decide
from engine.odds import OUTCOMES, Battle, Odds, Plan, battle_in, solve
from engine.odds.side import Side
from engine.odds.solving import solve_with_fights
from engine.odds.states import class_of
from engine.orders.fight import Fight
from engine.orders.retreat import Retreat
from engine.rules.battle.numbers.shooters import Shooter, strength_groups
from engine.rules.battle.numbers.targets import EARLY, GENERAL
from engine.rules.battle.rounds.bombardment import bombard_strength
from engine.rules.battle.rounds.fire import groups_to_fire
from engine.rules.common.battle_step import battle_of
from tests.engine.battle.arena import Force, arena
from tests.support.positions import Stack, big_world

SIGMAS = 4.0
KINDS = ("land", "sea", "air", "amphibious")

_BACK = {"Finland": "Karelija", "SZ 19 Atlantic": "SZ 20 Atlantic"}
"""Where the attackers came from."""

_LAND = ("infantry", "artillery", "armour", "fighter", "bomber")
_SEA = ("transport", "submarine", "destroyer", "cruiser", "carrier", "battleship", "fighter")


@dataclass(frozen=True)
class Case:
    """A battle to be played: the position before it, where it is, and what it is called."""

    name: str
    state: State
    place: str


def cases(count: int, seed: int = 1) -> Iterator[Case]:
    """Random battles of all kinds, half of them low luck."""
    rng = Random(seed)
    for number in range(count):
        yield _case(
            number, KINDS[number % len(KINDS)], low_luck=number // len(KINDS) % 2 == 1, rng=rng
        )


def _case(number: int, kind: str, *, low_luck: bool, rng: Random) -> Case:
    options: dict[str, object] = {"low_luck": low_luck}
    if rng.random() < 0.3:
        options["weakest_lost_first"] = True
    technologies = ("heavy_bomber", "jet_power") if rng.random() < 0.3 else ()
    place, types = ("SZ 19 Atlantic", _SEA) if kind == "sea" else ("Finland", _LAND)
    attackers = _army(rng, types, kind)
    defenders = _army(rng, types, "")
    more: list[Stack] = []
    if kind == "air":
        more = [(place, "Germans", "aaGun", 1)]
    if kind == "sea" and rng.random() < 0.5:
        options |= {
            "air_needs_destroyer_against_submarines": True,
            "destroyers_cancel_first_strike": True,
            "transport_casualties_restricted": True,
            "submarines_submerge_from_aircraft": rng.random() < 0.5,
        }
    state = arena(
        place,
        attackers,
        defenders,
        by="Russians",
        origins=[_BACK[place]],
        more=more,
        cleared=[_BACK[place]],
        technologies=technologies,
        definition=big_world(**options),
    )
    if kind == "amphibious":
        state = _landed(state, place, rng)
    name = f"{number} {kind}{', low luck' if low_luck else ''}: {attackers} v {defenders}"
    return Case(name, state, place)


def _army(rng: Random, types: Sequence[str], kind: str) -> list[Force]:
    """Up to six units; of an attack by air at least one aircraft, of a landing a land unit."""
    counts = Counter(rng.choice(types) for _ in range(rng.randint(1, 5)))
    if kind == "air":
        counts[rng.choice(("fighter", "bomber"))] += 1
    if kind == "amphibious":
        counts["infantry"] += 1
    return list(counts.items())


def _landed(state: State, place: str, rng: Random) -> State:
    """The same attack from a transport, with one or two ships that fire at the shore."""
    zone = next(
        name
        for name in state.definition.board.neighbours(place)
        if state.definition.board.is_sea[name]
    )
    ships = ["transport", *rng.choices(("battleship", "cruiser"), k=rng.randint(1, 2))]
    units = {key: unit for key, unit in state.units.items() if unit.territory != zone}
    example = state.units[state.battles[0].attackers[0]]
    number = state.next_unit
    for kind in ships:
        units[number] = replace(example, id=number, type=kind, territory=zone)
        number += 1
    transport = number - len(ships)
    kinds = state.definition.unit_types
    own = state.battles[0].attackers
    land = [key for key in own if kinds[units[key].type].is_land]
    for key in land:
        units[key] = replace(units[key], amphibious=True)
    landings = tuple((key, transport, zone) for key in land)
    pending = PendingBattle(place, "battle", own, (), landings)
    return replace(state, units=dict(sorted(units.items())), next_unit=number, battles=(pending,))


Leaving = frozenset[object]
"""The forces of both sides, as `_forces` says them, at which the attacker leaves."""


def play(
    case: Case, runs: int, rng: np.random.Generator, leaving: Leaving = frozenset()
) -> Counter[str]:
    """How often the battle ended in each outcome, and how often ("takes") with the land taken."""
    attackers = case.state.battles[0].attackers
    involved = [unit.id for unit in case.state.units_in(case.place)]
    first = apply(case.state, Fight(case.place))
    todo: dict[object, tuple[Step, int]] = {}
    found: Counter[str] = Counter()
    ahead: Iterable[tuple[Step, int]] = [(first, runs)]
    while ahead:
        for following, number in ahead:
            ended = [event for event in following.events if isinstance(event, BattleEnded)]
            if ended:
                for name in _outcome(case, following, ended[0], attackers, involved):
                    found[name] += number
                continue
            key = _key(following, involved)
            known = todo.get(key)
            todo[key] = (following, number + (known[1] if known else 0))
        ahead = list(_next(*todo.pop(next(iter(todo))), rng, leaving)) if todo else []
    return found


def _key(step: Step, involved: Sequence[int]) -> object:
    units = step.state.units
    there = tuple((key, units[key].hits, units[key].submerged) for key in involved if key in units)
    agenda = tuple(
        replace(frame, round=min(frame.round, 2)) if isinstance(frame, BattleFrame) else frame
        for frame in step.state.agenda
    )
    return there, agenda


def _next(
    step: Step, count: int, rng: np.random.Generator, leaving: Leaving
) -> Iterator[tuple[Step, int]]:
    waiting = step.waiting
    if isinstance(waiting, Decision) and waiting.what == "retreat" and _here(step) in leaving:
        yield (
            apply(step.state, Retreat(battle_of(step.state).territory, waiting.territories[0])),
            count,
        )
        return
    if isinstance(waiting, Decision):
        yield apply(step.state, decide(step.state, waiting, ())), count
        return
    assert isinstance(waiting, RollRequest), waiting
    dice = rng.integers(1, waiting.sides + 1, size=(count, waiting.count))
    for row, number in _alike(step.state, waiting, dice):
        yield apply(step.state, RollResult(tuple(int(die) for die in row))), number


def _here(step: Step) -> object:
    """The forces of the battle under way."""
    battle, units = battle_of(step.state), step.state.units
    return tuple(
        _forces((units[key].type, units[key].hits) for key in side if key in units)
        for side in (battle.attackers, battle.defenders)
    )


def _forces(units: Iterable[tuple[str, int]]) -> object:
    return tuple(sorted(units))


def leaving_of(battle: Battle) -> Leaving:
    """Where the attacker leaves by a plan that looks ahead."""
    found: set[object] = set()
    for fight in solve_with_fights(battle)[1]:
        assert fight.ahead is not None
        sides = (fight.rounds.attack, fight.rounds.defence)
        for pair, leaves in fight.ahead.decisions().items():
            if leaves:
                found.add(tuple(_alive(*one) for one in zip(sides, pair, strict=True)))
    return frozenset(found)


def _alive(side: Side[float], state: int) -> object:
    """The units in the battle: those that submerged are not."""
    away = side.keys[state][4]
    return _forces(
        (unit.kind.name, unit.hits + hits)
        for unit, hits in side.survivors(state)
        if not class_of(unit) & away
    )


def _alike(
    state: State, request: RollRequest, dice: np.ndarray[tuple[int, int], np.dtype[np.int64]]
) -> Iterator[tuple[Sequence[int], int]]:
    """One row of dice for each different result, and how many rows have it."""
    shooters = _shooters(state, request)
    if not shooters or state.definition.options.low_luck:
        rows, numbers = np.unique(
            dice <= 1
            if request.step == "aa_fire" and not state.definition.options.low_luck
            else dice,
            axis=0,
            return_inverse=True,
        )
        inverse = numbers.ravel()
        for index in range(len(rows)):
            same = np.flatnonzero(inverse == index)
            yield dice[same[0]].tolist(), len(same)
        return
    hits = np.zeros(len(dice), dtype=np.int64)
    start = 0
    for group in strength_groups(shooters):
        for _ in range(group.units):
            own = dice[:, start : start + group.dice_each] <= group.strength
            hits += own.any(axis=1) if group.keeps_best else own.sum(axis=1)
            start += group.dice_each
    for number in np.unique(hits):
        same = np.flatnonzero(hits == number)
        yield dice[same[0]].tolist(), len(same)


def _shooters(state: State, request: RollRequest) -> tuple[Shooter, ...]:
    """The shooters of these dice; () where each die has a separate meaning."""
    if request.step == "bombardment":
        ships = (state.units[key] for key in battle_of(state).bombarding)
        return tuple(Shooter(ship.type, bombard_strength(state, ship)) for ship in ships)
    for group in groups_to_fire(state, request.side, (*EARLY, *GENERAL)):
        if group.name == request.step:
            return group.shooters
    return ()


def _outcome(
    case: Case, step: Step, ended: BattleEnded, attackers: Sequence[int], involved: Sequence[int]
) -> Iterator[str]:
    units = step.state.units
    mine = [units[key] for key in attackers if key in units]
    kinds = step.state.definition.unit_types
    theirs = [
        key
        for key in involved
        if key in units and key not in attackers and not kinds[units[key].type].is_infrastructure
    ]
    if ended.winner == "attacker":
        yield "win"
        if any(kinds[unit.type].is_land for unit in mine):
            yield "takes"
    elif ended.winner == "draw":
        yield "stalemate" if mine and theirs else "both"
    else:
        yield "retreat" if mine else "loss"


def worst(odds: Odds, found: Counter[str], runs: int) -> tuple[float, str]:
    """The largest deviation of a share, in standard errors, and what it is."""
    exact = {name: float(odds.chance(name)) for name in OUTCOMES} | {"takes": float(odds.takes)}
    return max(
        (
            abs(share - found[name] / runs) / sqrt(max(share * (1 - share), 1 / runs) / runs),
            f"{name} {share:.5f}, played {found[name] / runs:.5f}",
        )
        for name, share in exact.items()
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and compare; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.odds.played")
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    rng = np.random.default_rng(chosen.seed)
    wrong = 0
    furthest = 0.0
    for case in cases(chosen.battles, chosen.seed):
        sigmas, what = compare(case, chosen.runs, rng)
        furthest = max(furthest, sigmas)
        if sigmas > SIGMAS:
            wrong += 1
            print(f"{case.name}: {what}, {sigmas:.1f} sigma", flush=True)
    right = chosen.battles - wrong
    print(f"{right} of {chosen.battles} battles agree, furthest {furthest:.2f} sigma")
    return 1 if wrong else 0


def compare(
    case: Case, runs: int, rng: np.random.Generator, plan: Plan | None = None
) -> tuple[float, str]:
    """The furthest share of a battle in standard errors, and what it is.

    plan: of the attacker, who fights to the end without one.
    """
    attackers = case.state.battles[0].attackers
    battle = battle_in(case.state, case.place, attackers, plan or Plan()).battle
    leaving = leaving_of(battle) if plan is not None and plan.stops else frozenset()
    return worst(solve(battle), play(case, runs, rng, leaving), runs)


if __name__ == "__main__":
    sys.exit(main())
