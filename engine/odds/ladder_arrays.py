"""The two ladders of a plain battle with numpy, for large battles.

The same rows as in ladder.py: how often the battles of a row are fought is one system of equations,
since the defender may miss and leave them in the row, and all that leaves it is one product of
matrices.  Numpy is imported by those who need this module only, since importing it
takes longer than a battle of forty units a side.
"""

from itertools import chain
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine.odds.chain import End, Run
from engine.odds.firing import Pair
from engine.odds.ladder import Ladder, add_ends, add_kept, ladder_of, last_land
from engine.odds.rounds import LATE, BattleRounds

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

Ended = dict[int, dict[int, End]]
"""Ends by the number of their row and by their place in it."""

_TINY: Final = 1e-22
"""Chances below this cannot change a digit of any sum."""

_FEW: Final = 40
"""Up to this many places, finding those that do not matter takes longer than using them all, and
inverting all systems of equations together is quicker than solving one after another."""

_ONE_CORE: Final = 250_000
"""Products of matrices up to this many multiplications stay on one core (OpenBLAS).

Larger ones wait for each other on a busy machine and take ten times as long.
"""


def run_ladder_arrays(
    rounds: BattleRounds[float], starts: dict[Pair, float], run: Run[float]
) -> None:
    """The same as `ladder.run_ladder`, in floating point."""
    attack, defence = ladder_of(rounds.attack), ladder_of(rounds.defence)
    ended = _ended(rounds, attack, defence)
    grid = _Grid(attack, defence, ended)
    for (attackers, defenders), chance in starts.items():
        grid.cells[attack.place[attackers], defence.place[defenders]] += chance
    grid.work_off(last_land(rounds, attack))
    run.rounds += float(grid.visits.sum())
    cells = grid.ends()
    for at, row in ended.items():
        for j, end in row.items():
            if cells[at][j] > 0.0:
                run.add(end, cells[at][j])
    add_ends(rounds, attack, defence, ([row[-1] for row in cells], cells[-1]), run)
    add_kept(rounds, attack, defence, grid.kept.tolist(), run)


class _Grid:
    """The chances of all pairs of states: a row for each hit on the attacker.

    ended: for rows by number the battles that end without dice, by their places.
    visits: how often each battle is fought, for the same pairs without the last row and column.
    kept: for each number of hits on the attacker the chance that the defender is destroyed with
    them while the last land unit of the attacker is kept.
    """

    def __init__(self, attack: Ladder[float], defence: Ladder[float], ended: Ended) -> None:
        height, width = len(attack.states), len(defence.states)
        last = width - 1
        self._hits = table_of(attack, width)
        most = min(height, max(map(len, defence.chances)))
        self._answers = table_of(defence, most)[:last].T
        # Hits for which there is no unit any more lead below the last row.
        self.cells: Array = np.zeros((height + len(self._answers) - 1, width))
        self.kept: Array = np.zeros(height)
        self.visits: Array = np.zeros((height - 1, last))
        self._bottom = height - 1
        self._ended = {at: list(places) for at, places in ended.items()}
        self._unhurt = np.minimum(self._answers[0], 1.0 - 1e-16)
        self._tails = self._hits[:, ::-1].cumsum(axis=1)[:, ::-1]
        # With zeros before the chances of a row, every line of its table of shifts is a part of it.
        padded = np.concatenate([np.zeros((height, last)), self._hits[:, :last]], axis=1)
        lines, step = padded.strides
        shape, strides = (height, last, last), (lines, -step, step)
        self._shifted = as_strided(padded[:, last:], shape=shape, strides=strides)

    def work_off(self, land: int) -> None:
        """Fight all battles, row by row; what wins stays in the last place of its row.

        land: the number of hits from which on no land unit is left that could have been kept.
        """
        if self.visits.shape[1] <= _FEW:
            self._work_off_few(land)
            return
        for at in range(self._bottom):
            if at == land:
                self._keep(land)
            self._fight(at)

    def ends(self) -> list[list[float]]:
        """All cells after the last fight; the last row holds what has destroyed the attacker."""
        lost = self.cells[self._bottom :].sum(axis=0)
        return [*self.cells[: self._bottom].tolist(), lost.tolist()]

    def _keep(self, land: int) -> None:
        """So far, the last land unit was kept where the last ones of both sides were hit."""
        wins = self.cells[land : self._bottom, -1]
        self.kept[land : self._bottom] = wins
        wins[:] = 0.0

    def _work_off_few(self, land: int) -> None:
        """The same where all rows are prepared together."""
        moves, solved = self._prepare()
        cells, answers = self.cells, self._answers
        for at in range(self._bottom):
            if at == land:
                self._keep(land)
            visits = cells[at, :-1].dot(solved[at])
            self.visits[at] = visits
            # Of the row itself only the last place counts from now on: what wins unhurt.
            cells[at : at + len(answers)] += (answers * visits).dot(moves[at])
        for at, places in self._ended.items():
            cells[at, places] = self.visits[at, places]
            self.visits[at, places] = 0.0

    def _prepare(self) -> tuple[Array, Array]:
        """For every row where its battles go along it, and how often each of them is fought.

        The second is, for each battle that a row begins with and each of the same row, how often
        that is fought: the inverse of the system of `_visits`, a line after another from the last.
        """
        height, last = self.visits.shape
        moves = np.empty((height, last, last + 1))
        moves[:, :, :last] = self._shifted[:-1]
        moves[:, :, last] = self._tails[:-1, :0:-1]
        for at, places in self._ended.items():
            moves[at, places] = 0.0
        stays = self._unhurt[:, None] * moves[:, :, :last]
        changed = 1.0 / (1.0 - stays.diagonal(axis1=1, axis2=2))
        stays *= changed[:, :, None]
        visits = np.zeros_like(stays)
        for j in range(last - 1, -1, -1):
            visits[:, j, j] = changed[:, j]
            visits[:, j : j + 1, j + 1 :] = (
                stays[:, j : j + 1, j + 1 :] @ visits[:, j + 1 :, j + 1 :]
            )
        return moves, visits

    def _fight(self, at: int) -> None:
        """Fight all battles of a row: what goes on is added to the rows below."""
        row = self.cells[at]
        there = (row[:-1] > _TINY).nonzero()[0]
        if not len(there):
            return
        first = int(there[0])
        shifts = self._shifts(at, first)
        visits = self._visits(at, first, shifts)
        if at in self._ended:
            met = [place for place in self._ended[at] if place >= first]
            row[self._ended[at]] = 0.0
            row[met] = visits[[place - first for place in met]]
            visits[[place - first for place in met]] = 0.0
        self.visits[at, first:] = visits
        self._move_down(at, first, self._answers[:, first:] * visits, shifts)

    def _shifts(self, at: int, first: int) -> Array:
        """Where the battles of a row go along it: a row for each, a column for each place."""
        count = self.cells.shape[1] - 1 - first
        shifts = np.empty((count, count + 1))
        shifts[:, :count] = self._shifted[at, first:, first:]
        shifts[:, count] = self._tails[at, count:0:-1]
        return shifts

    def _visits(self, at: int, first: int, shifts: Array) -> Array:
        """How often each battle of a row is fought.

        The defender may miss and then faces the hits of the same attackers again, with fewer units.
        """
        row = self.cells[at]
        last = len(row) - 1
        unhurt = self._unhurt
        if at in self._ended:
            unhurt = unhurt.copy()
            unhurt[self._ended[at]] = 0.0
        # Where the enemy is strong hardly any battle stays in the row; the sum of what stands
        # so far is the most that can arrive.
        staying = (row[first:last].cumsum() * unhurt[first:last] > _TINY).nonzero()[0]
        since = first + int(staying[0]) if len(staying) else last
        visits: Array = row[first:last].copy()
        stays = unhurt[since:last, None] * shifts[since - first :, since - first : -1]
        system = np.identity(last - since) - stays
        visits[since - first :] = np.linalg.solve(system.T, row[since:last])
        return visits

    def _move_down(self, at: int, first: int, weights: Array, shifts: Array) -> None:
        """Add to the rows below what leaves a row, and to its last place what wins unhurt.

        weights: for each number of hits on the attacker and each battle of the row the chance.
        """
        self.cells[at, -1] += weights[0] @ shifts[:, -1]
        used = (weights[1:].max(axis=1) > _TINY).nonzero()[0]
        low, high = (1 + int(used[0]), 2 + int(used[-1])) if len(used) else (1, 1)
        most = max(1, _ONE_CORE // shifts.size)
        for start in range(low, high, most):
            end = min(start + most, high)
            self.cells[at + start : at + end, first:] += weights[start:end] @ shifts


def table_of(ladder: Ladder[float], most: int) -> Array:
    """The chances of 0, 1 ... hits in each state, all from `most` - 1 on together."""
    none = [0.0] * most
    rows = [
        [*chances[: most - 1], sum(chances[most - 1 :])]
        if len(chances) > most
        else chances + none[len(chances) :]
        for chances in ladder.chances
    ]
    size = (len(rows), most)
    return np.fromiter(chain.from_iterable(rows), np.float64, size[0] * size[1]).reshape(size)


def _ended(rounds: BattleRounds[float], attack: Ladder[float], defence: Ladder[float]) -> Ended:
    """The battles that end without dice, by their rows and places.

    Nobody can hit anybody, or the attacker retreats.
    """
    found: Ended = {}
    for at, state in enumerate(attack.states[:-1]):
        # Where both sides have units and one of them can hit, only a retreat can end the battle.
        if not rounds.may_retreat and len(attack.chances[at]) > 1:
            continue
        settled = [rounds.settled(state, other, LATE) for other in defence.states[:-1]]
        row = {
            j: (done.outcome, done.attackers, done.defenders)
            for j, done in enumerate(settled)
            if done.outcome
        }
        if row:
            found[at] = row
    return found
