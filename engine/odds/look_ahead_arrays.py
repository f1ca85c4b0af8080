"""What lies ahead of each pair of a large battle, with numpy.

The same walk as in look_ahead.py.  On two ladders a row of pairs takes one product of matrices;
at sea only pairs that the battle reaches with a chance that matters are looked at, and every other
pair counts as if the attacker stopped there.  A test compares this file with look_ahead.py.
"""

from collections.abc import Iterable

import numpy as np

from engine.odds.chain import Run
from engine.odds.firing import Pair
from engine.odds.fleet_arrays import Fleet, run_fleet
from engine.odds.fleet_lines import Array
from engine.odds.hits import as_float
from engine.odds.ladder import Ladder, ladder_of, last_land
from engine.odds.ladder_arrays import table_of
from engine.odds.look_ahead import Ahead
from engine.odds.rounds import WIN, BattleRounds, Settled


def look_over_ladders(rounds: BattleRounds[float]) -> Ahead[float]:
    """All pairs of a plain battle."""
    ahead = Ahead(rounds, as_float)
    attack, defence = ladder_of(rounds.attack), ladder_of(rounds.defence)
    height, width = len(attack.states), len(defence.states)
    hits, answers = table_of(attack, width), table_of(defence, height)
    values = np.zeros((2, height, width))
    for j, state in enumerate(defence.states):
        values[0, -1, j] = ahead.worth((attack.states[-1], state))
    _fill_last(ahead, attack, defence, values)
    land = last_land(rounds, attack)
    for at in range(height - 2, -1, -1):
        if at == land - 1:
            _keep_land(ahead, attack, defence, values, at)
        _look_along(ahead, (attack, defence), values, at, hits[at], answers)
    return ahead


def _fill_last(
    ahead: Ahead[float], attack: Ladder[float], defence: Ladder[float], values: Array
) -> None:
    """The column in which no defender is left."""
    for i, state in enumerate(attack.states):
        pair = (state, defence.states[-1])
        values[0, i, -1], values[1, i, -1] = ahead.worth(pair), ahead.success_at(pair)


def _keep_land(
    ahead: Ahead[float], attack: Ladder[float], defence: Ladder[float], values: Array, last: int
) -> None:
    """From here on upwards, the last land unit is kept where the enemy is destroyed (B195)."""
    rounds = ahead.rounds
    for i in range(last + 1, len(attack.states) - 1):
        kept = rounds.attack.keeping_land(attack.states[last], attack.states[i])
        done = Settled(kept, defence.states[-1], WIN)
        values[0, i, -1] = ahead.profit(done)
        values[1, i, -1] = float(rounds.succeeds(WIN, kept))


def _look_along(
    ahead: Ahead[float],
    ladders: tuple[Ladder[float], Ladder[float]],
    values: Array,
    at: int,
    hits: Array,
    answers: Array,
) -> None:
    """One row of pairs, from the one with the fewest defenders on.

    values: profit and success of all pairs, those below the row filled in; hits: the chances of
    the attacker's hits in this row; answers: those of the defender's, by its state.
    """
    attack, defence = ladders
    last = values.shape[2] - 1
    room = values.shape[1] - 1 - at
    capped = answers[:last, : room + 1].copy()
    capped[:, room] += answers[:last, room + 1 :].sum(axis=1)
    below = np.matmul(capped[:, 1:], values[:, at + 1 :])
    tails = hits[::-1].cumsum()[::-1]
    state = attack.states[at]
    for j in range(last - 1, -1, -1):
        shots = hits[: last - j + 1].copy()
        shots[-1] = tails[last - j]
        stay = capped[j, 0]
        sums = below[:, j, j:] @ shots + stay * (values[:, at, j + 1 :] @ shots[1:])
        pair = (state, defence.states[j])
        if ahead.rounds.after_retreat(*pair).outcome:
            values[0, at, j], values[1, at, j] = ahead.worth(pair), ahead.success_at(pair)
            continue
        again = float(stay * shots[0])
        ahead.enter(pair, float(sums[0]), float(sums[1]), again, float(shots[-1]))
        values[0, at, j], values[1, at, j] = ahead.worth(pair), ahead.success_at(pair)


def look_over_fleets(
    rounds: BattleRounds[float], pairs: Iterable[Pair], smallest: float
) -> Ahead[float]:
    """The pairs of a battle at sea that are reached from these with at least a chance of
    `smallest`; all states of both sides have been counted before."""
    ahead = Ahead(rounds, as_float)
    roots = list(pairs)
    nothing = Run(ends={}, rounds=0.0, dropped=0.0)
    starts = {pair: 1.0 / len(roots) for pair in roots}
    fleet = run_fleet(rounds, starts, nothing, smallest, remembers=True)
    values = _stopped(ahead, fleet)
    dead = np.array([not rounds.defence.facts(state).alive for state in fleet.columns.states])
    for pair, blocks in reversed(fleet.fought):
        row, column = fleet.rows.place[pair[0]], fleet.columns.place[pair[1]]
        held = values[:, row, column].copy()
        values[:, row, column] = 0.0
        profit = success = again = kill = 0.0
        for weight, rows, down, columns, along in blocks:
            sums = down @ values[:, rows[:, None], columns] @ along
            profit += weight * float(sums[0])
            success += weight * float(sums[1])
            again += weight * float(down[rows == row].sum() * along[columns == column].sum())
            kill += weight * float(along[dead[columns]].sum())
        values[:, row, column] = held
        if blocks and pair not in ahead.fought:
            ahead.enter(pair, profit, success, again, kill)
        values[0, row, column], values[1, row, column] = ahead.worth(pair), ahead.success_at(pair)
    return ahead


def _stopped(ahead: Ahead[float], fleet: Fleet) -> Array:
    """Profit and success of all pairs as if the battle were over."""
    rounds = ahead.rounds
    rows, columns = fleet.rows.states, fleet.columns.states
    lost = np.array([ahead.profit(Settled(state, columns[0])) for state in rows])
    won = np.array([ahead.profit(Settled(rows[0], state)) for state in columns])
    began = ahead.profit(Settled(rows[0], columns[0]))
    values = np.zeros((2, len(rows), len(columns)))
    values[0] = lost[:, None] + won - began
    alive = np.array([bool(rounds.attack.facts(state).alive) for state in rows])
    dead = np.array([not rounds.defence.facts(state).alive for state in columns])
    ends = alive[:, None] & dead
    values[0, ends] += rounds.battle.prize
    values[1, ends] = 1.0
    return values
