"""What the effects of a trigger do.

Effects happen to the nations that they name, whether or not these hold a capital.  Money is never
owed: a nation cannot lose what it does not have.  Cargo leaves the board with its transport; land
units that appear at sea are aboard a ship, unless no ship can carry them (such as what a map puts
there to mark something), and ships appear at sea only.  What appears does not move in this turn.
Land that is assigned as a conquest is taken as in battle, with everything that follows from it.

Source: the map dialect (TriggerAttachment); decision: docs/adr/0017.
Options: none.
"""

from collections.abc import Iterator

from engine.core.agenda import Outcome
from engine.core.changes import RuleChange
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.movement import MovementEnded
from engine.core.events.theatres import CombatMoveLost, TheatreDecided
from engine.core.events.triggers import (
    LandAssigned,
    ResourceGiven,
    RuleChanged,
    TechnologyGiven,
    UnitsAppeared,
    UnitsGranted,
    UnitsVanished,
)
from engine.core.events.turn import GameEnded
from engine.core.evolve.movement import EXHAUSTED
from engine.core.ids import (
    NEUTRAL,
    NOBODY,
    PUS,
    NationName,
    TerritoryName,
    UnitId,
)
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.changes import BATCH_OF, PRICE_OF
from engine.gamedef.map_names import said_by_map
from engine.gamedef.offers import Offer
from engine.gamedef.triggers import (
    AssignLand,
    ChangeRelation,
    DecideTheatre,
    EditBuyList,
    EditResearch,
    Effect,
    GiveResource,
    GiveTechnology,
    GiveUnits,
    LoseCombatMove,
    PlaceUnits,
    RemoveUnits,
    SetFact,
    Trigger,
    WinGame,
)
from engine.rules.common.capture import may_take, resolve_capture
from engine.rules.common.frame import Events
from engine.rules.common.relations import is_sea, owner_of
from engine.rules.common.stacking import room_on_board
from engine.rules.politics.changing import resolve_relation
from engine.rules.politics.conditions import forces_in, has_relation
from engine.values import replace


def resolve_effect(state: State, trigger: Trigger, effect: Effect, times: int = 1) -> Events:
    """The events of one effect; () when nothing would change.

    times: how often it happens if it is one that can be repeated.
    """
    log = EventLog(state)
    match effect:
        case SetFact() | EditBuyList() | EditResearch():
            log.extend(_rules_changed(state, effect))
        case GiveTechnology():
            for nation in effect.nations:
                if effect.technology not in state.technologies.get(nation, ()):
                    log.add(TechnologyGiven(nation, effect.technology))
        case AssignLand():
            for place in (
                (effect.territory,) if effect.territory else state.definition.board.territories
            ):
                log.extend(_assigned(log.state, effect, place))
        case GiveResource():
            for nation in effect.nations:
                log.extend(_paid(log.state, trigger, effect, nation, times))
        case _:
            for _ in range(times if _is_repeated(effect) else 1):
                log.extend(_resolve_others(log.state, effect))
    return log.events


def _is_repeated(effect: Effect) -> bool:
    """Whether it happens once for each area that the test of its trigger counts."""
    return isinstance(effect, PlaceUnits | GiveUnits | RemoveUnits)


def _resolve_theatre(state: State, effect: DecideTheatre | LoseCombatMove) -> Events:
    """A theatre is won, unless it is already; or nations lose their next combat move there."""
    if isinstance(effect, LoseCombatMove):
        return tuple(CombatMoveLost(nation, effect.theatre) for nation in effect.nations)
    if effect.theatre in state.won:
        return ()
    return (TheatreDecided(effect.theatre, effect.alliance),)


def _resolve_others(state: State, effect: Effect) -> Events:
    """What an effect does to units, to relations and to theatres, or to the game as a whole."""
    log = EventLog(state)
    match effect:
        case WinGame():
            log.add(GameEnded(outcome_of(state, effect)))
        case DecideTheatre() | LoseCombatMove():
            log.extend(_resolve_theatre(state, effect))
        case ChangeRelation():
            if has_relation(state, effect.nations, effect.previous):
                log.extend(resolve_relation(state, effect.nations, effect.relation))
        case RemoveUnits():
            for place in effect.territories or tuple(state.definition.board.territories):
                for nation in effect.nations:
                    log.extend(_vanished(log.state, effect, nation, place))
        case PlaceUnits():
            for nation in effect.nations:
                log.extend(_appeared(log.state, effect, nation))
        case GiveUnits():
            for nation in effect.nations:
                log.add(UnitsGranted(nation, effect.units))
    return log.events


def _rules_changed(state: State, effect: SetFact | EditBuyList | EditResearch) -> Events:
    """What an effect does to facts of the definition."""
    log = EventLog(state)
    match effect:
        case SetFact():
            for name in effect.names:
                change = RuleChange(effect.subject, name, effect.fact, _value(state, effect, name))
                log.extend(_changed(log.state, change))
        case EditBuyList():
            log.extend(_edited(state, effect))
        case EditResearch():
            for nation in effect.nations:
                log.extend(_opened(log.state, effect, nation))
    return log.events


def _value(state: State, effect: SetFact, name: str) -> int | bool | str | tuple[str, ...]:
    """The new value of a fact; for a list perhaps what is in it and more, or less."""
    if not (effect.is_added or effect.is_removed) or not isinstance(effect.value, tuple):
        return effect.value
    before = state.definition.listed(effect.subject, name, effect.fact)
    if effect.is_removed:
        return tuple(entry for entry in before if entry not in effect.value)
    return tuple(dict.fromkeys((*before, *effect.value)))


def _changed(state: State, change: RuleChange) -> Iterator[Event]:
    if state.definition.changed(change) != state.definition:
        yield RuleChanged(change)


def _edited(state: State, effect: EditBuyList) -> Iterator[Event]:
    economy = state.definition.economy
    listed = economy.buy_lists[effect.buy_list]
    offer = Offer(((PUS, effect.price),), effect.units)
    is_new = offer != economy.listed_offer(effect.buy_list, effect.unit)
    if effect.is_added and effect.price and is_new:
        fact = f"{PRICE_OF}{effect.unit}"
        yield RuleChanged(RuleChange("buy_list", effect.buy_list, fact, effect.price))
        if effect.units > 1:
            fact = f"{BATCH_OF}{effect.unit}"
            yield RuleChanged(RuleChange("buy_list", effect.buy_list, fact, effect.units))
    if (effect.unit in listed) == effect.is_added:
        return
    if effect.is_added:
        units = (*listed, effect.unit)
    else:
        units = tuple(name for name in listed if name != effect.unit)
    yield RuleChanged(RuleChange("buy_list", effect.buy_list, "units", units))


def _opened(state: State, effect: EditResearch, nation: NationName) -> Iterator[Event]:
    closed = state.definition.map_rules.of(nation).not_researched
    if (effect.technology not in closed) == effect.is_added:
        return
    if effect.is_added:
        names = tuple(name for name in closed if name != effect.technology)
    else:
        names = (*closed, effect.technology)
    yield RuleChanged(RuleChange("nation", nation, "not_researched", names))


def _assigned(state: State, effect: AssignLand, place: TerritoryName) -> Events:
    previous = owner_of(state, place)
    if previous == effect.owner or (effect.previous and previous != effect.previous):
        return ()
    conquered = effect.is_conquest and effect.owner != NEUTRAL
    if conquered and previous and may_take(state, previous, effect.owner):
        return resolve_capture(state, place, effect.owner, is_attack=False)
    return (LandAssigned(place, effect.owner, previous),)


def _paid(
    state: State, trigger: Trigger, effect: GiveResource, nation: NationName, times: int
) -> Iterator[Event]:
    has = state.amount(nation, effect.resource)
    amount = max(effect.amount * times, -has)
    if amount:
        total = has + amount
        yield ResourceGiven(nation, effect.resource, amount, total, trigger.name)


def _vanished(
    state: State, effect: RemoveUnits, nation: NationName, place: TerritoryName
) -> Iterator[Event]:
    """The first units of each type in order of identity, with what they carry."""
    forces = forces_in(state, place)
    if not any((nation, kind) in forces for kind in effect.types or state.definition.unit_types):
        return
    gone: dict[str, list[Unit]] = {}
    for unit in state.units_in(place):
        wanted = not effect.types or unit.type in effect.types
        if unit.owner == nation and wanted and len(gone.get(unit.type, ())) < effect.count:
            gone.setdefault(unit.type, []).append(unit)
    lost = {unit.id for units in gone.values() for unit in units}
    cargo = {unit.id for key in lost for unit in state.cargo_of(key)}
    if lost:
        yield UnitsVanished(nation, place, tuple(sorted(lost | cargo)))


def _appeared(state: State, effect: PlaceUnits, nation: NationName) -> Iterator[Event]:
    """New units; land units at sea are aboard ships of the nation, or there are none of them.

    They do not move in the turn in which they appear.
    """
    kinds = state.definition.unit_types
    at_sea = is_sea(state, effect.territory)
    fitting = [(name, count) for name, count in effect.units if at_sea or not kinds[name].is_sea]
    names = room_on_board(state, fitting)
    rooms = _Rooms(state, nation, effect.territory) if at_sea else None
    new: list[Unit] = []
    for name in sorted(names, key=lambda name: at_sea and kinds[name].is_land):
        unit = Unit(
            id=state.next_unit + len(new),
            type=name,
            owner=nation,
            territory=effect.territory,
            original_owner=nation if kinds[name].is_infrastructure else NOBODY,
            moved=EXHAUSTED,
        )
        if rooms is not None and kinds[name].is_land and kinds[name].carriage.can_board:
            ship = rooms.taken_by(unit)
            if ship is None:
                continue
            unit = replace(unit, carried_by=ship)
        if rooms is not None:
            rooms.add(unit)
        new.append(unit)
    if new:
        yield UnitsAppeared(nation, effect.territory, tuple(new))
        yield MovementEnded(tuple(unit.id for unit in new))


class _Rooms:
    """What the ships of a nation in a zone can still carry; ships that are full are forgotten."""

    def __init__(self, state: State, nation: NationName, zone: TerritoryName) -> None:
        self._kinds = state.definition.unit_types
        self._nation = nation
        self._left: dict[UnitId, int] = {}
        there = state.units_in(zone)
        for unit in there:
            self.add(unit)
        for unit in there:
            if unit.carried_by in self._left:
                self._take(unit.carried_by, self._kinds[unit.type].carriage.transport_cost)

    def add(self, ship: Unit) -> None:
        """Another unit is there, which may be a ship with room."""
        room = self._kinds[ship.type].carriage.transport_capacity
        if room and ship.owner == self._nation:
            self._left[ship.id] = room

    def taken_by(self, unit: Unit) -> UnitId | None:
        """The first ship with room for a land unit, which then has less; None without one."""
        cost = self._kinds[unit.type].carriage.transport_cost
        ship = next((key for key, room in self._left.items() if room >= cost), None)
        if ship is not None:
            self._take(ship, cost)
        return ship

    def _take(self, ship: UnitId, cost: int) -> None:
        self._left[ship] -= cost
        if self._left[ship] <= 0:
            del self._left[ship]


def outcome_of(state: State, effect: WinGame) -> Outcome:
    """How the game ends by an effect of a map."""
    names = ", ".join(effect.nations)
    text = f"{names} have won in round {state.round}: {said_by_map(effect.message)}"
    return Outcome(tuple(sorted(effect.nations)), "triggered_victory", text)
