"""What must hold after every action of every game, whatever the rules of the scenario are.

Each check compares the position before an action with the one after it and with the events in
between; it raises AssertionError with a sentence that names the unit, nation or place.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from engine import NEUTRAL, PUS, State, Unit, evolve
from engine.core.events import Event
from engine.core.events.battle import (
    CapitalPlundered,
    CasualtiesMarked,
    FactoryBombed,
    KamikazesAimed,
    TerritoryReturned,
    TerritoryTaken,
    UnitsCaptured,
    UnitsDestroyed,
    UnitsExchanged,
    VolleyFired,
)
from engine.core.events.economy import (
    BidGranted,
    FactoryRepaired,
    IncomeBlockaded,
    IncomeCollected,
    LandDrawn,
    PointsScored,
    ResearchPaid,
    TreasuryChanged,
    UnitsBought,
    UnitsGiven,
    UnitsLevied,
    UnitsPlaced,
    UnplacedUnitsLost,
)
from engine.core.events.movement import AircraftLost, FuelPaid, NeutralityPaid
from engine.core.events.politics import ActionTried
from engine.core.events.triggers import (
    LandAssigned,
    ResourceGiven,
    UnitsAppeared,
    UnitsGranted,
    UnitsVanished,
)
from engine.core.events.turn import PhaseBegan, TurnEnded
from engine.core.ids import RESEARCH_DICE, VICTORY_POINTS
from engine.gamedef import UnitType
from engine.gamedef.triggers import PlaceUnits, SetFact

Events = tuple[Event, ...]


def check_all(before: State, events: Events, after: State) -> None:
    """All invariants on the whole board; events lead from the one position to the other."""
    check_step(before, events, after)
    check_board(after, after.units.values())


def check_step(before: State, events: Events, after: State) -> None:
    """All invariants on what an action has changed; the whole board when a phase has ended.

    As strong as `check_all` after every action, when the position before was sound: in a
    place where nothing has come, gone or changed, everything is as it was.
    """
    check_money_adds_up(before, events, after)
    check_owners_are_explained(before, events, after)
    check_hands_are_explained(before, events, after)
    check_losses_fit_the_hits(events)
    check_turn_order(before, events)
    check_events_make_the_state(before, events, after)
    check_units_are_explained(before, events, after)
    if any(isinstance(event, PhaseBegan) for event in events):
        check_board(after, after.units.values())
        return
    touched = touched_places(before, after)
    check_board(after, [unit for place in touched for unit in after.units_in(place)])


def check_board(state: State, units: Collection[Unit]) -> None:
    """The invariants of a position for these units: and for all others in their places."""
    check_units_are_sound(state, units)
    check_places(state, units)
    check_cargo(state, units)


def touched_places(before: State, after: State) -> list[str]:
    """Where units have come, gone or changed in any way, sorted."""
    if before.units is after.units:
        return []
    old, new = before.units, after.units
    # A unit that has not changed is the same object in both positions.
    changed = [unit for key, unit in new.items() if old.get(key) is not unit]
    gone = [unit for key, unit in old.items() if key not in new]
    left = [old[unit.id] for unit in changed if unit.id in old]
    return sorted({unit.territory for unit in (*changed, *gone, *left)})


def check_units_are_explained(before: State, events: Events, after: State) -> None:
    """Every unit that came, went or changed hands did so by an event."""
    if before.units is after.units:
        return
    came = after.units.keys() - before.units.keys()
    gone = before.units.keys() - after.units.keys()
    placed = {
        unit.id
        for event in events
        if isinstance(event, UnitsPlaced | UnitsAppeared | UnitsExchanged | LandDrawn)
        for unit in event.units
    }
    lost = {
        unit
        for event in events
        if isinstance(event, UnitsDestroyed | AircraftLost | UnitsVanished)
        for unit in event.units
    }
    lost |= {unit for event in events if isinstance(event, UnitsExchanged) for unit in event.gone}
    assert came == placed - lost, f"units {sorted(came ^ (placed - lost))} came from nowhere"
    assert gone == lost - placed, f"units {sorted(gone ^ (lost - placed))} vanished unexplained"
    captured = {
        unit: event.owner
        for event in events
        if isinstance(event, UnitsCaptured | UnitsGiven)
        for unit in event.units
    }
    for key, unit in after.units.items():
        old = before.units.get(key)
        if old is unit or old is None or old.owner == unit.owner:
            continue
        assert captured.get(key) == unit.owner, f"unit {key} changed hands without an event"
    assert all(key < after.next_unit for key in came), "a unit has a future identity"


def check_money_adds_up(before: State, events: Events, after: State) -> None:
    """Whatever a nation gains or loses is in an event, and nobody owes money."""
    change: Counter[tuple[str, str]] = Counter()
    for event in events:
        for nation, resource, amount in _payments(event):
            change[nation, resource] += amount
    for nation in before.definition.politics.nation_names:
        held = {*before.resources.get(nation, {}), *after.resources.get(nation, {})}
        for resource in sorted(held - {RESEARCH_DICE}):
            wanted = before.amount(nation, resource) + change[nation, resource]
            has = after.amount(nation, resource)
            assert has == wanted, f"{nation} hold {has} {resource}, the events make it {wanted}"
        has = after.amount(nation, PUS)
        assert has >= 0, f"{nation} hold {has} PUs"


def _payments(event: Event) -> Iterator[tuple[str, str, int]]:
    """Nation, resource and how much more of it there is after an event."""
    match event:
        case ResearchPaid() | FactoryRepaired():
            yield event.nation, PUS, -event.cost
        case UnitsBought():
            yield event.nation, PUS, -event.cost
            yield from ((event.nation, resource, -amount) for resource, amount in event.goods)
        case IncomeCollected() | ResourceGiven() | TreasuryChanged():
            yield event.nation, event.resource, event.amount
        case BidGranted():
            yield event.nation, PUS, event.amount
        case IncomeBlockaded():
            yield event.nation, PUS, -sum(amount for _, amount in event.losses)
        case PointsScored():
            yield event.nation, VICTORY_POINTS, event.points
        case KamikazesAimed():
            yield event.nation, event.resource, -event.cost
        case ActionTried():
            yield from ((event.nation, resource, -amount) for resource, amount in event.cost)
        case NeutralityPaid():
            yield event.nation, PUS, -event.amount
        case FuelPaid():
            yield from ((event.nation, resource, -amount) for resource, amount in event.amounts)
        case CapitalPlundered():
            yield event.victim, event.resource, -event.amount
            yield event.captor or "nobody", event.resource, event.amount
        case FactoryBombed() if event.resource:
            yield event.victim, event.resource, -event.damage
        case _:
            pass


def check_owners_are_explained(before: State, events: Events, after: State) -> None:
    """Land changes hands by an event, and stays with the last one to take it."""
    owners = dict(before.owners)
    for event in events:
        if isinstance(event, LandDrawn):
            owners[event.territory] = event.nation
        elif isinstance(event, TerritoryTaken | TerritoryReturned | LandAssigned):
            owners.pop(event.territory, None)
            owners |= {event.territory: event.owner} if event.owner != NEUTRAL else {}
    assert owners == dict(after.owners), "land changed hands without an event"


def check_hands_are_explained(before: State, events: Events, after: State) -> None:
    """What is bought is unplaced until it is placed or lost."""
    unplaced_units = {nation: Counter(unplaced) for nation, unplaced in before.unplaced.items()}
    for event in events:
        match event:
            case UnitsBought() | UnitsLevied() | UnitsGranted():
                unplaced_units[event.nation].update(dict(event.units))
            case UnitsPlaced() | LandDrawn():
                unplaced_units[event.nation].subtract(unit.type for unit in event.units)
            case UnplacedUnitsLost():
                unplaced_units[event.nation].subtract(dict(event.units))
            case _:
                pass
    for nation, unplaced in unplaced_units.items():
        assert +unplaced == Counter(after.unplaced.get(nation, {})), f"unplaced units of {nation}"
        assert not -unplaced, f"{nation} placed more than they had"


def check_losses_fit_the_hits(events: Events) -> None:
    """No unit is lost without a hit: no more casualties than the volley before had hits."""
    hits: int | None = None
    for event in events:
        if isinstance(event, VolleyFired):
            hits = event.hits
            dice = sum(len(group.dice) for group in event.groups)
            counted = event.sure_hits + sum(group.hits for group in event.groups)
            assert hits == counted, f"{event.territory}: {hits} hits, the dice make {counted}"
            assert counted <= event.sure_hits + dice, f"{event.territory}: more hits than dice"
        elif isinstance(event, CasualtiesMarked) and hits is not None:
            lost = len(event.killed) + len(event.damaged)
            assert lost <= hits, f"{event.territory}: {lost} losses for {hits} hits"


def check_units_are_sound(state: State, units: Iterable[Unit]) -> None:
    """No unit survives more hits than it can take, and no flag of the turn outlives it."""
    for unit in units:
        kind = state.definition.unit_types[unit.type]
        assert 0 <= unit.hits < max(1, kind.hit_points), f"{_who(unit)} has {unit.hits} hits"
        assert unit.damage >= 0, f"{_who(unit)} has {unit.damage} damage"
        if unit.submerged:
            assert kind.undersea.is_submarine, f"{_who(unit)} is under water"
            may_submerge = state.phase.phase in {"combat_move", "battle", "noncombat_move"}
            assert may_submerge, f"{_who(unit)} submerges"


def check_places(state: State, units: Iterable[Unit]) -> None:
    """No ship on land, no land unit swimming, no unit where none may be."""
    definition = state.definition
    # What a scenario or a trigger puts in an odd place may stay there.
    began = {entry.territory for entry in definition.setup.placements}
    began |= {
        effect.territory
        for trigger in definition.script.triggers
        for effect in trigger.effects
        if isinstance(effect, PlaceUnits)
    }
    for unit in units:
        kind = definition.unit_types[unit.type]
        place = definition.board.territories[unit.territory]
        is_old = unit.territory in began
        # What cannot move may be built in land that has an owner though nobody may enter it, and so
        # may all units of a nation that places anywhere.
        free = definition.map_rules.of(definition.setup.owners.get(unit.territory, ""))
        came = not is_old and kind.movement > 0 and not free.places_anywhere
        assert not (came and place.is_impassable), f"{_who(unit)} is where nobody may be"
        if place.is_sea and kind.is_land and kind.carriage.transport_cost:
            assert unit.carried_by is not None, f"{_who(unit)} swims"
        if not place.is_sea:
            assert not kind.is_sea or is_old, f"{_who(unit)} is a ship on land"
            assert unit.carried_by is None, f"{_who(unit)} is aboard a ship on land"


def check_cargo(state: State, units: Iterable[Unit]) -> None:
    """Cargo is with its ship, and no ship carries more than it holds."""
    load: Counter[tuple[int, bool]] = Counter()
    for unit in units:
        if unit.carried_by is None:
            continue
        assert unit.carried_by in state.units, f"{_who(unit)} is aboard a ship that is gone"
        ship = state.units[unit.carried_by]
        is_here = ship.territory == unit.territory
        assert is_here, f"{_who(unit)} is aboard a ship in {ship.territory}"
        kind = state.definition.unit_types[unit.type]
        load[ship.id, kind.is_air] += (
            kind.decks.carrier_cost if kind.is_air else kind.carriage.transport_cost
        )
    for (key, on_deck), used in load.items():
        ship = state.units[key]
        kind = state.definition.unit_types[ship.type]
        room = _most_room(state, kind, on_deck=on_deck)
        assert used <= room, f"{ship.type} {key} in {ship.territory} carries {used} of {room}"


def _most_room(state: State, kind: UnitType, *, on_deck: bool) -> int:
    """What a ship holds at any time: triggers may change it while the ship is loaded.

    on_deck: room for aircraft; a ship may have that and room for land units.
    """
    fact = "carrier_capacity" if on_deck else "transport_capacity"
    changed = [
        effect.value
        for trigger in state.definition.script.triggers
        for effect in trigger.effects
        if isinstance(effect, SetFact)
        and effect.fact == fact
        and kind.name in effect.names
        and isinstance(effect.value, int)
    ]
    room = kind.decks.carrier_capacity if on_deck else kind.carriage.transport_capacity
    return max(room or kind.carriage.transport_capacity or kind.decks.carrier_capacity, *changed, 0)


def check_turn_order(before: State, events: Events) -> None:
    """Phases follow one another as the scenario lists them."""
    definition = before.definition
    step, round_number = before.phase.step, before.round
    for event in events:
        if not isinstance(event, PhaseBegan):
            continue
        while True:
            step += 1
            if step == len(definition.sequence):
                step, round_number = 0, round_number + 1
            last = definition.sequence[step].last_round
            if last == 0 or round_number <= last:
                break
        assert event.step == step, f"step {event.step} begins, step {step} was due"
        assert event.nation == definition.sequence[step].nation, "the wrong nation is on turn"


def check_events_make_the_state(before: State, events: Events, after: State) -> None:
    """The events alone, applied one after another, make the position (nothing is left out)."""
    state = before
    for event in events:
        state = evolve(state, event)
        if isinstance(event, TurnEnded) and event.nation:
            check_aircraft_have_landed(state, event.nation)
    assert state == after, "the events do not make the position that the step holds"


def check_aircraft_have_landed(state: State, nation: str) -> None:
    """At the end of a turn no aircraft of the nation is in the air (B145, B211, B212)."""
    if state.definition.options.kamikaze_airplanes:
        return
    for place in sorted({unit.territory for unit in state.units_of(nation)}):
        aircraft = [unit for unit in state.units_in(place) if _is_air(state, unit)]
        own = [unit for unit in aircraft if unit.owner == nation]
        if not own:
            continue
        if not state.definition.board.is_sea[place]:
            owner = state.owners.get(place, "")
            hosts = owner != "" and state.definition.politics.relation(nation, owner).air_lands
            assert hosts, f"{nation} aircraft stand in {place}, where they may not land"
            continue
        allied = [
            unit for unit in aircraft if state.definition.politics.is_allied(nation, unit.owner)
        ]
        need = sum(state.definition.unit_types[unit.type].decks.carrier_cost for unit in allied)
        room = _deck_room(state, nation, state.units_in(place))
        # Where two nations have their turns together, one places after the other has moved.
        types = state.definition.unit_types
        unplaced = state.unplaced.get(nation, {})
        room += sum(types[name].decks.carrier_capacity * count for name, count in unplaced.items())
        assert need <= room, f"aircraft in {place} need {need} places on carriers, {room} are there"
        assert all(state.definition.unit_types[unit.type].decks.carrier_cost for unit in own), place


def _who(unit: Unit) -> str:
    return f"unit {unit.id} ({unit.owner} {unit.type}) in {unit.territory}"


def _is_air(state: State, unit: Unit) -> bool:
    return state.definition.unit_types[unit.type].is_air


def _deck_room(state: State, nation: str, units: Iterable[Unit]) -> int:
    return sum(
        state.definition.unit_types[unit.type].decks.carrier_capacity
        for unit in units
        if state.definition.politics.is_allied(nation, unit.owner)
    )
