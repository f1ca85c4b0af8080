"""Submarines submerge and so leave a battle.

Rule: rule book, Units and Battle (B76, B81, B187, B193, G5, G20, G30).  After a round the
submarines of a side may submerge when the other side has no destroyer left; they stay in the zone
and can do nothing else in this turn. The attacker is asked, but not where by option the defenders
are transports that are lost at once (B75). The defender is away: their submarines
do as their standing orders say. Without any, an option decides whether they are asked; if not, all
of the submarines submerge when they can hit none of the attackers left, or when the attackers left
are stronger in total than all defenders left; otherwise they stay up.
By option they submerge in any case before the dice of a round when all enemies are aircraft, which
could not hit them.
Options: submersible_submarines, submarines_retreat_before_battle, submerge_defender_first,
  submarines_submerge_from_aircraft, transport_casualties_restricted, ask_defender.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.core.agenda import Decision
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import SubmarinesStayed, UnitsSubmerged
from engine.core.ids import BattleSide, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.submerge import Submerge
from engine.rules.battle.numbers.submerge_conditions import can_submerge, wants_to_submerge
from engine.rules.battle.rounds.fire import has_destroyer, side_power
from engine.rules.battle.rounds.standing_orders import standing_submerge
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    battle_of,
    check_fits_decision,
    did,
    has_done,
    nation_of,
    other_side,
    units_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.picks import pick_units, picks_of
from engine.rules.common.relations import is_asked, is_mere_transport, type_of

_ANSWERED: Final = "submerge"


def submersible(state: State, side: BattleSide) -> tuple[UnitId, ...]:
    """Submarines of a side that may submerge now, in order of identity."""
    battle = battle_of(state)
    enemies = units_of(state, battle, other_side(side))
    options = state.definition.options
    hunted = has_destroyer(state, other_side(side))
    if not can_submerge(options, enemies=len(enemies), enemy_destroyer=hunted):
        return ()
    if side == ATTACKER and are_easy_prey(state, enemies):
        return ()
    there = units_of(state, battle, side)
    return tuple(unit.id for unit in there if type_of(state, unit).undersea.may_submerge)


def are_easy_prey(state: State, defenders: Iterable[Unit]) -> bool:
    """Whether nothing but transports is left, which by option are lost without a die (B75)."""
    if not state.definition.options.transport_casualties_restricted:
        return False
    return all(is_mere_transport(type_of(state, unit)) for unit in defenders)


def submerges_by_default(state: State) -> bool:
    """Whether the defender's submarines submerge; the rule is in the docstring of this file."""
    battle = battle_of(state)
    attackers = units_of(state, battle, ATTACKER)
    defenders = units_of(state, battle, DEFENDER)
    return wants_to_submerge(
        only_aircraft=all(type_of(state, unit).is_air for unit in attackers),
        attack=side_power(state, attackers, ATTACKER),
        defence=side_power(state, defenders, DEFENDER),
    )


def submerge_step(name: str, side: BattleSide, is_open: Callable[[State], bool]) -> BattleStep:  # noqa: C901 - four parts
    """The battle step in which one side may submerge; is_open: whether the options want it here."""

    def advance(state: State) -> Events | Waiting:
        if has_done(state, _ANSWERED):
            return ()
        may_submerge = submersible(state, side)
        if not may_submerge:
            return ()
        if side == DEFENDER and (told := _resolve_by_standing(state, may_submerge)):
            return told
        if side == ATTACKER or is_asked(state, battle_of(state).defender):
            return _decision(state, side)
        if not submerges_by_default(state):
            return ()
        return (UnitsSubmerged(battle_of(state).territory, side, may_submerge, "default"),)

    def check(state: State, order: Order) -> tuple[Illegal, ...]:
        decision = _decision(state, side)
        reasons = check_fits_decision(order, decision, (Submerge,))
        if reasons or not isinstance(order, Submerge):
            return reasons
        return pick_units(state, order.picks, decision.units, decision.territory)[1]

    def resolve(state: State, order: Order) -> Events:
        if not isinstance(order, Submerge):
            return ()
        territory = battle_of(state).territory
        chosen, _ = pick_units(state, order.picks, submersible(state, side), territory)
        log = EventLog(state)
        log.add(did(state, _ANSWERED))
        if chosen:
            log.add(UnitsSubmerged(territory, side, chosen, "player"))
        return log.events

    def legal(state: State) -> Iterator[Order]:
        """Nobody, and the first one, two, three ... submarines."""
        territory = battle_of(state).territory
        may_submerge = submersible(state, side)
        yield Submerge(territory, ())
        for count in range(1, len(may_submerge) + 1):
            yield Submerge(territory, picks_of(state, may_submerge[:count]))

    return BattleStep(name, advance, check, resolve, legal=legal, is_open=is_open)


def _resolve_by_standing(state: State, boats: tuple[UnitId, ...]) -> Events:
    """What standing orders of the defender do with their submarines; () when there are none."""
    battle = battle_of(state)
    told = standing_submerge(state, battle.defender, battle.territory)
    if told is None:
        return ()
    submerge, use = told
    place = battle.territory
    if submerge:
        return (did(state, _ANSWERED), UnitsSubmerged(place, DEFENDER, boats, "standing", use))
    return (did(state, _ANSWERED), SubmarinesStayed(place, DEFENDER, boats, use))


def _decision(state: State, side: BattleSide) -> Decision:
    battle = battle_of(state)
    return Decision(
        nation=nation_of(battle, side),
        what="submerge",
        territory=battle.territory,
        round=battle.round,
        step="submerge",
        units=submersible(state, side),
    )


def _before(state: State) -> bool:
    return state.definition.options.submarines_retreat_before_battle


def _after(state: State) -> bool:
    return not _before(state)


def _after_defender_first(state: State) -> bool:
    return _after(state) and state.definition.options.submerge_defender_first


def _after_attacker_first(state: State) -> bool:
    return _after(state) and not state.definition.options.submerge_defender_first


def _from_aircraft(state: State) -> bool:
    return state.definition.options.submarines_submerge_from_aircraft


def _is_hard_to_hit(state: State, key: UnitId) -> bool:
    kind = type_of(state, state.units[key])
    return kind.undersea.is_submarine or bool(kind.gunnery.cannot_be_hit_by)


def _advance_from_aircraft(state: State) -> Events | Waiting:
    """Submarines go without being asked where all enemies are aircraft (B80)."""
    battle = battle_of(state)
    for side in (ATTACKER, DEFENDER):
        enemies = units_of(state, battle, other_side(side))
        may_submerge = tuple(key for key in submersible(state, side) if _is_hard_to_hit(state, key))
        if may_submerge and all(type_of(state, unit).is_air for unit in enemies):
            return (UnitsSubmerged(battle.territory, side, may_submerge, "rule"),)
    return ()


STEPS: Final = (
    submerge_step("attacker_submerges_before", ATTACKER, _before),
    submerge_step("defender_submerges_before", DEFENDER, _before),
    submerge_step("defender_submerges_first", DEFENDER, _after_defender_first),
    submerge_step("attacker_submerges", ATTACKER, _after),
    submerge_step("defender_submerges", DEFENDER, _after_attacker_first),
    BattleStep("submerges_from_aircraft", _advance_from_aircraft, is_open=_from_aircraft),
)
