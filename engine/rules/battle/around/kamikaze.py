"""Kamikaze attacks of a defender on ships in certain zones.

Before the battles a nation that holds the goods for it may attack ships of the nation on turn in
the zones that were its own at the start of the game.  Each attack costs one of the goods and rolls
one die; several may be aimed at the same ship.  A hit counts at once, and even without one no ship
fires at the shore from that zone in this turn (rounds/bombardment.py).  Unless the scenario says
otherwise, the targets are ships that are not submarines and carry no troops, or fight besides.

The defender is away: their standing orders say how many attacks are made on which types of ships.
Without any, an option decides whether they are asked; if not, they make no attacks.

Rule: the map dialect (Use Kamikaze Suicide Attacks, kamikazeZone, suicideAttackResources,
suicideAttackTargets); A&A Pacific, kamikazes (linked, section 2.2).
Options: kamikaze_attacks, kamikaze_attacks_by_holder, kamikaze_attacks_at_battles,
ask_before_battles, ask_defender, low_luck.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.agenda import Decision, ReactionFrame
from engine.core.chance import RollRequest
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import KamikazeRolled, KamikazesAimed
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.low_luck import low_luck_split
from engine.core.pick import Pick
from engine.core.standing_orders import StandingUse
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.kamikaze import Kamikaze
from engine.rules.battle.before.amphibious import zones_of
from engine.rules.battle.rounds.standing_orders import standing_kamikazes
from engine.rules.common.battle_step import BATTLE, DEFENDER, check_fits_decision
from engine.rules.common.frame import Events
from engine.rules.common.losses import resolve_losses
from engine.rules.common.picks import pick_units
from engine.rules.common.relations import is_asked_before_battles, is_enemy, owner_of, type_of
from engine.rules.common.theatres import is_decided

KAMIKAZE: Final = "kamikaze"


def kamikaze_zones(state: State) -> tuple[TerritoryName, ...]:
    """Zones in which kamikaze attacks may be made now, sorted."""
    if not state.definition.options.kamikaze_attacks:
        return ()
    zones = [
        area.name for area in state.definition.board.territories.values() if area.kamikaze_zone
    ]
    return tuple(zone for zone in sorted(zones) if attacks_left(state, zone))


def attacks_left(state: State, zone: TerritoryName) -> int:
    """How many kamikaze attacks can be made in a zone; 0 when there is no target."""
    kamikaze_nation = kamikaze_nation_in(state, zone)
    if is_decided(state, zone):
        return 0
    if (
        not kamikaze_nation
        or not is_enemy(state, state.nation, kamikaze_nation)
        or not targets_in(state, zone)
    ):
        return 0
    if state.definition.options.kamikaze_attacks_at_battles and not _is_battle(state, zone):
        return 0
    goods = state.definition.map_rules.of(kamikaze_nation).kamikaze_goods
    return state.amount(kamikaze_nation, goods) if goods else 0


def kamikaze_nation_in(state: State, zone: TerritoryName) -> NationName:
    """Who may make kamikaze attacks in a zone, "" for nobody."""
    if state.definition.options.kamikaze_attacks_by_holder:
        return owner_of(state, zone)
    return state.definition.original_owner(zone)


def targets_in(state: State, zone: TerritoryName) -> tuple[UnitId, ...]:
    """Ships of the nation on turn that may be attacked in a zone, in order of identity."""
    rule = state.definition.map_rules.of(kamikaze_nation_in(state, zone))
    return tuple(
        unit.id
        for unit in state.units_in(zone)
        if unit.owner == state.nation
        and not unit.submerged
        and rule.may_strike(type_of(state, unit))
    )


def _is_battle(state: State, zone: TerritoryName) -> bool:
    return any(
        battle.kind == BATTLE and (battle.territory == zone or zone in zones_of(state, battle))
        for battle in state.battles
    )


def advance_kamikazes(state: State, frame: ReactionFrame) -> Events | Waiting:
    """The next zone to decide on: no attacks there, or the question."""
    zone = frame.kamikaze_zones[0]
    kamikaze_nation = kamikaze_nation_in(state, zone)
    if not attacks_left(state, zone):
        return (_aimed(state, zone, (), "rule"),)
    asks = is_asked_before_battles(state, kamikaze_nation)
    told = standing_kamikazes(
        state, kamikaze_nation, zone, targets_in(state, zone), attacks_left(state, zone)
    )
    if told is not None and not (asks and told[1].unmet):
        return (_aimed(state, zone, told[0], "standing", told[1]),)
    if asks:
        return kamikaze_decision(state, zone)
    return (_aimed(state, zone, (), "default"),)


def kamikaze_decision(state: State, zone: TerritoryName) -> Decision:
    """The question which ships are attacked; count: how many attacks there can be at most."""
    return Decision(
        kamikaze_nation_in(state, zone),
        KAMIKAZE,
        zone,
        step=KAMIKAZE,
        units=targets_in(state, zone),
        count=attacks_left(state, zone),
    )


def check_kamikazes(state: State, zone: TerritoryName, order: Order) -> tuple[Illegal, ...]:
    """Every reason against an answer to this question."""
    decision = kamikaze_decision(state, zone)
    reasons = check_fits_decision(order, decision, (Kamikaze,))
    if reasons or not isinstance(order, Kamikaze):
        return reasons
    wanted = sum(max(0, pick.count) for pick in order.picks)
    if wanted > decision.count:
        text = f"{wanted} kamikaze attacks are too many: there can be {decision.count}"
        return (Illegal("too-many-attacks", text, "", zone),)
    return pick_units(state, order.picks, decision.units * decision.count, zone)[1]


def resolve_kamikazes(state: State, zone: TerritoryName, order: Kamikaze) -> Events:
    """What an answer does: the goods are paid and the attacks aimed, in the order of the picks."""
    pool = targets_in(state, zone) * attacks_left(state, zone)
    units: list[UnitId] = []
    for pick in order.picks:
        units += pick.units or pick_units(state, (pick,), pool, zone)[0]
    return (_aimed(state, zone, units, "player"),)


def _aimed(
    state: State,
    zone: TerritoryName,
    units: Sequence[UnitId],
    chosen_by: ChosenBy,
    use: StandingUse | None = None,
) -> KamikazesAimed:
    """Attacks on these ships, one for each time that a ship is named, and what they cost."""
    nation = kamikaze_nation_in(state, zone)
    goods = state.definition.map_rules.of(nation).kamikaze_goods
    aimed = tuple(Counter(units).items())
    return KamikazesAimed(zone, nation, aimed, goods, len(units), chosen_by, use)


def legal_kamikazes(state: State, zone: TerritoryName) -> Iterator[Kamikaze]:
    """None, one attack on each target, and all on the first one."""
    decision = kamikaze_decision(state, zone)
    yield Kamikaze(zone, ())
    for key in decision.units:
        yield Kamikaze(zone, (_at(state, key, 1),))
    if decision.count > 1:
        yield Kamikaze(zone, (_at(state, decision.units[0], decision.count),))


def _at(state: State, key: UnitId, count: int) -> Pick:
    unit = state.units[key]
    return Pick(count, unit.type, unit.owner, (key,) * count)


def _shares(state: State, frame: ReactionFrame) -> tuple[UnitId, int, int, int]:
    """The next target, the strength of its attacks, and sure hits and dice of them."""
    target, attacks = frame.aimed[0]
    strength = state.definition.map_rules.of(frame.kamikaze_nation).kamikaze_strength
    sides = state.definition.dice_sides
    if not state.definition.options.low_luck:
        return target, strength, 0, attacks
    sure, rest = low_luck_split(strength * attacks, sides)
    return target, rest, sure, int(rest > 0)


def advance_roll(state: State, frame: ReactionFrame) -> Events | Waiting:
    """The dice of the attacks on the next target."""
    target, _, _, count = _shares(state, frame)
    if not count:
        return resolve_roll(state, frame, ())
    return RollRequest(
        nation=state.nation,
        phase=state.phase.phase,
        territory=frame.zone,
        round=0,
        step=KAMIKAZE,
        side=DEFENDER,
        count=count,
        sides=state.definition.dice_sides,
        purpose=f"kamikaze attacks on {state.units[target].type} in {frame.zone}",
    )


def resolve_roll(state: State, frame: ReactionFrame, dice: tuple[int, ...]) -> Events:
    """The target is hit, or not; what is lost leaves the board at once."""
    key, strength, sure, _ = _shares(state, frame)
    hits = sure + sum(die <= strength for die in dice)
    target = state.units[key]
    left = type_of(state, target).hit_points - target.hits
    is_lost = hits >= left
    damage = 0 if is_lost else hits
    log = EventLog(state)
    log.add(
        KamikazeRolled(frame.zone, frame.kamikaze_nation, key, strength, dice, sure, hits, damage)
    )
    if is_lost:
        log.extend(resolve_losses(log.state, frame.zone, (key,), "kamikaze"))
    return log.events
