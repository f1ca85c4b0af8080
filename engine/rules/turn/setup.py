"""The position at the start of a game.

Rule: rule book, Game set-up (B25, B34) and end matter 3.  Land units that start at sea are aboard
the ships that the set-up says, or aboard the transports of their owner there, in the order of the
scenario.  A game may begin in a later round, where another program left it: what triggers have
changed by then is in force, and what they do before the first step of a game is over.
"""

from collections.abc import Mapping, Sequence

from engine.core.agenda import PhaseFrame
from engine.core.event_log import EventLog
from engine.core.ids import NOBODY, NationName, ResourceName, UnitId
from engine.core.state import State as CoreState
from engine.core.state import TurnRecord
from engine.core.unit import Unit
from engine.gamedef import Definition, State
from engine.gamedef.triggers import RULE_EFFECTS
from engine.rules.politics.effects import resolve_effect
from engine.rules.politics.triggers import START, moments_before, trigger_frames
from engine.rules.turn.sequence import first_step
from engine.rules.turn.under_way import gone_on
from engine.values import replace


def start_position(definition: Definition) -> State:
    """The state before the first phase begins.

    Raises DefinitionError when the game has no sequence that goes on.
    """
    step = first_step(definition)
    entry = definition.sequence[step]
    units = _units(definition)
    nations, setup = definition.politics.nation_names, definition.setup
    moments = moments_before(entry) if setup.step else (START, *moments_before(entry))
    # Not through the alias: calling a generic alias wants to write into the frozen object.
    state = CoreState(
        definition=definition,
        round=setup.round,
        agenda=(
            PhaseFrame(step, entry.nation, entry.phase, "begin"),
            *trigger_frames(definition, moments),
        ),
        owners=dict(definition.setup.owners),
        units=units,
        resources={name: _resources(definition, name) for name in nations},
        technologies={
            name: tuple(sorted(definition.setup.technologies.get(name, ()))) for name in nations
        },
        found=dict.fromkeys(nations, ()),
        unplaced={name: dict(definition.setup.unplaced.get(name, {})) for name in nations},
        purchase={},
        battles=(),
        turn=TurnRecord(),
        next_unit=len(units) + 1,
        used=dict(setup.happened),
    )
    return gone_on(_with_changes(state))


def _with_changes(state: State) -> State:
    """The position with the rules as triggers that have happened before have changed them."""
    log = EventLog(state)
    for trigger in state.definition.script.triggers:
        if trigger.name in state.used or trigger.name in state.definition.setup.in_force:
            for effect in trigger.effects:
                if isinstance(effect, RULE_EFFECTS):
                    log.extend(resolve_effect(log.state, trigger, effect))
    return log.state


def _resources(definition: Definition, nation: NationName) -> dict[ResourceName, int]:
    """What a nation holds, and how much of it is in its treasuries (L9, L14)."""
    held = dict(definition.setup.resources.get(nation, {}))
    for treasury in definition.economy.treasuries:
        if treasury.nation == nation and treasury.start:
            held[treasury.resource] = treasury.start
    return held


def _units(definition: Definition) -> dict[UnitId, Unit]:
    units: dict[UnitId, Unit] = {}
    for entry in definition.setup.placements:
        kind = definition.unit_types[entry.type]
        for _ in range(entry.count):
            number = len(units) + 1
            units[number] = Unit(
                id=number,
                type=entry.type,
                owner=entry.owner,
                territory=entry.territory,
                hits=entry.hits,
                damage=entry.damage,
                original_owner=entry.owner if kind.is_infrastructure else NOBODY,
            )
            aboard = [one for one in entry.cargo for _ in range(one.count)]
            for place, one in enumerate(aboard, number + 1):
                is_lasting = definition.unit_types[one.type].is_infrastructure
                units[place] = Unit(
                    id=place,
                    type=one.type,
                    owner=one.owner,
                    territory=entry.territory,
                    carried_by=number,
                    original_owner=one.owner if is_lasting else NOBODY,
                )
    return _with_cargo(definition, units)


def _with_cargo(definition: Definition, units: dict[UnitId, Unit]) -> dict[UnitId, Unit]:
    """Who is aboard at the start: in order, or what needs most room first where more fit so."""
    usual = _boarded(definition, units, list(units.values()))
    by_room = sorted(
        units.values(),
        key=lambda unit: -definition.unit_types[unit.type].carriage.transport_cost,
    )
    other = _boarded(definition, units, by_room)
    aboard = [sum(unit.carried_by is not None for unit in one.values()) for one in (usual, other)]
    return other if aboard[1] > aboard[0] else usual


def _boarded(
    definition: Definition, before: Mapping[UnitId, Unit], order: Sequence[Unit]
) -> dict[UnitId, Unit]:
    units = dict(before)
    room = {
        unit.id: definition.unit_types[unit.type].carriage.transport_capacity
        for unit in units.values()
    }
    for unit in units.values():
        if unit.carried_by is not None:
            room[unit.carried_by] -= definition.unit_types[unit.type].carriage.transport_cost
    for unit in order:
        kind = definition.unit_types[unit.type]
        at_sea = kind.is_land and definition.board.is_sea[unit.territory]
        if not at_sea or unit.carried_by is not None:
            continue
        for ship in before.values():
            capacity = definition.unit_types[ship.type].carriage.transport_capacity
            carries = bool(capacity) and kind.carriage.can_board
            aboard = ship.owner == unit.owner and ship.territory == unit.territory
            if carries and aboard and room[ship.id] >= kind.carriage.transport_cost:
                room[ship.id] -= kind.carriage.transport_cost
                units[unit.id] = replace(unit, carried_by=ship.id)
                break
    return units
