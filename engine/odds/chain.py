"""The chain of battle states, from the strongest pair to the weakest: any battle, any arithmetic.

Every round with a hit leads to a weaker pair, so pairs are taken in the order of the hits that they
can still take.  A round without any hit leads back to the same pair: the chances of the others are
divided by that of leaving it, so rounds need no upper limit.  While an instruction counts rounds,
they are played one after another.
"""

from dataclasses import dataclass, field
from typing import Generic

from engine.core.words import OddsOutcome
from engine.odds.firing import Pair, Spot
from engine.odds.hits import N
from engine.odds.rounds import LATE, BattleRounds, Settled

End = tuple[OddsOutcome, int, int]
"""An outcome and the states of both sides at the end."""


@dataclass
class Run(Generic[N]):
    """The result of a battle.

    ends: the chance of each end; rounds: the mean number of rounds fought; dropped: chance that
    was left out because it was too small to follow.
    """

    ends: dict[End, N]
    rounds: N
    dropped: N

    def add(self, end: End, chance: N) -> None:
        """Count an end."""
        self.ends[end] = self.ends[end] + chance if end in self.ends else chance


@dataclass
class _Open(Generic[N]):
    """Pairs still to be fought, by the hits that both sides can take."""

    levels: dict[int, dict[Pair, N]] = field(default_factory=dict)

    def add(self, level: int, pair: Pair, chance: N) -> None:
        pairs = self.levels.setdefault(level, {})
        pairs[pair] = pairs[pair] + chance if pair in pairs else chance


def begun(rounds: BattleRounds[N], starts: dict[Spot, N]) -> tuple[Run[N], dict[Pair, N]]:
    """The ends before the rounds that are all alike, and the pairs from which these begin.

    starts: where both sides stand before the dice of round 1, after AA guns and bombardment.
    The first round differs from the others only where an instruction counts rounds, where victims
    of a bombardment fire, or where what follows a round would change a pair.
    """
    zero = rounds.attack.one - rounds.attack.one
    run = Run(ends={}, rounds=zero, dropped=zero)
    pairs: dict[Pair, N] = {}
    for spot, chance in starts.items():
        done = rounds.opened(spot.attackers, spot.defenders)
        if done.outcome:
            run.add((done.outcome, done.attackers, done.defenders), chance)
            continue
        marked = (
            spot.attackers != spot.unmarked_attackers or spot.defenders != spot.unmarked_defenders
        )
        if marked or rounds.last_condition or rounds.settled(*done[:2], LATE) != done:
            return first_rounds(rounds, starts)
        pairs[done[:2]] = chance
    return run, pairs


def first_rounds(rounds: BattleRounds[N], starts: dict[Spot, N]) -> tuple[Run[N], dict[Pair, N]]:
    """The ends and the pairs after round 1 and after all rounds that an instruction counts."""
    zero = rounds.attack.one - rounds.attack.one
    run = Run(ends={}, rounds=zero, dropped=zero)
    pairs = _first_round(rounds, starts, run)
    for number in range(2, rounds.last_condition + 1):
        pairs = _one_round(rounds, pairs, number, run)
    return run, pairs


def run_chain(
    rounds: BattleRounds[N], pairs: dict[Pair, N], run: Run[N], *, smallest: float = 0.0
) -> None:
    """The ends of a battle from pairs between two rounds; they are added to `run`.

    smallest: pairs with less chance than this are dropped.
    """
    todo: _Open[N] = _Open()
    for pair, chance in pairs.items():
        todo.add(_level(rounds, pair), pair, chance)
    while todo.levels:
        level = max(todo.levels)
        for pair, chance in todo.levels.pop(level).items():
            if float(chance) < smallest:
                run.dropped = run.dropped + chance
            else:
                _fight_on(rounds, pair, chance, todo, run)


def _first_round(rounds: BattleRounds[N], starts: dict[Spot, N], run: Run[N]) -> dict[Pair, N]:
    """The pairs after round 1, in which victims of the bombardment may still fire."""
    pairs: dict[Pair, N] = {}
    for spot, chance in starts.items():
        opened = rounds.opened(spot.attackers, spot.defenders)
        if opened.outcome:
            run.add((opened.outcome, opened.attackers, opened.defenders), chance)
            continue
        now = Spot(
            opened.attackers,
            _same_leavers(rounds, spot, opened, attacker=True),
            opened.defenders,
            _same_leavers(rounds, spot, opened, attacker=False),
        )
        run.rounds = run.rounds + chance
        for pair, part in rounds.firing.fired(now).items():
            _settle(rounds, pair, chance * part, 1, pairs, run)
    return pairs


def _same_leavers(rounds: BattleRounds[N], spot: Spot, opened: Settled, *, attacker: bool) -> int:
    """The state without marked units, after those who left before the first dice."""
    side = rounds.attack if attacker else rounds.defence
    unmarked = spot.unmarked_attackers if attacker else spot.unmarked_defenders
    now = opened.attackers if attacker else opened.defenders
    return side.leave(unmarked, side.keys[now][4])


def _one_round(
    rounds: BattleRounds[N], pairs: dict[Pair, N], number: int, run: Run[N]
) -> dict[Pair, N]:
    following: dict[Pair, N] = {}
    for (attackers, defenders), chance in pairs.items():
        run.rounds = run.rounds + chance
        spot = Spot(attackers, attackers, defenders, defenders)
        for pair, part in rounds.firing.fired(spot).items():
            _settle(rounds, pair, chance * part, number, following, run)
    return following


def _settle(
    rounds: BattleRounds[N], pair: Pair, chance: N, number: int, pairs: dict[Pair, N], run: Run[N]
) -> None:
    done = rounds.settled(*pair, number)
    now = (done.attackers, done.defenders)
    if done.outcome:
        run.add((done.outcome, *now), chance)
    else:
        pairs[now] = pairs[now] + chance if now in pairs else chance


def _fight_on(rounds: BattleRounds[N], pair: Pair, chance: N, todo: _Open[N], run: Run[N]) -> None:
    """All rounds of a pair at once."""
    attackers, defenders = pair
    following = rounds.firing.fired(Spot(attackers, attackers, defenders, defenders))
    # After submarines have gone, the attacker may see a reason to retreat that was none before.
    again = following.pop(pair, None) if rounds.settled(*pair, LATE) == (*pair, "") else None
    if again is not None:
        chance = chance / (rounds.attack.one - again)
    run.rounds = run.rounds + chance
    for after, part in following.items():
        done = rounds.settled(*after, LATE)
        now = (done.attackers, done.defenders)
        if done.outcome:
            run.add((done.outcome, *now), chance * part)
        else:
            todo.add(_level(rounds, now), now, chance * part)


def _level(rounds: BattleRounds[N], pair: Pair) -> int:
    return rounds.attack.hits_left(pair[0]) + rounds.defence.hits_left(pair[1])
