"""The attacker leaves a battle or presses on.

Rule: rule book, Battle and Amphibious combat (B186, B194, B208, G6).  All units bound to land or
sea go to one territory from which at least one such unit came; it must be free of enemies, on land
not enemy land, at sea no zone fought over in this turn.  Aircraft stay over the battle and land in
the non-combat move; those of allies leave with the ships (B176).  No land unit retreats from a
landing, even when those that landed are lost; aircraft may withdraw alone.  By option land units
that came over land retreat from a landing, and while there are any, aircraft leave only with them.
Classic: C36, C42, C46, C78, D6.
Options: aircraft_withdraw_from_landings, partial_amphibious_retreat.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import BattleFrame, Decision
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import AircraftWithdrew, UnitsRetreated
from engine.core.ids import NOWHERE, TerritoryName, UnitId
from engine.core.memo import remembered
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.retreat import Retreat
from engine.rules.battle.before.amphibious import resolve_abandoned_landings
from engine.rules.battle.before.retreat_options import is_open_retreat
from engine.rules.battle.rounds.ending import resolve_battle_end
from engine.rules.battle.rounds.retreat_choice import (
    check_retreat,
    legal_retreats,
    retreat_decision,
)
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    did,
    has_done,
    units_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_sea, type_of
from engine.values import dataclass

_DECIDED: Final = "retreat"


@dataclass(frozen=True, slots=True)
class RetreatOption:
    """A way out: units that go to a territory, and aircraft that stay above the battle.

    to: "" when only aircraft withdraw.
    """

    to: TerritoryName
    ground: tuple[UnitId, ...]
    aircraft: tuple[UnitId, ...]


@remembered
def retreats(state: State) -> tuple[RetreatOption, ...]:
    """Every way in which the attacker may leave the battle under way, sorted by territory."""
    battle = battle_of(state)
    options = state.definition.options
    there = units_of(state, battle, ATTACKER)
    aircraft = tuple(unit.id for unit in there if _stays_above(state, battle, unit))
    ground = tuple(unit.id for unit in there if not _stays_above(state, battle, unit))
    leaving = tuple(unit for unit in ground if not state.units[unit].amphibious)
    if leaving and (not battle.by_sea or options.partial_amphibious_retreat):
        # Aircraft leave with the ground units that may, and not without them.
        leaving += _moved_along(state, battle)
        places = (place for place in battle.retreat_options if is_open_retreat(state, place))
        return tuple(RetreatOption(place, leaving, aircraft) for place in places)
    free = options.aircraft_withdraw_from_landings if battle.by_sea else not ground
    return (RetreatOption(NOWHERE, (), aircraft),) if aircraft and free else ()


def _stays_above(state: State, battle: BattleFrame, unit: Unit) -> bool:
    """Whether it is an aircraft that flies home later; those of allies leave with the ships."""
    return type_of(state, unit).is_air and unit.owner == battle.attacker


def _moved_along(state: State, battle: BattleFrame) -> tuple[UnitId, ...]:
    """Infrastructure that came with the attackers: it does not fight, and it leaves with them."""
    return tuple(
        unit.id
        for unit in state.units_in(battle.territory)
        if unit.owner == battle.attacker
        and unit.moved > 0
        and unit.id not in battle.attackers
        and type_of(state, unit).is_infrastructure
    )


def _advance(state: State) -> Events | Waiting:
    battle = battle_of(state)
    if has_done(state, _DECIDED) or not battle.attackers or not battle.defenders:
        return ()
    return _decision(state) if retreats(state) else ()


def _decision(state: State) -> Decision:
    found = retreats(state)
    leaving = {unit for way in found for unit in (*way.ground, *way.aircraft)}
    return retreat_decision(state, ATTACKER, tuple(sorted(leaving)), (way.to for way in found))


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    decision = _decision(state)

    def refusal(goal: TerritoryName) -> str:
        to = goal or "nowhere, with aircraft only,"
        ways = ", ".join(place or "aircraft only" for place in decision.territories)
        return f"{decision.territory}: no retreat to {to} is possible; possible: {ways}"

    return check_retreat(order, decision, refusal, "B194")


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Retreat):
        return (did(state, _DECIDED),)
    battle = battle_of(state)
    way = next(way for way in retreats(state) if way.to == order.to)
    log = EventLog(state)
    log.add(did(state, _DECIDED))
    if way.ground:
        if is_sea(state, battle.territory):
            cause = f"the fleet retreated to {way.to}"
            log.extend(resolve_abandoned_landings(state, battle.territory, cause))
        log.add(UnitsRetreated(battle.territory, way.ground, way.to))
    if way.aircraft:
        log.add(AircraftWithdrew(battle.territory, way.aircraft))
    if not battle_of(log.state).attackers:
        log.extend(resolve_battle_end(log.state, DEFENDER))
    return log.events


def _legal(state: State) -> Iterator[Order]:
    return legal_retreats(_decision(state))


RETREAT: Final = BattleStep("retreat", _advance, _check, _resolve, legal=_legal)
STEPS: Final = (RETREAT,)
