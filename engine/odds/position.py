"""The battle in a territory, taken from a position (B251).

Attackers are those of the battle that is pending there, or any units that are named; defenders are
all units that would fight, in the order of losses of their standing orders.

Rule: rule book, Battle calculator (B245, B246, B251) and Battle (B183, B206, B207).
"""

from collections.abc import Collection, Iterator

from engine.core.agenda import BattleFrame, PendingBattle
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.unit import Unit
from engine.gamedef import State
from engine.odds.battle import Battle, Combatant, Plan, Rules, SubmergePlan
from engine.odds.caveat import Caveat, unknown
from engine.odds.coverage import unknown_fields
from engine.odds.guns import AAFire, aa_fire_of
from engine.odds.prize import prize_of
from engine.orders.standing_orders.absorb import StandingAbsorb
from engine.orders.standing_orders.keep import StandingKeep
from engine.orders.standing_orders.losses import StandingLosses
from engine.orders.standing_orders.submerge import StandingSubmerge
from engine.orders.standing_orders.withdraw import StandingWithdraw
from engine.rules.aa.guns import guns_in
from engine.rules.battle.before.beginning import retreat_options_of
from engine.rules.battle.before.pending_battles import defenders_in, defending_nation
from engine.rules.battle.before.retreat_options import is_open_retreat
from engine.rules.battle.rounds.bombardment import bombard_strength
from engine.rules.battle.rounds.standing_orders import order_of_losses, standing_submerge
from engine.rules.common.battle_step import BATTLE
from engine.rules.common.relations import is_allied, is_enemy, is_sea, is_surprised, type_of
from engine.rules.common.values import flight_left
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Situation:
    """A battle, with what a fixed order of losses cannot express.

    attackers, defenders: the units, in order of identity.
    choices: why the battle is not fully expressed; () when it is.
    """

    battle: Battle
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    choices: tuple[Caveat, ...] = ()


def pending_attackers(state: State, territory: TerritoryName) -> tuple[UnitId, ...]:
    """The units whose battle in a territory is pending; () when there is none."""
    battle = _pending(state, territory)
    return tuple(unit for unit in battle.attackers if unit in state.units) if battle else ()


def battle_in(
    state: State, territory: TerritoryName, attackers: Collection[UnitId], plan: Plan
) -> Situation:
    """The battle that these units of the nation on turn would fight in a territory.

    plan: the attacker's; the defender's follows from their standing orders.
    """
    own = tuple(state.units[key] for key in sorted(attackers))
    enemies = defenders_in(state, territory)
    attacking = tuple(combatant(state, unit) for unit in own)
    fire = aa_fire_in(state, territory, attacking)
    area = state.definition.board.territories[territory]
    defence, choices = _defence_plan(state, territory, enemies)
    battle = Battle(
        rules=Rules.of(state.definition.combat_rules()).fought_in(area),
        attackers=attacking,
        defenders=tuple(combatant(state, unit) for unit in enemies),
        is_sea=is_sea(state, territory),
        bombarding=_bombarding(state, territory),
        aa_strength=fire.strength,
        aa_shots=fire.shots,
        attack_plan=plan,
        defence_plan=defence,
        helpers=_helpers(state, territory),
        combat_infrastructure=_combat_infrastructure(state, territory),
        not_counted=(*fire.reasons, *_unknown(state, territory, enemies)),
        prize=prize_of(state, territory).total,
        way_out=_has_way_out(state, territory, attackers),
    )
    ids = tuple(unit.id for unit in enemies)
    reasons = (*battle.uncounted(), *choices)
    return Situation(battle, tuple(unit.id for unit in own), ids, reasons)


def aa_fire_in(state: State, territory: TerritoryName, attackers: tuple[Combatant, ...]) -> AAFire:
    """What the guns in a territory fire at units of the nation on turn."""
    guns = guns_in(state, territory, state.nation)
    return aa_fire_of(
        tuple(type_of(state, gun) for gun in guns),
        state.technologies.get(guns[0].owner, ()) if guns else (),
        attackers,
        state.definition.options,
    )


def _unknown(state: State, territory: TerritoryName, enemies: tuple[Unit, ...]) -> Iterator[Caveat]:
    """What the odds have never heard of in the area and in what the sides have found out."""
    for name in unknown_fields(state.definition.board.territories[territory]):
        yield unknown("unknown-area-field", name, territory)
    owners = {state.nation, *(unit.owner for unit in enemies)}
    found = {name for owner in owners for name in state.technologies.get(owner, ())}
    for advance in state.definition.technology.advances:
        if advance.name in found:
            for name in unknown_fields(advance):
                yield unknown("unknown-technology-field", name, advance.name)


def _has_way_out(state: State, territory: TerritoryName, attackers: Collection[UnitId]) -> bool:
    """Whether ground units or ships may retreat; units that only could attack may go back."""
    frame = state.agenda[-1]
    if isinstance(frame, BattleFrame) and frame.territory == territory:
        return any(is_open_retreat(state, place) for place in frame.retreat_options)
    pending = _pending(state, territory)
    if pending is None or not set(attackers) <= set(pending.attackers):
        return True
    return bool(retreat_options_of(state, pending))


def _helpers(
    state: State, territory: TerritoryName
) -> tuple[tuple[Combatant, ...], tuple[Combatant, ...]]:
    """Infrastructure of the attacker and of the defender that helps others to fire."""
    givers = {name for rule in state.definition.support for name in rule.givers}
    there = [
        unit
        for unit in state.units_in(territory)
        if unit.type in givers and type_of(state, unit).is_infrastructure and not unit.carried_by
    ]
    mine = (unit for unit in there if is_allied(state, state.nation, unit.owner))
    theirs = (unit for unit in there if is_enemy(state, state.nation, unit.owner))
    return (
        tuple(combatant(state, unit) for unit in mine),
        tuple(combatant(state, unit) for unit in theirs),
    )


def _combat_infrastructure(
    state: State, territory: TerritoryName
) -> tuple[tuple[Combatant, ...], tuple[Combatant, ...]]:
    """Infrastructure that fires with the attacker and with the defender, by its strength."""
    there = [
        unit
        for unit in state.units_in(territory)
        if type_of(state, unit).is_infrastructure and unit.carried_by is None
    ]
    mine = (unit for unit in there if unit.owner == state.nation)
    theirs = (unit for unit in there if is_enemy(state, state.nation, unit.owner))
    return (
        tuple(combatant(state, unit) for unit in mine if type_of(state, unit).attack > 0),
        tuple(combatant(state, unit) for unit in theirs if type_of(state, unit).defence > 0),
    )


def combatant(state: State, unit: Unit) -> Combatant:
    """A unit of a position as it fights."""
    return Combatant(
        type_of(state, unit),
        owner=unit.owner,
        technologies=tuple(state.technologies.get(unit.owner, ())),
        hits=unit.hits,
        landed=unit.amphibious,
        cargo=len(state.cargo_of(unit.id)),
        steps_left=flight_left(state, unit),
        surprised=is_surprised(state, unit.owner),
    )


def _pending(state: State, territory: TerritoryName) -> PendingBattle | None:
    for battle in state.battles:
        if (battle.territory, battle.kind) == (territory, BATTLE):
            return battle
    return None


def _defence_plan(
    state: State, territory: TerritoryName, enemies: tuple[Unit, ...]
) -> tuple[Plan, tuple[Caveat, ...]]:
    if not enemies:
        return Plan(submerges="default"), ()
    nation = defending_nation(state, territory, enemies)
    if not state.standing_orders.get(nation):
        return Plan(submerges="default"), ()
    ids = tuple(unit.id for unit in enemies)
    queue = order_of_losses(state, nation, territory, ids)
    told = standing_submerge(state, nation, territory)
    submerges: SubmergePlan = "default" if told is None else "always" if told[0] else "never"
    plan = Plan(queue=tuple(ids.index(unit) for unit in queue), submerges=submerges)
    return plan, _conditional(state, nation, territory)


def _conditional(state: State, nation: NationName, territory: TerritoryName) -> tuple[Caveat, ...]:
    """Whether instructions for the battle depend on how it goes."""
    kinds = (StandingLosses, StandingAbsorb, StandingKeep, StandingSubmerge, StandingWithdraw)
    for entry in state.standing_orders.get(nation, ()):
        if isinstance(entry, kinds) and entry.territory in {"", territory} and entry.conditions:
            text = f"standing orders of the {nation} depend on how the battle goes"
            return (Caveat("conditional-standing-orders", text, nation),)
    return ()


def _bombarding(state: State, territory: TerritoryName) -> tuple[tuple[Combatant, int], ...]:
    """Ships that may fire at the shore of a pending landing, as many as may."""
    pending = _pending(state, territory)
    if pending is None or not pending.landings:
        return ()
    fought = {battle.territory for battle in state.battles if battle.kind == BATTLE}
    zones = {zone for unit, _, zone in pending.landings if unit in state.units} - fought
    ships = tuple(
        (combatant(state, unit), bombard_strength(state, unit))
        for unit in state.units_of(state.nation)
        if unit.territory in zones
        and not (unit.in_combat or unit.bombarded or unit.submerged)
        and bombard_strength(state, unit) > 0
    )
    if not state.definition.options.bombard_per_landed_unit:
        return ships
    return ships[: sum(unit in state.units for unit, _, _ in pending.landings)]
