"""The chain of a large sea battle with numpy: one pair of states at a time, all its ends together.

The states of a side are those that hits can lead to; at sea their number is a product.  Pairs whose
chance is too small to matter are dropped, and what was dropped is counted.  From a pair the states
of both sides after a round are independent of each other where nobody is removed early; where
victims of submarines are, they are independent for each result of the early segment.
The rounds are those of rounds.py; a test compares this file with chain.py.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from engine.odds.chain import Run
from engine.odds.firing import Pair, Spot, spread
from engine.odds.fleet_calm import Calm
from engine.odds.fleet_lines import (
    Array,
    Chances,
    Ends,
    FleetVolley,
    Line,
    Places,
    likely_cells,
    volley_of,
)
from engine.odds.rounds import LATE, BattleRounds
from engine.odds.side import Side
from engine.odds.states import EVERYBODY, SUBMARINE


def count_states(side: Side[float], enemy: Side[float], *, may_submerge: bool) -> int:
    """How many states a side has; all of them get their numbers.

    may_submerge: whether its submarines may leave the battle.
    """
    masks = sorted({*enemy.masks(), EVERYBODY})
    at = 0
    while at < len(side.keys):
        for mask in masks:
            side.hit(at, mask)
        if may_submerge:
            side.leave(at, SUBMARINE)
        at += 1
    return len(side.keys)


def run_fleet(
    rounds: BattleRounds[float],
    starts: dict[Pair, float],
    run: Run[float],
    smallest: float,
    *,
    remembers: bool = False,
) -> "Fleet":
    """The ends of a battle, added to `run`; pairs with less chance than `smallest` are dropped.

    All states of both sides have been counted before (`count_states`).  remembers: whether every
    pair that is met is wanted (`Fleet.fought`), which takes longer.
    """
    least = max(smallest, float(np.finfo(np.float64).tiny))
    fleet = Fleet(rounds, run, least, remembers=remembers)
    for (attackers, defenders), chance in starts.items():
        fleet.add(attackers, defenders, chance)
    fleet.work_off()
    return fleet


class Block(NamedTuple):
    """Where a pair goes in a round: independent places of both sides, with a weight.

    down, along: the chances of the places of the attacker and of the defender.
    """

    weight: float
    rows: Places
    down: Array
    columns: Places
    along: Array


class Fleet:
    """The grid has a row for each state of the attacker and a column for each of the defender.

    Both are in an order in which whatever happens to a pair leads on in its row or to a row below.

    fought: if they are wanted, the pairs that were met, strongest first, and where a round leads
    from each; nowhere from one at which the battle ends.
    """

    def __init__(
        self, rounds: BattleRounds[float], run: Run[float], least: float, *, remembers: bool
    ) -> None:
        self._rounds = rounds
        self._remembers = remembers
        self._run = run
        self._least = least
        self.rows, self.columns = Line(rounds.attack), Line(rounds.defence)
        self.fought: list[tuple[Pair, tuple[Block, ...]]] = []
        self._grid: Array = np.zeros((len(self.rows.states), len(self.columns.states)))
        self._late: dict[tuple[bool, int, int, bool, bool], Ends] = {}
        self._volleys: dict[tuple[bool, int, bool, bool], list[FleetVolley]] = {}

    def add(self, attackers: int, defenders: int, chance: float) -> None:
        """More chance for a pair."""
        self._grid[self.rows.place[attackers], self.columns.place[defenders]] += chance

    def work_off(self) -> None:
        """Fight all pairs, row by row, each row from its strongest defender on."""
        lines = self.rows, self.columns
        calm = Calm(self._rounds, self._grid, lines, self._run, self._least)
        for row, attackers in enumerate(self.rows.states):
            is_calm = row >= calm.row and not self._remembers
            cells = self._grid[row, : calm.column] if is_calm else self._grid[row]
            for column, chance in likely_cells(cells, self._least):
                self._take(attackers, self.columns.states[column], chance)
            self._run.dropped += float(cells.sum())
            if is_calm:
                calm.fight(row)

    def _take(self, attackers: int, defenders: int, chance: float) -> None:
        """Fight all rounds of a pair, or settle it."""
        done = self._rounds.settled(attackers, defenders, LATE)
        if done.outcome:
            self._run.add((done.outcome, done.attackers, done.defenders), chance)
            self._note(attackers, defenders)
        else:
            # After submarines have gone the pair is another one; a round without a hit leads to
            # it, and then the attacker may see a reason to retreat that was none before.
            moved = (done.attackers, done.defenders) != (attackers, defenders)
            if moved:
                self._note(attackers, defenders)
            self._fight(done.attackers, done.defenders, chance, loops=not moved)

    def _fight(self, attackers: int, defenders: int, chance: float, *, loops: bool) -> None:
        parts = self._after_round(attackers, defenders)
        again = sum(weight * mine.stays * theirs.stays for weight, mine, theirs in parts)
        visits = chance / (1.0 - again) if loops else chance
        self._run.rounds += visits
        blocks: list[Block] = []
        for weight, (rows, down, _, lost), (columns, along, _, missed) in parts:
            self._grid[rows[:, None], columns] += (visits * weight * down)[:, None] * along
            if self._remembers:
                blocks.append(Block(weight, rows, down, columns, along))
            if lost or missed:
                self._run.dropped += visits * weight * (lost + missed - lost * missed)
        self._note(attackers, defenders, blocks)

    def _note(self, attackers: int, defenders: int, blocks: Iterable[Block] = ()) -> None:
        if self._remembers:
            self.fought.append(((attackers, defenders), tuple(blocks)))

    def _after_round(self, attackers: int, defenders: int) -> list[tuple[float, Ends, Ends]]:
        """Independent ends of both sides, one pair of them for each weight.

        Where victims are removed early, there is one for each result of the early segment.
        """
        rounds = self._rounds
        spot = Spot(attackers, attackers, defenders, defenders)
        blocked = rounds.firing.blocked(spot)
        early = rounds.firing.removes_early(spot)
        mine = self._early(rounds.defence, defenders, rounds.attack, attackers, blocked[1])
        theirs = self._early(rounds.attack, attackers, rounds.defence, defenders, blocked[0])
        found: list[tuple[float, Ends, Ends]] = []
        for first, now, here in _firing(early[0], mine, attackers):
            for second, then, there in _firing(early[1], theirs, defenders):
                ours = [
                    (part, state, self._fired(False, then, state, now, blocked[1]))
                    for state, part in here
                ]
                others = [
                    (part, state, self._fired(True, now, state, then, blocked[0]))
                    for state, part in there
                ]
                after = self.rows.joined(ours, attackers), self.columns.joined(others, defenders)
                found.append((first * second, *after))
        return found

    def _early(
        self, side: Side[float], state: int, victims: Side[float], target: int, blocked: bool
    ) -> Chances:
        there = {target: 1.0}
        if side.fires_early(state, blocked=blocked):
            facing = victims.facts(target).classes
            for shots in side.shots(state, early=True, blocked=blocked, facing=facing):
                there = spread(victims, there, shots.mask, shots.chances)
        return there

    def _fired(
        self, by_attacker: bool, state: int, target: int, present: int, blocked: bool
    ) -> Ends:
        """The places of a side after the general fire of the other one.

        target: the state without marked units; present: with them, until they are removed.
        """
        rounds = self._rounds
        victims = rounds.defence if by_attacker else rounds.attack
        # Which units fire together depends on whether submarines are among the targets.
        prey = bool(victims.facts(present).classes & SUBMARINE)
        key = (by_attacker, state, target, prey, blocked)
        known = self._late.get(key)
        if known is None:
            line = self.columns if by_attacker else self.rows
            volleys = self._volleys_of(by_attacker, state, prey, blocked)
            if len(volleys) == 1:
                known = line.hit(target, volleys[0])
            else:
                there = {target: 1.0}
                for volley in volleys:
                    there = spread(victims, there, volley.mask, volley.chances.tolist())
                known = line.spread(there, target)
            self._late[key] = known
        return known

    def _volleys_of(
        self, by_attacker: bool, state: int, prey: bool, blocked: bool
    ) -> list[FleetVolley]:
        """The volleys of the general fire of a side, each with its chances as an array."""
        key = (by_attacker, state, prey, blocked)
        known = self._volleys.get(key)
        if known is None:
            side = self._rounds.attack if by_attacker else self._rounds.defence
            facing = SUBMARINE if prey else 0
            found = side.shots(state, early=False, blocked=blocked, facing=facing)
            known = self._volleys[key] = [volley_of(shots) for shots in found]
        return known


def _firing(
    removed: bool, marked: Chances, whole: int
) -> list[tuple[float, int, list[tuple[int, float]]]]:
    """How a side may be when it fires: the chance, the state that fires, and the unmarked units.

    marked: the state without the units hit early; whole: with them.  Units that are removed
    before they fire make every result of the early segment a separate case.
    """
    if removed:
        return [(chance, state, [(state, 1.0)]) for state, chance in marked.items()]
    return [(1.0, whole, list(marked.items()))]
