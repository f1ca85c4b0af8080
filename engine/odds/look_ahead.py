"""What lies ahead of each pair of a battle, and where the attacker had better retreat.

The chain is walked backwards, from the weakest pair to the strongest: what fighting on is worth
follows from what the pairs after the round are worth.  Where a round without a hit leads back to
the same pair, fighting on means fighting until something is hit.  A retreat is possible after a
round only, at the place that the list of parts gives it (B194).

Rule: rule book, Battle (B185, B194, B208) and Battle calculator (B245).
Decision: docs/adr/0036.
"""

from collections.abc import Iterable, Mapping
from typing import Generic

from engine.core.ids import UnitTypeName
from engine.odds.chain import first_rounds
from engine.odds.firing import Pair, Spot
from engine.odds.hits import N, Ratio
from engine.odds.outcome import Force
from engine.odds.rounds import BattleRounds, Settled
from engine.odds.side import Side

_ALIKE = 1e-9
"""Profits that differ by less count as equal: floats are not exact."""


class Ahead(Generic[N]):
    """Profit, success and decisions at the pairs of a battle.

    fought: for a pair before the dice, the profit in PUs of fighting until something changes and
    following the plan from then on, counted from the start of the battle.
    success: for the same pairs, the chance to take the territory (at sea to win) if the attacker
    never retreats.
    """

    def __init__(self, rounds: BattleRounds[N], ratio: Ratio[N]) -> None:
        self.rounds = rounds
        self._ratio = ratio
        self._zero = ratio(0, 1)
        self._one = ratio(1, 1)
        self.fought: dict[Pair, N] = {}
        self.success: dict[Pair, N] = {}
        self._after: dict[Pair, N] = {}
        self._kill: dict[Pair, N] = {}
        self._worth: dict[Pair, N] = {}
        self._success: dict[Pair, N] = {}
        self._leaves: dict[Pair, bool] = {}
        self._lost: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def enter(self, pair: Pair, profit: N, success: N, again: N, kill: N) -> None:
        """Note what a round of a pair leads to; weaker pairs have been entered before.

        profit, success: summed over the other pairs, each times its chance; again: the chance of a
        round without any effect; kill: that one round destroys the last defender.
        """
        self._kill[pair] = kill
        here = self.rounds.before_retreat(*pair)
        loops = not here.outcome and self.rounds.after_retreat(*here[:2]) == (*pair, "")
        if not loops:
            success = success + again * self.success_at(pair)
            profit = profit + again * self.worth(pair)
            self.success[pair] = success
            self.fought[pair] = self._after[pair] = profit
            return
        changed = self._one - again
        self.success[pair] = success / changed
        self.fought[pair] = self._after[pair] = profit / changed
        if self.leaves(*here[:2]):
            self._after[pair] = profit + again * self.retreating(*here[:2])

    def worth(self, pair: Pair) -> N:
        """The profit from a pair on which both sides have just fired, by the plan."""
        known = self._worth.get(pair)
        if known is None:
            here = self.rounds.before_retreat(*pair)
            if here.outcome:
                known = self.profit(here)
            elif self.leaves(*here[:2]):
                known = self.retreating(*here[:2])
            else:
                known = self._value(self.rounds.after_retreat(*here[:2]))
            self._worth[pair] = known
        return known

    def success_at(self, pair: Pair) -> N:
        """The chance of success from a pair on which both sides have just fired."""
        known = self._success.get(pair)
        if known is None:
            here = self.rounds.before_retreat(*pair)
            if not here.outcome:
                here = self.rounds.after_retreat(*here[:2])
            if not here.outcome:
                known = self.success.get(here[:2], self._zero)
            elif self.rounds.succeeds(here.outcome, here.attackers):
                known = self._one
            else:
                known = self._zero
            self._success[pair] = known
        return known

    def leaves(self, attackers: int, defenders: int) -> bool:
        """Whether the plan retreats from a pair at the moment at which it may."""
        pair = (attackers, defenders)
        known = self._leaves.get(pair)
        if known is None:
            known = self._leaves[pair] = self._wants_out(pair)
        return known

    def going_on(self, attackers: int, defenders: int) -> N:
        """The profit of pressing on from a pair at which the attacker may retreat.

        Raises LookupError for a pair that is not among those that lie ahead.
        """
        done = self.rounds.after_retreat(attackers, defenders)
        return self.profit(done) if done.outcome else self.fought[done[:2]]

    def retreating(self, attackers: int, defenders: int) -> N:
        """The profit of retreating from there; LookupError where nobody can leave."""
        done = self.rounds.retreated(attackers, defenders)
        if done is None:
            raise LookupError("nobody can retreat from here")
        if not done.outcome:
            done = self.rounds.after_retreat(*done[:2])
        return self._value(done)

    def decisions(self) -> Mapping[Pair, bool]:
        """Whether the plan retreats, for the pairs at which that has been asked."""
        return self._leaves

    def _wants_out(self, pair: Pair) -> bool:
        if self.rounds.retreated(*pair) is None:
            return False
        if self.rounds.must_leave(*pair):
            return True
        done = self.rounds.after_retreat(*pair)
        here = done[:2]
        if done.outcome or here not in self.fought:
            return False
        for stop in self.rounds.battle.attack_plan.stops:
            match stop.what:
                case "chance" if float(self.success[here]) < stop.bound:
                    return True
                case "kill" if float(self._kill[here]) > stop.bound:
                    return True
                case "profit":
                    more = float(self.fought[here] - self.retreating(*pair))
                    if more < stop.bound - _ALIKE:
                        return True
        return False

    def _value(self, done: Settled) -> N:
        """The profit of a pair before the dice, or of an end."""
        known = None if done.outcome else self._after.get(done[:2])
        return self.profit(done) if known is None else known

    def profit(self, done: Settled) -> N:
        """The profit if the battle ends here."""
        rounds = self.rounds
        won = self._cost(rounds.defence, 1, done.defenders)
        lost = self._cost(rounds.attack, 0, done.attackers)
        profit = self._ratio(won - lost, 1)
        prize = rounds.battle.prize
        if prize and rounds.succeeds(done.outcome, done.attackers):
            profit = profit + self._ratio(round(prize * 1000), 1000)
        return profit

    def _cost(self, side: Side[N], which: int, state: int) -> int:
        """What a side has lost in a state, in PUs."""
        known = self._lost[which].get(state)
        if known is None:
            prices = self.rounds.battle.rules.prices
            known = _price(side.force(0), prices) - _price(side.force(state), prices)
            self._lost[which][state] = known
        return known


def _price(force: Force, prices: Mapping[UnitTypeName, int]) -> int:
    return sum(prices.get(name, 0) * count for name, count in force)


def roots(rounds: BattleRounds[N], starts: dict[Spot, N]) -> list[Pair]:
    """The pairs before dice from which a battle is looked at, given where it begins."""
    found: list[Pair] = []
    for spot in starts:
        pair = (spot.unmarked_attackers, spot.unmarked_defenders)
        opened = rounds.opened(*pair)
        found += [*([] if opened.outcome else [opened[:2]]), *ways_on(rounds, pair)]
    return list(dict.fromkeys((*found, *first_rounds(rounds, starts)[1])))


def look_ahead(rounds: BattleRounds[N], pairs: Iterable[Pair], ratio: Ratio[N]) -> Ahead[N]:
    """Everything that lies ahead of these pairs before the dice of a round, in any arithmetic."""
    ahead = Ahead(rounds, ratio)
    found = _explored(rounds, pairs)
    zero = ratio(0, 1)
    for pair in sorted(found, key=lambda one: (_level(rounds, one), one)):
        following = dict(found[pair])
        again = following.pop(pair, zero)
        profit, success, kill = zero, zero, zero
        for after, chance in following.items():
            profit = profit + chance * ahead.worth(after)
            success = success + chance * ahead.success_at(after)
            if not rounds.defence.facts(after[1]).alive:
                kill = kill + chance
        ahead.enter(pair, profit, success, again, kill)
    return ahead


def _explored(rounds: BattleRounds[N], pairs: Iterable[Pair]) -> dict[Pair, dict[Pair, N]]:
    """For every pair that can be reached before dice, the pairs after them with their chances."""
    found: dict[Pair, dict[Pair, N]] = {}
    seen: set[Pair] = set()
    todo = list(dict.fromkeys(pairs))
    while todo:
        pair = todo.pop()
        if pair in found:
            continue
        attackers, defenders = pair
        found[pair] = rounds.firing.fired(Spot(attackers, attackers, defenders, defenders))
        for after in found[pair]:
            if after not in seen:
                seen.add(after)
                todo += ways_on(rounds, after)
    return found


def ways_on(rounds: BattleRounds[N], after: Pair) -> list[Pair]:
    """The pairs before dice to which a pair after dice can lead, with and without a retreat."""
    here = rounds.before_retreat(*after)
    if here.outcome:
        return []
    done = [rounds.after_retreat(*here[:2])]
    left = rounds.retreated(*here[:2])
    if left is not None and not left.outcome:
        done.append(rounds.after_retreat(*left[:2]))
    return [one[:2] for one in done if not one.outcome]


def _level(rounds: BattleRounds[N], pair: Pair) -> int:
    return rounds.attack.hits_left(pair[0]) + rounds.defence.hits_left(pair[1])
