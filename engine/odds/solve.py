"""From a battle to its odds.

Every set of aircraft that AA guns may shoot down leaves a different battle; the ends of all of
them are combined.  Decision: docs/adr/0009-battle-odds.md.
"""

from collections.abc import Callable, Iterable
from typing import Final, Generic

from engine.odds.battle import Battle
from engine.odds.chain import Run, begun, run_chain
from engine.odds.firing import Pair, Spot
from engine.odds.forces import ForceError
from engine.odds.hits import HitTable, N, Ratio, as_float
from engine.odds.ladder import is_plain, run_ladder
from engine.odds.losses import losses_in_order
from engine.odds.outcome import Chance, Ending, Force, Odds, force_of, order_in_words
from engine.odds.rounds import WIN, Rounds
from engine.odds.side import Side
from engine.values import replace

_LARGE: Final = 46 * 46
_LARGE_AT_SEA: Final = 16 * 16
"""From this many pairs of states, numpy is worth its import."""

_MEDIUM: Final = 12 * 12
"""From this many pairs of states, numpy is faster once it is imported; at sea too."""

_SMALLEST: Final = 1e-8
"""Chance below which a pair of states of a large sea battle is dropped."""


def solve(battle: Battle, *, many: bool = False) -> Odds:
    """The exact odds of a battle, in floating point.

    many: whether this is one of many battles, for which numpy is worth its import.
    Raises ForceError for a battle that is not counted (see Battle.uncounted).
    """
    return _Solver(battle, as_float, float, _run_large, many=many).odds()


def solve_exactly(battle: Battle) -> Odds:
    """The same in fractions; for small battles."""
    # Late, because it is rarely needed and the module is slow to load.
    from fractions import Fraction  # noqa: PLC0415

    return _Solver(battle, Fraction, Fraction).odds()


Large = Callable[[Rounds[N], dict[Pair, N], Run[N]], None]


def _run_large(rounds: Rounds[float], pairs: dict[Pair, float], run: Run[float]) -> None:
    # Late, because numpy is slow to load.
    from engine.odds.fleet_arrays import MOST_CELLS, count_states, run_fleet  # noqa: PLC0415
    from engine.odds.ladder_arrays import run_ladder_arrays  # noqa: PLC0415

    if is_plain(rounds):
        run_ladder_arrays(rounds, pairs, run)
        return
    attack, defence = rounds.attack, rounds.defence
    cells = count_states(attack, defence, may_submerge=rounds.attacker_may_submerge)
    cells *= count_states(defence, attack, may_submerge=rounds.defender_may_submerge)
    if rounds.battle.is_sea and cells <= MOST_CELLS:
        run_fleet(rounds, pairs, run, _SMALLEST)
    else:
        run_chain(rounds, pairs, run, smallest=_SMALLEST)


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
        self._plain = plain
        self._large = large
        self._limits = (_MEDIUM, _MEDIUM) if many else (_LARGE, _LARGE_AT_SEA)
        self._battle = battle
        self._ratio = ratio
        rules = battle.rules
        self._table = HitTable(ratio, rules.sides, low_luck=rules.options.low_luck)
        self._orders = _orders(battle)
        self._rounds = self._dropped = ratio(0, 1)
        self._found: dict[tuple[str, Force, Force, bool], N] = {}

    def odds(self) -> Odds:
        for lost, chance in self._shot_down().items():
            left = tuple(
                unit for place, unit in enumerate(self._battle.attackers) if place not in lost
            )
            self._fight(replace(self._battle, attackers=left), chance)
        return _odds_of(
            self._battle,
            (
                Ending(outcome, attackers, defenders, takes, self._plain(chance))
                for (outcome, attackers, defenders, takes), chance in self._found.items()
            ),
            self._plain(self._rounds),
            self._plain(self._dropped),
            self._orders,
        )

    def _shot_down(self) -> dict[tuple[int, ...], N]:
        """The places of attackers that AA guns shoot down, with the chance of each such set."""
        if not self._battle.aa_strength:
            return {(): self._ratio(1, 1)}
        from engine.odds.opening import aa_outcomes  # noqa: PLC0415 - most battles have no guns

        return aa_outcomes(self._battle, self._ratio)

    def _starts(self, battle: Battle, rounds: Rounds[N]) -> dict[Spot, N]:
        """Both sides before round 1."""
        if not battle.bombarding:
            return {Spot(0, 0, 0, 0): rounds.attack.one}
        from engine.odds.opening import bombarded  # noqa: PLC0415 - nor ships that bombard

        return bombarded(battle, rounds, self._table)

    def _fight(self, battle: Battle, chance: N) -> None:
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
        rounds = Rounds(battle, attack, defence)
        run = self._run(rounds, battle)
        self._rounds = self._rounds + chance * run.rounds
        self._dropped = self._dropped + chance * run.dropped
        for (outcome, mine, theirs), part in run.ends.items():
            takes = outcome == WIN and not battle.is_sea and attack.facts(mine).has_land
            key = (outcome, attack.force(mine), defence.force(theirs), takes)
            known = self._found.get(key)
            self._found[key] = chance * part if known is None else known + chance * part

    def _run(self, rounds: Rounds[N], battle: Battle) -> Run[N]:
        starts = self._starts(battle, rounds)
        plain = is_plain(rounds)
        run, pairs = begun(rounds, starts)
        size = (1 + len(rounds.attack.order)) * (1 + len(rounds.defence.order))
        if self._large is not None and size > self._limits[0 if plain else 1]:
            self._large(rounds, pairs, run)
        elif plain:
            run_ladder(rounds, pairs, run)
        else:
            run_chain(rounds, pairs, run)
        return run


def _odds_of(
    battle: Battle,
    endings: Iterable[Ending],
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
    )


def _orders(battle: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The orders of losses of the attacker and of the defender."""
    rules = battle.rules
    return (
        losses_in_order(battle.attackers, rules, battle.attack_plan, "attacker"),
        losses_in_order(battle.defenders, rules, battle.defence_plan, "defender"),
    )
