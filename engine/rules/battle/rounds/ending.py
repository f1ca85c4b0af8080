"""How a battle ends: one side is left alone, or neither can hurt the other.

Rule: rule book, Units and Battle (B27, B65, B75, B148, B185, B192, B195, G29).  An attacker who
wins takes the land if one of their land units is left.  After a sea battle, landings from that
zone go on if it was won and are called off if it was not; by option they also go on after a draw.
By option a battle ends undecided after some rounds.
Classic: C35, C40.
Options: transport_casualties_restricted, retreat_from_stalemates, landings_survive_draws,
land_battle_rounds, sea_battle_rounds, abandoned_land_is_taken, neutral_charge.
"""

from typing import Final

from engine.core.agenda import BattleFrame
from engine.core.event_log import EventLog
from engine.core.events.battle import BattleEnded, BattleRoundBegan
from engine.core.events.turn import FramePopped, FrameReplaced
from engine.core.ids import BattleSide
from engine.core.unit import Unit
from engine.core.words import Winner
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.rules.battle.before.amphibious import resolve_abandoned_landings
from engine.rules.battle.before.beginning import sides_with_destroyer
from engine.rules.battle.before.pending_battles import (
    can_conquer,
    can_fight,
    defenders_in,
    most_of,
    resolve_charge,
    resolve_walk_ins,
)
from engine.rules.battle.before.retreat_options import is_open_retreat
from engine.rules.battle.numbers.stalemate_conditions import may_leave_stalemate
from engine.rules.battle.numbers.targets import EARLY, GENERAL
from engine.rules.battle.rounds.fire import can_hurt, side_power
from engine.rules.battle.rounds.spent import resolve_spent
from engine.rules.common.battle_step import (
    ATTACKER,
    BATTLE,
    DEFENDER,
    RAID,
    BattleStep,
    battle_of,
    nation_of,
    other_side,
    units_of,
    unmarked_of,
)
from engine.rules.common.capture import infrastructure_to, is_prize, resolve_capture, resolve_fought
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_hit_changes, resolve_losses
from engine.rules.common.relations import (
    is_allied,
    is_enemy_land,
    is_mere_transport,
    is_sea,
    owner_of,
    type_of,
)
from engine.rules.common.values import attack_value, defence_value
from engine.values import replace

DRAW: Final = "draw"

_ALL: Final = (*GENERAL, *EARLY)


def resolve_battle_end(state: State, winner: Winner) -> Events:
    """The battle under way is over; winner: ``"attacker"``, ``"defender"`` or ``"draw"``."""
    log = EventLog(state)
    if battle_of(state).kind in {BATTLE, RAID}:
        log.extend(resolve_spent(state))
    state = log.state
    battle = battle_of(state)
    alive = tuple(unit for unit in battle.began if unit in state.units)
    log.extend(resolve_fought(state, battle.attacker, battle.defender, battle.territory))
    log.add(BattleEnded(battle.territory, battle.kind, winner, battle.round, alive))
    log.add(FramePopped())
    if battle.kind == BATTLE:
        log.extend(_resolve_outcome(log.state, battle, winner))
        log.extend(resolve_walk_ins(log.state))
    return log.events


def _resolve_outcome(state: State, battle: BattleFrame, winner: Winner) -> Events:
    if is_sea(state, battle.territory):
        if winner == ATTACKER:
            return _resolve_zone(state, battle, ATTACKER)
        if winner == DRAW and state.definition.options.landings_survive_draws:
            return ()
        is_taken = winner == DEFENDER and state.definition.options.abandoned_land_is_taken
        return (
            *(_resolve_defended_zone(state, battle) if is_taken else ()),
            *resolve_abandoned_landings(state, battle.territory, "the sea battle was not won"),
        )
    there = units_of(state, battle, ATTACKER)
    if winner == ATTACKER and any(can_conquer(state, unit) for unit in there):
        taken = resolve_capture(state, battle.territory, battle.attacker)
        return (*resolve_charge(state, battle.territory), *taken)
    if winner == DEFENDER or not there:
        if taken := _resolve_shared(state, battle):
            return taken
        # What came along with the attackers and cannot fight falls to the defender; so does what is
        # the owner's where others have defended the land.
        return tuple(infrastructure_to(state, battle.territory, battle.defender))
    return ()


def _resolve_shared(state: State, battle: BattleFrame) -> Events:
    """By option, land that the attackers shared with the defenders goes to those who are left.

    They are the defenders, aircraft included, or else whoever has most units there.
    """
    if not state.definition.options.abandoned_land_is_taken:
        return ()
    there = state.units_in(battle.territory)
    left = tuple(unit for unit in there if not type_of(state, unit).is_infrastructure)
    if units_of(state, battle, DEFENDER):
        return resolve_capture(state, battle.territory, battle.defender)
    return resolve_capture(state, battle.territory, most_of(state, left)) if left else ()


def _resolve_defended_zone(state: State, battle: BattleFrame) -> Events:
    """The zone is taken by those who defended there, and what cannot fight falls to them."""
    taken = _resolve_zone(state, battle, DEFENDER)
    return taken or tuple(infrastructure_to(state, battle.territory, battle.defender))


def _resolve_zone(state: State, battle: BattleFrame, winner: BattleSide) -> Events:
    """A sea zone of an enemy belongs to the winner (B24)."""
    there = units_of(state, battle, winner)
    if any(can_conquer(state, unit) for unit in there):
        prize = is_prize(state, battle.territory)
        nation = nation_of(battle, winner)
        return resolve_capture(state, battle.territory, nation, is_prize=prize)
    return ()


def _advance_casualties(state: State) -> Events | Waiting:
    """Segment 5: units change, every marked one leaves the board, then those that are spent."""
    battle = battle_of(state)
    changed = resolve_hit_changes(state)
    if changed:
        return changed
    lost = resolve_losses(state, battle.territory, battle.marked, "battle")
    return lost or resolve_spent(state)


def _advance_end(state: State) -> Events | Waiting:
    battle = battle_of(state)
    attackers = units_of(state, battle, ATTACKER)
    defenders = units_of(state, battle, DEFENDER)
    return _resolve_defenceless(state, battle) or (
        () if attackers and defenders else _advance_empty(state)
    )


def _advance_empty(state: State) -> Events | Waiting:
    """A side has no unit left; transports alone may still be there, and are fired at."""
    battle = battle_of(state)
    attackers = units_of(state, battle, ATTACKER)
    defenders = units_of(state, battle, DEFENDER)
    if attackers and defenders:
        return ()
    if attackers:
        return resolve_battle_end(state, ATTACKER)
    return resolve_battle_end(state, DEFENDER if defenders else DRAW)


def _resolve_defenceless(state: State, battle: BattleFrame) -> Events:
    """By option, a side that cannot hurt anybody is lost at once to enemies that can (B75).

    Attackers stay and are shot at as long as they may retreat, or have aircraft.  Transports of
    allies in the zone are lost with the others, and to ships that do not fight themselves.  Whom a
    bombardment has hit still fires, and protects nobody any more.
    """
    if not state.definition.options.transport_casualties_restricted:
        return ()
    defenders = _left_of(state, battle, DEFENDER)
    fleet = _fleet_of(state, battle)
    if defenders and _are_transports(state, defenders) and side_power(state, fleet, ATTACKER):
        return _resolve_lost(state, battle, defenders)
    if defenders and _is_helpless(state, battle, DEFENDER):
        return _resolve_lost(state, battle, defenders)
    attackers = _left_of(state, battle, ATTACKER)
    if any(is_open_retreat(state, place) for place in battle.retreat_options) or any(
        type_of(state, unit).is_air for unit in attackers
    ):
        return ()
    hurt = side_power(state, defenders, DEFENDER) > 0
    if hurt and fleet and _are_transports(state, fleet):
        return _resolve_lost(state, battle, fleet)
    if attackers and _is_helpless(state, battle, ATTACKER):
        return _resolve_lost(state, battle, attackers)
    return ()


def _is_helpless(state: State, battle: BattleFrame, side: BattleSide) -> bool:
    """Whether only the other side has units that hit or help others to hit, by their types."""
    able, other = (
        any(_has_ability(state, unit, one) for unit in _left_of(state, battle, one))
        for one in (side, other_side(side))
    )
    return other and not able


def _left_of(state: State, battle: BattleFrame, side: BattleSide) -> tuple[Unit, ...]:
    """The units of a side that are not hit; where all are, all of them."""
    return unmarked_of(state, battle, side) or units_of(state, battle, side)


def _has_ability(state: State, unit: Unit, side: BattleSide) -> bool:
    kind, options = type_of(state, unit), state.definition.options
    technologies = state.technologies.get(unit.owner, ())
    if any(kind.name in rule.givers for rule in state.definition.support):
        return True
    if side == ATTACKER:
        return attack_value(kind, options, technologies, landed=False) > 0
    return defence_value(kind, options, technologies) > 0


def _resolve_lost(state: State, battle: BattleFrame, units: tuple[Unit, ...]) -> Events:
    lost = tuple(unit.id for unit in units)
    return resolve_losses(state, battle.territory, lost, "defenceless")


def _are_transports(state: State, units: tuple[Unit, ...]) -> bool:
    return all(is_mere_transport(type_of(state, unit)) for unit in units)


def _fleet_of(state: State, battle: BattleFrame) -> tuple[Unit, ...]:
    """Ships and aircraft of the attacker and its allies in a sea zone; () on land."""
    if not is_sea(state, battle.territory):
        return ()
    return tuple(
        unit
        for unit in state.units_in(battle.territory)
        if is_allied(state, unit.owner, battle.attacker)
        and unit.carried_by is None
        and not unit.submerged
    )


def _advance_stalemate(state: State) -> Events | Waiting:
    """Neither side can hit the other: both stay where they are (G29)."""
    battle = battle_of(state)
    if not (units_of(state, battle, ATTACKER) and units_of(state, battle, DEFENDER)):
        return ()
    if can_hurt(state, ATTACKER, _ALL) or can_hurt(state, DEFENDER, _ALL):
        return ()
    return resolve_battle_end(state, DRAW)


def _ends_at_once(state: State) -> bool:
    """Whether a stalemate ends the battle before anybody is asked to submerge or retreat."""
    return not (state.definition.options.retreat_from_stalemates or _may_leave_stalemate(state))


def _is_last_at_once(state: State) -> bool:
    """Whether the last round ends the battle before anybody is asked to submerge or retreat."""
    return not _may_leave_stalemate(state)


def _may_leave_stalemate(state: State) -> bool:
    battle = battle_of(state)
    attackers, defenders = (
        [type_of(state, unit) for unit in units_of(state, battle, side)]
        for side in (ATTACKER, DEFENDER)
    )
    return may_leave_stalemate(state.definition.options, attackers, defenders)


def _advance_last_round(state: State) -> Events | Waiting:
    """Both sides stay, and fight again when it is the turn of one of them."""
    battle = battle_of(state)
    options = state.definition.options
    at_sea = is_sea(state, battle.territory)
    most = options.sea_battle_rounds if at_sea else options.land_battle_rounds
    return resolve_battle_end(state, DRAW) if most and battle.round >= most else ()


def _advance_round(state: State) -> Events | Waiting:
    battle = battle_of(state)
    following = replace(
        battle,
        round=battle.round + 1,
        step=0,
        done=(),
        destroyer_sides=sides_with_destroyer(state, battle),
        fallen=(),
    )
    return (FrameReplaced(following), BattleRoundBegan(battle.territory, following.round))


STEPS: Final = (
    BattleStep("remove_casualties", _advance_casualties),
    BattleStep("check_empty", _advance_empty),
    BattleStep("check_end", _advance_end),
    BattleStep("check_stalemate", _advance_stalemate),
    BattleStep("check_stalemate_at_once", _advance_stalemate, is_open=_ends_at_once),
    BattleStep("check_last_round", _advance_last_round),
    BattleStep("check_last_round_at_once", _advance_last_round, is_open=_is_last_at_once),
    BattleStep("next_round", _advance_round),
)


def resolve_left_infrastructure(state: State) -> Events:
    """What came along with troops that were lost before they could fight falls to the enemy (B33).

    So it is with troops that land and go down with their ships, and by option with infrastructure
    that comes alone to ships of the enemy.  What a map puts on land of enemies stays where it is.
    """
    log = EventLog(state)
    own = tuple(state.units_of(state.nation))
    came = (unit.territory for unit in own if unit.in_combat or unit.moved)
    for place in dict.fromkeys(came):
        if any(can_fight(state, unit) for unit in state.units_in(place) if _is_own(state, unit)):
            continue
        if is_sea(state, place):
            enemies = defenders_in(state, place)
            if enemies and state.definition.options.abandoned_land_is_taken:
                log.extend(infrastructure_to(log.state, place, most_of(state, enemies)))
        elif is_enemy_land(state, state.nation, place) and any(
            unit.in_combat for unit in own if unit.territory == place
        ):
            log.extend(infrastructure_to(log.state, place, owner_of(state, place)))
    return log.events


def _is_own(state: State, unit: Unit) -> bool:
    return is_allied(state, unit.owner, state.nation)
