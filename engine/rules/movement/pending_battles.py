"""Battles that movement leaves to be fought, and attackers that leave them again.

Rule: rule book, Combat movement (B151, B153, B161), Battle (B179), Amphibious combat (B202,
B203, B209), Bomber (B69).
"""

from collections.abc import Iterable
from typing import Final

from engine.core.agenda import PendingBattle
from engine.core.events import Event
from engine.core.events.movement import BattleCancelled, BattlePending
from engine.core.ids import TerritoryName, UnitId
from engine.core.words import BattleKind
from engine.gamedef import State
from engine.rules.movement.mover import Mover

BATTLE: Final = "battle"
RAID: Final = "raid"

Landing = tuple[UnitId, UnitId, TerritoryName]


def is_battle(mover: Mover, place: TerritoryName) -> bool:
    """Whether units that move there must fight enemies that are there (B179).

    Land that is going to be raided waits for the raid, even when nobody defends it (B181).
    """
    if mover.is_sea[place]:
        return bool(mover.stoppers(place))
    return bool(mover.defenders(place)) or is_to_be_raided(mover.state, place)


def is_to_be_raided(state: State, place: TerritoryName) -> bool:
    """Whether bombers have flown to a raid on a territory in this turn (B69)."""
    return _pending(state, place, RAID) is not None


def is_zone_to_take(mover: Mover, place: TerritoryName) -> bool:
    """Whether it is a sea zone of an enemy without enemies, which ships take at once (B24, B27)."""
    return mover.combat and mover.is_hostile_zone(place) and not mover.defenders(place)


def waits_for_zone(state: State, zone: TerritoryName) -> bool:
    """Whether something must be decided in a sea zone before units land from it (B181)."""
    return _pending(state, zone, BATTLE) is not None


def join_battle(
    state: State,
    place: TerritoryName,
    kind: BattleKind,
    units: Iterable[UnitId],
    *,
    origin: TerritoryName,
    landings: Iterable[Landing] = (),
) -> Event:
    """These units, which came from `origin`, take part in the battle of a place."""
    pending = _pending(state, place, kind) or PendingBattle(place, kind, ())
    joining = tuple(units)
    return BattlePending(
        PendingBattle(
            territory=place,
            kind=kind,
            attackers=tuple(sorted({*pending.attackers, *joining})),
            origins=tuple(
                sorted({**dict(pending.origins), **dict.fromkeys(joining, origin)}.items())
            ),
            landings=tuple(sorted({*pending.landings, *landings})),
            aims=pending.aims,
        )
    )


def leave_battles(state: State, units: Iterable[UnitId]) -> tuple[Event, ...]:
    """These units (aircraft that fly on, ships that sail away) no longer take part in any battle.

    A raid is cancelled only when the battles begin: land to which bombers flew is not taken before
    that, even when they have gone on (B181).
    """
    leaving = frozenset(units)
    events: list[Event] = []
    for battle in state.battles:
        if leaving.isdisjoint(battle.attackers):
            continue
        staying = tuple(unit for unit in battle.attackers if unit not in leaving)
        if not staying and battle.kind != RAID:
            events.append(BattleCancelled(battle.territory, battle.kind))
            continue
        events.append(
            BattlePending(
                PendingBattle(
                    battle.territory,
                    battle.kind,
                    staying,
                    tuple(pair for pair in battle.origins if pair[0] not in leaving),
                    tuple(entry for entry in battle.landings if entry[0] not in leaving),
                    tuple(entry for entry in battle.aims if entry[0] not in leaving),
                )
            )
        )
    return tuple(events)


def _pending(state: State, place: TerritoryName, kind: BattleKind) -> PendingBattle | None:
    for battle in state.battles:
        if (battle.territory, battle.kind) == (place, kind):
            return battle
    return None
