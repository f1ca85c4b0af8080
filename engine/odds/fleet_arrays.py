"""The chain of a large sea battle with numpy: one pair of states at a time, all its ends at once.

The states of a side are those that hits can lead to; at sea their number is a product.  Pairs whose
chance is too small to matter are dropped, and what was dropped is counted.  From a pair the states
of both sides after a round are independent of each other where nobody is surprised; where victims
of submarines are removed early, they are so for each result of the early segment.
The rounds are those of rounds.py; a test holds this file against chain.py.
"""

from typing import Final

import numpy as np

from engine.odds.chain import Run
from engine.odds.rounds import LATE, Pair, Rounds, Spot, spread
from engine.odds.side import EVERYBODY, SUBMARINE, Side

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Places = np.ndarray[tuple[int, ...], np.dtype[np.intp]]
Ends = tuple[Places, Array]
"""States of a side with their chances."""

MOST_CELLS: Final = 4_000_000
"""Pairs of states that fit into memory with room to spare."""


def count_states(side: Side[float], enemy: Side[float]) -> int:
    """How many states a side has; all of them get their numbers."""
    masks = sorted({*enemy.masks(), EVERYBODY})
    at = 0
    while at < len(side.keys):
        for mask in masks:
            side.hit(at, mask)
        side.leave(at, SUBMARINE)
        at += 1
    return len(side.keys)


def run_fleet(
    rounds: Rounds[float], starts: dict[Pair, float], run: Run[float], smallest: float
) -> None:
    """The ends of a battle, added to `run`; pairs with less chance than `smallest` are dropped.

    All states of both sides have been counted before (`count_states`).
    """
    fleet = _Fleet(rounds, run)
    for (attackers, defenders), chance in starts.items():
        fleet.grid[attackers, defenders] += chance
    for cells in fleet.levels():
        masses = fleet.grid.ravel()[cells]
        kept = (masses >= smallest) & (masses > 0.0)
        run.dropped += float(masses[~kept].sum())
        for cell in cells[kept].tolist():
            fleet.take(*divmod(cell, fleet.width))


class _Fleet:
    def __init__(self, rounds: Rounds[float], run: Run[float]) -> None:
        self._rounds = rounds
        self._run = run
        height, self.width = len(rounds.attack.keys), len(rounds.defence.keys)
        self.grid: Array = np.zeros((height, self.width))
        self._late: dict[tuple[bool, int, int, bool, bool], Ends] = {}

    def levels(self) -> list[Places]:
        """The cells of the grid, strongest first, together where they can take as many hits."""
        sides = (self._rounds.attack, self._rounds.defence)
        mine, theirs = (
            np.array([side.facts(state).hits_left for state in range(len(side.keys))])
            for side in sides
        )
        level = (mine[:, None] + theirs[None, :]).ravel()
        order = np.argsort(-level, kind="stable")
        borders = np.flatnonzero(np.diff(level[order])) + 1
        return np.split(order, borders)

    def take(self, attackers: int, defenders: int) -> None:
        """Fight all rounds of a pair, or settle it."""
        chance = float(self.grid[attackers, defenders])
        done = self._rounds.settled(attackers, defenders, LATE)
        if done.outcome:
            self._run.add((done.outcome, done.attackers, done.defenders), chance)
        elif (done.attackers, done.defenders) != (attackers, defenders):
            self.grid[done.attackers, done.defenders] += chance
            if self._strength(done.attackers, done.defenders) == self._strength(
                attackers, defenders
            ):
                self.take(done.attackers, done.defenders)
        else:
            self._fight(attackers, defenders, chance)

    def _strength(self, attackers: int, defenders: int) -> int:
        rounds = self._rounds
        return rounds.attack.facts(attackers).hits_left + rounds.defence.facts(defenders).hits_left

    def _fight(self, attackers: int, defenders: int, chance: float) -> None:
        parts = self._after_round(attackers, defenders)
        again = sum(
            weight * _of(mine, attackers) * _of(theirs, defenders) for weight, mine, theirs in parts
        )
        visits = chance / (1.0 - again)
        self._run.rounds += visits
        for weight, mine, theirs in parts:
            self.grid[np.ix_(mine[0], theirs[0])] += np.outer(visits * weight * mine[1], theirs[1])
        self.grid[attackers, defenders] = 0.0

    def _after_round(self, attackers: int, defenders: int) -> list[tuple[float, Ends, Ends]]:
        """Independent ends of both sides, one pair of them for each result of the early segment."""
        rounds = self._rounds
        spot = Spot(attackers, attackers, defenders, defenders)
        blocked = rounds.blocked(spot)
        surprised = rounds.surprises(spot)
        early_mine = self._early(rounds.defence, defenders, rounds.attack, attackers, blocked[1])
        early_theirs = self._early(rounds.attack, attackers, rounds.defence, defenders, blocked[0])
        if not any(surprised):
            mine = _joined(
                [
                    (part, self._fired(False, defenders, state, attackers, blocked[1]))
                    for state, part in early_mine.items()
                ]
            )
            theirs = _joined(
                [
                    (part, self._fired(True, attackers, state, defenders, blocked[0]))
                    for state, part in early_theirs.items()
                ]
            )
            return [(1.0, mine, theirs)]
        found: list[tuple[float, Ends, Ends]] = []
        for here, part in early_mine.items():
            now = here if surprised[0] else attackers
            for there, other in early_theirs.items():
                then = there if surprised[1] else defenders
                mine = self._fired(False, then, here, now, blocked[1])
                theirs = self._fired(True, now, there, then, blocked[0])
                found.append((part * other, mine, theirs))
        return found

    def _early(
        self, side: Side[float], state: int, victims: Side[float], target: int, blocked: bool
    ) -> dict[int, float]:
        there = {target: 1.0}
        facing = victims.facts(target).classes
        for shots in side.shots(state, early=True, blocked=blocked, facing=facing):
            there = spread(victims, there, shots.mask, shots.chances)
        return there

    def _fired(
        self, by_attacker: bool, state: int, target: int, present: int, blocked: bool
    ) -> Ends:
        """The states of a side after the general fire of the other one.

        target: the state without those who are marked; present: with them, until they are removed.
        """
        prey = _has_submarines(self._rounds, present, by_attacker)
        key = (by_attacker, state, target, prey, blocked)
        known = self._late.get(key)
        if known is None:
            rounds = self._rounds
            side, victims = (
                (rounds.attack, rounds.defence) if by_attacker else (rounds.defence, rounds.attack)
            )
            there = {target: 1.0}
            facing = victims.facts(present).classes
            for shots in side.shots(state, early=False, blocked=blocked, facing=facing):
                there = spread(victims, there, shots.mask, shots.chances)
            known = self._late[key] = (
                np.fromiter(there.keys(), dtype=np.intp),
                np.fromiter(there.values(), dtype=np.float64),
            )
        return known


def _has_submarines(rounds: Rounds[float], present: int, by_attacker: bool) -> bool:
    """Whether submarines are among those who are fired at; who fires together depends on it."""
    victims = rounds.defence if by_attacker else rounds.attack
    return bool(victims.facts(present).classes & SUBMARINE)


def _of(ends: Ends, state: int) -> float:
    return float(ends[1][ends[0] == state].sum())


def _joined(parts: list[tuple[float, Ends]]) -> Ends:
    if len(parts) == 1:
        return parts[0][1]
    found: dict[int, float] = {}
    for weight, (states, chances) in parts:
        for state, chance in zip(states.tolist(), chances.tolist(), strict=True):
            found[state] = found.get(state, 0.0) + weight * chance
    return (
        np.fromiter(found.keys(), dtype=np.intp),
        np.fromiter(found.values(), dtype=np.float64),
    )
