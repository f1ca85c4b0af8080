"""Ships fire at the shore before a landing.

Rule: rule book, Units, Technology and Amphibious combat (B82, B85, B119, B205 to B207, B209,
V11).
Ships in the zone that the landing came from and that have not fought this turn may fire one die
each, unless kamikaze attacks were made in that zone; what they hit is removed at once.  The player
chooses the ships; each bombards once a turn.
Classic: C44, C45.
Options: bombard_casualties_fire, bombard_per_landed_unit.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import Decision
from engine.core.chance import RollResult
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import Bombarded
from engine.core.events.turn import FrameReplaced
from engine.core.ids import UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.bombard import Bombard
from engine.orders.form import Order
from engine.rules.battle.before.amphibious import zones_of
from engine.rules.battle.numbers.shooters import bombarding_shooter
from engine.rules.battle.rounds.fire import FiringGroup, resolve_volley, roll_request
from engine.rules.battle.rounds.volley import BOMBARDMENT
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    check_fits_decision,
    did,
    has_done,
    pending_of,
    unmarked_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_hit_changes
from engine.rules.common.picks import pick_units, picks_of
from engine.rules.common.relations import type_of
from engine.rules.common.values import bombard_value
from engine.values import replace

_CHOSEN: Final = "chosen"


def bombard_strength(state: State, unit: Unit) -> int:
    """At which number a ship hits the shore, 0 when it cannot fire at it (B85, B119)."""
    technologies = state.technologies.get(unit.owner, ())
    return bombard_value(type_of(state, unit), state.definition.options, technologies)


def bombarding_ships(state: State) -> tuple[UnitId, ...]:
    """Ships that may fire at the shore of the battle under way, in order of identity."""
    battle = battle_of(state)
    loud = {*state.turn.fought, *state.turn.struck}
    quiet = [zone for zone in zones_of(state, pending_of(state, battle)) if zone not in loud]
    there = (unit for zone in quiet for unit in state.units_in(zone))
    return tuple(
        unit.id
        for unit in sorted(there, key=lambda unit: unit.id)
        if unit.owner == battle.attacker
        and not unit.in_combat
        and not unit.bombarded
        and not unit.submerged
        and bombard_strength(state, unit) > 0
    )


def _limit(state: State) -> int:
    """How many ships may fire; where the option says so, no more than landed units."""
    ships = len(bombarding_ships(state))
    if not state.definition.options.bombard_per_landed_unit:
        return ships
    landings = pending_of(state, battle_of(state)).landings
    return min(ships, sum(unit in state.units for unit, _, _ in landings))


def _group(state: State) -> FiringGroup:
    battle = battle_of(state)
    ships = (state.units[unit] for unit in battle.bombarding)
    options, technologies = state.definition.options, state.technologies.get(battle.attacker, ())
    shooters = tuple(
        bombarding_shooter(
            type_of(state, ship), options, technologies, bombard_strength(state, ship)
        )
        for ship in ships
    )
    return FiringGroup(BOMBARDMENT, ATTACKER, shooters, unmarked_of(state, battle, DEFENDER))


def _is_first_round(state: State) -> bool:
    return battle_of(state).round == 1


def _advance(state: State) -> Events | Waiting:
    battle = battle_of(state)
    if has_done(state, BOMBARDMENT):
        return resolve_hit_changes(state)
    if not has_done(state, _CHOSEN):
        if not bombarding_ships(state) or not battle.attackers or not battle.defenders:
            return ()
        return _decision(state)
    if not battle.bombarding:
        return ()
    request = roll_request(state, _group(state))
    return resolve_volley(state, _group(state), ()) if request.count == 0 else request


def _decision(state: State) -> Decision:
    battle = battle_of(state)
    return Decision(
        nation=battle.attacker,
        what="bombard",
        territory=battle.territory,
        round=battle.round,
        step=BOMBARDMENT,
        units=bombarding_ships(state),
    )


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    if has_done(state, _CHOSEN):
        return (Illegal("dice-first", "the game is waiting for the dice of the bombardment"),)
    decision = _decision(state)
    reasons = check_fits_decision(order, decision, (Bombard,))
    if reasons or not isinstance(order, Bombard):
        return reasons
    chosen, reasons = pick_units(state, order.picks, decision.units, decision.territory)
    limit = _limit(state)
    if not reasons and len(chosen) > limit:
        text = (
            f"no more than {limit} ships may bombard {decision.territory}: one for each landed unit"
        )
        return (Illegal("too-many-ships", text, "B207", decision.territory),)
    return reasons


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Bombard):
        return ()
    battle = battle_of(state)
    ships, _ = pick_units(state, order.picks, bombarding_ships(state), battle.territory)
    log = EventLog(state)
    log.add(did(state, _CHOSEN))
    if ships:
        log.add(Bombarded(battle.territory, ships))
        log.add(FrameReplaced(replace(battle_of(log.state), bombarding=ships)))
    return log.events


def _roll(state: State, roll: RollResult) -> Events:
    return resolve_volley(state, _group(state), roll.dice)


def _legal(state: State) -> Iterator[Order]:
    """No ship, each ship alone, and as many as may fire."""
    if has_done(state, _CHOSEN):
        return
    territory = battle_of(state).territory
    ships = bombarding_ships(state)
    yield Bombard(territory, ())
    for ship in ships:
        yield Bombard(territory, picks_of(state, (ship,)))
    if _limit(state) > 1:
        yield Bombard(territory, picks_of(state, ships[: _limit(state)]))


STEPS: Final = (BattleStep("bombard", _advance, _check, _resolve, _roll, _legal, _is_first_round),)
