"""Aircraft of the defender scramble from bases to help in a battle nearby.

Before the battles are fought the defender may send aircraft from a base of their side into areas
where that side is attacked or from which troops land on its territory, by option also where it is
raided, as far as the type of the aircraft reaches.  They defend there as independent units.  Bases
are on land, and at sea where a map makes ships of some type a base.  A base may limit how many
scramble in a turn; each aircraft scrambles once, if its owner can pay for its fuel
(rules/common/fuel_costs.py).  Whether the base itself is attacked does not matter.
After the battles they land like other aircraft without a carrier (land_aircraft.py), or by option
go back to their base.

The defender is away: their standing orders say which aircraft scramble.  Without any, an option
decides whether they are asked; if not, none scramble.

Rule: the map dialect (Scramble Rules In Effect and the properties beside it).
Options: scrambling, scramble_into_air_battles, scramble_to_sea_only, scramble_from_islands_only,
scramble_against_any_landing, ask_before_battles, ask_defender.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.agenda import Decision, PendingBattle, ReactionFrame
from engine.core.errors import Illegal
from engine.core.events.battle import AircraftScrambled
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.standing_orders import StandingUse
from engine.core.unit import Unit
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.scramble import Scramble
from engine.rules.battle.before.amphibious import zones_of
from engine.rules.battle.before.pending_battles import defenders_in, defending_nation
from engine.rules.battle.rounds.standing_orders import standing_scramblers
from engine.rules.common.battle_step import BATTLE, RAID, check_fits_decision
from engine.rules.common.damage import is_disabled
from engine.rules.common.frame import Events
from engine.rules.common.fuel_costs import can_scramble_all, scramble_bills
from engine.rules.common.picks import pick_units, picks_of
from engine.rules.common.relations import (
    is_allied,
    is_asked_before_battles,
    is_enemy,
    is_enemy_land,
    is_friendly_land,
    is_sea,
    owner_of,
    type_of,
)
from engine.rules.common.theatres import is_decided

SCRAMBLE: Final = "scramble"


def scramble_places(state: State) -> tuple[TerritoryName, ...]:
    """Areas into which aircraft may scramble now, sorted."""
    if not state.definition.options.scrambling:
        return ()
    places: dict[TerritoryName, None] = {}
    for battle in state.battles:
        if is_decided(state, battle.territory):
            continue
        if battle.kind == RAID and state.definition.options.scramble_into_air_battles:
            places[battle.territory] = None
        if battle.kind != BATTLE:
            continue
        if defenders_in(state, battle.territory) or not is_sea(state, battle.territory):
            places[battle.territory] = None
        for zone in zones_of(state, battle):
            if is_sea(state, zone):
                places[zone] = None
    return tuple(place for place in sorted(places) if able_to_scramble(state, place))


def may_meet_in_the_air(state: State, unit: Unit) -> bool:
    """Whether an aircraft of the defender may fight in the air: those that scrambled by option."""
    return not unit.base or state.definition.options.scramble_into_air_battles


def able_to_scramble(state: State, place: TerritoryName) -> tuple[UnitId, ...]:
    """The aircraft that may scramble to help in an area, in order of identity.

    There may be more of them than the limit of their base lets scramble.
    """
    options = state.definition.options
    if options.scramble_to_sea_only and not is_sea(state, place):
        return ()
    helped = _helped(state, place)
    found: list[UnitId] = []
    for base in _bases(state, place):
        ready = [unit for unit in state.units_in(base) if _is_ready(state, unit, helped)]
        room = {nation: _room(state, base, nation) for nation in {unit.owner for unit in ready}}
        longest = max((_reach(state, unit) for unit in ready), default=0)
        near = state.definition.board.distances(base, longest)
        found += [
            unit.id
            for unit in ready
            if room[unit.owner] and near.get(place, longest + 1) <= _reach(state, unit)
        ]
    return tuple(sorted(found))


def _reach(state: State, unit: Unit) -> int:
    return type_of(state, unit).scrambling.scramble_distance


def _is_ready(state: State, unit: Unit, helped: NationName) -> bool:
    """Whether an aircraft can scramble at all, and for the nation to be helped."""
    return (
        _reach(state, unit) > 0
        and not unit.base
        and is_allied(state, unit.owner, helped)
        and is_enemy(state, state.nation, unit.owner)
    )


def _bases(state: State, place: TerritoryName) -> Iterator[TerritoryName]:
    """Where aircraft may scramble from to help in an area: land, and zones with ships as bases."""
    definition = state.definition
    options, board = definition.options, definition.board
    bases = [kind for kind in definition.unit_types.values() if kind.scrambling.is_air_base]
    at_sea = any(kind.is_sea for kind in bases) and not options.scramble_from_islands_only
    if not bases:
        return
    landed_on = {battle.territory for battle in state.battles if place in zones_of(state, battle)}
    raided = {battle.territory for battle in state.battles if battle.kind == RAID}
    is_attacked = bool(defenders_in(state, place)) or place in raided or not board.is_sea[place]
    for base in definition.board.territories:
        if base == place:
            continue
        if not (at_sea if board.is_sea[base] else is_enemy_land(state, state.nation, base)):
            continue
        if options.scramble_from_islands_only and not _is_island(state, base):
            continue
        if is_attacked or options.scramble_against_any_landing or base in landed_on:
            yield base


def _is_island(state: State, place: TerritoryName) -> bool:
    board = state.definition.board
    return all(board.is_sea[beside] for beside in board.neighbours(place))


def _room(state: State, base: TerritoryName, nation: NationName) -> int:
    """How many more aircraft may scramble from a base in this turn; 0 where there is no base."""
    if not is_sea(state, base) and not is_friendly_land(state, nation, base):
        return 0
    kinds = [
        type_of(state, unit)
        for unit in state.units_in(base)
        if type_of(state, unit).scrambling.is_air_base
        and is_allied(state, unit.owner, nation)
        and not is_disabled(state, unit)
    ]
    if any(not kind.scrambling.scramble_limit for kind in kinds):
        return len(state.units)
    scrambled = sum(unit.base == base for unit in state.units.values())
    return max(0, sum(kind.scrambling.scramble_limit for kind in kinds) - scrambled)


def _helped(state: State, place: TerritoryName) -> NationName:
    """The nation that decides for the defence of an area."""
    there = defenders_in(state, place)
    if there:
        return defending_nation(state, place, there)
    landed_on = (battle for battle in state.battles if place in zones_of(state, battle))
    attacked = next(landed_on, PendingBattle(place, BATTLE, ()))
    return owner_of(state, attacked.territory)


def advance_scramble(state: State, frame: ReactionFrame) -> Events | Waiting:
    """The next place to decide on: the aircraft that scramble there, or the question."""
    place = frame.scrambles[0]
    able = able_to_scramble(state, place)
    nation = _helped(state, place)
    if not able:
        return (AircraftScrambled(place, nation, (), (), "rule"),)
    asks = is_asked_before_battles(state, nation)
    told = standing_scramblers(state, nation, place, able)
    if told is not None and not (asks and told[1].unmet):
        return _scrambled(state, place, _within_limits(state, told[0]), "standing", told[1])
    return scramble_decision(state, place) if asks else _scrambled(state, place, (), "default")


def scramble_decision(state: State, place: TerritoryName) -> Decision:
    """The question which aircraft scramble to help in an area."""
    able = able_to_scramble(state, place)
    return Decision(_helped(state, place), SCRAMBLE, place, step=SCRAMBLE, units=able)


def check_scramble(state: State, place: TerritoryName, order: Order) -> tuple[Illegal, ...]:
    """Every reason against an answer to this question."""
    decision = scramble_decision(state, place)
    reasons = check_fits_decision(order, decision, (Scramble,))
    if reasons or not isinstance(order, Scramble):
        return reasons
    launched, reasons = pick_units(state, order.picks, decision.units, place)
    if reasons:
        return reasons
    within = _within_base_limits(state, launched)
    over = [key for key in launched if key not in within]
    found = [
        Illegal("base-limit", f"no more aircraft may scramble from {name} in this turn", "", name)
        for name in dict.fromkeys(state.units[key].territory for key in over)
    ]
    if not can_scramble_all(state, launched):
        text = f"there is not enough fuel to fly to {place} and back"
        found.append(Illegal("no-fuel", text, "", place))
    return tuple(found)


def resolve_scramble(state: State, place: TerritoryName, order: Scramble) -> Events:
    """What an answer does."""
    launched, _ = pick_units(state, order.picks, able_to_scramble(state, place), place)
    return _scrambled(state, place, launched, "player")


def legal_scrambles(state: State, place: TerritoryName) -> Iterator[Scramble]:
    """No aircraft, each one alone, and as many as may."""
    able = _within_limits(state, able_to_scramble(state, place))
    choices = [(), *((key,) for key in able), able]
    for units in dict.fromkeys(choices):
        yield Scramble(place, picks_of(state, units))


def _within_limits(state: State, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The first of the aircraft, as many as bases and fuel let scramble."""
    kept: tuple[UnitId, ...] = ()
    for key in _within_base_limits(state, units):
        if can_scramble_all(state, (*kept, key)):
            kept = (*kept, key)
    return kept


def _within_base_limits(state: State, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The first of the aircraft, as many as the limits of their bases let scramble."""
    used: Counter[TerritoryName] = Counter()
    room: dict[tuple[TerritoryName, NationName], int] = {}
    kept: list[UnitId] = []
    for key in units:
        unit = state.units[key]
        base = (unit.territory, unit.owner)
        if base not in room:
            room[base] = _room(state, *base)
        if used[unit.territory] < room[base]:
            used[unit.territory] += 1
            kept.append(key)
    return tuple(kept)


def _scrambled(
    state: State,
    place: TerritoryName,
    launched: tuple[UnitId, ...],
    chosen_by: ChosenBy,
    use: StandingUse | None = None,
) -> Events:
    able = able_to_scramble(state, place)
    stayed = tuple(key for key in able if key not in launched)
    scrambled = AircraftScrambled(place, _helped(state, place), launched, stayed, chosen_by, use)
    return (*scramble_bills(state, launched), scrambled)
