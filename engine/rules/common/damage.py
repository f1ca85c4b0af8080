"""What damage does: to units that raids and rockets may bomb, and to ships that are hit.

Factories are targets everywhere. Where damage stays on units a map may spare some of them, and
other units are targets that say so, such as harbours and airfields; one that has more damage than
it works with helps nobody until it is repaired. A carrier may say with how many hits no aircraft
lands on it, and those aboard stay.

Rule: rule book, Units (B69, B71); in general the dialect of the maps (canBeDamaged, maxDamage,
maxOperationalDamage, canDieFromReachingMaxDamage, bombingTargets, whenCombatDamaged).
Options: bombing_damages_factory.
"""

from engine.core.agenda import BattleFrame
from engine.core.ids import NationName, TerritoryName, UnitId, UnitTypeName
from engine.core.unit import Unit
from engine.gamedef import Options, State, UnitType
from engine.rules.common.battle_step import pending_of
from engine.rules.common.relations import enemies_in, type_of

_TIMES_PRODUCTION = 2  # damage that a unit takes where it has no number of its own


def is_bombing_target(kind: UnitType, options: Options) -> bool:
    """Whether raids and rockets may aim at units of a type (B69)."""
    return kind.takes_damage if options.bombing_damages_factory else kind.production.is_factory


def bombing_targets(
    state: State, nation: NationName, territory: TerritoryName, bomber: UnitType | None = None
) -> tuple[Unit, ...]:
    """What a nation may bomb in a territory: factories first, then in order of identity.

    bomber: only what a unit of this type may raid; None for a rocket.
    """
    options = state.definition.options
    found = [
        unit
        for unit in enemies_in(state, nation, territory)
        if is_bombing_target(type_of(state, unit), options)
        and (
            bomber is None
            or not bomber.raiding.raid_targets
            or unit.type in bomber.raiding.raid_targets
        )
    ]
    return tuple(
        sorted(found, key=lambda unit: (not type_of(state, unit).production.is_factory, unit.id))
    )


def target_types(
    state: State, nation: NationName, territory: TerritoryName, bomber: UnitType | None = None
) -> tuple[UnitTypeName, ...]:
    """The types of what a nation may bomb in a territory, in that order; bomber: as there."""
    there = bombing_targets(state, nation, territory, bomber)
    return tuple(dict.fromkeys(unit.type for unit in there))


def target_of(state: State, battle: BattleFrame, bomber: UnitId) -> Unit | None:
    """What a bomber of a raid under way bombs: what it was told to, or else the first it may."""
    kind = type_of(state, state.units[bomber])
    told = dict(pending_of(state, battle).aims).get(bomber)
    there = bombing_targets(state, state.nation, battle.territory, kind)
    named = [other for other in there if other.type == told]
    return next(iter(named or there), None)


def most_damage(state: State, unit: Unit) -> int:
    """The damage that a unit takes at most (B71)."""
    kind = type_of(state, unit)
    value = state.definition.board.territories[unit.territory].built
    if not kind.damage.max_damage:
        return _TIMES_PRODUCTION * value
    if kind.production.is_factory and not kind.production.factory_output:
        return kind.damage.max_damage * value
    return kind.damage.max_damage


def deck_of(state: State, ship: Unit) -> int:
    """The room for aircraft on a ship; one that is hit too hard keeps those that are aboard."""
    kind = type_of(state, ship)
    if kind.decks.shut_deck_hits and ship.hits >= kind.decks.shut_deck_hits:
        return sum(type_of(state, unit).decks.carrier_cost for unit in state.cargo_of(ship.id))
    return kind.decks.carrier_capacity


def holds_aircraft(state: State, ship: Unit) -> bool:
    """Whether aircraft of allies that are aboard cannot leave, because the ship is hit too hard."""
    kind = type_of(state, ship)
    return bool(kind.decks.held_deck_hits) and ship.hits >= kind.decks.held_deck_hits


def is_disabled(state: State, unit: Unit) -> bool:
    """Whether a unit has too much damage to do anything for others."""
    limit = type_of(state, unit).damage.works_until
    return 0 <= limit < unit.damage
