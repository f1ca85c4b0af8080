"""The two ladders of a plain battle with numpy, for large battles.

The same rows as in ladder.py: how often the battles of a row are fought is one system of equations,
since the defender may miss and leave them in the row, and all that leaves it is one product of
matrices.  Numpy is imported by those who need this module only, since importing it
takes longer than a battle of forty units a side.
"""

from typing import Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine.odds.chain import End, Run
from engine.odds.firing import Pair
from engine.odds.ladder import Ladder, add_kept, end_of, ladder_of, last_land
from engine.odds.rounds import LATE, Rounds

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

_TINY: Final = 1e-22
"""Chances below this cannot change a digit of any sum."""

_FEW: Final = 40
"""Up to this many places, finding those that do not matter takes longer than using them all."""

_ONE_CORE: Final = 250_000
"""Products of matrices up to this many multiplications stay on one core (OpenBLAS).

Larger ones wait for each other on a busy machine and take ten times as long.
"""


def run_ladder_arrays(rounds: Rounds[float], starts: dict[Pair, float], run: Run[float]) -> None:
    """The same as `ladder.run_ladder`, in floating point."""
    attack, defence = ladder_of(rounds.attack), ladder_of(rounds.defence)
    grid = _Grid(attack, defence)
    for (attackers, defenders), chance in starts.items():
        grid.cells[attack.place[attackers], defence.place[defenders]] += chance
    land = last_land(rounds, attack)
    retreats = rounds.may_retreat
    for at, state in enumerate(attack.states[:-1]):
        # Where both sides have units and one of them can hit, only a retreat can end the battle.
        may_end = retreats or len(attack.chances[at]) == 1
        done = _ended(rounds, state, defence) if may_end else {}
        run.rounds += grid.fight(at, land, list(done))
        row = grid.cells[at]
        for j, end in done.items():
            if row[j] > 0.0:
                run.add(end, float(row[j]))
        if row[-1] > 0.0:
            run.add(end_of(rounds, state, defence.states[-1]), float(row[-1]))
    for j, chance in enumerate(grid.cells[-1].tolist()):
        if chance > 0.0:
            run.add(end_of(rounds, attack.states[-1], defence.states[j]), chance)
    add_kept(rounds, attack, defence, grid.kept.tolist(), run)


class _Grid:
    """The chances of all pairs of states: a row for each hit on the attacker.

    kept: for each number of hits on the attacker the chance that the defender is destroyed with
    them while the last land unit of the attacker is kept.
    """

    def __init__(self, attack: Ladder[float], defence: Ladder[float]) -> None:
        height, width = len(attack.states), len(defence.states)
        last = width - 1
        self.cells: Array = np.zeros((height, width))
        self.kept: Array = np.zeros(height)
        self._hits = table_of(attack, width)
        self._answers = table_of(defence, height)
        self._unhurt = np.minimum(self._answers[:, 0], 1.0 - 1e-16)
        self._identity = np.identity(last)
        self._tails = self._hits[:, ::-1].cumsum(axis=1)[:, ::-1]
        # With zeros before the chances of a row, every line of its table of shifts is a part of it.
        padded = np.concatenate([np.zeros((height, last)), self._hits[:, :last]], axis=1)
        lines, step = padded.strides
        shape, strides = (height, last, last), (lines, -step, step)
        self._shifted = as_strided(padded[:, last:], shape=shape, strides=strides)

    def fight(self, at: int, land: int, over: list[int]) -> float:
        """Fight all battles of a row; returns the mean number of rounds.

        What wins stays in the last place of the row; what goes on is added to the rows below.
        land: the number of hits from which on no land unit is left that could have been kept.
        over: places of battles that end before they are fought; these get all that arrives there.
        """
        row = self.cells[at]
        last = len(row) - 1
        there = (row[:last] > _TINY).nonzero()[0]
        if not len(there):
            return 0.0
        first = int(there[0])
        shifts = self._shifts(at, first)
        answers = self._answers[first:last]
        visits = self._visits(row, first, shifts, over)
        if over:
            row[over] = 0.0
            met = [place for place in over if place >= first]
            row[met] = visits[[place - first for place in met]]
            visits[[place - first for place in met]] = 0.0
        row[last] += (visits * answers[:, 0]) @ shifts[:, -1]
        self._move_down(at, first, visits[:, None] * answers, shifts, land)
        return float(visits.sum())

    def _shifts(self, at: int, first: int) -> Array:
        """Where the battles of a row go along it: a row for each, a column for each place."""
        count = self.cells.shape[1] - 1 - first
        shifts = np.empty((count, count + 1))
        shifts[:, :count] = self._shifted[at, first:, first:]
        shifts[:, count] = self._tails[at, count:0:-1]
        return shifts

    def _visits(self, row: Array, first: int, shifts: Array, over: list[int]) -> Array:
        """How often each battle of a row is fought.

        The defender may miss and then faces the hits of the same attackers again, with fewer units.
        """
        last = len(row) - 1
        unhurt = self._unhurt
        if over:
            unhurt = unhurt.copy()
            unhurt[over] = 0.0
        since = first
        if last - first > _FEW:
            # Where the enemy is strong hardly any battle stays in the row; the sum of what stands
            # so far is the most that can arrive.
            staying = (row[first:last].cumsum() * unhurt[first:last] > _TINY).nonzero()[0]
            since = first + int(staying[0]) if len(staying) else last
        visits: Array = row[first:last].copy()
        stays = unhurt[since:last, None] * shifts[since - first :, since - first : -1]
        system = self._identity[since:, since:] - stays
        visits[since - first :] = np.linalg.solve(system.T, row[since:last])
        return visits

    def _move_down(self, at: int, first: int, weights: Array, shifts: Array, land: int) -> None:
        """Add to the rows below what leaves a row.

        weights: for each battle of the row and each number of hits on the attacker the chance.
        """
        bottom = len(self.cells) - 1
        room = bottom - at
        low, high = 1, min(weights.shape[1], room + 1)
        if high < weights.shape[1]:
            weights[:, room] += weights[:, room + 1 :].sum(axis=1)
        if weights.size > _FEW * _FEW:
            used = (weights[:, 1:high].max(axis=0) > _TINY).nonzero()[0]
            low, high = (1 + int(used[0]), 2 + int(used[-1])) if len(used) else (1, 1)
        most = max(1, _ONE_CORE // shifts.size)
        for start in range(low, high, most):
            end = min(start + most, high)
            moved = weights[:, start:end].T @ shifts
            top = at + start
            until = min(at + end, bottom)
            if at < land < until:
                since = max(land, top)
                self.kept[since:until] += moved[since - top : until - top, -1]
                moved[since - top : until - top, -1] = 0.0
            self.cells[top : at + end, first:] += moved


def table_of(ladder: Ladder[float], most: int) -> Array:
    """The chances of 0, 1 ... hits in each state, all from `most` - 1 on together."""
    table = np.zeros((len(ladder.states), most))
    for at, chances in enumerate(ladder.chances):
        count = min(len(chances), most)
        table[at, :count] = chances[:count]
        if count < len(chances):
            table[at, -1] += sum(chances[most:])
    return table


def _ended(rounds: Rounds[float], state: int, defence: Ladder[float]) -> dict[int, End]:
    """The battles of a row that end without dice, by their places.

    Nobody can hit anybody, or the attacker retreats.
    """
    settled = [rounds.settled(state, other, LATE) for other in defence.states[:-1]]
    return {
        j: (done.outcome, done.attackers, done.defenders)
        for j, done in enumerate(settled)
        if done.outcome
    }
