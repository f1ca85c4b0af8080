"""Aircraft on their way: what they may fly over and where they may end a move.

Rule: rule book, The map (B13, B26), Aircraft (B64, B67 to B69), Non-combat (B211, B214), G12.
By option escorts join a raid, but only where the enemy has aircraft that can intercept.
Classic: C25, C26, C80.
Options: neutral_flyover, aircraft_stop_over_neutrals, neutrals_impassable,
air_battles_before_raids.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.ids import TerritoryName
from engine.core.unit import Unit
from engine.rules.common.damage import is_bombing_target
from engine.rules.movement.canals import check_canals
from engine.rules.movement.mover import Mover, refusal
from engine.rules.movement.theatres import check_theatres

Path = tuple[TerritoryName, ...]


def can_fly_over(mover: Mover, place: TerritoryName) -> bool:
    """Whether aircraft may cross a territory (B13)."""
    if place in mover.out_of_bounds:
        return False
    if mover.is_sea[place]:
        return True
    if mover.owner(place) in mover.shut_to_air:
        return False
    if mover.lands[place].is_impassable:
        return False
    return mover.options.neutral_flyover or not mover.is_neutral(place)


def is_landing_place(mover: Mover, place: TerritoryName) -> bool:
    """Whether aircraft may end the turn on this land (B64, B211)."""
    return mover.is_landing_land(place) and place not in mover.state.turn.conquered


def check_air_path(mover: Mover, unit: Unit, path: Path) -> tuple[Illegal, ...]:
    """Reasons why an aircraft cannot fly along a path; whether it can land is checked elsewhere."""
    reasons: list[Illegal] = []
    for place in path[1:-1]:
        if mover.is_closed(place):
            continue
        if is_shut_to_visits(mover, place):
            text = f"the {mover.owner(place)} do not let your aircraft into {place} in this phase"
            reasons.append(refusal("border-closed", unit, text, "", place))
        elif not can_fly_over(mover, place):
            if mover.is_strange_land(place):
                text = f"cannot fly over {place}, whose owner is at peace with you"
                reasons.append(refusal("at-peace", unit, text, "L26", place))
                continue
            if mover.owner(place) in mover.shut_to_air:
                text = f"the {mover.owner(place)} do not let your aircraft fly over {place}"
                reasons.append(refusal("border-closed", unit, text, "", place))
                continue
            text = f"cannot fly over neutral {place}"
            reasons.append(refusal("neutral-flyover", unit, text, "B13", place))
    reasons.extend(_check_neutrals(mover, unit, path))
    reasons.extend(check_theatres(mover, unit, path))
    reasons.extend(check_canals(mover, unit, path))
    end = path[-1]
    if is_shut_at_end(mover, end):
        text = f"the {mover.owner(end)} do not let your aircraft into {end} in this phase"
        reasons.append(refusal("border-closed", unit, text, "", end))
    elif not mover.combat and not can_end_without_combat(mover, end):
        text = f"only the combat move may end in {end}, which is not in friendly hands"
        reasons.append(refusal("no-combat-here", unit, text, "B211", end))
    return tuple(reasons)


def _check_neutrals(mover: Mover, unit: Unit, path: Path) -> Iterator[Illegal]:
    """Reasons against flying over neutral land by two moves instead of one (C69).

    Aircraft may come to neutral land to fight there, and then stay until the battle.  The engine of
    the maps looks at single moves only, so this is an option.
    """
    options = mover.options
    if not mover.combat or options.neutral_flyover or options.aircraft_stop_over_neutrals:
        return
    start, end = path[0], path[-1]
    if unit.moved and mover.is_neutral(start):
        text = f"flew to neutral {start} in this phase and cannot fly on over it"
        yield refusal("neutral-flyover", unit, text, "B13", start)
    if mover.is_neutral(end) and not mover.enemies(end):
        text = f"nobody fights in neutral {end}, and aircraft cannot cross it"
        yield refusal("neutral-flyover", unit, text, "B13", end)


def is_shut_at_end(mover: Mover, place: TerritoryName) -> bool:
    """Whether aircraft may not end a move on land because of its owner's relation to the mover."""
    owner = mover.owner(place)
    if mover.is_sea[place] or owner in mover.assailable:
        return False
    return owner in mover.shut_to_air or is_shut_to_visits(mover, place)


def is_shut_to_visits(mover: Mover, place: TerritoryName) -> bool:
    """Whether nobody may be moved to land, or over it, in this phase because of its owner."""
    return not mover.is_sea[place] and mover.owner(place) in mover.no_visits


def can_end_without_combat(mover: Mover, place: TerritoryName) -> bool:
    """Whether aircraft may end a non-combat move there, perhaps to fly on later.

    Also over land where they cannot stay: whether they can still land is checked elsewhere.
    """
    if mover.is_sea[place]:
        return not mover.is_zone_shut(place)
    return not mover.is_hostile_land(place)


def check_raid(mover: Mover, unit: Unit, end: TerritoryName) -> tuple[Illegal, ...]:
    """Reasons why a unit cannot raid a factory (B69)."""
    reasons: list[Illegal] = []
    if not mover.combat:
        reasons.append(refusal("no-combat-here", unit, "raids are combat moves", "B150", end))
    if not can_raid(mover, unit, end):
        text = "only bombers raid factories"
        if mover.options.air_battles_before_raids:
            text += "; escorts join only where enemy aircraft can intercept"
        reasons.append(refusal("cannot-raid", unit, text, "B69", end))
    if not has_raid_target(mover, end) or not _has_target_for(mover, unit, end):
        aims = " or ".join(mover.kind(unit).raiding.raid_targets)
        text = f"there is no enemy {aims} in {end} to raid"
        text = text if aims else f"there is no enemy factory in {end} to raid"
        reasons.append(refusal("nothing-to-raid", unit, text, "B69", end))
    return tuple(reasons)


def can_raid(mover: Mover, unit: Unit, place: TerritoryName) -> bool:
    """Whether a unit may take part in a raid on a territory: a bomber, or by option an escort."""
    kind = mover.kind(unit)
    if kind.raiding.is_strategic_bomber:
        return True
    if not (mover.options.air_battles_before_raids and kind.is_air and kind.air_combat.can_escort):
        return False
    return any(mover.kind(enemy).air_combat.can_intercept for enemy in mover.enemies(place))


def _has_target_for(mover: Mover, unit: Unit, place: TerritoryName) -> bool:
    """Whether a bomber may bomb something there; an escort need not."""
    aims = mover.kind(unit).raiding.raid_targets
    return not aims or any(enemy.type in aims for enemy in mover.enemies(place))


def has_raid_target(mover: Mover, place: TerritoryName) -> bool:
    """Whether an enemy factory, or something else that can be raided, stands there."""
    return not mover.is_sea[place] and any(
        is_bombing_target(mover.kind(unit), mover.options) for unit in mover.enemies(place)
    )
