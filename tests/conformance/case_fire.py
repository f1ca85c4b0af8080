"""Firing without a battle: AA guns at some aircraft, units that only roll, battles by chance."""

import random
from collections import Counter
from dataclasses import replace

from engine.core.agenda import Decision, PendingBattle
from engine.core.chance import RollRequest, RollResult
from engine.core.event_log import EventLog
from engine.core.events.battle import BattleEnded
from engine.gamedef import Definition, State
from engine.orders.form import Order
from engine.orders.lose import Lose
from engine.rules.aa.guns import guns_in, volleys_of
from engine.rules.aa.hits import aa_dice_count, resolve_aa_hits
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.numbers.rolls import roll_volley
from engine.rules.battle.numbers.shooters import dice_count
from engine.rules.battle.rounds.casualties import casualty_order
from engine.rules.battle.rounds.fire import shooters_of
from engine.rules.common.picks import picks_of
from engine.rules.common.relations import is_enemy, type_of
from tests.conformance.case_file import (
    CaseFailedError,
    CaseUnsupportedError,
    counts_of,
    numbers_of,
)
from tests.conformance.case_game import CaseGame
from tests.conformance.case_position import with_new_units, without
from tests.conformance.replay_json import Table, text


def fire_guns(game: CaseGame, step: Table) -> dict[str, int]:
    """AA guns fire at aircraft that exist for this moment only; the types that are shot down."""
    if step.get("friendly_support") or step.get("enemy_support"):
        raise CaseUnsupportedError("support of AA guns")
    owner, place = text(step["owner"]), text(step.get("territory"))
    state = _on_turn(game.state, owner)
    if step.get("aa"):
        gunner = text(step["aa_owner"])
        place = place or _any_land(state, gunner)
        types = state.definition.unit_types
        others = (unit.id for unit in state.units_in(place) if types[unit.type].guns.is_aa_gun)
        state = without(state, others)
        state = with_new_units(state, place, gunner, counts_of(step, "aa"))
    first = state.next_unit
    state = with_new_units(state, place, owner, counts_of(step, "at"))
    aircraft = tuple(key for key in state.units if key >= first)
    guns = guns_in(state, place, owner)
    (volley,) = volleys_of(state, guns, [state.units[key] for key in aircraft])
    count = aa_dice_count(state, volley)
    dice = _take(game, count, "AA fire") if count else ()
    events = resolve_aa_hits(state, place, volley, dice, step="aa_fire")
    before = game.state
    game.state, game.wanted = state, counts_of(step, "choose")
    game.extend(events)
    lost = Counter(state.units[key].type for key in aircraft if key not in game.state.units)
    game.state, game.wanted = before, {}
    return dict(lost)


def roll_units(game: CaseGame, step: Table) -> tuple[int, list[bool]]:
    """Units fire together without anybody to fire at: their hits, and whether each die hits."""
    owner, side = text(step["owner"]), text(step["side"])
    state = game.state
    # In a battle phase they defend against the nation on turn.
    is_attacked = state.phase.phase == "battle" and is_enemy(state, state.nation, owner)
    if side == "attack" or not is_attacked:
        state = _on_turn(state, owner)
    place = next(iter(state.definition.board.territories))
    first = state.next_unit
    state = with_new_units(state, place, owner, counts_of(step))
    ashore = bool(step.get("amphibious"))
    units = tuple(
        replace(unit, amphibious=ashore) for key, unit in state.units.items() if key >= first
    )
    shooters = shooters_of(state, units, {"attack": "attacker", "defence": "defender"}[side])
    sides = state.definition.dice_sides
    low_luck = state.definition.options.low_luck
    count = dice_count(shooters, sides, low_luck=low_luck)
    given = numbers_of(step, "pips")
    if count != len(given):
        raise CaseFailedError(f"the engine asks for {count} dice, the case holds {len(given)}")
    dice = _take(game, count, "units that roll") if count else ()
    volley = roll_volley(shooters, dice, sides, low_luck=low_luck)
    return volley.hits, [die <= group.strength for group in volley.groups for die in group.dice]


def battle_shares(game: CaseGame, step: Table) -> tuple[float, float]:
    """The shares of battles that the attacker and the defender win, by many runs."""
    runs = step.get("runs")
    if not isinstance(runs, int):
        raise CaseUnsupportedError("odds without a number of runs")
    attacker = dict(_force(step, "attacker"))
    owner = attacker.pop("owner")
    state = _on_turn(game.state, str(owner), "battle")
    place = text(step["territory"])
    defender = step.get("defender")
    if isinstance(defender, dict):
        state = without(state, [unit.id for unit in state.units_in(place)])
        force = dict(_force(step, "defender"))
        other = str(force.pop("owner"))
        state = with_new_units(state, place, other, {k: int(str(v)) for k, v in force.items()})
    first = state.next_unit
    state = with_new_units(state, place, str(owner), {k: int(str(v)) for k, v in attacker.items()})
    fighting = tuple(key for key in state.units if key >= first)
    state = replace(state, battles=(PendingBattle(place, "battle", fighting),))
    chance = random.Random(1)
    wins = Counter(
        _one_battle(game, state, chance, keep=bool(step.get("keep_one_land"))) for _ in range(runs)
    )
    return wins["attacker"] / runs, wins["defender"] / runs


class _Simulation(CaseGame):
    """A battle with dice by chance instead of those of a case."""

    def __init__(self, game: CaseGame, state: State, chance: random.Random, *, keep: bool) -> None:
        super().__init__(game.map, ())
        self.state = state
        self._chance = chance
        self._keep = keep

    def roll(self, request: RollRequest) -> RollResult:
        """Dice by chance."""
        return RollResult(
            tuple(self._chance.randint(1, request.sides) for _ in range(request.count))
        )

    def answer(self, decision: Decision) -> Order:
        """As a case does; on demand the last land unit is lost last of all."""
        if decision.what != "casualties" or not self._keep:
            return super().answer(decision)
        order = list(casualty_order(self.state, decision.units, "attacker"))
        land = [key for key in order if type_of(self.state, self.state.units[key]).is_land]
        if land:
            order.remove(land[-1])
            order.append(land[-1])
        return Lose(decision.territory, picks_of(self.state, order[: decision.count]))


def _one_battle(game: CaseGame, state: State, chance: random.Random, *, keep: bool) -> str:
    battle = _Simulation(game, state, chance, keep=keep)
    pending = state.battles[0]
    log: EventLog[Definition] = EventLog(state)
    log.extend(resolve_battle_start(state, pending))
    battle.state = log.state
    battle.settle()
    if any(isinstance(event, BattleEnded) for event in log.events):
        raise CaseFailedError("the battle was over before it began")
    there = battle.state.units_in(pending.territory)
    left = [unit for unit in there if not type_of(state, unit).is_infrastructure]
    attackers = any(unit.owner == state.nation for unit in left)
    defenders = any(unit.owner != state.nation for unit in left)
    if attackers == defenders:
        return "draw"
    return "attacker" if attackers else "defender"


def _force(step: Table, key: str) -> dict[str, object]:
    value = step.get(key)
    if not isinstance(value, dict):
        raise CaseUnsupportedError(f"{key} of a battle in words")
    return dict(value)


def _on_turn(state: State, nation: str, phase: str = "combat_move") -> State:
    frame = replace(state.phase, nation=nation, phase=phase, stage="open")
    return replace(state, agenda=(frame,))


def _any_land(state: State, nation: str) -> str:
    return next(
        name
        for name, owner in state.owners.items()
        if owner == nation and not state.definition.board.is_sea[name]
    )


def _take(game: CaseGame, count: int, purpose: str) -> tuple[int, ...]:
    request = RollRequest(game.state.nation, "battle", "", 0, purpose, "", count, 6, purpose)
    return game.roll(request).dice
