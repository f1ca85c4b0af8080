"""From a battle to its odds.

Every set of aircraft that AA guns may shoot down leaves a different battle; the ends of all of
them are combined.  Decision: docs/adr/0009-battle-odds.md.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from engine.core.words import OddsOutcome
from engine.odds.battle import Battle, counts_rounds
from engine.odds.chain import Run, begun, run_chain
from engine.odds.firing import Pair, Spot
from engine.odds.forces import ForceError
from engine.odds.hits import HitTable, N, Ratio, as_float
from engine.odds.ladder import is_plain, run_ladder
from engine.odds.losses import losses_in_order
from engine.odds.outcome import BattleEnding, Chance, Force, Odds, force_of, order_in_words
from engine.odds.rounds import BattleRounds
from engine.odds.side import Side
from engine.values import replace

if TYPE_CHECKING:
    from engine.odds.look_ahead import Ahead

_LARGE: Final = 46 * 46
_LARGE_AT_SEA: Final = 16 * 16
"""From this many pairs of states, numpy is worth its import."""

_MEDIUM: Final = 12 * 12
"""From this many pairs of states, numpy is faster once it is imported; at sea too."""

_MOST_CELLS: Final = 4_000_000
"""Pairs of states at sea that fit into memory with room to spare."""

_SMALLEST: Final = 1e-7
"""Chance below which a pair of states of a large sea battle is dropped."""


def solve(battle: Battle, *, many: bool = False) -> Odds:
    """The exact odds of a battle, in floating point.

    many: whether this is one of many battles, for which numpy is worth its import.
    Raises ForceError for a battle that is not counted (see Battle.uncounted).
    """
    return solve_with_fights(battle, many=many)[0]


def solve_exactly(battle: Battle) -> Odds:
    """The same in fractions; for small battles."""
    # Late, because it is rarely needed and the module is slow to load.
    from fractions import Fraction  # noqa: PLC0415

    solver = _Solver(battle, Fraction, Fraction)
    return solver.odds(solver.fights())


class Large(NamedTuple, Generic[N]):
    """How large battles are worked out: forwards to their ends, and backwards (`Ahead`)."""

    run: Callable[[BattleRounds[N], dict[Pair, N], Run[N]], None]
    ahead: Callable[[BattleRounds[N], list[Pair]], "Ahead[N]"]


def _run_large(rounds: BattleRounds[float], pairs: dict[Pair, float], run: Run[float]) -> None:
    # Late, because numpy is slow to load.
    from engine.odds.fleet_arrays import run_fleet  # noqa: PLC0415
    from engine.odds.ladder_arrays import run_ladder_arrays  # noqa: PLC0415

    if is_plain(rounds):
        run_ladder_arrays(rounds, pairs, run)
        return
    if rounds.battle.is_sea and _cells(rounds) <= _MOST_CELLS:
        run_fleet(rounds, pairs, run, _SMALLEST)
    else:
        run_chain(rounds, pairs, run, smallest=_SMALLEST)


def _cells(rounds: BattleRounds[float]) -> int:
    """How many pairs of states there are; all states get their numbers."""
    from engine.odds.fleet_arrays import count_states  # noqa: PLC0415 - with numpy

    attack, defence = rounds.attack, rounds.defence
    cells = count_states(attack, defence, may_submerge=rounds.attacker_may_submerge)
    return cells * count_states(defence, attack, may_submerge=rounds.defender_may_submerge)


def _look_far(rounds: BattleRounds[float], pairs: list[Pair]) -> "Ahead[float]":
    # Late, because numpy is slow to load.
    from engine.odds.look_ahead import look_ahead  # noqa: PLC0415
    from engine.odds.look_ahead_arrays import look_over_fleets, look_over_ladders  # noqa: PLC0415

    if is_plain(rounds):
        return look_over_ladders(rounds)
    if rounds.battle.is_sea and _cells(rounds) <= _MOST_CELLS:
        return look_over_fleets(rounds, pairs, _SMALLEST)
    return look_ahead(rounds, pairs, as_float)


_LARGE_BATTLES: Final = Large(_run_large, _look_far)


class SolvedFight(NamedTuple, Generic[N]):
    """A battle after AA guns have fired: its ends, the chance of it, and what lies ahead of each
    pair where the plan looks ahead."""

    rounds: BattleRounds[N]
    run: Run[N]
    chance: N
    ahead: "Ahead[N] | None"


def solve_with_fights(
    battle: Battle, *, many: bool = False
) -> tuple[Odds, list[SolvedFight[float]]]:
    """The odds, and the battle for every set of aircraft that AA guns may shoot down."""
    solver = _Solver(battle, as_float, float, _LARGE_BATTLES, many=many)
    fights = list(solver.fights())
    return solver.odds(fights), fights


class _Solver(Generic[N]):
    def __init__(
        self,
        battle: Battle,
        ratio: Ratio[N],
        plain: Callable[[N], Chance],
        large: Large[N] | None = None,
        *,
        many: bool = False,
    ) -> None:
        for reason in battle.uncounted():
            raise ForceError(f"the odds of this battle cannot be calculated: {reason}")
        if battle.attack_plan.stops and counts_rounds(battle.attack_plan):
            raise ForceError("a plan that looks ahead cannot also count rounds")
        self._plain = plain
        self._large = large
        self._limits = (_MEDIUM, _MEDIUM) if many else (_LARGE, _LARGE_AT_SEA)
        self._battle = battle
        self._ratio = ratio
        rules = battle.rules
        self._table = HitTable(ratio, rules.sides, low_luck=rules.options.low_luck)
        self._orders = _orders(battle)

    def odds(self, fights: Iterable[SolvedFight[N]]) -> Odds:
        found: dict[tuple[OddsOutcome, Force, Force, bool], N] = {}
        mean = dropped = self._ratio(0, 1)
        for rounds, run, chance, _ in fights:
            attack, defence = rounds.attack, rounds.defence
            mean = mean + chance * run.rounds
            dropped = dropped + chance * run.dropped
            for (outcome, mine, theirs), part in run.ends.items():
                takes = rounds.succeeds(outcome, mine) and not rounds.battle.is_sea
                key = (outcome, attack.force(mine), defence.force(theirs), takes)
                known = found.get(key)
                found[key] = chance * part if known is None else known + chance * part
        return _odds_of(
            self._battle,
            (
                BattleEnding(outcome, attackers, defenders, takes, self._plain(chance))
                for (outcome, attackers, defenders, takes), chance in found.items()
            ),
            self._plain(mean),
            self._plain(dropped),
            self._orders,
        )

    def fights(self) -> Iterator[SolvedFight[N]]:
        """The battle for every set of aircraft that may be shot down, with its chance."""
        for lost, chance in self._shot_down().items():
            left = tuple(
                unit for place, unit in enumerate(self._battle.attackers) if place not in lost
            )
            battle = replace(self._battle, attackers=left)
            rounds = self._rounds_of(battle)
            run, ahead = self._run(rounds, battle)
            yield SolvedFight(rounds, run, chance, ahead)

    def _shot_down(self) -> dict[tuple[int, ...], N]:
        """The places of attackers that AA guns shoot down, with the chance of each such set."""
        if not self._battle.aa_strength:
            return {(): self._ratio(1, 1)}
        from engine.odds.opening import aa_outcomes  # noqa: PLC0415 - most battles have no guns

        return aa_outcomes(self._battle, self._ratio)

    def _starts(self, battle: Battle, rounds: BattleRounds[N]) -> dict[Spot, N]:
        """Both sides before round 1."""
        if not battle.bombarding:
            return {Spot(0, 0, 0, 0): rounds.attack.one}
        from engine.odds.opening import bombarded  # noqa: PLC0415 - nor ships that bombard

        return bombarded(battle, rounds, self._table)

    def _rounds_of(self, battle: Battle) -> BattleRounds[N]:
        rules = battle.rules
        whole = len(battle.attackers) == len(self._battle.attackers)
        orders = self._orders if whole else _orders(battle)
        attack = Side(
            "attacker",
            battle.attackers,
            orders[0],
            battle.defenders,
            rules,
            battle.attack_plan,
            self._table,
            battle.helpers[0],
            battle.combat_infrastructure[0],
        )
        defence = Side(
            "defender",
            battle.defenders,
            orders[1],
            battle.attackers,
            rules,
            battle.defence_plan,
            self._table,
            battle.helpers[1],
            battle.combat_infrastructure[1],
        )
        return BattleRounds(battle, attack, defence)

    def _run(self, rounds: BattleRounds[N], battle: Battle) -> tuple[Run[N], "Ahead[N] | None"]:
        starts = self._starts(battle, rounds)
        size = (1 + len(rounds.attack.order)) * (1 + len(rounds.defence.order))
        plain = is_plain(rounds)
        large = self._large if size > self._limits[0 if plain else 1] else None
        ahead = None
        if battle.attack_plan.stops:
            from engine.odds.look_ahead import look_ahead, roots  # noqa: PLC0415 - seldom wanted

            first = roots(rounds, starts)
            ahead = large.ahead(rounds, first) if large else look_ahead(rounds, first, self._ratio)
            rounds.stop_at(ahead.leaves)
        run, pairs = begun(rounds, starts)
        if large is not None:
            large.run(rounds, pairs, run)
        elif plain:
            run_ladder(rounds, pairs, run)
        else:
            run_chain(rounds, pairs, run)
        return run, ahead


def _odds_of(
    battle: Battle,
    endings: Iterable[BattleEnding],
    rounds: Chance,
    dropped: Chance,
    orders: tuple[tuple[int, ...], tuple[int, ...]],
) -> Odds:
    ordered = sorted(
        endings, key=lambda end: (-end.chance, end.outcome, end.attackers, end.defenders)
    )
    return Odds(
        attackers=force_of(battle.attackers),
        defenders=force_of(battle.defenders),
        prices=battle.rules.prices,
        endings=tuple(ordered),
        rounds=rounds,
        attacker_losses=order_in_words(battle.attackers, orders[0]),
        defender_losses=order_in_words(battle.defenders, orders[1]),
        dropped=dropped,
        is_sea=battle.is_sea,
        prize=battle.prize,
    )


def _orders(battle: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The orders of losses of the attacker and of the defender."""
    rules = battle.rules
    return (
        losses_in_order(battle.attackers, rules, battle.attack_plan, "attacker"),
        losses_in_order(battle.defenders, rules, battle.defence_plan, "defender"),
    )
