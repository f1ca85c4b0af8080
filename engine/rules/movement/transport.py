"""Going aboard and ashore.

Rule: rule book, Transport (B74) and Combat movement: transports (B162 to B173), G4, G23.
Vector: V6.
Options: aa_guns_land_in_combat, load_among_enemies, unload_to_one_territory,
  unload_again_in_same_territory, transports_load_after_combat, lhtr_carrier_production,
  aa_guns_ride_alone, scrambling, kamikaze_attacks, submarines_stop_landings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.core.errors import Illegal
from engine.core.evolve.movement import EXHAUSTED
from engine.core.ids import TerritoryName, UnitId
from engine.core.unit import Unit
from engine.rules.common.relations import enemies_in, has_just_gone_to_war, is_enemy
from engine.rules.common.values import is_spent
from engine.rules.movement.canals import closed_canal, why_closed
from engine.rules.movement.land import check_borders
from engine.rules.movement.mover import Mover, refusal

Pairs = tuple[tuple[UnitId, UnitId], ...]


def check_load(mover: Mover, unit: Unit, zone: TerritoryName) -> tuple[Illegal, ...]:
    """Reasons why a land unit cannot go aboard a ship in a neighbouring zone, room apart."""
    reasons: list[Illegal] = []
    kind = mover.kind(unit)
    if not kind.carriage.can_board:
        reasons.append(refusal("cannot-be-carried", unit, "cannot go aboard a ship", "B74", zone))
        return tuple(reasons)
    if (
        mover.combat
        and not kind.mobility.moves_in_combat
        and not mover.options.aa_guns_land_in_combat
    ):
        text = "goes aboard only in the non-combat move"
        reasons.append(refusal("no-combat-movement", unit, text, "B173", zone))
    if unit.moved or is_spent(unit):
        text = "cannot go aboard after it has moved or fought"
        reasons.append(refusal("moved-before-loading", unit, text, "B168", zone))
    elif not mover.steps_left(unit):
        text = "never moves, so it cannot go aboard either"
        reasons.append(refusal("not-enough-movement", unit, text, "B51", zone))
    # A zone that belongs to nobody is no friend's either: going aboard there is an attack.
    attacks = mover.combat and mover.owner(zone) not in mover.friends
    contested = attacks and mover.defenders(unit.territory)
    if contested and not mover.options.attack_from_contested_land:
        text = f"cannot go aboard out of the battle in {unit.territory}"
        reasons.append(refusal("enemy-on-path", unit, text, "B146", unit.territory))
    canal = closed_canal(mover, kind, unit.territory, zone)
    if canal is not None:
        text, land = why_closed(mover, canal)
        reasons.append(refusal("canal-closed", unit, text, "B19", land))
    if mover.is_zone_shut(zone):
        text = f"only the combat move may enter {zone}, which is not in friendly hands"
        reasons.append(refusal("no-combat-here", unit, text, "B214", zone))
    opposed = mover.stoppers(zone) and not mover.options.load_among_enemies
    if opposed and not _are_new_enemies(mover, zone):
        text = f"cannot go aboard in {zone} while enemy ships are there"
        reasons.append(refusal("enemies-in-zone", unit, text, "B171", zone))
    return tuple(reasons)


def _are_new_enemies(mover: Mover, zone: TerritoryName) -> bool:
    """Whether the nation went to war in this turn with everybody whose ships it meets there."""
    there = enemies_in(mover.state, mover.nation, zone)
    return all(has_just_gone_to_war(mover.state, mover.nation, one.owner) for one in there)


def check_unload(
    mover: Mover, unit: Unit, zone: TerritoryName, land: TerritoryName
) -> tuple[Illegal, ...]:
    """Reasons why cargo cannot go ashore from a zone to a neighbouring territory."""
    if unit.carried_by is None:
        return (refusal("not-aboard", unit, f"is not aboard a ship in {zone}", "B163", zone),)
    ship = mover.state.units[unit.carried_by]
    reasons = list(check_borders(mover, unit, (zone, land)))
    at_home = mover.options.aa_guns_land_in_combat and mover.is_open_land(land)
    if mover.combat and not mover.kind(unit).mobility.moves_in_combat and not at_home:
        text = "goes ashore only in the non-combat move"
        reasons.append(refusal("no-combat-movement", unit, text, "B173", land))
    if ship.owner != mover.nation and unit.loaded:
        text = (
            "went aboard the ship of an ally in this turn and goes ashore next turn at the earliest"
        )
        reasons.append(refusal("loaded-on-ally", unit, text, "B170", zone))
    if _has_loaded_after_combat(mover, ship):
        text = "stays aboard in this turn: its ship has fought and has taken units aboard since"
        reasons.append(refusal("loaded-after-combat", unit, text, "B172", zone))
    if mover.combat and not mover.is_open_land(land) and not _may_invade(mover, unit, ship):
        text = f"cannot attack {land} from a {ship.type}; it goes ashore in the non-combat move"
        reasons.append(refusal("no-invasion", unit, text, "", land))
    reasons.extend(_check_second_unload(mover, unit, ship, land))
    reasons.extend(_check_escort(mover, unit, zone, land))
    if not mover.combat and (mover.is_hostile_land(land) or mover.enemies(land)):
        text = f"only the combat move may enter {land}, which is not in friendly hands"
        reasons.append(refusal("no-combat-here", unit, text, "B214", land))
    if mover.combat and _is_landing_at_home(mover, land):
        if _meets_enemies(mover, zone):
            text = f"cannot go ashore in friendly {land} before the sea battle in {zone}"
            reasons.append(refusal("sea-battle-first", unit, text, "B172", zone))
        elif mover.options.scrambling or mover.options.kamikaze_attacks:
            # Aircraft from bases or kamikaze attacks could bring a battle to any zone.
            what = "scrambles in defence" if mover.options.scrambling else "kamikaze attacks do"
            text = f"cannot go ashore in friendly {land} before it is known what {what}"
            reasons.append(refusal("sea-battle-first", unit, text, "B172", zone))
    return tuple(reasons)


def _has_loaded_after_combat(mover: Mover, ship: Unit) -> bool:
    """Whether a ship took units aboard after it had fought: then it puts nobody ashore (B172)."""
    return has_fought(mover, ship) and any(
        one.loaded and one.moved >= EXHAUSTED for one in mover.state.cargo_of(ship.id)
    )


def has_fought(mover: Mover, ship: Unit) -> bool:
    """Whether a ship has fought in this turn, or came when its zone was taken (B24, B172)."""
    return ship.in_combat or ship.id in mover.state.turn.takers


def _is_landing_at_home(mover: Mover, land: TerritoryName) -> bool:
    """Whether troops that go ashore there land among friends, and not in a battle.

    Troops that follow others into land taken in this turn land as those did (B181).
    """
    if not mover.is_open_land(land) or land in mover.state.turn.conquered:
        return False
    return not any(enemies_in(mover.state, mover.nation, land))


def _meets_enemies(mover: Mover, zone: TerritoryName) -> bool:
    """Whether enemies are in a zone, even those that stop nobody or have submerged."""
    there = enemies_in(mover.state, mover.nation, zone)
    return any(not mover.kind(one).is_infrastructure for one in there)


def _check_escort(
    mover: Mover, unit: Unit, zone: TerritoryName, land: TerritoryName
) -> Iterator[Illegal]:
    """By option no assault is made out of a zone with an enemy submarine and no own warship."""
    is_assault = mover.combat and (mover.is_hostile_land(land) or bool(mover.defenders(land)))
    if not mover.options.submarines_stop_landings or not is_assault:
        return
    there = mover.state.units_in(zone)
    own = [mover.kind(one) for one in there if one.owner == mover.nation and mover.kind(one).is_sea]
    escorted = any(
        not kind.carriage.transport_capacity or kind.carriage.is_combat_transport for kind in own
    )
    hunted = any(
        mover.kind(one).undersea.is_submarine and is_enemy(mover.state, mover.nation, one.owner)
        for one in there
    )
    if hunted and not escorted:
        text = f"cannot attack {land} from {zone}: an enemy submarine is there and no own warship"
        yield refusal("no-escort", unit, text, "B171", zone)


def _may_invade(mover: Mover, unit: Unit, ship: Unit) -> bool:
    """Whether a unit may attack from a ship (map dialect: canInvadeOnlyFrom, from its manual)."""
    kind = mover.kind(unit)
    return not kind.carriage.never_invades and (
        not kind.carriage.invades_from or ship.type in kind.carriage.invades_from
    )


def _check_second_unload(
    mover: Mover, unit: Unit, ship: Unit, land: TerritoryName
) -> tuple[Illegal, ...]:
    """Reasons from a ship that has already put units ashore in this turn (B167)."""
    if not ship.unloaded_to:
        return ()
    # In the combat move no option lets it put units ashore in a second area.
    one = mover.options.unload_to_one_territory or mover.combat
    if one and ship.unloaded_to != land:
        text = f"its ship has already put units ashore in {ship.unloaded_to} in this turn"
        return (refusal("second-unload", unit, text, "B167", land),)
    if _is_done_unloading(mover, ship):
        text = "its ship has already put units ashore in the combat move"
        return (refusal("second-unload", unit, text, "B167", land),)
    return ()


def _is_done_unloading(mover: Mover, ship: Unit) -> bool:
    """Whether a ship has put ashore all that it may in this turn, in the combat move (G23)."""
    again = mover.options.unload_again_in_same_territory
    return not mover.combat and ship.unloaded_in_combat and not again


def _is_done_loading(mover: Mover, ship: Unit) -> bool:
    """Whether a ship takes no more units aboard because it has unloaded (B167)."""
    if mover.options.unload_to_one_territory or mover.combat:
        return ship.unloaded_to != ""
    return _is_done_unloading(mover, ship)


def ships_that_load(mover: Mover, zone: TerritoryName) -> tuple[Unit, ...]:
    """Ships there that may take units aboard, own ships first, then in order of identity.

    A ship that has put units ashore takes none aboard in this turn.  Where an option lets it
    unload to several territories, it may in the non-combat move if it did so in that phase (B167).
    """
    found = [
        unit
        for unit in mover.state.units_in(zone)
        if mover.kind(unit).carriage.transport_capacity > 0
        and mover.kind(unit).is_sea
        and unit.owner in mover.friends
        and not _is_done_loading(mover, unit)
        and _may_load_after_combat(mover, unit)
    ]
    return tuple(sorted(found, key=lambda unit: (unit.owner != mover.nation, unit.id)))


def _may_load_after_combat(mover: Mover, ship: Unit) -> bool:
    """Whether a ship that fought may load: not in every game, and never after unloading (B172).

    Before the battles it may, where enemies do not keep it from loading.
    """
    options = mover.options
    if mover.combat or not has_fought(mover, ship):
        return True
    if ship.unloaded_to and not ship.unloaded_in_combat:
        return False
    return options.transports_load_after_combat and not options.lhtr_carrier_production


def room_aboard(mover: Mover, ship: Unit) -> int:
    """Room that a transport has left.

    Troops that have landed into a battle come back aboard when the sea around their ship is not
    won (B204), so their room is kept for them.
    """
    cargo = (*mover.state.cargo_of(ship.id), *_may_come_back(mover, ship))
    return mover.kind(ship).carriage.transport_capacity - sum(
        cost_aboard(mover, unit) for unit in cargo
    )


def _may_come_back(mover: Mover, ship: Unit) -> tuple[Unit, ...]:
    """Troops that have landed into a battle from a ship where it still is."""
    return tuple(
        mover.state.units[unit]
        for battle in mover.state.battles
        for unit, transport, place in battle.landings
        if transport == ship.id and place == ship.territory and unit in mover.state.units
    )


def cost_aboard(mover: Mover, unit: Unit) -> int:
    """Room that a unit needs aboard; by option an AA gun needs a whole ship (C30)."""
    kind = mover.kind(unit)
    if kind.guns.is_aa_gun and kind.carriage.transport_cost and mover.options.aa_guns_ride_alone:
        return max(other.carriage.transport_capacity for other in mover.kinds.values())
    return kind.carriage.transport_cost


def check_aboard(
    mover: Mover, units: Iterable[Unit], aboard: Pairs, zone: TerritoryName
) -> tuple[Illegal, ...]:
    """Reasons against the player's choice of which unit goes on which ship."""
    ships = {ship.id for ship in ships_that_load(mover, zone)}
    going = {unit.id for unit in units}
    reasons: list[Illegal] = []
    for key, ship in aboard:
        if key not in going:
            text = f"unit {key} does not go aboard with this order"
            reasons.append(Illegal("not-loading", text, "B157", zone))
        if ship not in ships:
            text = f"unit {ship} is not a ship in {zone} that can take units aboard"
            reasons.append(Illegal("not-a-transport", text, "B157", zone))
    if len({key for key, _ in aboard}) != len(aboard):
        text = "a unit is named for more than one ship"
        reasons.append(Illegal("not-loading", text, "B157", zone))
    return tuple(reasons)


def load_plan(
    mover: Mover, units: Sequence[Unit], aboard: Pairs, zone: TerritoryName
) -> Pairs | None:
    """Which unit goes on which ship, sorted by unit; None when there is not room for all.

    What the player said is kept; the others are packed on as few ships as that allows: large
    units first, each on an own ship before an ally's, on the one with the least room that is
    enough.  Where that fails, every other way is tried before giving up.
    """
    ships = ships_that_load(mover, zone)
    room = {ship.id: room_aboard(mover, ship) for ship in ships}
    said = dict(aboard)
    cost = {unit.id: cost_aboard(mover, unit) for unit in units}
    for key, ship in said.items():
        room[ship] -= cost[key]
        if room[ship] < 0:
            return None
    free = [ship.id for ship in ships if not ship.unloaded_to]
    foreign = {ship.id for ship in ships if ship.owner != mover.nation}
    # Large units first: small ones fit into what is left, and the reverse often fails. The order is
    # part of the rules, as the same orders must fill the same ships in every replay.
    rest = sorted((key for key in cost if key not in said), key=lambda key: (-cost[key], key))
    wanted = [(key, cost[key]) for key in rest]
    # A ship that has put units ashore is bound to that one area (B167), so its room is used last:
    # what goes aboard it could land nowhere else.
    found = _packed(wanted, free, foreign, room, set())
    if found is None and len(free) < len(ships):
        found = _packed(wanted, [ship.id for ship in ships], foreign, room, set())
    if found is None:
        return None
    return tuple(sorted([*said.items(), *found]))


def _packed(
    units: Sequence[tuple[UnitId, int]],
    order: Sequence[UnitId],
    foreign: set[UnitId],
    room: Mapping[UnitId, int],
    failed: set[tuple[int, ...]],
) -> Pairs | None:
    if not units:
        return ()
    # What is left to pack and the room left are all that matters, not who fills the rest: without
    # this memory a cargo that does not fit would be tried in every order.
    memory = (len(units), *(room[ship] for ship in order))
    if memory in failed:
        return None
    (key, cost), rest = units[0], units[1:]
    fitting = [ship for ship in order if room[ship] >= cost]
    for ship in sorted(fitting, key=lambda ship: (ship in foreign, room[ship])):
        found = _packed(rest, order, foreign, {**room, ship: room[ship] - cost}, failed)
        if found is not None:
            return ((key, ship), *found)
    failed.add(memory)
    return None
