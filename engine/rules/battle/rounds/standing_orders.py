"""How the standing orders of a nation answer the choices of a defence.

Rule: rule book, How units fire (B198) and the end matter (G20): play by mail needs
standing orders, with the engine's default where there are none.  The instructions that count are
those of the nation that decides for the defence: the owner of the land, at sea the nation with most
units there; for homeless aircraft, their owner.  An instruction for the territory comes before one
for everywhere, and among equals the one filed first.  Every `keep` that fits is obeyed; of any
other kind, only the first.

An instruction that cannot be carried out leaves that choice to the default (or, by option, to the
player), and the event says so.
"""

from collections.abc import Sequence
from typing import TypeVar

from engine.core.ids import NOWHERE, NationName, TerritoryName, UnitId
from engine.core.standing_orders import StandingCondition, StandingInstruction, StandingUse
from engine.core.unit import Unit
from engine.gamedef import State
from engine.orders.standing_orders.absorb import StandingAbsorb
from engine.orders.standing_orders.intercept import StandingIntercept
from engine.orders.standing_orders.kamikaze import StandingKamikaze
from engine.orders.standing_orders.keep import StandingKeep
from engine.orders.standing_orders.land import StandingLand
from engine.orders.standing_orders.losses import LossItem, StandingLosses
from engine.orders.standing_orders.scramble import StandingScramble
from engine.orders.standing_orders.submerge import StandingSubmerge
from engine.orders.standing_orders.withdraw import StandingWithdraw
from engine.rules.battle.rounds.casualties import casualty_order, hit_points_left, split_hits
from engine.rules.common import standing_orders
from engine.rules.common.battle_step import ATTACKER, DEFENDER, battle_of, unmarked_of
from engine.rules.common.relations import is_enemy, type_of
from engine.values import dataclass

T = TypeVar("T", bound=StandingInstruction)


@dataclass(frozen=True, slots=True)
class LossChoice:
    """Which units take the hits by standing orders.

    hits: one entry for each hit, in the order taken.
    use: which instructions fitted.
    is_complete: every hit was decided by an instruction and none had to be broken.
    """

    hits: tuple[UnitId, ...]
    use: StandingUse
    is_complete: bool


def fitting(
    state: State, nation: NationName, kind: type[T], territory: TerritoryName
) -> tuple[T, ...]:
    """The instructions of one kind that hold in a territory now, the most specific first."""
    return standing_orders.fitting(
        state, nation, kind, territory, lambda condition: _holds(state, condition)
    )


def standing_casualties(
    state: State,
    nation: NationName,
    territory: TerritoryName,
    candidates: tuple[UnitId, ...],
    hits: int,
) -> LossChoice | None:
    """Which defenders among `candidates` take the hits, as a nation's orders say.

    None when none of its instructions fits.
    """
    if nation not in state.standing_orders:
        return None
    units = [state.units[key] for key in candidates]
    orders = fitting(state, nation, StandingLosses, territory)
    losses = next((rule for rule in orders if any(_names(rule, unit) for unit in units)), None)
    absorb = next(iter(fitting(state, nation, StandingAbsorb, territory)), None)
    keeps = fitting(state, nation, StandingKeep, territory)
    by_default = casualty_order(state, candidates, DEFENDER)
    spare = by_default[: -len(candidates)]
    lost = _by_losses(state, by_default[-len(candidates) :], losses)
    if absorb is not None and not spare:
        absorb = None
    chosen = _order(state, spare, lost, absorb, keeps)[:hits]
    fired: list[StandingInstruction] = [rule for rule in (losses, absorb) if rule is not None]
    unmet: list[StandingInstruction] = []
    killed, _ = split_hits(state, chosen)
    for rule in keeps:
        rest = tuple(other for other in keeps if other is not rule)
        if any(key in killed for key in _kept(state, lost, (rule,))):
            unmet.append(rule)
        if sorted(chosen) != sorted(_order(state, spare, lost, absorb, rest)[:hits]):
            fired.append(rule)
    if not fired and not unmet:
        return None
    use = StandingUse(nation, tuple(fired), tuple(unmet))
    decided = all(_is_decided(state.units[key], losses, absorb) for key in chosen)
    return LossChoice(chosen, use, decided and not unmet)


def order_of_losses(
    state: State, nation: NationName, territory: TerritoryName, units: tuple[UnitId, ...] = ()
) -> tuple[UnitId, ...]:
    """Every hit that a defence can take, in the order in which it would take them.

    nation: the one that decides for the defence; its standing orders count, else the default order.
    units: the defenders, () for all of the nation and its allies there that can be hit.
    A unit is listed once for each hit point left; its last entry is its loss.  Instructions with
    conditions count only while the battle there is under way.
    """
    candidates = units or tuple(
        unit.id
        for unit in state.units_in(territory)
        if not is_enemy(state, nation, unit.owner)
        and not type_of(state, unit).is_infrastructure
        and not unit.submerged
        and (unit.carried_by is None or type_of(state, unit).is_air)
    )
    if not candidates:
        return ()
    by_default = casualty_order(state, candidates, DEFENDER)
    choice = standing_casualties(state, nation, territory, candidates, len(by_default))
    return by_default if choice is None else choice.hits


def standing_submerge(
    state: State, nation: NationName, territory: TerritoryName
) -> tuple[bool, StandingUse] | None:
    """Whether submarines submerge, and by which instruction; None when there is none."""
    for rule in fitting(state, nation, StandingSubmerge, territory):
        return rule.submerge, StandingUse(nation, (rule,))
    return None


def standing_withdrawal(
    state: State, nation: NationName, territory: TerritoryName, zones: Sequence[TerritoryName]
) -> tuple[TerritoryName, StandingUse] | None:
    """Where submarines withdraw to, "" for nowhere; None when there is no instruction.

    zones: those that are free, and the zone of the battle where by option they may submerge.  When
    an instruction names none of them, `use.fired` is empty.
    """
    for rule in fitting(state, nation, StandingWithdraw, territory):
        if not rule.leave:
            return NOWHERE, StandingUse(nation, (rule,))
        to = next((zone for zone in rule.to or zones if zone in zones), NOWHERE)
        return to, StandingUse(nation, (rule,) if to else (), () if to else (rule,))
    for below in fitting(state, nation, StandingSubmerge, territory):
        if below.submerge and territory in zones:
            return territory, StandingUse(nation, (below,))
    return None


def standing_interceptors(
    state: State, nation: NationName, territory: TerritoryName, able: tuple[UnitId, ...]
) -> tuple[tuple[UnitId, ...], StandingUse] | None:
    """Which of the able aircraft intercept a raid; None when there is no instruction."""
    for rule in fitting(state, nation, StandingIntercept, territory):
        return _taking_off(state, nation, rule, able)
    return None


def standing_scramblers(
    state: State, nation: NationName, place: TerritoryName, able: tuple[UnitId, ...]
) -> tuple[tuple[UnitId, ...], StandingUse] | None:
    """Which of the able aircraft scramble to help there; None when there is no instruction."""
    for rule in fitting(state, nation, StandingScramble, place):
        return _taking_off(state, nation, rule, able)
    return None


def _taking_off(
    state: State,
    nation: NationName,
    rule: StandingIntercept | StandingScramble,
    able: tuple[UnitId, ...],
) -> tuple[tuple[UnitId, ...], StandingUse]:
    if rule.everybody:
        return able, StandingUse(nation, (rule,))
    launched: list[UnitId] = []
    for kind, count in rule.units:
        launched += [key for key in able if state.units[key].type == kind][:count]
    is_met = len(launched) == sum(count for _, count in rule.units)
    return tuple(sorted(launched)), StandingUse(nation, (rule,), () if is_met else (rule,))


def standing_kamikazes(
    state: State, nation: NationName, zone: TerritoryName, targets: tuple[UnitId, ...], most: int
) -> tuple[tuple[UnitId, ...], StandingUse] | None:
    """The ship that each kamikaze attack is aimed at; None when no instruction names one of them.

    targets: ships that may be attacked; most: how many attacks there can be.  Attacks on a type go
    to its ships in turn, those with the fewest hit points left first; where there can be fewer than
    were ordered, the types named last have none.
    """
    for rule in fitting(state, nation, StandingKamikaze, zone):
        aimed: list[UnitId] = []
        wanted = 0
        for kind, count in rule.attacks:
            ships = [key for key in targets if state.units[key].type == kind]
            ships.sort(key=lambda key: (hit_points_left(state, state.units[key]), key))
            aimed += [ships[place % len(ships)] for place in range(count)] if ships else []
            wanted += count if ships else 0
        if aimed or not rule.attacks:
            return tuple(aimed[:most]), StandingUse(nation, (rule,), (rule,) * (wanted > most))
    return None


def standing_landing(
    state: State, nation: NationName, zone: TerritoryName, places: Sequence[TerritoryName]
) -> tuple[TerritoryName, StandingUse] | None:
    """Where a homeless aircraft of a nation goes; None when there is no instruction.

    places: all where it can go.  When the instruction names none of them, `use.fired` is empty and
    the place is "".
    """
    for rule in fitting(state, nation, StandingLand, zone):
        to = next((place for place in rule.to if place in places), NOWHERE)
        return to, StandingUse(nation, (rule,) if to else (), () if to else (rule,))
    return None


def _order(
    state: State,
    spare: tuple[UnitId, ...],
    lost: tuple[UnitId, ...],
    absorb: StandingAbsorb | None,
    keeps: Sequence[StandingKeep],
) -> tuple[UnitId, ...]:
    """All hits in the order in which they are taken: absorbed ones, the others, the kept units.

    spare: a unit for each hit point that it can do without; lost: the units as they would be lost.
    """
    kept = _kept(state, lost, keeps)
    lost = (*(key for key in lost if key not in kept), *kept)
    if absorb is None:
        return (*spare, *lost)
    ranks = {kind: index for index, kind in enumerate(absorb.types)}
    first = [key for key in spare if state.units[key].type in ranks]
    first.sort(key=lambda key: ranks[state.units[key].type])
    late = [key for key in spare if state.units[key].type not in ranks]
    return (*first, *(hit for key in lost for hit in [key] * (late.count(key) + 1)))


def _by_losses(
    state: State, lost: tuple[UnitId, ...], losses: StandingLosses | None
) -> tuple[UnitId, ...]:
    """Units in default order, rearranged by an order of losses, with none kept."""
    if losses is None:
        return lost
    return tuple(sorted(lost, key=lambda key: _rank(losses, state.units[key])))


def _rank(losses: StandingLosses, unit: Unit) -> int:
    places = (index for index, item in enumerate(losses.order) if _means(item, unit))
    return next(places, len(losses.order))


def _means(item: LossItem, unit: Unit) -> bool:
    return item.type in {"", unit.type} and item.owner in {"", unit.owner}


def _names(losses: StandingLosses, unit: Unit) -> bool:
    return any(_means(item, unit) for item in losses.order)


def _is_decided(unit: Unit, losses: StandingLosses | None, absorb: StandingAbsorb | None) -> bool:
    return (losses is not None and _names(losses, unit)) or (
        absorb is not None and unit.type in absorb.types
    )


def _kept(
    state: State, lost: tuple[UnitId, ...], keeps: Sequence[StandingKeep]
) -> tuple[UnitId, ...]:
    """The units to be lost after all others, in the order given."""
    kept: set[UnitId] = set()
    for rule in keeps:
        matching = [key for key in lost if _is_meant(state, rule, state.units[key])]
        kept.update(matching[-rule.count :])
    return tuple(key for key in lost if key in kept)


def _is_meant(state: State, rule: StandingKeep, unit: Unit) -> bool:
    kind = type_of(state, unit)
    domains = {"land": kind.is_land, "air": kind.is_air, "sea": kind.is_sea}
    return domains[rule.domain] if rule.domain else unit.type == rule.type


def _holds(state: State, condition: StandingCondition) -> bool:
    """Whether a condition holds in the battle under way; without a battle none does."""
    try:
        battle = battle_of(state)
    except LookupError:
        return False
    attackers = unmarked_of(state, battle, ATTACKER)
    defenders = unmarked_of(state, battle, DEFENDER)
    if condition.what == "air_only":
        return all(type_of(state, unit).is_air for unit in attackers)
    number = {
        "attackers": len(attackers),
        "defenders": len(defenders),
        "own": sum(unit.type == condition.type for unit in defenders),
        "enemy": sum(unit.type == condition.type for unit in attackers),
        "round": battle.round,
    }[condition.what]
    return standing_orders.compares(condition, number)
