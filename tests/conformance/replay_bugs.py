"""Differences that are defects of the other engine: engine_bugs.md explains each of them.

Where it can, the replay does as the other engine does there, and the game goes on; else the game is
compared up to that step.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.core.ids import PUS, NationName, TerritoryName, UnitId
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.game import check
from engine.gamedef import Definition, State
from engine.orders.form import Order
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.repair import Repair
from engine.orders.research import Research
from engine.rules.battle.before.amphibious import is_fought_at_will
from engine.rules.common.relations import enemies_in, is_friendly_land, type_of
from engine.rules.common.tech_abilities import HEAVY_BOMBER, tech_ability_of
from engine.rules.economy.factory_repair import repair_cost
from engine.rules.economy.technology import kept_dice
from engine.rules.movement.landing import Landings, flight_of
from engine.rules.movement.landing_places import flown
from engine.rules.movement.mover import mover_of
from tests.conformance.replay_json import Json, Table, items, number, table, text
from tests.conformance.replay_record import Action, Battle, Entry, Lost
from tests.conformance.replay_units import Identities


@dataclass(frozen=True, slots=True)
class Cut:
    """A game is compared up to this step: what happens in it no order of ours can say.

    section: the heading in engine_bugs.md.
    """

    game: str
    step: int
    section: str


CUTS: Final = (
    Cut("Pacific_Theater_Solo_Challenge.s1.wild", 27, "Small decks that are added up"),
    Cut("Pacific_Theater_Solo_Challenge.s202.wild2.opt", 13, "Small decks that are added up"),
    Cut("WW2v5_1942_2nd.s106.wild3-wild2.opt", 184, "A success that finds nothing"),
    Cut("europe_AAE.s29.wild2", 114, "An AA gun at sea changes hands"),
    Cut("ww2v3_1942.s11.wild.opt", 126, "A guest outlives a carrier that did not move"),
)


def as_read(definition: Definition, properties: Table) -> Definition:
    """The map with heavy bombers as the other engine reads them: by the file, not by the player.

    definition: with the properties as the player changed them; properties: those changes.
    Section "Heavy bombers and a changed property" of engine_bugs.md.
    """
    change = properties.get("LHTR Heavy Bombers")
    if not isinstance(change, dict):
        return definition
    read = replace(definition.options, lhtr_heavy_bombers=change["default"] is True)
    types = {
        name: replace(
            kind,
            tech_abilities=(
                *(own for own in kind.tech_abilities if own.technology != HEAVY_BOMBER),
                tech_ability_of(kind, read, HEAVY_BOMBER),
            ),
        )
        for name, kind in definition.unit_types.items()
        if kind.raiding.is_strategic_bomber
    }
    return replace(definition, unit_types={**definition.unit_types, **types})


def cut_of(game: str) -> Cut | None:
    """Where the comparison of a game ends, None for its last step."""
    return next((entry for entry in CUTS if entry.game == game), None)


class CutError(Exception):
    """An order that the other engine should have refused: the comparison ends before it."""


def cut_before(state: State, action: Action, known: Identities) -> str:
    """The section of engine_bugs.md about an accepted move that ends the comparison, "" for none.

    known: which of our units is which of theirs.
    """
    if action.kind != "move" or not action.accepted:
        return ""
    sea = state.definition.board.is_sea
    route = [text(place) for place in items(action.body["route"])]
    start, end = route[0], route[-1]
    if sea[start]:
        return ""

    def units(keys: Iterable[Json]) -> list[Unit]:
        ours = {known.ours(key) for key in map(number, keys) if known.knows(key)}
        return [state.units[key] for key in sorted(ours) if key in state.units]

    ships = units(table(action.body.get("transports") or {}).values())
    if sea[end] and any(type_of(state, ship).is_air for ship in ships):
        return "Infantry that boards a bomber over the sea"
    used = sum(ship.unloaded_to != "" for ship in ships)
    if sea[end] and 0 < used < len(ships):
        return "A used ship loads beside another"
    names = (name for owned in table(action.body["units"]).values() for name in table(owned))
    landed = any(unit.unloaded_to for unit in units(items(action.body["ids"])))
    if not sea[end] and landed and any("on=" in name for name in names):
        return "Troops that have landed move on as cargo"
    return ""


def is_known_refusal(state: State, action: Action, order: Order | None = None) -> bool:
    """Whether an order is refused over there that ours takes with good reason.

    order: ours, where there is one.  Sections "Ships that go back, and choices made beforehand",
    "Aircraft beside the carrier of the same order", "Seats that are there and not found", "Units
    that never rest", "A ship remembers for ever", "Aircraft among enemies" and "Who helps with
    research" of engine_bugs.md.
    """
    if isinstance(order, Move) and action.error == "Not all air units can land":
        return _could_all_land(state, order)
    if isinstance(order, Research) and action.body["pays"] is None:
        helpers = state.definition.map_rules.of(state.nation).research_helpers
        return bool(helpers) and action.error.startswith("Not enough money to pay")
    if isinstance(order, Move) and (
        _is_never_forgotten(state, action, order) or _lands_among_enemies(state, action, order)
    ):
        return True
    if action.kind == "place":
        return _is_split_over_there(state, action)
    if action.kind == "move" and order is not None and _never_rests(state, action):
        return True
    if action.kind == "move":
        route = items(action.body["route"])
        start = text(route[0]) if route else ""
        held = action.error.startswith("Cannot move units out of battle zone")
        return (
            held
            and start in state.definition.board.territories
            and not mover_of(state).stoppers(start)
        )
    if action.kind == "fight" and action.error == _air_battle_first(action):
        # Ours is fought with its battle.
        return True
    waits = action.error.removeprefix("Must complete Battle in ").removesuffix(" first")
    return action.kind == "fight" and waits != action.error and is_fought_at_will(state, waits)


def _is_never_forgotten(state: State, action: Action, order: Move) -> bool:
    """Whether ships that fought put nobody ashore because they loaded late in an earlier turn."""
    error = "Transport cannot both load AND unload after being in combat"
    cargo = (state.units[key] for pick in order.picks for key in pick.units)
    ships = {unit.carried_by for unit in cargo}
    return action.error.startswith(error) and any(
        ship is not None and state.units[ship].in_combat for ship in ships
    )


def _lands_among_enemies(state: State, action: Action, order: Move) -> bool:
    """Whether aircraft alone were to land in friendly land where enemies stand."""
    end = order.path[-1]
    return (
        action.error.startswith("Cannot advance to battle in non combat")
        and is_friendly_land(state, state.nation, end)
        and any(enemies_in(state, state.nation, end))
        and all(state.definition.unit_types[pick.type].is_air for pick in order.picks)
    )


def _never_rests(state: State, action: Action) -> bool:
    """Whether an order is refused because units moved in an earlier turn."""
    if any(step.phase == "noncombat_move" for step in state.definition.sequence):
        return False
    return action.error.startswith(
        ("Not all units have enough movement", "Not all units can blitz")
    )


def _could_all_land(state: State, order: Move) -> bool:
    """Whether those that fly and all others that wait over the sea find a place at once."""
    mover = mover_of(state)
    going = [state.units[key] for pick in order.picks for key in pick.units]
    flights, ships = flown(mover, going, order.path)
    waiting = [
        flight_of(mover, unit)
        for unit in state.units_of(state.nation)
        if type_of(state, unit).is_air and mover.is_sea[unit.territory] and unit not in going
    ]
    return bool(waiting) and not Landings(mover, ships).unable((*flights, *waiting))


def _air_battle_first(action: Action) -> str:
    return f"Must complete Air Battle in {text(action.body['territory'])} first"


def _is_split_over_there(state: State, action: Action) -> bool:
    """Whether new aircraft are ordered with the new carrier that they need."""
    zone, types = text(action.body["territory"]), state.definition.unit_types
    owned = table(table(action.body["units"]).get(state.nation, {}))
    counts = [(name, number(count)) for name, count in owned.items()]
    if action.error != f"Cannot place these units in {zone}":
        return False
    alone = [Pick(count, name) for name, count in counts if not types[name].decks.carrier_capacity]
    return len(alone) < len(counts) and "no-carrier-room" in {
        reason.code for reason in check(state, Place(tuple(alone), zone))
    }


def with_more_money(state: State, nation: NationName, more: int) -> State:
    """The position in which a nation has so many PUs more, or fewer."""
    if not more:
        return state
    purse = dict(state.resources[nation])
    purse[PUS] = purse.get(PUS, 0) + more
    return replace(state, resources={**state.resources, nation: purse})


def cannot_fail(state: State, order: Research) -> bool:
    """Whether low luck makes research a sure success with nothing left over.

    state: before the order.  Section "A die that cannot fail" of engine_bugs.md.
    """
    dice = order.dice + kept_dice(state, state.nation)
    sides = state.definition.dice_sides
    return state.definition.options.low_luck_technology and dice % sides == 0


def without(state: State, units: Iterable[UnitId]) -> State:
    """The position without units that the other engine removes for a slip of its own."""
    lost = set(units)
    return replace(state, units={key: u for key, u in state.units.items() if key not in lost})


def drowned_ashore(state: State, battle: Battle, entries: Iterable[Entry]) -> Iterator[int]:
    """Recorded units on land that are lost in a battle at sea.

    Section "Landed troops go down with their ship" of engine_bugs.md.
    """
    sea = state.definition.board.is_sea
    under_way: Battle | None = None
    for entry in entries:
        if isinstance(entry, Battle):
            under_way = entry
        elif isinstance(entry, Lost) and under_way == battle:
            is_ashore = not sea.get(TerritoryName(entry.territory), True)
            yield from entry.units if is_ashore and sea[TerritoryName(battle.territory)] else ()


def awaiting_carriers(state: State, place: str) -> tuple[UnitId, ...]:
    """Aircraft in a place whose nation has still to place a carrier, while another one places.

    Section "Others place first" of engine_bugs.md.
    """
    kinds = state.definition.unit_types
    if state.phase.phase != "place":
        return ()
    hands = {
        nation
        for nation, hand in state.unplaced.items()
        if nation != state.nation and any(kinds[name].decks.carrier_capacity for name in hand)
    }
    return tuple(
        unit.id for unit in state.units_in(place) if unit.owner in hands and kinds[unit.type].is_air
    )


def without_crowd(state: State, order: Order, areas: Table) -> tuple[Order, State]:
    """A placement without the aircraft that find no carrier, and the position without them in hand.

    areas: what stands where in the recording at the end of the step.  Order and position are the
    same where there is room for all.  Section "New aircraft beside those aboard" of engine_bugs.md.
    """
    reasons = check(state, order)
    if not isinstance(order, Place) or {one.code for one in reasons} != {"no-carrier-room"}:
        return order, state
    nation, zone = state.nation, order.territory
    left = table(table(table(areas[zone])["units"]).get(nation, {}))
    hand = dict(state.unplaced[nation])
    picks: list[Pick] = []
    for pick in order.picks:
        stood = sum(u.owner == nation and u.type == pick.type for u in state.units_in(zone))
        ends = sum(number(n) for name, n in left.items() if name.partition("{")[0] == pick.type)
        stay = min(pick.count, max(0, ends - stood))
        hand[pick.type] -= pick.count - stay
        if stay:
            picks.append(replace(pick, count=stay))
    kept = {name: count for name, count in hand.items() if count}
    return replace(order, picks=tuple(picks)), replace(
        state, unplaced={**state.unplaced, nation: kept}
    )


def overpaid(state: State, order: Order, wanted: int) -> int:
    """PUs that the other engine takes for repairing damage that is not there.

    state: before the order; wanted: points of the recorded order, of which ours has those that
    are there.  Section "Paid for nothing" of engine_bugs.md.
    """
    if not isinstance(order, Repair):
        return 0
    return repair_cost(state, wanted) - repair_cost(state, order.points)
