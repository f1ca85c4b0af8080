"""The two ladders of a plain battle with numpy, for large battles.

The same rows as in ladder.py: what stays in a row is pushed along it, and all that leaves it is one
product of matrices.  Numpy is imported by those who need this module only, since importing it
takes longer than a battle of forty units a side.
"""

from typing import Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine.odds.chain import Run
from engine.odds.hits import N
from engine.odds.ladder import Ladder, end_of, ladder_of, last_land
from engine.odds.rounds import LATE, Pair, Rounds

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

_TINY: Final = 1e-22
"""Chances below this cannot change a digit of any sum."""

_ONE_CORE: Final = 250_000
"""Products of matrices up to so many multiplications stay on one core (OpenBLAS).

Larger ones wait for each other on a busy machine and take ten times as long.
"""


def run_ladder_arrays(rounds: Rounds[float], starts: dict[Pair, float], run: Run[float]) -> None:
    """The same as `ladder.run_ladder`, in floating point."""
    attack, defence = ladder_of(rounds.attack), ladder_of(rounds.defence)
    height, width = len(attack.states), len(defence.states)
    mine, theirs = _table(attack, width), _table(defence, height)
    grid = np.zeros((height, width))
    for (attackers, defenders), chance in starts.items():
        grid[attack.place[attackers], defence.place[defenders]] += chance
    land = last_land(rounds, attack)
    for at in range(height - 1):
        row = grid[at]
        if row.max() <= 0.0:
            continue
        _ended(rounds, attack, defence, at, row, run)
        visits = _along(row, mine[at], theirs[:, 0])
        run.rounds += float(visits.sum())
        if row[-1] > 0.0:
            run.add(end_of(rounds, attack.states[at], defence.states[-1]), float(row[-1]))
        _down(rounds, attack, defence, grid, at, land, visits, mine[at], theirs, run)
    for j, chance in enumerate(grid[-1].tolist()):
        if chance > 0.0:
            run.add(end_of(rounds, attack.states[-1], defence.states[j]), chance)


def _table(ladder: Ladder[N], most: int) -> Array:
    """The chances of 0, 1 ... hits in each state, all from `most` - 1 on together."""
    table = np.zeros((len(ladder.states), most))
    for at, chances in enumerate(ladder.chances):
        count = min(len(chances), most)
        table[at, :count] = [float(chance) for chance in chances[:count]]
        table[at, -1] += sum(float(chance) for chance in chances[most:])
    return table


def _ended(
    rounds: Rounds[float],
    attack: Ladder[float],
    defence: Ladder[float],
    at: int,
    row: Array,
    run: Run[float],
) -> None:
    """Battles of a row that end without dice: nobody can hit anybody, or the attacker retreats."""
    harmless = len(attack.chances[at]) == 1
    retreats = bool(rounds.battle.attack_plan.retreat)
    for j in range(len(row) - 1):
        if row[j] > 0.0 and (retreats or (harmless and len(defence.chances[j]) == 1)):
            done = rounds.settled(attack.states[at], defence.states[j], LATE)
            if done.outcome:
                run.add((done.outcome, done.attackers, done.defenders), float(row[j]))
                row[j] = 0.0


def _along(row: Array, hits: Array, unhurt: Array) -> Array:
    """How often each battle of a row is fought; what stays in the row is pushed along it."""
    last = len(row) - 1
    again = 1.0 / (1.0 - np.minimum(unhurt[:last] * hits[0], 1.0 - 1e-16))
    stays = (again * unhurt[:last]).tolist()
    pushed = np.zeros(last)
    flipped = hits[::-1]
    # Where the enemy is strong hardly any battle stays in the row; the sum of what stands so far
    # is the most that can arrive.
    staying = np.flatnonzero(row[:last].cumsum() * stays > _TINY)
    first = int(staying[0]) if len(staying) else last
    for j in range(first + 1, last):
        # What the battle before this one sends on is known now; then all that arrives here.
        push = float(row[j - 1]) * stays[j - 1]
        if push > _TINY:
            pushed[j - 1] = push
        row[j] += pushed[first:j] @ flipped[last - j + first : last]
    if last > first:
        pushed[last - 1] = float(row[last - 1]) * stays[last - 1]
    tails = hits[::-1].cumsum()[::-1]
    row[last] += pushed @ tails[last:0:-1]
    visits: Array = row[:last] * again
    return visits


def _down(
    rounds: Rounds[float],
    attack: Ladder[float],
    defence: Ladder[float],
    grid: Array,
    at: int,
    land: int,
    visits: Array,
    hits: Array,
    answers: Array,
    run: Run[float],
) -> None:
    """From the battles of a row to the rows below it."""
    there = np.flatnonzero(visits > _TINY)
    if not len(there):
        return
    first, end = int(there[0]), int(there[-1]) + 1
    last, room = len(visits), len(grid) - 1 - at
    weights = visits[first:end, None] * answers[first:end]
    capped = weights[:, : room + 1].copy()
    capped[:, room] += weights[:, room + 1 :].sum(axis=1)
    used = np.flatnonzero(capped.max(axis=0) > _TINY)
    used = used[used > 0]
    if not len(used):
        return
    low, high = int(used[0]), int(used[-1]) + 1
    shifts = _shifts(hits, first, end, last)
    most = max(1, _ONE_CORE // shifts.size)
    moved = np.concatenate(
        [capped[:, at : min(at + most, high)].T @ shifts for at in range(low, high, most)]
    )
    if at < land:
        from_, to = max(low, land - at), min(high, room)
        for number in range(from_, to):
            kept = rounds.attack.keeping_land(attack.states[at], attack.states[at + number])
            part = float(moved[number - low, -1])
            run.add(end_of(rounds, kept, defence.states[-1]), part)
            moved[number - low, -1] = 0.0
    grid[at + low : at + high, first:] += moved


def _shifts(hits: Array, first: int, end: int, last: int) -> Array:
    """Where the battles of a row go along it: a row for each, a column for each following one."""
    padded = np.concatenate([np.zeros(last), hits[:last]])
    step = padded.strides[0]
    shape = (end - first, last - first)
    shifted = as_strided(padded[last:], shape=shape, strides=(-step, step))
    tails = hits[::-1].cumsum()[::-1]
    over = tails[last - end + 1 : last - first + 1][::-1]
    return np.concatenate([shifted, over[:, None]], axis=1)
