"""The chain of a large sea battle with numpy: one pair of states at a time, all its ends at once.

The states of a side are those that hits can lead to; at sea their number is a product.  Pairs whose
chance is too small to matter are dropped, and what was dropped is counted.  From a pair the states
of both sides after a round are independent of each other where nobody is surprised; where victims
of submarines are removed early, they are so for each result of the early segment.
The rounds are those of rounds.py; a test holds this file against chain.py.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from engine.odds.chain import Run
from engine.odds.rounds import LATE, Pair, Rounds, Spot, spread
from engine.odds.side import Side
from engine.odds.states import EVERYBODY, SUBMARINE

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Places = np.ndarray[tuple[int, ...], np.dtype[np.intp]]


class Ends(NamedTuple):
    """States of a side with their chances: all of them, and as places in its line.

    The places leave out what is too unlikely to be followed; cut: the chance of that.
    """

    places: Places
    chances: Array
    cut: float
    by_state: dict[int, float]


MOST_CELLS: Final = 4_000_000
"""Pairs of states that fit into memory with room to spare."""

_NEGLIGIBLE: Final = 1e-12
"""A state of one side less likely than this after one round is dropped, and counted so."""


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
        fleet.add(attackers, defenders, chance)
    for top, left, masses in fleet.levels():
        if masses.max() < smallest:
            run.dropped += float(masses.sum())
            continue
        kept = (masses >= smallest) & (masses > 0.0)
        run.dropped += float(masses[~kept].sum())
        for row, column in zip(*(at.tolist() for at in kept.nonzero()), strict=True):
            fleet.take(top + row, left + column)


class _Line:
    """The states of a side in the order of the hits that they can take, most first.

    place: where a state stands; blocks: where the states stand that can take so many hits.
    """

    def __init__(self, side: Side[float]) -> None:
        hits = [side.hits_left(state) for state in range(len(side.keys))]
        self.states = sorted(range(len(hits)), key=lambda state: -hits[state])
        self.place = {state: at for at, state in enumerate(self.states)}
        self.blocks: dict[int, tuple[int, int]] = {}
        at = 0
        for level, states in groupby(self.states, key=hits.__getitem__):
            after = at + len(list(states))
            self.blocks[level] = (at, after)
            at = after

    def ends(self, there: dict[int, float]) -> Ends:
        """States with their chances, ready for the grid."""
        kept = {state: chance for state, chance in there.items() if chance >= _NEGLIGIBLE}
        count = len(kept)
        places = np.fromiter(map(self.place.__getitem__, kept), dtype=np.intp, count=count)
        chances = np.fromiter(kept.values(), dtype=np.float64, count=count)
        cut = 0.0
        if count < len(there):
            cut = sum(chance for chance in there.values() if chance < _NEGLIGIBLE)
        return Ends(places, chances, cut, there)


class _Fleet:
    """The grid has a row for each state of the attacker and a column for each of the defender.

    Both are sorted by the hits that a state can take, so that those alike are neighbours.
    """

    def __init__(self, rounds: Rounds[float], run: Run[float]) -> None:
        self._rounds = rounds
        self._run = run
        self._rows, self._columns = _Line(rounds.attack), _Line(rounds.defence)
        self.grid: Array = np.zeros((len(self._rows.states), len(self._columns.states)))
        self._late: dict[tuple[bool, int, int, bool, bool], Ends] = {}

    def add(self, attackers: int, defenders: int, chance: float) -> None:
        """More chance for a pair."""
        self.grid[self._rows.place[attackers], self._columns.place[defenders]] += chance

    def levels(self) -> Iterator[tuple[int, int, Array]]:
        """Blocks of the grid in which all pairs can take as many hits, the strongest first.

        Each with its first row and its first column.
        """
        rows, columns = self._rows.blocks, self._columns.blocks
        for level in range(max(rows) + max(columns), -1, -1):
            for hits, (top, bottom) in rows.items():
                if level - hits in columns:
                    left, right = columns[level - hits]
                    yield top, left, self.grid[top:bottom, left:right]

    def take(self, row: int, column: int) -> None:
        """Fight all rounds of a pair, or settle it."""
        chance = float(self.grid[row, column])
        attackers, defenders = self._rows.states[row], self._columns.states[column]
        done = self._rounds.settled(attackers, defenders, LATE)
        if done.outcome:
            self._run.add((done.outcome, done.attackers, done.defenders), chance)
        elif (done.attackers, done.defenders) != (attackers, defenders):
            self.add(done.attackers, done.defenders, chance)
        else:
            self._fight(row, column, chance)

    def _fight(self, row: int, column: int, chance: float) -> None:
        attackers, defenders = self._rows.states[row], self._columns.states[column]
        parts = self._after_round(attackers, defenders)
        again = sum(
            weight * mine.by_state.get(attackers, 0.0) * theirs.by_state.get(defenders, 0.0)
            for weight, mine, theirs in parts
        )
        visits = chance / (1.0 - again)
        self._run.rounds += visits
        for weight, mine, theirs in parts:
            ahead = (visits * weight * mine.chances)[:, None] * theirs.chances
            self.grid[mine.places[:, None], theirs.places] += ahead
            cut = mine.cut + theirs.cut - mine.cut * theirs.cut
            self._run.dropped += visits * weight * cut
        self.grid[row, column] = 0.0

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
                ],
                self._rows,
            )
            theirs = _joined(
                [
                    (part, self._fired(True, attackers, state, defenders, blocked[0]))
                    for state, part in early_theirs.items()
                ],
                self._columns,
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
            line = self._columns if by_attacker else self._rows
            known = self._late[key] = line.ends(there)
        return known


def _has_submarines(rounds: Rounds[float], present: int, by_attacker: bool) -> bool:
    """Whether submarines are among those who are fired at; who fires together depends on it."""
    victims = rounds.defence if by_attacker else rounds.attack
    return bool(victims.facts(present).classes & SUBMARINE)


def _joined(parts: list[tuple[float, Ends]], line: _Line) -> Ends:
    """Several ends as one, each with its weight."""
    if len(parts) == 1:
        return parts[0][1]
    found: dict[int, float] = {}
    for weight, ends in parts:
        for state, chance in ends.by_state.items():
            found[state] = found.get(state, 0.0) + weight * chance
    return line.ends(found)
