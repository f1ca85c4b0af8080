"""What the standing orders of a nation would do in a battle: tried on a copy of the position.

Rule: rule book, How units fire (B198, G20).  Nothing is rolled: the defence takes one hit after
another until no unit is left, and every choice says which instruction made it.
"""

from collections.abc import Mapping

from engine.core.agenda import PendingBattle
from engine.core.evolve import evolve
from engine.core.ids import NOBODY, NationName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.standing_orders import StandingUse
from engine.core.state import with_units, without_units
from engine.core.unit import Unit
from engine.game import check
from engine.gamedef import State
from engine.notation.routes import with_route
from engine.orders.move import Move
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.before.pending_battles import can_fight
from engine.rules.battle.rounds.casualties import default_casualties, hit_points_left
from engine.rules.battle.rounds.standing_orders import (
    standing_casualties,
    standing_interceptors,
    standing_submerge,
)
from engine.rules.battle.rounds.submerge import submerges_by_default
from engine.rules.common.battle_step import BATTLE, DEFENDER, battle_of, unmarked_of
from engine.rules.common.relations import is_allied, is_enemy, type_of
from engine.values import dataclass, replace
from engine.view.moving import in_next_turn


@dataclass(frozen=True, slots=True)
class PreviewedHit:
    """One hit on the defence: who takes it, whether it is lost by it, and by which instruction.

    use: None where the default chose.
    """

    owner: NationName
    type: UnitTypeName
    is_lost: bool
    use: StandingUse | None


@dataclass(frozen=True, slots=True)
class StandingPreview:
    """What a defence would do.

    attacker, decider: who attacks, and who decides for the defence ("" where nobody defends).
    attackers: by type.  hits: every hit that the defence can take, in order.
    submerge: whether submarines would submerge after the first round, None where none may;
    interceptors: how many would launch against a raid, None where none can.
    """

    attacker: NationName
    decider: NationName
    attackers: Mapping[UnitTypeName, int]
    hits: tuple[PreviewedHit, ...]
    submerge: tuple[bool, StandingUse | None] | None
    interceptors: tuple[int, StandingUse | None] | None


def preview_standing(
    state: State,
    nation: NationName,
    territory: TerritoryName,
    attackers: Mapping[UnitTypeName, int],
    attacker: NationName = NOBODY,
) -> StandingPreview:
    """What the side of a nation would do in a territory against these attackers.

    attacker: "" takes the first enemy in turn order.
    """
    definition = state.definition
    names = definition.politics.nation_names
    enemy = attacker or next((name for name in names if is_enemy(state, nation, name)), NOBODY)
    there = (unit for unit in state.units_in(territory) if is_allied(state, nation, unit.owner))
    defenders = [unit for unit in there if can_fight(state, unit)]
    if not defenders or not attackers:
        return StandingPreview(enemy, NOBODY, attackers, (), None, None)
    state = _in_battle(state, nation, territory, attackers, enemy)
    return StandingPreview(
        enemy,
        battle_of(state).defender,
        attackers,
        _hits(state),
        _submerges(state),
        _interceptors(state),
    )


def within_reach(
    state: State, nation: NationName, territory: TerritoryName
) -> tuple[NationName, Mapping[UnitTypeName, int]]:
    """The enemy of a nation that can bring most units to a territory in one combat move.

    Returns its name ("" for none) and the units by type.  Landings from ships are not counted.
    """
    best: tuple[NationName, dict[UnitTypeName, int]] = (NOBODY, {})
    for enemy in state.definition.politics.nation_names:
        if is_enemy(state, nation, enemy):
            found = _reaching(state, enemy, territory)
            if sum(found.values()) > sum(best[1].values()):
                best = (enemy, found)
    return best


def _reaching(state: State, enemy: NationName, territory: TerritoryName) -> dict[UnitTypeName, int]:
    moving = in_next_turn(state, enemy, "combat_move")
    board = state.definition.board
    near = board.distances(territory, max(k.movement for k in state.definition.unit_types.values()))
    groups: dict[tuple[object, ...], list[Unit]] = {}
    for unit in moving.units_of(enemy):
        if unit.territory in near and unit.territory != territory and unit.carried_by is None:
            groups.setdefault(unit.likeness, []).append(unit)
    found: dict[UnitTypeName, int] = {}
    for units in groups.values():
        first = units[0]
        move = Move((Pick(1, first.type, NOBODY, (first.id,)),), (first.territory, territory))
        if not check(moving, with_route(moving, move)):
            found[first.type] = found.get(first.type, 0) + len(units)
    return {kind: found[kind] for kind in state.definition.unit_types if kind in found}


def _in_battle(
    state: State,
    nation: NationName,
    territory: TerritoryName,
    attackers: Mapping[UnitTypeName, int],
    enemy: NationName,
) -> State:
    """The position with a battle there under way, in which nobody else of the enemy fights."""
    state = in_next_turn(state, enemy, BATTLE)
    others = [unit.id for unit in state.units_in(territory) if is_enemy(state, nation, unit.owner)]
    state = without_units(state, others)
    new: list[Unit] = []
    for kind, count in attackers.items():
        for _ in range(count):
            new.append(Unit(state.next_unit + len(new), kind, enemy, territory))
    state = replace(with_units(state, new), next_unit=state.next_unit + len(new))
    pending = PendingBattle(territory, BATTLE, tuple(unit.id for unit in new))
    state = replace(state, battles=(pending,))
    for event in resolve_battle_start(state, pending):
        state = evolve(state, event)
    return state


def _hits(state: State) -> tuple[PreviewedHit, ...]:
    hits: list[PreviewedHit] = []
    while defenders := unmarked_of(state, battle_of(state), DEFENDER):
        battle = battle_of(state)
        ids = tuple(unit.id for unit in defenders)
        choice = standing_casualties(state, battle.defender, battle.territory, ids, 1)
        (key,) = choice.hits if choice else default_casualties(state, ids, 1, DEFENDER)
        unit = state.units[key]
        is_lost = hit_points_left(state, unit) == 1
        hits.append(PreviewedHit(unit.owner, unit.type, is_lost, choice.use if choice else None))
        hurt = replace(unit, hits=unit.hits + 1)
        state = without_units(state, [key]) if is_lost else with_units(state, [hurt])
    return tuple(hits)


def _submerges(state: State) -> tuple[bool, StandingUse | None] | None:
    battle = battle_of(state)
    there = unmarked_of(state, battle, DEFENDER)
    may = state.definition.options.submersible_submarines
    if not may or not any(type_of(state, unit).undersea.may_submerge for unit in there):
        return None
    told = standing_submerge(state, battle.defender, battle.territory)
    return told or (submerges_by_default(state), None)


def _interceptors(state: State) -> tuple[int, StandingUse | None] | None:
    battle = battle_of(state)
    able = tuple(
        unit.id
        for unit in unmarked_of(state, battle, DEFENDER)
        if type_of(state, unit).is_air and type_of(state, unit).air_combat.can_intercept
    )
    if not state.definition.options.air_battles_before_raids or not able:
        return None
    told = standing_interceptors(state, battle.defender, battle.territory, able)
    return (len(told[0]), told[1]) if told is not None else None
