"""The air battle before a raid: interceptors take off against the bombers and their escorts.

Fought by option, and only where bombers meet aircraft of the defender that can intercept.  The
defender decides which of these launch.  Then there is one round, by option more, in which both
sides fire before any losses are removed; each aircraft rolls its dice at its air attack or air
defence.  It is over when no bomber or no interceptor is left, at the latest.  Surviving escorts
then leave the raid and land in the non-combat move: AA guns do not fire at them, and they drop no
bombs.  Surviving bombers go on to the AA guns and the factory.  Escorts that come without a bomber
draw all who can intercept into the air, and nobody fires.  What has taken off does not defend in
another battle of this turn there, and is lost with the land (stranding.py).

The defender is away: their standing orders say which interceptors launch.  Without any, an option
decides whether they are asked; if not, all of them launch when their total air defence is at least
the total air attack of the raiders, and otherwise none do.

Rule: property of TripleA's maps, for raids as in the rule book (B69, B70, B181).  That both sides
fire before losses are removed is decided as for a round of any battle (B191).
Options: air_battles_before_raids, air_battle_rounds, scramble_into_air_battles, ask_defender,
low_luck.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import BattleFrame, Decision, PendingBattle
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import (
    AircraftWithdrew,
    BattleBegan,
    BattleEnded,
    BattleRoundBegan,
    InterceptorsLaunched,
)
from engine.core.events.movement import BattleCancelled
from engine.core.events.turn import FramePushed
from engine.core.ids import BattleSide, TerritoryName, UnitId
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.intercept import Intercept
from engine.rules.battle.around.scramble import may_meet_in_the_air
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.numbers.shooters import Shooter, dice_of
from engine.rules.battle.rounds.ending import resolve_battle_end
from engine.rules.battle.rounds.fire import FiringGroup, firing_step
from engine.rules.battle.rounds.standing_orders import standing_interceptors
from engine.rules.common.battle_step import (
    AIR_BATTLE,
    ATTACKER,
    DEFENDER,
    RAID,
    BattleStep,
    battle_of,
    check_fits_decision,
    did,
    has_done,
    nation_of,
    other_side,
    units_of,
    unmarked_of,
)
from engine.rules.common.frame import Events
from engine.rules.common.picks import pick_units, picks_of
from engine.rules.common.relations import enemies_in, is_asked, owner_of, type_of
from engine.rules.common.values import air_battle_value

_INTERCEPT: Final = "intercept"


def interceptors_in(state: State, territory: TerritoryName) -> tuple[UnitId, ...]:
    """Enemy aircraft that may intercept a raid on a territory, in order of identity."""
    if not state.definition.options.air_battles_before_raids:
        return ()
    there = enemies_in(state, state.nation, territory)
    kinds = ((unit, type_of(state, unit)) for unit in there if may_meet_in_the_air(state, unit))
    return tuple(unit.id for unit, kind in kinds if kind.is_air and kind.air_combat.can_intercept)


def resolve_raid_start(state: State, raid: PendingBattle) -> Events:
    """A pending raid begins: with an air battle when somebody can intercept its bombers."""
    raiders = tuple(unit for unit in raid.attackers if unit in state.units)
    interceptors = interceptors_in(state, raid.territory)
    if not interceptors:
        return _resolve_bombing(state, raid)
    place = raid.territory
    frame = BattleFrame(
        territory=place,
        kind=AIR_BATTLE,
        attacker=state.nation,
        defender=owner_of(state, place),
        round=1,
        step=0,
        done=(),
        attackers=raiders,
        defenders=interceptors,
        began=raiders,
    )
    began = BattleBegan(place, AIR_BATTLE, frame.attacker, frame.defender, raiders, interceptors)
    if not _bombers(state, raiders):
        # Escorts that protect nobody meet all who could intercept, and nobody fires.
        launched = InterceptorsLaunched(place, interceptors, (), "rule")
        over = BattleEnded(place, AIR_BATTLE, DEFENDER, 0, raiders)
        return (began, launched, over, *_resolve_bombing(state, raid))
    return (began, BattleRoundBegan(place, 1), FramePushed(frame))


def is_another_air_round(state: State) -> bool:
    """Whether aircraft of both sides that are left fight another round.

    Where the number of rounds is not limited they do so while somebody can hit.
    """
    most, battle = state.definition.options.air_battle_rounds, battle_of(state)
    if most:
        return battle.round < most
    return any(
        air_battle_value(state, unit, attacks=side == ATTACKER) > 0
        for side in (ATTACKER, DEFENDER)
        for unit in units_of(state, battle, side)
    )


def default_interceptors(state: State) -> tuple[UnitId, ...]:
    """Which aircraft launch when the defender is not asked; the module docstring has the rule."""
    battle = battle_of(state)
    sums = {
        side: sum(
            air_battle_value(state, unit, attacks=side == ATTACKER)
            for unit in units_of(state, battle, side)
        )
        for side in (ATTACKER, DEFENDER)
    }
    launch = sums[DEFENDER] > 0 and sums[DEFENDER] >= sums[ATTACKER]
    return battle.defenders if launch else ()


def _bombers(state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    return tuple(
        unit for unit in units if type_of(state, state.units[unit]).raiding.is_strategic_bomber
    )


def _resolve_bombing(state: State, raid: PendingBattle) -> Events:
    """The escorts leave a raid and its bombers go on, if there are any."""
    raiders = tuple(unit for unit in raid.attackers if unit in state.units)
    bombers = _bombers(state, raiders)
    escorts = tuple(unit for unit in raiders if unit not in bombers)
    log = EventLog(state)
    if escorts:
        log.add(AircraftWithdrew(raid.territory, escorts))
    if not bombers:
        log.add(BattleCancelled(raid.territory, RAID))
        return log.events
    left = PendingBattle(raid.territory, RAID, bombers, raid.origins)
    log.extend(resolve_battle_start(log.state, left))
    return log.events


def _shooter(state: State, unit: Unit, attacks: bool) -> Shooter:
    known = state.technologies.get(unit.owner, ())
    dice, keeps_best = dice_of(
        type_of(state, unit), state.definition.options, known, attacks=attacks
    )
    strength = air_battle_value(state, unit, attacks=attacks)
    return Shooter(unit.type, strength, dice, keeps_best)


def _groups(state: State, side: BattleSide) -> tuple[FiringGroup, ...]:
    battle, attacks = battle_of(state), side == ATTACKER
    shooters = tuple(_shooter(state, unit, attacks) for unit in units_of(state, battle, side))
    targets = unmarked_of(state, battle, other_side(side))
    return (FiringGroup(AIR_BATTLE, side, shooters, targets),)


def _advance(state: State) -> Events | Waiting:
    battle = battle_of(state)
    if has_done(state, _INTERCEPT) or battle.round > 1:
        return ()
    told = standing_interceptors(state, battle.defender, battle.territory, battle.defenders)
    asks = is_asked(state, battle.defender)
    if told is not None and not (asks and told[1].unmet):
        return _resolve_launch(state, told[0], "standing", told[1])
    if asks:
        return _decision(state)
    return _resolve_launch(state, default_interceptors(state), "default")


def _decision(state: State) -> Decision:
    battle = battle_of(state)
    return Decision(
        nation=nation_of(battle, DEFENDER),
        what=_INTERCEPT,
        territory=battle.territory,
        round=battle.round,
        step=_INTERCEPT,
        units=battle.defenders,
    )


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    decision = _decision(state)
    reasons = check_fits_decision(order, decision, (Intercept,))
    if reasons or not isinstance(order, Intercept):
        return reasons
    return pick_units(state, order.picks, decision.units, decision.territory)[1]


def _resolve(state: State, order: Order) -> Events:
    if not isinstance(order, Intercept):
        return ()
    battle = battle_of(state)
    launched, _ = pick_units(state, order.picks, battle.defenders, battle.territory)
    return _resolve_launch(state, launched, "player")


def _resolve_launch(
    state: State, launched: tuple[UnitId, ...], chosen_by: ChosenBy, use: StandingUse | None = None
) -> Events:
    battle = battle_of(state)
    stayed = tuple(unit for unit in battle.defenders if unit not in launched)
    return (
        did(state, _INTERCEPT),
        InterceptorsLaunched(battle.territory, launched, stayed, chosen_by, use),
    )


def _legal(state: State) -> Iterator[Order]:
    """What happens by default, then nobody, and the first one, two, three ... interceptors."""
    battle = battle_of(state)
    counts = (len(default_interceptors(state)), *range(len(battle.defenders) + 1))
    for count in dict.fromkeys(counts):
        yield Intercept(battle.territory, picks_of(state, battle.defenders[:count]))


def _advance_end(state: State) -> Events | Waiting:
    battle = battle_of(state)
    bombers = _bombers(state, battle.attackers)
    if bombers and battle.defenders and is_another_air_round(state):
        return ()
    log = EventLog(state)
    log.extend(resolve_battle_end(state, ATTACKER if bombers else DEFENDER))
    for raid in state.battles:
        if (raid.territory, raid.kind) == (battle.territory, RAID):
            log.extend(_resolve_bombing(log.state, raid))
    return log.events


STEPS: Final = (
    BattleStep(_INTERCEPT, _advance, _check, _resolve, legal=_legal),
    firing_step("air_fire_of_attacker", lambda state: _groups(state, ATTACKER)),
    firing_step("air_fire_of_defender", lambda state: _groups(state, DEFENDER)),
    BattleStep("end_air_battle", _advance_end),
)
