"""What holds from step to step of a turn, whatever the rules in force: laws about what happened.

Each function takes the position before a step, its events and the position after it, and fails with
AssertionError.  A Watch remembers what of the turn under way it needs.
"""

from collections import Counter
from dataclasses import dataclass, field

from engine import Decision, State, Unit, waiting_for
from engine.core.agenda import BattleFrame
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import (
    AircraftLanded,
    BattleBegan,
    BattleEnded,
    InterceptorsLaunched,
    TerritoryTaken,
)
from engine.core.events.turn import PhaseBegan, PhaseEnded, PhaseOpened
from engine.core.ids import TerritoryName, UnitId
from engine.gamedef import Definition, UnitType
from engine.rules.battle.before.retreat_options import is_open_retreat

Events = tuple[Event, ...]


@dataclass
class Watch:
    """The laws of a turn; engaged: defenders that have fought in it already.

    won: land that was taken since the last end of a turn.
    """

    engaged: set[UnitId] = field(default_factory=set)
    won: set[TerritoryName] = field(default_factory=set)

    def see(self, before: State, events: Events, after: State) -> None:
        """One step; raises AssertionError with the law that is broken."""
        log: EventLog[Definition] = EventLog(before)
        for event in events:
            self._see_event(log.state, event)
            log.add(event)
        _retreats_lead_to_no_enemy(after)
        if any(isinstance(event, PhaseOpened) and event.phase == "battle" for event in events):
            _no_land_is_left_to_enemies(after)

    def _see_event(self, state: State, event: Event) -> None:
        forgotten = sorted(self.won.difference(state.turn.conquered))
        assert not forgotten, f"that {forgotten} were taken is forgotten before the turn is over"
        match event:
            case BattleBegan() if event.kind == "battle":
                twice = sorted(self.engaged.intersection(event.defenders))
                assert not twice, f"units {twice} defend twice in {event.territory}"
                self.engaged.update(event.defenders)
            case InterceptorsLaunched():
                self.engaged.update(event.units)
            case AircraftLanded():
                _lands_beside_no_enemy(state, event)
            case BattleEnded() if event.kind == "battle":
                _no_transports_left_alone(state, event)
                _no_transports_among_armed_enemies(state, event)
            case TerritoryTaken():
                self.won.add(event.territory)
            case PhaseEnded() if event.phase.startswith("end_turn"):
                self.won.clear()
            case PhaseBegan() if event.phase == "noncombat_move":
                _infrastructure_is_held(state)
            case PhaseEnded() if event.phase == "noncombat_move":
                self.engaged.clear()
            case _:
                pass


def check_landed(state: State) -> None:
    """When movement is over, aircraft over the sea have decks of their side."""
    for place, is_sea in state.definition.board.is_sea.items():
        there = state.units_in(place) if is_sea else ()
        for nation in {unit.owner: None for unit in there if _kind(state, unit).is_air}:
            side = [unit for unit in there if _is_friend(state, unit.owner, nation)]
            room = sum(_kind(state, unit).decks.carrier_capacity for unit in side)
            cost = sum(
                _kind(state, unit).decks.carrier_cost or 99 for unit in side if _flies(state, unit)
            )
            assert cost <= room, f"aircraft of {nation} hover over {place}"


def _kind(state: State, unit: Unit) -> UnitType:
    return state.definition.unit_types[unit.type]


def _flies(state: State, unit: Unit) -> bool:
    return _kind(state, unit).is_air


def _is_friend(state: State, one: str, other: str) -> bool:
    return one == other or state.definition.politics.is_allied(one, other)


def _retreats_lead_to_no_enemy(state: State) -> None:
    waiting = waiting_for(state)
    if not isinstance(waiting, Decision) or waiting.what != "retreat":
        return
    for place in waiting.territories:
        owner = state.owners.get(place, "")
        hostile = owner and state.definition.politics.is_at_war(state.nation, owner)
        assert not hostile, f"{place}, to which a retreat is offered, belongs to {owner}"


def _lands_beside_no_enemy(state: State, event: AircraftLanded) -> None:
    """An aircraft that scrambled does not come down among enemies, unless it has to go back."""
    if state.definition.options.scrambled_return_to_base:
        return
    units = [state.units[key] for key in event.units]
    for unit in units:
        foes = [
            other
            for other in state.units_in(event.to)
            if state.definition.politics.is_at_war(unit.owner, other.owner)
        ]
        assert not unit.base or not foes, f"{unit.type} lands in {event.to} among enemies"


def _no_transports_left_alone(state: State, event: BattleEnded) -> None:
    """By option, transports alone do not outlive a sea battle that was lost."""
    frames = [entry for entry in state.agenda if isinstance(entry, BattleFrame)]
    options, sea = state.definition.options, state.definition.board.is_sea
    if not options.transport_casualties_restricted or not sea[event.territory] or not frames:
        return
    battle = frames[-1]
    if event.winner != "defender" or not any(key in state.units for key in battle.defenders):
        return
    if any(is_open_retreat(state, place) for place in battle.retreat_options):
        return
    fleet = [
        unit
        for unit in state.units_in(event.territory)
        if _is_friend(state, unit.owner, battle.attacker)
        and unit.carried_by is None
        and not unit.submerged
    ]
    kinds = Counter(
        _kind(state, unit).carriage.transport_capacity > 0 and _kind(state, unit).attack == 0
        for unit in fleet
    )
    armed = any(
        _kind(state, state.units[key]).defence > 0
        and not (_kind(state, state.units[key]).carriage.transport_capacity > 0)
        for key in battle.defenders
        if key in state.units
    )
    alone = kinds[True] and not kinds[False]
    assert not (alone and armed), f"transports are left alone in {event.territory}"


def _no_transports_among_armed_enemies(state: State, event: BattleEnded) -> None:
    """By option, transports alone do not outlive a battle among ships that could fire at them."""
    frames = [entry for entry in state.agenda if isinstance(entry, BattleFrame)]
    options, sea = state.definition.options, state.definition.board.is_sea
    if not options.transport_casualties_restricted or not sea[event.territory] or not frames:
        return
    battle = frames[-1]
    defenders = [state.units[key] for key in battle.defenders if key in state.units]
    attackers = [key for key in battle.attackers if key in state.units]
    mere = all(
        _kind(state, unit).carriage.transport_capacity > 0 and not _kind(state, unit).attack
        for unit in defenders
    )
    armed = any(
        _kind(state, unit).is_sea
        and _kind(state, unit).attack
        and not unit.submerged
        and _is_friend(state, unit.owner, battle.attacker)
        for unit in state.units_in(event.territory)
    )
    left = attackers and defenders and mere
    assert not (left and armed), f"transports sail on among enemies in {event.territory}"


def _no_land_is_left_to_enemies(state: State) -> None:
    """By option, enemies have taken the land that the nation on turn has left to them."""
    if not state.definition.options.abandoned_land_is_taken:
        return
    for place, owner in state.owners.items():
        if state.definition.board.is_sea[place] or not _is_friend(state, owner, state.nation):
            continue
        troops = [
            unit for unit in state.units_in(place) if not _kind(state, unit).is_infrastructure
        ]
        held = any(_is_friend(state, unit.owner, state.nation) for unit in troops)
        enemies = [
            unit
            for unit in troops
            if not (_kind(state, unit).is_air or _kind(state, unit).is_sea)
            and state.definition.politics.is_at_war(state.nation, unit.owner)
        ]
        assert held or not enemies, f"{place} is left to enemies and not theirs"


def _infrastructure_is_held(state: State) -> None:
    """Factories and guns belong to the side that owns the land, or that has troops there."""
    for place, is_sea in state.definition.board.is_sea.items():
        for unit in () if is_sea else state.units_in(place):
            if not _kind(state, unit).is_infrastructure or unit.carried_by is not None:
                continue
            owner = state.owners.get(place, "Neutral")
            held = _is_friend(state, owner, unit.owner) or any(
                _is_friend(state, other.owner, unit.owner)
                and not _kind(state, other).is_infrastructure
                for other in state.units_in(place)
            )
            assert held, f"{unit.type} of {unit.owner} is left to the enemy in {place}"
