"""The part of a large sea battle in which nobody fires early and no submarine is left, with numpy.

Every unit can hit every enemy there, as in ladder.py, and all units of a side fire together.  So
the attacker's volley is the same for a whole row of the grid, and the defender's hits lead down the
same rows: what leaves a row is one product of matrices.  Only the hits that the defender leaves
unanswered stay in the row; they are moved along it one pair after another.
"""

from typing import Final

import numpy as np

from engine.odds.chain import Run
from engine.odds.fleet_lines import Array, Line, Places, capped, likely_cells
from engine.odds.rounds import LATE, BattleRounds
from engine.odds.side import Side
from engine.odds.states import EVERYBODY

_FINER: Final = 5
"""How much less likely than other pairs those may be that are followed: they take little time."""


class Calm:
    """The calm pairs of a grid: its rows from `row` on, and in these the columns from `column` on.

    A battle with a reason to retreat, or whose allies roll apart, has none.
    """

    def __init__(
        self,
        rounds: BattleRounds[float],
        grid: Array,
        lines: tuple[Line, Line],
        run: Run[float],
        least: float,
    ) -> None:
        """lines: the rows and the columns of the grid; the ends are added to `run`.

        least: the chance below which other pairs are dropped; of these, far less likely ones are.
        """
        self._rounds = rounds
        self._run = run
        self._least = least / _FINER
        self._rows, self._columns = lines
        apart = rounds.may_retreat or rounds.battle.rules.options.allies_roll_apart
        self.row = len(self._rows.states) if apart else self._rows.calm
        self.column = self._columns.calm
        self._cells = grid[:, self.column :]
        self._paths: dict[int, Places] = {}
        self._volleys: dict[tuple[str, int], Array] = {}

    def fight(self, row: int) -> None:
        """Fight the calm pairs of a row: their ends, and what leaves it for the rows below."""
        cells = self._cells[row]
        attackers = self._rows.states[row]
        shots = self._volley(self._rounds.attack, attackers)
        met: list[int] = []
        visits: list[float] = []
        lines: list[Array] = []
        for at, chance in likely_cells(cells, self._least):
            defenders = self._columns.states[self.column + at]
            if not self._ends(attackers, defenders, shots, chance):
                path = self._path(at)
                unhurt = self._volley(self._rounds.defence, defenders)[0]
                visit = chance / (1.0 - unhurt * shots[0])
                self._run.rounds += visit
                line = capped(shots, len(path))
                if unhurt:
                    cells[path[1 : len(line)]] += visit * unhurt * line[1:]
                met.append(at)
                visits.append(visit)
                lines.append(line)
        self._run.dropped += float(cells.sum())
        if met:
            self._move_down(row, met, np.array(visits), lines)

    def _ends(self, attackers: int, defenders: int, shots: Array, chance: float) -> bool:
        """Whether a battle ends at a pair; if so, it is counted."""
        if len(shots) > 1 and len(self._volley(self._rounds.defence, defenders)) > 1:
            # Both sides have units that can hit.
            return False
        done = self._rounds.settled(attackers, defenders, LATE)
        if done.outcome:
            self._run.add((done.outcome, done.attackers, done.defenders), chance)
        return bool(done.outcome)

    def _move_down(self, row: int, met: list[int], visits: Array, lines: list[Array]) -> None:
        """Add to the rows below what leaves a row.

        met: places of the battles that are fought, each with its visits and with the chances of
        the hits of the attacker.
        """
        first = met[0]
        along = np.zeros((len(met), self._cells.shape[1] - first))
        down = self._rows.path(self._rows.states[row], EVERYBODY)
        weights = np.zeros((len(met), len(down)))
        for number, (at, line) in enumerate(zip(met, lines, strict=True)):
            along[number, self._path(at)[: len(line)] - first] = line
            defenders = self._columns.states[self.column + at]
            answer = capped(self._volley(self._rounds.defence, defenders), len(down))
            weights[number, : len(answer)] = answer
        weights *= visits[:, None]
        used = int(np.flatnonzero(weights.sum(axis=0))[-1]) + 1
        self._cells[down[1:used], first:] += weights[:, 1:used].T @ along

    def _path(self, at: int) -> Places:
        """The places after 0, 1, 2 ... hits on a defender, counted from the first calm one."""
        known = self._paths.get(at)
        if known is None:
            state = self._columns.states[self.column + at]
            known = self._paths[at] = self._columns.path(state, EVERYBODY) - self.column
        return known

    def _volley(self, side: Side[float], state: int) -> Array:
        """The chances of the hits of all units of a side, which fire together."""
        known = self._volleys.get((side.role, state))
        if known is None:
            known = self._volleys[side.role, state] = np.array(side.of_all(state))
        return known
