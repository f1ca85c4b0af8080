"""The chain of a battle without submarines: two ladders of hits, one row of states at a time.

Every unit can hit every enemy, so the state of a side is the number of hits it has taken.  From a
pair (i, j) the battle goes to (i + k, j + l) with the chance of k hits by the defender at j times
that of l hits by the attacker at i.  So a row with the same i is processed together: first what
stays in the row, then one convolution along it for each k.

The rounds themselves are those of rounds.py, which knows nothing of ladders; a test compares the
two.
"""

from collections.abc import Sequence
from operator import mul
from typing import Generic, NamedTuple

from engine.odds.chain import Run
from engine.odds.firing import Pair
from engine.odds.hits import N
from engine.odds.rounds import LATE, BattleRounds
from engine.odds.side import Side
from engine.odds.states import EVERYBODY


class Ladder(NamedTuple, Generic[N]):
    """A side by hits taken: the state for each number, and the chances of its own hits there."""

    states: tuple[int, ...]
    chances: tuple[list[N], ...]
    place: dict[int, int]


def is_plain(rounds: BattleRounds[N]) -> bool:
    """Whether two ladders describe a battle: no submarines, nobody fires early, and no units leave
    early and alone."""
    battle = rounds.battle
    if not (rounds.attack.is_calm(0) and rounds.defence.is_calm(0)):
        return False
    if battle.rules.options.allies_roll_apart:
        return False
    return not (rounds.may_retreat and any(unit.landed for unit in battle.attackers))


def ladder_of(side: Side[N]) -> Ladder[N]:
    """All states of a side that every enemy can hit, the last one without units."""
    states = [0]
    while side.facts(states[-1]).alive:
        states.append(side.hit(states[-1], EVERYBODY))
    chances = tuple([side.of_all(state) for state in states])
    return Ladder(tuple(states), chances, {state: at for at, state in enumerate(states)})


def run_ladder(rounds: BattleRounds[N], starts: dict[Pair, N], run: Run[N]) -> None:
    """The ends of a plain battle in which no instruction counts rounds any more.

    starts: pairs between two rounds; the ends and the rounds are added to `run`.
    """
    attack, defence = ladder_of(rounds.attack), ladder_of(rounds.defence)
    zero = run.dropped - run.dropped
    height, width = len(attack.states), len(defence.states)
    grid = [[zero] * width for _ in range(height)]
    for (attackers, defenders), chance in starts.items():
        grid[attack.place[attackers]][defence.place[defenders]] += chance
    kept = [zero] * height
    for at in range(height - 1):
        _work_off(rounds, attack, defence, grid, at, kept, run)
    add_ends(rounds, attack, defence, ([row[-1] for row in grid], grid[-1]), run)
    add_kept(rounds, attack, defence, kept, run)


def last_land(rounds: BattleRounds[N], attack: Ladder[N]) -> int:
    """The number of hits from which on no land unit is left that could have been kept."""
    facts = [rounds.attack.facts(state).has_land for state in attack.states]
    return facts.count(True) if rounds.keeps_land else len(facts)


def add_ends(
    rounds: BattleRounds[N],
    attack: Ladder[N],
    defence: Ladder[N],
    chances: tuple[Sequence[N], Sequence[N]],
    run: Run[N],
) -> None:
    """Count the battles in which one side or both have no unit left.

    chances: for each number of hits on the attacker where the defender is destroyed, and for each
    number of hits on the defender where the attacker is.
    """
    gone, none = attack.states[-1], defence.states[-1]
    won, lost = chances
    outcome = rounds.winner(attack.states[0], none)
    for state, chance in zip(attack.states[:-1], won, strict=False):
        if chance:
            run.add((outcome, state, none), chance)
    outcome = rounds.winner(gone, defence.states[0])
    for state, chance in zip(defence.states[:-1], lost, strict=False):
        if chance:
            run.add((outcome, gone, state), chance)
    if lost[-1]:
        run.add((rounds.winner(gone, none), gone, none), lost[-1])


def add_kept(
    rounds: BattleRounds[N], attack: Ladder[N], defence: Ladder[N], chances: list[N], run: Run[N]
) -> None:
    """Count the battles that were won while the last land unit was kept (B195).

    chances: for each number of hits on the attacker.
    """
    none = defence.states[-1]
    outcome = rounds.winner(attack.states[0], none)
    for state, chance in zip(attack.states, chances, strict=True):
        if chance:
            run.add((outcome, rounds.attack.keeping_land(attack.states[0], state), none), chance)


def _work_off(
    rounds: BattleRounds[N],
    attack: Ladder[N],
    defence: Ladder[N],
    grid: list[list[N]],
    at: int,
    kept: list[N],
    run: Run[N],
) -> None:
    """All battles with a number of hits on the attacker: their ends, and where the rest go."""
    row = grid[at]
    state = attack.states[at]
    shots = attack.chances[at]
    last = len(row) - 1
    visits = [run.dropped - run.dropped] * last
    tails = _tails(shots, last + 1)
    # Where both sides have units and one of them can hit, only a retreat can end the battle.
    may_end = rounds.may_retreat or len(shots) == 1
    for j in range(last):
        if not row[j]:
            continue
        if may_end or len(defence.chances[j]) == 1:
            done = rounds.settled(state, defence.states[j], LATE)
            if done.outcome:
                run.add((done.outcome, done.attackers, done.defenders), row[j])
                continue
        unhurt = defence.chances[j][0]
        visits[j] = visit = row[j] / (rounds.attack.one - unhurt * shots[0])
        run.rounds = run.rounds + visit
        unhurt = visit * unhurt
        if unhurt:
            room = last - j
            for hits in range(1, min(len(shots), room)):
                row[j + hits] += unhurt * shots[hits]
            row[last] += unhurt * tails[room]
    _climb(rounds, attack, defence, grid, at, kept, visits, tails)


def _climb(
    rounds: BattleRounds[N],
    attack: Ladder[N],
    defence: Ladder[N],
    grid: list[list[N]],
    at: int,
    kept: list[N],
    visits: list[N],
    tails: list[N],
) -> None:
    """From the battles of a row to the rows below it."""
    land = last_land(rounds, attack)
    there = [j for j, visit in enumerate(visits) if visit]
    if not there:
        return
    first, last = there[0], len(visits)
    shots = attack.chances[at]
    backward = shots[::-1]
    most = len(shots) - 1
    zero = rounds.attack.one - rounds.attack.one
    room = len(grid) - 1 - at
    # For each place in the row: the sources that reach it, and the chances that they do.
    reached = [
        (j, start - first, j + 1 - first, backward[most - j + start :])
        for j, start in ((j, max(first, j - most)) for j in range(first, last))
    ]
    over_chances = tails[last - first : 0 : -1]
    answers = [_capped(defence.chances[j], room) for j in range(last)]
    for hits in range(1, room + 1):
        weights = [
            visits[j] * answers[j][hits] if hits < len(answers[j]) else zero
            for j in range(first, last)
        ]
        if not any(weights):
            continue
        row = grid[at + hits]
        for j, low, high, chances in reached:
            row[j] += sum(map(mul, weights[low:high], chances), start=zero)
        over = sum(map(mul, weights, over_chances), start=zero)
        if at < land <= at + hits < len(grid) - 1:
            kept[at + hits] += over
        else:
            row[last] += over


def _tails(shots: list[N], length: int) -> list[N]:
    """The chance of at least 0, 1, 2 ... hits, for `length` numbers."""
    total = shots[0] - shots[0]
    tails = [total] * max(length, len(shots))
    for hits in range(len(shots) - 1, -1, -1):
        total = total + shots[hits]
        tails[hits] = total
    return tails[:length]


def _capped(chances: list[N], room: int) -> list[N]:
    """The chances of hits where no more than `room` find a target."""
    if len(chances) <= room + 1:
        return chances
    rest = chances[room]
    for chance in chances[room + 1 :]:
        rest = rest + chance
    return [*chances[:room], rest]
