"""What bombers of a raid aim at, where a territory has more than a factory that can be damaged.

Without an order a bomber aims at the first factory, or at the first other target when there is
none.  The order may be given again; the last one counts.

Rule: rule book, Units (B69); the map dialect (canBeDamaged, bombingTargets).
Options: bombing_damages_factory.
"""

from collections.abc import Iterator

from engine.core.agenda import PendingBattle
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.events.movement import BattlePending
from engine.core.ids import NOBODY, TerritoryName, UnitId
from engine.gamedef import State
from engine.orders.aim import Aim
from engine.rules.common.battle_step import RAID
from engine.rules.common.damage import target_types
from engine.rules.common.picks import pick_units, picks_of
from engine.rules.common.relations import type_of
from engine.values import replace


def check_aim(state: State, order: Aim) -> tuple[Illegal, ...]:
    """All reasons against an aim."""
    place = order.territory
    raid = _raid_on(state, place)
    if raid is None:
        return (Illegal("no-raid", f"no raid on {place} was ordered in this turn", "B69", place),)
    picked, reasons = pick_units(state, order.picks, _bombers(state, raid), place)
    if reasons:
        return reasons
    for key in picked:
        bomber = state.units[key]
        names = target_types(state, state.nation, place, type_of(state, bomber))
        if order.target not in names:
            text = f"{bomber.type} cannot bomb {order.target} in {place}; possible:"
            text += f" {', '.join(names) or 'nothing'}"
            return (Illegal("no-such-target", text, "B69", place),)
    return ()


def resolve_aim(state: State, order: Aim) -> tuple[Event, ...]:
    """The bombers of the raid know their target."""
    raid = _raid_on(state, order.territory)
    if raid is None:
        return ()
    picked, _ = pick_units(state, order.picks, _bombers(state, raid), order.territory)
    aims = {**dict(raid.aims), **dict.fromkeys(picked, order.target)}
    return (BattlePending(replace(raid, aims=tuple(sorted(aims.items())))),)


def legal_aims(state: State, territory: TerritoryName | None) -> Iterator[Aim]:
    """Each bomber of a raid at each target that it may choose, where there are several."""
    for raid in state.battles:
        if raid.kind != RAID or territory not in {None, raid.territory}:
            continue
        for key in _bombers(state, raid):
            kind = type_of(state, state.units[key])
            names = target_types(state, state.nation, raid.territory, kind)
            if len(names) > 1:
                picks = picks_of(state, (key,))
                own = tuple(replace(pick, owner=NOBODY) for pick in picks)
                yield from (Aim(raid.territory, own, name) for name in names)


def _raid_on(state: State, territory: TerritoryName) -> PendingBattle | None:
    for battle in state.battles:
        if (battle.territory, battle.kind) == (territory, RAID):
            return battle
    return None


def _bombers(state: State, raid: PendingBattle) -> tuple[UnitId, ...]:
    return tuple(
        key
        for key in raid.attackers
        if key in state.units and type_of(state, state.units[key]).raiding.is_strategic_bomber
    )
