"""Playing a battle many times by the engine's own rules, for what no fixed plan can express.

Every battle is played as a game plays it: orders, dice and the answers of absent players.  The
attacker answers by their plan, the defender by their standing orders.

Rule: rule book, Battle calculator (B252).
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, Protocol

from engine.core.agenda import Decision, PendingBattle, PhaseFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.events.battle import BattleEnded, BattleRoundBegan
from engine.core.ids import NOWHERE, BattleSide, TerritoryName, UnitId, UnitTypeName
from engine.core.unit import Unit
from engine.core.words import OddsOutcome
from engine.game import apply
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.notation.answers import decide
from engine.notation.instructions import (
    BattleInstruction,
    LossOrder,
    RetreatRule,
    SubmergeRule,
    WhenClause,
)
from engine.odds.battle import Combatant, Plan
from engine.odds.forces import ForceError
from engine.odds.losses import losses_in_order
from engine.odds.outcome import BattleEnding, Force, Odds, order_in_words
from engine.odds.position import Situation, battle_in
from engine.odds.rounds import BOTH, LOSS, RETREAT, STALEMATE, WIN
from engine.odds.solving import solve
from engine.orders.fight import Fight
from engine.orders.form import Action
from engine.rules.common.battle_step import BATTLE
from engine.rules.common.relations import type_of
from engine.values import replace

USUAL_RUNS: Final = 400
"""Battles that are played where the odds cannot be found exactly: an error of 2.5 points."""

_BITS: Final = 2**64 - 1


class Dice(Protocol):
    """Anything that draws numbers as `random.Random` does."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, not including, `stop`."""
        ...


class Numbers:
    """Numbers that look drawn and are the same each time (SplitMix64, Steele et al. 2014).

    The engine knows no chance, and a player who asks twice about one battle reads one answer.
    """

    def __init__(self, seed: int = 1) -> None:
        self._at = seed

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, not including, `stop`."""
        self._at = (self._at + 0x9E3779B97F4A7C15) & _BITS
        mixed = ((self._at ^ (self._at >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _BITS
        return (mixed ^ (mixed >> 31)) % stop


def best_odds(
    situation: Situation,
    state: State,
    territory: TerritoryName,
    runs: int = USUAL_RUNS,
) -> Odds:
    """The exact odds of a battle of a position, or simulated ones where these are refused.

    situation: what `battle_in` says of the same position; simulated odds say so, with their error.
    """
    if not situation.battle.uncounted():
        return solve(situation.battle)
    plan = situation.battle.attack_plan
    return simulate(state, territory, situation.attackers, plan, Numbers(), runs)


def simulate(
    state: State,
    territory: TerritoryName,
    attackers: Collection[UnitId],
    plan: Plan,
    dice: Dice,
    runs: int,
) -> Odds:
    """The odds of the battle that `battle_in` describes, from a number of played battles.

    Raises ForceError for a plan that looks ahead, which needs the exact odds.
    """
    if plan.stops:
        raise ForceError("a battle that is simulated cannot follow a plan that looks ahead")
    situation = battle_in(state, territory, attackers, plan)
    battle = situation.battle
    start = arena(state, territory, attackers)
    instructions = instructions_of(territory, plan)
    found: Counter[tuple[OddsOutcome, Force, Force, bool]] = Counter()
    rounds = 0
    for _ in range(runs):
        ending, fought = play(start, territory, instructions, dice, situation.defenders)
        found[ending] += 1
        rounds += fought
    forces = [_force(state, ids) for ids in (situation.attackers, situation.defenders)]
    both: tuple[tuple[tuple[Combatant, ...], Plan, BattleSide], ...] = (
        (battle.attackers, battle.attack_plan, "attacker"),
        (battle.defenders, battle.defence_plan, "defender"),
    )
    orders = [
        order_in_words(units, losses_in_order(units, battle.rules, side_plan, side))
        for units, side_plan, side in both
    ]
    return Odds(
        attackers=forces[0],
        defenders=forces[1],
        prices=state.definition.economy.prices,
        endings=tuple(BattleEnding(*key, count / runs) for key, count in found.most_common()),
        rounds=rounds / runs,
        attacker_losses=orders[0],
        defender_losses=orders[1],
        method="simulated",
        runs=runs,
        is_sea=battle.is_sea,
        prize=battle.prize,
    )


def arena(state: State, territory: TerritoryName, attackers: Collection[UnitId]) -> State:
    """The position in the battle phase with only this battle to be fought."""
    index = next(
        number
        for number, step in enumerate(state.definition.sequence)
        if (step.nation, step.phase) == (state.nation, "battle")
    )
    pending = next(
        (entry for entry in state.battles if (entry.territory, entry.kind) == (territory, BATTLE)),
        PendingBattle(territory, BATTLE, ()),
    )
    chosen = tuple(sorted(attackers))
    there = {key: replace(state.units[key], territory=territory) for key in chosen}
    units = {key: there.get(key, unit) for key, unit in state.units.items()}
    return replace(
        state,
        agenda=(PhaseFrame(index, state.nation, "battle", "open"),),
        units=units,
        battles=(replace(pending, attackers=chosen),),
    )


def instructions_of(territory: TerritoryName, plan: Plan) -> tuple[BattleInstruction, ...]:
    """A plan as battle instructions of orders."""
    found: list[BattleInstruction] = []
    if plan.losses:
        found.append(LossOrder(territory, plan.losses))
    for every in plan.retreat:
        conditions = tuple(WhenClause(one.what, one.relation, one.number) for one in every)
        found.append(RetreatRule(territory, NOWHERE, conditions))
    if plan.submerges == "always":
        found.append(SubmergeRule(territory, submerge=True))
    return tuple(found)


def play(
    start: State,
    territory: TerritoryName,
    instructions: Sequence[BattleInstruction],
    dice: Dice,
    defenders: Collection[UnitId],
) -> tuple[tuple[OddsOutcome, Force, Force, bool], int]:
    """One battle: how it ended and in how many rounds."""
    step = apply(start, Fight(territory))
    rounds = 0
    while True:
        rounds += sum(isinstance(event, BattleRoundBegan) for event in step.events)
        ended = next((event for event in step.events if isinstance(event, BattleEnded)), None)
        if ended is not None:
            return _ending(start, step, ended, defenders), rounds
        step = apply(step.state, _answer(step, instructions, dice))


def _answer(step: Step, instructions: Sequence[BattleInstruction], dice: Dice) -> Action:
    waiting = step.waiting
    if isinstance(waiting, RollRequest):
        return RollResult(tuple(dice.randrange(waiting.sides) + 1 for _ in range(waiting.count)))
    if isinstance(waiting, Decision):
        return decide(step.state, waiting, instructions)
    raise LookupError("the battle is not waiting for anything that can be answered")


def _ending(
    start: State, step: Step, ended: BattleEnded, defenders: Collection[UnitId]
) -> tuple[OddsOutcome, Force, Force, bool]:
    """How a battle ended, in the words of the odds."""
    units = step.state.units
    mine = [units[key] for key in start.battles[0].attackers if key in units]
    theirs = [units[key] for key in sorted(defenders) if key in units]
    here = [unit for unit in mine if unit.territory == ended.territory and not unit.submerged]
    outcome = {"attacker": WIN, "draw": STALEMATE if here and theirs else BOTH}.get(
        ended.winner, RETREAT if mine else LOSS
    )
    is_land = not start.definition.board.is_sea[ended.territory]
    takes = outcome == WIN and is_land and any(type_of(start, unit).is_land for unit in here)
    return (outcome, _counted(mine), _counted(theirs), takes)


def _force(state: State, ids: Collection[UnitId]) -> Force:
    return _counted([state.units[key] for key in ids])


def _counted(units: Sequence[Unit]) -> Force:
    counts: dict[UnitTypeName, int] = {}
    for unit in units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    return tuple(counts.items())
