"""What a position allows in a combat move other than the one under way, if any.

These are questions about a position, not orders: nothing here is ever part of a game.
"""

from typing import Final

from engine.core.agenda import PhaseFrame
from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.state import TurnRecord, with_units
from engine.core.unit import rested
from engine.core.words import PhaseName
from engine.game import attempt
from engine.gamedef import State
from engine.gamedef.position import Step
from engine.orders.act import Act
from engine.orders.move import Move
from engine.orders.place import Place
from engine.rules.blocks.deploy import cadre_choices, cadres_left
from engine.rules.common.relations import is_enemy
from engine.rules.economy.placement import check_placement
from engine.rules.economy.production import NO_LIMIT, jobs_done, production_sites
from engine.rules.movement.check import check_move
from engine.rules.movement.mover import COMBAT_MOVE
from engine.values import replace

_NONCOMBAT: Final = "noncombat_move"
_PLACE: Final = "place"
_DEPLOY = "deploy"


def in_combat_move(state: State, nation: NationName) -> State | None:
    """The position as if the combat move of a nation began now; None where it has none.

    The combat move that is under way stays as it is.
    """
    if len(state.agenda) == 1 and state.phase.nation == nation and state.phase.phase == COMBAT_MOVE:
        return state
    steps = (
        place
        for place, step in enumerate(state.definition.sequence)
        if step.nation == nation and step.phase == COMBAT_MOVE
    )
    step = next(steps, None)
    if step is None:
        return None
    turn = state.turn if state.nation == nation else TurnRecord()
    frame = PhaseFrame(step, nation, COMBAT_MOVE, "open")
    return replace(state, agenda=(frame,), battles=(), turn=turn, purchase={})


def in_declared_war(state: State, nation: NationName, on: NationName) -> State | None:
    """The position as if a combat move of a nation began in which it is at war with another.

    None where it has none, or no action of its next turn, without dice or consent, leads to war.
    """
    for action in state.definition.politics.actions:
        is_sure = action.chance >= action.sides and not action.accepted_by
        if action.nation != nation or not is_sure:
            continue
        try:
            step = attempt(in_next_turn(state, nation, action.phase), Act(action.name))
        except KeyError:
            continue
        if isinstance(step, Step) and is_enemy(step.state, nation, on):
            return in_combat_move(step.state, nation)
    return None


def in_next_turn(state: State, nation: NationName, phase: PhaseName) -> State:
    """The position as if a nation were in a phase of its next turn; KeyError where it has none."""
    sequence = state.definition.sequence
    step = {(entry.nation, entry.phase): place for place, entry in enumerate(sequence)}[
        nation, phase
    ]
    fresh = [rested(unit) for unit in state.units_of(nation)]
    return replace(
        with_units(state, fresh),
        agenda=(PhaseFrame(step, nation, phase, "open"),),
        battles=(),
        turn=TurnRecord(),
    )


def is_attack(state: State, move: Move) -> bool:
    """Whether a move of the combat move under way could not be made in the non-combat move.

    state: in the combat move.  False in games whose turn has one move only.
    """
    if state.definition.blocks is not None or state.phase.phase != COMBAT_MOVE:
        return False
    frame = replace(state.phase, phase=_NONCOMBAT)
    return bool(check_move(replace(state, agenda=(frame,)), move))


def leaves_attack(state: State, move: Move) -> bool:
    """Whether a move takes units out of a battle into which they have moved, and into no other.

    That is how a landing after the battle reads when it is taken for a combat move.
    """
    pending = {key for battle in state.battles for key in battle.attackers}
    start = move.path[0]
    coming = any(battle.territory == start for battle in state.battles) and any(
        unit.id in pending and unit.owner == state.nation for unit in state.units_in(start)
    )
    return coming and not is_attack(state, move)


def placement_room(state: State, nation: NationName) -> tuple[tuple[TerritoryName, int], ...]:
    """How many more units a nation can place in this turn, by territory.

    What its factories can build, NO_LIMIT where anything fits; in the set-up of a block game its
    cadres.
    """
    if state.definition.blocks is not None:
        return tuple(cadres_left(state).items()) if _sets_up(state, nation) else ()
    sites = production_sites(state, nation)
    used: dict[TerritoryName, int] = {}
    for job in jobs_done(state, sites):
        if len(job) == 1:
            used[job[0]] = used.get(job[0], 0) + 1
    return tuple(
        (name, limit if limit >= NO_LIMIT else max(0, limit - used.get(name, 0)))
        for name, limit in sites.items()
    )


def building_sites(
    state: State, nation: NationName, kind: UnitTypeName
) -> tuple[TerritoryName, ...]:
    """Where a nation could place a unit of this type if it had bought one and held what it holds.

    What is taken in this turn is no site yet.
    """
    try:
        view = in_next_turn(state, nation, _PLACE)
    except KeyError:
        return ()
    if state.nation == nation:
        view = replace(view, turn=state.turn)
    view = replace(view, unplaced={**state.unplaced, nation: {kind: 1}}, purchase={})
    return tuple(
        place
        for place, owner in state.owners.items()
        if owner == nation and not check_placement(view, Place((Pick(1, kind),), place))
    )


def placement_types(
    state: State, nation: NationName
) -> dict[TerritoryName, dict[UnitTypeName, int]]:
    """How many units of each type a territory can take in the set-up of a block game (T17, T96).

    Empty in other games and phases, where a type can go wherever there is room.
    """
    return cadre_choices(state) if _sets_up(state, nation) else {}


def _sets_up(state: State, nation: NationName) -> bool:
    """Whether a nation of a block game places its cadres now."""
    is_block_game = state.definition.blocks is not None
    return is_block_game and state.phase.phase == _DEPLOY and state.nation == nation
